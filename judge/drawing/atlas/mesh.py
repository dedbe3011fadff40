"""The borders as lines that meet in points of three: the dual of the plane graph, with a frame around it."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from judge.drawing.atlas.plan import Plan, pair
from judge.drawing.atlas.planar import Net

PIECES = 3
"""The pieces of a border between two meeting points."""
ALONG = 5
"""The points of a place's stretch of the frame."""

Corner = tuple[str, int]
"""A place and the border that leads to the next one of its face."""


@dataclass(kw_only=True)
class Mesh:
    """Points by their numbers: those of the lines, then one in the middle of each place."""

    points: int
    places: list[str]
    sides: list[tuple[str, str]]
    """The two places of each border."""
    lines: list[list[int]]
    rings: dict[str, list[int]]
    frame: list[int]
    stretches: dict[str, list[int]]
    """The part of the frame that bounds a place."""
    rim: list[str]

    def middle(self, place: str) -> int:
        """The number of the point in the middle of a place."""
        return self.points + self.places.index(place)

    @property
    def count(self) -> int:
        """All points."""
        return self.points + len(self.places)


def mesh_of(net: Net, plan: Plan) -> Mesh:
    """The mesh of a plane graph."""
    triangles, rim, sides = _triangles(net, plan)
    lines, ends, points = _lines(triangles, sides)
    frame: list[int] = []
    stretches: dict[str, list[int]] = {}
    for number, (place, _) in enumerate(rim):
        stretches[place] = list(range(points, points + ALONG))
        points += ALONG
        frame += [ends[rim[number - 1][1]], *stretches[place]]
    turn: dict[tuple[str, int], tuple[int, int]] = {}
    for number, face in enumerate(triangles):
        for at, (place, out) in enumerate(face):
            turn[place, face[at - 1][1]] = (out, number)
    edges = {place: (rim[number - 1][1], out) for number, (place, out) in enumerate(rim)}
    rings = {}
    for place in sorted({place for face in triangles for place, _ in face}):
        rings[place] = _ring(place, turn, lines, edges.get(place), stretches)
    return Mesh(
        points=points,
        places=sorted(rings),
        sides=sides,
        lines=lines,
        rings=rings,
        frame=frame,
        stretches=stretches,
        rim=[place for place, _ in rim],
    )


def _triangles(net: Net, plan: Plan) -> tuple[list[list[Corner]], list[Corner], list[tuple[str, str]]]:
    """Every inner face as triangles: by a second stretch of border between neighbours, else round a patch of nobody's
    land."""
    known: dict[tuple[str, str], int] = {}
    sides: list[tuple[str, str]] = []

    def new(one: str, other: str) -> int:
        sides.append((one, other))
        return len(sides) - 1

    def border(one: str, other: str) -> int:
        two = pair(one, other)
        if two not in known:
            known[two] = new(one, other)
        return known[two]

    def corners(face: list[str]) -> list[Corner]:
        return [(one, border(one, other)) for one, other in zip(face, [*face[1:], face[0]], strict=True)]

    todo = [corners(face) for face in net.faces]
    rim = corners(net.rim)
    done: list[list[Corner]] = []
    linked = set(net.linked) | set(net.wrapped)
    while todo:
        face = todo.pop()
        size = len(face)
        if size == 3:
            done.append(face)
            continue
        chords = [
            (one, other)
            for one in range(size)
            for other in range(one + 2, size)
            if (one, other) != (0, size - 1)
            and (two := pair(face[one][0], face[other][0])) in plan.borders
            and two not in linked
        ]
        if chords:
            wet = {chord: sum(net.wet[face[at][0]] for at in chord) for chord in chords}
            one, other = max(chords, key=lambda chord: (wet[chord], -abs(2 * (chord[1] - chord[0]) - size)))
            cut = new(face[one][0], face[other][0])
            todo += [[*face[one:other], (face[other][0], cut)], [*face[other:], *face[:one], (face[one][0], cut)]]
        else:
            speck = net.speck()
            spokes = [new(speck, place) for place, _ in face]
            for at in range(size):
                after = (at + 1) % size
                done.append([(speck, spokes[at]), face[at], (face[after][0], spokes[after])])
    return done, rim, sides


def _lines(triangles: list[list[Corner]], sides: list[tuple[str, str]]) -> tuple[list[list[int]], dict[int, int], int]:
    """The points of every border: from the meeting point of its first triangle to that of its other, or the frame."""
    meets: defaultdict[int, list[int]] = defaultdict(list)
    for number, face in enumerate(triangles):
        for _, border in face:
            meets[border].append(number)
    count = len(triangles)
    lines: list[list[int]] = []
    ends: dict[int, int] = {}
    for border in range(len(sides)):
        first, *rest = meets[border]
        if rest:
            last = rest[0]
        else:
            last = ends[border] = count
            count += 1
        lines.append([first, *range(count, count + PIECES - 1), last])
        count += PIECES - 1
    return lines, ends, count


def _ring(
    place: str,
    turn: dict[tuple[str, int], tuple[int, int]],
    lines: list[list[int]],
    edge: tuple[int, int] | None,
    stretches: dict[str, list[int]],
) -> list[int]:
    """The points around a place, in order."""
    if edge is None:
        start = stop = min(border for one, border in turn if one == place)
    else:
        start, stop = edge if (place, edge[0]) in turn else edge[::-1]
    ring = lines[start][::-1][:-1] if edge else []
    border = start
    while True:
        border, meeting = turn[place, border]
        line = lines[border]
        ring += (line if line[0] == meeting else line[::-1])[:-1]
        if border == stop:
            break
    if edge:
        ring.append(lines[stop][-1])
        stretch = stretches[place]
        ring += stretch if lines[edge[0]][-1] == ring[-1] else stretch[::-1]
    return ring


def degrees(mesh: Mesh) -> Counter[str]:
    """How many stretches of border a place has."""
    return Counter(place for two in mesh.sides for place in two)
