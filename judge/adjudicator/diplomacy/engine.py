"""The kernel that runs: the compiled one if there is one, else the same source interpreted, with the same results."""

from __future__ import annotations

import importlib
from itertools import accumulate
from typing import Any, TypeVar, cast

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.legality import choices
from judge.adjudicator.diplomacy.sheet import HARD_BORDERS
from judge.adjudicator.diplomacy.witness import Witness

T = TypeVar("T")


def _native() -> Any:
    try:
        return importlib.import_module("judge.adjudicator.diplomacy.native")
    except ImportError:
        # Not compiled here, or compiled for another Python, or without librt.
        return None


_NATIVE = _native()


def part(name: str, interpreted_one: T, interpreted: bool = False) -> T:
    """The compiled class of this name, or the interpreted one where there is no other or it is asked for."""
    if interpreted or _NATIVE is None:
        return interpreted_one
    return cast("T", getattr(_NATIVE, name))


def compiled() -> bool:
    """Whether the compiled kernel is the one that runs."""
    return _NATIVE is not None


def kernel(board: Board, edition: Edition, *, interpreted: bool = False) -> Witness:
    """A kernel for a board, compiled unless it cannot be or `interpreted` is asked for."""
    nearby = (*board.army_next, *[()] * (board.place_count - board.province_count), *board.fleet_next)
    return part("Witness", Witness, interpreted)(
        board.province_count,
        board.place_count,
        {
            "touches": list(board.touches),
            "carries": list(map(int, board.carries)),
            "wet": list(map(int, board.sea)),
            "army": list(board.army),
            "fleet": list(board.fleet),
            "fleet_to": list(board.fleet_to),
            "province_of": list(board.province_of),
            "first_step": list(accumulate(map(len, nearby), initial=0)),
            "steps": [place for places in nearby for place in places],
        },
        choices(edition) | HARD_BORDERS * bool(board.hard),
    )
