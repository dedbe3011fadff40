"""Fog of war: a seat sees what borders its units and centres; so is the state cut, told, drawn afresh (D-90 to D-92).

How many units and centres each power has, and whom a window asks, is known to all. When the game is over the fog lifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from judge.adjudicator.diplomacy.orders import Convoy, Move, Support, Unit
from judge.adjudicator.protocol import Dice, Event, Problem, Seat, Step, Verdict
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.events import ArmyRaised, CentreTaken, DisorderRemoval, UnitDislodged, UnitGone
from judge.variants.diplomacy.state import Driven, Masked, State, rank

# Of an own order that leans on others: what it came to would tell whether they are there.
_LEANS = ("illegal", "invalid", "available", "disrupted")


def lies(state: State) -> bool:
    """Whether there is a fog, and the game is not over."""
    return bool(state.options.get("fog")) and state.over is None


def sight(chart: Chart, state: State, seat: Seat | None) -> frozenset[str]:
    """The provinces a seat sees: where its units and centres are, and what borders them (D-90). The public sees
    none."""
    board = chart.board
    mine = {board.province(unit.place) for unit in state.units if unit.power == seat}
    mine |= {board.province(one.unit.place) for one in state.dislodged if one.unit.power == seat}
    mine |= {centre for centre, owner in state.centres.items() if owner == seat}
    near = {board.ids[other] for place in mine for other in board.borders(board.number[place], "")}
    return frozenset(mine | near)


def masked(chart: Chart, state: State, seat: Seat | None) -> State:
    """The state without what the seat does not see (D-90)."""
    if not lies(state) or isinstance(state, Masked):
        return state
    seen = sight(chart, state, seat)
    values: dict[str, Any] = {field.name: getattr(state, field.name) for field in fields(State)}
    values |= {
        "units": tuple(unit for unit in state.units if chart.province(unit.place) in seen),
        "dislodged": tuple(
            _in_sight(chart, one, seat, seen) for one in state.dislodged if chart.province(one.unit.place) in seen
        ),
        "contested": tuple(place for place in state.contested if place in seen),
        "centres": {centre: owner for centre, owner in state.centres.items() if centre in seen},
        "quiet": 0,
    }
    return Masked(**values, unseen=frozenset(chart.board.ids) - seen)


def told(chart: Chart, before: State, step: Step[State]) -> tuple[Event, ...]:
    """Each event for those who see it (D-91)."""
    if not lies(step.state):
        return step.events
    seats = [seat.id for seat in chart.players]
    seen = {seat: sight(chart, before, seat) | sight(chart, step.state, seat) for seat in seats}
    return tuple(one for event in step.events for one in _told(chart, event, seen))


def _told(chart: Chart, event: Event, seen: dict[Seat, frozenset[str]]) -> tuple[Event, ...]:
    if isinstance(event, Verdict):
        return (replace(_own_verdict(chart, event, seen.get(event.seat, frozenset())), told=frozenset({event.seat})),)
    if not isinstance(event, UnitDislodged | UnitGone | CentreTaken | DisorderRemoval | ArmyRaised):
        return (event,)
    place = chart.province(event.place)
    told = frozenset(seat for seat, provinces in seen.items() if place in provinces)
    if not isinstance(event, UnitDislodged):
        return (replace(event, told=told),)
    return tuple(one for one in _dislodged(chart, replace(event, told=told), seen) if one.told)


def _dislodged(chart: Chart, event: UnitDislodged, seen: dict[Seat, frozenset[str]]) -> tuple[UnitDislodged, ...]:
    """Its own seat hears all of it. Others do not hear where it may go, which tells what stands there; nor where its
    attacker came from, if they do not see that place."""
    told, own = event.told or frozenset(), frozenset({event.seat})
    near = frozenset(seat for seat in told if chart.province(event.by_place) in seen[seat])
    others = replace(event, options=None if event.options else ())
    return (
        replace(event, told=told & own),
        replace(others, told=near - own),
        replace(others, told=told - near - own, by_place=""),
    )


def _in_sight(chart: Chart, one: Driven, seat: Seat | None, seen: frozenset[str]) -> Driven:
    """A dislodged unit as a seat sees it: of another's, nothing tells what is out of sight."""
    if one.unit.power == seat:
        return one
    return replace(one, by=one.by if chart.province(one.by) in seen else "", options=())


