"""Laying the table: mines first, then the town, and their defaults (GR-13, GR-14, GR-Q10, GR-Q45)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.plane import Point, nearest_of, side_of, squared, touches
from judge.variants.gold_rush.board import TOWN_DEPTH, TOWN_WIDTH, Board, shifted, town_area
from judge.variants.gold_rush.packs import INCH

MINE_FROM_EDGE = 3 * INCH
APART = 12 * INCH
MINE_DEFAULTS = ((18, 12), (54, 12), (18, 36), (54, 36))
TOWN_DEFAULT = (36 * INCH, 24 * INCH)


def is_lawful_mine(board: Board, at: Point, others: Sequence[Point]) -> bool:
    """A mine is 3 inches or more from the edge, 12 or more from other mines, and not inside a wall (GR-Q10)."""
    x, y = at
    if min(x, board.width - x, y, board.depth - y) < MINE_FROM_EDGE:
        return False
    if any(squared(at, other) < APART * APART for other in others):
        return False
    return not any(piece.blocks_move and side_of(at, piece.polygon) > 0 for piece in board.scenery)


def default_mine(board: Board, others: Sequence[Point]) -> Point:
    """The first lawful of (18,12), (54,12), (18,36), (54,36), else the first by rows in inch steps (GR-Q45)."""
    for x, y in MINE_DEFAULTS:
        if is_lawful_mine(board, (x * INCH, y * INCH), others):
            return x * INCH, y * INCH
    for y in range(MINE_FROM_EDGE, board.depth - MINE_FROM_EDGE + 1, INCH):
        for x in range(MINE_FROM_EDGE, board.width - MINE_FROM_EDGE + 1, INCH):
            if is_lawful_mine(board, (x, y), others):
                return x, y
    return board.width // 2, board.depth // 2


def distance_to_town(at: Point, town: Point) -> int:
    """The squared distance of a point from the town's rectangle."""
    across = max(0, abs(at[0] - town[0]) - TOWN_WIDTH // 2)
    up = max(0, abs(at[1] - town[1]) - TOWN_DEPTH // 2)
    return across * across + up * up


def is_lawful_town(board: Board, at: Point, mines: Sequence[Point]) -> bool:
    """The town lies wholly on the table, 12 inches or more from mines, its buildings clear of walls (GR-Q10)."""
    return _lies_clear(board, at) and all(distance_to_town(mine, at) >= APART * APART for mine in mines)


def _lies_clear(board: Board, at: Point) -> bool:
    if any(not (0 <= x <= board.width and 0 <= y <= board.depth) for x, y in town_area(at)):
        return False
    walls = [piece.polygon for piece in board.scenery if piece.blocks_move]
    return not any(touches(shifted(piece.polygon, at), wall) for piece in board.buildings for wall in walls)


def default_town(board: Board, mines: Sequence[Point]) -> Point:
    """(36,24), else the first lawful middle by rows in inch steps from (6,4) (GR-Q45).

    Mines can be placed so that no middle is lawful: then the one farthest from the nearest mine, the first by rows.
    """
    if is_lawful_town(board, TOWN_DEFAULT, mines):
        return TOWN_DEFAULT
    rows = [
        (x, y)
        for y in range(TOWN_DEPTH // 2, board.depth - TOWN_DEPTH // 2 + 1, INCH)
        for x in range(TOWN_WIDTH // 2, board.width - TOWN_WIDTH // 2 + 1, INCH)
    ]
    for at in rows:
        if is_lawful_town(board, at, mines):
            return at
    clear = [at for at in rows if _lies_clear(board, at)] or rows
    return max(clear, key=lambda at: (min((distance_to_town(mine, at) for mine in mines), default=0), -at[1], -at[0]))


def distance_to_shop(at: Point, shop: Sequence[Point]) -> int:
    """The squared distance of a point from the shop; 0 inside or on its wall."""
    shape = tuple(shop)
    return 0 if side_of(at, shape) >= 0 else squared(at, nearest_of(at, shape))
