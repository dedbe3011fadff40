"""A scripted player: bids by value, builds where it can, raids the weak, guards its Baron. From its view alone."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.view import View


def letter(board: Board, view: View, seat: Seat, word: str) -> str:
    """A letter for the open window."""
    return ""
