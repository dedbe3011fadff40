"""Boards of jDip: variants.xml, the adjacency beside it, and where its SVG puts the units."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

from judge.grammar.document import Complaint, DocumentError
from judge.interop.board import Board, Place, slug, where_in

_COASTS = {"nc", "sc", "ec", "wc"}
_BUILDS = {"VALUE_BUILDS_HOME_ONLY": "home", "VALUE_BUILDS_ANY_OWNED": "any-centre",
           "VALUE_BUILDS_ANY_IF_HOME_OWNED": "any-centre"}  # fmt: skip


@dataclass(kw_only=True)
class _Variant:
    """One variant of a file, and what of it has no counterpart here."""

    sheet: ElementTree.Element
    passed_over: list[str] = field(default_factory=list)


def read_jdip(
    text: str, name: str, include: Callable[[str], str], variant: str | None = None
) -> tuple[dict[str, object], tuple[str, ...]]:
    """The map as the plain value of a map file, and a sentence for everything that has no counterpart here.

    `include` gives the text of the files named in it; `variant` chooses one of several by its name.
    """
    root = _parsed(text, name)
    found = _Variant(sheet=_chosen(root, name, variant))
    adjacency = _one(found.sheet, "MAP", name).get("adjacencyURI", "")
    board = Board(title=found.sheet.get("name", name))
    _places(_parsed(include(adjacency), adjacency), board, found)
    _powers(found, board, name)
    _times(found, board)
    board.where = _where(root, found.sheet, include, found)
    return board.value(), tuple(found.passed_over)


def _parsed(text: str, name: str) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise DocumentError(name, [Complaint(error.position[0], (), f"this is not readable as XML: {error}")]) from None


def _chosen(root: ElementTree.Element, name: str, wanted: str | None) -> ElementTree.Element:
    variants = root.findall("VARIANT")
    if not variants:
        raise DocumentError(name, [Complaint(1, (), "no VARIANT was found: jDip's variants.xml is wanted")])
    if wanted is None:
        return next((one for one in variants if one.get("default") == "true"), variants[0])
    for one in variants:
        if one.get("name", "").lower() == wanted.lower():
            return one
    there = ", ".join(one.get("name", "") for one in variants)
    raise DocumentError(name, [Complaint(1, (), f'there is no variant "{wanted}": there are {there}')])


def _one(sheet: ElementTree.Element, tag: str, name: str) -> ElementTree.Element:
    found = sheet.find(tag)
    if found is None:
        raise DocumentError(name, [Complaint(1, (), f"the variant has no {tag}")])
    return found


def _words(text: str | None) -> list[str]:
    return re.split(r"[\s,;]+", text.strip()) if text and text.strip() else []


def _places(root: ElementTree.Element, board: Board, found: _Variant) -> None:
    """Provinces, who lies next to whom, and what is special about their borders."""
    for sheet in root.findall("PROVINCE"):
        code = sheet.get("shortname", "").upper()
        place = board.places[code] = Place(name=sheet.get("fullname", code))
        place.also = [one.get("name", "") for one in sheet.findall("UNIQUENAME")]
        place.carries = sheet.get("isConvoyableCoast") == "true"
        for one in sheet.findall("ADJACENCY"):
            near = [other.upper().replace("-", "/") for other in _words(one.get("refs"))]
            kind = one.get("type", "mv")
            if kind == "mv":
                place.army += [other.partition("/")[0] for other in near]
            elif kind in _COASTS:
                place.coasts[kind.upper()] = near
            else:
                place.fleet += near
        if sheet.get("borders"):
            found.passed_over.append(f"{place.name}: the borders {sheet.get('borders')} are open like any other")
    board.settle()


def _powers(found: _Variant, board: Board, name: str) -> None:
    homes: dict[str, list[str]] = {}
    owned: dict[str, list[str]] = {}
    units: dict[str, list[str]] = {}
    for one in found.sheet.findall("SUPPLYCENTER"):
        code = one.get("province", "").upper()
        board.centre(code, name)
        for kept, key in ((homes, "homepower"), (owned, "owner")):
            kept.setdefault(one.get(key, "none").lower(), []).append(code)
    for one in found.sheet.findall("INITIALSTATE"):
        place = one.get("province", "").upper()
        coast = one.get("unitcoast", "")
        kind = one.get("unit", "army").lower()
        if kind not in ("army", "fleet"):
            found.passed_over.append(f"a {kind} in {place}: there are armies and fleets only")
            continue
        at = f"{place}/{coast.upper()}" if coast and kind == "fleet" else place
        units.setdefault(one.get("power", "").lower(), []).append(f"{kind[0].upper()} {at}")
    for one in found.sheet.findall("POWER"):
        title = one.get("name", "")
        key = title.lower()
        sheet = {"name": title, "adjective": one.get("adjective", title), "homes": homes.get(key, [])}
        also = _words(one.get("altnames"))
        board.powers[slug(title)] = {
            **sheet,
            **({"also": also} if also else {}),
            **({"owns": owned[key]} if key in owned and set(owned[key]) != set(homes.get(key, [])) else {}),
            "units": units.get(key, []),
            **({"dummy": True} if one.get("active") == "false" else {}),
        }


def _times(found: _Variant, board: Board) -> None:
    """The first year, what wins, and rules with a counterpart here."""
    start = found.sheet.find("STARTINGTIME")
    turn = start.get("turn", "") if start is not None else ""
    if match := re.search(r"(?<!\d)0*(\d{1,4})(?!\d)", turn):
        era = " BC" if re.search(r"\bB\.?C", turn) else ""
        board.first = f"Spring {match[1]}{era}"
    if turn and not turn.lower().startswith("spring"):
        found.passed_over.append(f"the game begins in {turn}: here in spring")
    for tag in ("WINNING_SUPPLY_CENTERS", "GAME_LENGTH", "YEARS_WITHOUT_SC_CAPTURE"):
        one = found.sheet.find(f"VICTORYCONDITIONS/{tag}")
        if one is None:
            continue
        if tag == "WINNING_SUPPLY_CENTERS" and one.get("value", "").isdigit():
            board.solo = int(one.get("value", ""))
        else:
            found.passed_over.append(f"{tag} {one.get('value')}: the setting last_year says how long a game lasts")
    for one in found.sheet.findall("RULEOPTIONS/RULEOPTION"):
        said, value = one.get("name", ""), one.get("value", "")
        if said == "OPTION_BUILDS" and value in _BUILDS:
            if _BUILDS[value] != "home":
                board.options["builds"] = _BUILDS[value]
        else:
            found.passed_over.append(f"{said} {value}: has no counterpart here")


def _where(
    root: ElementTree.Element, sheet: ElementTree.Element, include: Callable[[str], str], found: _Variant
) -> Mapping[str, tuple[float, float]]:
    """Where the default picture of the variant puts the units."""
    graphics: Iterable[ElementTree.Element] = sheet.findall("MAP/MAP_GRAPHIC")
    chosen = next((one for one in graphics if one.get("default") == "true"), None)
    wanted = chosen.get("ref") if chosen is not None else None
    for one in root.findall("MAP_DEFINITION"):
        if wanted in (None, one.get("id")):
            try:
                return where_in(include(one.get("URI", "")))
            except (OSError, ElementTree.ParseError):
                found.passed_over.append(f"{one.get('URI')}: the picture is not at hand; where provinces lie is ours")
    return {}
