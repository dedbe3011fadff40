"""A letter's orders on their way through the checks: the valid ones, the refused ones, and the warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.orders import Order
from judge.variants.land_barons.state import State


@dataclass(slots=True)
class Sieve:
    """A letter's orders while they are checked, by their place in it."""

    board: Board
    state: State
    seat: Seat
    orders: Sequence[Order]
    _: KW_ONLY
    refused: dict[int, Problem] = field(default_factory=dict)
    warned: dict[int, Problem] = field(default_factory=dict)
    said_again: set[int] = field(default_factory=set)
    """Orders that say word for word what a later one says."""

    types: frozenset[type] = field(init=False)
    """The types of its orders: a decision of which there is none has nothing to check."""

    def __post_init__(self) -> None:
        self.types = frozenset(map(type, self.orders))

    def standing(self) -> list[tuple[int, Order]]:
        """The orders not refused so far, with their places."""
        if not self.refused and not self.said_again:
            return [*enumerate(self.orders)]
        return [
            (place, order)
            for place, order in enumerate(self.orders)
            if place not in self.refused and place not in self.said_again
        ]

    def kept(self) -> list[Order]:
        """The orders not refused so far."""
        if not self.refused and not self.said_again:
            return [*self.orders]
        return [order for _, order in self.standing()]
