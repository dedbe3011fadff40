"""Places for the points of a mesh: without a crossing from the first step on, round places, each with its area.

The start is Tutte's: with the frame fixed and every point in the mean of its neighbours, nothing can fold. Then a
distortion energy is minimised, together with the bending of lines and the distance of places from their wished points.
It grows without bound where a triangle would turn over (symmetric Dirichlet, each triangle against its slice of a
regular polygon).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import pi, sqrt
from typing import Any

import numpy as np
from scipy.sparse import block_diag, coo_matrix, csr_matrix, diags
from scipy.sparse.linalg import splu

from judge.drawing.atlas.mesh import ALONG, PIECES, Mesh
from judge.drawing.sheet import Point

Array = Any
"""An array of numpy; two columns for points."""

STRETCH = 1.2
"""Places are this much wider than high: names are."""
EVENING = 90
"""How often the springs of the start are weighed anew, at most."""
ROUNDS = (90, 12, 20)


@dataclass(kw_only=True)
class Wish:
    """The goals of a layout."""

    areas: Mapping[str, float]
    size: tuple[float, float]
    """Of the sheet, already narrowed by STRETCH."""
    coast: Callable[[int], bool]
    short: Sequence[tuple[str, str]]
    """Neighbours whose places should come close though they share no border."""
    where: Mapping[str, Point] = field(default_factory=dict)


def settle(mesh: Mesh, wish: Wish, frame: Mapping[int, Point], rounds: int = len(ROUNDS)) -> tuple[Array, float]:
    """The points of the mesh, and how far they are from the wish (the less the better)."""
    width, height = wish.size
    at = np.zeros((mesh.count, 2))
    for point, place in frame.items():
        at[point] = place
    free = np.ones((mesh.count, 2), bool)
    corners = {(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)}
    for point, (x, y) in frame.items():
        free[point] = (y in (0.0, height), x in (0.0, width)) if (x, y) not in corners else (False, False)
    triangles, cell = _fans(mesh)
    areas = np.array([wish.areas[place] for place in mesh.places])
    areas *= width * height / areas.sum()
    at = _tutte(at, triangles, cell, sorted(frame), areas)
    if _areas(at, triangles).sum() < 0:
        triangles = triangles[:, [0, 2, 1]]
    energy = _Energy(mesh, wish, triangles, cell, areas)
    goal = areas.copy()
    worth = 0.0
    for steps in ROUNDS[:rounds]:
        # A place squeezed by the others asks for more.
        energy.aim(goal)
        at, worth = _descend(energy, at, free, steps)
        got = np.bincount(cell, _areas(at, triangles), len(areas))
        goal *= np.clip(areas / got, 0.5, 2) ** 0.6
    got = np.bincount(cell, _areas(at, triangles), len(areas))
    return at, worth / len(areas) + 2 * float((np.log(got / areas) ** 2).mean())


def _fans(mesh: Mesh) -> tuple[Array, Array]:
    """The triangles of all places around their middles, and the place of each."""
    triangles, cell = [], []
    for number, place in enumerate(mesh.places):
        ring = mesh.rings[place]
        middle = mesh.points + number
        triangles += [(middle, one, other) for one, other in zip(ring, [*ring[1:], ring[0]], strict=True)]
        cell += [number] * len(ring)
    return np.array(triangles), np.array(cell)


def _areas(at: Array, triangles: Array) -> Array:
    one, other, third = (at[triangles[:, side]] for side in range(3))
    first, second = other - one, third - one
    return (first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]) / 2


def _tutte(at: Array, triangles: Array, cell: Array, fixed: Sequence[int], areas: Array) -> Array:
    """Tutte's drawing, its springs weighed until the areas come near."""
    count = len(at)
    held = np.zeros(count, bool)
    held[list(fixed)] = True
    inner, outer = np.flatnonzero(~held), np.flatnonzero(held)
    rows, columns = triangles.ravel(), triangles[:, [1, 2, 0]].ravel()
    weight = np.ones(len(areas))
    best: tuple[float, Array] | None = None
    for _ in range(EVENING):
        springs = np.repeat(weight[cell], 3)
        joined = coo_matrix(
            (np.r_[springs, springs], (np.r_[rows, columns], np.r_[columns, rows])), (count, count)
        ).tocsr()
        pull = (diags(np.asarray(joined.sum(1)).ravel()) - joined).tocsr()
        at[inner] = _solver(pull[inner][:, inner].tocsc()).solve(-(pull[inner][:, outer] @ at[outer]))
        got = _areas(at, triangles)
        got = got if got.sum() > 0 else -got
        each = np.abs(np.bincount(cell, got, len(areas)))
        off = float(np.abs(np.log(each / areas)).max()) if got.min() > 0 else np.inf
        if best is None or off < best[0]:
            best = off, at.copy()
        if off < 1.6:
            break
        weight *= np.clip(each / areas, 0.2, 5) ** 0.35
    assert best is not None
    return best[1]


def _solver(matrix: Any) -> Any:
    """A solver for a symmetric system."""
    return splu(matrix, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})


