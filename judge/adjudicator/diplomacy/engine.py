"""Which kernel runs: the compiled one where there is one, else the same source interpreted, with the same results."""

from __future__ import annotations

import importlib
from itertools import accumulate
from typing import cast

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.legality import choices
from judge.adjudicator.diplomacy.witness import Witness


def _native() -> type[Witness] | None:
    try:
        return cast("type[Witness]", importlib.import_module("judge.adjudicator.diplomacy.native").Witness)
    except ImportError:
        # Not compiled here, or compiled for another Python, or without librt.
        return None


_NATIVE = _native()


def compiled() -> bool:
    """Whether the compiled kernel is the one that runs."""
    return _NATIVE is not None


def kernel(board: Board, edition: Edition, *, interpreted: bool = False) -> Witness:
    """A kernel for a board, compiled unless it cannot be or `interpreted` is asked for."""
    nearby = (*board.army_next, *[()] * (board.place_count - board.province_count), *board.fleet_next)
    maker = Witness if interpreted or _NATIVE is None else _NATIVE
    return maker(
        board.province_count,
        board.place_count,
        list(board.touches),
        [int(wet) for wet in board.sea],
        list(board.army),
        list(board.fleet),
        list(board.fleet_to),
        list(board.province_of),
        list(accumulate(map(len, nearby), initial=0)),
        [place for places in nearby for place in places],
        choices(edition),
        int(edition.retreat_to_convoyed_origin),
    )
