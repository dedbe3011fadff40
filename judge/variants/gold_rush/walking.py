"""Walking: straight legs, the shortest way round, stopping short, and contact (GR-Q1, GR-Q3, GR-Q44)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.adjudicator.plane import (
    Point,
    Polygon,
    enters,
    first_step_near,
    is_apart,
    is_nearer,
    last_step_within,
    length,
    side_of,
    squared,
    step_at,
    step_count,
    way_round,
)
from judge.adjudicator.protocol import Seat
from judge.adjudicator.value import value
from judge.variants.gold_rush.field import NEAR, Field
from judge.variants.gold_rush.ground import overlap
from judge.variants.gold_rush.packs import BASE, CONTACT


@value
class Trek:
    """A way walked: its points from the start on, its summed length, and what stopped it short of its goal.

    `stop`: `reach`, `edge`, `wall`, `base`, `crowded`, or "" when the goal was reached; `by`: whose base it was.
    """

    path: tuple[Point, ...]
    length: int
    stop: str = ""
    by: str = ""

    @property
    def end(self) -> Point:
        """Where it ended."""
        return self.path[-1]


@dataclass(slots=True)
class Leg:
    """A straight stretch of a way: how many steps it has, the walls that it may go into, the bases that may be
    overlapped on it, and how many of its steps are walked."""

    here: Point
    there: Point
    whole: int
    walls: Sequence[Polygon]
    beside: Sequence[tuple[str, Point]]
    steps: int = 0

    @property
    def end(self) -> Point:
        """Where it ends."""
        return step_at(self.here, self.there, self.steps, self.whole)


@value
class Goal:
    """Contact as a goal: the middle to come up to, and whether it has a base that may not be overlapped."""

    at: Point
    has_base: bool


def trek(
    field: Field, code: str, seat: Seat, start: Point, way: Sequence[Point], reach: int, goal: Goal | None = None
) -> Trek:
    """Walk the legs one after another as far as `reach`, table, walls and enemy bases allow (GR-Q3).

    Each leg but the last counts its length rounded up to the next hundredth, so the reach is never exceeded.
    With a goal the walk ends at the first free grid point in contact with it (GR-Q44).
    """
    legs: list[Leg] = []
    here, gone, stop, by = start, 0, "", ""
    met = False
    for there in way:
        by_walls = [part for wall in field.ground.walls_by(here, there) for part in wall.barring((start,))]
        near = [shape for shape, box in by_walls if not is_apart(here, there, box)]
        leg = Leg(here, there, step_count(here, there), near, _bases_beside(field, code, here, there))
        legs.append(leg)
        leg.steps, stop, by = _walked(field, seat, leg, reach - gone)
        if goal is not None:
            found, most = _first_contact(leg, goal)
            if found is not None:
                leg.steps, stop, by, met = found, "", "", True
                break
            if most < leg.steps:
                leg.steps, stop, by = most, "crowded", ""
        end = leg.end
        gone += length(here, end)
        here = end
        if stop:
            break
    if not met and _back_off(legs) and not stop:
        stop, by = "crowded", ""
    path, walked = [start], 0
    for leg in legs:
        end = leg.end
        if end != path[-1]:
            walked += length(path[-1], end)
            path.append(end)
    if goal is not None and not met and not stop:
        stop = "crowded"
    return Trek(tuple(path), walked, stop, by)


def _walked(field: Field, seat: Seat, leg: Leg, reach: int) -> tuple[int, str, str]:
    """How many steps of one leg can be walked, and what stops it then."""
    here, there, whole = leg.here, leg.there, leg.whole
    steps, stop, by = last_step_within(here, there, max(0, reach)), "", ""
    if steps < whole:
        stop = "reach"
    if not field.on_table(there):
        low, high = 0, whole
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if field.on_table(step_at(here, there, middle, whole)) else (low, middle)
        if low < steps:
            steps, stop = low, "edge"
    for wall in leg.walls:
        part = enters(here, there, wall)
        if part is not None and part * whole < steps:
            steps, stop, by = int(part * whole), "wall", ""
    for other, at in leg.beside:
        if field.are_friends(seat, other):
            continue
        hit = first_step_near(here, there, at, BASE * BASE - 1)
        if hit is not None and hit - 1 < steps:
            steps, stop, by = max(0, hit - 1), "base", other
    return steps, stop, by


def _bases_beside(field: Field, code: str, here: Point, there: Point) -> list[tuple[str, Point]]:
    """The bases that one may overlap on a leg; its points are rounded to the grid."""
    reach = BASE + 2
    left, right = min(here[0], there[0]) - reach, max(here[0], there[0]) + reach
    low, high = min(here[1], there[1]) - reach, max(here[1], there[1]) + reach
    return [
        (other, at)
        for other, at in field.all_bases()
        if left < at[0] < right and low < at[1] < high and other != code and is_nearer(at, here, there, reach)
    ]


def _first_contact(leg: Leg, goal: Goal) -> tuple[int | None, int]:
    """The first free step in contact with the goal, if this leg comes to it; else how far one may go at most."""
    here, there, steps = leg.here, leg.there, leg.steps
    first = first_step_near(here, there, goal.at, CONTACT * CONTACT)
    if first is None or first > steps:
        return None, steps
    for step in range(first, steps + 1):
        at = step_at(here, there, step, leg.whole)
        square = squared(at, goal.at)
        if square > CONTACT * CONTACT or (goal.has_base and square < BASE * BASE):
            break
        if _is_free(at, leg):
            return step, steps
    return None, (max(0, first - 1) if goal.has_base else steps)


def _is_free(at: Point, leg: Leg) -> bool:
    """Whether a place on a leg overlaps no base and no wall."""
    for _, base in leg.beside:
        if overlap(at, base):
            return False
    return not leg.walls or all(side_of(at, wall) < 1 for wall in leg.walls)


def _back_off(legs: list[Leg]) -> bool:
    """A move may not end overlapping a base or in a wall: it ends at the last place before that is free. Whether that
    is another place."""
    moved = False
    while legs:
        last = legs[-1]
        while last.steps >= 0:
            if _is_free(last.end, last):
                return moved
            moved = True
            last.steps -= 1
        legs.pop()
    return moved


def shortest(field: Field, start: Point, goal: Point) -> tuple[Point, ...]:
    """The shortest way round walls, as legs; straight on where there is none."""
    inside = (min(max(goal[0], 0), field.width), min(max(goal[1], 0), field.depth))
    if not field.ground.walls_by(start, inside):
        return (inside,)
    return way_round(start, inside, field.ground.barred(start, inside)) or (inside,)


def to_contact(field: Field, code: str, seat: Seat, start: Point, target: str, reach: int) -> Trek:
    """By the shortest way to contact; if the place there is taken, to the nearest free place round the base."""
    at = field.at(target)
    assert at is not None
    goal = Goal(at, field.has_base(target))
    if is_met(field, start, goal):
        return Trek((start,), 0)
    straight = trek(field, code, seat, start, shortest(field, start, at), reach, goal)
    if straight.stop in ("", "reach") or not goal.has_base:
        return straight
    best: tuple[int, int, Trek] | None = None
    spots = [(at[0] + x, at[1] + y) for x, y in NEAR]
    bases = [base for other, base in field.all_bases() if other != code and squared(at, base) < (2 * CONTACT) ** 2]
    for least, place in sorted((length(start, spot), place) for place, spot in enumerate(spots)):
        # No way is shorter than the straight one.
        if best is not None and least > best[0]:
            break
        spot = spots[place]
        if squared(start, spot) > reach * reach or not field.on_table(spot) or field.ground.is_walled(spot):
            continue
        if not any(overlap(spot, base) for base in bases):
            round_about = trek(field, code, seat, start, shortest(field, start, spot), reach)
            if round_about.end == spot and (best is None or (round_about.length, place) < best[:2]):
                best = (round_about.length, place, round_about)
    return straight if best is None else best[2]


def is_met(field: Field, at: Point, goal: Goal) -> bool:
    """Whether a place is in contact with the goal already."""
    return squared(at, goal.at) <= CONTACT * CONTACT


def toward(field: Field, code: str, seat: Seat, start: Point, goal: Point, reach: int) -> Trek:
    """By the shortest way as far as possible toward a point."""
    return trek(field, code, seat, start, shortest(field, start, goal), reach)
