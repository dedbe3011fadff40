"""A scripted player: greedy, deterministic, and only from the view. It knows moves, supports, convoys, retreats and
builds; `word` varies its taste, so that no two games of a run are the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Seat
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.view import Seen, Standing
from judge.variants.diplomacy.words import unit_text

FAR = 99
SEAFARERS = {"england": 6, "turkey": 4, "italy": 4, "france": 4}


class Player:
    """Plays on one map; what it works out about the map is kept."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.board = chart.board
        self._away: dict[tuple[str, str], tuple[int, ...]] = {}

    def letter(self, seen: Seen, word: str) -> str:
        """The letter for the open window."""
        assert seen.seat is not None
        mood = _Mood(f"{word}/{seen.seat}/{seen.title}", f"{word.rpartition('/')[0]}/{seen.seat}")
        if seen.phase == "movement":
            return "\n".join(_Plan(self, seen, mood).lines())
        if seen.phase == "retreats":
            return "\n".join(self._retreats(seen, mood))
        return "\n".join(self._adjustments(seen, mood))

    def away(self, kind: str, place: str) -> tuple[int, ...]:
        """Steps from a place to every province for a unit of this kind; an army may think of the sea as land."""
        key = (kind, place)
        found = self._away.get(key)
        if found is None:
            found = self._away[key] = _distances(self.board, kind, place)
        return found

    def _retreats(self, seen: Seen, mood: _Mood) -> list[str]:
        aims = _aims(self.chart, seen, mood)
        lines = []
        for one in seen.dislodged:
            if one.unit.power != seen.seat:
                continue
            ranked = sorted(
                one.options,
                key=lambda place: (-_worth(self, one.unit.kind, place, aims), mood.number(place, 7), place),
            )
            if mood.number(f"stay {one.unit.place}", 9) == 0:
                lines.append(f"{unit_text(one.unit)} D")
            else:
                lines.append(f"{unit_text(one.unit)} R {', '.join(ranked)}")
        return lines

    def _adjustments(self, seen: Seen, mood: _Mood) -> list[str]:
        assert seen.seat is not None
        mine = _standing(seen, seen.seat)
        aims = _aims(self.chart, seen, mood)
        if mine.due < 0:
            ranked = sorted(
                mine.units, key=lambda unit: (_worth(self, unit.kind, unit.place, aims), mood.number(unit.place, 5))
            )
            return [f"Remove {unit_text(unit)}" for unit in ranked[: -mine.due]]
        lines = []
        sites = sorted(
            mine.sites, key=lambda home: (-_worth(self, "A", home, aims), mood.number(f"site {home}", 7), home)
        )
        for home in sites[: min(mine.due, seen.naming or mine.due)]:
            if mood.number(f"waive {home}", 25) == 0:
                lines.append("Waive")
                continue
            lines.append(f"Build {self._kind(seen, home, mood)}")
        return lines

    def _kind(self, seen: Seen, home: str, mood: _Mood) -> str:
        """An army, or a fleet where there is a coast and the power's taste runs to the sea."""
        province = self.board.provinces[self.board.number[home]]
        taste = SEAFARERS.get(str(seen.seat), 2)
        if province.kind == "coast" and mood.number(f"kind {home}", 10) < taste:
            coasts = province.coasts
            coast = coasts[mood.number(f"coast {home}", len(coasts))] if coasts else ""
            return f"F {home}/{coast}" if coast else f"F {home}"
        return f"A {home}"


class _Mood:
    """Small whole numbers that vary with the word and with what they are about."""

    def __init__(self, word: str, game: str) -> None:
        self._word = word
        self._game = _Mood(game, "") if game else self

    def lasting(self, about: str, sides: int) -> int:
        """One that stays the same for the seat's whole game: a taste, a grudge."""
        return self._game.number(about, sides)

    def number(self, about: str, sides: int) -> int:
        """A number from 0 to `sides` - 1."""
        return int.from_bytes(hashlib.sha256(f"{self._word}/{about}".encode()).digest()[:6], "big") % max(1, sides)


