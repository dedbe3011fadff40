"""A game of Diplomacy as a value, for programs that play: its position, its lawful orders, and the next position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any, Literal

from judge.adjudicator.diplomacy.phases import Phase
from judge.batch.choices import Choices
from judge.batch.lines import Batch, by_map, decode
from judge.shelf import map_document
from judge.variants.diplomacy.opening import Opening

Lists = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Diplomacy:
    """One position of a game; `step` gives the next and changes nothing.

    `phase` as `S1901M`, units as `A PAR`, powers in capitals. `said`: the results, as JSON until they are asked for.
    """

    phase: str
    units: Lists
    centers: Lists
    dislodged: Lists
    retreats: Lists
    said: str | Mapping[str, str]
    _: KW_ONLY
    last_year: int
    rules: Rules = field(repr=False, compare=False)

    @classmethod
    def start(cls, map_name: str = "diplomacy", *, edition: str = "2023", years: int = 30) -> Diplomacy:
        """The first phase on a map, by its name or the path of its file; the game ends after so many years."""
        rules = Rules.of(map_name, edition)
        return cls(
            rules.first,
            rules.units,
            rules.centers,
            {},
            {},
            {},
            last_year=int(rules.first[1:-1]) + years - 1,
            rules=rules,
        )

    @classmethod
    def at(cls, line: Mapping[str, Any], map_name: str = "diplomacy", *, edition: str = "2023") -> Diplomacy:
        """The position of a line of `judge batch`, or of one of its answers."""
        rules = Rules.of(map_name, edition)
        phase = str(line["next_phase"] if "results" in line else line["phase"])
        units, centers, dislodged, ways = (line.get(key) or {} for key in ("units", "centers", "dislodged", "retreats"))
        year = int(phase[1:-1]) if phase != "COMPLETED" else 0
        said = line.get("results") or {}
        return cls(phase, units, centers, dislodged, ways, said, last_year=year + 29, rules=rules)

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or the last year has ended."""
        return self.phase == "COMPLETED" or int(self.phase[1:-1]) > self.last_year

    @property
    def scores(self) -> dict[str, int]:
        """How many centres each power has."""
        return {power: len(self.centers.get(power, ())) for power in self.rules.powers}

    def orders(self) -> dict[str, dict[str, list[str]]]:
        """All lawful orders: for each power that is asked, those of each of its units (or of each build or removal)."""
        choices = self.rules.choices
        if self.is_over:
            return {}
        if self.phase[-1] == "M":
            all_units = [unit for units in self.units.values() for unit in units]
            found = choices.movement(all_units)
            return {power: {unit: found[unit] for unit in units} for power, units in self.units.items() if units}
        if self.phase[-1] == "R":
            return {
                power: choices.retreats({unit: self.retreats.get(unit, ()) for unit in units})
                for power, units in self.dislodged.items()
                if units
            }
        return {power: said for power in self.rules.powers if (said := self._winter(power))}

    def _winter(self, power: str) -> dict[str, list[str]]:
        units, held = self.units.get(power, ()), self.centers.get(power, ())
        due = len(held) - len(units)
        if due < 0:
            return self.rules.choices.removals(units, -due)
        if due == 0:
            return {}
        taken = {unit[2:5] for theirs in self.units.values() for unit in theirs}
        free = sorted(self.rules.batch.year.homes.get(power, frozenset()).intersection(held) - taken)
        return self.rules.choices.builds(free, min(due, len(free)))

    def step(self, orders: Lists) -> Diplomacy:
        """The position after these orders; units without one hold, disband, or are removed as the rules say."""
        told = self.rules.batch.after({**self.line, "orders": orders})
        return Diplomacy(
            told["next_phase"],
            told["units"],
            told["centers"],
            told["dislodged"],
            told["retreats"],
            told["results"],
            last_year=self.last_year,
            rules=self.rules,
        )

    @cached_property
    def results(self) -> dict[str, str]:
        """The results of the orders that led here, by their texts."""
        return dict(decode(self.said)) if isinstance(self.said, str) else dict(self.said)

    @property
    def line(self) -> dict[str, Any]:
        """The position as a line of `judge batch`."""
        return {
            "phase": self.phase,
            "units": self.units,
            "centers": self.centers,
            "dislodged": self.dislodged,
            "retreats": self.retreats,
        }


@dataclass(frozen=True)
class Rules:
    """Shared by all positions of a game: the map, its adjudicator, its powers, their start."""

    batch: Batch
    first: str
    powers: tuple[str, ...]
    units: Lists
    centers: Lists

    @classmethod
    def of(cls, map_name: str, edition: str) -> Rules:
        """By the names of a map and an edition; made once."""
        key = (map_name, edition)
        if key not in _MADE:
            value = map_document(map_name).value
            opening = Opening.of(value["powers"], value)
            begins: Literal["A", "M"] = (
                "A" if opening.season == (value.get("calendar") or {}).get("winter", "winter") else "M"
            )
            powers = tuple(str(name).upper() for name in value["powers"])
            units: dict[str, list[str]] = {power: [] for power in powers}
            for unit in opening.units:
                units[unit.power.upper()].append(f"{unit.kind} {unit.place}")
            centers: dict[str, list[str]] = {power: [] for power in powers}
            for centre, owner in opening.centres.items():
                centers[owner.upper()].append(centre)
            _MADE[key] = cls(
                Batch(value, *by_map(value, {"edition": edition})),
                str(Phase("W" if begins == "A" else "S", opening.year, begins)),
                powers,
                units,
                centers,
            )
        return _MADE[key]

    @cached_property
    def choices(self) -> Choices:
        """The lawful orders on the map."""
        return Choices(self.batch.board)


_MADE: dict[tuple[str, str], Rules] = {}
