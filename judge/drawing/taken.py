"""The taken parts of a sheet: lines of orders and boxes of pieces, so that names can be written beside them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf, sqrt

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, low."""
LEAST = 1e-12
"""Less of a box than anything that touches it takes."""

NARROW, WIDE = frozenset("ijltfrIJ.,:;'’-/ ()|!"), frozenset("mwMWQ@—Æ")


@lru_cache(maxsize=4096)
def width_of(text: str, size: float) -> float:
    """How wide a text is at most in our faces, in pixels."""
    return size * sum(
        0.43 if sign in NARROW else 0.98 if sign in WIDE else 0.76 if sign.isupper() else 0.60 for sign in text
    )


def around(at: Point, width: float, height: float) -> Box:
    """The box of this size around a point."""
    return (at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2)


def contains(frame: Box, box: Box) -> bool:
    """Whether all of a box is in a frame."""
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


class Taken:
    """Lines and boxes to keep free of further writing."""

    def __init__(self) -> None:
        self.lines: list[tuple[Point, Point, float]] = []
        self.boxes: list[Box] = []
        self._reaches: list[Box] = []
        """The box around each line: most lines are nowhere near."""

    def line(self, points: Sequence[Point], half: float) -> None:
        """A line, so many pixels wide to either side."""
        self.lines.extend((one, other, half) for one, other in pairwise(points))

    def box(self, at: Point, reach: float) -> None:
        """A sign that reaches so far around its middle."""
        self.boxes.append(around(at, 2 * reach, 2 * reach))

    def near(self, box: Box) -> Taken:
        """Only the parts that touch a box: to try many places within it."""
        found = Taken()
        found.boxes = [one for one in self.boxes if _shared(one, box)]
        found.lines = [one for one in self.lines if _within(*one, box)]
        found._reaches = [_reach(*one) for one in found.lines]
        return found

    def covered(self, box: Box, enough: float = inf) -> float:
        """How much of a box is taken: pixels of line, and of area as squares with that side; counted up to `enough`."""
        left, top, right, low = box
        found = 0.0
        for one in self.boxes:
            if one[0] < right and one[2] > left and one[1] < low and one[3] > top:
                found += sqrt(_shared(one, box))
                if found >= enough:
                    return found
        while len(self._reaches) < len(self.lines):
            self._reaches.append(_reach(*self.lines[len(self._reaches)]))
        for line, reach in zip(self.lines, self._reaches, strict=True):
            if reach[0] < right and reach[2] > left and reach[1] < low and reach[3] > top:
                found += _within(*line, box)
                if found >= enough:
                    return found
        return found

    def is_free(self, box: Box) -> bool:
        """Whether nothing of a box is taken."""
        return not self.covered(box, LEAST)

    def best(self, boxes: Iterable[Box]) -> int | None:
        """The number of the first free box; None: there is none."""
        return next((number for number, box in enumerate(boxes) if self.is_free(box)), None)


def _reach(start: Point, end: Point, half: float) -> Box:
    """The box that a line with its width fills."""
    xs, ys = (start[0], end[0]), (start[1], end[1])
    return (min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


def _shared(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def _within(start: Point, end: Point, half: float, box: Box) -> float:
    """The length of a line that runs within a box, the box grown by half the line's width."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        low, high = box[axis] - half - start[axis], box[axis + 2] + half - start[axis]
        step = end[axis] - start[axis]
        if not step:
            if low >= 0 or high <= 0:
                return 0.0
            continue
        one, other = sorted((low / step, high / step))
        first, last = max(first, one), min(last, other)
        if first >= last:
            return 0.0
    return (last - first) * hypot(end[0] - start[0], end[1] - start[1])
