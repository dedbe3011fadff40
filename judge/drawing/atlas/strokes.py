"""Borders as they are drawn: soft lines through the points of a mesh, roughened without ever crossing."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil, cos, hypot, pi, sin
from typing import Any

import numpy as np
from shapely import LineString, Polygon, unary_union
from shapely.ops import polygonize

from judge.drawing.atlas.mesh import Mesh
from judge.drawing.atlas.plan import SPECK
from judge.drawing.atlas.planar import Net
from judge.drawing.atlas.relax import Array, through
from judge.drawing.sheet import Point

STEP = 5.0
"""Pixels between the points of a line."""
FINE = 0.7
"""How many pixels a line may move when its needless points are left out."""
WAVES = ((330.0, 16.0), (120.0, 8.0), (56.0, 5.0), (27.0, 2.8), (13.0, 1.4))
"""Long waves bend a line, short ones roughen it: length and height of each, none steep enough to fold the sheet."""
CALM = 70.0
"""The waves die down within so many pixels of the frame."""


@dataclass
class Stroke:
    """One line and its two sides: a place, `land` that is nobody's, or the sheet's `edge`."""

    one: str
    other: str
    points: list[Point]


def strokes(mesh: Mesh, net: Net, at: Array, size: tuple[float, float], soft: float) -> list[Stroke]:
    """All lines of the map. `soft`: how far a line may leave the straight way between its points, from 0 to 1."""
    passing = through(mesh, lambda number: net.wet[mesh.sides[number][0]] != net.wet[mesh.sides[number][1]])
    found = []
    for number, line in enumerate(mesh.lines):
        one, other = (named(place) for place in mesh.sides[number])
        points = [at[point] for point in line]
        before, after = (_beyond(passing, at, line[end], line[step]) for end, step in ((0, 1), (-1, -2)))
        found.append(Stroke(one, other, _drawn(_soft(points, before, after, soft), size)))
    for place, stretch in mesh.stretches.items():
        frame = mesh.frame
        start = frame.index(stretch[0])
        points = [at[frame[(start + step) % len(frame)]] for step in range(-1, len(stretch) + 1)]
        found.append(Stroke(named(place), "edge", _drawn(np.array(points), size)))
    return found


def named(place: str) -> str:
    """The name of a line's side."""
    return "land" if place.startswith(SPECK) else place


def _beyond(passing: dict[int, tuple[int, int]], at: Array, end: int, step: int) -> Array | None:
    """The point before a line's end if a coast runs on through it."""
    ends = passing.get(end)
    if ends is None or step not in ends:
        return None
    return at[ends[0] if ends[1] == step else ends[1]]


def _soft(points: Sequence[Array], before: Array | None, after: Array | None, soft: float) -> Array:
    """A curve through the points, with its tangents from the neighbours of each."""
    first = 2 * points[0] - points[1] if before is None else before
    last = 2 * points[-1] - points[-2] if after is None else after
    whole = [first, *points, last]
    drawn = [points[0]]
    for one, here, there, other in zip(whole, whole[1:], whole[2:], whole[3:], strict=False):
        leave, arrive = (there - one) / 2 * soft, (other - here) / 2 * soft
        steps = max(2, ceil(float(np.hypot(*(there - here))) / STEP))
        for step in range(1, steps + 1):
            t = step / steps
            # Without softness the Hermite form eases along the straight way, which is as good.
            drawn.append(
                (2 * t**3 - 3 * t**2 + 1) * here
                + (t**3 - 2 * t**2 + t) * leave
                + (3 * t**2 - 2 * t**3) * there
                + (t**3 - t**2) * arrive
            )
    return np.array(drawn)


def _drawn(points: Array, size: tuple[float, float]) -> list[Point]:
    """A line, roughened, on whole pixels; points that change nothing are left out."""
    found: list[Point] = []
    for x, y in np.rint(roughened(points, size)).tolist():
        if not found or (x, y) != found[-1]:
            found.append((x, y))
    if len(found) < 3:
        return found
    return [(x, y) for x, y in LineString(found).simplify(FINE).coords]


def roughened(points: Array, size: tuple[float, float]) -> Array:
    """The points moved by a few waves that are everywhere the same."""
    at = np.asarray(points, float)
    for number, (length, height) in enumerate(WAVES):
        near = np.minimum.reduce([at[:, 0], at[:, 1], size[0] - at[:, 0], size[1] - at[:, 1]])
        calm = np.clip(near / CALM, 0, 1)[:, None]
        at = at + calm * height * np.stack([_wave(at, length, f"{number} {axis}") for axis in "xy"], 1)
    return at


def _wave(at: Array, length: float, word: str) -> Array:
    """A number near -1 to 1 for each point, changing over such a length: five plane waves in five directions."""
    whole: Any = 0.0
    for number in range(5):
        drawn = blake2b(f"wave {word} {number}".encode(), digest_size=6).digest()
        turn, phase, spread = (2 * pi * int.from_bytes(drawn[part : part + 2]) / 65536 for part in (0, 2, 4))
        pitch = 2 * pi / length * (0.8 + 0.4 * spread / (2 * pi))
        whole = whole + np.sin(pitch * (at[:, 0] * cos(turn) + at[:, 1] * sin(turn)) + phase)
    return whole / 5


def shapes(found: Sequence[Stroke], codes: Sequence[str]) -> dict[str, Any]:
    """The area of every place, as its lines bound it."""
    made = {}
    for code in codes:
        lines = [stroke.points for stroke in found if code in (stroke.one, stroke.other) and len(stroke.points) > 1]
        rings = list(polygonize(unary_union([LineString(points) for points in lines]).geoms)) if len(lines) > 1 else [
            Polygon(points) for points in lines
        ]  # fmt: skip
        outer = max(rings, key=lambda ring: ring.area, default=Polygon())
        made[code] = outer
    return made


def ring_round(middle: Point, radius: float, size: tuple[float, float]) -> list[Point]:
    """A small rough circle."""
    steps = max(16, ceil(2 * pi * radius / STEP))
    circle = [
        (middle[0] + radius * cos(2 * pi * step / steps), middle[1] + radius * sin(2 * pi * step / steps))
        for step in range(steps)
    ]
    drawn = _drawn(np.array(circle), size)
    return [*drawn, drawn[0]]


def length_of(points: Sequence[Point]) -> float:
    """How long a line is."""
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points))