class _Energy:
    """The energy to minimise, and its slope."""

    def __init__(self, mesh: Mesh, wish: Wish, triangles: Array, cell: Array, areas: Array) -> None:
        self.triangles, self.cell, self.count = triangles, cell, mesh.count
        specks = np.array([place.startswith("~") for place in mesh.places])
        self.weight = (np.where(specks, 0.35, 1.0) / np.bincount(cell))[cell] / 2
        self.slices = _slices(mesh, wish, triangles, cell)
        mean = float(areas.mean())
        self.bends, self.stiff = _bends(mesh, wish.coast, mean)
        wanted = [(mesh.middle(place), point) for place, point in sorted(wish.where.items()) if place in mesh.rings]
        size = len(wanted)
        self.pin = csr_matrix((np.ones(size), (range(size), [one for one, _ in wanted])), (size, self.count))
        self.pinned = np.array([point for _, point in wanted]).reshape(size, 2)
        self.pull = 0.9 / mean

    def aim(self, areas: Array) -> None:
        """Take these areas for the goal: the two columns of each triangle's distortion as a matrix on all points."""
        angle = self.slices
        whole = np.bincount(self.cell, np.sin(angle) / 2, len(areas))
        radius = np.sqrt(areas / whole)[self.cell]
        zero = np.zeros_like(radius)
        wanted = np.stack(
            [np.stack([radius, radius * np.cos(angle)], 1), np.stack([zero, radius * np.sin(angle)], 1)], 1
        )
        back = np.linalg.inv(wanted)
        size = len(angle)
        # For each triangle, column and corner: what the corner adds to the column.
        self.parts = np.stack([-(back[:, 0] + back[:, 1]), back[:, 0], back[:, 1]], 2)
        rows = np.repeat(np.arange(2 * size), 3)
        columns = np.concatenate([self.triangles, self.triangles]).ravel()
        parts = self.parts.transpose(1, 0, 2).ravel()
        self.map = csr_matrix((parts, (rows, columns)), (2 * size, self.count))

    def at(self, points: Array) -> tuple[float, Array]:
        """The energy of these points and its slope; endless when a triangle turned over."""
        turned = self.map @ points
        size = len(turned) // 2
        one, other = turned[:size], turned[size:]
        det = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        if det.min() <= 0:
            return np.inf, points
        square = (one**2).sum(1) + (other**2).sum(1)
        growth, fall = 1 + 1 / det**2, 2 * square / det**3
        slope_one = 2 * one * growth[:, None] - np.stack([other[:, 1], -other[:, 0]], 1) * fall[:, None]
        slope_other = 2 * other * growth[:, None] - np.stack([-one[:, 1], one[:, 0]], 1) * fall[:, None]
        slope = self.map.T @ (np.concatenate([slope_one, slope_other]) * np.r_[self.weight, self.weight][:, None])
        bent = self.bends @ points
        off = self.pin @ points - self.pinned
        energy = (self.weight * square * growth).sum() + (self.stiff * (bent**2).sum(1)).sum()
        energy += self.pull * (off**2).sum()
        slope = slope + 2 * (self.bends.T @ (bent * self.stiff[:, None])) + 2 * self.pull * (self.pin.T @ off)
        return float(energy), slope

    def curvature(self, points: Array) -> Any:
        """The second slope, made such that it points downhill everywhere: for both columns of the points in turn."""
        turned = self.map @ points
        size = len(turned) // 2
        both = np.concatenate([turned[:size], turned[size:]], 1)
        det = both[:, 0] * both[:, 3] - both[:, 1] * both[:, 2]
        square = (both**2).sum(1)
        across = both @ _TURN
        inverse = 1 / det
        local = (2 * (1 + inverse**2))[:, None, None] * np.eye(4)
        local = local - (4 * inverse**3)[:, None, None] * (
            both[:, :, None] * across[:, None, :] + across[:, :, None] * both[:, None, :]
        )
        local = local + (6 * square * inverse**4)[:, None, None] * (across[:, :, None] * across[:, None, :])
        local = local - (2 * square * inverse**3)[:, None, None] * _TURN
        values, vectors = np.linalg.eigh(local)
        local = (vectors * np.maximum(values, 1e-6)[:, None, :]) @ vectors.transpose(0, 2, 1)
        local *= self.weight[:, None, None]
        flat = 2 * (self.bends.T @ diags(self.stiff) @ self.bends) + 2 * self.pull * (self.pin.T @ self.pin)
        whole = np.einsum("tks,tkdle,tlr->tdser", self.parts, local.reshape(-1, 2, 2, 2, 2), self.parts, optimize=True)
        of = (self.triangles[:, None, :] + np.array([0, self.count])[None, :, None]).reshape(-1, 6)
        rows, columns = np.repeat(of, 6, 1).ravel(), np.tile(of, 6).ravel()
        shape = (2 * self.count, 2 * self.count)
        return (coo_matrix((whole.ravel(), (rows, columns)), shape) + block_diag([flat, flat])).tocsc()


_TURN = np.array([[0.0, 0, 0, 1], [0, 0, -1, 0], [0, -1, 0, 0], [1, 0, 0, 0]])
"""The second slope of a determinant."""


