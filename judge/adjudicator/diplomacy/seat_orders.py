"""Orders as seats give them, where boards agree on them: what Diplomacy and every game on its rules share.

`at` is where the unit stands. `notes` is what was overlooked or supplied while reading (a wrong coast, a route, a
retreat written with a herd); it is told as a warning and is no part of what the order is: two spellings of one order
are equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.adjudicator.protocol import Problem

Notes = tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Hold:
    """The unit stands."""

    at: str
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Support:
    """The unit helps the one in `of` to enter `to`, or (None) to stand."""

    at: str
    of: str
    to: str | None = None
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Retreat:
    """The dislodged unit goes to the first of these places that is open to it; if none is, it is taken off."""

    at: str
    to: tuple[str, ...]
    notes: Notes = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Disband:
    """The dislodged unit is taken off the board."""

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
