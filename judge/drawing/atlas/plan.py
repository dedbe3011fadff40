"""The input for drawing a map: places, wet or dry, and the borders between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from math import sqrt

from judge.drawing.sheet import Point

Pair = tuple[str, str]
Ruler = Callable[[str, bool], float]
"""How wide a text is in letters of one pixel; True for the lean letters of seas."""

SPECK = "~"
"""The names of patches of nobody's land begin with this."""


@dataclass(frozen=True)
class Plot:
    """One place. `coasts`: the neighbours on each of several coasts."""

    name: str
    wet: bool
    coasts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """All places and borders. `where`: the points that some places should be near, in parts of the sheet.

    `over_water`: those of the borders that lead from shore to shore, for ships alone. `dotted`: those that an earlier
    picture could not draw as lines.
    """

    plots: Mapping[str, Plot]
    borders: frozenset[Pair]
    over_water: frozenset[Pair] = frozenset()
    dotted: frozenset[Pair] = frozenset()
    where: Mapping[str, Point] = field(default_factory=dict)


class Undrawable(ValueError):
    """A board that cannot be drawn; the sentence says why."""


def pair(one: str, other: str) -> Pair:
    """Two names in their order."""
    return (one, other) if one < other else (other, one)


def shuffled(items: Iterable[str], word: str) -> list[str]:
    """The items in an order that the word decides, the same on every machine."""
    return sorted(items, key=lambda one: blake2b(f"{word}/{one}".encode(), digest_size=8).digest())


def spread(where: Mapping[str, Point]) -> dict[str, Point]:
    """Points read off another map, spread about evenly: places here are more alike in size."""
    found: dict[str, Point] = {}
    if not where:
        return found
    ranks = []
    for axis in (0, 1):
        order = sorted(where, key=lambda code: (where[code][axis], code))
        ranks.append({code: (number + 0.5) / len(order) for number, code in enumerate(order)})
    lows = [min(point[axis] for point in where.values()) for axis in (0, 1)]
    spans = [max(point[axis] for point in where.values()) - lows[axis] or 1.0 for axis in (0, 1)]
    margin = 0.45 / sqrt(len(where))
    for code, point in sorted(where.items()):
        parts = [0.5 * (point[axis] - lows[axis]) / spans[axis] + 0.5 * ranks[axis][code] for axis in (0, 1)]
        x, y = (round(margin + part * (1 - 2 * margin), 3) for part in parts)
        found[code] = (x, y)
    return found
