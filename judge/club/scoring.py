"""The points of a tournament's board for each of its players, by a system's name. Whole numbers, in thousandths."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

WHOLE = 100_000
"""The points of a whole board under the systems that share them out: 100 points, in thousandths."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat's end: what it owns (centres, money, whatever the game counts), and whether it won or shared a win."""

    strength: int
    won: bool = False
    drew: bool = False


Board = Mapping[str, Seat]
System = Callable[[Board], dict[str, int]]


def ranks(board: Board) -> dict[str, int]:
    """Places from 1, equal ones shared: the winner is first, those who drew come before the others, then strength
    counts."""
    keys = {seat: (not one.won, not one.drew, -one.strength) for seat, one in board.items()}
    if any(one.drew for one in board.values()):
        keys = {seat: key if not board[seat].drew else (key[0], key[1], 0) for seat, key in keys.items()}
    return {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}


def _shared(weights: Mapping[str, int], whole: int = WHOLE) -> dict[str, int]:
    """A number shared out in proportion to the weights."""
    total = sum(weights.values())
    return {seat: int(Fraction(whole * weight, total)) if total else 0 for seat, weight in weights.items()}


def _alone(board: Board) -> str | None:
    """The outright winner."""
    return next((seat for seat, one in board.items() if one.won), None)


def sum_of_squares(board: Board) -> dict[str, int]:
    """100 points in proportion to the square of what each owns; an outright winner has them all. If nobody owns
    anything, those who drew share them."""
    solo = _alone(board)
    if solo is not None:
        return {seat: WHOLE if seat == solo else 0 for seat in board}
    if not any(one.strength for one in board.values()):
        return draw_based(board)
    return _shared({seat: one.strength**2 for seat, one in board.items()})


def draw_based(board: Board) -> dict[str, int]:
    """100 points to an outright winner, or in equal parts to those who share a draw; nothing to anybody else."""
    solo = _alone(board)
    if solo is not None:
        return {seat: WHOLE if seat == solo else 0 for seat in board}
    return _shared({seat: int(one.drew) for seat, one in board.items()})


C_DIPLO = (38_000, 14_000, 7_000)


def c_diplo(board: Board) -> dict[str, int]:
    """1 point for playing, 1 for each centre, and 38, 14 and 7 for the first three places, shared if the places are. An
    outright winner has 100, and then the others have nothing."""
    solo = _alone(board)
    if solo is not None:
        return {seat: WHOLE if seat == solo else 0 for seat in board}
    extra = _for_places(board, C_DIPLO)
    return {seat: 1_000 + 1_000 * one.strength + extra[seat] for seat, one in board.items()}


TOP_HEAVY = (50_000, 25_000, 13_000, 7_000, 3_000, 2_000)


def top_heavy(board: Board) -> dict[str, int]:
    """50, 25, 13, 7, 3 and 2 points by place, whatever the strengths; shared if the places are."""
    return _for_places(board, TOP_HEAVY)


def by_places(points: tuple[int, ...]) -> System:
    """A system of one's own: so many points for each place, in thousandths."""
    return lambda board: _for_places(board, points)


def _for_places(board: Board, points: tuple[int, ...]) -> dict[str, int]:
    by_strength = {seat: Seat(one.strength, one.won) for seat, one in board.items()}
    found, placed = {}, ranks(by_strength)
    for seat, place in placed.items():
        shared = [one for one in placed.values() if one == place]
        worth = sum(points[place - 1 : place - 1 + len(shared)])
        found[seat] = worth // len(shared)
    return found


SYSTEMS: dict[str, System] = {
    "sum-of-squares": sum_of_squares, "c-diplo": c_diplo, "draw-based": draw_based, "top-heavy": top_heavy,
}  # fmt: skip

__all__ = ["SYSTEMS", "Board", "Seat", "System", "by_places", "ranks"]
