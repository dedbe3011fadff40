"""The retreats: who is asked, where a dislodged unit may go, what becomes of it (D-5, D-26, D-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.diplomacy.movement import Dislodged
from judge.adjudicator.diplomacy.orders import RETREATING, Disband, Order, Retreat, Retreating, Unit
from judge.adjudicator.diplomacy.retreats import open_place, retreats, why_no_retreat
from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Event, Problem, Seat, Step, Verdict
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.events import UnitGone
from judge.variants.diplomacy.mending import offered
from judge.variants.diplomacy.state import State, rank
from judge.variants.diplomacy.words import unit_text


def asks(chart: Chart, state: State) -> dict[Seat, Ask]:
    """Every seat with a dislodged unit is asked; the form says where each may go."""
    found: dict[Seat, Ask] = {}
    for seat in sorted(state.seats):
        mine = [one for one in sorted(state.dislodged, key=lambda one: rank(one.unit)) if one.unit.power == seat]
        if mine:
            lines = tuple(f"{unit_text(one.unit)} R {BLANK}  # {', '.join(one.options)} or D" for one in mine)
            found[seat] = Ask("retreats", lines=lines)
    return found


def check(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders and the refused ones."""
    refused: dict[int, Problem] = {}
    legal: dict[str, list[int]] = {}
    for index, order in enumerate(orders):
        problem = refusal(chart, state, seat, order)
        if problem is not None:
            refused[index] = offered(chart, state, order, problem, lambda one: refusal(chart, state, seat, one))
            continue
        assert isinstance(order, RETREATING)
        legal.setdefault(chart.province(order.at), []).append(index)
    rule = state.options["double_orders"]
    accepted: dict[int, Order] = {}
    for place, indexes in legal.items():
        keep = indexes[0] if rule == "first" else indexes[-1]
        same = all(orders[index] == orders[keep] for index in indexes)
        if same or rule != "none":
            accepted[keep] = orders[keep]
        driven = state.driven(place)
        facts = {"place": driven.unit.place, "kind": driven.unit.kind} if driven else {"place": place, "kind": ""}
        for index in indexes:
            if orders[index] != orders[keep] or (rule == "none" and not same):
                code = "second-order" if rule == "first" else "earlier-order"
                refused[index] = Problem("several-orders" if rule == "none" else code, facts)
    return Checked(tuple(accepted[index] for index in sorted(accepted)), refused)


def silence(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    """A disbandment for every dislodged unit without an order (D-4)."""
    ordered = {order.subject for order in kept}
    units = sorted((one.unit for one in state.dislodged if one.unit.power == seat), key=rank)
    gone = (Disband(unit.place, silent=True) for unit in units)
    return tuple(order for order in gone if order.subject not in ordered)


def refusal(chart: Chart, state: State, seat: Seat, order: Order) -> Problem | None:
    """Why a retreat is illegal: no dislodged unit of the seat's own, or none of the places is open (D-26)."""
    if not isinstance(order, RETREATING):
        return Problem("not-in-retreats", {"kind": type(order).__name__.lower()})
    driven = state.driven(chart.province(order.at))
    if driven is None:
        return Problem("not-dislodged", {"place": chart.province(order.at)})
    unit = driven.unit
    if unit.power != seat:
        return Problem("not-your-unit", {"kind": unit.kind, "place": unit.place, "seat": unit.power})
    if isinstance(order, Disband) or open_place(chart.board, unit, driven.options, order.to) is not None:
        return None
    problem = why_no_retreat(chart.board, unit, driven.options, order.to)
    return Problem(problem.code, {**problem.detail, "kind": unit.kind})


def resolve(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out the retreats; a unit nobody gave an order for is taken off the board."""
    said: dict[str, Retreating] = {}
    for seat in sorted(orders):
        for order in orders[seat]:
            if isinstance(order, RETREATING):
                said[chart.province(order.at)] = order
    fallen = [Dislodged(one.unit, Unit("", "A", one.by), one.options) for one in state.dislodged]
    done = retreats(chart.board, state.units, fallen, said)
    events: list[Event] = []
    for result in sorted(done.results, key=lambda one: rank(one.unit)):
        unit = result.unit
        mine = said.get(chart.province(unit.place))
        if mine is None:
            events.append(UnitGone(seat=Seat(unit.power), kind=unit.kind, place=unit.place))
            continue
        detail = ""
        if isinstance(mine, Retreat) and result.to:
            if result.word == "fails":
                detail = "destroyed"
            elif (result.to,) != mine.to:
                detail = f"to {result.to}"
        events.append(
            Verdict(seat=Seat(unit.power), order=mine, result=result.word, detail=detail, reason=result.reason)
        )
    after = replace(state, units=tuple(sorted(done.units, key=rank)), dislodged=(), contested=())
    return Step(after, tuple(events))


PHASE = Phase(
    kind="retreats",
    also=("retreating", "r"),
    title=lambda chart, state: state.title,
    forms={"retreats": ("A BUR R PIC", "A BUR R PIC, GAS, PAR", "A Burgundy retreats to Picardy", "A BUR D")},
    asks=asks,
    check=check,
    resolve=resolve,
    silence=silence,
)
