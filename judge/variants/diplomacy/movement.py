"""The movement phase: the seats asked, the valid orders, their verdicts (D-3, D-20 to D-25, D-50)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.orders import MOVEMENT, Convoy, Hold, Move, Movement, Order, Support, Transform, Unit
from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Event, Problem, Rows, Seat, Step, Verdict
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.events import UnitDislodged
from judge.variants.diplomacy.legality import Law, illegality
from judge.variants.diplomacy.mending import offered
from judge.variants.diplomacy.state import Driven, State, rank
from judge.variants.diplomacy.words import unit_text

# No option lets these orders count.
NOT_HIS = ("not-in-movement", "no-unit-there", "not-your-unit", "no-such-place")

_HELP = (Support, Convoy)

# A warning for a valid order: the kernel itself makes it fail (DATC 6.B.11).
STANDS_AND_FAILS = ("wrong-coast-of-unit",)


def asks(chart: Chart, state: State) -> dict[Seat, Ask]:
    """Every seat with a unit on the board is asked (D-3)."""
    asked = [seat for seat in sorted(state.seats) if state.of(seat)]
    return {seat: Ask("movement", lines=Rows(partial(_rows, state, seat))) for seat in asked}


def _rows(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(f"{unit_text(unit)} {BLANK}" for unit in state.of(seat))


def check(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders, the refused ones, and the warnings."""
    board = chart.board
    refused: dict[int, Problem] = {}
    warned: dict[int, Problem] = {}
    legal: dict[int, Movement] = {}
    law = chart.law(state.options, state.season)
    for index, order in enumerate(orders):
        problem = refusal(chart, law, state, seat, order)
        if problem is not None and not _stands_all_the_same(state, problem):
            refused[index] = offered(chart, state, order, problem, lambda one: refusal(chart, law, state, seat, one))
            continue
        assert isinstance(order, MOVEMENT)
        legal[index] = order
        if problem is not None:
            warned[index] = problem
    chosen = one_each(board, state, legal, refused, warned)
    for index, problem in _mismatches(board, state, seat, chosen):
        warned.setdefault(index, problem)
    return Checked(tuple([chosen[index] for index in sorted(chosen)]), refused, warned=warned)