class _Plan:
    """One seat's orders for one movement phase."""

    def __init__(self, player: Player, seen: Seen, mood: _Mood) -> None:
        assert seen.seat is not None
        self.player = player
        self.board = player.board
        self.seen = seen
        self.mood = mood
        self.seat = seen.seat
        self.mine = [unit for unit in seen.units if unit.power == seen.seat]
        self.there = {player.chart.province(unit.place): unit for unit in seen.units}
        self.aims = _aims(player.chart, seen, mood)
        self.orders: dict[str, str] = {}
        self.bound: set[str] = set()
        self.steps = {unit.place: self.board.neighbours(unit.kind, unit.place) for unit in seen.units}

    def lines(self) -> list[str]:
        """Attacks first, then voyages, then marches; a unit with nothing better to do supports or holds."""
        self._attacks()
        self._voyages()
        self._marches()
        self._supports()
        return [self.orders.get(unit.place, f"{unit_text(unit)} H") for unit in self.mine]

    def _province(self, place: str) -> str:
        return self.player.chart.province(place)

    def _free(self) -> list[Unit]:
        return [unit for unit in self.mine if unit.place not in self.orders]

    def _reach(self, unit: Unit, province: str) -> str | None:
        """The place in a province that a unit can step to."""
        for place in self.steps[unit.place]:
            if self._province(place) == province:
                return place
        return None

    def _threats(self, province: str) -> int:
        """How many foreign units could attack or support into a province."""
        return sum(1 for unit in self.seen.units if unit.power != self.seat and self._reach(unit, province) is not None)

    def _attacks(self) -> None:
        """Supported attacks on foreign units, where they hurt most."""
        targets = []
        for province, unit in self.there.items():
            if unit.power == self.seat:
                continue
            able = [one for one in self.mine if self._reach(one, province) is not None]
            if len(able) >= 2:
                worth = self.aims.get(province, 0) + 2 * len(able) + self.mood.number(f"hit {province}", 5)
                targets.append((-worth, province))
        for _, province in sorted(targets):
            able = [one for one in self._free() if self._reach(one, province) is not None]
            helpers = sum(
                1
                for unit in self.seen.units
                if unit.power == self.there[province].power
                and unit is not self.there[province]
                and self._reach(unit, province) is not None
            )
            if len(able) < 2 or len(able) < 1 + helpers + self.mood.number(f"dare {province}", 2):
                continue
            able.sort(key=lambda unit: (self._worth_here(unit), self.mood.number(f"lead {unit.place}", 5), unit.place))
            leader = able[0]
            to = self._reach(leader, province)
            self.orders[leader.place] = f"{unit_text(leader)} - {to}"
            self.bound.add(province)
            for helper in able[1 : 3 + helpers]:
                self.orders[helper.place] = f"{unit_text(helper)} S {unit_text(leader)} - {to}"

    def _worth_here(self, unit: Unit) -> int:
        """The worth of a hold: a unit does not leave an own centre under threat."""
        province = self._province(unit.place)
        if province in self.player.chart.centres and self._threats(province):
            return 6
        if self.seen.season == self.player.chart.calendar.seasons[-1] and self.aims.get(province, 0):
            return 14
        return 0

    def _voyages(self) -> None:
        """An army on the coast is carried by one or two fleets to a centre that it could not walk to soon."""
        fleets = [unit for unit in self._free() if unit.kind == "F" and self.board.sea[self._number(unit.place)]]
        for army in self._free():
            if army.kind != "A" or not fleets or self._worth_here(army) >= 6:
                continue
            choice = self._voyage(army, [unit for unit in fleets if unit.place not in self.orders])
            if choice is None:
                continue
            goal, ships = choice
            self.orders[army.place] = f"{unit_text(army)} - {goal} VIA"
            self.bound.add(goal)
            for ship in ships:
                self.orders[ship.place] = f"{unit_text(ship)} C {unit_text(army)} - {goal}"

    def _number(self, place: str) -> int:
        return self.board.number[self._province(place)]

    def _voyage(self, army: Unit, fleets: list[Unit]) -> tuple[str, list[Unit]] | None:
        here = self._number(army.place)
        count = self.board.province_count
        found: list[tuple[int, str, list[Unit]]] = []
        near = {self._province(place) for place in self.steps[army.place]}
        routes = [[one] for one in fleets] + [[one, other] for one in fleets for other in fleets if one is not other]
        for route in routes:
            first, last = self._number(route[0].place), self._number(route[-1].place)
            if not self.board.touches[here * count + first]:
                continue
            if len(route) == 2 and not self.board.touches[first * count + last]:
                continue
            for goal in range(count):
                name = self.board.ids[goal]
                if not self.board.coastal[goal] or not self.board.touches[last * count + goal] or name in near:
                    continue
                if goal == here or name in self.there or name in self.bound:
                    continue
                gain = _worth(self.player, "A", name, self.aims) - _worth(self.player, "A", army.place, self.aims)
                if gain > 2 + 2 * len(route):
                    found.append((-gain, name, route))
        if not found:
            return None
        _, goal_name, ships = min(found, key=lambda one: (one[0], one[1], len(one[2])))
        return goal_name, ships

    def _marches(self) -> None:
        """Each unit goes where it is worth most to be, no two of them to one province."""
        wishes = []
        for unit in self._free():
            here = _worth(self.player, unit.kind, unit.place, self.aims) + self._worth_here(unit)
            for place in self.steps[unit.place]:
                province = self._province(place)
                other = self.there.get(province)
                worth = 4 * _worth(self.player, unit.kind, place, self.aims) + self.mood.number(
                    f"{unit.place}>{place}", 5
                )
                if other is not None and other.power != self.seat:
                    worth -= 12
                if worth > 4 * here:
                    wishes.append((-worth, unit.place, place, unit))
        for _, _, place, unit in sorted(wishes, key=lambda wish: wish[:3]):
            province = self._province(place)
            if unit.place in self.orders or province in self.bound:
                continue
            other = self.there.get(province)
            if other is not None and other.power == self.seat:
                leaves = self.orders.get(other.place, "")
                if " - " not in leaves or " S " in leaves or " C " in leaves:
                    continue
            self.orders[unit.place] = f"{unit_text(unit)} - {place}"
            self.bound.add(province)

    def _supports(self) -> None:
        """The other units support a move that may meet resistance, or a neighbour that may be attacked."""
        moves = [
            (unit, self.orders[unit.place].split(" - ")[1].removesuffix(" VIA"))
            for unit in self.mine
            if " - " in self.orders.get(unit.place, "") and not {" S ", " C "} & _infix(self.orders[unit.place])
        ]
        for unit in self._free():
            best: tuple[int, str] | None = None
            for mover, to in moves:
                if self._reach(unit, self._province(to)) is None:
                    continue
                worth = 3 + self._threats(self._province(to))
                best = max(best or (0, ""), (worth, f"{unit_text(unit)} S {unit_text(mover)} - {to}"))
            for other in self.mine:
                moving = any(mover is other for mover, _ in moves)
                if other is unit or moving or self._reach(unit, self._province(other.place)) is None:
                    continue
                worth = 2 * self._threats(self._province(other.place))
                best = max(best or (0, ""), (worth, f"{unit_text(unit)} S {unit_text(other)}"))
            if best is not None and best[0] > 1:
                self.orders[unit.place] = best[1]


