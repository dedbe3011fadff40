"""The retreats of a season (RW-9c, RW-9d, RW-Q32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.diplomacy.movement import Dislodged
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.diplomacy.retreats import retreats
from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Event, Problem, Seat, Step, Verdict
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.events import GangGone
from judge.variants.range_war.movement import settled
from judge.variants.range_war.orders import Disband, Order, Retreat, Retreating
from judge.variants.range_war.state import Driven, State
from judge.variants.range_war.words import gang


def asks(chart: Chart, state: State) -> dict[Seat, Ask]:
    """Every seat with a dislodged gang that has somewhere to go is asked, once for all of them."""
    found: dict[Seat, Ask] = {}
    for seat in sorted({one.seat for one in state.dislodged}):
        mine = [one.at for one in state.dislodged if one.seat == seat]
        found[seat] = Ask("retreats", lines=tuple(f"{gang(space)} retreats {BLANK}" for space in mine))
    return found


def check(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders and the refused ones. Two orders for one gang are both refused: neither is guessed (RW-Q47)."""
    refused: dict[int, Problem] = {}
    chosen: dict[str, list[int]] = {}
    for index, order in enumerate(orders):
        problem = refusal(state, seat, order)
        if problem is not None:
            refused[index] = problem
        elif isinstance(order, Retreat | Disband):
            chosen.setdefault(order.at, []).append(index)
    kept = settled(orders, chosen, refused)
    return Checked(tuple(orders[index] for index in sorted(kept.values())), refused)


def silence(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    """A dislodged gang without an order is removed (RW-9d)."""
    ordered = {order.at for order in kept if isinstance(order, Retreat | Disband)}
    return tuple(Disband(one.at) for one in state.dislodged if one.seat == seat and one.at not in ordered)


def open_space(driven: Driven, places: Sequence[str]) -> str | None:
    """The first space of a list that is open to the gang."""
    return next((place for place in places if place in driven.options), None)


def refusal(state: State, seat: Seat, order: Order) -> Problem | None:
    """Why an order is illegal: no dislodged gang of the seat's own, or none of the spaces is open (RW-Q32)."""
    if not isinstance(order, Retreat | Disband):
        return Problem("not-in-retreats", {"kind": type(order).__name__.lower()})
    driven = state.driven(order.at)
    if driven is None:
        return Problem("not-dislodged", {"at": order.at})
    if driven.seat != seat:
        return Problem("not-your-gang", {"at": order.at, "seat": driven.seat})
    if isinstance(order, Disband) or open_space(driven, order.to) is not None:
        return None
    return Problem("no-retreat-there", {"at": order.at, "to": order.to, "options": driven.options})


def resolve(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out the retreats: two to one space are both removed, and herds never matter (RW-Q32)."""
    said: dict[str, Retreating] = {}
    for seat in sorted(orders):
        for order in orders[seat]:
            if isinstance(order, Retreat | Disband):
                said[order.at] = order
    given: dict[str, kernel.Retreating] = {}
    for one in state.dislodged:
        mine = said.get(one.at)
        place = open_space(one, mine.to) if isinstance(mine, Retreat) else None
        given[one.at] = kernel.Retreat(one.at, (place,)) if place else kernel.Disband(one.at)
    fallen = [Dislodged(Unit(one.seat, "A", one.at), Unit("", "A", one.by), one.options) for one in state.dislodged]
    units = [Unit(seat, "A", space) for space, seat in state.gangs.items()]
    done = retreats(chart.board, units, fallen, given)
    events: list[Event] = []
    for result in sorted(done.results, key=lambda one: (one.unit.power, one.unit.place)):
        seat, at = Seat(result.unit.power), result.unit.place
        mine = said.get(at)
        if mine is None:
            events.append(GangGone(seat=seat, at=at))
            continue
        goal = given[at]
        detail, reason = "", result.reason
        if isinstance(goal, kernel.Retreat):
            detail = "destroyed" if result.word == "fails" else f"to {goal.to[0]}"
        events.append(Verdict(seat=seat, order=mine, result=result.word, detail=detail, reason=reason))
    after = replace(
        state,
        phase="retreats",
        gangs=dict(sorted((unit.place, Seat(unit.power)) for unit in done.units)),
        dislodged=(),
        contested=(),
    )
    return Step(after, tuple(events))


PHASE = Phase(
    kind="retreats",
    title=lambda chart, state: state.title,
    forms={
        "retreats": (
            "G(Fir)-Wol",
            "G(Fir) retreats Wol, LPR, Pin",
            "G(Fir) retreats Wol or disband",
            "G(Fir) disbands",
        )
    },
    asks=asks,
    check=check,
    silence=silence,
    resolve=resolve,
    also=("retreat", "r"),
)
