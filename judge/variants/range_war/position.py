"""Position documents: the state as a GM reads and writes it (docs/positions/range-war.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from judge.adjudicator.protocol import Outcome, Problem, Seat
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.grammar.seats import find_seat
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.options import DEFAULTS, OPTIONS
from judge.variants.range_war.state import Brand, Choices, Count, Driven, Phase, Season, State
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
    return _Pen(chart, document).state()


class _Pen:
    """Reads one document and keeps its mistakes."""

    def __init__(self, chart: Chart, document: Document) -> None:
        self.chart = chart
        self.document = document
        self.wrong: list[Complaint] = []
        self.value: Mapping[Any, Any] = document.value if isinstance(document.value, dict) else {}

    def complain(self, sentence: str, *path: str | int) -> None:
        """One more mistake."""
        self.wrong.append(self.document.complaint(sentence, *path))

    def state(self) -> State:
        """The whole state, or a DocumentError with all that is wrong."""
        if self.document.value is not None and not isinstance(self.document.value, dict):
            raise self.document.error("a position is a mapping with `phase`, `units`, `herds`, `centres` …")
        for key in self.value:
            if key not in KEYS:
                near = nearest(str(key), KEYS)
                hint = f"did you mean {near}?" if near else f"known are {', '.join(KEYS)}"
                self.complain(f'"{key}" means nothing here: {hint}', key)
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
            self._options(),
            dislodged,
            tuple(sorted(self._spaces("contested"))),
            dict(sorted(captured.items())),
            dict(sorted(self._herd_builds().items())),
            tuple(self._seats("out")),
            self._history(),
            self._over(),
        )
        if state.dislodged and phase != "retreats":
            self.complain(f"gangs are dislodged, so the phase is one of retreats, not {state.title}", "dislodged")
        seats = tuple(self._seats("seats")) or _playing(self.chart, state)
        missing = [seat for seat in _playing(self.chart, state) if self.value.get("seats") and seat not in seats]
        if missing:
            self.complain(f"these have something on the board but no seat: {', '.join(missing)}", "seats")
        if self.wrong:
            raise DocumentError(self.document.name, self.wrong)
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

    def _seat(self, name: object, *path: str | int) -> Seat | None:
        seat = find_seat(self.chart.seats, str(name))
        if isinstance(seat, Problem):
            self.complain(f'"{name}" is no seat; there are {", ".join(one.name for one in self.chart.seats)}', *path)
            return None
        return seat

    def _seats(self, key: str) -> Iterator[Seat]:
        value = self.value.get(key) or []
        for name in value if isinstance(value, list) else str(value).split(","):
            seat = self._seat(str(name).strip(), key)
            if seat is not None:
                yield seat

    def _space(self, text: str, kind: str, *path: str | int) -> str | None:
        """A space, written as a code, a name or in a piece: `Ran`, `G(Ran)`, `Rancho Grande`."""
        found = _PIECE.fullmatch(text.strip()) if "(" in text or " " not in text.strip() else None
        name = text.strip()
        if found and "(" in text:
            name = found[2]
            if found[1] and found[1].upper() != (kind or found[1].upper()):
                self.complain(f'"{text}" is no {self.chart.names.get(kind, "piece")}', *path)
                return None
        space = self.chart.tongue.places.find(name)
        if isinstance(space, Problem):
            near = space.detail.get("near") or space.detail.get("choices") or ()
            hint = f": did you mean {' or '.join(map(str, near))}?" if isinstance(near, tuple) and near else ""
            self.complain(f'there is no space "{name}"{hint}', *path)
            return None
        return space

    def _listed(self, value: object, kind: str, *path: str | int) -> Iterator[str]:
        """The spaces of a text (`G(Lzy), G(Coo)`) or a list."""
        if value is None or value == "":
            return
        for text in value if isinstance(value, list) else str(value).split(","):
            space = self._space(str(text), kind, *path)
            if space is not None:
                yield space

    def _spaces(self, key: str) -> Iterator[str]:
        return self._listed(self.value.get(key), "", key)

    def _mapping(self, key: str) -> Mapping[Any, Any]:
        value = self.value.get(key) or {}
        if isinstance(value, dict):
            return value
        self.complain(f"`{key}` is a mapping", key)
        return {}

    def _by_seat(self, key: str, kind: str) -> Iterator[tuple[Seat, str]]:
        """`Lazy S: G(Lzy), G(Coo)` as pairs of seat and space."""
        for name, value in self._mapping(key).items():
            if key == "herds" and str(name).lower() == WILD:
                continue
            seat = self._seat(name, key, name)
            for space in self._listed(value, kind, key, name):
                if seat is not None:
                    yield seat, space

    def _one_a_space(self, key: str, what: str) -> None:
        """At most one gang and one herd in a space (RW-7a)."""
        there: set[str] = set()
        before = len(self.wrong)
        kind = "H" if key == "herds" else "G"
        for name, value in self._mapping(key).items():
            for space in self._listed(value, kind, key, name):
                if space in there:
                    self.complain(f"two {what} cannot be in {space}", key, name)
                there.add(space)
        # A space misspelt has been complained of already.
        self.wrong[before:] = [one for one in self.wrong[before:] if one.sentence.startswith("two ")]

    def _herds(self) -> dict[str, Brand]:
        herds = {space: Brand(seat) for seat, space in self._by_seat("herds", "H")}
        for name, value in self._mapping("herds").items():
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
        for name, value in self._mapping(key).items():
            space = self._space(str(name), "G", key, name)
            if space is not None:
                found[space] = value
        return found

    def _numbers(self, value: object, *path: str | int) -> dict[Seat, int]:
        found: dict[Seat, int] = {}
        if not isinstance(value, dict):
            self.complain("`Seat: number` is expected here", *path)
            return found
        for name, number in value.items():
            seat = self._seat(name, *path)
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                self.complain(f"a whole number is expected, not {number}", *path)
            elif seat is not None:
                found[seat] = number
        return found

    def _herd_builds(self) -> dict[Seat, int]:
        value = self.value.get(HERD_BUILDS)
        found = self._numbers(value, HERD_BUILDS) if value else {}
        return {seat: number for seat, number in found.items() if number}

    def _history(self) -> tuple[Count, ...]:
        found = []
        for year, counts in self._mapping("history").items():
            if not isinstance(year, int):
                self.complain(f'"{year}" is no year', "history")
                continue
            found.append(Count(year, dict(sorted(self._numbers(counts, "history", year).items()))))
        return tuple(sorted(found, key=lambda count: count.year))

    def _options(self) -> Choices:
        """House rules; those not named have their default."""
        found = dict(DEFAULTS)
        known = {option.key: option for option in OPTIONS}
        for key, value in self._mapping("options").items():
            option = known.get(str(key))
            if option is None:
                near = nearest(str(key), known)
                self.complain(f'there is no option "{key}"{f": did you mean {near}?" if near else ""}', "options", key)
            elif isinstance(option.default, bool):
                if str(value).lower() not in ("true", "false"):
                    self.complain(f"the option {key} is true or false, not {value}", "options", key)
                found[option.key] = str(value).lower() == "true"
            elif isinstance(option.default, int):
                if not str(value).isdigit():
                    self.complain(f"the option {key} is a whole number, not {value}", "options", key)
                found[option.key] = int(str(value)) if str(value).isdigit() else 0
            elif str(value) not in option.values:
                self.complain(f"the option {key} may be {' or '.join(option.values)}, not {value}", "options", key)
            else:
                found[option.key] = str(value)
        return found

    def _over(self) -> Outcome | None:
        value = self.value.get("over")
        if not value:
            return None
        if not isinstance(value, dict) or set(value) - {"winners", "reason"}:
            self.complain("`over` has `winners` and `reason`", "over")
            return None
        names = value.get("winners") or []
        seats = [self._seat(name, "over", "winners") for name in (names if isinstance(names, list) else [names])]
        return Outcome(tuple(seat for seat in seats if seat is not None), str(value.get("reason", "")))
