"""The sealed bid for the order of raids (LB-52, LB-53, LB-Q36, LB-Q37, LB-Q60)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.events import OrderSettled
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.orders import Order, OrderBid

Rolls = tuple[tuple[Seat, int], ...]


def settle_order(making: Making, orders: Mapping[Seat, Sequence[Order]]) -> tuple[Seat, ...]:
    """Players bid for the order in which they raid: the highest goes first (LB-52), ties roll high (LB-53).

    Only the highest bidder pays, of several the roll's winner (LB-Q36, LB-Q60); no bid, or one above the cash, is 0.
    """
    bids: dict[Seat, int] = {}
    for seat in making.state.living:
        wanted = next((one.dollars for one in orders.get(seat, ()) if isinstance(one, OrderBid)), 0)
        bids[seat] = wanted if wanted <= making.state.purse(seat) else 0
    dice: list[Rolls] = []
    found: list[Seat] = []
    for dollars in sorted(set(bids.values()), reverse=True):
        level = tuple(seat for seat in making.state.living if bids[seat] == dollars)
        found += _rank(making, f"order/{dollars}", level, dice)
    paid = _take_payment(making, bids, found)
    found = _chosen_place(making, orders, bids, found)
    making.tell(
        OrderSettled(
            bids=tuple((seat, bids[seat]) for seat in making.state.living),
            dice=tuple(dice),
            order=tuple(found),
            paid=paid,
        )
    )
    for seat in making.state.living:
        for order in orders.get(seat, ()):
            if isinstance(order, OrderBid):
                making.judge(seat, order, f"goes {found.index(seat) + 1}", f"${dict(paid).get(seat, 0)} paid")
    return tuple(found)


def _rank(making: Making, label: str, level: tuple[Seat, ...], dice: list[Rolls]) -> list[Seat]:
    """Those with equal bids by the height of their die; those level again roll again among themselves (LB-Q37)."""
    if len(level) < 2:
        return list(level)
    rolls = tuple((seat, making.roll(f"{label}/{seat}")) for seat in level)
    dice.append(rolls)
    found: list[Seat] = []
    for height in sorted({rolled for _, rolled in rolls}, reverse=True):
        found += _rank(making, f"{label}/{height}", tuple(seat for seat, rolled in rolls if rolled == height), dice)
    return found


def _take_payment(making: Making, bids: Mapping[Seat, int], order: Sequence[Seat]) -> tuple[tuple[Seat, int], ...]:
    """The players who pay their bids: the first in order, everybody, or nobody (LB-Q36)."""
    rule = making.state.choice("order_bid")
    payers = {"winner_pays": order[:1], "all_pay": making.state.living, "none_pay": ()}[rule]
    paid = tuple((seat, bids[seat]) for seat in making.state.living if seat in payers and bids[seat])
    for seat, dollars in paid:
        making.state = making.state.with_cash(seat, -dollars)
    return paid


def _chosen_place(
    making: Making, orders: Mapping[Seat, Sequence[Order]], bids: Mapping[Seat, int], order: list[Seat]
) -> list[Seat]:
    """With `winner_chooses_seat` the highest bidder takes the place they named; the others keep their order."""
    first = order[0]
    wanted = next((one.place for one in orders.get(first, ()) if isinstance(one, OrderBid)), 0)
    if not making.state.is_set("winner_chooses_seat") or not wanted or not bids[first]:
        return order
    others = order[1:]
    place = min(wanted, len(order)) - 1
    return [*others[:place], first, *others[place:]]
