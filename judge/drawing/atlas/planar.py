"""The borders that a flat sheet can hold, their order around each place, and the places at its rim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import networkx as nx

from judge.drawing.atlas.plan import SPECK, Pair, Plan, Undrawable, pair, shuffled
from judge.drawing.sheet import Point

TRIES_TO_FLATTEN = 5
TRIES_TO_EMBED = 24


@dataclass(kw_only=True)
class Net:
    """The borders as a plane graph: its inner faces and its rim, each as a cycle of places."""

    faces: list[list[str]]
    rim: list[str]
    wet: dict[str, bool]
    """Whether a place is water; patches of nobody's land among them."""
    linked: list[Pair] = field(default_factory=list)
    """Neighbours that no flat sheet can hold beside the others."""
    wrapped: list[Pair] = field(default_factory=list)
    """Neighbours across the edge of the sheet."""
    lone: dict[str, str] = field(default_factory=dict)
    """Places with one neighbour all around them."""

    def speck(self) -> str:
        """A new patch of nobody's land."""
        name = f"{SPECK}{sum(one.startswith(SPECK) for one in self.wet)}"
        self.wet[name] = False
        return name


def net_of(plan: Plan) -> Net:
    """The plane graph of a plan."""
    flat, linked = _flattened(plan)
    net = Net(faces=[], rim=[], wet={code: plot.wet for code, plot in plan.plots.items()}, linked=linked)
    for code in sorted(flat):
        if flat.degree(code) == 1 and (host := next(iter(flat[code]))) not in net.lone and flat.degree(host) > 2:
            net.lone[code] = host
    flat.remove_nodes_from(net.lone)
    if len(flat) < 3:
        raise Undrawable("a map with fewer than three places that touch each other cannot be drawn")
    _join(flat, net)
    faces, rim = _embedded(flat, plan, net)
    net.faces, net.rim = [face for face in faces if face is not rim], rim
    _unroll(net)
    return net


def _flattened(plan: Plan) -> tuple[Any, list[Pair]]:
    """A part of the borders that is flat, as large as was found, and the rest."""
    whole = nx.Graph()
    whole.add_nodes_from(sorted(plan.plots))
    whole.add_edges_from(sorted(plan.borders))
    over = sorted(plan.over_water)
    whole.remove_edges_from(over)
    if any(not whole[code] for code in whole):
        # A place that only ships reach, and only from shores: it must be beside one of them.
        over = []
        whole.add_edges_from(sorted(plan.borders))
    if nx.check_planarity(whole)[0]:
        return whole, over
    best: tuple[Any, list[Pair]] | None = None
    for number in range(TRIES_TO_FLATTEN):
        order = [
            tuple(one.split()) for one in shuffled((" ".join(sorted(two)) for two in whole.edges), f"flat {number}")
        ]
        if len(plan.where) > len(plan.plots) * 0.8:
            # Far neighbours last: their link crosses others.
            order.sort(key=lambda two: (two in plan.dotted, _apart(plan, two)))
        elif number % 2:
            order.sort(key=lambda two: min(2, len(set(whole[two[0]]) & set(whole[two[1]]))))
        part = nx.Graph()
        part.add_nodes_from(sorted(plan.plots))
        left: list[Pair] = []
        _grow(part, order, left)
        if best is None or len(left) < len(best[1]):
            best = part, left
    assert best is not None
    return best[0], sorted([*over, *best[1]])


def _apart(plan: Plan, two: Sequence[str]) -> int:
    ends = [plan.where.get(one, (0.5, 0.5)) for one in two]
    return round(((ends[0][0] - ends[1][0]) ** 2 + (ends[0][1] - ends[1][1]) ** 2) * 25)


def _grow(part: Any, borders: Sequence[Any], left: list[Pair]) -> None:
    """Add borders while the graph stays flat, in halves, so that a few bad ones cost few tests."""
    part.add_edges_from(borders)
    if nx.check_planarity(part)[0]:
        return
    part.remove_edges_from(borders)
    if len(borders) == 1:
        left.append(pair(*borders[0]))
        return
    middle = len(borders) // 2
    _grow(part, borders[:middle], left)
    _grow(part, borders[middle:], left)


