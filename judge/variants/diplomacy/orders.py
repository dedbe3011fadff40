"""Orders as the seats give them. Places are written as on the map: `PAR`, `STP/NC`."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.diplomacy.seat_orders import Disband, Hold, Notes, Remove, Retreat, Support, Waive

__all__ = [
    "ADJUSTING",
    "MOVEMENT",
    "RETREATING",
    "Adjusting",
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Move",
    "Movement",
    "Notes",
    "Order",
    "Remove",
    "Retreat",
    "Retreating",
    "Support",
    "Waive",
    "for_kernel",
    "for_winter",
]


@dataclass(frozen=True, slots=True)
class Move:
    """The unit attacks `to`; `via`: by convoy, said in so many words."""

    at: str
    to: str
    via: bool = False
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Convoy:
    """The fleet carries the army in `of` to `to`."""

    at: str
    of: str
    to: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit in an own home centre."""

    kind: str
    at: str
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
