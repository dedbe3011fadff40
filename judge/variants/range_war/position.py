"""Position documents: the state as a GM reads and writes it (docs/positions/range-war.md has the table)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from judge.adjudicator.protocol import Outcome, Seat
from judge.grammar.document import Document
from judge.grammar.fields import Field, Notation, Position, ending, house_rules, whole
from judge.grammar.position import PositionReader, listed
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.options import DEFAULTS, options
from judge.variants.range_war.state import Brand, Count, Driven, Phase, Season, State
from judge.variants.range_war.words import gang

WILD = "wild"
PIECES = ("G", "H", "GH")
SEASONS = ("summer", "winter", "spring")

T = TypeVar("T")
Path = tuple[str | int, ...]
Opened = tuple[Season, int, Phase]
Owned = tuple[tuple[Seat | None, str], ...]
"""Spaces in the order of the document, each with whose it is (None: wild)."""


class Reading(PositionReader):
    """Reads one document and keeps its mistakes; it knows the pieces of this board."""

    def __init__(self, chart: Chart, document: Document, keys: Sequence[str]) -> None:
        super().__init__(document, chart.seats, keys)
        self.chart = chart

    def space(self, text: str, kind: str, *path: str | int) -> str | None:
        """A space, written as a code, a name or in a piece: `Ran`, `G(Ran)`, `Rancho Grande`."""
        name = text.strip()
        head, bracket, rest = name.partition("(")
        if bracket and head.strip().upper() in ("", *PIECES):
            said, name = head.strip().upper(), rest.strip().removesuffix(")").strip()
            if said and said != (kind or said):
                self.complain(f'"{text}" is no {self.chart.names.get(kind, "piece")}', *path)
                return None
        return self.find(self.chart.places, name, *path)

    def spaces(self, value: object, kind: str, *path: str | int) -> Iterator[str]:
        """The spaces of a text (`G(Lzy), G(Coo)`) or a list."""
        for text in listed(value):
            space = self.space(text, kind, *path)
            if space is not None:
                yield space

    def owned(self, path: Path, kind: str, wild: bool) -> Owned:
        """`Lazy S: G(Lzy), G(Coo)`, and `wild: Mon` where there may be wild ones."""
        found: list[tuple[Seat | None, str]] = []
        for name, value in self.mapping(*path).items():
            is_wild = wild and str(name).lower() == WILD
            seat = None if is_wild else self.seat(name, *path, name)
            there = self.spaces(value, kind, *path, name)
            if is_wild or seat is not None:
                found += [(seat, space) for space in there]
        return tuple(found)

    def one_a_space(self, path: Path, owned: Owned, what: str) -> None:
        """At most one gang and one herd in a space (RW-7a)."""
        there: set[str] = set()
        for _, space in owned:
            if space in there:
                self.complain(f"two {what} cannot be in {space}", *path)
            there.add(space)

    def by_gang(self, path: Path) -> dict[str, object]:
        """`G(Fir): …` by space."""
        found: dict[str, object] = {}
        for name, value in self.mapping(*path).items():
            space = self.space(str(name), "G", *path, name)
            if space is not None:
                found[space] = value
        return found


def position(chart: Chart) -> Position[State]:
    """The document of one board."""
    return Position(tuple(_fields(chart)), lambda document, keys: Reading(chart, document, keys), _made)


def _fields(chart: Chart) -> Iterator[Field[State, Any]]:
    yield Field(
        key="phase",
        about="which phase is open",
        notation=Notation(
            "`Summer 1870, movement`, `Winter 1870, retreats`, `Spring 1871, branding` …", _opened, _said
        ),
        default=("summer", chart.year, "movement"),
        of=lambda state: (state.season, state.year, state.phase),
        always=True,
    )
    yield Field(
        key="seats",
        about="who plays; left out: every seat that has something in the document, or all when none has",
        notation=_names(chart),
        default=(),
        of=lambda state: () if state.seats == playing(chart, state) else state.seats,
    )
    yield from _pieces(chart)
    yield from _driven(chart)
    yield Field(
        key="captured",
        about="every rival home a seat has held after a Winter; left out: the rival homes each seat owns",
        notation=_by_seat(chart, ""),
        default=(),
        of=lambda state: tuple((seat, space) for seat, spaces in state.captured.items() for space in spaces),
    )
    yield Field(
        key="herd builds",
        about="how many of its builds of this Spring each seat may make herds",
        notation=_by_name(chart, whole()),
        default={},
        of=lambda state: dict(sorted(state.herd_builds.items())),
    )
    yield Field(key="out", about="seats that are out", notation=_names(chart), default=(), of=lambda state: state.out)
    yield Field(
        key="history",
        about="the centres counted after the Winter of each year",
        notation=_history(chart),
        default=(),
        of=lambda state: state.history,
    )
    yield Field(
        key="options",
        about="house rules (docs/rulings/range-war.md); left out: as usual",
        notation=house_rules(options(chart.year)),
        default=dict(DEFAULTS),
        of=lambda state: dict(state.options),
    )
    yield Field(
        key="over",
        about="how the game ended: `solo`, `every-centre`, `last-standing`, `last-year`, `nobody-left` or by vote",
        notation=_ending(chart),
        default=None,
        of=lambda state: state.over,
    )


def _pieces(chart: Chart) -> Iterator[Field[State, Any]]:
    yield Field(
        key="units",
        about="gangs",
        notation=_by_seat(chart, "G", "gangs"),
        default=(),
        of=lambda state: tuple((seat, space) for space, seat in state.gangs.items()),
        always=True,
    )
    yield Field(
        key="herds",
        about="herds by the brand they wear; `wild` for those without",
        notation=_by_seat(chart, "H", "herds", wild=True),
        default=(),
        of=lambda state: tuple((brand.seat, space) for space, brand in state.herds.items()),
        always=True,
    )
    yield Field(
        key="raided",
        about="which of the wild herds were raided this Summer, by their late owner",
        notation=_by_seat(chart, "H"),
        default=(),
        of=lambda state: tuple((brand.late, space) for space, brand in sorted(state.herds.items()) if brand.late),
    )
    yield Field(
        key="centres",
        about="fixed centres, by owner; left out: nobody owns any",
        notation=_by_seat(chart, ""),
        default=(),
        of=lambda state: tuple((seat, space) for space, seat in state.centres.items()),
        always=True,
    )


def _driven(chart: Chart) -> Iterator[Field[State, Any]]:
    yield Field(
        key="dislodged",
        about="gangs driven out that still have to retreat",
        notation=_by_seat(chart, "G"),
        default=(),
        of=lambda state: tuple((one.seat, one.at) for one in state.dislodged),
    )
    yield Field(
        key="attackers",
        about="where the attacker of each dislodged gang came from; left out: not known",
        notation=_by_gang("`G(Mon): SPACE`", lambda spaces: spaces[0]),
        default={},
        of=lambda state: {one.at: (one.by,) for one in state.dislodged if one.by},
    )
    yield Field(
        key="retreats",
        about="where each dislodged gang may go; left out: wherever the rules let it",
        notation=_by_gang("`G(Mon):` a list of spaces", list),
        default={},
        of=lambda state: {one.at: one.options for one in state.dislodged},
    )
    yield Field(
        key="contested",
        about="spaces left empty by a standoff, closed to retreats",
        notation=Notation(
            "a list of spaces",
            lambda pen, path: tuple(sorted(_board(pen).spaces(pen.document.sub(*path).value, "", *path))),
            list,
        ),
        default=(),
        of=lambda state: state.contested,
    )


# Notations


def _board(pen: PositionReader) -> Reading:
    assert isinstance(pen, Reading)
    return pen


def _opened(pen: PositionReader, path: Path) -> Opened:
    said = str(pen.value["phase"])
    words = said.lower().replace(",", " , ", 1).split()
    if len(words) > 2 and words[2] == ",":
        del words[2]
    if len(words) == 3 and words[0] in SEASONS and words[1].isascii() and words[1].isdigit() and len(words[1]) < 7:
        season, year, phase = words[0], int(words[1]), "retreats" if words[2] == "retreat" else words[2]
        if phase in ("movement", "retreats", "branding") and (season == "spring") == (phase == "branding"):
            return season, year, phase  # type: ignore[return-value]
    pen.complain(
        f'"{said}" is no phase: write Summer 1870, movement; Winter 1870, retreats; Spring 1871, branding', *path
    )
    return "summer", 1870, "movement"


def _said(value: Opened) -> str:
    season, year, phase = value
    return f"{season.capitalize()} {year}, {phase}"


def _names(chart: Chart) -> Notation[tuple[Seat, ...]]:
    """Seats by their names."""
    names = {seat.id: seat.name for seat in chart.seats}
    return Notation(
        "a list of seats", lambda pen, path: pen.seats(*path), lambda value: [names[seat] for seat in value]
    )


def _by_name(chart: Chart, one: Notation[T]) -> Notation[Mapping[Seat, T]]:
    """Something for each seat, by its name."""
    names = {seat.id: seat.name for seat in chart.seats}
    return Notation(
        f"`SEAT:` {one.said}",
        lambda pen, path: {seat: one.read(pen, (*path, name)) for seat, name in pen.by_seat(*path)},
        lambda value: {names[seat]: one.write(mine) for seat, mine in value.items()},
    )


def _by_seat(chart: Chart, kind: str, what: str = "", wild: bool = False) -> Notation[Owned]:
    """Spaces by the seat that has them. `what`: pieces of which a space holds only one."""
    names: dict[Seat | None, str] = {seat.id: seat.name for seat in chart.seats} | ({None: WILD} if wild else {})

    def read(pen: PositionReader, path: Path) -> Owned:
        found = _board(pen).owned(path, kind, wild)
        if what:
            _board(pen).one_a_space(path, found, what)
        return found

    def write(value: Owned) -> object:
        spaces = {seat: sorted(space for owner, space in value if owner == seat) for seat in names}
        return {names[seat]: [*map(gang, there)] if kind == "G" else there for seat, there in spaces.items() if there}

    pieces = {"G": "gangs, `G(Lzy), G(Coo)`", "H": "herds, `Coo` or `H(Coo)`"}.get(kind, "a list of spaces")
    return Notation(f"`SEAT:` {pieces}", read, write)


def _by_gang(said: str, written: Callable[[Sequence[str]], object]) -> Notation[Mapping[str, tuple[str, ...]]]:
    """Spaces for each dislodged gang."""
    return Notation(
        said,
        lambda pen, path: {
            space: tuple(_board(pen).spaces(value, "", *path)) for space, value in _board(pen).by_gang(path).items()
        },
        lambda value: {gang(space): written(there) for space, there in value.items()},
    )


def _history(chart: Chart) -> Notation[tuple[Count, ...]]:
    names = {seat.id: seat.name for seat in chart.seats}

    def read(pen: PositionReader, path: Path) -> tuple[Count, ...]:
        found = []
        for year in pen.mapping(*path):
            if isinstance(year, int):
                found.append(Count(year, dict(sorted(pen.numbers(*path, year).items()))))
            else:
                pen.complain(f'"{year}" is no year', *path)
        return tuple(sorted(found, key=lambda count: count.year))

    return Notation(
        "`1870:` a number for each seat",
        read,
        lambda value: {
            count.year: {names[Seat(seat)]: number for seat, number in sorted(count.centres.items())} for count in value
        },
    )


def _ending(chart: Chart) -> Notation[Outcome | None]:
    """As in all games, with the seats by their names."""
    usual, names = ending(), {seat.id: seat.name for seat in chart.seats}
    return Notation(
        usual.said,
        usual.read,
        lambda value: {"winners": [names[seat] for seat in value.winners], "reason": value.reason} if value else None,
    )


# The state that the fields make together


def _made(pen: Reading, values: Mapping[str, Any]) -> State:
    """The state, with complaints of what no game could have come to."""
    chart = pen.chart
    season, year, phase = values["phase"]
    gangs = {space: seat for seat, space in values["units"]}
    state = State(
        year=year,
        season=season,
        phase=phase,
        seats=(),
        gangs=dict(sorted(gangs.items())),
        herds=dict(sorted(_herds(pen, values).items())),
        centres=dict(sorted(_centres(pen, values["centres"]).items())),
        options=values["options"],
        dislodged=_dislodged(pen, values, gangs),
        contested=values["contested"],
        herd_builds={seat: number for seat, number in sorted(values["herd builds"].items()) if number},
        out=values["out"],
        history=values["history"],
        over=values["over"],
    )
    state = replace(state, captured=_captured(pen, values["captured"], state.centres))
    if state.dislodged and phase != "retreats":
        pen.complain(f"gangs are dislodged, so the phase is one of retreats, not {state.title}", "dislodged")
    there = playing(chart, state)
    seats = values["seats"] or there
    missing = [seat for seat in there if values["seats"] and seat not in seats]
    if missing:
        pen.complain(f"these have something on the board but no seat: {', '.join(missing)}", "seats")
    return replace(state, seats=tuple(seat.id for seat in chart.seats if seat.id in seats))


def playing(chart: Chart, state: State) -> tuple[Seat, ...]:
    """The seats of a document that does not say: those that have or had anything; all when none has."""
    owners = {
        *state.gangs.values(),
        *state.centres.values(),
        *(brand.seat for brand in state.herds.values()),
        *(brand.late for brand in state.herds.values()),
        *(one.seat for one in state.dislodged),
        *state.out,
    }
    every = tuple(seat.id for seat in chart.seats)
    return tuple(seat for seat in every if seat in owners) or every


def _herds(pen: Reading, values: Mapping[str, Any]) -> dict[str, Brand]:
    herds = {space: Brand(seat) for seat, space in values["herds"]}
    for seat, space in values["raided"]:
        if space not in herds or herds[space].seat is not None:
            pen.complain(f"a raided herd is wild: list {space} under `herds`, `wild` as well", "raided")
        herds[space] = Brand(None, seat)
    return herds


def _centres(pen: Reading, owned: Iterable[tuple[Seat, str]]) -> dict[str, Seat]:
    centres: dict[str, Seat] = {}
    for seat, space in owned:
        if space not in pen.chart.fixed:
            pen.complain(f"{space} is no fixed centre; they are {', '.join(pen.chart.fixed)}", "centres")
        elif space in centres:
            pen.complain(f"{space} cannot have two owners", "centres")
        centres[space] = seat
    return centres


def _captured(
    pen: Reading, owned: Iterable[tuple[Seat, str]], centres: Mapping[str, Seat]
) -> dict[Seat, tuple[str, ...]]:
    """The ledger of first captures. The owner of a rival home has captured it before."""
    homes = {home: seat for seat, home in pen.chart.homes.items()}
    captured: dict[Seat, tuple[str, ...]] = {}
    taken = ((owner, space) for space, owner in centres.items() if space in homes and homes[space] != owner)
    for seat, space in (*owned, *taken):
        if space not in homes:
            pen.complain(f"{space} is no home, so it is not in the ledger of first captures", "captured")
        captured[seat] = tuple(sorted({*captured.get(seat, ()), space}))
    return dict(sorted(captured.items()))


def _dislodged(pen: Reading, values: Mapping[str, Any], gangs: Mapping[str, Seat]) -> tuple[Driven, ...]:
    """Dislodged gangs. Without `retreats` a gang may go wherever the rules let it (RW-Q32)."""
    found: list[Driven] = []
    for seat, space in values["dislodged"]:
        by = next(iter(values["attackers"].get(space, ())), "")
        options = values["retreats"].get(space)
        if options is None:
            near = pen.chart.near[space]
            options = [one for one in near if one not in gangs and one not in values["contested"] and one != by]
        found.append(Driven(seat, space, by, tuple(sorted(options))))
    for key in ("attackers", "retreats"):
        for space in values[key]:
            if all(one.at != space for one in found):
                pen.complain(f"no dislodged gang was in {space}: list it under `dislodged`", key)
    return tuple(sorted(found, key=lambda one: one.at))
