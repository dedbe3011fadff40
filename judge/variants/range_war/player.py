"""A scripted player: greedy and deterministic, from the view alone. `word` varies the play.

It looks for centres within reach and brings as much support as the defence asks for. It drives herds along when that
takes or saves them, and attacks the weak before the strong, so that games end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import lru_cache

from judge.adjudicator.protocol import Seat
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.orders import Hold, Move, Movement, Support
from judge.variants.range_war.view import Row, Seen

# How much of a centre's worth is left at each step of distance, in thousandths.
FADE = (1000, 520, 260, 120, 50, 20)
HERE = 1000
# From how many centres on a leader is held down rather than left alone, and how eagerly for each centre.
WARY = 5
ALARM = 150
# How much one's own centres are looked after while a rival is near.
CARE = 500
# The sleepiest seat's chance, in thousandths, that one of its gangs just holds: no two players are equally keen.
SLEEP = 950


class Player:
    """Plays any seat on one board."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.steps = {space: chart.distances(space) for space in chart.spaces}
        self.around = {
            space: tuple((other, FADE[far]) for other, far in sorted(self.steps[space].items()) if far < len(FADE))
            for space in chart.spaces
        }
        self._pull = lru_cache(maxsize=32)(self._pulled)

    def letter(self, view: Seen, seat: Seat, word: str) -> str:
        """Orders for the open window."""
        if view.phase == "movement":
            return "\n".join(Season(self.chart, self, view, seat, word).letter())
        if view.phase == "retreats":
            return "\n".join(self._retreats(view, seat))
        return "\n".join(self._branding(view, seat))

    def moves(self, view: Seen, seat: Seat, word: str) -> tuple[Movement, ...]:
        """The orders of a seat that is awake: it never leaves a gang idle for no reason."""
        return tuple(Season(self.chart, self, view, seat, word, awake=True).orders())

    def worth(self, view: Seen, seat: Seat) -> dict[str, int]:
        """The worth of each space's centres to this seat; those of a weaker seat a little more."""
        standings = view.standings
        own = standings.get(seat, 0)
        found: dict[str, int] = {}

        def add(space: str, owner: Seat | None) -> None:
            if owner == seat:
                return
            has = standings.get(owner, 0) if owner else 0
            gain = 900 if owner is None else 800 + 25 * max(-8, min(12, own - has))
            if has > own and has >= WARY:
                # Somebody is about to win.
                gain += ALARM * (has - WARY + 1)
            found[space] = found.get(space, 0) + gain

        for space in view.fixed:
            add(space, view.centres.get(space))
        for space, brand in view.herds.items():
            add(space, brand.seat)
        return found

    def pull(self, worth: Mapping[str, int]) -> dict[str, int]:
        """How much each space is drawn to by everything worth having around it; the last answers are kept."""
        return self._pull(tuple(sorted(worth.items())))

    def _pulled(self, worth: tuple[tuple[str, int], ...]) -> dict[str, int]:
        found = dict.fromkeys(self.around, 0)
        for space, value in worth:
            # As far there as back.
            for other, fade in self.around[space]:
                found[other] += value * fade // HERE
        return found

    def _retreats(self, view: Seen, seat: Seat) -> Iterator[str]:
        pull = self.pull(self.worth(view, seat))
        row = next(row for row in view.rows if row.seat == seat)
        for one in view.dislodged:
            if one.seat == seat and view.season == "winter" and len(row.gangs) > row.centres:
                # It would have to be removed in Spring, or another for it.
                yield f"G({one.at}) disbands"
            elif one.seat == seat:
                places = sorted(one.options, key=lambda space: (-pull[space], space))
                yield f"G({one.at}) retreats {', '.join(places)}"

    def _branding(self, view: Seen, seat: Seat) -> Iterator[str]:
        row = next(row for row in view.rows if row.seat == seat)
        pull = self.pull(self.worth(view, seat))
        if row.due < 0:
            lost = sorted(row.gangs, key=lambda space: (self._used(view, space), pull[space], space))
            yield from (f"Remove G({space})" for space in lost[: -row.due])
            return
        left = row.due
        for space in self._herd_sites(view, row)[: min(left, row.herd_builds)]:
            left -= 1
            yield f"Build H({space})"
        for space in self._gang_sites(view, row, pull)[:left]:
            yield f"Build G({space})"

    def _used(self, view: Seen, space: str) -> bool:
        """A gang that keeps a herd from the river is worth keeping."""
        return space in self.chart.river and space in view.herds

    def _herd_sites(self, view: Seen, row: Row) -> list[str]:
        home = self.chart.homes[row.seat]
        free = [space for space in row.fixed if space not in view.herds]
        return sorted(free, key=lambda space: (space != home, space))

    def _gang_sites(self, view: Seen, row: Row, pull: Mapping[str, int]) -> list[str]:
        """Home, other fixed centres, own herds; those nearer to what is to be had first."""
        home = self.chart.homes[row.seat]

        def rank(space: str) -> tuple[bool, int, str]:
            return space != home, -pull[space], space

        free = sorted((space for space in row.fixed if space not in view.gangs), key=rank)
        spare = sorted((space for space in row.herds if space not in view.gangs and space not in free), key=rank)
        return free + spare