def silence(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    """A hold for every unit without an order (D-4)."""
    ordered = {order.subject for order in kept}
    silent = [unit.place for unit in state.of(seat) if ("unit", chart.province(unit.place)) not in ordered]
    return tuple(Hold(place, silent=True) for place in silent)


def _stands_all_the_same(state: State, problem: Problem) -> bool:
    """Players without press signal by orders that cannot work: an option lets these count, and the kernel has them do
    nothing (D-20). Nobody ever orders another seat's unit."""
    if problem.code in STANDS_AND_FAILS:
        return True
    return state.options.get("impossible_orders") == "stand" and problem.code not in NOT_HIS


def refusal(chart: Chart, law: Law, state: State, seat: Seat, order: Order) -> Problem | None:
    """Why an order is illegal: no unit of the seat's own, or one that could not do it (D-20)."""
    if not isinstance(order, MOVEMENT):
        return Problem("not-in-movement", {"kind": type(order).__name__.lower()})
    place = chart.board.province(order.at)
    unit = state.unit(place)
    if unit is None:
        return Problem("no-unit-there", {"place": place})
    if unit.power != seat:
        return Problem("not-your-unit", {"kind": unit.kind, "place": unit.place, "seat": unit.power})
    if isinstance(order, Transform) and (problem := untransformed(chart, state, seat, order)) is not None:
        return problem
    problem = illegality(law, state, unit, order)
    if problem is not None and problem.code == "not-adjacent" and law.board is not chart.board:
        if illegality(Law(chart.board, law.edition), state, unit, order) is None:
            return Problem("border-closed", {**problem.detail, "season": state.season})
    return problem


def untransformed(chart: Chart, state: State, seat: Seat, order: Transform) -> Problem | None:
    """Why a unit cannot become one of the other kind here: the house does not let it, or not in this place (D-85)."""
    where = state.options.get("transformation", "none")
    place = chart.province(order.at)
    if where == "none":
        return Problem("no-transformation", {})
    allowed = {"homes": chart.homes.get(seat, ()), "centres": chart.centres}.get(str(where), (place,))
    return None if place in allowed else Problem("not-transformed-here", {"place": place, "where": where})


def one_each(
    board: Board, state: State, legal: Mapping[int, Movement], refused: dict[int, Problem], warned: dict[int, Problem]
) -> dict[int, Movement]:
    """One order a unit: the first legal one, the last, or none of them, as the house rule says (D-50)."""
    by_unit: dict[str, list[int]] = {}
    for index, order in legal.items():
        by_unit.setdefault(board.province(order.at), []).append(index)
    if len(by_unit) == len(legal):
        return dict(legal)
    chosen: dict[int, Movement] = {}
    rule = state.options["double_orders"]
    for place, indexes in by_unit.items():
        keep = indexes[0] if rule == "first" else indexes[-1]
        same = all(legal[index] == legal[keep] for index in indexes)
        unit = state.unit(place)
        facts: dict[str, object] = {"place": unit.place if unit else place, "kind": unit.kind if unit else ""}
        if same or rule != "none":
            chosen[keep] = legal[keep]
        for index in indexes:
            if legal[index] == legal[keep] and (same or rule != "none"):
                continue  # the same order twice is one order
            warned.pop(index, None)
            code = "second-order" if rule == "first" else "earlier-order"
            refused[index] = Problem("several-orders" if rule == "none" else code, facts)
    return chosen


def _mismatches(
    board: Board, state: State, seat: Seat, chosen: Mapping[int, Movement]
) -> Iterator[tuple[int, Problem]]:
    """Own supports and convoys that do not fit what the seat's own units are ordered to do (D-25)."""
    helping = [(index, order) for index, order in chosen.items() if isinstance(order, _HELP)]
    mine = {board.province(order.at): order for order in chosen.values()} if helping else {}
    for index, order in helping:
        other = state.unit(board.province(order.of))
        if other is None or other.power != seat:
            continue
        does = mine.get(board.province(order.of))
        moves = does if isinstance(does, Move) else None
        facts: dict[str, object] = {"kind": other.kind, "place": other.place, "to": order.to or ""}
        if order.to is None:
            if moves is not None:
                yield index, Problem("supported-moves", facts)
        elif moves is None or board.province(moves.to) != board.province(order.to):
            yield index, Problem("helped-stays" if isinstance(order, Support) else "army-stays", facts)


def resolve(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out the moves. The state that comes back still has this phase: the year goes on from it."""
    board = chart.board
    given: dict[str, Movement] = {}
    for seat in sorted(orders):
        for order in orders[seat]:
            if isinstance(order, MOVEMENT):
                given[board.province(order.at)] = order
    for unit in state.units:
        given.setdefault(board.province(unit.place), Hold(unit.place))
    moved = chart.court(state.options, state.season).movement(state.units, given)
    events: list[Event] = []
    for result in sorted(moved.results, key=lambda one: rank(one.unit)):
        order = given[board.province(result.unit.place)]
        events.append(
            Verdict(
                seat=Seat(result.unit.power),
                order=order,
                result=result.word,
                detail=result.detail,
                reason=result.reason,
            )
        )
    driven = []
    for fallen in sorted(moved.dislodged, key=lambda one: rank(one.unit)):
        events.append(_dislodged(fallen.unit, fallen.attacker, fallen.options))
        if fallen.options:
            driven.append(Driven(fallen.unit, board.province(fallen.attacker.place), fallen.options))
    after = replace(
        state,
        units=tuple(sorted(moved.units, key=rank)),
        dislodged=tuple(driven),
        contested=tuple(sorted(moved.contested)),
    )
    return Step(after, tuple(events))


def _dislodged(unit: Unit, by: Unit, options: tuple[str, ...]) -> UnitDislodged:
    return UnitDislodged(
        seat=Seat(unit.power),
        kind=unit.kind,
        place=unit.place,
        by=Seat(by.power),
        by_kind=by.kind,
        by_place=by.place,
        options=options,
    )


PHASE = Phase(
    kind="movement",
    also=("moves", "m"),
    title=lambda chart, state: state.title,
    forms={
        "movement": (
            "A PAR - BUR",
            "a par-bur",
            "Army Paris to Burgundy",
            "A MAR S A PAR - BUR",
            "A PAR S A MAR",
            "Army Marseilles supports Paris to Burgundy",
            "F BRE - ENG",
            "F BRE H",
            "Fleet London - North Sea; A LVP - YOR, F EDI holds",
        )
    },
    asks=asks,
    check=check,
    resolve=resolve,
    silence=silence,
)
