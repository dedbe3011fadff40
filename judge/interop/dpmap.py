"""Maps in the text format of DPjudge and of the `diplomacy` package, as map documents of our own.

A line says what a location is and whom it abuts. Capitals and small letters tell units apart: a neighbour in small
letters can only be walked to; a location in small letters is the land side of a province that has several coasts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from judge.grammar.document import Complaint, DocumentError

TERRAINS = {"LAND": "land", "COAST": "coast", "PORT": "coast", "ISLAND": "coast", "WATER": "sea"}
_POWER = re.compile(r"^(?P<name>[A-Z][\w' -]*?)\s+\((?P<adjective>[^):]+)(?::\s*(?P<letter>\w+))?\)\s*(?P<homes>.*)$")
_NAMES = re.compile(r"^(?P<name>[^=]+?)\s*=\s*(?P<words>\S.*)$")
_UNIT = re.compile(r"^(?P<kind>[AF])\s+(?P<place>\S+)$")
_PASSED_OVER = (
    "RULE",
    "RULES",
    "DIRECTIVE",
    "DIRECTIVES",
    "DUMMY",
    "DUMMIES",
    "FLOW",
    "SEQ",
    "SEQUENCE",
    "AMEND",
    "DROP",
)


@dataclass(kw_only=True)
class _Map:
    """What has been read so far."""

    first: str = "Spring 1901"
    solo: int | None = None
    powers: dict[str, dict[str, object]] = field(default_factory=dict)
    unowned: set[str] = field(default_factory=set)
    names: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    abuts: dict[str, list[str]] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    shut: set[str] = field(default_factory=set)


def read_dpmap(
    text: str, name: str, include: Callable[[str], str] | None = None
) -> tuple[dict[str, object], tuple[str, ...]]:
    """The map as the plain value of a map file, and a sentence for every line that has no counterpart here.

    `include` gives the text of a map that this one builds on (`MAP standard.map`).
    """
    found = _Map()
    complaints: list[Complaint] = []
    _read(text, found, complaints, include, 0)
    complaints += _gaps(found)
    if complaints:
        raise DocumentError(name, complaints)
    return _value(found, name), tuple(found.passed_over)


def _read(
    text: str,
    found: _Map,
    complaints: list[Complaint],
    include: Callable[[str], str] | None,
    depth: int,
) -> None:
    power: str | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        words = line.split()
        if words[0] == "BEGIN":
            found.first = f"{words[1].title()} {words[2]}" if len(words) > 2 else found.first
            if words[3:4] and words[3].upper().startswith("B"):
                found.first += " BC"
        elif words[0] in ("MAP", "USE") and len(words) == 2:
            if include is None or depth > 3:
                complaints.append(Complaint(number, (), f"the map builds on {words[1]}, which is not at hand"))
                continue
            _read(include(words[1]), found, complaints, include, depth + 1)
        elif words[0] == "VICTORY" and words[-1].isascii() and words[-1].isdigit() and len(words[-1]) < 5:
            found.solo = int(words[-1])
        elif words[0] == "UNPLAYED":
            for gone in re.split(r"[,\s]+", line.removeprefix("UNPLAYED").strip()):
                found.powers.pop(gone, None)
        elif words[0] in ("UNOWNED", "NEUTRAL", "CENTERS"):
            power = None
            found.unowned.update(words[1:])
        elif (len(words) > 2 and words[1] == "ABUTS") or words[0] in (*TERRAINS, "SHUT"):
            _terrain(line, words, found, number, complaints)
        elif "->" in line and "=" not in line:
            found.passed_over.append(f"line {number}: {line}")
        elif match := _NAMES.match(line):
            code = match["words"].split()[0]
            also = tuple(word.replace("+", " ") for word in match["words"].split()[1:])
            found.names[code.upper()] = (match["name"].strip(), also)
        elif (match := _UNIT.match(line)) and power is not None:
            units = found.powers[power]["units"]
            assert isinstance(units, list)
            units.append(f"{match['kind']} {match['place'].upper()}")
        elif words[0] in _PASSED_OVER:
            found.passed_over.append(f"line {number}: {line}")
        elif match := _POWER.match(line):
            power = match["name"].strip()
            if power.startswith("NEUTRAL"):
                found.unowned.update(match["homes"].split())
                power = None
                continue
            found.powers[power] = {
                "name": power.replace("-", " ").title(),
                "adjective": match["adjective"].replace("+", " ").title(),
                "homes": match["homes"].split(),
                "units": [],
            }
        else:
            found.passed_over.append(f"line {number}: {line}")


def _terrain(line: str, words: list[str], found: _Map, number: int, complaints: list[Complaint]) -> None:
    if words[0] == "SHUT":
        found.shut.add(words[1].upper())
        return
    if words[0] not in TERRAINS or "ABUTS" not in words:
        complaints.append(Complaint(number, (), f'"{line}": expected TERRAIN PLACE ABUTS PLACES'))
        return
    place = words[1]
    found.terrain[place] = TERRAINS[words[0]]
    found.abuts[place] = words[words.index("ABUTS") + 1 :]


def _gaps(found: _Map) -> list[Complaint]:
    """Places that are abutted but never described."""
    known = {_province(place) for place in found.terrain} | found.shut
    gaps = []
    for place, abutted in found.abuts.items():
        for other in abutted:
            if _province(other) not in known:
                gaps.append(Complaint(1, (place,), f"{place} abuts {other}, which the map does not describe"))
    if not found.powers:
        gaps.append(Complaint(1, (), "no power with its home centres was found"))
    if not found.terrain:
        gaps.append(Complaint(1, (), "no location (`COAST LON ABUTS …`) was found"))
    return gaps


def _province(place: str) -> str:
    return place.upper().partition("/")[0]


def _value(found: _Map, name: str) -> dict[str, object]:
    """The plain value of a map file."""
    provinces: dict[str, dict[str, object]] = {}
    codes = sorted({_province(place) for place in found.terrain} - found.shut)
    homes = {str(home) for sheet in found.powers.values() for home in _texts(sheet["homes"])}
    for code in codes:
        title, also = found.names.get(code, (code.title(), ()))
        kinds = {found.terrain[place] for place in found.terrain if _province(place) == code}
        kind = "sea" if kinds == {"sea"} else "coast" if "coast" in kinds else "land"
        sheet: dict[str, object] = {"name": re.sub(r"\s*\([^)]*\)$", "", title), "kind": kind}
        if code in homes or code in found.unowned:
            sheet["centre"] = True
        spellings = [word for word in also if "(" not in word and "/" not in word]
        if spellings:
            sheet["also"] = spellings
        provinces[code] = sheet
    army = _army(found)
    fleet = _fleet(found)
    for code, sheet in provinces.items():
        if army.get(code):
            sheet["army"] = sorted(army[code])
        if fleet.get(code):
            sheet["fleet"] = sorted(fleet[code])
        coasts = {place: fleet[place] for place in sorted(fleet) if place.startswith(f"{code}/")}
        if coasts:
            sheet["coasts"] = {place.partition("/")[2]: sorted(abutted) for place, abutted in coasts.items()}
    centres = sum(1 for sheet in provinces.values() if sheet.get("centre"))
    return {
        "game": "diplomacy",
        "title": re.sub(r"[_-]+", " ", name).title(),
        "first": found.first,
        "solo": found.solo or centres // 2 + 1,
        "powers": {power.lower().replace(" ", "-"): sheet for power, sheet in found.powers.items()},
        "provinces": provinces,
    }


def _texts(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(item) for item in value]


def _army(found: _Map) -> dict[str, set[str]]:
    """Who can walk where: land and coast to land and coast, whichever way it was written."""
    walks: dict[str, set[str]] = {}
    dry = {_province(place) for place, kind in found.terrain.items() if kind != "sea"} - found.shut
    several = {_province(place) for place in found.terrain if place.islower()}
    for place, abutted in found.abuts.items():
        code = _province(place)
        if code not in dry or ("/" in place and code in several):
            continue
        for other in abutted:
            there = _province(other)
            if there in dry and there != code:
                walks.setdefault(code, set()).add(there)
                walks.setdefault(there, set()).add(code)
    return walks


def _fleet(found: _Map) -> dict[str, set[str]]:
    """Who can sail where: in capitals on both sides, by coast where a province has several."""
    afloat = {place for place, kind in found.terrain.items() if kind != "land" and not place.islower()}
    sails: dict[str, set[str]] = {}
    for place in afloat:
        for other in found.abuts[place]:
            if other.islower() or other not in afloat or _province(other) in found.shut:
                continue
            if place in found.abuts[other]:
                sails.setdefault(place, set()).add(other)
                sails.setdefault(other, set()).add(place)
    return sails


def merged(value: Mapping[str, object], title: str | None) -> dict[str, object]:
    """The value under another title."""
    return {**value, "title": title} if title else dict(value)