def line(order: Movement) -> str:
    """An order as a player writes it."""
    if isinstance(order, Move):
        return f"{'GH' if order.herd else 'G'}({order.at})-{order.to}"
    if isinstance(order, Hold):
        return f"G({order.at}) stands"
    return f"G({order.at}) S G({order.of})" + (f"-{order.to}" if order.to else "")


@dataclass
class Season:
    """One seat's orders for one season."""

    chart: Chart
    player: Player
    view: Seen
    seat: Seat
    word: str
    _: KW_ONLY
    awake: bool = False
    doing: dict[str, Movement] = field(default_factory=dict)
    """Gang -> its order, as settled."""
    bound: dict[str, str] = field(default_factory=dict)
    """Gang -> the space it will be in."""

    def __post_init__(self) -> None:
        self.mine = [space for space, owner in self.view.gangs.items() if owner == self.seat]
        self.worth = self.player.worth(self.view, self.seat)
        self.pull = self.player.pull(self.worth)
        self.winter = self.view.season == "winter"

    def letter(self) -> Iterator[str]:
        """The orders as lines; now and then a herd is listed."""
        yield from map(line, self.orders())
        herds = [space for space, herd in self.view.herds.items() if herd.seat == self.seat]
        yield from (f"H({space})" for space in herds if space not in self.mine and self._chance(f"list/{space}") < 100)

    def orders(self) -> Iterator[Movement]:
        """The most promising step first; then whoever is left helps, guards or waits."""
        for space in self.mine:
            if not self.awake and self._chance(f"awake/{space}") < self._temper("sleep", 0, SLEEP):
                self._stay(space)
        for _, space, to in sorted(self._steps()):
            if space not in self.doing and to not in self.bound.values():
                self._try(space, to)
        for space in self.mine:
            if space not in self.doing:
                self._guard(space)
        yield from (self.doing[space] for space in self.mine)

    def _temper(self, key: str, low: int, high: int) -> int:
        """A trait of this seat that lasts for the whole game: how bold it is, how rash."""
        said = f"{self.word.rpartition('/')[0]}/{self.seat}/{key}"
        return low + int.from_bytes(hashlib.blake2b(said.encode(), digest_size=4).digest()) % (high - low)

    def _chance(self, key: str) -> int:
        """A number from 0 to 999 that hangs on the word."""
        return int.from_bytes(hashlib.blake2b(f"{self.word}/{self.seat}/{key}".encode(), digest_size=4).digest()) % 1000

    def _rivals(self, space: str) -> list[str]:
        """Other seats' gangs that could come to a space."""
        return [other for other in self.chart.near[space] if self.view.gangs.get(other, self.seat) != self.seat]

    def _own_at(self, space: str) -> int:
        """How many centres of this seat's are in a space."""
        herd = self.view.herds.get(space)
        return (self.view.centres.get(space) == self.seat) + (herd is not None and herd.seat == self.seat)

    def _steps(self) -> Iterator[tuple[int, str, str]]:
        """Every step of every gang, the best with the lowest number."""
        for space in self.mine:
            stay = self._score(space) + self._guarded(space)
            yield -stay, space, space
            for to in self.chart.near[space]:
                score = self._score(to)
                if to not in self.view.gangs:
                    score += self._guarded(to)
                if self.winter and self.worth.get(space) and not self._takes_along(space, to):
                    # A gang that leaves a centre in Winter does not take it.
                    score -= self.worth[space]
                yield -score, space, to

    def _guarded(self, space: str) -> int:
        """The worth of being on own centres that a rival could reach; the home most of all."""
        if not self._rivals(space):
            return 0
        home = self.chart.homes[self.seat] == space
        return self._temper("care", CARE // 2, CARE * 3 // 2) * (self._own_at(space) + home)

    def _score(self, to: str) -> int:
        worth = self.worth.get(to, 0)
        score = self.pull[to] + worth * (3 if self.winter else 1)
        return score + score * self._chance(to) // 4000

    def _takes_along(self, space: str, to: str) -> bool:
        """Whether the herd beside a gang should, and could, go along with it."""
        herd = self.view.herds.get(space)
        if herd is None or to in self.view.herds:
            return False
        if to in self.chart.river and self._chance(f"ford/{to}") < 700:
            return space in self.chart.river
        if herd.seat != self.seat:
            return True
        return bool(self._rivals(space)) or space in self.chart.river

    def _try(self, space: str, to: str) -> None:
        """Settle a step if it has a chance: free spaces at once, held or wanted ones with the support they ask for."""
        owner = self.view.gangs.get(to)
        if to == space:
            self._stay(space)
            return
        if owner == self.seat:
            if to not in self.bound or self.bound[to] == to:
                return
            self._go(space, to)
            return
        rivals = self._rivals(to)
        helpers = [
            other for other in self.chart.near[to] if other in self.mine and other not in self.doing and other != space
        ]
        helpers.sort(key=lambda other: (self._needed(other), self.pull[other], other))
        if owner is None:
            wanted = min(len(rivals), 2) if self.worth.get(to) else 0
            wanted = wanted if self._chance(f"bold/{to}") < self._temper("bold", 550, 950) else 0
        else:
            wanted = 1 + sum(self.view.gangs[other] == owner for other in rivals)
            if not helpers or (wanted > len(helpers) and self._chance(f"rash/{to}") < self._temper("rash", 300, 900)):
                return
        self._go(space, to)
        for other in helpers[:wanted]:
            self.doing[other] = Support(other, space, to)
            self.bound[other] = other

    def _needed(self, space: str) -> bool:
        """Whether a gang has something better to do than help."""
        return any(
            self.worth.get(to) and not self._rivals(to) and to not in self.view.gangs for to in self.chart.near[space]
        )

    def _go(self, space: str, to: str) -> None:
        along = self._takes_along(space, to)
        if to in self.view.herds and space in self.view.herds:
            # The herd there may leave in the same move: worth a try now and then.
            along = self._chance(f"hope/{to}") < 300
        self.doing[space] = Move(space, to, along)
        self.bound[space] = to

    def _stay(self, space: str) -> None:
        self.doing[space] = Hold(space)
        self.bound[space] = space
        if not self._rivals(space):
            return
        for other in self.chart.near[space]:
            if other in self.mine and other not in self.doing and not self._needed(other) and self._chance(other) < 350:
                self.doing[other] = Support(other, space)
                self.bound[other] = other
                return

    def _guard(self, space: str) -> None:
        """Nothing better to do: help a neighbour who is going somewhere, or stand by one that is threatened."""
        for other in self.chart.near[space]:
            to = self.bound.get(other)
            if to is None or other not in self.mine:
                continue
            if to != other and to in self.chart.near[space] and self._rivals(to):
                self.doing[space] = Support(space, other, to)
                break
            if to == other and self._rivals(other):
                self.doing[space] = Support(space, other)
                break
        self.doing.setdefault(space, Hold(space))
        self.bound[space] = space
