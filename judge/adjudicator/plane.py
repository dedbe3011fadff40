"""Exact plane geometry on whole hundredths of an inch: squared distances and cross products, never a float.

A point is a pair of whole numbers, a polygon a tuple of points in order (either way round, without a repeated first
point). Nothing here knows a game. Fractions appear only as exact quotients of whole numbers, inside this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import isqrt, lcm

Point = tuple[int, int]
Polygon = tuple[Point, ...]
Box = tuple[int, int, int, int]


def squared(a: Point, b: Point) -> int:
    """The squared distance of two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def length(a: Point, b: Point) -> int:
    """The distance of two points, rounded up: shown and summed so, it is never less than the truth."""
    square = squared(a, b)
    root = isqrt(square)
    return root if root * root == square else root + 1


def cross(o: Point, a: Point, b: Point) -> int:
    """Twice the signed area of the triangle o, a, b: 0 when the three are in line."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


@lru_cache(maxsize=4096)
def box_of(polygon: Polygon) -> Box:
    """The smallest upright rectangle round a polygon: left, bottom, right, top."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def is_apart(a: Point, b: Point, box: Box) -> bool:
    """Whether the segment a-b lies wholly to one side of a box (touching it is not apart)."""
    left, bottom, right, top = box
    return (
        (a[0] < left and b[0] < left)
        or (a[0] > right and b[0] > right)
        or (a[1] < bottom and b[1] < bottom)
        or (a[1] > top and b[1] > top)
    )


def side_of(point: Point, polygon: Polygon) -> int:
    """1 for a point inside the polygon, 0 on its edge, -1 outside."""
    left, bottom, right, top = box_of(polygon)
    x, y = point
    if x < left or x > right or y < bottom or y > top:
        return -1
    return _side(x, y, polygon, 1)


