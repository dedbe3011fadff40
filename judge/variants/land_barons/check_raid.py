"""The check of raid orders: units that exist, paths that can be gone, lists that make sense (LB-54, LB-Q39, LB-Q41)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator import hexes
from judge.adjudicator.protocol import Problem
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import BARON
from judge.variants.land_barons.orders import Lose, Move, Retreat, UnitRef
from judge.variants.land_barons.pay import unit_named
from judge.variants.land_barons.raid import REACH
from judge.variants.land_barons.sieve import Sieve
from judge.variants.land_barons.stacking import settle_stacks
from judge.variants.land_barons.state import State, Unit

_LISTS = (Lose, Retreat)


def check_moves(sieve: Sieve, state: State) -> None:
    """Every move against the position it will be made in."""
    seat, walking = sieve.seat, dict[int, Unit]()
    for place, order in sieve.standing():
        if not isinstance(order, Move):
            continue
        unit = unit_named(state, seat, order.unit)
        if unit is None:
            sieve.refused[place] = _absent(state, sieve, order.unit)
            continue
        if order.path:
            walking[place] = unit
        for path in filter(None, (order.path, order.otherwise)):
            why = way_fault(sieve.board, order.unit.kind, unit.space, path)
            if why is not None:
                sieve.refused[place] = why
                break
            met = _meets(sieve.state, sieve, path)
            if met is None:
                continue
            if sieve.state.phase == "raid":
                sieve.refused[place] = Problem("through-enemy", {"kind": order.unit.kind, "space": met})
                break
            sieve.warned[place] = Problem("may-stop", {"kind": order.unit.kind, "space": met})
    if walking:
        _warn_of_stacks(sieve, state, walking)


def _warn_of_stacks(sieve: Sieve, state: State, walking: Mapping[int, Unit]) -> None:
    """Units that would not stack where their paths end, if nothing stops them, are warned of (LB-Q42)."""
    routes: dict[int, tuple[str, ...]] = {}
    places: dict[int, int] = {}
    for place, unit in walking.items():
        order = sieve.orders[place]
        if place not in sieve.refused and isinstance(order, Move):
            routes[unit.id] = (unit.space, *order.path)
            places[unit.id] = place
    for number, end in settle_stacks(state.units_of(sieve.seat), routes, void=False).items():
        route, order = routes[number], sieve.orders[places[number]]
        if end < len(route) - 1 and places[number] not in sieve.warned and isinstance(order, Move):
            facts = {"kind": order.unit.kind, "space": route[-1], "back": route[end]}
            sieve.warned[places[number]] = Problem("may-not-stack", facts)


def _absent(state: State, sieve: Sieve, ref: UnitRef) -> Problem:
    where = tuple(sorted({unit.space for unit in state.units_of(sieve.seat) if unit.kind == ref.kind}))
    there = sum(1 for unit in state.at(sieve.seat, ref.space) if unit.kind == ref.kind)
    facts = {"kind": ref.kind, "space": ref.space, "number": ref.number, "there": there, "where": where}
    return Problem("no-such-unit", facts)


def way_fault(board: Board, kind: str, here: str, path: Sequence[str]) -> Problem | None:
    """A path goes from neighbour to neighbour, three spaces at most (LB-54); the hex that breaks it is named."""
    for space in path:
        if space not in board.touching[here]:
            way = hexes.way(here, space, board.touching)
            return Problem("not-adjacent", {"kind": kind, "from": here, "space": space, "way": way})
        here = space
    if len(path) > REACH:
        return Problem("path-too-long", {"kind": kind, "space": path[REACH], "most": REACH, "length": len(path)})
    return None


def _meets(state: State, sieve: Sieve, path: Sequence[str]) -> str | None:
    """The first space on the way, before its end, with enemies on it now."""
    return next((space for space in path[:-1] if state.others_at(sieve.seat, space)), None) if path[1:] else None


def check_lists(sieve: Sieve) -> None:
    """A Baron is lost last whatever a list says (LB-65); a retreat from a space goes to its neighbours (LB-63)."""
    for place, order in sieve.standing() if not sieve.types.isdisjoint(_LISTS) else ():
        if isinstance(order, Lose) and BARON in order.kinds[:-1]:
            sieve.warned[place] = Problem("baron-last", {})
        if isinstance(order, Retreat) and order.start:
            far = [space for space in order.spaces if space not in sieve.board.touching[order.start]]
            if far:
                facts = {"from": order.start, "space": far[0], "near": sieve.board.touching[order.start]}
                sieve.refused[place] = Problem("retreat-too-far", facts)
