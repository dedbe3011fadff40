"""Spots for names, units and centres: where the largest letters fit into a place together with its unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import ceil
from typing import Any

import numpy as np
import shapely

from judge.drawing.atlas.plan import Plot, Ruler
from judge.drawing.atlas.relax import Array
from judge.drawing.sheet import Point

SIZES = (23.0, 21.0, 19.0, 17.5, 16.0, 15.0)
"""Letters in pixels of a sheet 2,000 wide: the smallest are nine pixels high when it is shown at 1,200."""
LEAD = 1.05
MARGIN = 4.0
MESH = 4.0
"""The width of the grid on which rooms are looked for."""

Box = tuple[float, float, float, float]
UNIT_WITH_CENTRE: Box = (-39.0, -23.0, 24.0, 20.0)
UNIT: Box = (-20.0, -23.0, 24.0, 20.0)
"""The box of a unit around its point: shield, letter, and left of it the centre."""


@dataclass(frozen=True, kw_only=True)
class Mark:
    """The name of a place and the spot for a unit. `full`: the whole name is there, within the place."""

    rows: tuple[str, ...]
    at: Point
    size: float
    unit: Point
    full: bool
    width: float

    def box(self) -> Box:
        """The box of the name."""
        height = len(self.rows) * self.size * LEAD
        return (
            self.at[0] - self.width / 2,
            self.at[1] - height / 2,
            self.at[0] + self.width / 2,
            self.at[1] + height / 2,
        )


class Room:
    """The inside of a place as a grid, to look for boxes that fit."""

    def __init__(self, shape: Any, taken: Sequence[Box] = ()) -> None:
        inner = shape.buffer(-MARGIN)
        self.empty = inner.is_empty
        if self.empty:
            return
        left, top, right, bottom = inner.bounds
        self.xs = np.arange(left, right + MESH, MESH)
        self.ys = np.arange(top, bottom + MESH, MESH)
        across, down = np.meshgrid(self.xs, self.ys)
        inside = shapely.contains_xy(inner, across, down)
        for x0, y0, x1, y1 in taken:
            inside &= ~((across > x0) & (across < x1) & (down > y0) & (down < y1))
        self.sums = np.zeros((len(self.ys) + 1, len(self.xs) + 1), np.int64)
        self.sums[1:, 1:] = inside.cumsum(0).cumsum(1)
        middle = shapely.maximum_inscribed_circle(inner, tolerance=3).coords[0]
        self.middle: Point = (float(middle[0]), float(middle[1]))

    def spots(self, width: float, height: float) -> Array:
        """The middles of all boxes of this size within the place."""
        wide, high = ceil(width / MESH) + 1, ceil(height / MESH) + 1
        if self.empty or wide >= self.sums.shape[1] or high >= self.sums.shape[0]:
            return np.zeros((0, 2))
        sums = self.sums
        whole = sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide]
        down, across = np.nonzero(whole == wide * high)
        return np.stack([self.xs[across] + (wide - 1) * MESH / 2, self.ys[down] + (high - 1) * MESH / 2], 1)

    def best(self, width: float, height: float, near: Point | None = None) -> Point | None:
        """The middle of a box that fits: with much air around it, else as near as possible to a point."""
        for air in (20.0, 12.0, 6.0, 0.0) if near is None else (0.0,):
            spots = self.spots(width + air, height + air)
            if len(spots):
                goal = self.middle if near is None else near
                x, y = spots[int(np.hypot(spots[:, 0] - goal[0], spots[:, 1] - goal[1]).argmin())]
                return (float(x), float(y))
        return None


def rows_of(name: str) -> Iterator[tuple[str, ...]]:
    """A name on one line, on two, on three, cut at its spaces and behind its hyphens."""
    words = name.replace("-", "- ").split()
    for count in range(min(3, len(words))):
        for cuts in combinations(range(1, len(words)), count):
            ends = (0, *cuts, len(words))
            yield tuple(" ".join(words[one:other]).replace("- ", "-") for one, other in pairwise(ends))


def need(plot: Plot, ruler: Ruler) -> float:
    """The pixels that the name and the unit of a place cover, in middling letters."""
    size = 18.0
    return min(
        max(max(ruler(row, plot.wet) for row in rows) * size, 66.0) * (len(rows) * size * LEAD + 46.0)
        for rows in rows_of(plot.name)
    )


def mark(code: str, plot: Plot, centre: bool, shape: Any, ruler: Ruler) -> Mark:
    """Name and unit of a place: together, else apart, else its code alone."""
    room = Room(shape)
    unit = UNIT_WITH_CENTRE if centre else UNIT
    for found in (
        _together(plot, room, unit, ruler, [plot.name], SIZES),
        _apart(plot, shape, room, unit, ruler),
        _together(plot, room, unit, ruler, [code], SIZES[-3:]),
    ):
        if found is not None:
            return found
    point = shapely.maximum_inscribed_circle(shape, tolerance=2).coords[0]
    at = (float(point[0]), float(point[1]) - 12)
    width = ruler(code, plot.wet) * SIZES[-1]
    return Mark(rows=(code,), at=at, size=SIZES[-1], unit=(at[0], at[1] + 26), full=False, width=width)


def _together(
    plot: Plot, room: Room, unit: Box, ruler: Ruler, texts: Sequence[str], sizes: Sequence[float]
) -> Mark | None:
    """The name over the unit, in the largest letters for which there is room."""
    for size in sizes:
        best: tuple[float, Mark] | None = None
        for rows in (rows for text in texts for rows in rows_of(text)):
            width = max(ruler(row, plot.wet) for row in rows) * size
            high = len(rows) * size * LEAD
            whole = high + unit[3] - unit[1]
            for air in (16.0, 6.0, 0.0):
                at = room.best(max(width, unit[2] - unit[0]) + air, whole + air)
                if at is not None:
                    break
            if at is None:
                continue
            worth = air - 4 * len(rows)
            if best is None or worth > best[0]:
                top = at[1] - whole / 2
                spot = (at[0] - (unit[0] + unit[2]) / 2, top + high - unit[1])
                best = worth, Mark(
                    rows=rows, at=(at[0], top + high / 2), size=size, unit=spot, width=width,
                    full=texts[0] == plot.name,
                )  # fmt: skip
        if best is not None:
            return best[1]
    return None


def _apart(plot: Plot, shape: Any, room: Room, unit: Box, ruler: Ruler) -> Mark | None:
    """The name in one part of the place, the unit in another."""
    for size in SIZES[1:]:
        for rows in rows_of(plot.name):
            width = max(ruler(row, plot.wet) for row in rows) * size
            at = room.best(width, len(rows) * size * LEAD)
            if at is None:
                continue
            found = Mark(rows=rows, at=at, size=size, unit=at, full=True, width=width)
            spot = Room(shape, [found.box()]).best(unit[2] - unit[0], unit[3] - unit[1], at)
            if spot is not None:
                point = (spot[0] - (unit[0] + unit[2]) / 2, spot[1] - (unit[1] + unit[3]) / 2)
                return Mark(rows=rows, at=at, size=size, unit=point, full=True, width=width)
    return None


def covered(point: Point) -> Box:
    """The box of a unit at a point."""
    left, top, right, bottom = UNIT
    return (point[0] + left, point[1] + top, point[0] + right, point[1] + bottom)


def spot_near(shape: Any, goal: Point, taken: Sequence[Box], wanted: Box = UNIT) -> Point:
    """A spot for a unit within a place, as near to a point as the name and other units allow."""
    for blocked in (taken, taken[:1], ()):
        for box in (wanted, (-18.0, -18.0, 18.0, 18.0), (-9.0, -9.0, 9.0, 9.0)):
            at = Room(shape, blocked).best(box[2] - box[0], box[3] - box[1], goal)
            if at is not None:
                return (at[0] - (box[0] + box[2]) / 2, at[1] - (box[1] + box[3]) / 2)
    point = shape.representative_point()
    return (float(point.x), float(point.y))
