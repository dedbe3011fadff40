"""Pairings: boards on which people meet as rarely as possible, and have each seat as evenly as possible.

Solved by annealing over exchanges of two places: a step that makes things worse is taken with a chance that shrinks, by
draws that anybody can repeat. Each place of a board is a seat. A person without a place has a bye, and nobody has a
second one before all had one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp

Draw = Callable[[int], int]
"""A whole number below another."""
SEATED_BEFORE = 3
"""The weight of having the same seat again; meeting somebody again weighs ten."""


@dataclass
class Past:
    """The meetings, seats and byes of the rounds so far."""

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    sat: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def add(self, boards: Sequence[Sequence[int]], left_out: Sequence[int]) -> None:
        """Add the boards of a round."""
        for board in boards:
            self.met.update(frozenset(pair) for pair in combinations(board, 2))
            self.sat.update((one, seat) for seat, one in enumerate(board))
        self.byes.update(left_out)


def draw_round(people: Sequence[int], size: int, past: Past, draw: Draw, tries: int = 25_000) -> list[list[int]]:
    """The boards of one round, each a person for each seat in order. A person with a bye is on none of them."""
    many = len(people) // size
    if not many:
        return []
    order = sorted(people)
    for at in range(len(order) - 1, 0, -1):
        other = draw(at + 1)
        order[at], order[other] = order[other], order[at]
    # People with the fewest byes are left out; among equals the draw decides.
    order.sort(key=lambda one: -past.byes[one])
    playing = order[: many * size]
    return _Annealing([playing[at * size : (at + 1) * size] for at in range(many)], past, draw).run(tries)


class _Annealing:
    """Boards that change place by place."""

    def __init__(self, boards: list[list[int]], past: Past, draw: Draw) -> None:
        self.boards, self.past, self.draw = boards, past, draw

    def run(self, tries: int) -> list[list[int]]:
        """The best boards that were met with."""
        size, many = len(self.boards[0]), len(self.boards)
        now = self.cost()
        best, kept = now, [list(board) for board in self.boards]
        for turn in range(tries):
            if best == 0:
                break
            heat = 3.0 * (1 - turn / tries) + 0.01
            one, other = (self.draw(many * size) for _ in range(2))
            a, b = divmod(one, size), divmod(other, size)
            if a == b:
                continue
            before = self._cost_of({a[0], b[0]})
            self._swap(a, b)
            worse = self._cost_of({a[0], b[0]}) - before
            if worse > 0 and self.draw(1_000_000) >= exp(-worse / heat) * 1_000_000:
                self._swap(a, b)
                continue
            now += worse
            if now < best:
                best, kept = now, [list(board) for board in self.boards]
        return kept

    def _swap(self, a: tuple[int, int], b: tuple[int, int]) -> None:
        boards = self.boards
        boards[a[0]][a[1]], boards[b[0]][b[1]] = boards[b[0]][b[1]], boards[a[0]][a[1]]

    def cost(self) -> int:
        """The cost of all boards."""
        return self._cost_of(range(len(self.boards)))

    def _cost_of(self, which: Sequence[int] | set[int] | range) -> int:
        """Each further meeting of two people costs more than the one before; so does each seat."""
        found = 0
        for number in which:
            board = self.boards[number]
            for pair in combinations(board, 2):
                before = self.past.met[frozenset(pair)]
                found += 10 * before * before
            for seat, one in enumerate(board):
                before = self.past.sat[one, seat]
                found += SEATED_BEFORE * before * before
        return found


__all__ = ["Past", "draw_round"]
