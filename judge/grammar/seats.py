"""Seats by id, full name, any word that only one of them has, or an unambiguous beginning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from judge.adjudicator.protocol import AnyGame, Problem, Seat, SeatName
from judge.grammar.lexicon import Lexicon
from judge.grammar.memory import once_each
from judge.grammar.text import folded


def seat_lexicon(seats: Sequence[SeatName]) -> Lexicon:
    """The lexicon of a game's seats; made once for each table of them."""
    return _lexicon(tuple(seats))


@once_each
def seats_of(game: AnyGame) -> Lexicon:
    """The lexicon of the seats of this game."""
    return seat_lexicon(game.seats)


@lru_cache(maxsize=64)
def _lexicon(seats: tuple[SeatName, ...]) -> Lexicon:
    counts = Counter(word for seat in seats for word in set(folded(seat.name).split()))
    return Lexicon(
        "seat",
        {
            seat.id: (
                seat.name,
                *seat.aliases,
                *sorted(word for word in set(folded(seat.name).split()) if counts[word] == 1 and len(word) > 1),
            )
            for seat in seats
        },
    )


def find_seat(seats: Sequence[SeatName], text: str) -> Seat | Problem:
    """The seat a text names, or `unknown-seat` / `ambiguous-seat` with the nearest."""
    found = seat_lexicon(seats).find(text)
    return found if isinstance(found, Problem) else Seat(found)
