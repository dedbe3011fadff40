"""The orders that silence adds to the valid ones (LB-Q54), decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from judge.adjudicator.protocol import Seat
from judge.grammar.memory import once
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import after_building, default_deployments
from judge.variants.land_barons.names import in_tables, joining, refs
from judge.variants.land_barons.orders import Bid, Give, Move, Order, OrderBid, Pay, Ranch, UnitRef
from judge.variants.land_barons.pay import hired
from judge.variants.land_barons.recruit import may_bid, open_lots
from judge.variants.land_barons.setup import default_ranch
from judge.variants.land_barons.state import State

_ALL, _NOTHING = Pay("all"), OrderBid(0)
Silence = Callable[[Board, State, Seat, Sequence[Order]], Iterable[Order]]


def of(*parts: Silence) -> Callable[[Board, State, Seat, Sequence[Order]], Sequence[Order]]:
    """The silence of a window of several decisions: each gets the valid orders and those that earlier decisions
    added."""

    def added(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Sequence[Order]:
        filled = [*kept]
        for part in parts:
            filled += part(board, state, seat, filled)
        return filled[len(kept) :]

    return added


def after_gifts(state: State, seat: Seat, orders: Sequence[Order]) -> State:
    """The state with the gifts these orders make taken from the purse."""
    if Give not in map(type, orders):
        return state
    given = sum(one.dollars for one in orders if isinstance(one, Give))
    return state.with_cash(seat, -given) if given else state


def ranch(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """The farthest lawful site."""
    return () if Ranch in map(type, kept) else (Ranch((default_ranch(board, state),)),)


def pay(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """All are paid (LB-Q17)."""
    return (_ALL,) if hired(state, seat) and Pay not in map(type, kept) else ()


def bids(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """Nothing is bid."""
    named = {order.lot for order in kept if isinstance(order, Bid)}
    return [bid for lot, bid in _no_bids(state, seat) if lot not in named]


@once
def _no_bids(state: State, seat: Seat) -> tuple[tuple[int, Bid], ...]:
    """The lots that a seat may bid on, and no bid on each."""
    return tuple((lot, Bid(lot, ())) for lot in open_lots(state) if may_bid(state, seat, lot))


def build(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """Counters go where they may (LB-Q33); a Regulator comes only when ordered (LB-Q60)."""
    return default_deployments(board, after_gifts(state, seat, kept), seat, kept) if state.won.get(seat) else ()


def order_bid(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """A bid of 0 (LB-Q60)."""
    return () if OrderBid in map(type, kept) else (_NOTHING,)


def moves(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """Units stay (LB-Q41)."""
    return _others(stays(state, seat), kept)


def _others(staying: Mapping[UnitRef, Order], kept: Sequence[Order]) -> Iterable[Order]:
    """Those who stay without those who have an order."""
    left = {**staying}
    for order in kept:
        if isinstance(order, Move):
            left.pop(order.unit, None)
    return left.values()


@once
def stays(state: State, seat: Seat) -> Mapping[UnitRef, Order]:
    """For each of a seat's units that it stays."""
    return {ref: Move(ref, silent=True) for ref in refs(state, seat)}


def later_moves(board: Board, state: State, seat: Seat, kept: Sequence[Order]) -> Iterable[Order]:
    """The same, for units deployed in this window too."""
    staying = stays(state, seat)
    # Those who are deployed come after those who are on the map.
    placed = after_building(board, state, seat, kept).units_of(seat)[len(staying) :]
    if placed:
        more = {ref: Move(ref, silent=True) for ref in joining(state, seat, placed)}
        staying = dict(sorted({**staying, **more}.items(), key=lambda one: in_tables(one[0])))
    return _others(staying, kept)