def _own_verdict(chart: Chart, event: Verdict, seen: frozenset[str]) -> Verdict:
    """The verdict on an order that leans on what its seat does not see says only what it sees of it (D-92)."""
    order = event.order
    if isinstance(order, Support | Convoy):
        if chart.province(order.of) in seen and not _went_out_of_sight(chart, event, seen):
            return event
        return replace(event, result="unseen" if event.result in (*_LEANS, "given") else event.result, reason=None)
    if isinstance(order, Move) and event.reason is not None:
        if event.result in ("illegal", "invalid") or event.reason.code in ("convoy-disrupted", "paradox"):
            facts = {"from": chart.province(order.at), "to": chart.province(order.to)}
            return replace(event, result="fails", reason=Problem("no-convoy-seen", facts))
    return event


def _went_out_of_sight(chart: Chart, event: Verdict, seen: frozenset[str]) -> bool:
    """Whether another's unit was ordered to where the seat does not see: why its help was in vain would say where."""
    facts = event.reason.detail if event.reason is not None and event.reason.code == "not-matched" else {}
    return bool(facts) and facts["power"] != event.seat and chart.province(str(facts["to"])) not in seen


def redrawn(chart: Chart, state: State, seat: Seat | None, dice: Dice) -> State:
    """The same numbers of units and centres for every power, those out of sight anywhere out of sight."""
    if not lies(state):
        return state
    seen = sight(chart, state, seat)
    hidden = dice.shuffle("redrawn/provinces", [place for place in chart.board.ids if place not in seen], sealed=True)
    free = iter(hidden)
    units = [unit if chart.province(unit.place) in seen else _anywhere(chart, unit, free) for unit in state.units]
    taken = {chart.province(unit.place) for unit in units}
    driven = [
        _driven_again(chart, one, seat, seen, taken)
        if chart.province(one.unit.place) in seen
        else _driven_anywhere(chart, one, free)
        for one in state.dislodged
    ]
    away = sorted(owner for centre, owner in state.centres.items() if centre not in seen)
    drawn = dice.shuffle("redrawn/centres", [one for one in chart.centres if one not in seen], sealed=True)
    centres = {centre: owner for centre, owner in state.centres.items() if centre in seen}
    centres |= dict(zip(drawn, away, strict=False))
    return replace(
        state,
        units=tuple(sorted(units, key=rank)),
        dislodged=tuple(sorted(driven, key=lambda one: rank(one.unit))),
        contested=tuple(place for place in state.contested if place in seen),
        centres=dict(sorted(centres.items())),
        quiet=0,
    )


def _anywhere(chart: Chart, unit: Unit, free: Iterator[str]) -> Unit:
    """A unit of the same power in the next free province."""
    place = next(free)
    kind = chart.board.provinces[chart.board.number[place]].kind
    return Unit(unit.power, "F" if kind == "sea" else "A", place)


def _driven_again(chart: Chart, one: Driven, seat: Seat | None, seen: frozenset[str], taken: set[str]) -> Driven:
    """A dislodged unit in sight: another's may go, where the seat does not see, wherever nobody was drawn."""
    if one.unit.power == seat:
        return one
    options = tuple(
        place
        for place in chart.board.neighbours(one.unit.kind, one.unit.place)
        if (place in one.options if chart.province(place) in seen else chart.province(place) not in taken)
    )
    return replace(_in_sight(chart, one, seat, seen), options=options)


def _driven_anywhere(chart: Chart, one: Driven, free: Iterator[str]) -> Driven:
    unit = _anywhere(chart, one.unit, free)
    return Driven(unit, "", chart.board.neighbours(unit.kind, unit.place)[:1])
