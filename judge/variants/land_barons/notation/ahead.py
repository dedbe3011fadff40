"""Orders for a later window of the turn: read whole by its rule now, refused now where they cannot be, kept as text."""

from __future__ import annotations

from functools import cache

from judge.adjudicator.protocol import Later, Problem
from judge.variants.land_barons.build import why_not
from judge.variants.land_barons.check_raid import way_fault
from judge.variants.land_barons.counters import REGULATOR
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.notation.words import STARTS
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import (
    ORDER_TYPES,
    Bid,
    Deploy,
    Fights,
    Move,
    Order,
    OrderBid,
    Pay,
    Ranch,
    Recruit,
)
from judge.variants.land_barons.pay import unit_named

CLASSIC = ("pay", "bids", "build", "order-bid", "raid")
EXPRESS = {
    "pay": "pay-and-bids", "bids": "pay-and-bids",
    "build": "build-and-raid", "order-bid": "build-and-raid", "raid": "build-and-raid",
}  # fmt: skip
_DECISIONS: dict[type, str] = {
    Pay: "pay", Bid: "bids", Deploy: "build", Recruit: "build", OrderBid: "order-bid", Move: "raid", Fights: "raid",
    Ranch: "ranches",
}  # fmt: skip
"""Every other order counts in any window."""
_STARTS = {"pay": "pay", "bid": "bids", "order_bid": "order-bid", "build": "build", "raid": "raid"}
_ANY = frozenset(ORDER_TYPES) - _DECISIONS.keys()


class Windows:
    """The windows of a turn, from one of them on."""

    def __init__(self, form: str, is_classic: bool) -> None:
        self.form = form
        self.classic = is_classic
        self.order = CLASSIC if is_classic else ("pay-and-bids", "bids", "build-and-raid")
        starts = STARTS if form in self.order else ()
        self.ranks = {start: self._rank(start) for start in STARTS}
        """How near the window of each kind of sentence is: 0 is the open one, past ones come last."""
        self.past = frozenset(start for start in starts if self.is_past(_STARTS.get(start, "any")))
        """The kinds of sentences whose window is behind us in this turn."""
        now = (kind for kind, decision in _DECISIONS.items() if form != "deal" and self._is_now(decision))
        self.orders = frozenset(ORDER_TYPES) if form == "over" else _ANY.union(now)
        """The types of orders that are carried out in this one."""

    def kind(self, decision: str) -> str:
        """The kind of window a decision is made in."""
        return decision if self.classic or decision in ("ranches", "any") else EXPRESS[decision]

    def is_past(self, decision: str) -> bool:
        """Whether the window of a decision is behind us."""
        if decision == "any" or self._is_open(decision):
            return False
        return self.order.index(self.kind(decision)) < self.order.index(self.form)

    def _rank(self, start: str) -> int:
        decision = _STARTS.get(start, "any")
        if decision == "any" or self._is_open(decision):
            return 0
        if self.form not in self.order:
            return 9
        far = self.order.index(self.kind(decision)) - self.order.index(self.form)
        return far if far > 0 else 9 - far

    def _is_open(self, decision: str) -> bool:
        return self.kind(decision) == self.form or (decision, self.form) == ("bids", "bids")

    def _is_now(self, decision: str) -> bool:
        return self.form == "ranches" if decision == "ranches" else self.form != "ranches" and self._is_open(decision)


windows = cache(Windows)


class Ahead:
    """Which window an order is for."""

    def __init__(self, table: Table) -> None:
        self.table = table
        form = table.form
        self.windows = windows(form, form in CLASSIC and (form != "bids" or table.state.is_classic))

    def window_of(self, order: Order, text: str) -> Order | Problem | Later:
        """The order for this window; kept for a later one; or for one that is past."""
        if type(order) in self.windows.orders:
            return order
        decision, form = _DECISIONS[type(order)], self.table.form
        is_apart = form == "deal" or (decision == "ranches") is not (form == "ranches")
        if is_apart or self.windows.is_past(decision):
            return Problem("wrong-window", {"text": text, "phase": form})
        why = self._why_never(order)
        if why is not None:
            return Problem(why.code, {"text": text, **why.detail})
        return Later(self.windows.kind(decision), write(self.table.state, order))

    def _why_never(self, order: Order) -> Problem | None:
        """Why an order for a later window is never valid, whatever happens until then."""
        table, state = self.table, self.table.state
        if isinstance(order, Move):
            unit = unit_named(state, table.seat, order.unit)
            if unit is None and order.unit.kind != REGULATOR and order.unit.kind not in table.coming:
                where = tuple(sorted({one.space for one in state.units_of(table.seat) if one.kind == order.unit.kind}))
                facts = {"kind": order.unit.kind, "space": order.unit.space, "number": order.unit.number,
                         "there": 0, "where": where}  # fmt: skip
                return Problem("no-such-unit", facts)
            for path in (order.path, order.otherwise):
                start = order.unit.space or (unit.space if unit else "")
                why = way_fault(table.board, order.unit.kind, start, path) if start else None
                if why is not None:
                    return why
        if isinstance(order, Deploy):
            if order.kind not in table.coming:
                return Problem("not-won", {"kind": order.kind, "won": state.won.get(table.seat, ())})
            return why_not(state, table.seat, order.kind, order.space) if order.space else None
        if isinstance(order, Recruit) and order.space:
            return why_not(state, table.seat, REGULATOR, order.space)
        if isinstance(order, OrderBid) and order.dollars > state.purse(table.seat) and not state.is_set("gifts"):
            return Problem("over-cash", {"dollars": order.dollars, "cash": state.purse(table.seat)})
        if isinstance(order, Bid) and not 1 <= order.lot <= len(state.lots):
            return Problem("no-such-lot", {"text": f"lot {order.lot}", "lots": state.lots})
        return None