def _infix(text: str) -> set[str]:
    return {sign for sign in (" S ", " C ") if sign in text}


def _standing(seen: Seen, seat: Seat) -> Standing:
    return next(one for one in seen.standings if one.seat == seat)


def _aims(chart: Chart, seen: Seen, mood: _Mood) -> dict[str, int]:
    """The worth of each centre that is not one's own: an empty one more, and some owners' more than others'."""
    held: Mapping[str, int] = {one.seat: len(one.centres) for one in seen.standings}
    taken = {chart.province(unit.place): unit.power for unit in seen.units}
    aims = {}
    for centre in chart.centres:
        owner = seen.centres.get(centre)
        if owner == seen.seat:
            if taken.get(centre) not in (None, seen.seat):
                aims[centre] = 12
            continue
        worth = 10 if owner is None else 7 + mood.lasting(f"grudge {owner}", 5) + max(0, 2 - held.get(owner, 0) // 3)
        aims[centre] = worth + (0 if centre in taken else 2)
    return aims


def _worth(player: Player, kind: str, place: str, aims: Mapping[str, int]) -> int:
    """The worth of being in a place: the best aim, less for every step to it."""
    away = player.away(kind, place)
    number = player.board.number
    best = 0
    for aim, worth in aims.items():
        steps = away[number[aim]]
        if steps < FAR:
            best = max(best, worth - 2 * steps if steps else worth + 1)
    return best


def _distances(board: Board, kind: str, place: str) -> tuple[int, ...]:
    """Steps for a unit of this kind from a place to every province."""
    far = [FAR] * board.province_count
    start = board.province_of[board.number[place]]
    far[start] = 0
    level, steps = [place], 0
    seen = {place}
    while level:
        steps += 1
        after = []
        for here in level:
            for other in board.neighbours(kind, here):
                if other in seen:
                    continue
                seen.add(other)
                province = board.province_of[board.number[other]]
                far[province] = min(far[province], steps)
                after.append(other)
        level = after
    return tuple(far)
