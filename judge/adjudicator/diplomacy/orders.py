"""Units and orders as frozen values. Places are written as on the map: `PAR`, `STP/NC`; powers are any text.

An order names its unit by the place the writer gave (`at`), which may state a wrong coast or none: whether it can be
carried out is a question for `legality`, never for the value. DATC's two words are kept apart everywhere: an order is
*illegal* when no orders of anybody could make it work, *invalid* when nothing that was ordered matches it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["A", "F"]


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """An army or a fleet. A fleet in a province with two coasts stands on one of them: `STP/NC`."""

    power: str
    kind: Kind
    place: str


@dataclass(frozen=True, slots=True)
class Hold:
    """The unit stands."""

    at: str


@dataclass(frozen=True, slots=True)
class Move:
    """The unit attacks `to`. `via`: by convoy, said in so many words."""

    at: str
    to: str
    via: bool = False


@dataclass(frozen=True, slots=True)
class SupportHold:
    """The unit helps the one in `of` to stand where it is: whatever else that one does, as long as it does not move."""

    at: str
    of: str


@dataclass(frozen=True, slots=True)
class SupportMove:
    """The unit helps the one in `of` to enter `to`. A coast given with `to` must be the coast the move goes to."""

    at: str
    of: str
    to: str


@dataclass(frozen=True, slots=True)
class Convoy:
    """The fleet carries the army in `of` to `to`."""

    at: str
    of: str
    to: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """The dislodged unit goes to `to`."""

    at: str
    to: str


@dataclass(frozen=True, slots=True)
class Disband:
    """The dislodged unit is taken off the board."""

    at: str


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit in an own home centre."""

    kind: Kind
    place: str


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit too many is taken off the board."""

    at: str


@dataclass(frozen=True, slots=True)
class Waive:
    """A build is let go."""


Movement = Hold | Move | SupportHold | SupportMove | Convoy
Retreating = Retreat | Disband
Adjusting = Build | Remove | Waive
Order = Movement | Retreating | Adjusting
