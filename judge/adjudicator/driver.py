"""The driver: when a window may close, how letters merge, and what closing it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Generic, TypeVar

from judge.adjudicator.protocol import Checked, Dice, Game, Seat, Step, Window

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741


@dataclass(frozen=True, slots=True)
class Closed(Generic[S, O]):
    """A closed window: the step it made, and each asked seat's orders as they were used."""

    step: Step[S]
    checked: Mapping[Seat, Checked[O]]

    @property
    def used(self) -> dict[Seat, tuple[O, ...]]:
        """The complete order sets that were carried out."""
        return {seat: checked.accepted + checked.filled for seat, checked in self.checked.items()}


def is_ready(window: Window, answered: AbstractSet[Seat]) -> bool:
    """A window is ready when every seat it waits for has answered."""
    return all(seat in answered for seat, ask in window.asks.items() if ask.waits)


def merge(game: Game[S, O], earlier: Sequence[O], later: Sequence[O]) -> tuple[O, ...]:
    """A later letter changes only what it names: its subjects drop out of the earlier orders."""
    named = {game.subject(order) for order in later}
    return tuple(order for order in earlier if game.subject(order) not in named) + tuple(later)


def close(game: Game[S, O], state: S, sent: Mapping[Seat, Sequence[O]], dice: Dice) -> Closed[S, O]:
    """Close the open window: check what each asked seat sent, fill in what silence means, and resolve."""
    window = game.window(state)
    if window is None:
        raise ValueError("the game is over: no window is open")
    checked = {seat: game.check(state, seat, sent.get(seat, ())) for seat in sorted(window.asks)}
    orders = {seat: one.accepted + one.filled for seat, one in checked.items()}
    return Closed(game.resolve(state, orders, dice), checked)
