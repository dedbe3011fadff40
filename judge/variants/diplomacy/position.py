"""Position documents: the state as a GM reads and writes it (docs/positions/diplomacy.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Seat
from judge.grammar.document import Document
from judge.grammar.orders import Phrase
from judge.grammar.position import PositionReader, listed
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.options import DEFAULTS, OPTIONS
from judge.variants.diplomacy.state import SEASONS, Count, Driven, State, rank
from judge.variants.diplomacy.words import unit_text

KEYS = (
    "phase",
    "seats",
    "units",
    "centres",
    "dislodged",
    "retreats",
    "attackers",
    "contested",
    "history",
    "quiet",
    "options",
    "over",
)


def write_position(chart: Chart, state: State) -> dict[str, object]:
    """The state as a document; `read_position` gives an equal state back."""
    names = {seat.id: seat.name for seat in chart.seats}
    found: dict[str, object] = {"phase": state.title}
    if set(state.seats) != set(names):
        found["seats"] = [names[seat] for seat in state.seats]
    found["units"] = {
        names[seat]: [unit_text(unit) for unit in sorted(state.of(seat), key=rank)] for seat in names if state.of(seat)
    }
    found["centres"] = {names[seat]: list(state.held(seat)) for seat in names if state.held(seat)}
    if state.dislodged:
        found["dislodged"] = {
            names[seat]: [unit_text(one.unit) for one in state.dislodged if one.unit.power == seat]
            for seat in names
            if any(one.unit.power == seat for one in state.dislodged)
        }
        found["retreats"] = {unit_text(one.unit): list(one.options) for one in state.dislodged}
        found["attackers"] = {unit_text(one.unit): one.by for one in state.dislodged if one.by}
    if state.contested:
        found["contested"] = list(state.contested)
    if state.history:
        found["history"] = {
            count.year: {names[seat]: number for seat, number in count.centres.items()} for count in state.history
        }
    if state.quiet:
        found["quiet"] = state.quiet
    options = {key: value for key, value in state.options.items() if DEFAULTS.get(key) != value}
    if options:
        found["options"] = options
    if state.over:
        found["over"] = {"winners": [names[seat] for seat in state.over.winners], "reason": state.over.reason}
    return found


def read_position(chart: Chart, document: Document) -> State:
    """A document as a state; what it leaves out is empty. Names every mistake at once."""
    return _Reader(chart, document).state()


class _Reader(PositionReader):
    """Reads one document and keeps its mistakes."""

    SEAT = "power"

    def __init__(self, chart: Chart, document: Document) -> None:
        super().__init__(document, chart.seats, KEYS)
        self.chart = chart

    def state(self) -> State:
        """The whole state, or a DocumentError with all that is wrong."""
        season, year, phase = self._phase()
        units = tuple(sorted(self._units("units"), key=rank))
        self._one_a_province(units)
        state = State(
            year,
            season,
            phase,
            self._seats(),
            units,
            self._centres(),
            self.options(OPTIONS),
            self._dislodged(units),
            tuple(sorted(self._places("contested"))),
            self._history(),
            self.over(),
            self.number(self.value.get("quiet", 0), "quiet"),
        )
        if state.dislodged and state.phase != "retreats":
            self.complain(f"units are dislodged, so the phase is a phase of retreats, not {state.title}", "dislodged")
        self.finish()
        return state

    def _phase(self) -> tuple[Any, int, Any]:
        said = str(self.value.get("phase", f"Spring {self.chart.first_year}, movement"))
        found = re.fullmatch(
            r"(spring|fall|autumn|winter) +(\d{1,6}),? +(movement|retreats?|adjustments?)", said.lower()
        )
        if found:
            season = "fall" if found[1] == "autumn" else found[1]
            phase = {"retreat": "retreats", "adjustment": "adjustments"}.get(found[3], found[3])
            if (season, phase) in SEASONS:
                return season, int(found[2]), phase
        self.complain(
            f'"{said}" is no phase: write Spring 1901, movement; Fall 1901, retreats; Winter 1901, adjustments', "phase"
        )
        return "spring", self.chart.first_year, "movement"

    def _seats(self) -> tuple[Seat, ...]:
        """Who plays, in the order of the map: everybody, unless it is said."""
        chosen = self.seats("seats")
        return tuple(seat.id for seat in self.chart.seats if seat.id in chosen or "seats" not in self.value)

    def _by_seat(self, key: str) -> Iterator[tuple[Seat, list[str], str]]:
        """`{France: [A PAR]}` or `{France: "A PAR, F BRE"}`, seat by seat."""
        for seat, name in self.by_seat(key):
            yield seat, self.items(key, name), name

    def _units(self, key: str) -> Iterator[Unit]:
        for seat, pieces, name in self._by_seat(key):
            for piece in pieces:
                unit = self._unit(seat, piece, key, name)
                if unit is not None:
                    yield unit

    def _unit(self, seat: Seat, piece: str, *path: str | int) -> Unit | None:
        board = self.chart.board
        said = self.chart.tongue.read(piece)
        phrase = said[0] if len(said) == 1 else None
        if not isinstance(phrase, Phrase) or phrase.verb != "bare" or not phrase.pieces[0].kind:
            self.complain(f'"{piece}" is no unit: write A PAR or F STP/SC', *path)
            return None
        kind = "A" if phrase.pieces[0].kind.startswith("a") else "F"
        place = self._place_of(piece.split(maxsplit=1)[-1], *path)
        if place is None:
            return None
        coasts = board.coasts_of[board.number[board.province(place)]]
        if kind == "F" and coasts and "/" not in place:
            names = ", ".join(board.place_ids[coast] for coast in coasts)
            self.complain(f'"{piece}": a fleet stands on a coast, one of {names}', *path)
            return None
        if not board.can_stand(kind, place):
            where = "at sea" if board.sea[board.number[board.province(place)]] else "there"
            self.complain(f'"{piece}": {"an army" if kind == "A" else "a fleet"} cannot stand {where}', *path)
            return None
        return Unit(seat, "A" if kind == "A" else "F", place)

    def _place_of(self, text: str, *path: str | int) -> str | None:
        board = self.chart.board
        exact = text.strip().upper()
        if exact in board.number:
            return exact
        named = self.chart.tongue.place(text)
        if named is None or len(named.choices) != 1:
            near = self.chart.tongue.places.near(text)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            self.complain(f'there is no place "{text}" on the map.{hint}', *path)
            return None
        place = f"{named.choices[0]}/{named.coast}" if named.coast else named.choices[0]
        return place if place in board.number else named.choices[0]

    def _one_a_province(self, units: tuple[Unit, ...]) -> None:
        seen: dict[str, Unit] = {}
        for unit in units:
            province = self.chart.province(unit.place)
            if province in seen:
                self.complain(
                    f"two units stand in {province}: {unit_text(seen[province])} and {unit_text(unit)}", "units"
                )
            seen[province] = unit

    def _centres(self) -> dict[str, Seat]:
        found: dict[str, Seat] = {}
        for seat, pieces, name in self._by_seat("centres"):
            for piece in pieces:
                place = self._place_of(piece, "centres", name)
                if place is None:
                    continue
                if place not in self.chart.centres:
                    self.complain(f'"{piece}" is no supply centre', "centres", name)
                elif place in found and found[place] != seat:
                    self.complain(f"{place} has two owners", "centres", name)
                else:
                    found[place] = seat
        return dict(sorted(found.items()))

    def _places(self, key: str) -> Iterator[str]:
        for piece in self.items(key):
            place = self._place_of(piece, key)
            if place is not None:
                yield place

    def _dislodged(self, units: tuple[Unit, ...]) -> tuple[Driven, ...]:
        board = self.chart.board
        taken = {board.province(unit.place) for unit in units}
        retreats, attackers = self.mapping("retreats"), self.mapping("attackers")
        found = []
        for seat, pieces, name in self._by_seat("dislodged"):
            for piece in pieces:
                unit = self._unit(seat, piece, "dislodged", name)
                if unit is None:
                    continue
                by = _of(attackers, piece, unit)
                origin = self._place_of(str(by), "attackers", piece) if by else None
                said = _of(retreats, piece, unit)
                if said is None:
                    # Not said: any vacant neighbour but the attacker's, and none left empty by a standoff.
                    closed = taken | {origin} | set(self._places("contested"))
                    options = tuple(
                        place
                        for place in board.neighbours(unit.kind, unit.place)
                        if board.province(place) not in closed
                    )
                else:
                    places = (self._place_of(text, "retreats", piece) for text in listed(said))
                    options = tuple(place for place in places if place is not None)
                found.append(Driven(unit, origin or "", options))
        return tuple(sorted(found, key=lambda one: rank(one.unit)))

    def _history(self) -> tuple[Count, ...]:
        """`1901: {France: 5}`, the oldest year first; who is not named had none."""
        found = []
        for year in self.mapping("history"):
            if str(year).isdigit():
                held = self.numbers("history", year)
                found.append(Count(int(year), {one.id: held.get(one.id, 0) for one in self.chart.seats}))
            else:
                self.complain(f'"{year}" is no year: write `1901: {{France: 5}}`', "history", year)
        return tuple(sorted(found, key=lambda count: count.year))


def _of(table: Mapping[Any, Any], piece: str, unit: Unit) -> object:
    """What a table says of a unit, under the name given for it or its canonical one."""
    for key in (piece, unit_text(unit), unit.place, unit.place.partition("/")[0]):
        if key in table:
            return table[key]
    return None
