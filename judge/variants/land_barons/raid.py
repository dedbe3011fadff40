"""The Raid Phase, one player's go: conditions, moves, fights (LB-54, LB-55, LB-59, LB-Q38 to LB-Q42)."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.land_barons.counters import HIDDEN
from judge.variants.land_barons.events import CounterTurned, StackMoved
from judge.variants.land_barons.fight import fight
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.orders import Condition, Fights, Lose, Move, Order, Retreat
from judge.variants.land_barons.pay import unit_named
from judge.variants.land_barons.stacking import settle_stacks
from judge.variants.land_barons.state import Lists, State, Unit

REACH = 3
SIGNS = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "=": operator.eq, "!=": operator.ne,
}  # fmt: skip

Named = Mapping[Seat, Sequence[tuple[Move, int | None]]]
"""Every seat's moves with the unit each is for: found once, before anybody has moved."""


def name_units(state: State, orders: Mapping[Seat, Sequence[Order]]) -> Named:
    """Which unit each move means: names hold for the position in which the raids begin."""
    found: dict[Seat, list[tuple[Move, int | None]]] = {}
    for seat in state.living:
        for order in orders.get(seat, ()):
            if isinstance(order, Move):
                unit = unit_named(state, seat, order.unit)
                found.setdefault(seat, []).append((order, unit.id if unit else None))
    return found


