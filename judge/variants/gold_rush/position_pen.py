"""The reader of a position document of Gold Rush: beside seats and numbers there are points, groups and their order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Option, Problem, Seat
from judge.grammar.document import Document
from judge.grammar.position import PositionReader
from judge.grammar.seats import find_seat
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.notation import TITLES, point
from judge.variants.gold_rush.packs import GROUPS, LETTERS


class GoldRushPen(PositionReader):
    """One document, with every mistake met so far."""

    SEAT = "group"

    def __init__(self, document: Document, keys: Sequence[str], known: Sequence[Option]) -> None:
        super().__init__(document, SEATS, keys)
        self._known = known

    def spot(self, text: object, *path: str | int) -> Point | None:
        """A point on the table."""
        found = point(str(text))
        if found is None:
            self.complain(f'"{text}" is no point: write inches as 12.5, 30', *path)
        return found

    @cached_property
    def chosen(self) -> Mapping[str, str | int | bool]:
        """The house rules."""
        return self.options(self._known)

    @cached_property
    def groups(self) -> Mapping[Seat, str]:
        """The seat of each group: as written, else every group that has a figure or is in the order."""
        groups: dict[Seat, str] = {}
        for name, group in self.mapping("groups").items():
            seat = self.seat(name, "groups", name)
            led = self.seat(group, "groups", name)
            if seat is not None and led is not None:
                groups[seat] = str(led)
        if groups:
            return groups
        for code in self.mapping("figures"):
            own = next((one for one in GROUPS if str(code).upper().startswith(LETTERS[one])), None)
            if own is not None:
                groups[Seat(own)] = own
        for name in self.items("order"):
            found = find_seat(SEATS, name)
            if not isinstance(found, Problem):
                groups[found] = str(found)
        return groups

    @cached_property
    def order(self) -> tuple[Seat, ...]:
        """The order of goes; those not named follow as they first appear."""
        named: list[Seat] = []
        for number, name in enumerate(self.items("order")):
            seat = self.seat(name, "order", number)
            if seat is not None and seat in self.groups and seat not in named:
                named.append(seat)
            elif seat is not None:
                self.complain(f"{TITLES.get(str(seat), seat)} stands here twice or has no group", "order", number)
        return (*named, *(seat for seat in self.groups if seat not in named))

    @property
    def seated(self) -> tuple[Seat, ...]:
        """The seats that have a group."""
        return tuple(seat for seat in map(Seat, GROUPS) if seat in self.groups)
