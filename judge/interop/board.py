"""A board on its way into a map file: every format of boards becomes this."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

from judge.drawing.atlas.plan import spread
from judge.drawing.sheet import Point
from judge.grammar.document import Complaint, DocumentError
from judge.grammar.text import folded

MOST_BORDERS = 10_000
"""Ways from a province to another, on one board: more would take for ever to compare."""


@dataclass(kw_only=True)
class Place:
    """One province as it was read."""

    name: str
    also: list[str] = field(default_factory=list)
    army: list[str] = field(default_factory=list)
    fleet: list[str] = field(default_factory=list)
    coasts: dict[str, list[str]] = field(default_factory=dict)
    centre: bool = False
    carries: bool = False
    kind: str = ""


@dataclass(kw_only=True)
class Board:
    """A board as far as it was read. `where`: the places of provinces in another picture, in its own pixels."""

    title: str
    first: str = "Spring 1901"
    solo: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    powers: dict[str, dict[str, object]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    where: Mapping[str, Point] = field(default_factory=dict)
    borders: dict[tuple[str, ...], dict[str, object]] = field(default_factory=dict)
    """The special keys of some borders."""
    passed_over: list[str] = field(default_factory=list)
    """Lines without a counterpart here, a sentence each."""

    def centre(self, code: str, name: str) -> None:
        """A province is a supply centre."""
        if code not in self.places:
            raise DocumentError(name, [Complaint(1, (code,), f"{code} is a supply centre and not on the board")])
        self.places[code].centre = True

    def settle(self) -> None:
        """Kinds of provinces by who can go there, neighbours at both ends, coasts named where there are several.

        A way that only one end mentions is open from both, if units of its kind can be at both; otherwise it is named.
        """
        if sum(len(self.next_to(code)) for code in self.places) > MOST_BORDERS:
            said = f"a board has at most {MOST_BORDERS} ways from a province to another"
            raise DocumentError(self.title, [Complaint(1, (), said)])
        self._kinds()
        for code, place in sorted(self.places.items()):
            place.army[:] = self._possible(code, place.army, ("land", "coast"), "an army")
            for other in place.army:
                if code not in self.places[other].army:
                    self.places[other].army.append(code)
                    self.passed_over.append(f"{code} - {other}: told of from one end only, and open from both here")
            for coast, near in [("", place.fleet), *sorted(place.coasts.items())]:
                kept = self._possible(code, near, ("coast", "sea"), "a fleet")
                near[:] = dict.fromkeys(self._landing(code, one) for one in kept)
                if place.coasts and not coast:
                    near.clear()
                for other in near:
                    self._back(f"{code}/{coast}" if coast else code, other)

    def _kinds(self) -> None:
        walked = {other for place in self.places.values() for other in place.army}
        sailed = {
            other.partition("/")[0]
            for place in self.places.values()
            for near in (place.fleet, *place.coasts.values())
            for other in near
        }
        for code, place in self.places.items():
            if place.army and not (place.fleet or place.coasts) and code in sailed - walked:
                # Nobody else walks here, and others sail: the file gave its own ways to armies by mistake.
                place.army, place.fleet = [], place.army
                self.passed_over.append(f"{place.name}: its ways are taken for a fleet's, as its neighbours have them")
            wet = bool(place.fleet or place.coasts)
            place.kind = place.kind or ("coast" if wet and place.army else "sea" if wet else "land")

    def _possible(self, code: str, near: list[str], kinds: tuple[str, ...], unit: str) -> list[str]:
        kept = []
        for one in dict.fromkeys(near):
            other = self.places.get(one.partition("/")[0])
            if other is not None and other.kind in kinds and self.places[code].kind in kinds:
                kept.append(one)
            else:
                self.passed_over.append(f"{code} - {one}: {unit} cannot go there, so the way is left out")
        return kept

    def _landing(self, code: str, other: str) -> str:
        """A neighbour with several coasts by the coast that leads back."""
        there, _, coast = other.partition("/")
        if coast or not self.places[there].coasts:
            return there if not self.places[there].coasts else other
        for name, near in sorted(self.places[there].coasts.items()):
            if code in {one.partition("/")[0] for one in near}:
                return f"{there}/{name}"
        return f"{there}/{min(self.places[there].coasts)}"

    def _back(self, here: str, other: str) -> None:
        there, _, coast = other.partition("/")
        near = self.places[there].coasts[coast] if coast in self.places[there].coasts else self.places[there].fleet
        bare = here.partition("/")[0]
        if here not in near and not ("/" in here and bare in near):
            near.append(here)
            self.passed_over.append(f"{here} - {other}: told of from one end only, and open from both here")
        elif "/" in here and bare in near:
            near[near.index(bare)] = here

    def next_to(self, code: str) -> list[str]:
        """The provinces next to this one."""
        place = self.places[code]
        near = [*place.army, *place.fleet, *(one for ways in place.coasts.values() for one in ways)]
        return sorted({one.partition("/")[0] for one in near})

    def value(self) -> dict[str, object]:
        """The plain value of a map file."""
        provinces: dict[str, dict[str, object]] = {}
        for code, place in sorted(self.places.items()):
            own = {code.lower(), place.name.lower()}
            also = [one for one in dict.fromkeys(place.also) if one.lower() not in own]
            provinces[code] = {
                "name": place.name,
                "kind": place.kind,
                **({"centre": True} if place.centre else {}),
                **({"carries": True} if place.carries else {}),
                **({"also": also} if also else {}),
                **({"army": sorted(set(place.army))} if place.army else {}),
                **({"fleet": sorted(set(place.fleet))} if place.fleet else {}),
                **(
                    {"coasts": {name: sorted(set(near)) for name, near in place.coasts.items()}} if place.coasts else {}
                ),
            }
        shared, lost = spellings(provinces)
        self.passed_over += lost
        centres = sum(place.centre for place in self.places.values())
        known = spread({code: at for code, at in self.where.items() if code in self.places})
        return {
            "game": "diplomacy",
            "title": self.title,
            "first": self.first,
            "solo": self.solo or centres // 2 + 1,
            **({"options": dict(self.options)} if self.options else {}),
            "powers": self.powers,
            **shared,
            "provinces": provinces,
            **(
                {"borders": [{"between": list(two), **sheet} for two, sheet in sorted(self.borders.items())]}
                if self.borders
                else {}
            ),
            **({"picture": {"where": {code: list(at) for code, at in known.items()}}} if known else {}),
        }


def spellings(provinces: Mapping[str, dict[str, object]]) -> tuple[dict[str, object], list[str]]:
    """The key `ambiguous`, with the provinces that each ambiguous spelling may mean, and the spellings removed.

    A code means its own province, and is no spelling of another.
    """
    codes = {folded(code): code for code in provinces}
    meant: dict[str, set[str]] = {}
    lost: list[str] = []
    for code, sheet in sorted(provinces.items()):
        also = sheet.get("also") or []
        assert isinstance(also, list)
        kept = [said for said in also if codes.get(folded(said), code) == code]
        lost += [f'{code}: "{said}" is the code of another province, and no spelling of it'
                 for said in also if said not in kept]  # fmt: skip
        if kept:
            sheet["also"] = kept
        else:
            sheet.pop("also", None)
        for said in (code, str(sheet["name"]), *kept):
            meant.setdefault(folded(said), set()).add(code)
    shared = {said: sorted(found) for said, found in sorted(meant.items()) if len(found) > 1}
    return {"ambiguous": shared} if shared else {}, lost


def slug(name: str) -> str:
    """A name as an id."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def where_in(svg: str) -> dict[str, Point]:
    """The places of provinces in an SVG: jDip's data of units, godip's and Inkscape's `ID + Center`, by code."""
    root = ElementTree.fromstring(svg)
    found: dict[str, Point] = {}
    try:
        _walk(root, (0.0, 0.0), found)
    except (RecursionError, ValueError) as error:
        raise ElementTree.ParseError(str(error)) from None
    return {code: at for code, at in found.items() if all(map(math.isfinite, at))}


def _walk(node: ElementTree.Element, moved: Point, found: dict[str, Point]) -> None:
    match = re.search(r"translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)", node.get("transform", ""))
    if match:
        moved = (moved[0] + float(match[1]), moved[1] + float(match[2]))
    tag = node.tag.rpartition("}")[2]
    if tag == "PROVINCE" and node.get("name"):
        unit = next((one for one in node if one.tag.endswith("UNIT")), None)
        if unit is not None:
            found[str(node.get("name")).upper()] = (float(unit.get("x", "0")), float(unit.get("y", "0")))
    elif (name := node.get("id", "")).endswith("Center") and tag in ("path", "circle", "ellipse"):
        first = re.match(r"\s*[mM]\s*(-?[\d.]+)[\s,]+(-?[\d.]+)", node.get("d", ""))
        at = (first[1], first[2]) if first else (node.get("cx", ""), node.get("cy", ""))
        if at[0] and at[1]:
            found[name.removesuffix("Center").upper()] = (float(at[0]) + moved[0], float(at[1]) + moved[1])
    for one in node:
        _walk(one, moved, found)
