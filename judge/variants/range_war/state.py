"""The state of a game. Nothing in it is secret: orders are not part of a state (RW-Q46)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from judge.adjudicator.protocol import Outcome, Seat

Season = Literal["summer", "winter", "spring"]
Phase = Literal["movement", "retreats", "branding"]
Choices = Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class Brand:
    """Whose brand a herd wears (None: it is wild), and whose it was before it was raided this Summer."""

    seat: Seat | None = None
    late: Seat | None = None


WILD = Brand()


@dataclass(frozen=True, slots=True)
class Driven:
    """A dislodged gang: whose it is, where its attacker came from, and where it may go."""

    seat: Seat
    at: str
    by: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many centres each seat had when those of a year were counted."""

    year: int
    centres: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class State:
    """Everything there is to know. `year` is the calendar's: Branding of 1870 is in Spring 1871. Which pieces are whose
    is asked of one state again and again, and found out once."""

    year: int
    season: Season
    phase: Phase
    seats: tuple[Seat, ...]
    gangs: Mapping[str, Seat]
    herds: Mapping[str, Brand]
    centres: Mapping[str, Seat]
    options: Choices
    dislodged: tuple[Driven, ...] = ()
    contested: tuple[str, ...] = ()
    """Spaces left vacant by a standoff: closed to retreats."""
    captured: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """The ledger of first captures: every rival home a seat has ever held after a Winter (RW-Q27)."""
    herd_builds: Mapping[Seat, int] = field(default_factory=dict)
    """How many of its builds of this Spring a seat may make herds."""
    out: tuple[Seat, ...] = ()
    history: tuple[Count, ...] = ()
    over: Outcome | None = None

    @property
    def title(self) -> str:
        """`Summer 1870, movement`."""
        return f"{self.season.capitalize()} {self.year}, {self.phase}"

    def of(self, seat: Seat) -> tuple[str, ...]:
        """The spaces of a seat's gangs."""
        return self._gangs_of.get(seat, ())

    @cached_property
    def _gangs_of(self) -> Mapping[Seat | None, tuple[str, ...]]:
        return _by_owner(self.gangs)

    def driven(self, at: str) -> Driven | None:
        """The gang dislodged from a space."""
        return next((one for one in self.dislodged if one.at == at), None)

    def held(self, seat: Seat) -> tuple[str, ...]:
        """The fixed centres of a seat."""
        return self._centres_of.get(seat, ())

    @cached_property
    def _centres_of(self) -> Mapping[Seat | None, tuple[str, ...]]:
        return _by_owner(self.centres)

    def branded(self, seat: Seat) -> tuple[str, ...]:
        """The spaces of the herds that wear a seat's brand."""
        return self._herds_of.get(seat, ())

    @cached_property
    def _herds_of(self) -> Mapping[Seat | None, tuple[str, ...]]:
        return _by_owner({space: brand.seat for space, brand in self.herds.items()})

    def count(self, seat: Seat) -> int:
        """A seat's centres: fixed ones and herds (RW-Q23)."""
        return len(self.held(seat)) + len(self.branded(seat))

    def due(self, seat: Seat) -> int:
        """Builds a seat may make or, below zero, gangs it must remove (RW-Q23)."""
        return self.count(seat) - len(self.of(seat))


def _by_owner(owners: Mapping[str, Seat | None]) -> dict[Seat | None, tuple[str, ...]]:
    """The spaces of each owner, by code."""
    found: dict[Seat | None, list[str]] = {}
    for space in sorted(owners):
        found.setdefault(owners[space], []).append(space)
    return {owner: tuple(spaces) for owner, spaces in found.items()}
