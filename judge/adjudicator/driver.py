"""The driver: when a window may close, how letters merge, and what closing it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from judge.adjudicator.protocol import Checked, Dice, Game, Later, Line, Problem, Seat, Step

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


@dataclass(frozen=True, slots=True)
class Taken(Generic[O]):
    """A letter as it was read: every line, the orders for this window, and the lines kept for later windows."""

    lines: tuple[Line[O], ...]
    orders: tuple[O, ...]
    later: tuple[Later, ...]

    @property
    def unread(self) -> tuple[Line[O], ...]:
        """The lines that were not understood."""
        return tuple(line for line in self.lines if isinstance(line.said, Problem))


def take(game: Game[S, O], state: S, seat: Seat, form: str, text: str) -> Taken[O]:
    """Read a seat's letter by the form it was asked with."""
    lines = game.read(state, seat, form, text)
    said = [line.said for line in lines]
    return Taken(
        lines,
        tuple(one for one in said if not isinstance(one, Problem | Later)),
        tuple(one for one in said if isinstance(one, Later)),
    )


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
