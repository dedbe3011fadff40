"""Boards as JSON: godip's variants with their graph, and the flat form with `provinces` and their `adjacencies`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree import ElementTree

from judge.grammar.document import Complaint, DocumentError
from judge.interop.board import Board, Place, slug, where_in

_UNITS = {"army": "A", "fleet": "F"}
_RULES = {"Anywhere": "owned", "AnyHomeCenter": "any-home", "build-anywhere": "owned"}


def read_godip(text: str, name: str, svg: str | None = None) -> tuple[dict[str, object], tuple[str, ...]]:
    """The map as the plain value of a map file, and a sentence for everything that has no counterpart here.

    `svg`: the board's picture, for the places of its provinces.
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise DocumentError(name, [Complaint(error.lineno, (), f"this is not readable as JSON: {error.msg}")]) from None
    except (ValueError, RecursionError):
        said = "this is not readable as JSON: nested too deeply, or a number too long"
        raise DocumentError(name, [Complaint(1, (), said)]) from None
    reader = _Reader(name)
    if not isinstance(value, dict):
        raise reader.error("a board is an object with `Graph`, or with `provinces` and `nations`")
    try:
        if isinstance(value.get("Graph"), dict):
            reader.graph(value)
        elif isinstance(value.get("provinces"), list):
            reader.flat(value)
        else:
            raise reader.error("a board has a `Graph`, or `provinces` with their `adjacencies`")
    except DocumentError:
        raise
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise reader.error(f"the board is not in a known form: {type(error).__name__} at {error}") from None
    if svg is not None:
        try:
            reader.board.where = where_in(svg)
        except ElementTree.ParseError:
            reader.passed_over.append("the picture is not readable as SVG; where provinces lie is ours")
    return reader.board.value(), tuple(reader.passed_over)


