"""The Build Phase: counters just won go on the map, a Regulator may be hired (LB-36 to LB-49, LB-Q28 to LB-Q35)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import TypeVar

from judge.adjudicator.protocol import Event, Problem, Seat
from judge.grammar.memory import once
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import (
    COWBOYS,
    RANCH,
    RECRUITS,
    REGULATOR,
    SETTLEMENTS,
    Sort,
    shoot,
)
from judge.variants.land_barons.events import CounterDiscarded, CounterHeld, CounterPlaced, RegulatorRecruited
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.orders import Deploy, Order, Recruit
from judge.variants.land_barons.state import Settlement, State, Unit, is_lawful_stack

REGULATOR_PRICE = 10
_BUILDING = frozenset((Deploy, Recruit))
Answer = TypeVar("Answer")
UNIT_SITES = ("town", "trading-post")


def why_not(state: State, seat: Seat, kind: str, space: str) -> Problem | None:
    """Why a counter cannot go to a space; None when it can."""
    settlement = state.settlements.get(space)
    if settlement is None or not settlement.seen:
        return Problem("no-settlement", {"kind": kind, "space": space})
    if settlement.owner != seat:
        return Problem("not-controlled", {"kind": kind, "space": space, "owner": settlement.owner})
    if kind == REGULATOR or RECRUITS[kind].sort is Sort.UNIT:
        return _why_no_unit(state, seat, kind, space, settlement)
    return _why_no_improvement(state, kind, space, settlement)


def _why_no_unit(state: State, seat: Seat, kind: str, space: str, settlement: Settlement) -> Problem | None:
    """Units go on a Town or Trading Post (LB-37), Cowboys on the own ranch (LB-40), where they may stack (LB-Q35)."""
    if not _takes_unit(state, seat, kind, settlement):
        return Problem("wrong-site", {"kind": kind, "space": space, "there": settlement.kind})
    if state.others_at(seat, space):
        return Problem("enemy-there", {"kind": kind, "space": space})
    there = state.at(seat, space)
    if there and not is_lawful_stack((*there, Unit(0, kind, space))):
        foe = next(unit.kind for unit in there if not is_lawful_stack((unit, Unit(0, kind, space))))
        return Problem("will-not-stack", {"kind": kind, "space": space, "with": foe})
    return None


def _takes_unit(state: State, seat: Seat, kind: str, settlement: Settlement) -> bool:
    if kind == COWBOYS:
        where = state.choice("cowboys_at")
        if settlement.kind == RANCH:
            return settlement.ranch == seat or where != "own-ranch"
        return where == "anywhere" and settlement.kind in UNIT_SITES
    if kind == REGULATOR and settlement.ranch == seat:
        return state.is_set("regulators_at_ranch")
    return settlement.kind in UNIT_SITES


def _why_no_improvement(state: State, kind: str, space: str, settlement: Settlement) -> Problem | None:
    """Each improvement has its kind of site (LB-41, LB-43, LB-45, LB-47), and each site its limit (LB-42, 44, 46)."""
    sort = RECRUITS[kind].sort
    if settlement.kind == RANCH or SETTLEMENTS[settlement.kind].takes is not sort:
        return Problem("wrong-site", {"kind": kind, "space": space, "there": settlement.kind})
    there = settlement.improvements
    if sort in (Sort.TOWN, Sort.POST) and kind in there:
        return Problem("has-one", {"kind": kind, "space": space})
    most = 1 if sort is Sort.FARM else state.number("mine_max") if sort is Sort.MINE else 0
    if most and len(there) >= most:
        return Problem("is-full", {"kind": kind, "space": space, "there": there[0], "most": most})
    return None


@once
def sites(state: State, seat: Seat, kind: str) -> tuple[str, ...]:
    """Every space a counter may go to now, by label."""
    return tuple(space for space in state.owned(seat) if why_not(state, seat, kind, space) is None)


def takers(state: State, kind: str) -> tuple[str, ...]:
    """The kinds of settlement that a counter may go on (LB-37 to LB-47); none for an office."""
    sort = RECRUITS[kind].sort
    if sort is not Sort.UNIT:
        return tuple(one.key for one in SETTLEMENTS.values() if one.takes is sort)
    if kind == COWBOYS:
        return (RANCH, *UNIT_SITES) if state.choice("cowboys_at") == "anywhere" else (RANCH,)
    return UNIT_SITES


def default_site(board: Board, state: State, seat: Seat, kind: str) -> str:
    """Where silence puts a counter (LB-Q33): "" is nowhere, the counter is discarded (LB-48, LB-Q32).

    Units: the lawful site nearest an enemy unit, ties by most own Shoot there, then label. Improvements: by label.
    """
    lawful = sites(state, seat, kind)
    if len(lawful) < 2 or RECRUITS[kind].sort is not Sort.UNIT:
        return lawful[0] if lawful else ""
    enemies = {unit.space for owner, unit in state.all_units() if owner != seat}

    def urgency(space: str) -> tuple[int, int, str]:
        nearest = min((board.apart(space, enemy) for enemy in enemies), default=999)
        return nearest, -sum(shoot(unit.kind) for unit in state.at(seat, space)), space

    return min(lawful, key=urgency)


def _once(
    work: Callable[[Board, State, Seat, Sequence[Order]], Answer],
) -> Callable[[Board, State, Seat, Sequence[Order]], Answer]:
    """The work of a seat's building, done once for all parts of a check that ask for it in turn: the orders that were
    asked about last are known by being the very same things, so those of another letter are never taken for them. What
    becomes of no orders at all hangs on the position alone."""

    def done(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Answer:
        mine = [one for one in orders if isinstance(one, (Deploy, Recruit))]
        if not mine:
            bare: Answer | None = state.known.get((work, seat))
            return bare or state.known.setdefault((work, seat), work(board, state, seat, mine))
        last: tuple[Seat, list[Deploy | Recruit], Answer] | None = state.known.get(work)
        if last is None or last[0] != seat or len(last[1]) != len(mine) or not all(map(is_, last[1], mine)):
            last = state.known[work] = seat, mine, work(board, state, seat, mine)
        return last[2]

    return done


@dataclass(frozen=True, slots=True)
class Built:
    """The result of one seat's building: the state after it, the events, and the fate of each order."""

    state: State
    events: tuple[Event, ...]
    results: tuple[tuple[Order, str, str, Problem | None], ...]
    left: tuple[tuple[str, int], ...]
    """Counters no order named, with their number among those of their kind."""


