"""Position documents: the state as a GM reads and writes it (docs/positions/diplomacy.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from judge.adjudicator.diplomacy.orders import Kind, Unit
from judge.adjudicator.protocol import Seat
from judge.grammar.document import Document
from judge.grammar.fields import Field, Notation, Position, by_seat, ending, house_rules, items, whole
from judge.grammar.orders import Phrase
from judge.grammar.position import PositionReader, listed
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.state import Count, Driven, State, rank, year_of, year_text
from judge.variants.diplomacy.words import unit_text

T = TypeVar("T")

Piece = tuple[Kind, str]
"""A unit whose power is said elsewhere: its kind and its place."""
Path = tuple[str | int, ...]


class BoardPen(PositionReader):
    """Reads the units and places of one board."""

    SEAT = "power"

    def __init__(self, chart: Chart, document: Document, keys: tuple[str, ...]) -> None:
        super().__init__(document, chart.seats, keys)
        self.chart = chart

    def piece(self, text: str, path: Path) -> Piece | None:
        """`A PAR`, `F STP/SC`: a unit that can be where the document says."""
        board = self.chart.board
        said = self.chart.tongue.read(text)
        phrase = said[0] if len(said) == 1 else None
        if not isinstance(phrase, Phrase) or phrase.verb != "bare" or not phrase.pieces[0].kind:
            self.complain(f'"{text}" is no unit: write A PAR or F STP/SC', *path)
            return None
        kind: Kind = "A" if phrase.pieces[0].kind.startswith("a") else "F"
        place = self.place(text.split(maxsplit=1)[-1], path)
        if place is None:
            return None
        coasts = board.coasts_of[board.number[board.province(place)]]
        if kind == "F" and coasts and "/" not in place:
            names = ", ".join(board.place_ids[coast] for coast in coasts)
            self.complain(f'"{text}": a fleet stands on a coast, one of {names}', *path)
            return None
        if not board.can_stand(kind, place):
            where = "at sea" if board.sea[board.number[board.province(place)]] else "there"
            self.complain(f'"{text}": {"an army" if kind == "A" else "a fleet"} cannot stand {where}', *path)
            return None
        return kind, place

    def place(self, text: str, path: Path) -> str | None:
        """A province or coast by any of its names."""
        board = self.chart.board
        exact = text.strip().upper()
        if exact in board.number:
            return exact
        named = self.chart.tongue.place(text)
        if named is None or named.guessed or len(named.choices) != 1:
            near = self.chart.tongue.places.near(text)
            hint = f" Did you mean {' or '.join(near)}?" if near else ""
            self.complain(f'there is no place "{text}" on the map.{hint}', *path)
            return None
        place = f"{named.choices[0]}/{named.coast}" if named.coast else named.choices[0]
        return place if place in board.number else named.choices[0]

    def centre(self, text: str, path: Path) -> str | None:
        """A supply centre."""
        place = self.place(text, path)
        if place is not None and place not in self.chart.centres:
            self.complain(f'"{text}" is no supply centre', *path)
            return None
        return place

    def of_units(self, path: Path) -> dict[str, Path]:
        """The keys of a mapping that are units, by province: the place of each one's value."""
        found = {}
        for key in self.mapping(*path):
            place = self.place(str(key).split(maxsplit=1)[-1], (*path, key))
            if place is not None:
                found[self.chart.province(place)] = (*path, key)
        return found

    def at(self, path: Path) -> object:
        """The value there."""
        return self.document.sub(*path).value

    def phase(self, path: Path) -> tuple[Any, int, Any]:
        """`Spring 1901, movement`."""
        said = str(self.value.get("phase"))
        season, _, rest = said.lower().partition(" ")
        year, _, kind = rest.replace(",", " ").strip().rpartition(" ")
        if season not in (*self.chart.calendar.seasons, self.chart.calendar.winter):
            season = {"autumn": "fall", "fall": "autumn"}.get(season, season)
        kind = {"retreat": "retreats", "adjustment": "adjustments"}.get(kind, kind)
        when = year_of(year)
        if when is not None and self.chart.calendar.has(season, kind):
            return season, when, kind
        seasons, winter = self.chart.calendar.seasons, self.chart.calendar.winter
        first, last, year = seasons[0].capitalize(), seasons[-1].capitalize(), year_text(self.chart.first_year)
        self.complain(
            f'"{said}" is no phase: write {first} {year}, movement; {last} {year}, retreats; '
            f"{winter.capitalize()} {year}, adjustments",
            *path,
        )
        return seasons[0], self.chart.first_year, "movement"

    def history(self, path: Path) -> tuple[Count, ...]:
        """`1901: {France: 5}`, the oldest year first; who is not named had none."""
        found = []
        for year in self.mapping(*path):
            when = year_of(str(year))
            if when is not None:
                held = self.numbers(*path, year)
                found.append(Count(when, {one.id: held.get(one.id, 0) for one in self.chart.seats}))
            else:
                self.complain(f'"{year}" is no year: write `1901: {{France: 5}}`', *path, year)
        return tuple(sorted(found, key=lambda count: count.year))


