"""The lawful orders of a position, unit by unit, for `judge.batch.Diplomacy` and its tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

from judge.adjudicator.diplomacy import engine
from judge.adjudicator.diplomacy.board import Board
from judge.batch.menu import CARRYING, OWN_VOYAGE, Menu


class Choices:
    """The lawful orders on one board, as texts that `judge batch` reads."""

    def __init__(self, board: Board, *, interpreted: bool = False) -> None:
        self.board = board
        provinces, places = board.province_count, board.place_count
        self.coasts = [province for province in range(provinces) if board.coastal[province]]
        carriers = [province for province in range(provinces) if board.carries[province]]
        self.names = [*(f"A {name}" for name in board.place_ids), *(f"F {name}" for name in board.place_ids)]
        self.number = {name: number for number, name in enumerate(self.names)}
        self.menu: Menu = engine.part("Menu", Menu, interpreted)(
            self,
            provinces,
            places,
            {
                "province_of": list(board.province_of),
                "coast": _numbered(board.coastal),
                "carrier": _numbered(board.carries),
                "reach": [self._coasts(board.province_of[place] for place in self._steps(unit))
                          for unit in range(2 * places)],
                "shore": [self._coasts(b for b in range(provinces) if board.touches[sea * provinces + b])
                          for sea in carriers],
                "afloat": [self._carriers(board.sea_next[province]) for province in range(provinces)],
                "onward": [self._carriers(board.sea_next[sea]) for sea in carriers],
            },
        )  # fmt: skip

    def movement(self, units: Sequence[str]) -> dict[str, list[str]]:
        """The lawful orders of a movement phase by unit, `A PAR`; at most one unit a province."""
        return dict(zip(units, self.menu.orders([self.number[unit] for unit in units]), strict=True))

    def retreats(self, options: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """The lawful orders of dislodged units, given where each may go."""
        return {unit: [f"{unit} D", *(f"{unit} R {place}" for place in ways)] for unit, ways in options.items()}

    def builds(self, sites: Sequence[str], number: int) -> dict[str, list[str]]:
        """The lawful orders of a power that may build so many, one list a build: `build 1`, `build 2`."""
        board = self.board
        said = ["WAIVE"]
        for site in sites:
            province = board.number[site]
            kind = board.provinces[province].kind
            said += [] if kind == "sea" else [f"A {site} B"]
            if kind != "land":
                said += [f"F {board.place_ids[place]} B" for place in board.coasts_of[province] or (province,)]
        return {f"build {one}": said for one in range(1, number + 1)}

    def removals(self, units: Sequence[str], number: int) -> dict[str, list[str]]:
        """The lawful orders of a power that must remove so many, one list a removal."""
        return {f"remove {one}": [f"{unit} D" for unit in units] for one in range(1, number + 1)}

    # The menu calls these when it meets something for the first time.

    def own(self, unit: int) -> list[str]:
        """Orders that need nobody else."""
        name = self.names[unit]
        return [f"{name} H", *(f"{name} - {self.board.place_ids[place]}" for place in self._steps(unit))]

    def near(self, unit: int) -> list[int]:
        """Provinces whose units it might support: those it could enter, and those from which a unit could."""
        board = self.board
        goals = {board.province_of[place] for place in self._steps(unit)}
        around = set(chain.from_iterable(board.borders(goal, "") for goal in goals)) | goals
        return sorted(around - {board.province_of[unit % board.place_count]})

    def pair(self, unit: int, other: int) -> list[str]:
        """Supports of another unit: to hold, and to every place that both could reach."""
        board = self.board
        places = board.place_count
        goals = {board.province_of[place] for place in self._steps(unit)}
        here, there = board.province_of[unit % places], board.province_of[other % places]
        name, helped = self.names[unit], self.names[other]
        said = [f"{name} S {helped}"] if there in goals else []
        return said + [
            f"{name} S {helped} - {board.place_ids[place]}"
            for place in self._steps(other)
            if board.province_of[place] in goals and board.province_of[place] not in (here, there)
        ]

    def about(self, what: int, unit: int, army: int, goals: int) -> list[str]:
        """Orders about an army's voyage to some of these goals: its own, a fleet's to carry it, another's support."""
        board = self.board
        name, helped = self.names[unit], self.names[army]
        found = [goal for bit, goal in enumerate(self.coasts) if goals >> bit & 1]
        if what == OWN_VOYAGE:
            return [f"{name} - {board.ids[goal]} VIA" for goal in found]
        here = board.province_of[unit % board.place_count]
        if what == CARRYING:
            return [f"{name} C {helped} - {board.ids[goal]}" for goal in found if board.on_route(here, army, goal)]
        return [f"{name} S {helped} - {board.ids[goal]}" for goal in found if goal not in (here, army)]

    def _steps(self, unit: int) -> tuple[int, ...]:
        places = self.board.place_count
        if unit >= places:
            return self.board.fleet_next[unit - places]
        return self.board.army_next[unit] if unit < self.board.province_count else ()

    def _coasts(self, provinces: Iterable[int]) -> int:
        return _bits(provinces, _numbered(self.board.coastal))

    def _carriers(self, provinces: Iterable[int]) -> int:
        return _bits(provinces, _numbered(self.board.carries))


def _numbered(marks: Sequence[bool]) -> list[int]:
    """The marked ones numbered from 0, -1 for the others."""
    numbers = count()
    return [next(numbers) if mark else -1 for mark in marks]


def _bits(provinces: Iterable[int], bit: Sequence[int]) -> int:
    """A set of provinces as one number; those without a bit are no part of it."""
    total = 0
    for province in provinces:
        if bit[province] >= 0:
            total |= 1 << bit[province]
    return total
