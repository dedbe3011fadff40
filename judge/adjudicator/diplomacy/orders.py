"""Units and orders as frozen values, for the kernel and for every seat. Places are written as on the map: `PAR`,
`STP/NC`; powers are any text.

An order names its unit by the place the writer gave (`at`), which may state a wrong coast or none. Whether it can be
carried out is a question for `legality`, never for the value. `silent`: nobody said so, silence did; that is no part of
what the order is. DATC's two words are kept apart everywhere: an order is *illegal* when no orders of anybody could
make it work, *invalid* when nothing that was ordered matches it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["A", "F"]


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """An army or a fleet. A fleet in a province with two coasts stands on one of them: `STP/NC`."""

    power: str
    kind: Kind
    place: str


class OfUnit:
    """An order about the unit in `at`: a later one for that unit takes its place."""

    __slots__ = ()
    at: str

    @property
    def subject(self) -> Hashable:
        """The unit, by its province."""
        return ("unit", self.at.partition("/")[0])


@dataclass(frozen=True, slots=True)
class Hold(OfUnit):
    """The unit stands."""

    at: str
    silent: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Move(OfUnit):
    """The unit attacks `to`. `via`: by convoy, said in so many words."""

    at: str
    to: str
    via: bool = False


@dataclass(frozen=True, slots=True)
class Routed(Move):
    """A move by convoy through these seas and no others: where the house lets routes bind."""

    route: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Transform(OfUnit):
    """The unit stands and becomes one of the other kind in `to`: its province, or for a fleet one of its coasts."""

    at: str
    kind: Kind
    to: str


@dataclass(frozen=True, slots=True)
class Support(OfUnit):
    """The unit helps the one in `of` to enter `to`; a coast given with it must be the coast the move goes to.

    Without `to` it helps that unit to stand where it is: whatever else it does, as long as it does not move.
    """

    at: str
    of: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Convoy(OfUnit):
    """The fleet carries the army in `of` to `to`."""

    at: str
    of: str
    to: str


@dataclass(frozen=True, slots=True)
class Retreat(OfUnit):
    """The dislodged unit goes to the first of these places that is open to it; if none is, it is taken off."""

    at: str
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disband(OfUnit):
    """The dislodged unit is taken off the board."""

    at: str
    silent: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Build:
    """A new unit in an own home centre."""

    kind: Kind
    at: str

    @property
    def subject(self) -> Hashable:
        """The site: a province takes one unit."""
        return ("build", self.at.partition("/")[0])


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit too many is taken off the board."""

    at: str
    silent: bool = field(default=False, compare=False)

    @property
    def subject(self) -> Hashable:
        """The unit, by its province."""
        return ("remove", self.at.partition("/")[0])


@dataclass(frozen=True, slots=True)
class Waive:
    """So many builds are let go."""

    number: int = 1

    @property
    def subject(self) -> Hashable:
        """All waivers together."""
        return ("waive",)


@dataclass(frozen=True, slots=True)
class Home:
    """A supply centre named as a home of one's own, where a board lets powers name them."""

    at: str

    @property
    def subject(self) -> Hashable:
        """The centre."""
        return ("home", self.at)


Movement = Hold | Move | Support | Convoy | Transform
Retreating = Retreat | Disband
Adjusting = Build | Remove | Waive
Order = Movement | Retreating | Adjusting | Home

MOVEMENT = (Hold, Move, Routed, Support, Convoy, Transform)
RETREATING = (Retreat, Disband)
ADJUSTING = (Build, Remove, Waive, Home)
