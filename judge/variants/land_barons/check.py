"""The valid orders of a letter, the refused ones and the warnings, with reasons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import le

from judge.adjudicator.protocol import Checked, Problem, Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import REGULATOR_PRICE, after_building, build, default_deployments, sites, why_not
from judge.variants.land_barons.check_raid import check_lists, check_moves
from judge.variants.land_barons.counters import BARON, OFFICES
from judge.variants.land_barons.mend import mended
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import (
    AgreeDraw,
    Bid,
    Deploy,
    Give,
    GiveUp,
    Lose,
    Move,
    Order,
    OrderBid,
    Pay,
    Ranch,
    Recruit,
    Retreat,
    UnitRef,
)
from judge.variants.land_barons.pay import WAGE, payroll, unit_named
from judge.variants.land_barons.recruit import may_bid
from judge.variants.land_barons.setup import lawful_ranches, ranch_sites
from judge.variants.land_barons.sieve import Sieve
from judge.variants.land_barons.silence import after_gifts
from judge.variants.land_barons.state import State

ANY_TIME = (Lose, Retreat, Give, AgreeDraw, GiveUp)
_ALL = Pay("all")
_AFFAIRS = (AgreeDraw, Give)
_BUILDING = (Deploy, Recruit)
Part = Callable[[Sieve], None]


def checking(
    allowed: tuple[type, ...], *parts: Part
) -> Callable[[Board, State, Seat, Sequence[Order]], Checked[Order]]:
    """The check of a window that takes orders of these types: what concerns any window, then each decision of it."""
    taken = frozenset(allowed)

    def sieved(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Sieve:
        sieve = Sieve(board, state, seat, tuple(orders))
        _refuse_misplaced(sieve, taken)
        _refuse_repeated(sieve)
        check_lists(sieve)
        _check_affairs(sieve)
        for part in parts:
            part(sieve)
        return sieve

    def check(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        sieve = sieved(board, state, seat, orders)
        offered = 0
        for place, problem in sorted(sieve.refused.items()) if sieve.refused else ():
            near = mended(board, state, seat, orders[place], problem)
            if isinstance(near, Bid):
                near = _payable(sieve, near, offered)
                offered += near.rungs[0] if near is not None else 0
            if near is not None and near != orders[place] and not sieved(board, state, seat, (near,)).refused:
                facts = {**problem.detail, "suggestion": write(state, near)}
                sieve.refused[place] = Problem(problem.code, facts)
        return Checked(tuple(sieve.kept()), sieve.refused, (), sieve.warned)

    return check


def _refuse_misplaced(sieve: Sieve, taken: frozenset[type]) -> None:
    """Orders that belong to another window."""
    for place, order in sieve.standing() if not sieve.types <= taken else ():
        if type(order) not in taken:
            sieve.refused[place] = Problem("wrong-window", {"phase": sieve.state.phase})


def _refuse_repeated(sieve: Sieve) -> None:
    """Two orders on one subject that are not the same are both refused: neither is guessed (LB-Q67).

    The same said twice is said once, but for a second Regulator (LB-39). Two counters of a kind may be deployed by two
    like orders.
    """
    many = len(sieve.orders)
    if len(sieve.types) == many or len({order.subject for order in sieve.orders}) == many:
        return
    by_subject: dict[Hashable, list[int]] = {}
    won = sieve.state.won.get(sieve.seat, ())
    for place, order in sieve.standing():
        if not isinstance(order, Deploy) or order.number or won.count(order.kind) == 1:
            by_subject.setdefault(order.subject, []).append(place)
    for places in by_subject.values():
        if len(places) == 1:
            continue
        said = list(dict.fromkeys(sieve.orders[place] for place in places))
        if len(said) == 1:
            for place in places[:-1]:
                if isinstance(said[0], Recruit):
                    sieve.refused[place] = Problem("ordered-twice", {})
                else:
                    sieve.said_again.add(place)
            continue
        texts = tuple(write(sieve.state, order) for order in said)
        for place in places:
            sieve.refused[place] = Problem("said-twice", {"orders": texts})


def _check_affairs(sieve: Sieve) -> None:
    """Gifts and offers of a draw exist only where the options say so (LB-Q14, LB-Q56)."""
    if sieve.types.isdisjoint(_AFFAIRS):
        return
    state, purse = sieve.state, sieve.state.purse(sieve.seat)
    for place, order in sieve.standing():
        if isinstance(order, AgreeDraw) and not state.is_set("draw_by_vote"):
            sieve.refused[place] = Problem("no-draws", {})
        if not isinstance(order, Give):
            continue
        if not state.is_set("gifts"):
            sieve.refused[place] = Problem("no-gifts", {})
        elif order.to == sieve.seat or order.to not in state.living:
            sieve.refused[place] = Problem("no-such-friend", {"to": order.to})
        elif order.dollars > purse:
            sieve.refused[place] = Problem("over-cash", {"dollars": order.dollars, "cash": purse})
        else:
            purse -= order.dollars


def _purse_after_gifts(sieve: Sieve) -> int:
    purse = sieve.state.purse(sieve.seat)
    if Give not in sieve.types:
        return purse
    return purse - sum(one.dollars for one in sieve.kept() if isinstance(one, Give))


def ranches(sieve: Sieve) -> None:
    """Ranches go on free settlement spaces (LB-12)."""
    sites = ranch_sites(sieve.board, sieve.state)
    for place, order in sieve.standing():
        if isinstance(order, Ranch):
            bad = [space for space in order.spaces if space not in sites]
            if bad:
                facts = {"space": bad[0], "sites": lawful_ranches(sieve.board, sieve.state)}
                sieve.refused[place] = Problem("no-ranch-there", facts)


def pay(sieve: Sieve) -> None:
    """Only units of one's own can be named, and Barons want no pay (LB-25)."""
    if Pay not in sieve.types:
        return
    state, seat = sieve.state, sieve.seat
    purse = _purse_after_gifts(sieve)
    for place, order in sieve.standing():
        if not isinstance(order, Pay):
            continue
        whys = [_why_not_paid(state, seat, ref) for ref in order.units] if order.units else ()
        why = next(filter(None, whys), None)
        if why is not None:
            sieve.refused[place] = why
            continue
        wanted = len(payroll(state, seat, order, 10**6))
        paid = min(wanted, max(0, purse) // WAGE)
        if paid < wanted:
            sieve.warned[place] = Problem("pay-short", {"paid": paid, "wanted": wanted, "cash": purse})


def _why_not_paid(state: State, seat: Seat, ref: UnitRef) -> Problem | None:
    if ref.kind == BARON:
        return Problem("baron-unpaid", {})
    if unit_named(state, seat, ref) is None:
        return no_such_unit(state, seat, ref)
    return None


def no_such_unit(state: State, seat: Seat, ref: UnitRef) -> Problem:
    """The unit named is not there; where its like are."""
    where = tuple(sorted({unit.space for unit in state.units_of(seat) if unit.kind == ref.kind}))
    there = sum(1 for unit in state.at(seat, ref.space) if unit.kind == ref.kind)
    facts = {"kind": ref.kind, "space": ref.space, "number": ref.number, "there": there, "where": where}
    return Problem("no-such-unit", facts)


VOID = ("bid-over-cash", "bids-over-cash")
"""The warning for bids that may be void for want of cash."""


def _payable(sieve: Sieve, near: Bid, offered: int) -> Bid | None:
    """A bid that can be paid beside the valid ones, and those of `offered` Dollars that were offered already."""
    others = sum(one.rungs[0] for one in sieve.kept() if isinstance(one, Bid) and one.rungs)
    left = _cash_for_bids(sieve) - others - offered
    rungs = tuple(rung for rung in near.rungs if rung <= left) or ((left,) if near.rungs else ())
    return Bid(near.lot, rungs) if left >= 1 and rungs else None


def _cash_for_bids(sieve: Sieve) -> int:
    """Bids count against the cash left after gifts and pay (LB-Q57)."""
    purse = _purse_after_gifts(sieve)
    if sieve.state.phase != "pay-and-bids":
        return purse
    order = next((one for one in sieve.kept() if isinstance(one, Pay)), _ALL) if Pay in sieve.types else _ALL
    return purse - WAGE * len(payroll(sieve.state, sieve.seat, order, purse))


def bids(sieve: Sieve) -> None:
    """Whole Dollars from 1 (LB-Q21), ladders that rise (LB-Q22), lots that are open."""
    if Bid not in sieve.types:
        return
    state, cash = sieve.state, _cash_for_bids(sieve)
    summed, covered, is_covered = 0, 0, state.is_set("cover_all")
    for place, order in sieve.standing():
        if not isinstance(order, Bid):
            continue
        why = _why_no_bid(sieve, order)
        if why is None and is_covered and order.rungs:
            if covered + order.rungs[-1] > cash:
                why = Problem("not-covered", {"sum": covered + order.rungs[-1], "cash": cash})
            else:
                covered += order.rungs[-1]
        if why is not None:
            sieve.refused[place] = why
        elif order.rungs and order.rungs[0] > cash:
            sieve.warned[place] = Problem("bid-over-cash", {"dollars": order.rungs[0], "cash": cash})
        elif order.rungs:
            _warn_of_bid(sieve, place, order)
            summed += order.rungs[0]
            if summed > cash and place not in sieve.warned:
                # Not all of them can be paid, were all of them won (LB-Q20, LB-Q70): the one that is too much.
                sieve.warned[place] = Problem("bids-over-cash", {"sum": summed, "cash": cash})


def _warn_of_bid(sieve: Sieve, place: int, order: Bid) -> None:
    """The counters that could not be placed if won now (LB-48, LB-Q70); offices need no place."""
    state, kind = sieve.state, sieve.state.lots[order.lot - 1]
    if kind in OFFICES or sites(state, sieve.seat, kind):
        return
    whys = (why_not(state, sieve.seat, kind, space) for space in state.owned(sieve.seat))
    why = next((one for one in whys if one is not None and one.code != "wrong-site"), None)
    facts = {} if why is None else {"why": why.code, **why.detail}
    sieve.warned[place] = Problem("no-site-for", {"why": "", **facts, "kind": kind})


def _why_no_bid(sieve: Sieve, order: Bid) -> Problem | None:
    state = sieve.state
    if not 1 <= order.lot <= len(state.lots):
        return Problem("no-such-lot", {"text": f"lot {order.lot}", "lots": state.lots})
    if not may_bid(state, sieve.seat, order.lot):
        return Problem("lot-closed", {"kind": state.lots[order.lot - 1]})
    if not order.rungs:
        return None
    if min(order.rungs) < 1:
        return Problem("bid-too-low", {"least": 1})
    purse = state.purse(sieve.seat)
    if order.rungs[0] > purse and not state.is_set("gifts"):
        # Nothing comes in between the letter and the lots: such a bid is void for certain.
        return Problem("over-cash", {"dollars": order.rungs[0], "cash": purse})
    if len(order.rungs) == 1:
        return None
    if state.choice("rebid") != "ladder":
        return Problem("no-ladders", {"rung": order.rungs[0]})
    if any(map(le, order.rungs[1:], order.rungs)):
        return Problem("ladder-falls", {"rungs": order.rungs})
    return None


def build_orders(sieve: Sieve) -> None:
    """Counters go where they may (LB-Q33), a Regulator where there is money for one."""
    if sieve.types.isdisjoint(_BUILDING):
        return
    state = after_gifts(sieve.state, sieve.seat, sieve.kept())
    placed = [(place, order) for place, order in sieve.standing() if isinstance(order, _BUILDING)]
    results = list(build(sieve.board, state, sieve.seat, [order for _, order in placed]).results)
    for place, order in placed:
        found = next((one for one in results if one[0] == order), None)
        if found is not None:
            results.remove(found)
            if found[3] is not None:
                sieve.refused[place] = found[3]


def order_bid(sieve: Sieve) -> None:
    """A bid for the order is at most the cash left after building (LB-Q60)."""
    if OrderBid not in sieve.types:
        return
    state = sieve.state
    hires = [one for one in sieve.kept() if isinstance(one, Recruit) and one.space]
    cash = _purse_after_gifts(sieve) - REGULATOR_PRICE * len(hires)
    for place, order in sieve.standing():
        if not isinstance(order, OrderBid):
            continue
        if order.dollars > cash:
            sieve.refused[place] = Problem("over-cash", {"dollars": order.dollars, "cash": cash})
        elif order.place and not state.is_set("winner_chooses_seat"):
            sieve.refused[place] = Problem("no-choosing", {})
        elif order.place > len(state.living):
            sieve.refused[place] = Problem("no-such-place", {"place": order.place, "most": len(state.living)})


def moves(sieve: Sieve) -> None:
    """Raids from where the units are."""
    if Move in sieve.types:
        check_moves(sieve, sieve.state)


def later_moves(sieve: Sieve) -> None:
    """Units deployed in this window may move (LB-Q60): raids are held against the position after building."""
    if Move not in sieve.types:
        return
    board, state, seat, kept = sieve.board, sieve.state, sieve.seat, sieve.kept()
    if state.won.get(seat) or not sieve.types.isdisjoint(_BUILDING):
        placed = default_deployments(board, after_gifts(state, seat, kept), seat, kept)
        state = after_building(board, state, seat, [*kept, *placed])
    check_moves(sieve, state)
