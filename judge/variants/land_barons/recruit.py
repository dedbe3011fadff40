"""The Recruit Phase: sealed bids on every lot (LB-27 to LB-31, LB-Q20 to LB-Q24, LB-Q61)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.auction import Settled, covered, settle_all
from judge.adjudicator.protocol import Problem, Seat
from judge.variants.land_barons.counters import OFFICES
from judge.variants.land_barons.events import LotDropped, LotSettled
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.orders import Bid, Order
from judge.variants.land_barons.revenue import lose_office
from judge.variants.land_barons.state import State, Tied


def open_lots(state: State) -> tuple[int, ...]:
    """The lots that are bid on now, counted from 1: all, or in an extra round those that tied."""
    if state.tied:
        return tuple(one.lot for one in state.tied)
    return tuple(range(1, len(state.lots) + 1))


def may_bid(state: State, seat: Seat, lot: int) -> bool:
    """Whether a seat may bid on a lot: in an extra round only those who tied for it."""
    if state.tied:
        return any(one.lot == lot and seat in one.seats for one in state.tied)
    return 1 <= lot <= len(state.lots)


def ladders_of(state: State, seat: Seat, orders: Sequence[Order]) -> dict[int, tuple[int, ...]]:
    """A seat's bids by lot; with `cover_all`, only those that all together are covered by the cash (LB-Q20)."""
    bids = {order.lot: order.rungs for order in orders if isinstance(order, Bid) and order.rungs}
    bids = {lot: bids[lot] for lot in sorted(bids) if may_bid(state, seat, lot)}
    if state.is_set("cover_all"):
        stand = covered([rungs[-1] for rungs in bids.values()], state.purse(seat))
        bids = {lot: rungs for (lot, rungs), stands in zip(bids.items(), stand, strict=True) if stands}
    return bids


def hold_auction(making: Making, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """Bids are secret and revealed together (LB-28); lots are settled in their order, each from the cash then left.

    The winner pays the bank and takes the counter; losers keep their money (LB-29, LB-30). On a tie nobody wins
    (LB-31), unless further rungs decide it (LB-Q22). Lots that were not sold stay for the next turn (LB-Q23).
    """
    state = making.state
    bids = {seat: ladders_of(state, seat, orders.get(seat, ())) for seat in state.living}
    lots = open_lots(state)
    wanted = [{str(seat): mine[lot] for seat, mine in bids.items() if lot in mine} for lot in lots]
    results, _ = settle_all(wanted, {str(seat): state.purse(seat) for seat in state.living})
    again: list[Tied] = []
    sold: set[int] = set()
    for lot, result in zip(lots, results, strict=True):
        kind = state.lots[lot - 1]
        tied = tuple(Seat(one) for one in result.tied)
        # Only those who tied may bid again, so an extra round always has at least two.
        retry = bool(tied) and state.choice("rebid") == "now"
        making.tell(_opened(lot, kind, result, retry))
        _judge_bids(making, orders, lot, result)
        if result.winner is not None:
            take_counter(making, Seat(result.winner), kind, result.price)
            sold.add(lot)
        elif retry:
            again.append(Tied(lot, tied))
    _put_away(making, sold, again)


def _opened(lot: int, kind: str, result: Settled, again: bool) -> LotSettled:
    """Every first rung, and every later rung that was compared, is public (LB-Q61)."""
    return LotSettled(
        number=lot,
        kind=kind,
        rounds=tuple(tuple((Seat(who), dollars) for who, dollars in said) for said in result.rounds),
        void=tuple((Seat(who), dollars) for who, dollars in result.void),
        winner=None if result.winner is None else Seat(result.winner),
        price=result.price,
        tied=tuple(Seat(who) for who in result.tied),
        again=again,
    )


def _judge_bids(making: Making, orders: Mapping[Seat, Sequence[Order]], lot: int, result: Settled) -> None:
    """The fate of each bid on a lot."""
    void, compared = dict(result.void), {who for said in result.rounds for who, _ in said}
    for seat in making.state.living:
        for order in orders.get(seat, ()):
            if not isinstance(order, Bid) or order.lot != lot or not order.rungs:
                continue
            if result.winner == seat:
                making.judge(seat, order, "wins", f"${result.price}")
            elif seat in void or seat not in compared:
                why = Problem("bid-void", {"dollars": order.rungs[0], "cash": making.state.purse(seat)})
                making.judge(seat, order, "void", "more than the cash then left", why)
            elif seat in result.tied:
                making.judge(seat, order, "tied", "nobody wins", Problem("bid-tied", {"seats": result.tied}))
            else:
                why = Problem("bid-outbid", {"winner": result.winner, "price": result.price, "seats": result.tied})
                making.judge(seat, order, "outbid", "", why)


def take_counter(making: Making, seat: Seat, kind: str, price: int) -> None:
    """The winner pays the bank and controls the counter (LB-30): offices at once, all others to be deployed (LB-36)."""
    if kind in OFFICES and kind in making.state.offices:
        lose_office(making, kind, making.state.offices[kind])
    state = making.state.with_cash(seat, -price)
    if kind in OFFICES:
        making.state = replace(state, offices={**state.offices, kind: seat})
    else:
        making.state = replace(state, won={**state.won, seat: (*state.won.get(seat, ()), kind)})


def _put_away(making: Making, sold: set[int], again: list[Tied]) -> None:
    """Sold lots leave the table; what stays is carried, or bid on again at once by those who tied."""
    state = making.state
    stay = [lot for lot in range(1, len(state.lots) + 1) if lot not in sold]
    renumber = {lot: place for place, lot in enumerate(stay, 1)}
    tied = tuple(Tied(renumber[one.lot], one.seats) for one in again)
    making.state = replace(state, lots=tuple(state.lots[lot - 1] for lot in stay), tied=tied)
    if not tied:
        _drop_oldest(making)


def _drop_oldest(making: Making) -> None:
    """Unsold lots pile up (LB-Q23), unless `unsold_limit` keeps only the newest."""
    limit = making.state.number("unsold_limit")
    while limit and len(making.state.lots) > limit:
        kind = making.state.lots[0]
        making.state = replace(making.state, lots=making.state.lots[1:]).with_discards(kind)
        making.tell(LotDropped(kind=kind))
