"""The ground of Range War's map: land in its owners' colours, borders as a pen draws them, rivers, terrain."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from judge.adjudicator.protocol import Event, Seat
from judge.drawing.kit import (
    INK,
    PAPER,
    Point,
    Sheet,
    away,
    beside,
    between,
    mixed,
    smooth,
    tint,
)
from judge.drawing.naming import holds
from judge.variants.range_war.picture_signs import terrain
from judge.variants.range_war.view import Seen

SCALE = 1.5
MARGIN = 26
HEAD = 92
STRIP = 208
WATER = "#b9d3d8"
WATER_LINE = "#5f8f9b"
SIDES = {"Texas": "#efe2c0", "Mexico": "#ecd6b4", "River": WATER}
CODE = "#8a4a1c"


class Ground:
    """A map in the making, up to its terrain."""

    def __init__(self, game: Any, view: Seen, events: Sequence[Event], title: str) -> None:
        self.game = game
        self.view = view
        self.events = events
        self.title = title
        self.value: Mapping[str, Any] = game.chart.value
        self.spaces: Mapping[str, Mapping[str, Any]] = game.chart.spaces
        frame = self.value["frame"]
        self.wide, self.high = int(frame["width"] * SCALE), int(frame["height"] * SCALE)
        self.sheet = Sheet(self.wide + 2 * MARGIN, self.high + HEAD + STRIP, title=f"Range War: {title or view.title}")
        self.edges: dict[tuple[Point, Point], list[Point]] = {}
        self.signs: set[str] = set()
        self.at = {code: self._middle(code) for code in self.spaces}

    def _point(self, point: Sequence[float]) -> Point:
        return (MARGIN + point[0] * SCALE, HEAD + point[1] * SCALE)

    def _middle(self, code: str) -> Point:
        return self._point(self.spaces[code]["at"])

    def _colour(self, seat: Seat | str | None) -> str:
        sheet = self.value["seats"].get(seat) if seat else None
        return str(sheet.get("colour", "#777777")) if sheet else "#ffffff"

    def _name(self, seat: Seat | str | None) -> str:
        return str(self.game.names.get(seat, seat or ""))

    # Land and water

    def _edge(self, start: Sequence[float], end: Sequence[float]) -> list[Point]:
        """A border between two corners, a little unsteady as a pen's would be; the same from both sides."""
        one, other = (start[0], start[1]), (end[0], end[1])
        turned = one > other
        if turned:
            one, other = other, one
        found = self.edges.get((one, other))
        if found is None:
            found = self.edges[one, other] = self._unsteady(one, other)
        return found[:0:-1] if turned else found[:-1]

    def _unsteady(self, start: Point, end: Point) -> list[Point]:
        """Two slow waves across the line; none along the frame, and less where the line is short."""
        frame = self.value["frame"]
        on_frame = any(
            start[axis] == end[axis] and start[axis] in (0, size)
            for axis, size in ((0, frame["width"]), (1, frame["height"]))
        )
        length = away(start, end)
        count = 1 if on_frame else max(1, round(length / 7))
        seed = hashlib.blake2b(repr((start, end)).encode(), digest_size=4).digest()
        swing = min(3.4, length * 0.045)
        points = []
        for step in range(count + 1):
            part = step / count
            side = beside(start, end, 1)
            bow = math.sin(math.pi * part) * (
                math.sin(2 * math.pi * (part * 1.5 + seed[0] / 255))
                + 0.6 * math.sin(2 * math.pi * (part * 3 + seed[1] / 255))
            )
            x, y = between(start, end, part)
            points.append((x + side[0] * swing * bow, y + side[1] * swing * bow))
        return points

    def _outline(self, code: str) -> list[Point]:
        outline = self.spaces[code]["outline"]
        return [
            self._point(point)
            for place, start in enumerate(outline)
            for point in self._edge(start, outline[(place + 1) % len(outline)])
        ]

    def _owner(self, code: str) -> Seat | None:
        """Whose land it looks like: the centre's owner, else the brand of the herd."""
        if code in self.view.centres:
            return self.view.centres[code]
        brand_ = self.view.herds.get(code)
        return brand_.seat if brand_ else None

    def _land(self) -> None:
        """Spaces in the colour of their side, shaded with their owner's if there is one: whole for a fixed centre,
        hatched for a herd alone."""
        for code, sheet in self.spaces.items():
            ground = SIDES.get(str(sheet.get("side")), SIDES["Texas"])
            owner = self._owner(code)
            outline = self._outline(code)
            fill = tint(self._colour(owner), 62, ground) if owner and code in self.view.centres else ground
            if code in self.game.chart.river:
                fill = WATER
            self.sheet.area(outline, fill=fill, line=mixed(INK, PAPER, 30), width=1.5, more=f'data-space="{code}"')
            if owner and code not in self.view.centres and code not in self.game.chart.river:
                pattern = self._hatch(self._colour(owner))
                self.sheet.area(outline, fill=pattern, more='pointer-events="none"')

    def _hatch(self, colour: str) -> str:
        name = "hatch" + colour.strip("#")
        return self.sheet.define(
            name,
            f'<pattern id="{name}" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            f'<rect width="3.2" height="9" fill="{colour}" fill-opacity="0.30"/></pattern>',
        )

    def _rivers(self) -> None:
        rivers = self.value.get("rivers") or {}
        for name, river in rivers.items():
            line = river["line"]
            if name == "red-river":
                points = [self._point(point) for one, two in pairwise(line) for point in self._edge(one, two)]
                points.append(self._point(line[-1]))
                self.sheet.line(points, colour=mixed(WATER, PAPER, 20), width=9)
                self.sheet.line(points, colour=WATER_LINE, width=4.4)
                self.sheet.line(points, colour="#9fc0c8", width=1.6)
                middle = self._point(between(line[3], line[4], 0.5)) if len(line) > 4 else points[len(points) // 2]
                turn = self._slope(line[3], line[4]) if len(line) > 4 else 0.0
                up = beside(self._point(line[3]), self._point(line[4]), 13) if len(line) > 4 else (0.0, 0.0)
                self.sheet.label(
                    (middle[0] + up[0], middle[1] + up[1]), river["name"], size=15, italic=True, colour="#3f6f7c",
                    halo=PAPER, turn=turn,
                )  # fmt: skip
                continue
            inside = [self._point(point) for point in line]
            for shift in (-11.0, 0.0, 11.0):
                moved = []
                for one, two in pairwise(inside):
                    side = beside(one, two, shift)
                    moved.append((one[0] + side[0], one[1] + side[1]))
                drawn = smooth([point for point in moved if self._in_frame(point)])
                self.sheet.path(
                    drawn, colour=WATER_LINE, width=1.2, dash="26 15 8 15" if shift else "40 22", more='opacity="0.6"'
                )

    def _in_frame(self, point: Point) -> bool:
        return MARGIN <= point[0] <= MARGIN + self.wide and HEAD <= point[1] <= HEAD + self.high

    def _slope(self, start: Sequence[float], end: Sequence[float]) -> float:
        turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
        return turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn

    def _terrain(self) -> None:
        """A sign or two of the terrain, where the space has room away from its name and pieces."""
        for code, sheet in self.spaces.items():
            if code in self.game.chart.river:
                continue
            kind = str(sheet.get("terrain", ""))
            for place in self._free_places(code)[: 2 if kind else 1]:
                terrain(self.sheet, place, kind)

    def _free_places(self, code: str) -> tuple[Point, ...]:
        return free_places(tuple(self._point(point) for point in self.spaces[code]["outline"]), self.at[code])


@lru_cache(maxsize=512)
def free_places(outline: tuple[Point, ...], middle: Point) -> tuple[Point, ...]:
    """Where a sign of the terrain has room. The land does not change, so it is worked out once."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    found: list[tuple[float, Point]] = []
    for column in range(1, 12):
        for row in range(1, 12):
            point = (
                min(xs) + (max(xs) - min(xs)) * column / 12,
                min(ys) + (max(ys) - min(ys)) * row / 12,
            )
            clear = min(to_line(point, one, outline[place - 1]) for place, one in enumerate(outline))
            # Names and pieces are in a box around the middle.
            dx = abs(point[0] - middle[0]) - 66
            dy = max(middle[1] - point[1] - 82, point[1] - middle[1] - 46)
            if holds([list(outline)], point) and clear > 17 and max(dx, dy) > 4:
                found.append((-clear, point))
    chosen: list[Point] = []
    for _, point in sorted(found):
        if all(away(point, other) > 46 for other in chosen):
            chosen.append(point)
    return tuple(chosen)


def to_line(point: Point, start: Point, end: Point) -> float:
    """How far a point is from a line between two others."""
    length = away(start, end) ** 2
    if not length:
        return away(point, start)
    part = ((point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])) / length
    return away(point, between(start, end, max(0.0, min(1.0, part))))
