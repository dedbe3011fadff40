"""Orders as the seats give them (RW-Q46). Spaces are written by their codes; the unit is a gang, an army to the kernel.

Where an order is the kernel's, the kernel's own value is used. A gang's move may take a herd along, a retreat and a
build may name second choices.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.diplomacy.orders import Disband, Hold, OfUnit, Remove, Retreat, Support
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
class Move(OfUnit):
    """The gang goes to `to`; `herd`: and takes along the herd in its space, if it can."""

    at: str
    to: str
    herd: bool = False


@dataclass(frozen=True, slots=True)
class Herd:
    """A herd is listed: it stays, as it would anyway (RW-Q2)."""

    at: str

    @property
    def subject(self) -> Hashable:
        """The herd, by its space."""
        return ("herd", self.at)


@dataclass(frozen=True, slots=True)
class Site:
    """A piece to be built (G a gang, H a herd) and where."""

    kind: Literal["G", "H"]
    at: str


class _OfSpring:
    """All builds of a Spring are one list."""

    __slots__ = ()

    @property
    def subject(self) -> Hashable:
        """The builds of a Spring."""
        return ("builds", "")


@dataclass(frozen=True, slots=True)
class Build(_OfSpring):
    """One piece is built: the first of these that can be."""

    choices: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Waive(_OfSpring):
    """So many builds are let go."""

    number: int = 1


Movement = Hold | Move | Support
Retreating = Retreat | Disband
Branding = Build | Remove | Waive
Order = Movement | Herd | Retreating | Branding

ORDERS: tuple[type, ...] = (Hold, Move, Support, Herd, Retreat, Disband, Site, Build, Remove, Waive)


# The kernel's moves and units of one board are few: each is made once, which spares a phase a quarter of its time.
_move = lru_cache(maxsize=10_000)(kernel.Move)


@lru_cache(maxsize=10_000)
def unit(seat: Seat, space: str) -> kernel.Unit:
    """A gang in the words of the kernel: an army."""
    return kernel.Unit(seat, "A", space)


def for_kernel(order: Movement) -> kernel.Movement:
    """The order in the words of the kernel, which knows no herds."""
    return _move(order.at, order.to) if isinstance(order, Move) else order
