"""The phases in their order (LB-19): one closed window runs on to the next that asks somebody (LB-Q12, LB-Q59)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Dice, Seat, Step
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import build_all
from judge.variants.land_barons.control import check_victory, end_game, take_control
from judge.variants.land_barons.events import DrawOffered, GiftGiven
from judge.variants.land_barons.fall import fall
from judge.variants.land_barons.go_order import settle_order
from judge.variants.land_barons.making import Making, renumbered
from judge.variants.land_barons.orders import AgreeDraw, Give, GiveUp, Order
from judge.variants.land_barons.pay import hired, pay_units
from judge.variants.land_barons.raid import go, judge_fight_lists, keep_lists, listed_fights, name_units
from judge.variants.land_barons.recruit import hold_auction
from judge.variants.land_barons.revenue import collect_revenue, draw_lots
from judge.variants.land_barons.setup import (
    deal_ranches,
    designate_spaces,
    draw_counters,
    fill_pile,
    place_wished_ranches,
)
from judge.variants.land_barons.state import State

Orders = Mapping[Seat, Sequence[Order]]
After = Callable[[Making, Orders], None]


def begin(making: Making) -> None:
    """Set the game up and run on to the first window (LB-6 to LB-17)."""
    fill_pile(making)
    designate_spaces(making)
    if making.state.choice("ranches") == "placed":
        order = making.dice.shuffle("setup/order", making.state.seats, sealed=False)
        making.state = replace(making.state, phase="ranches", going=tuple(order))
        return
    deal_ranches(making)
    draw_counters(making)
    begin_turn(making)


def begin_turn(making: Making) -> None:
    """Revenue, then the lots (LB-Q57); then the first window of the turn."""
    collect_revenue(making)
    draw_lots(making)
    if not making.state.is_classic:
        making.state = replace(making.state, phase="pay-and-bids", round=1)
    elif any(hired(making.state, seat) for seat in making.state.living):
        making.state = replace(making.state, phase="pay", round=1)
    else:
        _to_bids(making)


def carried_out(after: After) -> Callable[[Board, State, Orders, Dice], Step[State]]:
    """The resolution of a window: affairs and lists first, then its own orders, and everything up to the next."""

    def resolve(board: Board, state: State, orders: Orders, dice: Dice) -> Step[State]:
        making = Making(board, dice, state)
        given = {seat: orders[seat] for seat in state.seats if seat in orders}
        _settle_affairs(making, given)
        if not making.is_over:
            living = {seat: mine for seat, mine in given.items() if seat in making.state.living}
            keep_lists(making, living)
            after(making, living)
        return made(making)

    return resolve


def made(making: Making) -> Step[State]:
    """The step when all is done."""
    return Step(renumbered(making.state), tuple(making.events))


def _settle_affairs(making: Making, orders: Orders) -> None:
    """First of all in a window: who gives up, who agrees to a draw, who gives money (LB-Q14, LB-Q55, LB-Q56)."""
    for seat in making.state.living:
        for order in orders.get(seat, ()):
            if isinstance(order, GiveUp) and not making.is_over:
                making.judge(seat, order, "gone")
                fall(making, seat, None)
    if making.is_over:
        return
    agreed = [seat for seat in making.state.living if any(isinstance(one, AgreeDraw) for one in orders.get(seat, ()))]
    for seat in agreed:
        making.judge(seat, AgreeDraw(), "noted")
    if agreed and tuple(agreed) == making.state.living:
        end_game(making, agreed, "draw")
        return
    making.tell(*(DrawOffered(seat=seat) for seat in agreed))
    for seat in making.state.living:
        for order in orders.get(seat, ()):
            if isinstance(order, Give):
                _give(making, seat, order)


def _give(making: Making, seat: Seat, order: Give) -> None:
    """Dollars from hand to hand (option `gifts`); under `hidden_cash` only the two hear of it."""
    state = making.state
    if order.to not in state.living or order.dollars > state.purse(seat):
        making.judge(seat, order, "void")
        return
    making.state = state.with_cash(seat, -order.dollars).with_cash(order.to, order.dollars)
    told = frozenset({seat, order.to}) if state.is_set("hidden_cash") else None
    making.tell(GiftGiven(seat=seat, to=order.to, dollars=order.dollars, told=told))
    making.judge(seat, order, "given")


def after_ranches(making: Making, orders: Orders) -> None:
    """Ranches are placed one after another: all of one window's lists, or one seat a window in classic tempo."""
    going = making.state.going
    now = going[:1] if making.state.is_classic else going
    place_wished_ranches(making, orders, now)
    making.state = replace(making.state, going=going[len(now) :])
    if not making.state.going:
        draw_counters(making)
        begin_turn(making)


def after_pay_and_bids(making: Making, orders: Orders) -> None:
    """Units are paid, then the lots are sold."""
    pay_units(making, orders)
    after_bids(making, orders)


def after_pay(making: Making, orders: Orders) -> None:
    """Units are paid; the bids come next."""
    pay_units(making, orders)
    _to_bids(making)


def _to_bids(making: Making) -> None:
    """Nothing to bid on: no window for it."""
    making.state = replace(making.state, phase="bids" if making.state.lots else "build", round=1)


def after_bids(making: Making, orders: Orders) -> None:
    """Lots that tied may be bid on again at once (`rebid: now`), as often as it takes."""
    hold_auction(making, orders)
    if making.state.tied:
        making.state = replace(making.state, phase="bids", round=making.state.round + 1)
        return
    making.state = replace(making.state, phase="build" if making.state.is_classic else "build-and-raid", round=1)


def after_build_and_raid(making: Making, orders: Orders) -> None:
    """Counters are placed, the order is settled, and everybody raids in it."""
    build_all(making, orders)
    order = settle_order(making, orders)
    named = name_units(making.state, orders)
    for seat in order:
        if making.is_over:
            return
        if seat in making.state.living:
            mine = orders.get(seat, ())
            judge_fight_lists(making, seat, mine)
            go(making, seat, named.get(seat, ()), listed_fights(mine))
    _end_turn(making)


def after_build(making: Making, orders: Orders) -> None:
    """Counters are placed; the bid for the order comes next."""
    build_all(making, orders)
    making.state = replace(making.state, phase="order-bid")


def after_order_bid(making: Making, orders: Orders) -> None:
    """The order is settled; raids come one by one."""
    order = settle_order(making, orders)
    making.state = replace(making.state, phase="raid", going=order)


def after_raid(making: Making, orders: Orders) -> None:
    """One seat's go; one that gave up in this window has left the list already."""
    for seat, mine in orders.items():
        judge_fight_lists(making, seat, mine)
        go(making, seat, name_units(making.state, orders).get(seat, ()), listed_fights(mine))
        making.state = replace(making.state, going=tuple(one for one in making.state.going if one != seat))
    if not making.is_over and not making.state.going:
        _end_turn(making)


def _end_turn(making: Making) -> None:
    """Control, victory, and the next turn (LB-19, LB-Q53, LB-Q57)."""
    if making.is_over:
        return
    take_control(making)
    check_victory(making)
    if not making.is_over:
        making.state = replace(making.state, turn=making.state.turn + 1, going=())
        begin_turn(making)


def after_deal(making: Making, orders: Orders) -> None:
    """A game master may ask for a new deal by a position; whoever gave up before it is not dealt in (LB-Q66)."""
    making.state = State(options=making.state.options, seats=making.state.living, phase="pay-and-bids")
    begin(making)
