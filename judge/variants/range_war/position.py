"""Position documents: the state as a GM reads and writes it (docs/positions/range-war.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from judge.adjudicator.protocol import Seat
from judge.grammar.document import Document
from judge.grammar.position import PositionReader, listed
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.options import DEFAULTS, OPTIONS
from judge.variants.range_war.state import Brand, Count, Driven, Phase, Season, State
from judge.variants.range_war.words import gang

WILD = "wild"
HERD_BUILDS = "herd builds"
KEYS = (
    "phase",
    "seats",
    "units",
    "herds",
    "raided",
    "centres",
    "dislodged",
    "attackers",
    "retreats",
    "contested",
    "captured",
    HERD_BUILDS,
    "out",
    "history",
    "options",
    "over",
)
_PHASE = re.compile(r"(summer|winter|spring) +(\d{1,6}),? +(movement|retreats?|branding)")
_PIECE = re.compile(r"(GH|G|H)?\s*\(?\s*([^()]+?)\s*\)?", re.IGNORECASE)


def write_position(chart: Chart, state: State) -> dict[str, object]:
    """The state as a document; `read_position` gives an equal state back."""
    names = {seat.id: seat.name for seat in chart.seats}

    def by_seat(spaces: Mapping[Seat, tuple[str, ...]]) -> dict[str, object]:
        return {names[seat]: list(spaces[seat]) for seat in names if spaces.get(seat)}

    found: dict[str, object] = {"phase": state.title}
    if state.seats != _playing(chart, state):
        found["seats"] = [names[seat] for seat in state.seats]
    found["units"] = by_seat({seat: tuple(map(gang, state.of(seat))) for seat in names})
    herds = by_seat({seat: state.branded(seat) for seat in names})
    wild = [space for space, brand in sorted(state.herds.items()) if brand.seat is None]
    found["herds"] = {**herds, WILD: wild} if wild else herds
    raided = {
        seat: tuple(space for space, brand in sorted(state.herds.items()) if brand.late == seat) for seat in names
    }
    if any(raided.values()):
        found["raided"] = by_seat(raided)
    found["centres"] = by_seat({seat: state.held(seat) for seat in names})
    if state.dislodged:
        found["dislodged"] = by_seat(
            {seat: tuple(gang(one.at) for one in state.dislodged if one.seat == seat) for seat in names}
        )
        found["attackers"] = {gang(one.at): one.by for one in state.dislodged if one.by}
        found["retreats"] = {gang(one.at): list(one.options) for one in state.dislodged}
    if state.contested:
        found["contested"] = list(state.contested)
    if state.captured:
        found["captured"] = by_seat(state.captured)
    if state.herd_builds:
        found[HERD_BUILDS] = {names[seat]: number for seat, number in sorted(state.herd_builds.items())}
    if state.out:
        found["out"] = [names[seat] for seat in state.out]
    if state.history:
        found["history"] = {
            count.year: {names[Seat(seat)]: number for seat, number in sorted(count.centres.items())}
            for count in state.history
        }
    options = {key: value for key, value in state.options.items() if DEFAULTS.get(key) != value}
    if options:
        found["options"] = options
    if state.over:
        found["over"] = {"winners": [names[seat] for seat in state.over.winners], "reason": state.over.reason}
    return found


def _playing(chart: Chart, state: State) -> tuple[Seat, ...]:
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


def read_position(chart: Chart, document: Document) -> State:
    """A document as a state; what it leaves out is empty. Names every mistake at once."""
    return _Reader(chart, document).state()


class _Reader(PositionReader):
    """Reads one document and keeps its mistakes."""

    def __init__(self, chart: Chart, document: Document) -> None:
        super().__init__(document, chart.seats, KEYS)
        self.chart = chart

    def state(self) -> State:
        """The whole state, or a DocumentError with all that is wrong."""
        season, year, phase = self._phase()
        gangs = {space: seat for seat, space in self._by_seat("units", "G")}
        self._one_a_space("units", "gangs")
        herds = self._herds()
        centres = self._centres()
        dislodged = self._dislodged(gangs)
        captured: dict[Seat, tuple[str, ...]] = {}
        homes = {home: seat for seat, home in self.chart.homes.items()}
        for seat, space in (
            *self._by_seat("captured", ""),
            # Whoever owns a rival home has captured it before.
            *((owner, space) for space, owner in centres.items() if space in homes and homes[space] != owner),
        ):
            if space not in homes:
                self.complain(f"{space} is no home, so it is not in the ledger of first captures", "captured")
            captured[seat] = tuple(sorted({*captured.get(seat, ()), space}))
        state = State(
            year,
            season,
            phase,
            (),
            dict(sorted(gangs.items())),
            dict(sorted(herds.items())),
            dict(sorted(centres.items())),
            self.options(OPTIONS),
            dislodged,
            tuple(sorted(self._spaces("contested"))),
            dict(sorted(captured.items())),
            dict(sorted(self._herd_builds().items())),
            self.seats("out"),
            self._history(),
            self.over(),
        )
        if state.dislodged and phase != "retreats":
            self.complain(f"gangs are dislodged, so the phase is one of retreats, not {state.title}", "dislodged")
        seats = self.seats("seats") or _playing(self.chart, state)
        missing = [seat for seat in _playing(self.chart, state) if self.value.get("seats") and seat not in seats]
        if missing:
            self.complain(f"these have something on the board but no seat: {', '.join(missing)}", "seats")
        self.finish()
        every = [seat.id for seat in self.chart.seats]
        return State(
            **{
                **{name: getattr(state, name) for name in State.__dataclass_fields__},
                "seats": tuple(seat for seat in every if seat in seats),
            }
        )

    def _phase(self) -> tuple[Season, int, Phase]:
        said = str(self.value.get("phase", f"Summer {self.chart.year}, movement"))
        found = _PHASE.fullmatch(" ".join(said.lower().split()))
        if found:
            season, year, phase = found[1], int(found[2]), "retreats" if found[3] == "retreat" else found[3]
            if (season == "spring") == (phase == "branding"):
                return season, year, phase  # type: ignore[return-value]
        self.complain(
            f'"{said}" is no phase: write Summer 1870, movement; Winter 1870, retreats; Spring 1871, branding', "phase"
        )
        return "summer", self.chart.year, "movement"

    def _space(self, text: str, kind: str, *path: str | int) -> str | None:
        """A space, written as a code, a name or in a piece: `Ran`, `G(Ran)`, `Rancho Grande`."""
        found = _PIECE.fullmatch(text.strip()) if "(" in text or " " not in text.strip() else None
        name = text.strip()
        if found and "(" in text:
            name = found[2]
            if found[1] and found[1].upper() != (kind or found[1].upper()):
                self.complain(f'"{text}" is no {self.chart.names.get(kind, "piece")}', *path)
                return None
        return self.find(self.chart.tongue.places, name, *path)

    def _listed(self, value: object, kind: str, *path: str | int) -> Iterator[str]:
        """The spaces of a text (`G(Lzy), G(Coo)`) or a list."""
        for text in listed(value):
            space = self._space(text, kind, *path)
            if space is not None:
                yield space

    def _spaces(self, key: str) -> Iterator[str]:
        return self._listed(self.value.get(key), "", key)

    def _by_seat(self, key: str, kind: str) -> Iterator[tuple[Seat, str]]:
        """`Lazy S: G(Lzy), G(Coo)` as pairs of seat and space."""
        for name, value in self.mapping(key).items():
            if key == "herds" and str(name).lower() == WILD:
                continue
            seat = self.seat(name, key, name)
            for space in self._listed(value, kind, key, name):
                if seat is not None:
                    yield seat, space

    def _one_a_space(self, key: str, what: str) -> None:
        """At most one gang and one herd in a space (RW-7a)."""
        there: set[str] = set()
        before = len(self.wrong)
        kind = "H" if key == "herds" else "G"
        for name, value in self.mapping(key).items():
            for space in self._listed(value, kind, key, name):
                if space in there:
                    self.complain(f"two {what} cannot be in {space}", key, name)
                there.add(space)
        # A space misspelt has been complained of already.
        self.wrong[before:] = [one for one in self.wrong[before:] if one.sentence.startswith("two ")]

    def _herds(self) -> dict[str, Brand]:
        herds = {space: Brand(seat) for seat, space in self._by_seat("herds", "H")}
        for name, value in self.mapping("herds").items():
            if str(name).lower() == WILD:
                herds.update((space, Brand()) for space in self._listed(value, "H", "herds", name))
        self._one_a_space("herds", "herds")
        for seat, space in self._by_seat("raided", "H"):
            if space not in herds or herds[space].seat is not None:
                self.complain(f"a raided herd is wild: list {space} under `herds`, `wild` as well", "raided")
            herds[space] = Brand(None, seat)
        return herds

    def _centres(self) -> dict[str, Seat]:
        centres: dict[str, Seat] = {}
        for seat, space in self._by_seat("centres", ""):
            if space not in self.chart.fixed:
                self.complain(f"{space} is no fixed centre; they are {', '.join(self.chart.fixed)}", "centres")
            elif space in centres:
                self.complain(f"{space} cannot have two owners", "centres")
            centres[space] = seat
        return centres

    def _dislodged(self, gangs: Mapping[str, Seat]) -> tuple[Driven, ...]:
        """Dislodged gangs. Without `retreats` a gang may go wherever the rules let it (RW-Q32)."""
        keys = {"attackers": self._of_gangs("attackers"), "retreats": self._of_gangs("retreats")}
        contested = set(self._spaces("contested"))
        found: list[Driven] = []
        for seat, space in self._by_seat("dislodged", "G"):
            by = next(iter(self._listed(keys["attackers"].get(space), "", "attackers")), "")
            if space in keys["retreats"]:
                options = tuple(self._listed(keys["retreats"][space], "", "retreats"))
            else:
                options = tuple(
                    other
                    for other in self.chart.near[space]
                    if other not in gangs and other not in contested and other != by
                )
            found.append(Driven(seat, space, by, tuple(sorted(options))))
        for key, given in keys.items():
            for space in given:
                if all(one.at != space for one in found):
                    self.complain(f"no dislodged gang was in {space}: list it under `dislodged`", key)
        return tuple(sorted(found, key=lambda one: one.at))

    def _of_gangs(self, key: str) -> dict[str, object]:
        """`G(Fir): …` by space."""
        found: dict[str, object] = {}
        for name, value in self.mapping(key).items():
            space = self._space(str(name), "G", key, name)
            if space is not None:
                found[space] = value
        return found

    def _herd_builds(self) -> dict[Seat, int]:
        return {seat: number for seat, number in self.numbers(HERD_BUILDS).items() if number}

    def _history(self) -> tuple[Count, ...]:
        found = []
        for year in self.mapping("history"):
            if isinstance(year, int):
                found.append(Count(year, dict(sorted(self.numbers("history", year).items()))))
            else:
                self.complain(f'"{year}" is no year', "history")
        return tuple(sorted(found, key=lambda count: count.year))
