"""The scenery's effects: who sees whom, where figures may be, and where walls are (GR-29, GR-Q4 to GR-Q7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from judge.adjudicator.plane import (
    Box,
    Point,
    Polygon,
    box_of,
    cross,
    goes_through,
    grown,
    is_nearer,
    nearest_of,
    side_of,
    squared,
    touches,
)
from judge.variants.gold_rush.packs import BASE, CONTACT, GUNS
from judge.variants.gold_rush.state import Scenery

Bounded = tuple[Polygon, Box]
"""A polygon with the box round it."""


def _is_inside(at: Point, bounded: Bounded) -> bool:
    """Whether a point lies inside."""
    shape, (left, bottom, right, top) = bounded
    return left < at[0] < right and bottom < at[1] < top and side_of(at, shape) > 0


def _bounded(shapes: Iterable[Polygon]) -> tuple[Bounded, ...]:
    """Polygons with the boxes round them."""
    return tuple((shape, box_of(shape)) for shape in shapes)


@dataclass(frozen=True)
class Wall:
    """A piece that stops moves: its outline, and what a middle keeps out of so that no base goes into it; and the box
    round all that."""

    outline: tuple[Bounded, ...]
    kept_clear: tuple[Bounded, ...]
    box: Box

    def is_near(self, at: Point) -> bool:
        """Whether a base there would go into it."""
        left, bottom, right, top = self.box
        if not (left < at[0] < right and bottom < at[1] < top):
            return False
        return any(_is_inside(at, one) for one in self.kept_clear)

    def barring(self, ends: Sequence[Point]) -> tuple[Bounded, ...]:
        """What of it is closed to middles: with an end nearer already, as an old position may have it, only its
        inside."""
        return self.outline if any(map(self.is_near, ends)) else self.kept_clear


@dataclass(frozen=True)
class Screen:
    """A piece that blocks sight. `code`: its code; `can_be_entered`: somebody may be in or on it."""

    code: str
    shape: Polygon
    box: Box
    can_be_entered: bool

    def is_entered(self, at: Point) -> bool:
        """Whether somebody is in or on it."""
        return self.can_be_entered and side_of(at, self.shape) >= 0


@dataclass(frozen=True)
class Ground:
    """Scenery sorted by what it does. All questions give the same answer however the pieces are listed."""

    pieces: tuple[Scenery, ...]
    sight: tuple[Screen, ...]
    joined: tuple[tuple[Screen, Screen], ...]
    """Pieces that block sight and touch each other."""
    walls: tuple[Wall, ...]
    heights: tuple[tuple[int, Polygon], ...]
    hard: tuple[Polygon, ...]

    def piece(self, code: str) -> Scenery | None:
        """A piece by its code."""
        return next((piece for piece in self.pieces if piece.code == code), None)

    @property
    def shop(self) -> Scenery | None:
        """The hardware shop: the piece with its code, else the first of its kind (GR-4)."""
        shops = [piece for piece in self.pieces if piece.kind == "shop"]
        return self.piece("SHOP") or (shops[0] if shops else None)

    def blocker(self, a: Point, b: Point) -> str:
        """The thing that blocks the line between two middles, "" when nothing does (GR-Q5).

        The line may not go into a piece that blocks sight, nor between two that touch; touching an edge is clear. A
        piece with either end in or on it does not block: a wood or rocks, never a building.
        """
        left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        for screen in self.sight:
            box = screen.box
            if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
                continue
            if goes_through(a, b, screen.shape) and not (screen.is_entered(a) or screen.is_entered(b)):
                return screen.code
        for one, other in self.joined:
            entered = any(screen.is_entered(end) for screen in (one, other) for end in (a, b))
            if not entered and _goes_between(a, b, one.shape, other.shape):
                return one.code
        return ""

    def height(self, at: Point) -> int:
        """The height of the highest climbable piece at a point, edge included (GR-Q6)."""
        return max((height for height, polygon in self.heights if side_of(at, polygon) >= 0), default=0)

    def barred(self, *ends: Point) -> tuple[Polygon, ...]:
        """The area closed to middles: half a base off every wall (GR-Q2, GR-Q3)."""
        return tuple(shape for wall in self.walls for shape, _ in wall.barring(ends))

    def walls_by(self, here: Point, there: Point) -> list[Wall]:
        """The walls that the straight way from here to there may touch; most ways come by none."""
        left, right = (here[0], there[0]) if here[0] < there[0] else (there[0], here[0])
        low, high = (here[1], there[1]) if here[1] < there[1] else (there[1], here[1])
        found = []
        for wall in self.walls:
            box = wall.box
            if box[0] <= right and box[2] >= left and box[1] <= high and box[3] >= low:
                found.append(wall)
        return found

    def is_walled(self, at: Point) -> bool:
        """Whether a base here would be in a wall."""
        return any(wall.is_near(at) for wall in self.walls)

    def is_at(self, at: Point, piece: Scenery) -> bool:
        """Whether a base is in or on a piece, or up against its wall."""
        if side_of(at, piece.polygon) >= 0:
            return True
        return piece.blocks_move and any(side_of(at, shape) >= 0 for shape in grown(piece.polygon, BASE // 2))

    def nearest_edge(self, at: Point, piece: Scenery) -> Point:
        """Where the way to a piece ends: on its outline, or half a base off its wall."""
        if not piece.blocks_move:
            return nearest_of(at, piece.polygon)
        spots = [nearest_of(at, shape) for shape in grown(piece.polygon, BASE // 2)]
        free = [spot for spot in spots if not self.is_walled(spot)] or spots
        return min(free, key=lambda spot: (squared(at, spot), spot))

    def in_hard_cover(self, at: Point) -> bool:
        """Whether a point is in or on hard cover."""
        return any(side_of(at, polygon) >= 0 for polygon in self.hard)


def _goes_between(a: Point, b: Point, one: Polygon, other: Polygon) -> bool:
    """Whether a line runs through a place where two pieces touch, with one on either side of it."""
    meeting = [p for p in one if side_of(p, other) == 0] + [p for p in other if side_of(p, one) == 0]
    if not any(cross(a, b, point) == 0 and _is_within(point, a, b) for point in meeting):
        return False
    sides = [sum(cross(a, b, point) for point in shape) for shape in (one, other)]
    return (sides[0] > 0) != (sides[1] > 0)


def _is_within(point: Point, a: Point, b: Point) -> bool:
    """Whether a point in line with a and b lies between them."""
    return min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])


def _wall(shape: Polygon) -> Wall:
    clear = grown(shape, BASE // 2)
    return Wall(_bounded((shape,)), _bounded(clear), box_of(tuple(corner for part in clear for corner in part)))


@lru_cache(maxsize=256)
def ground_of(scenery: tuple[Scenery, ...]) -> Ground:
    """The ground that this scenery makes."""
    pieces = tuple(sorted(scenery, key=lambda piece: piece.code))
    sight = tuple(
        Screen(piece.code, piece.polygon, box_of(piece.polygon), not piece.blocks_move)
        for piece in pieces
        if piece.blocks_sight
    )
    shapes = sorted(piece.polygon for piece in pieces if piece.blocks_move)
    return Ground(
        pieces,
        sight,
        tuple((one, other) for one, other in combinations(sight, 2) if touches(one.shape, other.shape)),
        tuple(map(_wall, shapes)),
        tuple((piece.height, piece.polygon) for piece in pieces if piece.climb),
        tuple(piece.polygon for piece in pieces if piece.cover == "hard" and not piece.blocks_move),
    )


def base_between(a: Point, b: Point, bases: Iterable[tuple[str, Point]]) -> str:
    """By option `figures_block`: whose base the line between two middles crosses, "" when none's (GR-Q5)."""
    return next((code for code, at in bases if is_nearer(at, a, b, BASE // 2)), "")


def band_of(weapon: str, square: int) -> str:
    """`short`, `long` or "" for a squared range: limits belong to their band (GR-26, GR-Q7)."""
    gun = GUNS[weapon]
    if square <= gun.short * gun.short:
        return "short"
    return "long" if square <= gun.long * gun.long else ""


def in_contact(a: Point, b: Point) -> bool:
    """Base to base: middles at most 1.05 inches apart (GR-Q44)."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 <= CONTACT * CONTACT


def overlap(a: Point, b: Point) -> bool:
    """Bases overlap: middles nearer than an inch (GR-Q44)."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 < BASE * BASE
