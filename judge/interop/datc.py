"""The published document of the Diplomacy Adjudicator Test Cases (HTML, version 3.2), run as it is.

Each case is a `div` of the class `test-case`, of the class `spring` or `winter`: powers, an order a line, its result in
a `span` of the class `resolution`; `England owns F London` before them, `RETREATS` between moves and retreats.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser

from judge.adjudicator.diplomacy.adjustments import adjustments
from judge.adjudicator.diplomacy.movement import Court, Moved
from judge.adjudicator.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Kind,
    Move,
    Movement,
    Remove,
    Retreat,
    Support,
    Unit,
)
from judge.adjudicator.diplomacy.retreats import retreats
from judge.variants.diplomacy.chart import Chart

_OWNS = re.compile(r"(\w+) owns (A|F|SC) (.+)")
# Twice the document leaves out the colon (6.C.8, 6.C.9).
_POWER = re.compile(r"(\w+):?")
_ORDER = re.compile(r"([AF]) (.+?)(?: (Holds|Supports|Convoys|-)(?: (.*))?)?")
_HELPED = re.compile(r"([AF]) (.+?)(?: - (.+))?")
_VIA = re.compile(r" via convoy$", re.IGNORECASE)

CONSCIOUS = {
    ("6.D.4", "A Berlin Supports F Kiel"): "Prussia attacks Berlin, so its support is cut; nothing comes of it",
    ("6.D.8", "A Greece - Naples"): "dislodged with nowhere to go is destroyed, as the cases say elsewhere (6.H.17)",
    ("6.F.21", "F Clyde Supports F North Atlantic Ocean"): "destroyed, as in 6.D.8",
    ("6.F.28", "F Norwegian Sea Convoys A Edinburgh - St Petersburg"): "destroyed, as in 6.D.8",
    ("6.F.28", "F Gulf of Bothnia Convoys A Livonia - Sweden"): "destroyed, as in 6.D.8",
    ("6.H.15", "F Portugal Holds"): "destroyed, as in 6.D.8",
}
"""Where we knowingly differ from the document: case and order, and why."""


class NotUnderstood(ValueError):
    """A line of the document in an unexpected form."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line of a case: the power, its order, and the result."""

    power: str
    text: str
    resolution: str


@dataclass(slots=True)
class Case:
    """One test case as it is printed."""

    key: str
    title: str
    winter: bool
    owns: list[tuple[str, str, str]] = field(default_factory=list)
    orders: list[Said] = field(default_factory=list)
    retreats: list[Said] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """An order of a case, its result by the document, and ours."""

    said: Said
    ours: str

    @property
    def agrees(self) -> bool:
        """Whether the two say the same."""
        return self.said.resolution == self.ours


def read_cases(text: str) -> list[Case]:
    """Every case of the document."""
    tree = LexborHTMLParser(text)
    found = []
    for node in tree.css("div.test-case"):
        key = (node.attributes.get("id") or "").removesuffix(".orders")
        heading = tree.css_first(f'[id="{key}"]')
        title = heading.text(strip=True) if heading is not None else key
        case = Case(key, title, "winter" in (node.attributes.get("class") or "").split())
        for span in node.css("span.resolution"):
            span.replace_with(f"\t{span.text(strip=True)}")
        _read_case(case, node.text())
        found.append(case)
    return found


def is_older(text: str) -> bool:
    """Whether the document is a version before 3.2: cases with orders, and results in prose."""
    return "6.A.1. TEST CASE" in text and "test-case" not in text


def _read_case(case: Case, text: str) -> None:
    power = ""
    part = case.orders
    for line in filter(None, map(str.strip, text.splitlines())):
        order, _, resolution = line.partition("\t")
        order = " ".join(order.split())
        if line == "RETREATS":
            part = case.retreats
        elif owned := _OWNS.fullmatch(line):
            case.owns.append((owned[1], owned[2], owned[3]))
        elif named := _POWER.fullmatch(line):
            power = named[1]
        elif resolution.startswith("Automatic") or line.startswith("Automatic"):
            part.append(Said(power, resolution or line, "disbanded"))
        elif power and resolution:
            part.append(Said(power, order, resolution.lower()))
        else:
            raise NotUnderstood(f'case {case.key}: "{line}" is neither a power nor an order with what becomes of it')