def _ours(read: Callable[..., T]) -> Callable[[PositionReader, Path], T]:
    """A way of reading that asks for a pen that knows the board."""
    return read


def _each(said: str, read: Callable[..., T | None], write: Callable[[T], str]) -> Notation[tuple[T, ...]]:
    """A list, each item read by a pen that knows the board."""
    return items(said, read, write)


def position(chart: Chart) -> Position[State]:
    """The position document of a map."""
    return Position(
        (*_table(chart), *_pieces(chart), *_fallen(chart), *_past(chart)),
        lambda document, keys: BoardPen(chart, document, tuple(keys)),
        _made,
    )


def _by_power(chart: Chart, one: Notation[T]) -> Notation[Mapping[Seat, T]]:
    """By power, in the order of the map, under their names; who has none is left out."""
    usual = by_seat(one)
    return Notation(
        usual.said.replace("SEAT", "POWER"),
        usual.read,
        lambda value: {seat.name: one.write(value[seat.id]) for seat in chart.seats if value.get(seat.id)},
    )


def _units(chart: Chart) -> Notation[Mapping[Seat, tuple[Piece, ...]]]:
    return _by_power(chart, _each("a list of units, `A PAR`, `F STP/SC`", BoardPen.piece, " ".join))


def _of_powers(units: Iterable[Unit]) -> dict[Seat, tuple[Piece, ...]]:
    """Units by power."""
    found: dict[Seat, tuple[Piece, ...]] = {}
    for unit in sorted(units, key=rank):
        found[Seat(unit.power)] = (*found.get(Seat(unit.power), ()), (unit.kind, unit.place))
    return found


def _table(chart: Chart) -> tuple[Field[State, Any], ...]:
    """When it is, and who plays."""
    names = {seat.id: seat.name for seat in chart.seats}
    return (
        Field(
            key="phase",
            about="which phase is open; left out: the map's first",
            notation=Notation(
                "`Spring 1901, movement`, `Spring 1901, retreats`, `Fall …`, `Winter 1901, adjustments`",
                _ours(BoardPen.phase),
                lambda value: State.titled(*value),
            ),
            default=(chart.calendar.seasons[0], chart.first_year, "movement"),
            of=lambda state: (state.season, state.year, state.phase),
            always=True,
        ),
        Field(
            key="seats",
            about="the powers that are played, the others being in civil disorder; left out: all",
            notation=Notation(
                "a list of powers", lambda pen, path: pen.seats(*path), lambda value: [names[one] for one in value]
            ),
            default=tuple(names),
            of=lambda state: state.seats,
        ),
    )


def _pieces(chart: Chart) -> tuple[Field[State, Any], ...]:
    """The pieces, their places and their owners."""
    return (
        Field(
            key="units",
            about="who has what where; a fleet where there are two coasts stands on one",
            notation=_units(chart),
            default={},
            of=lambda state: _of_powers(state.units),
            always=True,
        ),
        Field(
            key="centres",
            about="who owns which supply centres",
            notation=_by_power(chart, _each("a list of provinces", BoardPen.centre, str)),
            default={},
            of=lambda state: {seat.id: state.held(seat.id) for seat in chart.seats},
            always=True,
        ),
        Field(
            key="homes",
            about="which supply centres each power named as its homes, on boards that let it (D-93)",
            notation=_by_power(chart, _each("a list of provinces", BoardPen.centre, str)),
            default={},
            of=lambda state: state.homes,
        ),
    )


