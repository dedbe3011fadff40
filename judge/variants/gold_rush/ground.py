"""What the scenery does: who sees whom, where one stands, what walls there are (GR-29, GR-Q4 to GR-Q7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from judge.adjudicator.plane import Box, Point, Polygon, box_of, goes_through, is_nearer, side_of, squared
from judge.variants.gold_rush.packs import BASE, CONTACT, GUNS
from judge.variants.gold_rush.state import Scenery


@dataclass(frozen=True)
class Ground:
    """Scenery sorted by what it does. All questions give the same answer however the pieces are listed."""

    pieces: tuple[Scenery, ...]
    sight: tuple[tuple[str, Polygon, Box], ...]
    walls: tuple[Polygon, ...]
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
        """What blocks the line between two middles, "" when nothing does (GR-Q5).

        The line may not go into a piece that blocks sight; touching its edge is clear; a piece in or on which
        either end stands does not block.
        """
        left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
        low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
        for code, polygon, box in self.sight:
            if box[0] > right or box[2] < left or box[1] > high or box[3] < low:
                continue
            if goes_through(a, b, polygon) and side_of(a, polygon) < 0 and side_of(b, polygon) < 0:
                return code
        return ""

    def height(self, at: Point) -> int:
        """The height of the highest climbable piece at a point, edge included (GR-Q6)."""
        return max((height for height, polygon in self.heights if side_of(at, polygon) >= 0), default=0)

    def is_walled(self, at: Point) -> bool:
        """Whether a point lies inside a wall; on its edge it does not."""
        return any(side_of(at, wall) > 0 for wall in self.walls)

    def in_hard_cover(self, at: Point) -> bool:
        """Whether a point is in or on hard cover."""
        return any(side_of(at, polygon) >= 0 for polygon in self.hard)


@lru_cache(maxsize=256)
def ground_of(scenery: tuple[Scenery, ...]) -> Ground:
    """The ground that this scenery makes."""
    pieces = tuple(sorted(scenery, key=lambda piece: piece.code))
    return Ground(
        pieces,
        tuple((piece.code, piece.polygon, box_of(piece.polygon)) for piece in pieces if piece.blocks_sight),
        tuple(sorted(piece.polygon for piece in pieces if piece.blocks_move)),
        tuple((piece.height, piece.polygon) for piece in pieces if piece.climb),
        tuple(piece.polygon for piece in pieces if piece.cover == "hard"),
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
    return squared(a, b) <= CONTACT * CONTACT


def overlap(a: Point, b: Point) -> bool:
    """Bases overlap: middles nearer than an inch (GR-Q44)."""
    return squared(a, b) < BASE * BASE
