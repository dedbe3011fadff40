"""Boards of jDip: variants.xml, its adjacency file, and the places of units in its SVG."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from xml.etree import ElementTree

from judge.grammar.document import Complaint, DocumentError
from judge.interop.board import Board, Place, slug, where_in

_COASTS = {"nc", "sc", "ec", "wc"}
_BUILDS = {
    "VALUE_BUILDS_HOME_ONLY": "homes",
    "VALUE_BUILDS_ANY_OWNED": "owned",
    "VALUE_BUILDS_ANY_IF_HOME_OWNED": "owned",
}


def read_jdip(
    text: str, name: str, include: Callable[[str], str], variant: str | None = None
) -> tuple[dict[str, object], tuple[str, ...]]:
    """The map as the plain value of a map file, and a sentence for everything that has no counterpart here.

    `include` gives the text of the files named in it; `variant` chooses one of several by its name.
    """
    root = _parsed(text, name)
    sheet = _chosen(root, name, variant)
    adjacency = _one(sheet, "MAP", name).get("adjacencyURI", "")
    board = Board(title=sheet.get("name", name))
    said = _places(_parsed(include(adjacency), adjacency), board)
    _powers(sheet, board, said, name)
    _times(sheet, board)
    found = _where(root, sheet, include, board)
    board.where = {said[code.lower()]: at for code, at in found.items() if code.lower() in said}
    return board.value(), tuple(board.passed_over)


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


def _places(root: ElementTree.Element, board: Board) -> Mapping[str, str]:
    """Provinces, their neighbours, and the special keys of their borders; returns their codes by every name."""
    said: dict[str, str] = {}
    for sheet in root.findall("PROVINCE"):
        code = sheet.get("shortname", "").upper()
        names = [sheet.get("fullname", code), *(one.get("name", "") for one in sheet.findall("UNIQUENAME"))]
        board.places[code] = Place(name=names[0], also=names[1:], carries=sheet.get("isConvoyableCoast") == "true")
        for name in (code, *names):
            said.setdefault(name.lower(), code)
    for sheet in root.findall("PROVINCE"):
        place = board.places[sheet.get("shortname", "").upper()]
        for one in sheet.findall("ADJACENCY"):
            near = [_place(other, said) for other in _words(one.get("refs"))]
            kind = one.get("type", "mv")
            if kind == "mv":
                place.army += [other.partition("/")[0] for other in near]
            elif kind in _COASTS:
                place.coasts[kind.upper()] = near
            else:
                place.fleet += near
    board.settle()
    _borders(root, board, said)
    return said


def _borders(root: ElementTree.Element, board: Board, said: Mapping[str, str]) -> None:
    """Borders that are closed in a season, or across which a unit alone counts nothing."""
    kinds = {one.get("id", ""): one for one in root.findall("BORDER_DEFINITIONS/BORDER")}
    for sheet in root.findall("PROVINCE"):
        code = sheet.get("shortname", "").upper()
        for word in _words(sheet.get("borders")):
            kind = kinds.get(word)
            if kind is None or set(kind.keys()) - {"id", "description", "from", "season", "baseMoveModifier"}:
                board.passed_over.append(f"{board.places[code].name}: the border {word} is open like any other")
                continue
            sources = [_place(one, said).partition("/")[0] for one in _words(kind.get("from"))]
            closed = kind.get("season", "").lower()
            for other in sources or board.next_to(code):
                board.borders[tuple(sorted((code, other)))] = {
                    **({"hard": True} if kind.get("baseMoveModifier", "").startswith("-") else {}),
                    **({"seasons": [one for one in ("spring", "fall") if one != closed]} if closed else {}),
                }


def _place(text: str, said: Mapping[str, str]) -> str:
    """A place in this file's notation: `stp-nc` as `STP/NC`."""
    bare, _, coast = text.lower().replace("/", "-").partition("-")
    if text.lower() in said:
        return said[text.lower()]
    code = said.get(bare, bare.upper())
    return f"{code}/{coast.upper()}" if coast in _COASTS else code


