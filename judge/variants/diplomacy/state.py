"""The state of a game and its calendar: springs, falls and winters, and the phases in them (D-1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.diplomacy.phases import year_after
from judge.adjudicator.protocol import Outcome, Seat

Season = str
Phase = Literal["movement", "retreats", "adjustments"]
Choices = Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class Calendar:
    """The year of a map: its seasons of movement (the last counts the centres), the season of builds, and the number of
    years from one year of the game to the next (D-84)."""

    seasons: tuple[Season, ...] = ("spring", "fall")
    winter: Season = "winter"
    step: int = 1

    def after(self, season: Season) -> Season | None:
        """The next season of movement in the same year."""
        place = self.seasons.index(season) + 1
        return self.seasons[place] if place < len(self.seasons) else None

    def year_after(self, year: int) -> int:
        """The next year of this calendar."""
        return year_after(year, self.step)

    def has(self, season: Season, phase: str) -> bool:
        """Whether that phase is one of the year's."""
        return season == self.winter if phase == "adjustments" else season in self.seasons


def year_text(year: int) -> str:
    """`1901`, `480 BC`: years before Christ are below zero, and there is no year 0."""
    return str(year) if year > 0 else f"{-year} BC"


def year_of(text: str) -> int | None:
    """The year a text says; None when it says none."""
    said = text.strip().upper().replace(".", "")
    number = said.removesuffix("E").removesuffix("BC").removesuffix("AD").strip()
    if not number.isdecimal() or not 0 < int(number) < 1_000_000:
        return None
    return -int(number) if number != said and not said.endswith("AD") else int(number)


@dataclass(frozen=True, slots=True)
class Driven:
    """A dislodged unit: where its attacker came from (if that is known) and where it may go."""

    unit: Unit
    by: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many centres each seat held at the end of a year."""

    year: int
    centres: Mapping[Seat, int]


@dataclass(frozen=True, kw_only=True)
class State:
    """Everything there is to know; nothing of it is secret (orders are not part of a state)."""

    year: int
    season: Season
    phase: Phase
    seats: tuple[Seat, ...]
    units: tuple[Unit, ...]
    centres: Mapping[str, Seat]
    options: Choices
    dislodged: tuple[Driven, ...] = ()
    contested: tuple[str, ...] = ()
    history: tuple[Count, ...] = ()
    over: Outcome | None = None
    quiet: int = 0
    """Years since a centre last changed hands."""
    homes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    """The centres that each seat named as its homes, where a board lets it (D-93)."""

    @property
    def title(self) -> str:
        """The title of the phase: `Spring 1901, movement`."""
        return self.titled(self.season, self.year, self.phase)

    @staticmethod
    def titled(season: Season, year: int, phase: Phase) -> str:
        """A phase's title."""
        return f"{season.capitalize()} {year_text(year)}, {phase}"

    def unit(self, province: str) -> Unit | None:
        """The unit in a province."""
        return self._standing.get(province)

    @cached_property
    def _standing(self) -> Mapping[str, Unit]:
        """The units by their provinces and places: a letter asks for every unit that it names."""
        found: dict[str, Unit] = {}
        for unit in self.units:
            found.setdefault(unit.place, unit)
            found.setdefault(unit.place.partition("/")[0], unit)
        return found

    def driven(self, province: str) -> Driven | None:
        """The dislodged unit of a province."""
        for one in self.dislodged:
            if one.unit.place.partition("/")[0] == province:
                return one
        return None

    def of(self, seat: Seat) -> tuple[Unit, ...]:
        """A seat's units on the board, in the order in which units are listed."""
        return self._forces.get(seat, ())

    @cached_property
    def _forces(self) -> Mapping[str, tuple[Unit, ...]]:
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in sorted(self.units, key=rank):
            found[unit.power] = (*found.get(unit.power, ()), unit)
        return found

    def held(self, seat: Seat) -> tuple[str, ...]:
        """A seat's centres."""
        return self._held.get(seat, ())

    @cached_property
    def _held(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for centre, owner in sorted(self.centres.items()):
            found[owner] = (*found.get(owner, ()), centre)
        return found


@dataclass(frozen=True, kw_only=True)
class Masked(State):
    """A state as one seat sees it in a fog: units in `unseen` provinces are left out (D-90)."""

    unseen: frozenset[str] = frozenset()


def rank(unit: Unit) -> tuple[str, str, str]:
    """The order in which units are listed."""
    return (unit.power, unit.kind, unit.place)
