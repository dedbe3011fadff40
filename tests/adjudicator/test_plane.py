"""Plane geometry is exact: known cases, symmetries, and an independent library on fifty thousand lines."""

import math
import os
import random
from itertools import pairwise

import pytest
import shapely
from hypothesis import example, given, settings
from hypothesis import strategies as st

from judge.adjudicator.plane import (
    closest_step,
    cross,
    enters,
    first_step_near,
    goes_through,
    is_nearer,
    is_open,
    is_simple,
    last_step_within,
    length,
    nearest_of,
    side_of,
    squared,
    step_at,
    step_count,
    touches,
    way_round,
)

LINES = 50_000 if os.environ.get("JUDGE_PROOF") else 5_000
coordinate = st.integers(0, 7200)
points = st.tuples(coordinate, coordinate)
SQUARE = ((1000, 1000), (2000, 1000), (2000, 2000), (1000, 2000))
# A house with a yard: the yard is outside.
HORSESHOE = ((0, 0), (3000, 0), (3000, 3000), (2000, 3000), (2000, 1000), (1000, 1000), (1000, 3000), (0, 3000))


def star(random_numbers, corners):
    """A simple polygon round a middle: corners at growing angles, at any distance; often not convex."""
    x, y = random_numbers.randrange(800, 6400), random_numbers.randrange(800, 4000)
    turns = sorted(random_numbers.sample(range(360), corners))
    far = [random_numbers.randrange(150, 800) for _ in turns]
    shape = tuple(
        (x + round(r * math.cos(math.radians(t))), y + round(r * math.sin(math.radians(t))))
        for t, r in zip(turns, far, strict=True)
    )
    return shape if is_simple(shape) else star(random_numbers, corners)


@pytest.mark.parametrize(
    ("point", "side"),
    [
        ((1500, 1500), 1), ((1000, 1500), 0), ((1000, 1000), 0), ((999, 1500), -1), ((2001, 1000), -1),
        ((2000, 2000), 0), ((1001, 1001), 1), ((500, 1000), -1), ((500, 2000), -1),
    ],
)  # fmt: skip
def test_inside_on_the_edge_outside(point, side):
    assert side_of(point, SQUARE) == side


@pytest.mark.parametrize(
    ("a", "b", "through"),
    [
        ((0, 1500), (3000, 1500), True),  # straight through
        ((0, 1000), (3000, 1000), False),  # along an edge
        ((0, 999), (3000, 999), False),  # a hundredth outside it
        ((0, 1001), (3000, 1001), True),  # a hundredth inside it
        ((0, 2000), (2000, 0), False),  # past the corner (1000, 1000)
        ((0, 2001), (2001, 0), True),  # the corner cut by a hundredth
        ((0, 0), (3000, 3000), True),  # corner to corner
        ((0, 1500), (1000, 1500), False),  # up to the wall
        ((0, 1500), (1001, 1500), True),  # and a hundredth into it
        ((1200, 1200), (1300, 1300), True),  # wholly inside
        ((1000, 1000), (2000, 2000), True),  # a diagonal of it
        ((1000, 500), (1000, 2500), False),  # along the left edge
    ],
)
def test_going_through_a_square(a, b, through):
    assert goes_through(a, b, SQUARE) is through
    assert goes_through(b, a, SQUARE) is through
    assert (enters(a, b, SQUARE) is not None) is through


def test_the_yard_of_a_horseshoe_is_outside():
    assert side_of((1500, 2000), HORSESHOE) == -1
    assert not goes_through((1000, 1000), (2000, 1000), HORSESHOE)
    assert not goes_through((1500, 3500), (1500, 1000), HORSESHOE)
    assert goes_through((1500, 3500), (1500, 999), HORSESHOE)
    assert goes_through((-100, 2000), (1500, 2000), HORSESHOE)
    assert not goes_through((1000, 3000), (2000, 3000), HORSESHOE)
    assert goes_through((500, 3000), (2500, 3000), HORSESHOE) is False
    assert goes_through((500, 2999), (2500, 2999), HORSESHOE) is True


