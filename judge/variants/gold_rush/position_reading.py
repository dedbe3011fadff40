"""A position document on its way to a state: its seats, points and numbers, and every mistake met so far."""

from __future__ import annotations

from typing import Any

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.document import Complaint, Document
from judge.grammar.seats import find_seat
from judge.variants.gold_rush.board import Board
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.notation import point
from judge.variants.gold_rush.packs import (
    GROUPS,
)


class Reading:
    """One document, with every mistake met so far."""

    def __init__(self, board: Board, document: Document) -> None:
        self.board = board
        self.document = document
        self.wrong: list[Complaint] = []

    def complain(self, sentence: str, *path: str | int) -> None:
        self.wrong.append(self.document.complaint(sentence, *path))

    def mapping(self, *path: str | int) -> dict[Any, Any]:
        """The mapping at these keys, empty when there is none."""
        value = self.document.sub(*path).value
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.complain("expected `key: value` lines here", *path)
            return {}
        return value

    def seat(self, text: object, *path: str | int) -> Seat | None:
        found = find_seat(SEATS, str(text))
        if isinstance(found, Problem):
            self.complain(f'"{text}" is no group; known are {", ".join(GROUPS)}', *path)
            return None
        return found

    def spot(self, text: object, *path: str | int) -> Point | None:
        found = point(str(text))
        if found is None:
            self.complain(f'"{text}" is no point: write inches as 12.5, 30', *path)
        return found

    def number(self, value: object, low: int, high: int, *path: str | int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.complain(f"expected a whole number from {low} to {high}, not {value!r}", *path)
            return low
        return value

    def by_seat(self, key: str, low: int, high: int) -> dict[Seat, int]:
        found = {}
        for name, value in self.mapping(key).items():
            seat = self.seat(name, key, name)
            if seat is not None:
                found[seat] = self.number(value, low, high, key, name)
        return found