class _Reader:
    """One board, in either form."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.board = Board(title=name)
        self.passed_over = self.board.passed_over
        self.homes: dict[str, list[str]] = {}
        self.owned: dict[str, list[str]] = {}
        self.units: dict[str, list[str]] = {}

    def error(self, sentence: str) -> DocumentError:
        """A board that cannot be read."""
        return DocumentError(self.name, [Complaint(1, (), sentence)])

    def graph(self, value: Mapping[str, Any]) -> None:
        """The form of godip: a graph of provinces whose parts are coasts, edges with flags."""
        names = value.get("ProvinceLongNames") or {}
        for code, node in sorted(value["Graph"]["Nodes"].items()):
            place = self.board.places[code.upper()] = Place(name=str(names.get(code, code.title())))
            for coast, part in sorted(node["Subs"].items()):
                self._part(place, coast, part)
            owner = node.get("SC")
            place.centre = owner is not None
            place.kind = place.kind if place.kind != "sea" or not place.army else ""
            if place.coasts and place.army:
                place.kind = "coast"
            if owner and owner != "Neutral":
                self.homes.setdefault(str(owner), []).append(code.upper())
        self.board.settle()
        start = value.get("Start") or {}
        for at, unit in sorted((start.get("Units") or {}).items()):
            self._unit(str(unit["Nation"]), str(unit["Type"]), str(at))
        for at, nation in sorted((start.get("SupplyCenters") or start.get("SCs") or {}).items()):
            self.owned.setdefault(str(nation), []).append(str(at).upper())
        colours = value.get("NationColors") or {}
        self._powers((str(nation), str(colours.get(nation, "")), False) for nation in value["Nations"])
        self._start(value.get("Name"), start.get("Season"), start.get("Year"))
        for said, builds in _RULES.items():
            if said in (value.get("Flags") or ()):
                self.board.options["build_sites"] = builds
        if match := re.search(r"[Ff]irst to (\d+)", str(value.get("Rules", ""))):
            self.board.solo = int(match[1])
        if value.get("Rules"):
            self.passed_over.append(f"its rules in words, for you to compare: {' '.join(str(value['Rules']).split())}")

    def _part(self, place: Place, coast: str, part: Mapping[str, Any]) -> None:
        near = []
        for other, edge in sorted((part.get("Edges") or {}).items()):
            flags = edge.get("Flags") or {}
            said = other.upper()
            if flags.get("Land"):
                place.army.append(said.partition("/")[0])
            if flags.get("Sea"):
                near.append(said)
        if coast:
            place.coasts[coast.upper()] = near
        else:
            place.fleet += near
            flags = part.get("Flags") or {}
            place.carries = bool(flags.get("Convoyable") and flags.get("Land"))
            if flags:
                place.kind = "coast" if flags.get("Land") and flags.get("Sea") else "sea" if flags.get("Sea") else ""

    def flat(self, value: Mapping[str, Any]) -> None:
        """The flat form: lists of provinces, named coasts, nations, first units."""
        for sheet in value["provinces"]:
            code = str(sheet["id"]).upper()
            place = self.board.places[code] = Place(name=str(sheet["name"]), centre=bool(sheet.get("supplyCenter")))
            if "adjacencies" not in sheet:
                raise self.error(f"{code} has no `adjacencies`: without them there is no board")
            for edge in sheet["adjacencies"]:
                other = str(edge["to"]).upper()
                if edge["pass"] in ("army", "both"):
                    place.army.append(other.partition("/")[0])
                if edge["pass"] in ("fleet", "both"):
                    place.fleet.append(other)
            if sheet.get("homeNation"):
                self.homes.setdefault(str(sheet["homeNation"]), []).append(code)
        for sheet in value.get("namedCoasts") or ():
            code, _, coast = str(sheet["id"]).upper().partition("/")
            near = [str(edge["to"]).upper() for edge in sheet["adjacencies"]]
            self.board.places[code].coasts[coast] = near
        self.board.settle()
        start = value.get("initialState") or {}
        for unit in start.get("units") or ():
            self._unit(str(unit["nation"]), str(unit["type"]), str(unit["location"]))
        for one in start.get("supplyCenters") or ():
            self.owned.setdefault(str(one["nation"]), []).append(str(one["province"]).upper())
        self._powers(
            (str(one["name"]), str(one.get("color", "")), bool(one.get("non_playable"))) for one in value["nations"]
        )
        phase = start.get("phase") or {}
        self._start(value.get("name"), phase.get("season"), phase.get("year"))
        for one in value.get("victoryConditions") or ():
            if "supplyCenters" in one:
                self.board.solo = int(one["supplyCenters"])
            else:
                self.passed_over.append(f"the victory condition {one.get('type')} has no counterpart here")
        for one in value.get("adjudicationModifiers") or ():
            said = str(one.get("type", one) if isinstance(one, dict) else one)
            if said in _RULES:
                self.board.options["build_sites"] = _RULES[said]
            else:
                self.passed_over.append(f"the rule {said} has no counterpart here")

    def _unit(self, nation: str, kind: str, at: str) -> None:
        if kind.lower() not in _UNITS:
            self.passed_over.append(f"a {kind} in {at}: there are armies and fleets only")
            return
        self.units.setdefault(nation, []).append(f"{_UNITS[kind.lower()]} {at.upper()}")

    def _powers(self, nations: Iterable[tuple[str, str, bool]]) -> None:
        # The two forms name the owner of something differently: by the nation's name, or by its id.
        for title, colour, dummy in nations:
            keys = (title, slug(title))
            homes, owned, units = (
                next((kept[key] for key in keys if key in kept), []) for kept in (self.homes, self.owned, self.units)
            )
            homes = homes or owned
            self.board.powers[slug(title)] = {
                "name": title,
                **({"colour": colour.lower()} if re.fullmatch(r"#[0-9a-fA-F]{6}", colour) else {}),
                "homes": sorted(homes),
                **({"owns": sorted(owned)} if set(owned) - set(homes) else {}),
                "units": units,
                **({"played": False} if dummy else {}),
            }

    def _start(self, title: object, season: object, year: object) -> None:
        self.board.title = str(title or self.board.title)
        if isinstance(year, int):
            # There is no year 0; a file with it means the first.
            self.board.first = f"Spring {year or 1}" if year >= 0 else f"Spring {-year} BC"
        if season not in (None, "Spring"):
            self.passed_over.append(f"the season {season}: here the game begins in spring")