def _powers(variant: ElementTree.Element, board: Board, said: Mapping[str, str], name: str) -> None:
    homes: dict[str, list[str]] = {}
    owned: dict[str, list[str]] = {}
    units: dict[str, list[str]] = {}
    for one in variant.findall("SUPPLYCENTER"):
        code = _place(one.get("province", ""), said)
        board.centre(code, name)
        for kept, key in ((homes, "homepower"), (owned, "owner")):
            kept.setdefault(one.get(key, "none").lower(), []).append(code)
    for one in variant.findall("INITIALSTATE"):
        place = _place(one.get("province", ""), said)
        coast = one.get("unitcoast", "").upper()
        kind = one.get("unit", "army").lower()
        if kind not in ("army", "fleet"):
            board.passed_over.append(f"a {kind} in {place}: there are armies and fleets only")
            continue
        at = f"{place}/{coast}" if coast.lower() in _COASTS and kind == "fleet" and "/" not in place else place
        units.setdefault(one.get("power", "").lower(), []).append(f"{kind[0].upper()} {at}")
    for one in variant.findall("POWER"):
        title = one.get("name", "")
        also = _words(one.get("altnames"))
        names = [name.lower() for name in (title, one.get("adjective", title), *also)]
        key = title.lower()
        for kept in (homes, owned, units):
            kept[key] = [place for name in dict.fromkeys(names) for place in kept.pop(name, [])]
        board.powers[slug(title)] = {
            "name": title,
            "adjective": one.get("adjective", title),
            **({"also": also} if also else {}),
            "homes": homes.get(key, []),
            **({"owns": owned[key]} if owned[key] and set(owned[key]) != set(homes[key]) else {}),
            "units": units.get(key, []),
            **({"played": False} if one.get("active") == "false" else {}),
        }
        units.pop(key)
    for island in board.places.values():
        if island.kind == "sea" and island.centre:
            island.kind = "coast"
            board.passed_over.append(f"{island.name}: taken for an island, as it is a supply centre")
    for power, left in sorted(units.items()):
        board.passed_over.append(f"{', '.join(left)} of {power}: there is no such power")


def _times(variant: ElementTree.Element, board: Board) -> None:
    """The first year, the condition for victory, and rules with a counterpart here."""
    start = variant.find("STARTINGTIME")
    turn = start.get("turn", "") if start is not None else ""
    if match := re.search(r"(?<!\d)0*(\d{1,4})(?!\d)", turn):
        era = " BC" if re.search(r"\bB\.?C", turn) else ""
        begins = "Winter" if "adjust" in turn.lower() else "Spring"
        board.first = f"{begins} {match[1]}{era}"
    if turn and not re.search("spring|adjust", turn.lower()):
        board.passed_over.append(f"the game begins in {turn}: here in spring")
    for tag in ("WINNING_SUPPLY_CENTERS", "GAME_LENGTH", "YEARS_WITHOUT_SC_CAPTURE"):
        one = variant.find(f"VICTORYCONDITIONS/{tag}")
        if one is None:
            continue
        if tag == "WINNING_SUPPLY_CENTERS" and one.get("value", "").isdigit():
            board.solo = int(one.get("value", ""))
        else:
            board.passed_over.append(f"{tag} {one.get('value')}: the setting last_year says how long a game lasts")
    for one in variant.findall("RULEOPTIONS/RULEOPTION"):
        said, value = one.get("name", ""), one.get("value", "")
        if said == "OPTION_BUILDS" and value in _BUILDS:
            if _BUILDS[value] != "homes":
                board.options["build_sites"] = _BUILDS[value]
        else:
            board.passed_over.append(f"{said} {value}: has no counterpart here")


def _where(
    root: ElementTree.Element, sheet: ElementTree.Element, include: Callable[[str], str], board: Board
) -> Mapping[str, tuple[float, float]]:
    """The places of units in the variant's default picture."""
    graphics: Iterable[ElementTree.Element] = sheet.findall("MAP/MAP_GRAPHIC")
    chosen = next((one for one in graphics if one.get("default") == "true"), None)
    wanted = chosen.get("ref") if chosen is not None else None
    for one in root.findall("MAP_DEFINITION"):
        if wanted in (None, one.get("id")):
            try:
                return where_in(include(one.get("URI", "")))
            except (OSError, ElementTree.ParseError):
                board.passed_over.append(f"{one.get('URI')}: the picture is not at hand; where provinces lie is ours")
    return {}