def _slices(mesh: Mesh, wish: Wish, triangles: Array, cell: Array) -> Array:
    """The angle of each triangle at the middle of its place, were the place a regular polygon."""
    border = {}
    for number, line in enumerate(mesh.lines):
        for one, other in itertools.pairwise(line):
            border[one, other] = border[other, one] = number
    apexes: dict[int, set[str]] = {}
    for place, ring in mesh.rings.items():
        for point in ring:
            apexes.setdefault(point, set()).add(place)
    near = {frozenset(two) for two in wish.short}
    small = set()
    for number, line in enumerate(mesh.lines):
        over = (apexes[line[0]] ^ set(mesh.sides[number])) | (apexes[line[-1]] ^ set(mesh.sides[number]))
        if frozenset(over) in near:
            small.add(number)
    share = np.array([0.45 if border.get((one, other)) in small else 1.0 for _, one, other in triangles.tolist()])
    angle: Array = np.minimum(2.6, 2 * pi * share / np.bincount(cell, share)[cell])
    return angle


def _bends(mesh: Mesh, coast: Callable[[int], bool], mean: float) -> tuple[Any, Array]:
    """Three points of a line each, and how stiff they are; a coast runs on through its meeting points."""
    threes: list[list[int]] = []
    stiff: list[float] = []
    for line in mesh.lines:
        threes += [line[at : at + 3] for at in range(PIECES - 1)]
        stiff += [0.25] * (PIECES - 1)
    for point, ends in through(mesh, coast).items():
        threes.append([ends[0], point, ends[1]])
        stiff.append(1.1)
    size = len(threes)
    rows = np.repeat(np.arange(size), 3)
    parts = np.tile([1.0, -2.0, 1.0], size)
    matrix = csr_matrix((parts, (rows, np.array(threes).ravel())), (size, mesh.count))
    return matrix, np.array(stiff) * 2 / mean


def through(mesh: Mesh, coast: Callable[[int], bool]) -> dict[int, tuple[int, int]]:
    """The meeting points that a coast runs through: the points before and behind."""
    found: dict[int, list[int]] = {}
    for number, line in enumerate(mesh.lines):
        if coast(number):
            found.setdefault(line[0], []).append(line[1])
            found.setdefault(line[-1], []).append(line[-2])
    return {point: (ends[0], ends[1]) for point, ends in found.items() if len(ends) == 2}


def _descend(energy: _Energy, at: Array, free: Array, steps: int) -> tuple[Array, float]:
    """The points at a lower energy, by Newton's steps, each cut until it leads down."""
    some = np.flatnonzero(free.T.ravel())
    worth, slope = energy.at(at)
    for _ in range(steps):
        flat = np.zeros(2 * len(at))
        flat[some] = _solver(energy.curvature(at)[some][:, some].tocsc()).solve(slope.T.ravel()[some])
        fall = float(flat @ slope.T.ravel())
        step = flat.reshape(2, -1).T
        length = 1.0
        while (found := energy.at(at - length * step))[0] > worth - 1e-4 * length * fall and length > 1e-6:
            length *= 0.6
        if found[0] >= worth:
            break
        done = worth - found[0] < 3e-4 * worth
        at, (worth, slope) = at - length * step, found
        if done:
            break
    return at, worth


def framed(
    mesh: Mesh, areas: Mapping[str, float], size: tuple[float, float], corners: Sequence[int] | float
) -> dict[int, Point]:
    """The frame's points on the sides of the sheet: `corners` says which places of the rim are there, or where along
    the rim the first corner is."""
    width, height = size
    whole = 2 * (width + height)
    marks = (0.0, width, width + height, 2 * width + height)
    lengths = [sqrt(areas[place]) for place in mesh.rim]
    total = sum(lengths)
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    along: list[float] = []
    for start, length in zip(starts, lengths, strict=True):
        along += [start + length * (part + 0.5) / (ALONG + 1) for part in range(ALONG + 1)]
    if isinstance(corners, float):
        shift = corners * total
        where = [(one - shift) % total * whole / total for one in along]
    else:
        pegs = [(starts[one] + lengths[one] / 2) for one in corners]
        first = pegs[0]
        turned = [(one - first) % total for one in pegs]
        where = [float(np.interp((one - first) % total, [*turned, total], [*marks, whole])) for one in along]
    found = {point: _on_side(at, width, height) for point, at in zip(mesh.frame, where, strict=True)}
    stretch = {point for points in mesh.stretches.values() for point in points}
    taken: set[int] = set()
    for mark in marks:
        near = [
            (min(abs(at - mark), whole - abs(at - mark)), point)
            for point, at in zip(mesh.frame, where, strict=True)
            if point in stretch and point not in taken
        ]
        point = min(near)[1]
        taken.add(point)
        found[point] = _on_side(mark, width, height)
    return found


def _on_side(along: float, width: float, height: float) -> Point:
    """A point so far along the frame, from the upper left corner to the right."""
    if along <= width:
        return (along, 0.0)
    if along <= width + height:
        return (width, along - width)
    if along <= 2 * width + height:
        return (2 * width + height - along, height)
    return (0.0, 2 * (width + height) - along)