@_once
def build(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Built:
    """A player deploys the counters they won in the order they list them, then hires their Regulator (LB-Q30).

    Nothing here is chance and no player touches another, so the check of a letter and the step itself agree.
    """
    numbered = number_counters(state.won.get(seat, ()))
    left = list(numbered)
    events: list[Event] = []
    results: list[tuple[Order, str, str, Problem | None]] = []
    for order in orders:
        if not isinstance(order, Deploy):
            continue
        counter = _counter_meant(order, left)
        if counter is None:
            results.append((order, "refused", "", Problem("not-won", {"kind": order.kind, "won": _kinds(numbered)})))
            continue
        state, event, result, why = _deploy(state, seat, order)
        if why is None:
            left.remove(counter)
        if event is not None:
            events.append(event)
        results.append((order, result, order.space if result == "placed" else "", why))
    for order in orders:
        if isinstance(order, Recruit) and order.space:
            why = why_no_regulator(state, seat, order.space)
            if why is None:
                state = add_unit(state.with_cash(seat, -REGULATOR_PRICE), seat, REGULATOR, order.space)
                events.append(RegulatorRecruited(seat=seat, space=order.space))
            results.append((order, "refused" if why else "recruited", "" if why else order.space, why))
            # One Regulator a turn (LB-39): a second order finds none left to hire.
            break
    return Built(state, tuple(events), tuple(results), tuple(left))


def number_counters(won: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Counters just won, those of one kind numbered from 1."""
    seen: dict[str, int] = {}
    found = []
    for kind in won:
        seen[kind] = seen.get(kind, 0) + 1
        found.append((kind, seen[kind]))
    return tuple(found)


def _kinds(numbered: tuple[tuple[str, int], ...]) -> tuple[str, ...]:
    return tuple(kind for kind, _ in numbered)


def _counter_meant(order: Deploy, left: list[tuple[str, int]]) -> tuple[str, int] | None:
    for counter in left:
        if counter[0] == order.kind and order.number in (0, counter[1]):
            return counter
    return None


def _deploy(state: State, seat: Seat, order: Deploy) -> tuple[State, Event | None, str, Problem | None]:
    """One counter to its site, to the discards, or kept."""
    kind = order.kind
    if order.hold:
        if not state.is_set("hold_improvements") or RECRUITS[kind].sort is Sort.UNIT:
            return state, None, "refused", Problem("no-holding", {"kind": kind})
        return state, CounterHeld(seat=seat, kind=kind), "held", None
    if not order.space:
        state = _without_won(state, seat, kind).with_discards(kind)
        wished = bool(sites(state, seat, kind))
        return state, CounterDiscarded(seat=seat, kind=kind, wished=wished), "discarded", None
    why = why_not(state, seat, kind, order.space)
    if why is not None:
        return state, None, "refused", why
    won = _won_without(state, seat, kind)
    if RECRUITS[kind].sort is Sort.UNIT:
        state = state.changed(won=won, units={**state.units, seat: with_one_more(state, seat, kind, order.space)})
    else:
        settlement = state.settlements[order.space]
        there = tuple(sorted((*settlement.improvements, kind)))
        improved = Settlement(settlement.kind, settlement.owner, there, settlement.ranch, settlement.seen)
        state = state.changed(won=won, settlements={**state.settlements, order.space: improved})
    return state, CounterPlaced(seat=seat, kind=kind, space=order.space), "placed", None


def _without_won(state: State, seat: Seat, kind: str) -> State:
    return state.changed(won=_won_without(state, seat, kind))


def _won_without(state: State, seat: Seat, kind: str) -> Mapping[Seat, tuple[str, ...]]:
    """The counters that everybody won, without this one."""
    won = list(state.won.get(seat, ()))
    won.remove(kind)
    return {**state.won, seat: tuple(won)}


def add_unit(state: State, seat: Seat, kind: str, space: str) -> State:
    """The state with one more unit, the newest of its owner."""
    return state.with_units(seat, with_one_more(state, seat, kind, space))


def with_one_more(state: State, seat: Seat, kind: str, space: str) -> tuple[Unit, ...]:
    """A seat's units and one more, the newest."""
    units = state.units_of(seat)
    newest = max([unit.id for unit in units], default=0)
    return (*units, Unit(newest + 1, kind, space))


def why_no_regulator(state: State, seat: Seat, space: str) -> Problem | None:
    """A Regulator costs 10 Dollars (LB-38) and appears as a unit: on a Town or Post one controls (LB-Q28)."""
    if state.purse(seat) < REGULATOR_PRICE:
        return Problem("no-money", {"kind": REGULATOR, "price": REGULATOR_PRICE, "cash": state.purse(seat)})
    return why_not(state, seat, REGULATOR, space)


def default_deployments(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[Deploy, ...]:
    """The orders of silence: every counter that no order names goes to its default site, or is kept, or discarded."""
    return _silent(board, state, seat, orders)[0] if state.won.get(seat) else ()


@_once
def _silent(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[tuple[Deploy, ...], State]:
    """The same, and the position after them."""
    built = build(board, state, seat, orders)
    state, found = built.state, list[Deploy]()
    many = [kind for kind, _ in number_counters(state.won.get(seat, ()))]
    for kind, number in built.left:
        space = default_site(board, state, seat, kind)
        hold = not space and state.is_set("hold_improvements") and RECRUITS[kind].sort is not Sort.UNIT
        order = Deploy(kind, space, number if many.count(kind) > 1 else 0, hold, silent=True)
        found.append(order)
        state = _deploy(state, seat, order)[0]
    return tuple(found), state


def after_building(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> State:
    """The position after a seat's building, with what silence has added to the orders behind them."""
    if _BUILDING.isdisjoint(map(type, orders)):
        return state
    mine = [one for one in orders if isinstance(one, (Deploy, Recruit))]
    silent = [one for one in mine if isinstance(one, Deploy) and one.silent]
    said = [one for one in mine if isinstance(one, Recruit) or not one.silent] if silent else mine
    if silent and Recruit not in map(type, said):
        # Nobody is hired in between: where silence ended, all of them end.
        found, state_after = _silent(board, state, seat, said)
        if len(found) == len(silent) and all(map(is_, found, silent)):
            return state_after
    return build(board, state, seat, mine).state


def build_all(making: Making, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """Players build in seat order (LB-Q30). A counter that was not deployed is discarded (LB-48)."""
    for seat in making.state.living:
        built = build(making.board, making.state, seat, orders.get(seat, ()))
        making.state = built.state
        making.tell(*built.events)
        for order, result, detail, why in built.results:
            making.judge(seat, order, result, detail, why)
        held = [order.kind for order, result, _, _ in built.results if result == "held" and isinstance(order, Deploy)]
        for kind in making.state.won.get(seat, ()):
            if kind in held:
                held.remove(kind)
                continue
            making.state = _without_won(making.state, seat, kind).with_discards(kind)
            making.tell(CounterDiscarded(seat=seat, kind=kind, wished=False))
    making.state = replace(making.state, won={seat: won for seat, won in making.state.won.items() if won})
