"""What a letter that is being read has said so far."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass

from judge.adjudicator.protocol import Later, Problem
from judge.variants.land_barons.notation.money import Unplaced
from judge.variants.land_barons.orders import Order

Said = Order | Problem | Later


@dataclass(slots=True)
class Entry:
    """One order of a letter, or what is wrong with a part of it."""

    number: int
    text: str
    said: Said | Unplaced
    notes: tuple[Problem, ...] = ()
    _: KW_ONLY
    rest: bool = False
    group: bool = False
    """Whether it is for everybody at a place: not for whoever has words of their own."""
    all: bool = False
    """Whether it lets everybody stay: those who have an order of their own go."""
