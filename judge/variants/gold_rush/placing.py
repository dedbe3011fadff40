"""Placing figures and mules, and who carries the gold (GR-13 to GR-16, GR-40, GR-Q11, GR-Q13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.plane import Point, squared
from judge.adjudicator.protocol import Problem, Seat, Verdict
from judge.variants.gold_rush.board import town_area
from judge.variants.gold_rush.events import Deployed, Distributed
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.goods import is_hidden
from judge.variants.gold_rush.latest import Latest
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import Carry, Order, Place
from judge.variants.gold_rush.packs import INCH, MOST_BAGS, OPPOSITE
from judge.variants.gold_rush.state import State

NO_DICE = KeyedDice(b"placing rolls nothing")
FROM_MINE = 6 * INCH
FROM_EDGE = 3 * INCH


def zone_problem(state: State, seat: Seat, at: Point) -> Problem | None:
    """Where a group starts: Diggers within 6 inches of their mine, Traders in the town, Mounties within 3 inches of
    their edge with the mules, Native Indians within 3 inches of the opposite one (GR-13 to GR-16, GR-Q11)."""
    x, y = at
    group = state.groups[seat]
    facts: dict[str, object] = {"at": write_point(at), "group": group}
    if not (0 <= x <= state.width and 0 <= y <= state.depth):
        return Problem("off-the-table", {**facts, "width": state.width, "depth": state.depth})
    if group == "traders":
        assert state.town is not None
        area = town_area(state.town)
        inside = area[0][0] <= x <= area[2][0] and area[0][1] <= y <= area[2][1]
        return None if inside else Problem("not-in-town", {**facts, "town": write_point(state.town)})
    if group in ("mounties", "indians"):
        edge = state.edge if group == "mounties" else OPPOSITE[state.edge]
        return None if from_edge(state, edge, at) <= FROM_EDGE else Problem("not-at-edge", {**facts, "edge": edge})
    mine = state.mines[seat]
    near = squared(at, mine) <= FROM_MINE * FROM_MINE
    return None if near else Problem("not-at-mine", {**facts, "mine": write_point(mine)})


def from_edge(state: State, edge: str, at: Point) -> int:
    """How far a point is from an edge."""
    return {"north": state.depth - at[1], "south": at[1], "east": state.width - at[0], "west": at[0]}[edge]


def why_not_place(field: Field, seat: Seat, code: str, at: Point) -> Problem | None:
    """Why a figure or mule may not start here."""
    problem = zone_problem(field.state, seat, at)
    if problem is not None:
        return problem
    if field.ground.is_walled(at):
        return Problem("in-a-wall", {"at": write_point(at)})
    taken = next((other for other, there in field.bases(code) if squared(at, there) < INCH * INCH), None)
    return Problem("place-taken", {"at": write_point(at), "by": taken}) if taken else None


def default_place(field: Field, seat: Seat, code: str) -> Point:
    """Where the program places a figure or mule: in its own row, from its middle outward, then in further rows, then
    anywhere lawful (GR-Q11)."""
    spots = chain(_rows(field.state, seat), _everywhere(field.state))
    return next(at for at in spots if why_not_place(field, seat, code, at) is None)


def _rows(state: State, seat: Seat) -> Iterator[Point]:
    """The rows of a group."""
    group = state.groups[seat]
    if group in ("mounties", "indians"):
        edge = state.edge if group == "mounties" else OPPOSITE[state.edge]
        yield from _along_edge(state, edge)
    elif group == "traders":
        assert state.town is not None
        low, _, high, _ = town_area(state.town)
        spots = [(x, y) for y in range(low[1] + 50, high[1], 150) for x in range(low[0] + 75, high[0], 150)]
        yield from sorted(spots, key=lambda spot: (abs(spot[1] - state.town[1]) if state.town else 0, spot[1], spot[0]))
    else:
        mine = state.mines[seat]
        yield from ((mine[0] + x, mine[1] + y) for x, y in _ABOUT)


_ABOUT = sorted(
    ((x, y) for y in range(-500, 501, 125) for x in range(-500, 501, 125)),
    key=lambda one: (one[0] ** 2 + one[1] ** 2, one[1], one[0]),
)
"""Places about a mine, from it outward."""


def _everywhere(state: State) -> Iterator[Point]:
    """Crowded or built over: half inch by half inch."""
    return ((x, y) for y in range(0, state.depth + 1, 50) for x in range(0, state.width + 1, 50))


def spots_beside(state: State, seat: Seat, orders: Sequence[Order]) -> Mapping[str, Point]:
    """Where the program places each figure and mule that these orders do not place (GR-Q11)."""
    field = Field(state, NO_DICE)
    placed = {order.code: order.at for order in orders if isinstance(order, Place)}
    for code, at in placed.items():
        put_at(field, code, at)
    found: dict[str, Point] = {}
    for code in [figure.code for figure in field.own(seat)] + (list(field.mules) if seat == state.mounties else []):
        if code not in placed:
            found[code] = default_place(field, seat, code)
            put_at(field, code, found[code])
    return found


@Latest
def default_spots(state: State, seat: Seat) -> Mapping[str, Point]:
    """Where the program places each figure and mule that nobody places."""
    return spots_beside(state, seat, ())


def _along_edge(state: State, edge: str) -> Iterator[Point]:
    """Rows an inch and a half from the edge, then nearer, then farther; every inch and a half from the middle out."""
    across = state.width if edge in ("north", "south") else state.depth
    for row in (150, 50, 275):
        for number in range(across // 150):
            step = (number + 1) // 2 * 150
            along = across // 2 + (step if number % 2 else -step)
            yield {
                "north": (along, state.depth - row),
                "south": (along, row),
                "east": (state.width - row, along),
                "west": (row, along),
            }[edge]


def place_group(field: Field, seat: Seat, orders: Sequence[Order]) -> None:
    """A group's figures (and the Mounties' mules) by order, the rest and the unlawful by default."""
    codes = [figure.code for figure in field.own(seat)]
    if field.mounties == seat:
        codes += list(field.mules)
    by_order = 0
    for order in orders:
        if isinstance(order, Place):
            problem = why_not_place(field, seat, order.code, order.at)
            if problem is None:
                put_at(field, order.code, order.at)
                by_order += 1
            result = "succeeds" if problem is None else "fails"
            field.tell(Verdict(told=frozenset({seat}), seat=seat, order=order, result=result, reason=problem))
    for code in codes:
        if field.at(code) is None:
            put_at(field, code, default_place(field, seat, code))
    field.tell(Deployed(seat=seat, codes=tuple(codes), by_order=by_order))


def put_at(field: Field, code: str, at: Point) -> None:
    """From here on the place is taken for others."""
    if code in field.mules:
        field.put(replace(field.mules[code], at=at))
    else:
        field.put(replace(field.figures[code], at=at))


def shares(figures: Sequence[str], bags: int, ordered: Mapping[str, int]) -> dict[str, int]:
    """The bags of each figure: as ordered, the rest one each from figure 1, then a second round (GR-40, GR-Q13).

    If orders leave bags over that nobody else can carry, those with a hand free take them all the same.
    """
    carried: dict[str, int] = {}
    left = bags
    for code, wanted in ordered.items():
        carried[code] = min(wanted, left, MOST_BAGS)
        left -= carried[code]
    others = [code for code in figures if code not in ordered]
    for most, codes in ((1, others), (2, others), (1, figures), (2, figures)):
        for code in codes:
            if left and carried.get(code, 0) < most:
                carried[code] = carried.get(code, 0) + 1
                left -= 1
    return carried


def share_out(field: Field, seat: Seat, orders: Sequence[Order]) -> None:
    """The group's gold is shared out."""
    ordered = {order.code: order.bags for order in orders if isinstance(order, Carry)}
    carried = shares([figure.code for figure in field.own(seat)], field.state.bags.get(seat, 0), ordered)
    for order in orders:
        if isinstance(order, Carry):
            is_whole = carried[order.code] >= order.bags
            word = "succeeds" if is_whole else "falls short"
            reason = None if is_whole else Problem("no-more-gold", {"figure": order.code})
            field.tell(Verdict(told=frozenset({seat}), seat=seat, order=order, result=word, reason=reason))
    for code, bags in carried.items():
        if code in field.mules:
            field.put(replace(field.mules[code], gold=bags))
        else:
            field.put(replace(field.figures[code], gold=bags))
    shown: Mapping[str, int] = {code: bags for code, bags in sorted(carried.items()) if bags}
    told = frozenset({seat}) if is_hidden(field, "gold") else None
    field.tell(Distributed(told=told, seat=seat, bags=shown))
