"""The whole state of a game: three towns, hands, deck, money, and the moment of the turn it is at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.hell_on_wheels.cards import PLACES

TURNS = 9
"""Two towns lie out at the start and every turn draws one of the other eight: the ninth finds none (HW-4)."""

START_CASH = 20
HAND_LIMIT = 3


@dataclass(frozen=True, slots=True)
class Marked:
    """A card with a marker on it (HW-6)."""

    card: str
    owner: Seat


@dataclass(frozen=True, slots=True)
class Town:
    """A town in a position, with the cards attached to it in the order in which they were played."""

    town: str
    houses: tuple[Marked, ...] = ()
    civilized: tuple[Marked, ...] = ()
    customers: tuple[str, ...] = ()
    mayhem: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """Every RR card attached."""
        return (
            *(one.card for one in self.houses),
            *(one.card for one in self.civilized),
            *self.customers,
            *self.mayhem,
        )

    def owned(self, seat: Seat) -> int:
        """How many Establishments a seat has here."""
        return sum(one.owner == seat for one in self.houses)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game between two letters. Money is in K; `seats` is the table clockwise; deck and town deck top first.

    `moment` names the moment of the turn (see moments.py). In strict tempo `goes` are the seats still to be asked in
    this moment, `round` counts the rounds of a window, and `stirred` says that a card was played in it.
    """

    turn: int
    moment: str
    seats: tuple[Seat, ...]
    supervisor: Seat | None
    cash: Mapping[Seat, int]
    hands: Mapping[Seat, tuple[str, ...]]
    towns: Mapping[str, Town | None]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    town_deck: tuple[str, ...]
    options: Mapping[str, str | int | bool]
    goes: tuple[Seat, ...] = ()
    round: int = 1
    stirred: bool = False
    shuffles: int = 0
    without_player: frozenset[Seat] = frozenset()
    final_houses: Mapping[Seat, int] | None = None
    over: Outcome | None = None

    def in_order(self) -> tuple[Seat, ...]:
        """Supervisor order: from the Supervisor clockwise (HW-20, HW-Q1). Without one, the seats as they sit."""
        if self.supervisor is None:
            return self.seats
        start = self.seats.index(self.supervisor)
        return self.seats[start:] + self.seats[:start]

    def houses(self) -> dict[Seat, int]:
        """Establishments on the table, by owner."""
        towns = [self.towns[place] for place in PLACES]
        return {seat: sum(town.owned(seat) for town in towns if town) for seat in self.seats}

    @property
    def strict(self) -> bool:
        """One seat at a time, instead of lists by mail."""
        return self.options["tempo"] == "strict"


def reverse_order(state: State) -> tuple[Seat, ...]:
    """From the player on the Supervisor's right, counter-clockwise, the Supervisor last (HW-20, HW-Q1)."""
    return tuple(reversed(state.in_order()))
