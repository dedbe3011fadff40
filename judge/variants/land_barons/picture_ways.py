"""Ways of raids on the map of Land Barons: through the spaces in their order, beside all words, around signs."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import TypeAlias

from judge.drawing.kit import Point, away, between, toward
from judge.drawing.taken import Taken, around

Cell: TypeAlias = tuple[int, int]
STEP = 6
"""Pixels from one point that is tried to the next."""
ROOM = 9.0
"""How much room a line takes, and an arrowhead twice that."""
HEAD = 14.0
"""How long an arrowhead is with its edge; it is as wide."""
STRAIGHT, SLANTED = 10, 14
UNDER, ASIDE, BESIDE = 60, 40, 30
"""The extra costs of running under a sign, outside of the spaces of the way, over another way."""
WAYS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class Router:
    """Finds a way on a sheet whose words and signs are known."""

    def __init__(self, radius: float, half: float, words: Taken, signs: Taken) -> None:
        self.radius, self.half = radius, half
        self.words, self.signs = words, signs
        self.ways = Taken()

    def way(self, middles: Sequence[Point]) -> list[Point]:
        """The corners of a line through spaces with these middles, from a free spot in the first to one in the last."""
        ground = _Ground(self, middles)
        cells = ground.shortest()
        points = ground.pulled(cells) if cells else list(middles)
        self.ways.line(points, 2)
        self.ways.line([toward(points[-1], points[-2], HEAD), points[-1]], HEAD / 2)
        return points


class _Ground:
    """The points around one way, with what it costs to be there."""

    def __init__(self, router: Router, middles: Sequence[Point]) -> None:
        self.router, self.middles = router, middles
        reach = router.radius * 1.5
        xs, ys = [x for x, _ in middles], [y for _, y in middles]
        whole = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
        self.low = (int(whole[0] / STEP), int(whole[1] / STEP))
        self.high = (int(whole[2] / STEP), int(whole[3] / STEP))
        self.words, self.signs, self.ways = (one.near(whole) for one in (router.words, router.signs, router.ways))
        self._known: dict[Cell, int | None] = {}
        self._steps: dict[Cell, list[tuple[Cell, int]]] = {}
        self._held: dict[Cell, list[bool]] = {}

    def shortest(self) -> list[Cell]:
        """The cheapest row of points through all spaces; none where words leave no way."""
        last = len(self.middles) - 1
        start = self._free(0)
        queue: list[tuple[int, int, Cell]] = [(0, 0, start)]
        cost: dict[tuple[int, Cell], int] = {(0, start): 0}
        came: dict[tuple[int, Cell], tuple[int, Cell]] = {}
        goal = self._free(last, self.middles[last - 1])
        while queue:
            spent, space, cell = heapq.heappop(queue)
            if (space, cell) == (last, goal):
                return _back(came, (space, cell))
            if spent > cost[space, cell]:
                continue
            for there, price in self._next(cell):
                onward = space + (space < last and self._spaces(there)[space + 1])
                if price + spent < cost.get((onward, there), 1 << 30):
                    cost[onward, there] = price + spent
                    came[onward, there] = (space, cell)
                    heapq.heappush(queue, (price + spent, onward, there))
        return []

    def pulled(self, cells: Sequence[Cell]) -> list[Point]:
        """The same way with as few corners as can be, at no greater price."""
        points, here = [_at(cells[0])], 0
        while here < len(cells) - 1:
            there = len(cells) - 1
            while there > here + 1 and not self._is_as_good(cells[here : there + 1]):
                there -= 1
            points.append(_at(cells[there]))
            here = there
        return points

    def _is_as_good(self, cells: Sequence[Cell]) -> bool:
        first, last = _at(cells[0]), _at(cells[-1])
        count = int(away(first, last) / STEP) + 1
        most = max(self._price(cell) or 0 for cell in cells)
        for step in range(count + 1):
            x, y = between(first, last, step / count)
            price = self._price((round(x / STEP), round(y / STEP)))
            if price is None or price > most or not self.words.is_free(around((x, y), ROOM, ROOM)):
                return False
        return True

    def _next(self, cell: Cell) -> list[tuple[Cell, int]]:
        """The points beside a point, and what a step there costs."""
        if cell not in self._steps:
            self._steps[cell] = found = []
            for x, y in WAYS:
                there = (cell[0] + x, cell[1] + y)
                if self.low[0] <= there[0] <= self.high[0] and self.low[1] <= there[1] <= self.high[1]:
                    price = self._price(there)
                    if price is not None:
                        found.append((there, price + (SLANTED if x and y else STRAIGHT)))
        return self._steps[cell]

    def _price(self, cell: Cell) -> int | None:
        """The extra cost of being at a point; None: words are there."""
        if cell not in self._known:
            box = around(_at(cell), ROOM, ROOM)
            price: int | None = None
            if self.words.is_free(box):
                price = UNDER * (not self.signs.is_free(box)) + BESIDE * (not self.ways.is_free(box))
                price += ASIDE * (not any(self._spaces(cell)))
            self._known[cell] = price
        return self._known[cell]

    def _spaces(self, cell: Cell) -> list[bool]:
        """Of each of the spaces, whether a point lies in it."""
        if cell not in self._held:
            (x, y), radius, half = _at(cell), self.router.radius, self.router.half
            beside = ((abs(x - middle[0]), abs(y - middle[1])) for middle in self.middles)
            self._held[cell] = [
                down <= half and across * half + down * radius / 2 <= radius * half for across, down in beside
            ]
        return self._held[cell]

    def _free(self, space: int, toward: Point | None = None) -> Cell:
        """The freest point of a space: near its middle, or near the side that a way comes from."""
        middle = self.middles[space]
        aim = middle if toward is None else between(middle, toward, 0.25)
        reach = int(self.router.radius / STEP)
        column, row = round(middle[0] / STEP), round(middle[1] / STEP)
        cells = [(column + x, row + y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]

        def rank(cell: Cell) -> tuple[bool, float, int, Cell]:
            box = around(_at(cell), ROOM * 1.6, ROOM * 1.6)
            taken = self.words.covered(box) * 9 + self.signs.covered(box) + self.ways.covered(box)
            return self._price(cell) is None, taken, round(away(_at(cell), aim)), cell

        return min((cell for cell in cells if self._spaces(cell)[space]), key=rank)


def _at(cell: Cell) -> Point:
    return cell[0] * float(STEP), cell[1] * float(STEP)


def _back(came: dict[tuple[int, Cell], tuple[int, Cell]], there: tuple[int, Cell]) -> list[Cell]:
    found = [there[1]]
    while there in came:
        there = came[there]
        found.append(there[1])
    return found[::-1]
