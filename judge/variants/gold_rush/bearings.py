"""Points said by bearings: so many inches north, towards somebody, away; the north side of a place (GR-Q49)."""

from __future__ import annotations

from judge.adjudicator.plane import Point, box_of, length
from judge.variants.gold_rush.aims import meant
from judge.variants.gold_rush.board import town_area
from judge.variants.gold_rush.field import still
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Aim
from judge.variants.gold_rush.packs import BASE
from judge.variants.gold_rush.planning import place_of
from judge.variants.gold_rush.state import Figure

DIAGONAL = 70_711
"""The share of a diagonal inch that goes north or east, in hundred-thousandths."""


def bearing(side: str) -> tuple[int, int]:
    """How much north and how much east a direction goes."""
    north = side.startswith("n") - side.startswith("s")
    east = (side.endswith(("east", "eastern")) or side in ("e", "ne", "se")) - (
        side.endswith(("west", "western")) or side in ("w", "nw", "sw")
    )
    return north, east


def by_compass(at: Point, inches: int, side: str) -> Point:
    """So many inches in a direction; the diagonals go the inches along the diagonal (GR-Q49)."""
    north, east = bearing(side)
    share = inches * DIAGONAL // 100_000 if north and east else inches
    return at[0] + share * east, at[1] + share * north


def towards(at: Point, there: Point, inches: int) -> Point:
    """So many inches straight towards a point and no farther than it; away from it when they are fewer than none."""
    far = length(at, there)
    inches = min(inches, far)
    return at[0] + _share(there[0] - at[0], inches, far), at[1] + _share(there[1] - at[1], inches, far)


def _share(side: int, inches: int, far: int) -> int:
    """A part of a side, rounded toward nought."""
    whole = abs(side * inches) // far
    return whole if (side < 0) == (inches < 0) else -whole


def spot_of(names: Names, figure: Figure, aim: Aim) -> Point | None:
    """Somebody's place when the letter is read."""
    field = still(names.state)
    code = None if figure.at is None else meant(field, figure, aim)
    return None if code is None else field.at(code)


def middle_of(names: Names, place: str) -> Point | None:
    """The middle of a place; None when it is nowhere."""
    shape = place_of(still(names.state), names.seat, place)
    if shape is None:
        return None
    left, low, right, high = box_of(shape)
    return (left + right) // 2, (low + high) // 2


def beside(names: Names, place: str, side: str) -> Point | None:
    """The middle of a side of a place, half a base off it; None when the place is nowhere (GR-Q49)."""
    shape = place_of(still(names.state), names.seat, place)
    if shape is None:
        return None
    left, low, right, high = box_of(town_area(shape[0]) if place == "town" else shape)
    north, east = bearing(side)
    across = {1: right + BASE // 2, -1: left - BASE // 2, 0: (left + right) // 2}[east]
    up = {1: high + BASE // 2, -1: low - BASE // 2, 0: (low + high) // 2}[north]
    return min(max(across, 0), names.state.width), min(max(up, 0), names.state.depth)
