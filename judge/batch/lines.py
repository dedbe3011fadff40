"""One phase as a plain dictionary in, its results as a plain dictionary or as one line of JSON out.

Every order text is read once and remembered as the kernel's code for it. An archive says the same few thousand things a
million times over, so it costs little more than its JSON. The clerk carries out movement; retreats and adjustments are
carried out with values, as the game itself does.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.diplomacy import engine
from judge.adjudicator.diplomacy.adjustments import build_sites
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.kernel import WORDS
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.diplomacy.phases import Phase
from judge.batch.clerk import Clerk
from judge.batch.counsel import Counsel
from judge.batch.retreats import retreat_phase
from judge.batch.shape import BadLine, ByPower, Done, Line, checked, encode, lists_of, others_of, phase_of, units_of
from judge.batch.winter import winter_phase
from judge.batch.year import Year
from judge.variants.diplomacy.options import edition_of
from judge.variants.diplomacy.state import year_of

OUTPUT = frozenset({"next_phase", "results", "reasons", "destroyed"})
KNOWN = frozenset({"game", "phase", "units", "centers", "dislodged", "retreats", "orders"})

decode = json.JSONDecoder().decode

# The word of every outcome code: a unit that held and was driven out has no other word.
SAID = tuple(
    ("dislodged", "destroyed")[what - 1] if word == "stands" and what in (1, 2)
    else f"{word}, {('dislodged', 'destroyed')[what - 1]}" if what in (1, 2)
    else word
    for word in WORDS
    for what in range(4)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class House:
    """A table's choices beside the edition: the centres that win (0: as the map says), where units are built."""

    victory: int = 0
    sites: str = "homes"


def by_map(map_value: Mapping[str, Any], own: Mapping[str, str | int | bool]) -> tuple[Edition, House]:
    """The edition and the house of a table, by its own options and, where it has none, by those of the map (D-80)."""
    options = {**(map_value.get("options") or {}), **own}
    return edition_of(options), House(int(options.get("victory", 0)), str(options.get("build_sites", "homes")))


USUAL = House()


def winters_of_placing(map_value: Mapping[str, Any], step: int) -> frozenset[int]:
    """The years whose winters each power places a unit in, instead of building (D-81)."""
    first = year_of(str(map_value.get("first", "")).partition(" ")[2]) or 0
    return frozenset(first + step * number for number in range(int((map_value.get("placing") or {}).get("units", 0))))


