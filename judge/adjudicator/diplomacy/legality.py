"""Whether an order could be carried out by its unit at all, and what it then means in numbers.

`code` works out one order of one unit once and remembers it as a small whole number, the order's *code*: the resolver
knows orders by their codes alone. An order that could not work whatever anybody ordered is *illegal*: its code is that
of holding, and the problem says why. If an order depends on other units (is the one supported there, does it move that
way), the rulebook matches it, phase by phase.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Protocol, assert_never

from judge.adjudicator.diplomacy.board import AMBIGUOUS, NOWHERE, Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.orders import Convoy, Hold, Move, Movement, Routed, Support, Transform
from judge.adjudicator.diplomacy.sheet import (
    ALL_HOLD,
    ALL_ROUTES,
    ALWAYS_BY_SEA,
    BACK_TO_LAND,
    BRANNAN,
    BROKEN,
    CONVOY,
    FADED,
    FAILING,
    FAR,
    FLEET,
    HARD,
    HOLD,
    MOVE,
    NEIGHBOUR,
    NO_CUT,
    ONLY_VIA,
    ORIGIN_OPEN,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VOYAGE,
)  # fmt: skip
from judge.adjudicator.protocol import Problem


@dataclass(frozen=True, slots=True)
class Meaning:
    """An order of one unit in numbers; `problem` when it is illegal and the unit therefore holds."""

    kind: int
    at: int
    loc: int
    dst: int = 0
    aux: int = 0
    _: KW_ONLY
    coast: int = -1
    flags: int = 0
    route: tuple[int, ...] = ()
    """The seas it is bound to; `aux` is then the number of the route."""
    problem: Problem | None = None


def choices(edition: Edition) -> int:
    """The points of an edition that the resolver itself has to know."""
    return (
        ALL_ROUTES * (edition.convoy_routes == "all")
        + NO_CUT * (edition.paradox == "no-cut")
        + ALL_HOLD * (edition.paradox == "all-hold")
        + BRANNAN * (edition.attack_from == "last-fleet")
        + ALWAYS_BY_SEA * (edition.adjacent_convoy == "always")
        + ONLY_VIA * (edition.adjacent_convoy == "via")
        + BACK_TO_LAND * (edition.via_without_convoy == "by-land")
        + FADED * (not edition.dislodged_bounces)
        + ORIGIN_OPEN * edition.retreat_to_convoyed_origin
    )


class Illegal(Protocol):
    """Makes the meaning of an illegal order: the unit holds, and this is why."""

    def __call__(self, code: str, **facts: object) -> Meaning: ...


def meaning(board: Board, edition: Edition, kind: str, place: str, order: Movement) -> Meaning:
    """The meaning of an order for a unit of this kind in this place."""
    at = board.place(place)
    here = board.province_of[at]
    fleet = kind == "F"

    def illegal(code: str, **facts: object) -> Meaning:
        broken = FAILING if code == "wrong-coast-of-unit" else BROKEN
        return Meaning(broken, at, here, flags=FLEET * fleet, problem=Problem(code, facts))

    named: tuple[str, ...] = () if isinstance(order, Hold) or order.to is None else (order.to,)
    named += (order.of,) if isinstance(order, Support | Convoy) else ()
    for name in named:
        if name not in board.number:
            return illegal("no-such-place", place=name)
    said = board.number.get(order.at, at)
    if said != at and said >= board.province_count and fleet and edition.own_wrong_coast == "fails":
        return illegal("wrong-coast-of-unit", said=order.at, place=place)
    match order:
        case Hold():
            return Meaning(HOLD, at, here, flags=FLEET * fleet)
        case Move():
            return _move(board, edition, fleet, at, order, illegal)
        case Support():
            return _support(board, edition, fleet, at, order, illegal)
        case Convoy():
            other, goal = board.province_of[board.place(order.of)], board.province_of[board.place(order.to)]
            if not fleet:
                return illegal("army-cannot-convoy", place=place)
            if not board.carries[here]:
                return illegal("convoy-from-coast", place=place)
            if other == goal:
                return illegal("goes-nowhere", place=board.ids[other])
            if not board.on_route(here, other, goal):
                return illegal("convoy-out-of-reach", place=place, of=board.ids[other], to=board.ids[goal])
            return Meaning(CONVOY, at, here, goal, other, flags=FLEET)
        case Transform():
            if order.kind == kind or board.province_of[board.place(order.to)] != here:
                return illegal("transforms-into-itself", place=place)
            if not board.can_stand(order.kind, order.to):
                return illegal("cannot-transform", place=place, kind=order.kind)
            return Meaning(HOLD, at, here, flags=FLEET * fleet)
        case _:
            assert_never(order)


def _support(board: Board, edition: Edition, fleet: bool, at: int, order: Support, illegal: Illegal) -> Meaning:
    """A support is of another unit, into a place that the supporter could enter (D-22)."""
    place, here = board.place_ids[at], board.province_of[at]
    other = board.province_of[board.place(order.of)]
    goal = other if order.to is None else board.province_of[board.place(order.to)]
    if other == here:
        return illegal("supports-itself", place=place)
    if order.to is not None and other == goal:
        return illegal("goes-nowhere", place=board.ids[other])
    if goal == here:
        return illegal("support-into-own-place", place=place)
    if not reaches(board, fleet, at, goal):
        return illegal("support-out-of-reach", place=place, to=board.ids[goal])
    if order.to is None:
        return Meaning(SUPPORT_HOLD, at, here, other, other, flags=FLEET * fleet)
    coast = board.place(order.to)
    if coast < board.province_count:
        # A number no coast has: matches armies only, when the edition wants the coast said (4.B.4).
        coast = board.place_count if edition.support_needs_coast and board.coasts_of[goal] else -1
    return Meaning(SUPPORT_MOVE, at, here, goal, other, coast=coast, flags=FLEET * fleet)


def reaches(board: Board, fleet: bool, at: int, goal: int) -> bool:
    """A unit can support into a province that it could itself move to; for a fleet any of its coasts will do (D-22)."""
    if fleet:
        return board.fleet_to[at * board.province_count + goal] != NOWHERE
    return bool(board.army[board.province_of[at] * board.province_count + goal])


def _move(board: Board, edition: Edition, fleet: bool, at: int, order: Move, illegal: Illegal) -> Meaning:
    here, to = board.province_of[at], board.place(order.to)
    goal = board.province_of[to]
    if goal == here:
        # Round the coast of one's own province is no move either (DATC 6.A.4, 6.H.15).
        return illegal("goes-nowhere", place=board.place_ids[at])
    return (_sail if fleet else _march)(board, edition, at, to, order, illegal)


def _march(board: Board, edition: Edition, at: int, to: int, order: Move, illegal: Illegal) -> Meaning:
    """An army goes to a neighbouring land province, or by sea from coast to coast; a coast means nothing to it (D-20)
    (D-21)."""
    here, goal = board.province_of[at], board.province_of[to]
    if board.sea[goal]:
        return illegal("army-to-sea", place=board.place_ids[at], to=order.to)
    if to >= board.province_count and edition.army_coast == "fails":
        return illegal("army-has-no-coast", place=board.place_ids[at], to=order.to)
    near = bool(board.army[here * board.province_count + goal])
    joined = board.seas_join(here, goal)
    flags = NEIGHBOUR * near
    kind = MOVE
    route: tuple[int, ...] = ()
    if order.via and joined:
        kind = VOYAGE
        route = tuple(map(board.place, order.route)) if isinstance(order, Routed) else ()
    elif order.via and not (near and edition.via_without_convoy == "by-land"):
        return illegal("no-sea-route", place=board.place_ids[at], to=board.ids[goal])
    if not near:
        if not joined:
            return illegal("not-adjacent", place=board.place_ids[at], to=board.ids[goal])
        kind, flags = VOYAGE, FAR
    hard = HARD * (("A", here, goal) in board.hard)
    return Meaning(kind, at, here, goal, flags=flags | hard, route=route)


def _sail(board: Board, edition: Edition, at: int, to: int, order: Move, illegal: Illegal) -> Meaning:
    """A fleet goes to a sea or along the coast; to a province with two coasts it says which, if it could be either
    (D-40)."""
    here, goal = board.province_of[at], board.province_of[to]
    place = board.place_ids[at]
    if board.provinces[goal].kind == "land":
        return illegal("fleet-to-land", place=place, to=order.to)
    if order.via:
        return illegal("fleet-by-convoy", place=place, to=order.to)
    sole = board.fleet_to[at * board.province_count + goal]
    if sole == NOWHERE:
        said = board.number.get(order.at, at)
        if board.province_of[said] == here and board.fleet_to[said * board.province_count + goal] != NOWHERE:
            # Legal from the coast it names, but the unit is on the other one (DATC 6.B.11).
            return illegal("wrong-coast-of-unit", said=order.at, place=place)
        return illegal("not-adjacent", place=place, to=order.to)
    coast = to
    if not board.coasts_of[goal]:
        coast = goal
    elif to >= board.province_count:
        if not board.fleet[at * board.place_count + to]:
            if edition.wrong_coast == "fails" or sole == AMBIGUOUS:
                return illegal("coast-out-of-reach", place=place, to=order.to)
            coast = sole
    elif sole == AMBIGUOUS:
        if edition.unknown_coast == "fails":
            return illegal("which-coast", place=place, to=order.to, coasts=_names(board, goal))
        coast = min(board.coasts_of[goal])
    elif edition.sole_coast == "fails":
        return illegal("which-coast", place=place, to=order.to, coasts=_names(board, goal))
    else:
        coast = sole
    hard = HARD * (("F", here, goal) in board.hard)
    return Meaning(MOVE, at, here, goal, coast=coast, flags=FLEET | NEIGHBOUR | hard)


def _names(board: Board, province: int) -> tuple[str, ...]:
    return tuple(board.place_ids[coast] for coast in board.coasts_of[province])
