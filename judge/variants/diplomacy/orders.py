"""Orders as the seats give them. Places are written as on the map: `PAR`, `STP/NC`.

`notes` is what was overlooked or supplied while reading (a wrong coast, a route, a spelling with two meanings); it is
told as a warning and is no part of what the order is: two spellings of one order are equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.protocol import Problem

Notes = tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """The unit stands."""

    at: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """The unit attacks `to`; `via`: by convoy, said in so many words."""

    at: str
    to: str
    via: bool = False
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Support:
    """The unit helps the one in `of` to enter `to`, or (None) to stand."""

    at: str
    of: str
    to: str | None = None
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Convoy:
    """The fleet carries the army in `of` to `to`."""

    at: str
    of: str
    to: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Retreat:
    """The dislodged unit goes to the first of these places that is open to it."""

    at: str
    to: tuple[str, ...]
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Disband:
    """The dislodged unit is taken off the board."""

    at: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit in an own home centre."""

    kind: str
    at: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit too many is taken off the board."""

    at: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Waive:
    """So many builds are let go."""

    number: int = 1
    notes: Notes = field(default=(), compare=False)


Movement = Hold | Move | Support | Convoy
Retreating = Retreat | Disband
Adjusting = Build | Remove | Waive
Order = Movement | Retreating | Adjusting

MOVEMENT = (Hold, Move, Support, Convoy)
RETREATING = (Retreat, Disband)
ADJUSTING = (Build, Remove, Waive)


def for_kernel(order: Movement) -> kernel.Movement:
    """The order in the words of the kernel."""
    match order:
        case Hold(at):
            return kernel.Hold(at)
        case Move(at, to, via):
            return kernel.Move(at, to, via)
        case Support(at, of, None):
            return kernel.SupportHold(at, of)
        case Support(at, of, to):
            assert to is not None
            return kernel.SupportMove(at, of, to)
        case Convoy(at, of, to):
            return kernel.Convoy(at, of, to)


def for_winter(order: Build) -> kernel.Build:
    """A build in the words of the kernel."""
    return kernel.Build("F" if order.kind == "F" else "A", order.at)
