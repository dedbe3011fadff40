"""The year's round: spring movement and retreats, fall movement and retreats, winter adjustments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase, written `S1901M`: season (S, F, W), year, and movement, retreats or adjustments (M, R, A).

    A year before Christ is below zero: `S-480M`.
    """

    season: Literal["S", "F", "W"]
    year: int
    task: Literal["M", "R", "A"]

    @classmethod
    def read(cls, text: str) -> Phase:
        """`S1901M` and the like; a ValueError says what was expected."""
        found = re.fullmatch(r"([SF])(-?[1-9]\d{0,5})([MR])|(W)(-?[1-9]\d{0,5})(A)", text)
        if found is None:
            raise ValueError(f'"{text}" is no phase: S1901M, S1901R, F1901M, F1901R and W1901A are')
        season, year, task = (part for part in found.groups() if part)
        return cls(season, int(year), task)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"{self.season}{self.year}{self.task}"

    def next(self, *, dislodged: bool, adjusts: bool, step: int = 1) -> Phase:
        """The next phase in which somebody has something to do.

        `dislodged`: units wait to retreat after this phase; `adjusts`: somebody has a build or a removal to make;
        `step`: from year to year.
        """
        if self.task == "M" and dislodged:
            return Phase(self.season, self.year, "R")
        if self.season == "S":
            return Phase("F", self.year, "M")
        if self.season == "F" and adjusts:
            return Phase("W", self.year, "A")
        return Phase("S", year_after(self.year, step), "M")


def year_after(year: int, step: int) -> int:
    """The next year of a game, so many years on; there is no year 0 (D-75, D-84)."""
    later = year + step
    return later + 1 if year < 0 <= later else later