def test_a_segment_is_measured_rounded_up():
    assert length((0, 0), (300, 400)) == 500
    assert length((0, 0), (100, 100)) == 142
    assert length((7, 7), (7, 7)) == 0


@given(points, points, points, points, points)
def test_sight_is_the_same_from_both_ends(a, b, p, q, r):
    triangle = (p, q, r)
    if is_simple(triangle):
        assert goes_through(a, b, triangle) == goes_through(b, a, triangle)
        assert goes_through(a, b, triangle) == (enters(a, b, triangle) is not None)
        assert goes_through(a, b, triangle) == goes_through(a, b, (r, q, p))


@given(points, points, st.integers(0, 3000))
def test_a_reach_is_never_exceeded_and_never_wasted(a, b, reach):
    steps = step_count(a, b)
    last = last_step_within(a, b, reach)
    assert squared(a, step_at(a, b, last, steps)) <= reach * reach
    if last < steps:
        assert squared(a, step_at(a, b, last + 1, steps)) > reach * reach
    else:
        assert step_at(a, b, last, steps) == b


@given(points, points)
def test_steps_stay_within_a_hundredth_of_the_line_and_never_overshoot(a, b):
    steps = step_count(a, b)
    for step in {0, 1, steps // 3, steps // 2, steps}:
        if step > steps:
            continue
        at = step_at(a, b, step, steps)
        assert is_nearer(at, a, b, 2)
        if steps:
            assert squared(a, at) * steps * steps <= squared(a, b) * step * step


@given(points, points, points, st.integers(1, 400))
@example((270, 173), (469, 2207), (78, 1247), 295)
@example((268, 0), (447, 2203), (67, 1177), 296)
def test_the_first_step_near_is_the_first(a, b, point, reach):
    steps = step_count(a, b)
    found = first_step_near(a, b, point, reach * reach)
    near = [k for k in range(steps + 1) if squared(step_at(a, b, k, steps), point) <= reach * reach]
    if found is not None:
        assert squared(step_at(a, b, found, steps), point) <= reach * reach
    # A line that only grazes the reach goes in and out of it by rounding: two points of the grid lie up to a hundredth
    # and a half off their line each. Steps that came before were in reach by less than these three hundredths.
    earlier = near if found is None else [step for step in near if step < found]
    assert all(squared(step_at(a, b, step, steps), point) > max(0, reach - 3) ** 2 for step in earlier)


@given(points, points, points, st.integers(1, 400))
@example((270, 173), (469, 2207), (78, 1247), 295)
def test_the_first_step_near_is_found_as_if_each_step_tried_were_measured(a, b, point, reach):
    found = first_step_near(a, b, point, reach * reach)
    steps = step_count(a, b)
    if not found:
        return
    nearest = closest_step(a, b, point)
    measured = next(
        step
        for step in range(max(0, nearest - 2), min(steps, nearest + 2) + 1)
        if squared(step_at(a, b, step, steps), point) <= reach * reach
    )
    low, high = 0, measured
    while high - low > 1:
        middle = (low + high) // 2
        is_near = squared(step_at(a, b, middle, steps), point) <= reach * reach
        low, high = (low, middle) if is_near else (middle, high)
    assert found == high


@given(points, points, points, st.integers(1, 2000))
def test_nearer_agrees_with_shapely(point, a, b, reach):
    far = (
        shapely.LineString([a, b]).distance(shapely.Point(point))
        if a != b
        else shapely.Point(a).distance(shapely.Point(point))
    )
    if abs(far - reach) > 1e-6:
        assert is_nearer(point, a, b, reach) == (far < reach)


def test_fifty_thousand_lines_agree_with_shapely():
    """Away from exact touching, where a float library cannot say, both must see the same."""
    numbers = random.Random(1898)
    shapes = [star(numbers, numbers.randrange(3, 11)) for _ in range(40)]
    drawn = [shapely.Polygon(shape) for shape in shapes]
    assert all(one.is_valid for one in drawn)
    judged = blocked = 0
    for number in range(LINES):
        place = number % len(shapes)
        x, y = shapes[place][0]
        a = (x + numbers.randrange(-1600, 1600), y + numbers.randrange(-1600, 1600))
        b = (x + numbers.randrange(-1600, 1600), y + numbers.randrange(-1600, 1600))
        line = shapely.LineString([a, b])
        if line.length == 0:
            continue
        inside = line.intersection(drawn[place]).length
        if inside < 1e-6 and line.distance(drawn[place]) < 1e-6:
            continue  # touching: exactness is ours alone
        judged += 1
        blocked += inside > 0
        assert goes_through(a, b, shapes[place]) == (inside > 0), (a, b, shapes[place])
    assert judged > LINES * 0.98
    assert LINES * 0.1 < blocked < LINES * 0.9


def test_points_agree_with_shapely():
    numbers = random.Random(7)
    for _ in range(LINES // 50):
        shape = star(numbers, numbers.randrange(3, 11))
        drawn = shapely.Polygon(shape)
        for _ in range(20):
            point = (shape[0][0] + numbers.randrange(-900, 900), shape[0][1] + numbers.randrange(-900, 900))
            if drawn.exterior.distance(shapely.Point(point)) > 1e-6:
                assert (side_of(point, shape) == 1) == drawn.contains(shapely.Point(point))
            near = nearest_of(point, shape)
            assert (
                abs(shapely.Point(near).distance(shapely.Point(point)) - drawn.exterior.distance(shapely.Point(point)))
                < 1.5
            )


def test_the_shortest_way_round_goes_over_corners():
    assert way_round((0, 1500), (3000, 1500), (SQUARE,)) in (
        ((1000, 1000), (2000, 1000), (3000, 1500)),
        ((1000, 2000), (2000, 2000), (3000, 1500)),
    )
    assert way_round((0, 0), (500, 500), (SQUARE,)) == ((500, 500),)
    assert way_round((0, 1500), (1500, 1500), (SQUARE,)) is None


@settings(deadline=None, max_examples=40)
@given(points, points, st.integers(0, 10**6))
def test_the_way_round_is_open_short_and_independent_of_the_order_of_walls(a, b, seed):
    numbers = random.Random(seed)
    walls = [star(numbers, numbers.randrange(3, 7)) for _ in range(4)]
    if any(side_of(a, wall) > 0 or side_of(b, wall) > 0 for wall in walls):
        return
    way = way_round(a, b, tuple(walls))
    numbers.shuffle(walls)
    assert way == way_round(a, b, tuple(walls))
    if way is None:
        return
    legs = [a, *way]
    assert way[-1] == b
    for p, q in pairwise(legs):
        assert is_open(p, q, walls)
    assert sum(length(p, q) for p, q in pairwise(legs)) >= length(a, b)


def test_simple_polygons():
    assert is_simple(SQUARE)
    assert is_simple(HORSESHOE)
    assert not is_simple(((0, 0), (100, 100), (100, 0), (0, 100)))  # crossed like an hourglass
    assert not is_simple(((0, 0), (100, 0)))
    assert not is_simple(((0, 0), (100, 0), (200, 0)))  # no surface
    assert not is_simple(((0, 0), (100, 0), (50, 0), (50, 100)))  # folds back on itself


def test_touching_polygons():
    beside = tuple((x + 1000, y) for x, y in SQUARE)
    apart = tuple((x + 1001, y) for x, y in SQUARE)
    inner = tuple(((x + 1500) // 2, (y + 1500) // 2) for x, y in SQUARE)
    assert touches(SQUARE, beside)
    assert not touches(SQUARE, apart)
    assert touches(SQUARE, inner)
    assert cross((0, 0), (1, 0), (1, 1)) == 1
