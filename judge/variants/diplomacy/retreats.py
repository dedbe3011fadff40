"""The retreats: who is asked, where a dislodged unit may go, what becomes of it (D-5, D-26, D-27)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.diplomacy import orders as kernel
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Dislodged
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.diplomacy.retreats import retreats
from judge.adjudicator.protocol import BLANK, Ask, Checked, Event, Problem, Seat, Step, Verdict
from judge.variants.diplomacy.events import UnitGone
from judge.variants.diplomacy.orders import RETREATING, Disband, Order, Retreat, Retreating
from judge.variants.diplomacy.state import Driven, State, rank
from judge.variants.diplomacy.words import unit_text


def asks(state: State) -> dict[Seat, Ask]:
    """Every seat with a dislodged unit is asked; the form says where each may go."""
    found: dict[Seat, Ask] = {}
    for seat in sorted(state.seats):
        mine = [one for one in sorted(state.dislodged, key=lambda one: rank(one.unit)) if one.unit.power == seat]
        if mine:
            lines = tuple(f"{unit_text(one.unit)} R {BLANK}  # {', '.join(one.options)} or D" for one in mine)
            found[seat] = Ask("retreats", lines=lines)
    return found


def open_place(board: Board, driven: Driven, places: Sequence[str]) -> str | None:
    """The first place of a list of preferences that is open to the unit (D-27); None when none is."""
    for place in places:
        if place in driven.options:
            return place
        near = [option for option in driven.options if board.province(option) == board.province(place)]
        if near and driven.unit.kind == "A":
            return near[0]
        if len(near) == 1 and place == board.province(place):
            return near[0]
    return None


def check(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """What stands, what is refused, and a disbandment for every dislodged unit without an order (D-4)."""
    refused: dict[int, Problem] = {}
    warned: dict[int, Problem] = {}
    legal: dict[str, list[int]] = {}
    for index, order in enumerate(orders):
        problem = refusal(board, state, seat, order)
        if problem is not None:
            refused[index] = problem
            continue
        assert isinstance(order, RETREATING)
        legal.setdefault(board.province(order.at), []).append(index)
        if order.notes:
            warned[index] = order.notes[0]
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
            if index not in accepted:
                warned.pop(index, None)
                code = "said-twice" if same else "second-order" if rule == "first" else "earlier-order"
                refused[index] = Problem("several-orders" if rule == "none" and not same else code, facts)
    ordered = {board.province(getattr(order, "at")) for order in accepted.values()}  # noqa: B009 - every retreat has one
    filled = tuple(
        Disband(one.unit.place, (Problem("no-order", {"kind": one.unit.kind, "place": one.unit.place}),))
        for one in sorted(state.dislodged, key=lambda one: rank(one.unit))
        if one.unit.power == seat and board.province(one.unit.place) not in ordered
    )
    return Checked(tuple(accepted[index] for index in sorted(accepted)), refused, filled, warned)


def refusal(board: Board, state: State, seat: Seat, order: Order) -> Problem | None:
    """Why a retreat cannot stand: no dislodged unit of the seat's own, or none of the places is open (D-26)."""
    if not isinstance(order, RETREATING):
        return Problem("not-in-retreats", {"kind": type(order).__name__.lower()})
    driven = state.driven(board.province(order.at))
    if driven is None:
        return Problem("not-dislodged", {"place": board.province(order.at)})
    unit = driven.unit
    if unit.power != seat:
        return Problem("not-your-unit", {"kind": unit.kind, "place": unit.place, "seat": unit.power})
    if isinstance(order, Disband) or open_place(board, driven, order.to) is not None:
        return None
    facts: dict[str, object] = {"kind": unit.kind, "place": unit.place, "to": order.to, "options": driven.options}
    near = [place for place in driven.options if board.province(place) in order.to]
    if near:
        return Problem("which-coast", {"place": unit.place, "to": order.to[0], "coasts": tuple(near)})
    return Problem("no-retreat-there", facts)


def resolve(board: Board, state: State, orders: Mapping[Seat, Sequence[Order]]) -> Step[State]:
    """Carry out the retreats; a unit nobody gave an order for is taken off the board."""
    said: dict[str, Retreating] = {}
    for seat in sorted(orders):
        for order in orders[seat]:
            if isinstance(order, RETREATING):
                said[board.province(order.at)] = order
    given: dict[str, kernel.Retreating] = {}
    for one in state.dislodged:
        order_of = said.get(board.province(one.unit.place))
        place = open_place(board, one, order_of.to) if isinstance(order_of, Retreat) else None
        at = one.unit.place
        given[board.province(at)] = kernel.Retreat(at, place) if place else kernel.Disband(at)
    fallen = [Dislodged(one.unit, Unit("", "A", one.by), one.options) for one in state.dislodged]
    done = retreats(board, state.units, fallen, given)
    events: list[Event] = []
    for result in sorted(done.results, key=lambda one: rank(one.unit)):
        unit = result.unit
        mine = said.get(board.province(unit.place))
        if mine is None:
            events.append(UnitGone(seat=Seat(unit.power), kind=unit.kind, place=unit.place))
            continue
        goal = given[board.province(unit.place)]
        detail = ""
        if isinstance(mine, Retreat) and isinstance(goal, kernel.Retreat):
            if result.word == "fails":
                detail = "destroyed"
            elif (goal.to,) != mine.to:
                detail = f"to {goal.to}"
        events.append(
            Verdict(seat=Seat(unit.power), order=mine, result=result.word, detail=detail, reason=result.reason)
        )
    after = State(
        state.year,
        state.season,
        "retreats",
        state.seats,
        tuple(sorted(done.units, key=rank)),
        state.centres,
        state.options,
        history=state.history,
        quiet=state.quiet,
    )
    return Step(after, tuple(events))
