"""The picture of a board that has none: drawn from its borders, as the `picture` part of its map file."""

from __future__ import annotations

from typing import Any

from judge.drawing.atlas.atlas import Drawn, Measures, draw, measured
from judge.drawing.atlas.lettering import Mark
from judge.drawing.atlas.plan import Pair, Plan, Plot, Ruler, Undrawable, pair
from judge.drawing.sheet import Point
from judge.variants.diplomacy.chart import Chart

SHEET = 2000
COLUMN = 350
EDGE = 14
"""The map is right of a column with the standings, within a frame."""

LONGEST_NAME = 60
"""Letters."""


def plan_of(chart: Chart) -> Plan:
    """The parts of a board that its picture is drawn from. `picture: where:` says where places are to lie."""
    plots: dict[str, Plot] = {}
    borders: set[Pair] = set()
    walked: set[Pair] = set()
    for code, sheet in chart.value["provinces"].items():
        coasts = {name: tuple(map(_province, ways)) for name, ways in (sheet.get("coasts") or {}).items()}
        near = [*sheet.get("army", ()), *sheet.get("fleet", ()), *(way for ways in coasts.values() for way in ways)]
        if not near:
            # Nobody can ever be there: the sheet has no place for it.
            continue
        if len(sheet["name"]) > LONGEST_NAME:
            raise Undrawable(f"{code} has a name of more than {LONGEST_NAME} letters, for which no map has room")
        plots[code] = Plot(sheet["name"], sheet["kind"] == "sea", coasts)
        walked |= {pair(code, str(other)) for other in sheet.get("army", ())}
        borders |= {pair(code, _province(other)) for other in near if _province(other) != code}
    over = frozenset(two for two in borders - walked if not (plots[two[0]].wet or plots[two[1]].wet))
    earlier = chart.value.get("picture") or {}
    try:
        dotted = frozenset(pair(*str(two).split()) for two in earlier.get("links") or ())
        where = {str(code): (_number(at[0]), _number(at[1])) for code, at in (earlier.get("where") or {}).items()}
    except (LookupError, TypeError, AttributeError, ValueError):
        raise Undrawable("of a `picture`, `links` are pairs of places, and `where` gives a place two numbers") from None
    return Plan(plots, frozenset(borders), over, dotted, where)


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return value


def drawn(chart: Chart, ruler: Ruler) -> tuple[dict[str, Any], Measures]:
    """The `picture` of a board, and how good it is. Raises Undrawable for a board of two places."""
    plan = plan_of(chart)
    found = draw(plan, frozenset(chart.centres), ruler)
    return _picture(plan, found), measured(plan, found)


def _province(place: object) -> str:
    return str(place).partition("/")[0]


def _picture(plan: Plan, found: Drawn) -> dict[str, Any]:
    """The value of `picture`, in pixels of the whole sheet."""
    width, height = found.size
    lines: dict[str, str] = {}
    for stroke in found.strokes:
        name = f"{stroke.one} {stroke.other}"
        number = 2
        while name in lines:
            name = f"{stroke.one} {stroke.other} {number}"
            number += 1
        lines[name] = _line(stroke.points)
    return {
        "size": [SHEET, height + 2 * EDGE],
        "frame": [COLUMN, EDGE, width, height],
        "where": {code: list(at) for code, at in found.where.items()},
        "lines": lines,
        "marks": {code: _mark(mark, plan.plots[code].name) for code, mark in sorted(found.marks.items())},
        **({"coasts": {place: _at(at) for place, at in sorted(found.coasts.items())}} if found.coasts else {}),
        **({"links": {" ".join(two): _line(ends) for two, ends in sorted(found.links.items())}} if found.links else {}),
        **(
            {"beyond": {code: [*_at(at), " ".join(others)] for code, (at, others) in sorted(found.beyond.items())}}
            if found.beyond
            else {}
        ),
    }


def _at(point: Point) -> list[int]:
    return [round(point[0]) + COLUMN, round(point[1]) + EDGE]


def _line(points: Any) -> str:
    return " ".join(f"{x},{y}" for x, y in map(_at, points))


def _mark(mark: Mark, name: str) -> list[Any]:
    """Name x, y, letter size, unit x, y, and the rows of the name where they are not the name itself."""
    rows = "/".join(mark.rows)
    size: Any = int(mark.size) if mark.size == int(mark.size) else mark.size
    return [*_at(mark.at), size, *_at(mark.unit), *([] if rows == name else [rows])]
