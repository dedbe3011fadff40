"""Spots for the names of spaces: where the map has them, or beside the orders and pieces in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal, TypeAlias

from judge.drawing.sheet import away
from judge.drawing.taken import Box, Point, Taken, around, contains, width_of

Line = list[Point]
Part: TypeAlias = Literal["whole", "middle", "near"]
"""The part of a name that must be in its space: all of it, its middle, or nothing, if it is near by."""
LEAD = 1.05
SMALLER = (1.0, 0.88)
"""How much smaller a name may be where there is no room for it."""
LEAST = 0.76
"""A code alone may be smaller still, before it would touch an order."""
STEP = 9.0
REACH = 130.0
"""How far a name may be from its spot on the map, for a space that never had room for it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A space's name on the sheet: its rows around a point, in letters of one size. `code`: its name in orders."""

    code: str
    rows: tuple[str, ...]
    at: Point
    size: float

    def box(self) -> Box:
        """The box of the letters, from the tops of the upper row to the tails of the lower one."""
        wide = max(width_of(row, self.size) for row in self.rows)
        left, top, right, low = around(self.at, wide, self.size * LEAD * (len(self.rows) - 1))
        return (left, top - 0.42 * self.size, right, low + 0.58 * self.size)


def placed(names: Sequence[Name], rings: dict[str, list[Line]], taken: Taken, sheet: Box) -> list[Name]:
    """Each name with nothing under it, as near as possible to its spot on the map; `taken` then holds them all.

    A name stays within its space if the map has it there. If no spot is free it goes where it covers least.
    """
    found: dict[str, Name] = {}
    moved: list[Name] = []
    for name in names:
        if not taken.is_free(name.box()):
            moved.append(name)
        else:
            found[name.code] = name
    taken.boxes.extend(name.box() for name in found.values())
    for name in moved:
        found[name.code] = _moved(name, rings[name.code], taken, sheet)
        taken.boxes.append(found[name.code].box())
    return [found[name.code] for name in names]


def _moved(name: Name, rings: list[Line], taken: Taken, sheet: Box) -> Name:
    space = Outline(rings)
    is_inside = space.holds(name.at)
    bounds = space.bounds if is_inside else around(name.at, 2 * REACH, 2 * REACH)
    # Letters around a point in the space may reach over its border.
    near = taken.near((bounds[0] - REACH, bounds[1] - REACH, bounds[2] + REACH, bounds[3] + REACH))
    spots = sorted(
        ((x, y) for x in _steps(bounds[0], bounds[2], name.at[0]) for y in _steps(bounds[1], bounds[3], name.at[1])),
        key=lambda spot: (away(spot, name.at), spot),
    )
    least, best = inf, name
    for tried, part in _shapes(name):
        x, y = tried.at
        left, top, right, low = tried.box()
        left, top, right, low = left - x, top - y, right - x, low - y
        for spot in spots:
            x, y = spot
            box = (x + left, y + top, x + right, y + low)
            if not contains(sheet, box):
                continue
            if is_inside and not (part == "near" or (space.holds_box(box) if part == "whole" else space.holds(spot))):
                continue
            worth = near.covered(box, least)
            if worth < least:
                least, best = worth, Name(name.code, tried.rows, spot, tried.size)
            if not worth:
                return best
    return best if least < near.covered(name.box()) else name


def _shapes(name: Name) -> Iterator[tuple[Name, Part]]:
    """The name whole before small, then its code alone; and what part of it must be in the space."""
    words = " ".join(name.rows).split()
    shapes = [name.rows]
    shapes += [rows for rows in ((" ".join(words),), tuple(words)) if rows not in shapes and len(rows) < 4]
    for size in SMALLER:
        yield from ((Name(name.code, rows, name.at, name.size * size), "whole") for rows in shapes)
    parts: tuple[Part, ...] = ("whole", "middle", "near")
    for part in parts:
        yield from ((Name(name.code, (name.code,), name.at, name.size * size), part) for size in (*SMALLER, LEAST))


def _steps(low: float, high: float, middle: float) -> list[float]:
    return [middle + STEP * step for step in range(-int((middle - low) / STEP), int((high - middle) / STEP) + 1)]


def holds(rings: Iterable[Line], at: Point) -> bool:
    """Whether a point is within these outlines."""
    return Outline(rings).holds(at)


class Outline:
    """The outlines of a space, asked about many points on few lines across."""

    def __init__(self, rings: Iterable[Line]) -> None:
        self._edges = [
            (x1, y1, x2, y2) for ring in rings for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True)
        ]
        xs, ys = [edge[0] for edge in self._edges], [edge[1] for edge in self._edges]
        self.bounds: Box = (min(xs), min(ys), max(xs), max(ys))
        self._across: dict[float, list[float]] = {}

    def holds(self, at: Point) -> bool:
        """Whether a point is within: a line from it to the left crosses the outlines an odd number of times."""
        x, y = at
        if y not in self._across:
            self._across[y] = [
                x1 + (y - y1) / (y2 - y1) * (x2 - x1) for x1, y1, x2, y2 in self._edges if (y1 > y) != (y2 > y)
            ]
        return sum(x > crossed for crossed in self._across[y]) % 2 == 1

    def holds_box(self, box: Box) -> bool:
        """Whether a box is within, by its corners and the middles of its long sides."""
        if not contains(self.bounds, box):
            return False
        left, top, right, low = box
        return all(self.holds((x, y)) for x in (left, (left + right) / 2, right) for y in (top, low))
