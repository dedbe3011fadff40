"""Orders as the seats give them (RW-Q46). Spaces are written by their codes; the unit is a gang, an army to the kernel.

Where an order is the kernel's, the kernel's own value is used; a gang's move may take a herd along, a retreat and a
build may name second choices.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.diplomacy.orders import Disband, Hold, Remove
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
    "subject",
    "unit",
]


@dataclass(frozen=True, slots=True)
class Move:
    """The gang goes to `to`; `herd`: and takes along the herd that stands with it, if it can."""

    at: str
    to: str
    herd: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """The gang helps the one in `of` to enter `to`, or (None) to stand."""

    at: str
    of: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Herd:
    """A herd is listed: it stands, as it would anyway (RW-Q2)."""

    at: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """The dislodged gang goes to the first of these spaces that is open to it; if none is, it is taken off."""

    at: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A piece to be built (G a gang, H a herd) and where."""

    kind: Literal["G", "H"]
    at: str


@dataclass(frozen=True, slots=True)
class Build:
    """One piece is built: the first of these that can be."""

    choices: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Waive:
    """So many builds are let go."""

    number: int = 1


Movement = Hold | Move | Support
Retreating = Retreat | Disband
Branding = Build | Remove | Waive
Order = Movement | Herd | Retreating | Branding

ORDERS: tuple[type, ...] = (Hold, Move, Support, Herd, Retreat, Disband, Site, Build, Remove, Waive)


def subject(order: Order) -> Hashable:
    """What an order is about: a gang or a herd by its space; the builds of a Spring are one list."""
    if isinstance(order, Herd):
        return ("herd", order.at)
    if isinstance(order, Build | Waive):
        return ("builds", "")
    return ("remove" if isinstance(order, Remove) else "gang", order.at)


# The kernel's orders and units of one board are few: each is made once. A phase of 36 gangs takes a quarter less time.
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
        return order
    return _support(order.at, order.of, order.to)
