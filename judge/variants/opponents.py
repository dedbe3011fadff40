"""Opponents: the orders that the program itself gives for a seat, at a named strength."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from judge.adjudicator.mind import STRENGTHS, Mind
from judge.adjudicator.protocol import AnyGame, Seat
from judge.variants import GAMES, part


def orders_for(game: AnyGame, state: Any, seat: Seat, strength: str, word: str) -> tuple[Any, ...]:
    """The orders of an opponent for the open window, from nothing but what its seat sees."""
    one: Any = game
    return _mind_of(one).orders(state, seat, STRENGTHS[strength], word)


@lru_cache(maxsize=8)
def _mind_of(game: Any) -> Mind[Any, Any]:
    """The mind of a game's opponents: the game's own `mind.py`, or the common one. It keeps what it has worked out
    about a map."""
    own = part(game.key, "mind") if game.key in GAMES else None
    made: Mind[Any, Any] = own.mind(game) if own is not None else Mind(game)
    return made
