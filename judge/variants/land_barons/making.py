"""A step in the making: the state so far, what has happened, and the dice. Lives only inside `setup` and `resolve`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from judge.adjudicator.protocol import Dice, Event, Problem, Seat, Verdict
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.orders import Order
from judge.variants.land_barons.state import State


@dataclass(slots=True)
class Making:
    """The state that the rules work on, one after another."""

    board: Board
    dice: Dice
    state: State
    events: list[Event] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None

    def tell(self, *events: Event) -> None:
        """Note what happened."""
        self.events += events

    def judge(self, seat: Seat, order: Order, result: str, detail: str = "", why: Problem | None = None) -> None:
        """Note what became of an order. Orders are their seat's own business: nobody else is told.

        Of what silence said nothing is told that went otherwise: nobody had ordered it.
        """
        if getattr(order, "silent", False) and result in ("lost", "displaced", "discarded"):
            return
        self.events.append(
            Verdict(seat=seat, order=order, result=result, detail=detail, reason=why, told=frozenset({seat}))
        )

    def roll(self, label: str) -> int:
        """1D6, labelled with the turn."""
        return self.dice.roll(f"T{self.state.turn}/{label}")


def renumbered(state: State) -> State:
    """Every owner's units numbered from 1 by age, so that a state is the same however it came about."""
    units = {
        seat: tuple(replace(unit, id=number) for number, unit in enumerate(state.units_of(seat), 1))
        for seat in state.seats
        if state.units_of(seat)
    }
    return replace(state, units=units)


def highest(
    making: Making, label: str, seats: tuple[Seat, ...]
) -> tuple[Seat, tuple[tuple[tuple[Seat, int], ...], ...]]:
    """Roll high on 1D6, again among those tied until one is highest alone (LB-53, LB-62, LB-Q37)."""
    rounds: list[tuple[tuple[Seat, int], ...]] = []
    level = seats
    while len(level) > 1:
        rolls = tuple((seat, making.roll(f"{label}/{len(rounds) + 1}/{seat}")) for seat in level)
        rounds.append(rolls)
        best = max(rolled for _, rolled in rolls)
        level = tuple(seat for seat, rolled in rolls if rolled == best)
    return level[0], tuple(rounds)
