"""The start of a game: the units, the owners of centres, the winters in which units are placed (D-79, D-81)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Seat
from judge.variants.diplomacy.state import Calendar, Phase, Season, State, year_of

if TYPE_CHECKING:
    from judge.variants.diplomacy.chart import Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """One start of a map.

    `placing`: winters before the first year of movement in which each power places one more unit; `anywhere`: not in
    its homes alone. A power then owns the centres that its units are in, and no others. `homes`: how many centres each
    power then names as its own (D-93). In a file `bare` leaves all units out.
    """

    season: Season
    year: int
    units: tuple[Unit, ...]
    centres: Mapping[str, Seat]
    placing: int = 0
    anywhere: bool = False
    homes: int = 0

    @classmethod
    def of(cls, powers: Mapping[str, Mapping[str, Any]], sheet: Mapping[str, Any]) -> Opening:
        """As a map file writes it; what a start does not say of a power is as the power's own sheet has it."""
        season, _, year = str(sheet.get("first", "Spring 1901")).partition(" ")
        placing = sheet.get("placing") or {}
        own = {key: {**one, **(sheet.get("powers") or {}).get(key, {})} for key, one in powers.items()}
        units = [
            Unit(key, "A" if said.split()[0].upper() == "A" else "F", said.split()[1].upper())
            for key, one in own.items()
            for said in ([] if placing or sheet.get("bare") else map(str, one.get("units") or ()))
        ]
        return cls(
            season=season.lower(),
            year=year_of(year.split(",")[0]) or 1901,
            units=tuple(units),
            centres={}
            if placing
            else {str(home): Seat(key) for key, one in own.items() for home in one.get("owns", one.get("homes")) or ()},
            placing=int(placing.get("units", 0)),
            anywhere=placing.get("where") == "anywhere",
            homes=int(placing.get("homes", 0)),
        )

    def phase(self, calendar: Calendar) -> Phase:
        """The phase that the game begins with."""
        return "adjustments" if self.season == calendar.winter else "movement"

    def is_open(self, chart: Chart, state: State) -> bool:
        """Whether this is a winter in which units are placed."""
        return 0 < self.round(chart, state) <= self.placing

    def round(self, chart: Chart, state: State) -> int:
        """The how-manyth winter of placing it is; 0 when it is none."""
        if not self.placing or state.phase != "adjustments" or state.history:
            return 0
        year, number = self.year, 1
        while year < state.year and number <= self.placing:
            year, number = chart.calendar.year_after(year), number + 1
        return number
