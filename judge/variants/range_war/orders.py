"""Orders as the seats give them (RW-Q46). Spaces are written by their codes; the unit is a gang."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.diplomacy.seat_orders import Disband, Hold, Notes, Remove, Retreat, Support, Waive
from judge.adjudicator.protocol import Seat

__all__ = [
    "ORDERS",
    "Branding",
    "Build",
    "Disband",
    "Herd",
    "Hold",
    "Move",
    "Movement",
    "Notes",
    "Order",
    "Remove",
    "Retreat",
    "Retreating",
    "Site",
    "Support",
    "Waive",
    "for_kernel",
    "unit",
]


@dataclass(frozen=True, slots=True)
class Move:
    """The gang goes to `to`; `herd`: and takes along the herd that stands with it, if it can."""

    at: str
    to: str
    herd: bool = False
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Herd:
    """A herd is listed: it stands, as it would anyway (RW-Q2)."""

    at: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Site:
    """A piece to be built (G a gang, H a herd) and where."""

    kind: Literal["G", "H"]
    at: str


@dataclass(frozen=True, slots=True)
class Build:
    """One piece is built: the first of these that can be."""

    choices: tuple[Site, ...]
    notes: Notes = field(default=(), compare=False)


Movement = Hold | Move | Support
Retreating = Retreat | Disband
Branding = Build | Remove | Waive
Order = Movement | Herd | Retreating | Branding

ORDERS: tuple[type, ...] = (Hold, Move, Support, Herd, Retreat, Disband, Site, Build, Remove, Waive)


# The kernel's orders and units of one board are few: each is made once. A phase of 36 gangs takes a quarter less time.
_hold = lru_cache(maxsize=1_000)(kernel.Hold)
_move = lru_cache(maxsize=10_000)(kernel.Move)
_support = lru_cache(maxsize=60_000)(kernel.Support)


@lru_cache(maxsize=10_000)
def unit(seat: Seat, space: str) -> kernel.Unit:
    """A gang in the words of the kernel: an army."""
    return kernel.Unit(seat, "A", space)


def for_kernel(order: Movement) -> kernel.Movement:
    """The order in the words of the kernel, which knows no herds."""
    if isinstance(order, Move):
        return _move(order.at, order.to)
    if isinstance(order, Hold):
        return _hold(order.at)
    return _support(order.at, order.of, order.to)
