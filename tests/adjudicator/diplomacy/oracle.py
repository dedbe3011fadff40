"""A slow second adjudicator: every outcome is tried, and nothing is shared with the kernel but the map.

The unknowns are: does this move succeed, is this support given, does this army find its convoy. The rules give each
unknown an equation over the others. Step by step: an unknown whose equation has the same value whatever the others are
is settled; when none is, the smallest group of unknowns that depend on nothing but each other is taken and every
combination of values tried. If just one satisfies all its equations, it is the outcome. If none or several do: armies
moving in a circle all move; in a group with convoys, those armies do not move (Szykman's rule), or nobody does (1982).

Each choice of an edition changes one equation, or who goes by sea.
"""

from collections.abc import Mapping
from itertools import product

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.orders import Convoy, Move, Movement, Support, Unit

Unknown = tuple[str, str]


class Oracle:
    """One phase. Legal orders only; provinces stand for the units in them."""

    def __init__(
        self, board: Board, units: list[Unit], orders: Mapping[str, Movement], edition: Edition = EDITION_2023
    ) -> None:
        self.board = board
        self.edition = edition
        self.unit = {board.province(unit.place): unit for unit in units}
        self.orders = dict(orders)
        self.touching = {
            (board.province(a), board.province(b))
            for a in board.place_ids
            if board.can_stand("F", a)
            for b in board.neighbours("F", a)
        }
        self.goal = {name: board.province(order.to) for name, order in self.orders.items() if isinstance(order, Move)}
        self.fleets = {
            name: [
                other
                for other, order in sorted(self.orders.items())
                if isinstance(order, Convoy) and board.province(order.of) == name and board.province(order.to) == goal
            ]
            for name, goal in self.goal.items()
            if self.unit[name].kind == "A"
        }
        for name in sorted(self.goal):
            if self._needs_sea(name) and not self._falls_back(name) and not self._joined(name, self._all_fleets()):
                # No fleets at sea could ever carry it: an illegal order, the unit holds.
                del self.goal[name]
        self.by_sea = {name for name in self.goal if self._goes_by_sea(name)}
        self.helps = {name: helped for name in self.orders if (helped := self._helps(name)) is not None}

    def _near(self, name: str) -> bool:
        return self.goal[name] in {
            self.board.province(place) for place in self.board.neighbours(self.unit[name].kind, self.unit[name].place)
        }

    def _needs_sea(self, name: str) -> bool:
        order = self.orders[name]
        assert isinstance(order, Move)
        return self.unit[name].kind == "A" and (order.via or not self._near(name))

    def _all_fleets(self) -> set[str]:
        return {
            name for name, unit in self.unit.items() if unit.kind == "F" and self.board.carries[self.board.number[name]]
        }

    def _joined(self, name: str, fleets: set[str]) -> bool:
        """Whether these fleets make a chain of seas from the army to its goal."""
        reached = {fleet for fleet in fleets if (name, fleet) in self.touching}
        while True:
            more = {fleet for fleet in fleets - reached if any((old, fleet) in self.touching for old in reached)}
            if not more:
                return any((fleet, self.goal[name]) in self.touching for fleet in reached)
            reached |= more

    def _falls_back(self, name: str) -> bool:
        """Told to go by convoy to a neighbour, carried by nobody, and free to go by land."""
        by_land = self.edition.via_without_convoy == "by-land"
        return by_land and self._near(name) and not self._joined(name, set(self.fleets.get(name, [])))

    def _goes_by_sea(self, name: str) -> bool:
        if self._needs_sea(name):
            return not self._falls_back(name)
        fleets = self.fleets.get(name, [])
        own = any(self.unit[fleet].power == self.unit[name].power for fleet in fleets)
        meant = {"intent": own, "always": True, "via": False}[self.edition.adjacent_convoy]
        return meant and self._joined(name, set(fleets))

    def _helps(self, name: str) -> str | None:
        order = self.orders[name]
        if isinstance(order, Support) and order.to is None:
            other = self.board.province(order.of)
            return other if other in self.unit and other not in self.goal else None
        if isinstance(order, Support):
            other = self.board.province(order.of)
            if self.goal.get(other) != self.board.province(order.to):
                return None
            ordered = self.orders[other]
            assert isinstance(ordered, Move)
            said_coast = "/" in order.to and self.unit[other].kind == "F"
            if said_coast and self._coast(other) != order.to:
                return None
            return other
        return None

    def _coast(self, name: str) -> str:
        order = self.orders[name]
        assert isinstance(order, Move)
        unit = self.unit[name]
        return next(
            place
            for place in self.board.neighbours(unit.kind, unit.place)
            if place == order.to or self.board.province(place) == order.to
        )

    # The equations. `v` gives a value to every unknown.

    def support(self, name: str, v: Mapping[Unknown, bool], without: str = "") -> int:
        return sum(
            v["given", helper]
            for helper, helped in self.helps.items()
            if helped == name and self.unit[helper].power != without
        )

    def path(self, name: str, v: Mapping[Unknown, bool]) -> bool:
        return name not in self.by_sea or v["carried", name]

    def head_to_head(self, one: str, other: str) -> bool:
        return (
            self.goal.get(one) == other
            and self.goal.get(other) == one
            and one not in self.by_sea
            and other not in self.by_sea
        )

    def hold_strength(self, name: str, v: Mapping[Unknown, bool]) -> int:
        if name not in self.unit:
            return 0
        if name in self.goal:
            return 0 if v["moves", name] else 1
        return 1 + self.support(name, v)

    def alone(self, name: str) -> int:
        """What a moving unit counts by itself: nothing where it crosses a hard border."""
        border = (self.unit[name].kind, self.board.number[name], self.board.number[self.goal[name]])
        return 0 if border in self.board.hard and name not in self.by_sea else 1

    def attack_strength(self, name: str, v: Mapping[Unknown, bool]) -> int:
        if not self.path(name, v):
            return 0
        goal = self.goal[name]
        if goal not in self.unit:
            return self.alone(name) + self.support(name, v)
        leaves = goal in self.goal and not self.head_to_head(name, goal) and v["moves", goal]
        if leaves:
            return self.alone(name) + self.support(name, v)
        if self.unit[goal].power == self.unit[name].power:
            return 0
        return self.alone(name) + self.support(name, v, without=self.unit[goal].power)

    def prevent_strength(self, name: str, v: Mapping[Unknown, bool]) -> int:
        if not self.path(name, v):
            return 0
        goal = self.goal[name]
        faded = self.edition.dislodged_bounces is False and self.goal.get(goal) == name
        if (faded or self.head_to_head(name, goal)) and v.get(("moves", goal), False):
            return 0
        return self.alone(name) + self.support(name, v)

    def value(self, unknown: Unknown, v: Mapping[Unknown, bool]) -> bool:
        what, name = unknown
        if what == "carried":
            safe = {
                fleet
                for fleet in self.fleets[name]
                if not any(v["moves", other] for other, goal in self.goal.items() if goal == fleet)
            }
            return self._joined(name, safe) and (self.edition.convoy_routes == "any" or safe == set(self.fleets[name]))
        if what == "given":
            order = self.orders[name]
            target = self.board.province(order.to) if isinstance(order, Support) and order.to else ""
            for other, goal in self.goal.items():
                if goal != name or self.unit[other].power == self.unit[name].power:
                    continue
                carrier = other in self.by_sea and target in self.fleets[other]
                if carrier and self.edition.paradox == "no-cut":
                    continue
                met = other == target
                if other in self.by_sea and self.edition.attack_from == "last-fleet":
                    # Only a fleet that touches the goal by water can be the last one.
                    met = carrier and (target, name) in self.touching
                if v["moves", other] or (not met and self.path(other, v)):
                    return False
            return True
        attack = self.attack_strength(name, v)
        goal = self.goal[name]
        if self.head_to_head(name, goal):
            if attack <= self.alone(goal) + self.support(goal, v):
                return False
        elif attack <= self.hold_strength(goal, v):
            return False
        return all(
            attack > self.prevent_strength(other, v)
            for other, aim in self.goal.items()
            if aim == goal and other != name
        )

    def unknowns(self) -> list[Unknown]:
        return sorted(
            [("moves", name) for name in self.goal]
            + [("given", name) for name in self.helps]
            + [("carried", name) for name in self.by_sea]
        )

    def outcome(self) -> dict[Unknown, bool]:
        known: dict[Unknown, bool] = {}
        while True:
            open_ = [unknown for unknown in self.unknowns() if unknown not in known]
            if not open_:
                return known
            worlds = [
                known | dict(zip(open_, values, strict=True)) for values in product((True, False), repeat=len(open_))
            ]
            table = {unknown: [self.value(unknown, world) for world in worlds] for unknown in open_}
            settled = {unknown: values[0] for unknown, values in table.items() if len(set(values)) == 1}
            if settled:
                known |= settled
                continue
            known |= self._decide(self._group(open_, table), known, open_)

    def _group(self, open_: list[Unknown], table: Mapping[Unknown, list[bool]]) -> list[Unknown]:
        """The smallest group that depends on nothing outside it."""
        size = len(open_)
        needs: dict[Unknown, set[Unknown]] = {}
        for unknown in open_:
            values = table[unknown]
            # Worlds are numbered in binary, the first unknown being the highest bit.
            needs[unknown] = {
                other
                for place, other in enumerate(open_)
                if any(values[world] != values[world ^ (1 << (size - 1 - place))] for world in range(len(values)))
            }
        groups = []
        for unknown in open_:
            reach, todo = {unknown}, [unknown]
            while todo:
                for other in needs[todo.pop()] - reach:
                    reach.add(other)
                    todo.append(other)
            groups.append(sorted(reach))
        return min(groups, key=lambda group: (len(group), group))

    def _decide(self, group: list[Unknown], known: Mapping[Unknown, bool], open_: list[Unknown]) -> dict[Unknown, bool]:
        rest = dict.fromkeys(open_, False)
        sound = []
        for values in product((True, False), repeat=len(group)):
            trial = dict(zip(group, values, strict=True))
            world = {**known, **rest, **trial}
            if all(self.value(unknown, world) == trial[unknown] for unknown in group):
                sound.append(trial)
        if len(sound) == 1:
            return sound[0]
        carried = {unknown: False for unknown in group if unknown[0] == "carried"}
        if carried and self.edition.paradox == "all-hold":
            return {("moves", name): False for what, name in group if what != "given" and ("moves", name) in open_}
        if carried:
            return carried
        # A circle: the outcome in which everybody in it moves.
        return max(sound, key=lambda trial: sum(trial.values()))