def _side(x: int, y: int, polygon: Sequence[Point], scale: int) -> int:
    """`side_of` for the point (x/scale, y/scale)."""
    inside = False
    ax, ay = polygon[-1][0] * scale, polygon[-1][1] * scale
    for corner in polygon:
        bx, by = corner[0] * scale, corner[1] * scale
        turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
            return 0
        # A ray to the right crosses the edge: each edge owns its lower end, so that a corner counts once.
        if (ay > y) != (by > y) and (turn > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return 1 if inside else -1


def enters(a: Point, b: Point, polygon: Polygon) -> Fraction | None:
    """Where, as a part of the way from a to b, the segment first goes into the inside of the polygon; else None.

    Running along an edge or through a corner from outside is not going in.
    """
    if a == b or is_apart(a, b, box_of(polygon)):
        return None
    marks, whole = _marks(a, b, polygon)
    dx, dy = b[0] - a[0], b[1] - a[1]
    scale = 2 * whole
    for start, end in pairwise(marks):
        middle = start + end
        if _side(a[0] * scale + dx * middle, a[1] * scale + dy * middle, polygon, scale) > 0:
            return Fraction(start, whole)
    return None


def _marks(a: Point, b: Point, polygon: Polygon) -> tuple[list[int], int]:
    """The places on the way at which the segment meets an edge, with both ends, in order, and how long the way is when
    it is measured so that all of them are whole numbers."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    marks: list[tuple[int, int]] = []
    p = polygon[-1]
    turn_p = cross(a, b, p)
    for q in polygon:
        turn_q = cross(a, b, q)
        if turn_p == 0:
            part = (p[0] - a[0]) * dx + (p[1] - a[1]) * dy
            if 0 < part < whole:
                marks.append((part, whole))
        elif turn_q and (turn_p > 0) != (turn_q > 0):
            ex, ey = q[0] - p[0], q[1] - p[1]
            below = dx * ey - dy * ex
            above = (p[0] - a[0]) * ey - (p[1] - a[1]) * ex
            if below < 0:
                above, below = -above, -below
            if 0 < above < below:
                marks.append((above, below))
        p, turn_p = q, turn_q
    common = lcm(*[below for _, below in marks])
    return [0, *sorted([above * (common // below) for above, below in marks]), common], common


def goes_through(a: Point, b: Point, polygon: Polygon) -> bool:
    """Whether any of the segment lies inside the polygon; touching edges or corners from outside does not count."""
    if a == b or is_apart(a, b, box_of(polygon)):
        return False
    # An edge properly crossed settles it without fractions; so does a segment that touches no edge at all.
    touched = False
    x, y = a
    dx, dy = b[0] - x, b[1] - y
    p = polygon[-1]
    turn_p = dx * (p[1] - y) - dy * (p[0] - x)
    for q in polygon:
        turn_q = dx * (q[1] - y) - dy * (q[0] - x)
        if (turn_p >= 0 or turn_q >= 0) and (turn_p <= 0 or turn_q <= 0):
            near, far = cross(p, q, a), cross(p, q, b)
            if (near >= 0 or far >= 0) and (near <= 0 or far <= 0):
                if turn_p and turn_q and near and far:
                    return True
                touched = True
        p, turn_p = q, turn_q
    if not touched:
        return side_of(a, polygon) > 0
    return enters(a, b, polygon) is not None


def is_nearer(point: Point, a: Point, b: Point, reach: int) -> bool:
    """Whether the point is nearer than `reach` to the segment a-b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    part = (point[0] - a[0]) * dx + (point[1] - a[1]) * dy
    if part <= 0 or whole == 0:
        return squared(point, a) < reach * reach
    if part >= whole:
        return squared(point, b) < reach * reach
    turn: int = cross(a, b, point)
    return turn * turn < reach * reach * whole


def step_count(a: Point, b: Point) -> int:
    """How many grid steps a leg is walked in."""
    return max(abs(b[0] - a[0]), abs(b[1] - a[1]))


def step_at(a: Point, b: Point, step: int, steps: int) -> Point:
    """The grid point of a step on the way from a to b, rounded toward a: never farther from a than the true one."""
    if not step or not steps:
        return a
    if step == steps:
        return b
    dx, dy = b[0] - a[0], b[1] - a[1]
    x = abs(dx) * step // steps
    y = abs(dy) * step // steps
    return a[0] + (x if dx > 0 else -x), a[1] + (y if dy > 0 else -y)


def last_step_within(a: Point, b: Point, reach: int) -> int:
    """The last step from a to b that is not beyond `reach`."""
    steps = step_count(a, b)
    limit = reach * reach
    if squared(a, b) <= limit:
        return steps
    # On the true line this one is within reach; as the length and each step are rounded, a later one may be too.
    last = reach * steps // length(a, b)
    while last + 1 < steps and squared(a, step_at(a, b, last + 1, steps)) <= limit:
        last += 1
    return last


def first_step_near(a: Point, b: Point, point: Point, reach_squared: int) -> int | None:
    """The first step from a to b whose squared distance from the point is at most this; None when none is."""
    if squared(a, point) <= reach_squared:
        return 0
    steps = step_count(a, b)
    surely = _surely(a, b, point, isqrt(reach_squared), steps) if steps else None
    if surely is None:
        return None
    before, within = surely
    nearest = closest_step(a, b, point)
    # Rounding may put the nearest grid point a step beside the nearest point of the line.
    for found in range(max(0, nearest - 2), min(steps, nearest + 2) + 1):
        if squared(step_at(a, b, found, steps), point) <= reach_squared:
            break
    else:
        return None
    low, high = 0, found
    while high - low > 1:
        middle = (low + high) // 2
        if middle <= before:
            low = middle
        elif within <= middle <= nearest or squared(step_at(a, b, middle, steps), point) <= reach_squared:
            high = middle
        else:
            low = middle
    return high


def _surely(a: Point, b: Point, point: Point, reach: int, steps: int) -> tuple[int, int] | None:
    """Up to which step a line is surely not so near to the point yet, and from which on it surely is, until it comes
    closest: steps are rounded to the grid by less than two hundredths. None: it never comes so near."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    whole, part = dx * dx + dy * dy, px * dx + py * dy
    off = part * part - whole * (px * px + py * py)
    outer, inner = off + whole * (reach + 3) ** 2, off + whole * max(0, reach - 2) ** 2
    if outer < 0:
        return None
    before = (part - isqrt(outer) - 1) * steps // whole
    return before, (-((isqrt(inner) - part) * steps // whole) if inner >= 0 else steps + 1)


def closest_step(a: Point, b: Point, point: Point) -> int:
    """The step from a to b that comes closest to the point, up to rounding."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    if whole == 0:
        return 0
    part = (point[0] - a[0]) * dx + (point[1] - a[1]) * dy
    return max(0, min(step_count(a, b), part * step_count(a, b) // whole))


def nearest_on(point: Point, a: Point, b: Point) -> Point:
    """The grid point nearest to the foot of the perpendicular from a point on a segment (rounded)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    whole = dx * dx + dy * dy
    if whole == 0:
        return a
    part = max(0, min(whole, (point[0] - a[0]) * dx + (point[1] - a[1]) * dy))
    return a[0] + (2 * dx * part + whole) // (2 * whole), a[1] + (2 * dy * part + whole) // (2 * whole)


def nearest_of(point: Point, polygon: Polygon) -> Point:
    """The nearest grid point on the outline of a polygon (ties: the smallest)."""
    edges = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return min((nearest_on(point, a, b) for a, b in edges), key=lambda spot: (squared(point, spot), spot))


def is_simple(polygon: Polygon) -> bool:
    """Whether a polygon has three corners or more, a surface, and no two edges that cross or touch wrongly."""
    count = len(polygon)
    if count < 3 or len(set(polygon)) != count:
        return False
    if sum(cross((0, 0), polygon[place - 1], polygon[place]) for place in range(count)) == 0:
        return False
    edges = [(polygon[place], polygon[(place + 1) % count]) for place in range(count)]
    for first in range(count):
        for second in range(first + 1, count):
            (a, b), (c, d) = edges[first], edges[second]
            if second == first + 1 or (first == 0 and second == count - 1):
                # Neighbours share a corner; they may not fold back on each other.
                shared, one, other = (b, a, d) if second == first + 1 else (a, b, c)
                ahead = (one[0] - shared[0]) * (other[0] - shared[0]) + (one[1] - shared[1]) * (other[1] - shared[1])
                if cross(shared, one, other) == 0 and ahead > 0:
                    return False
            elif _touch(a, b, c, d):
                return False
    return True


def _touch(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    one, two, three, four = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    return (one >= 0 or two >= 0) and (one <= 0 or two <= 0) and (three >= 0 or four >= 0) and (three <= 0 or four <= 0)


def touches(one: Polygon, other: Polygon) -> bool:
    """Whether two polygons have a point in common."""
    if any(side_of(point, other) >= 0 for point in one) or any(side_of(point, one) >= 0 for point in other):
        return True
    ours = zip(one, (*one[1:], one[0]), strict=True)
    return any(_touch(a, b, c, d) for a, b in ours for c, d in zip(other, (*other[1:], other[0]), strict=True))


def is_open(a: Point, b: Point, walls: Sequence[Polygon]) -> bool:
    """Whether nothing of the segment lies inside a wall."""
    return not any(goes_through(a, b, wall) for wall in walls)


@lru_cache(maxsize=64)
def _corners(walls: tuple[Polygon, ...]) -> tuple[tuple[Point, ...], tuple[tuple[int, ...], ...]]:
    """The corners of all walls that are not inside another, and which of them have an open line between them."""
    corners = tuple(
        sorted({corner for wall in walls for corner in wall if all(side_of(corner, other) < 1 for other in walls)})
    )
    seen = tuple(
        tuple(
            other for other in range(len(corners)) if other != place and is_open(corners[place], corners[other], walls)
        )
        for place in range(len(corners))
    )
    return corners, seen


@lru_cache(maxsize=4096)
def way_round(a: Point, b: Point, walls: tuple[Polygon, ...]) -> tuple[Point, ...] | None:
    """The shortest way from a to b that goes into no wall, as points after a; None when there is none.

    Lengths are summed rounded up; of equal ways the one over the smaller corners is taken, so that the order in
    which walls are listed never matters.
    """
    if is_open(a, b, walls):
        return (b,)
    corners, seen = _corners(tuple(sorted(walls)))
    last = [is_open(corner, b, walls) for corner in corners]
    queue: list[tuple[int, tuple[Point, ...], int]] = []
    for place, corner in enumerate(corners):
        if corner != a and is_open(a, corner, walls):
            heappush(queue, (length(a, corner), (corner,), place))
    done: set[int] = set()
    while queue:
        gone, way, place = heappop(queue)
        if place == len(corners):
            return way
        if place in done:
            continue
        done.add(place)
        if last[place]:
            heappush(queue, (gone + length(corners[place], b), (*way, b), len(corners)))
        for other in seen[place]:
            if other not in done:
                heappush(queue, (gone + length(corners[place], corners[other]), (*way, corners[other]), other))
    return None


@lru_cache(maxsize=1024)
def grown(shape: Polygon, by: int) -> tuple[Polygon, ...]:
    """All that is nearer than `by` to a polygon: its sum with the eight-sided figure round a circle of that radius.

    A polygon that is bent inward is grown edge by edge. Along an edge it is exact, round a corner a little more.
    """
    share = (by * 41_422 + 99_999) // 100_000
    ring = [(x * sx, y * sy) for x, y in ((by, share), (share, by)) for sx in (1, -1) for sy in (1, -1)]
    turns = [cross(shape[n - 2], shape[n - 1], shape[n]) for n in range(len(shape))]
    if all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns):
        return (_hull([(x + dx, y + dy) for x, y in shape for dx, dy in ring]),)
    edges = [(shape[n - 1], shape[n]) for n in range(len(shape))]
    return (shape, *(_hull([(x + dx, y + dy) for x, y in edge for dx, dy in ring]) for edge in edges))


def _hull(points: Sequence[Point]) -> Polygon:
    """The corners of the smallest polygon without a dent that holds all points."""
    ordered = sorted(set(points))

    def chain(line: Sequence[Point]) -> list[Point]:
        found: list[Point] = []
        for point in line:
            while len(found) > 1 and cross(found[-2], found[-1], point) <= 0:
                found.pop()
            found.append(point)
        return found[:-1]

    return (*chain(ordered), *chain(ordered[::-1]))