def _join(flat: Any, net: Net) -> None:
    """Patches of nobody's land between parts that hang together in one place only, so that every face is a ring."""
    first, *others = sorted(sorted(part) for part in nx.connected_components(flat))
    for other in others:
        speck = net.speck()
        flat.add_edges_from([(speck, first[0]), (speck, other[0])])
    while cuts := sorted(nx.articulation_points(flat)):
        cut = max(cuts, key=flat.degree)
        rest = flat.copy()
        rest.remove_node(cut)
        parts = sorted((sorted(set(part) & set(flat[cut])) for part in nx.connected_components(rest)), key=len)
        speck = net.speck()
        flat.add_edges_from([(speck, cut), (speck, parts[0][0]), (speck, parts[-1][0])])


def _faces(embedding: Any) -> list[list[str]]:
    seen: set[Pair] = set()
    return [
        embedding.traverse_face(one, other, seen) for one, other in sorted(embedding.edges) if (one, other) not in seen
    ]


def _embedded(flat: Any, plan: Plan, net: Net) -> tuple[list[list[str]], list[str]]:
    """The faces and the rim among them: the embedding that needs few patches and has a long rim, or fits the wished
    places."""
    best: tuple[float, list[list[str]], list[str]] | None = None
    borders = [" ".join(sorted(two)) for two in flat.edges]
    told = len(plan.where) > len(plan.plots) * 0.8
    for number in range(TRIES_TO_EMBED):
        graph = nx.Graph()
        graph.add_nodes_from(shuffled(flat, f"places {number}"))
        graph.add_edges_from(one.split() for one in shuffled(borders, f"borders {number}"))
        faces = _faces(nx.check_planarity(graph)[1])
        for rim in sorted(faces, key=lambda face: (-_rim_worth(face, net), face))[: 6 if told else 1]:
            worth = _rim_worth(rim, net) - 0.6 * sum(len(face) - 3 for face in faces if face is not rim)
            if told:
                worth += 4 * _agreement(faces, rim, plan.where)
            if best is None or worth > best[0] + 1e-9:
                best = worth, faces, rim
    assert best is not None
    return best[1], best[2]


def _rim_worth(face: Sequence[str], net: Net) -> float:
    return len(face) + 0.5 * sum(net.wet[one] for one in face) - sum(one.startswith(SPECK) for one in face)


def area_of(points: Sequence[Point]) -> float:
    """Twice the area within a ring of points, with its sign."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, [*points[1:], *points[:1]], strict=True))


def _agreement(faces: Sequence[Sequence[str]], rim: Sequence[str], where: dict[str, Point] | Any) -> float:
    """How many inner faces turn the same way round at the wished places; the rim turns the other way."""
    turns = 0
    for face in faces:
        if face is not rim and all(one in where for one in face):
            turns += 1 if area_of([where[one] for one in face]) > 0 else -1
    return abs(turns)


def _unroll(net: Net) -> None:
    """A globe has no rim. Borders at sea are cut until there is one; such neighbours meet across the sheet's edge."""
    places = len(net.wet)
    if len(net.rim) >= 1.1 * sqrt(places):
        return
    best: tuple[float, list[str], list[list[str]], list[Pair]] | None = None
    starts = [face for face in net.faces if all(net.wet[one] for one in face)]
    for start in [net.rim, *starts]:
        rim, gone = list(start), [start]
        cuts: list[Pair] = []
        while len(rim) < 1.3 * sqrt(places) and (way := _way_out(net, rim, gone, cuts)):
            at, third, face = way
            cuts.append(pair(rim[at], rim[(at + 1) % len(rim)]))
            rim.insert(at + 1, third)
            gone.append(face)
        worth = len(rim) + 0.5 * sum(net.wet[one] for one in rim) - 0.5 * len(cuts)
        if best is None or worth > best[0]:
            best = worth, rim, gone, cuts
    if best is not None and len(best[1]) > len(net.rim) + 2:
        _, rim, gone, cuts = best
        inner = [face for face in [*net.faces, net.rim] if face not in gone]
        net.faces, net.rim, net.wrapped = inner, rim, sorted(cuts)


def _way_out(net: Net, rim: list[str], gone: list[list[str]], cuts: list[Pair]) -> tuple[int, str, list[str]] | None:
    """A border between two seas of the rim whose other side is one more place: its index, and that place."""
    ways = []
    for at, one in enumerate(rim):
        other = rim[(at + 1) % len(rim)]
        if not (net.wet[one] and net.wet[other]):
            continue
        for face in net.faces:
            if face in gone or len(face) != 3 or one not in face or other not in face:
                continue
            third = next(place for place in face if place not in (one, other))
            if third not in rim:
                ways.append((net.wet[third], -sum(third in cut for cut in cuts), at, third, face))
    if not ways:
        return None
    *_, at, third, face = max(ways)
    return at, third, face