class Runner:
    """Runs cases on the standard map."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.board = chart.board
        self.court = Court(chart.board)

    def run(self, case: Case) -> list[Found]:
        """The result of each order of a case. Raises NotUnderstood for a line that cannot be read."""
        if case.winter:
            return list(self._winter(case))
        units: dict[str, Unit] = {}
        for power, kind, place in case.owns:
            at = self._place(place)
            units[self.board.province(at)] = Unit(power, "A" if kind == "A" else "F", at)
        orders: dict[str, Movement] = {}
        given: list[tuple[Said, str]] = []
        for said in case.orders:
            kind, at, order = self._order(said.text)
            province = self.board.province(at)
            unit = units.setdefault(province, Unit(said.power, kind, at))
            theirs = unit.power == said.power and province not in orders
            if theirs:
                orders[province] = order
            given.append((said, province if theirs else ""))
        moved = self.court.movement(tuple(units.values()), orders)
        became = {self.board.province(one.unit.place): one.said for one in moved.results}
        found = [Found(said, became[province] if province else "illegal") for said, province in given]
        return found + list(self._retreats(case, moved))

    def _retreats(self, case: Case, moved: Moved) -> Iterator[Found]:
        driven = {self.board.province(one.unit.place): one for one in moved.dislodged}
        orders: dict[str, Retreat | Disband] = {}
        lawful: dict[int, str] = {}
        for number, said in enumerate(case.retreats):
            text = said.text.removeprefix("Disband ")
            _, at, order = self._order(text)
            province = self.board.province(at)
            if province not in driven or driven[province].unit.power != said.power or province in orders:
                continue
            if text != said.text:
                orders[province] = Disband(at)
            elif isinstance(order, Move):
                orders[province] = Retreat(at, (order.to,))
            else:
                continue
            lawful[number] = province
        after = retreats(self.board, moved.units, moved.dislodged, orders)
        became = {self.board.province(one.unit.place): one.word for one in after.results}
        for number, said in enumerate(case.retreats):
            yield Found(said, became[lawful[number]] if number in lawful else "illegal")

    def _winter(self, case: Case) -> Iterator[Found]:
        units: list[Unit] = []
        centres: dict[str, list[str]] = {}
        for power, kind, place in case.owns:
            at = self._place(place)
            if kind == "SC":
                centres.setdefault(power.lower(), []).append(at)
            else:
                units.append(Unit(power.lower(), "A" if kind == "A" else "F", at))
        orders: dict[str, list[Build | Remove]] = {}
        for said in case.orders:
            verb, _, rest = said.text.partition(" ")
            if verb != "Automatic":
                kind, at, _order = self._order(rest)
                build = verb == "Build"
                orders.setdefault(said.power.lower(), []).append(Build(kind, at) if build else Remove(at))
        done = adjustments(self.board, units, centres, orders)
        words = iter([result.word for result in done.results])
        gone = {unit.place for unit in done.disordered}
        for said in case.orders:
            if said.text.startswith("Automatic"):
                place = self._place(said.text.split(" ", 3)[3])
                yield Found(said, "disbanded" if place in gone else "stays")
            else:
                yield Found(said, next(words))

    def _place(self, text: str) -> str:
        named = self.chart.tongue.place(text.strip())
        if named is None or len(named.choices) != 1:
            raise NotUnderstood(f'"{text}" is no place on the map')
        place = f"{named.choices[0]}/{named.coast}" if named.coast else named.choices[0]
        return place if place in self.board.number else named.choices[0]

    def _order(self, text: str) -> tuple[Kind, str, Movement]:
        """Kind, place and order of a line; a unit alone holds."""
        via = _VIA.search(text) is not None
        found = _ORDER.fullmatch(_VIA.sub("", text))
        if found is None:
            raise NotUnderstood(f'"{text}" is no order')
        kind: Kind = "A" if found[1] == "A" else "F"
        at = self._place(found[2])
        verb, rest = found[3], found[4] or ""
        if verb == "-":
            return kind, at, Move(at, self._place(rest), via)
        if verb not in ("Supports", "Convoys"):
            return kind, at, Hold(at)
        helped = _HELPED.fullmatch(rest)
        if helped is None or (verb == "Convoys" and not helped[3]):
            raise NotUnderstood(f'"{text}" does not say whom it helps')
        of, to = self._place(helped[2]), self._place(helped[3]) if helped[3] else None
        return kind, at, Support(at, of, to) if verb == "Supports" or to is None else Convoy(at, of, to)