class Batch:
    """Adjudicates phases given as dictionaries, on one map and by one edition. It keeps nothing but the texts it has
    read."""

    def __init__(
        self,
        map_value: Mapping[str, Any],
        edition: Edition = EDITION_2023,
        house: House = USUAL,
        *,
        season: str = "",
        interpreted: bool = False,
    ) -> None:
        powers = {str(power).upper(): sheet for power, sheet in map_value["powers"].items()}
        value = {**map_value, "powers": powers}
        self.board = Board.from_map(value, season)
        self.edition = edition
        self.house = house
        self.court = Court(self.board, edition, interpreted=interpreted)
        centres = sum(province.centre for province in self.board.provinces)
        calendar = map_value.get("calendar") or {}
        seasons = calendar.get("seasons") or ("spring", "fall")
        if len(seasons) != 2:
            raise ValueError(f"its year has {len(seasons)} seasons of movement, and phases such as S1901M know two")
        step = int(calendar.get("step", 1))
        solo = house.victory or int(map_value.get("solo", centres // 2 + 1))
        self.year = Year(self.board, solo, house.sites, step)
        self.placing = winters_of_placing(map_value, step)
        self.rebuilding = sorted(
            power for power, sheet in powers.items() if sheet.get("rebuilds") and sheet.get("played") is False
        )
        self.names_homes = bool((map_value.get("placing") or {}).get("homes"))
        # Where borders are open in some seasons only, each season has a batch of its own.
        self.by_season: dict[str, Batch] = {}
        if not season and any(sheet.get("seasons") for sheet in value.get("borders") or ()):
            for letter, name in zip("SF", seasons, strict=True):
                self.by_season[letter] = Batch(map_value, edition, house, season=str(name), interpreted=interpreted)
        self.clerk: Clerk = engine.part("Clerk", Clerk, interpreted)(
            self.court.kernel,
            Counsel(self.court),
            list(self.board.ids),
            list(self.board.place_ids),
            [f'": "{said}"' for said in SAID],
        )

    def result(self, line: Line, *, reasons: bool = True) -> dict[str, Any]:
        """The results of one phase. Raises BadLine, with a sentence, for a line that cannot be adjudicated."""
        found: dict[str, Any] = decode(self.text(line, reasons=reasons))
        return found

    def after(self, line: Line) -> dict[str, Any]:
        """The same without reasons and with its `results` still JSON, for a program that plays on."""
        phase = phase_of(line)
        if self.by_season and phase.season in self.by_season:
            return self.by_season[phase.season].after(line)
        if phase.task != "M":
            done, next_phase, centres = self._done(line, phase, lists_of(line, "orders"))
            return {
                "next_phase": next_phase,
                "units": done.units,
                "centers": centres,
                "dislodged": {},
                "retreats": {},
                "results": done.results,
            }
        units = lists_of(line, "units")
        told = self.clerk.movement(units, lists_of(line, "orders"), others_of(line, units), False)
        after = dict(zip(units, told.after, strict=True))
        next_phase, centres = self.year.after(line, phase, told.driven, after)
        return {
            "next_phase": next_phase,
            "units": after,
            "centers": centres,
            "dislodged": decode(told.dislodged) if told.driven else {},
            "retreats": decode(told.retreats) if told.driven else {},
            "results": told.results,
        }

    def text(self, line: Line, *, reasons: bool = True) -> str:
        """The same as JSON, on one line."""
        phase = phase_of(line)
        if self.by_season and phase.season in self.by_season:
            return self.by_season[phase.season].text(line, reasons=reasons)
        orders = lists_of(line, "orders")
        said = (self._movement if phase.task == "M" else self._other)(line, phase, orders, reasons)
        game = line.get("game")
        rest = ""
        if len(line) > len(KNOWN) or not line.keys() <= KNOWN:
            more = {key: value for key, value in line.items() if key not in KNOWN and key not in OUTPUT}
            rest = f", {encode(more)[1:-1]}" if more else ""
        return f'{{"game": {game if type(game) is int else encode(game)}, {said}{rest}}}'

    def _movement(self, line: Line, phase: Phase, orders: ByPower, reasons: bool) -> str:
        units = lists_of(line, "units")
        extra = others_of(line, units)
        try:
            told = self.clerk.movement(units, orders, extra, reasons)
        except TypeError:
            # A list holds something that is no text.
            units, orders = checked(units, "units"), checked(orders, "orders")
            told = self.clerk.movement(units, orders, extra, reasons)
        after = dict(zip(units, told.after, strict=True)) if phase.season == "F" and not told.driven else {}
        next_phase, centres = self.year.after(line, phase, told.driven, after)
        return (
            f'"phase": "{phase}", "next_phase": "{next_phase}", "units": {told.units}, "dislodged": {told.dislodged}, '
            f'"retreats": {told.retreats}, "centers": {self._centres(centres) if centres else "{}"}, '
            f'"results": {told.results}'
            + (f', "reasons": {told.reasons}' if reasons else "")
            + f', "destroyed": {told.destroyed}'
        )

    def _done(self, line: Line, phase: Phase, orders: ByPower) -> tuple[Done, str, ByPower]:
        """Retreats or adjustments carried out, the next phase, and the owners of the centres."""
        if phase.task == "R":
            done = retreat_phase(self.board, line, orders)
        else:
            if phase.year in self.placing:
                raise BadLine(f"{phase} is a winter of placing on this map (D-81): lines begin with the first spring")
            if self.names_homes:
                raise BadLine(f"{phase}: powers name their homes on this map (D-93), and lines hold none")
            centres = self.year.centres(line)
            done = winter_phase(self.board, self.edition, line, centres, orders, self.house.sites)
            for power in self.rebuilding:
                # Armed neutrals raise their armies again (D-94).
                standing = units_of(self.board, {"units": done.units})
                done.units.setdefault(power, []).extend(
                    f"A {home}" for home in build_sites(self.board, power, centres, standing)
                )
        return done, *self.year.after(line, phase, False, done.units)

    def _other(self, line: Line, phase: Phase, orders: ByPower, reasons: bool) -> str:
        done, next_phase, centres = self._done(line, phase, orders)
        return (
            f'"phase": "{phase}", "next_phase": "{next_phase}", "units": {encode(done.units)}, "dislodged": {{}}, '
            f'"retreats": {{}}, "centers": {self._centres(centres)}, '
            f'"results": {encode(done.results)}' + (f', "reasons": {encode(done.reasons)}' if reasons else "")
        )

    def _centres(self, centres: ByPower) -> str:
        """As JSON. The names of centres need only quotation marks; anything else a line holds there is kept."""
        try:
            plain = all(map(self.year.centre_ids.issuperset, centres.values()))
        except TypeError:
            plain = False
        if not plain:
            return encode(centres)
        quote = self.clerk.quote
        return (
            "{"
            + ", ".join(
                [f'{quote(power)}: ["' + '", "'.join(held) + '"]' if held else f"{quote(power)}: []"
                 for power, held in centres.items()]
            )
            + "}"
        )  # fmt: skip
