"""The events of a game of Diplomacy, beside the verdicts on orders. Everything is told to everybody."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegins(Event):
    """The first report: who plays, and who is in civil disorder from the start."""

    seats: tuple[Seat, ...]
    disordered: tuple[Seat, ...]
    victory: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitDislodged(Event):
    """A unit is driven out and must retreat (`options`) or, without any, is destroyed at once. A seat that
    does not see it in a fog is not told where it may go (None), nor where its attacker came from ("")."""

    seat: Seat
    kind: str
    place: str
    by: Seat
    by_kind: str
    by_place: str
    options: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitGone(Event):
    """A dislodged unit of a power without a seat, or without orders, is taken off the board."""

    seat: Seat
    kind: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreTaken(Event):
    """A centre changes hands after the fall. `late`: who had it (None: nobody)."""

    place: str
    seat: Seat
    late: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CentresCounted(Event):
    """The count at the end of a year: each seat's centres, and its builds (or, below zero, removals)."""

    year: int
    centres: Mapping[Seat, int]
    due: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerOut(Event):
    """A power has neither units nor centres left."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DisorderRemoval(Event):
    """A unit of a power without a seat is removed by the rule of civil disorder."""

    seat: Seat
    kind: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmyRaised(Event):
    """A power nobody plays raises an army in a home it still owns (D-94)."""

    seat: Seat
    place: str


EVENTS = (GameBegins, UnitDislodged, UnitGone, CentreTaken, CentresCounted, PowerOut, DisorderRemoval, ArmyRaised)