def _fallen(chart: Chart) -> tuple[Field[State, Any], ...]:
    """The dislodged units, and what is open to them."""

    def read_retreats(pen: BoardPen, path: Path) -> dict[str, tuple[str, ...]]:
        return {
            province: tuple(place for text in listed(pen.at(where)) if (place := pen.place(text, where)) is not None)
            for province, where in pen.of_units(path).items()
        }

    def read_attackers(pen: BoardPen, path: Path) -> dict[str, str]:
        return {
            province: place
            for province, where in pen.of_units(path).items()
            if (place := pen.place(str(pen.at(where)), where)) is not None
        }

    return (
        Field(
            key="dislodged",
            about="units that must retreat: then the phase is one of retreats",
            notation=_units(chart),
            default={},
            of=lambda state: _of_powers(one.unit for one in state.dislodged),
        ),
        Field(
            key="retreats",
            about="where each of them may go; left out: to any vacant neighbour but the attacker's and those contested",
            notation=Notation("`UNIT:` a list of places", _ours(read_retreats), lambda value: value),
            default={},
            of=lambda state: {unit_text(one.unit): list(one.options) for one in state.dislodged},
        ),
        Field(
            key="attackers",
            about="where each of them was attacked from",
            notation=Notation("`UNIT:` a province", _ours(read_attackers), lambda value: value),
            default={},
            of=lambda state: {unit_text(one.unit): one.by for one in state.dislodged if one.by},
        ),
        Field(
            key="contested",
            about="provinces that a standoff left vacant",
            notation=_each("a list of provinces", BoardPen.place, str),
            default=(),
            of=lambda state: state.contested,
        ),
    )


def _past(chart: Chart) -> tuple[Field[State, Any], ...]:
    """The past, the house rules, and the end."""
    names = {seat.id: seat.name for seat in chart.seats}
    return (
        Field(
            key="history",
            about="the centres of each power by year, for the table",
            notation=Notation(
                "`1901: {France: 5}`",
                _ours(BoardPen.history),
                lambda value: {
                    count.year if count.year > 0 else year_text(count.year): {
                        names[seat]: number for seat, number in count.centres.items()
                    }
                    for count in value
                },
            ),
            default=(),
            of=lambda state: state.history,
        ),
        Field(
            key="quiet",
            about="years since a centre last changed hands",
            notation=whole(),
            default=0,
            of=lambda state: state.quiet,
        ),
        Field(
            key="options",
            about="house rules; left out: the usual ones",
            notation=house_rules(chart.options),
            default={option.key: option.default for option in chart.options},
            of=lambda state: state.options,
        ),
        Field(
            key="over",
            about="how the game ended; left out: it goes on",
            notation=ending(),
            default=None,
            of=lambda state: state.over,
        ),
    )


def _made(pen: BoardPen, values: Mapping[str, Any]) -> State:
    """The state that the values make; complains of what no game could have come to."""
    season, year, phase = values["phase"]
    chart = pen.chart
    units = tuple(sorted((Unit(seat, *one) for seat, pieces in values["units"].items() for one in pieces), key=rank))
    _one_a_province(pen, units)
    state = State(
        year=year,
        season=season,
        phase=phase,
        seats=tuple(seat.id for seat in chart.seats if seat.id in values["seats"]),
        units=units,
        centres=_owners(pen, values["centres"]),
        options=values["options"],
        dislodged=_driven(chart, units, values),
        contested=tuple(sorted(values["contested"])),
        history=values["history"],
        over=values["over"],
        quiet=values["quiet"],
        homes=values["homes"],
    )
    if state.dislodged and state.phase != "retreats":
        pen.complain(f"units are dislodged, so the phase is a phase of retreats, not {state.title}", "dislodged")
    return state


def _one_a_province(pen: BoardPen, units: tuple[Unit, ...]) -> None:
    seen: dict[str, Unit] = {}
    for unit in units:
        province = pen.chart.province(unit.place)
        if province in seen:
            pen.complain(f"two units stand in {province}: {unit_text(seen[province])} and {unit_text(unit)}", "units")
        seen[province] = unit


def _owners(pen: BoardPen, centres: Mapping[Seat, tuple[str, ...]]) -> dict[str, Seat]:
    found: dict[str, Seat] = {}
    for seat, held in centres.items():
        for place in held:
            if found.setdefault(place, seat) != seat:
                pen.complain(f"{place} has two owners", "centres")
    return dict(sorted(found.items()))


def _driven(chart: Chart, units: tuple[Unit, ...], values: Mapping[str, Any]) -> tuple[Driven, ...]:
    """The dislodged units; where it is not said, any vacant neighbour is open but the attacker's, and none that a
    standoff left empty."""
    taken = {chart.province(unit.place) for unit in units}
    board = chart.board_in(values["phase"][0])
    found = []
    for seat, pieces in values["dislodged"].items():
        for kind, place in pieces:
            province = chart.province(place)
            by = values["attackers"].get(province, "")
            closed = taken | {by} | set(values["contested"])
            near = board.neighbours(kind, place)
            options = values["retreats"].get(province)
            if options is None:
                options = tuple(one for one in near if chart.province(one) not in closed)
            found.append(Driven(Unit(seat, kind, place), by, options))
    return tuple(sorted(found, key=lambda one: rank(one.unit)))