def keep_lists(making: Making, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """Loss and retreat lists count from the moment they are given until others are (LB-Q45, LB-Q46)."""
    for seat in making.state.living:
        for order in orders.get(seat, ()):
            mine = making.state.lists.get(seat, Lists())
            if isinstance(order, Lose):
                mine = replace(mine, lose=order.kinds)
            elif isinstance(order, Retreat):
                kept = {start: spaces for start, spaces in mine.retreat.items() if start != order.start}
                if order.spaces:
                    kept[order.start] = order.spaces
                mine = replace(mine, retreat={start: kept[start] for start in sorted(kept)})
            else:
                continue
            lists = {other: one for other, one in making.state.lists.items() if other != seat}
            if mine != Lists():
                lists[seat] = mine
            making.state = replace(making.state, lists={other: lists[other] for other in sorted(lists)})
            making.judge(seat, order, "noted")


def is_met(state: State, seat: Seat, condition: Condition) -> bool:
    """Whether a condition holds now: the enemies' Shoot value, or their number of units, in a space (LB-Q41)."""
    if condition.measure == "shoot":
        there = state.enemy_shoot(seat, condition.space)
    else:
        there = sum(1 for owner, unit in state.all_units() if owner != seat and unit.space == condition.space)
    return SIGNS[condition.sign](there, condition.number) is not condition.unless


def go(making: Making, seat: Seat, moves: Sequence[tuple[Move, int | None]], fights: tuple[str, ...]) -> None:
    """One player moves all their units, then their fights are resolved in the order they list (LB-Q38)."""
    routes = _routes(making, seat, moves)
    _move(making, seat, moves, routes)
    for space in _fight_order(making.state, seat, fights):
        # A Baron's fall empties spaces: a fight is only where both sides still are (LB-59).
        if making.is_over or seat in making.state.fallen:
            return
        if making.state.at(seat, space) and making.state.others_at(seat, space):
            fight(making, seat, space)


def _fight_order(state: State, seat: Seat, listed: tuple[str, ...]) -> tuple[str, ...]:
    """Listed spaces first, as listed; then the others by label."""
    spaces = sorted({unit.space for unit in state.units_of(seat) if state.others_at(seat, unit.space)})
    first = [space for space in dict.fromkeys(listed) if space in spaces]
    return (*first, *(space for space in spaces if space not in first))


def _routes(
    making: Making, seat: Seat, moves: Sequence[tuple[Move, int | None]]
) -> dict[int, tuple[tuple[str, ...], Move]]:
    """The spaces each ordered unit goes through, its start included: conditions are judged before anybody moves."""
    state = making.state
    here = {unit.id: unit for unit in state.units_of(seat)}
    found: dict[int, tuple[tuple[str, ...], Move]] = {}
    for order, number in moves:
        unit = here.get(number) if number is not None else None
        if unit is None:
            making.judge(seat, order, "lost", "the unit is gone", Problem("unit-gone", {"kind": order.unit.kind}))
        elif order.unit.space and unit.space != order.unit.space:
            facts = {"kind": unit.kind, "from": order.unit.space, "space": unit.space}
            making.judge(seat, order, "displaced", unit.space, Problem("unit-displaced", facts))
        else:
            path = order.path if all(is_met(state, seat, one) for one in order.conditions) else order.otherwise
            found[unit.id] = (_walk(making, seat, unit, path), order)
    return found


def _walk(making: Making, seat: Seat, unit: Unit, path: tuple[str, ...]) -> tuple[str, ...]:
    """A unit moves up to three spaces (LB-54) and stops where it meets an enemy (LB-Q39)."""
    walked = [unit.space]
    for space in path[:REACH]:
        if space not in making.board.touching[walked[-1]]:
            break
        walked.append(space)
        if making.state.others_at(seat, space):
            break
    return tuple(walked)


def _move(
    making: Making,
    seat: Seat,
    moves: Sequence[tuple[Move, int | None]],
    routes: Mapping[int, tuple[tuple[str, ...], Move]],
) -> None:
    """Every unit of a go to the end of its path, or as far as it may stack there (LB-Q42)."""
    units = making.state.units_of(seat)
    void = making.state.choice("stacking") == "void"
    ends = settle_stacks(units, {number: route for number, (route, _) in routes.items()}, void)
    settled: dict[int, str] = {}
    stacks: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for number, (route, order) in routes.items():
        walked = route[: ends[number] + 1]
        settled[number] = walked[-1]
        how, why = _how(making.state, seat, order, route, walked, void)
        met = why is None or why.code != "condition-failed"
        detail = walked[-1] if met else f"condition not met, {walked[-1]}"
        making.judge(seat, order, how, detail if len(route) > 1 or not met else "", why)
        kind = next(unit.kind for unit in units if unit.id == number)
        if len(route) > 1:
            shown = how if how != "otherwise" else ("stops" if making.state.others_at(seat, walked[-1]) else "moves")
            stacks.setdefault((walked, shown), []).append(kind)
    moved = tuple(replace(unit, space=settled.get(unit.id, unit.space)) for unit in units)
    making.state = making.state.with_units(seat, moved)
    for (path, how), kinds in stacks.items():
        making.tell(StackMoved(seat=seat, kinds=tuple(kinds), path=path, how=how))
    for number, (route, _) in routes.items():
        for space in route[1 : ends[number] + 1]:
            turn_up(making, space)


def _how(
    state: State, seat: Seat, order: Move, route: tuple[str, ...], walked: tuple[str, ...], void: bool
) -> tuple[str, Problem | None]:
    """The result word of a move, with its reason where it did not go all the way."""
    met = all(is_met(state, seat, one) for one in order.conditions)
    planned = order.path if met else order.otherwise
    if len(walked) < len(route):
        facts = {"kind": order.unit.kind, "space": route[len(walked)], "back": walked[-1]}
        return ("void" if void else "turned back"), Problem("stack-refused", facts)
    if not met:
        return ("otherwise" if planned else "stands"), Problem("condition-failed", {"space": order.conditions[0].space})
    if len(route) - 1 < len(planned):
        return "stops", Problem("met-enemy", {"space": walked[-1]})
    return ("moves" if planned else "stands"), None


def turn_up(making: Making, space: str) -> None:
    """A face-down settlement is turned up when a unit enters its space (option `scouting`)."""
    settlement = making.state.settlements.get(space)
    if settlement is not None and not settlement.seen and settlement.kind != HIDDEN:
        making.state = making.state.with_settlement(space, replace(settlement, seen=True))
        making.tell(CounterTurned(space=space, kind=settlement.kind))


def listed_fights(orders: Sequence[Order]) -> tuple[str, ...]:
    """The order in which a seat wants its fights resolved."""
    return next((order.spaces for order in orders if isinstance(order, Fights)), ())


def judge_fight_lists(making: Making, seat: Seat, orders: Sequence[Order]) -> None:
    """A list of fights is noted; it holds for one go."""
    for order in orders:
        if isinstance(order, Fights):
            making.judge(seat, order, "noted")
