"""A whole map from a plan: laid out, drawn, lettered, measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt, tanh
from typing import Any

import numpy as np
import shapely

from judge.drawing.atlas.lettering import Mark, covered, mark, need, spot_near
from judge.drawing.atlas.mesh import Mesh, degrees, mesh_of
from judge.drawing.atlas.plan import SPECK, Pair, Plan, Plot, Ruler, pair
from judge.drawing.atlas.planar import Net, area_of, net_of
from judge.drawing.atlas.relax import STRETCH, Array, Wish, framed, settle
from judge.drawing.atlas.strokes import Stroke, length_of, ring_round, shapes, strokes
from judge.drawing.sheet import Point

WIDTH = 1636
LOWEST, HIGHEST = 1240, 2500
ROOM = 26_000.0
"""The pixels of an ordinary place."""
TURNS = 6
AGAIN = 5
FAR = 420.0
"""Neighbours with no border on the sheet that are farther apart than this are named; nearer ones are joined by dots."""
LONE = 58.0
"""The least radius of a place within another, where there is room."""
SEEN = 12.0
"""How long a line between two places is at least, to be seen as their border."""


@dataclass(kw_only=True)
class Drawn:
    """A map as lines and spots, in pixels of its own sheet."""

    size: tuple[int, int]
    strokes: list[Stroke]
    marks: dict[str, Mark]
    coasts: dict[str, Point]
    links: dict[Pair, tuple[Point, Point]]
    """Ways between neighbours whose places share no line."""
    beyond: dict[str, tuple[Point, tuple[str, ...]]]
    """At the edge of the sheet: the neighbours on its other side."""
    where: dict[str, Point] = field(default_factory=dict)
    """The middles of the places, in parts of the sheet."""


@dataclass(frozen=True, kw_only=True)
class Measures:
    """How good a map is."""

    borders: int
    drawn: int
    """Borders that are a line of at least twelve pixels."""
    linked: tuple[Pair, ...]
    missing: tuple[Pair, ...]
    """Borders that are neither a line nor a link."""
    false: tuple[Pair, ...]
    """Lines between places that are no neighbours."""
    outside: tuple[str, ...]
    """Places whose letters leave them."""
    shortened: tuple[str, ...]
    """Places that have no room for their name, only for their code."""
    smallest: float


def draw(plan: Plan, centres: frozenset[str], ruler: Ruler) -> Drawn:
    """The map of a plan. Raises Undrawable for one that has no three places side by side."""
    net = net_of(plan)
    mesh = mesh_of(net, plan)
    areas = _areas(plan, net, mesh, ruler)
    high = min(HIGHEST, max(LOWEST, round(sum(areas.values()) / WIDTH)))
    size = (WIDTH, high)
    layout = _Layout(plan, net, mesh, size)
    frame = layout.choose(areas)
    drawn: Drawn | None = None
    for _ in range(AGAIN):
        at = layout.settled(areas, frame)
        found = _lettered(plan, net, mesh, layout, (at, centres, ruler))
        if drawn is None or _short(found) < _short(drawn):
            drawn = found
        tight = [code for code, one in found.marks.items() if not one.full and code in areas]
        if not tight:
            break
        areas = {code: area * (1.5 if code in tight else 1.0) for code, area in areas.items()}
    assert drawn is not None
    return drawn


def _short(drawn: Drawn) -> int:
    return sum(not one.full for one in drawn.marks.values())


def _areas(plan: Plan, net: Net, mesh: Mesh, ruler: Ruler) -> dict[str, float]:
    """The pixels that each place should have."""
    borders = degrees(mesh)
    found = {}
    for code in mesh.places:
        if code.startswith(SPECK):
            found[code] = ROOM * (0.16 + 0.03 * borders[code])
            continue
        plot = plan.plots[code]
        plain = ROOM * (0.5 + 0.075 * borders[code]) * (1.15 if plot.wet else 1.0)
        found[code] = max(plain, 2.0 * need(plot, ruler))
    for code, host in net.lone.items():
        found[host] += 6 * _radius(plan.plots[code], ruler) ** 2
    return found


def _radius(plot: Plot, ruler: Ruler) -> float:
    """The radius of a round place that holds its name and a unit."""
    return max(LONE, 0.8 * sqrt(need(plot, ruler)) + 8)


class _Layout:
    """One mesh on one sheet: its orientation and the places of its points."""

    def __init__(self, plan: Plan, net: Net, mesh: Mesh, size: tuple[int, int]) -> None:
        self.plan, self.net, self.mesh, self.size = plan, net, mesh, size
        self.narrow = (size[0] / STRETCH, float(size[1]))
        told = [plan.where.get(place, (0.5, 0.5)) for place in mesh.rim]
        self.told = len(plan.where) > len(plan.plots) * 0.8 and len(mesh.rim) > 3
        self.mirrored = self.told and area_of(told) < 0
        self.flip = (self.mirrored, False)

    def choose(self, areas: Mapping[str, float]) -> dict[int, Point]:
        """The frame: its corners by the wished places, else where the map is least distorted and north is up."""
        if self.told:
            where = [self._goal(place) for place in self.mesh.rim]
            return framed(self.mesh, areas, self.narrow, _corners(where, self.narrow))
        best: tuple[float, dict[int, Point], tuple[bool, bool]] | None = None
        for turn in range(TURNS):
            frame = framed(self.mesh, areas, self.narrow, turn / TURNS)
            at, worth = settle(self.mesh, self._wish(areas, ()), frame, rounds=1)
            east, north = _compass(self.plan, self.mesh, at / self.narrow)
            worth -= 0.8 * (abs(east) + abs(north))
            if best is None or worth < best[0]:
                best = worth, frame, (east < 0, north < 0)
        assert best is not None
        self.flip = best[2]
        return best[1]

    def settled(self, areas: Mapping[str, float], frame: Mapping[int, Point]) -> Array:
        """The points of the mesh on the sheet."""
        pins = {place: self._goal(place) for place in self.plan.where if place in self.mesh.rings}
        at, _ = settle(self.mesh, self._wish(areas, pins), frame)
        at = at * (STRETCH, 1.0)
        for axis in (0, 1):
            if self.flip[axis]:
                at[:, axis] = self.size[axis] - at[:, axis]
        return at

    def _goal(self, place: str) -> Point:
        x, y = self.plan.where.get(place, (0.5, 0.5))
        return ((1 - x if self.flip[0] else x) * self.narrow[0], (1 - y if self.flip[1] else y) * self.narrow[1])

    def _wish(self, areas: Mapping[str, float], pins: Mapping[str, Point] | tuple[()]) -> Wish:
        wet, sides = self.net.wet, self.mesh.sides
        return Wish(
            areas=areas,
            size=self.narrow,
            coast=lambda number: wet[sides[number][0]] != wet[sides[number][1]],
            short=self.net.linked,
            where=dict(pins),
        )


def _corners(where: Sequence[Point], size: tuple[float, float]) -> list[int]:
    """Four places of the rim, in its order, that are nearest to the corners of the sheet."""
    count = len(where)
    corners = [(0.0, 0.0), (size[0], 0.0), size, (0.0, size[1])]
    cost = [[(x - a) ** 2 + (y - b) ** 2 for x, y in where] for a, b in corners]
    best: tuple[float, list[int]] | None = None
    for start in range(count):
        # The cheapest way to have set so many corners up to a place, each behind the last.
        ways = [(cost[0][start], [start])]
        for corner in (1, 2, 3):
            last = len(ways)
            ways = [
                min(
                    (worth + cost[corner][(start + step) % count], [*chosen, (start + step) % count])
                    for worth, chosen in ways[: step - corner + 1]
                )
                for step in range(corner, count - (3 - corner))
            ]
            assert ways, last
        found = min(ways)
        if best is None or found < best:
            best = found
    assert best is not None
    return best[1]


_WAYS = {"n": (0, -1), "s": (0, 1), "e": (1, 0), "w": (-1, 0)}
_WORDS = {"north": "n", "south": "s", "east": "e", "west": "w", "arctic": "n", "antarctic": "s"}


def _compass(plan: Plan, mesh: Mesh, at: Array) -> tuple[float, float]:
    """How far the map has east on the right and south below, from -1 to 1: by the words in names, and by named
    coasts."""
    middle = {place: at[mesh.points + number] * 2 - 1 for number, place in enumerate(mesh.places)}
    votes: list[list[tuple[float, float]]] = [[], []]
    for code in sorted(set(plan.plots) & set(middle)):
        plot = plan.plots[code]
        said = [(way, middle[code], 1.0) for word, way in _WORDS.items() for one in [plot.name.lower()] if word in one]
        for coast, near in plot.coasts.items():
            seas = [middle[one] for one in near if one in middle and plan.plots[one].wet]
            if seas and coast[:1].lower() in _WAYS:
                said.append((coast[:1].lower(), (np.mean(seas, 0) - middle[code]) * 2, 1.5))
        for way, point, weight in said:
            for axis, sign in enumerate(_WAYS[way]):
                if sign:
                    votes[axis].append((tanh(2 * float(point[axis])) * sign * weight, weight))
    east, south = (sum(vote for vote, _ in axis) / (sum(weight for _, weight in axis) + 1) for axis in votes)
    return east, south


def _lettered(plan: Plan, net: Net, mesh: Mesh, layout: _Layout, more: tuple[Array, frozenset[str], Ruler]) -> Drawn:
    """Lines, names and spots for a layout."""
    at, centres, ruler = more
    size = layout.size
    real = [code for code in mesh.places if not code.startswith(SPECK)]
    for soft in (1.0, 0.6, 0.3, 0.0):
        lines = strokes(mesh, net, at, size, soft)
        areas = shapes(lines, real)
        if not _overlapping(areas):
            break
    for code, host in sorted(net.lone.items()):
        middle, radius = _clearing(areas[host], _radius(plan.plots[code], ruler))
        ring = ring_round(middle, radius, size)
        lines.append(Stroke(*pair(code, host), ring))
        areas[code] = shapely.Polygon(ring)
        areas[host] = areas[host].difference(areas[code])
    marks = {code: mark(code, plan.plots[code], code in centres, areas[code], ruler) for code in sorted(areas)}
    drawn = Drawn(size=size, strokes=lines, marks=marks, coasts={}, links={}, beyond={})
    drawn.coasts = _coasts(plan, drawn, areas)
    seen = {two for two, length in _shared(lines, areas).items() if length >= SEEN}
    # Two places that only just met may have lost their border in the layout; they are linked like borders that no sheet
    # can hold.
    apart = sorted((plan.borders - seen - set(net.wrapped)) | set(net.linked))
    ways = {two: _link(areas[two[0]], areas[two[1]]) for two in apart}
    drawn.links = {two: ends for two, ends in ways.items() if length_of(ends) <= FAR}
    drawn.beyond = _beyond([*net.wrapped, *(two for two in ways if two not in drawn.links)], areas, marks, size)
    drawn.where = {
        code: (round(area.centroid.x / size[0], 3), round(area.centroid.y / size[1], 3))
        for code, area in sorted(areas.items())
    }
    return drawn


def _overlapping(areas: Mapping[str, Any]) -> bool:
    codes = sorted(areas)
    tree = shapely.STRtree([areas[code] for code in codes])
    return any(
        areas[code].intersection(areas[codes[other]]).area > 4
        for number, code in enumerate(codes)
        for other in tree.query(areas[code]).tolist()
        if other > number
    ) or any(areas[code].is_empty for code in codes)


def _clearing(host: Any, wanted: float) -> tuple[Point, float]:
    """Where a place has most room for another of this radius within it: some of the clearing is left free around it."""
    circle = shapely.maximum_inscribed_circle(host, tolerance=2)
    x, y = circle.coords[0]
    return (float(x), float(y)), max(12.0, min(wanted, circle.length * 0.7))


def _coasts(plan: Plan, drawn: Drawn, areas: Mapping[str, Any]) -> dict[str, Point]:
    """The spot for fleets on each of several coasts: at the shore of its seas."""
    found: dict[str, Point] = {}
    for code, plot in sorted(plan.plots.items()):
        if code not in areas or code not in drawn.marks:
            continue
        own = drawn.marks[code]
        taken = [own.box(), covered(own.unit)]
        for coast, near in sorted(plot.coasts.items()):
            others = {sea for name, seas in plot.coasts.items() if name != coast for sea in seas}
            shore = [
                point
                for seas in (set(near) - others, set(near))
                for stroke in drawn.strokes
                if code in (stroke.one, stroke.other)
                for sea in (stroke.other if stroke.one == code else stroke.one,)
                if sea in seas and plan.plots[sea].wet
                for point in stroke.points
            ]
            goal = _middle(shore) if shore else own.unit
            spot = spot_near(areas[code], goal, taken)
            taken.append((spot[0] - 22, spot[1] - 24, spot[0] + 24, spot[1] + 22))
            found[f"{code}/{coast}"] = spot
    return found


def _middle(points: Sequence[Point]) -> Point:
    """The one of some points that is nearest to their mean."""
    x, y = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
    return min(points, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _link(one: Any, other: Any) -> tuple[Point, Point]:
    """The two ends of the shortest way between two places, a little within each."""
    inner = [area.buffer(-10) if not area.buffer(-10).is_empty else area for area in (one, other)]
    ends = shapely.shortest_line(*inner).coords
    return (ends[0][0], ends[0][1]), (ends[1][0], ends[1][1])


def _beyond(
    far: Sequence[Pair], areas: Mapping[str, Any], marks: Mapping[str, Mark], size: tuple[int, int]
) -> dict[str, tuple[Point, tuple[str, ...]]]:
    """For each place with a neighbour far off or across the sheet's edge: a spot, at the edge if need be, and those
    neighbours."""
    edge = shapely.box(0, 0, *size).exterior.buffer(3)
    found = {}
    for code in sorted({one for two in far for one in two}):
        others = tuple(sorted({one for two in far if code in two for one in two} - {code}))
        strip = areas[code].intersection(edge)
        middle = (strip if not strip.is_empty else areas[code]).centroid
        own = marks[code]
        text = (
            -(4.6 * sum(len(one) + 1 for one in others) + 12),
            -9.0,
            4.6 * sum(len(one) + 1 for one in others) + 12,
            9.0,
        )
        found[code] = (spot_near(areas[code], (middle.x, middle.y), [own.box(), covered(own.unit)], text), others)
    return found


def _shared(lines: Sequence[Stroke], areas: Mapping[str, Any]) -> dict[Pair, float]:
    """How long the line between two places is."""
    shared: dict[Pair, float] = {}
    for stroke in lines:
        if stroke.one in areas and stroke.other in areas and stroke.one != stroke.other:
            two = pair(stroke.one, stroke.other)
            shared[two] = shared.get(two, 0.0) + length_of(stroke.points)
    return shared


def measured(plan: Plan, drawn: Drawn) -> Measures:
    """The figures of a map, from its lines alone."""
    codes = sorted(plan.plots)
    areas = shapes(drawn.strokes, codes)
    shared = _shared(drawn.strokes, areas)
    linked = tuple(sorted(two for two in drawn.links))
    across = {pair(code, other) for code, (_, others) in drawn.beyond.items() for other in others}
    seen = {two for two in plan.borders if shared.get(two, 0.0) >= SEEN}
    outside = []
    for code, one in drawn.marks.items():
        x0, y0, x1, y1 = one.box()
        if not areas[code].buffer(1.5).contains(shapely.box(x0, y0, x1, y1)):
            outside.append(code)
    return Measures(
        borders=len(plan.borders),
        drawn=len(seen),
        linked=linked,
        missing=tuple(sorted(plan.borders - seen - set(linked) - across)),
        false=tuple(sorted(set(shared) - plan.borders)),
        outside=tuple(outside),
        shortened=tuple(code for code, one in drawn.marks.items() if not one.full),
        smallest=min(one.size for one in drawn.marks.values()),
    )
