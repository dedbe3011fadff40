"""A position document on its way to a state: what Gold Rush writes beside seats and numbers is a point."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.plane import Point
from judge.grammar.document import Document
from judge.grammar.position import PositionReader
from judge.variants.gold_rush.board import Board
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.notation import point


class Reading(PositionReader):
    """One document, with every mistake met so far."""

    SEAT = "group"

    def __init__(self, board: Board, document: Document, keys: Sequence[str]) -> None:
        super().__init__(document, SEATS, keys)
        self.board = board

    def spot(self, text: object, *path: str | int) -> Point | None:
        """A point on the table."""
        found = point(str(text))
        if found is None:
            self.complain(f'"{text}" is no point: write inches as 12.5, 30', *path)
        return found
