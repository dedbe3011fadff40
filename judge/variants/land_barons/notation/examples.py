"""Example orders made of the player's own pieces: units they have, lots that are up, places they can reach."""

from __future__ import annotations

from collections.abc import Callable

from judge.grammar.memory import of_lines
from judge.grammar.text import folded
from judge.variants.land_barons.build import sites
from judge.variants.land_barons.counters import BARON, RECRUITS, REGULATOR, Sort
from judge.variants.land_barons.names import lot_name, refs, unit_name
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.recruit import may_bid, open_lots
from judge.variants.land_barons.setup import lawful_ranches


def expected(table: Table, text: str) -> str:
    """Orders that could be given in this window, with the player's own pieces; of the kind begun, where that shows."""
    writers = _WRITERS.get(table.form, ())
    begun = [writer for writer in _begun(text) if writer in writers]
    found = [said for writer in (begun or writers) if (said := _written(table, writer))]
    return "; ".join(found) or "give up"


@of_lines
def _begun(text: str) -> tuple[Callable[[Table], str], ...]:
    """The kinds of orders that the words of a text may begin."""
    words = frozenset(folded(text).split())
    return tuple(writer for said, writer in _BEGUN if words & said)


def _written(table: Table, writer: Callable[[Table], str]) -> str:
    """The orders of one kind, written once a position."""
    known: dict[object, str] = table.state.known
    key = (writer, table.seat)
    return known[key] if key in known else known.setdefault(key, writer(table))


def _ranch(table: Table) -> str:
    lawful = lawful_ranches(table.board, table.state)[:2]
    return f"ranch {', '.join(lawful)}" if lawful else ""


def _pay(table: Table) -> str:
    unpaid = [ref for ref in refs(table.state, table.seat) if ref.kind != BARON]
    return f"pay all but {unit_name(unpaid[-1])}" if len(unpaid) > 1 else "pay all"


def _bid(table: Table) -> str:
    lots = [lot for lot in open_lots(table.state) if may_bid(table.state, table.seat, lot)]
    dollars = max(1, min(12, table.state.purse(table.seat)))
    return f"bid {dollars} on {lot_name(table.state, lots[0])}" if lots else ""


def _build(table: Table) -> str:
    found = []
    for kind in table.state.won.get(table.seat, ())[:1]:
        places = sites(table.state, table.seat, kind)
        name = RECRUITS[kind].name
        put = f"place {name} at" if RECRUITS[kind].sort is Sort.UNIT else f"{name} to"
        found.append(f"{put} {places[0]}" if places else f"discard {name}")
    towns = sites(table.state, table.seat, REGULATOR)
    if towns and table.state.purse(table.seat) >= 10:
        found.append(f"recruit Regulator at {towns[0]}")
    return "; ".join(found)


def _order_bid(table: Table) -> str:
    return f"bid {min(5, table.state.purse(table.seat))} for order"


def _raid(table: Table) -> str:
    for ref in reversed(refs(table.state, table.seat)):
        near = table.board.touching.get(ref.space, ())
        if near:
            return f"{unit_name(ref)}-{near[0]}"
    return "all stand"


_WRITERS = {
    "ranches": (_ranch,), "pay-and-bids": (_pay, _bid), "pay": (_pay,), "bids": (_bid,),
    "build-and-raid": (_build, _order_bid, _raid), "build": (_build,), "order-bid": (_order_bid,), "raid": (_raid,),
}  # fmt: skip
_BEGUN = (
    (frozenset(("pay", "pays", "paying")), _pay),
    (frozenset(("bid", "bids", "offer", "dollars", "lot")), _bid),
    (frozenset(("order",)), _order_bid),
    (frozenset(("place", "put", "recruit", "hire", "discard", "build")), _build),
    (frozenset(("attack", "attacks", "move", "moves", "to", "if", "stands", "raid")), _raid),
)
"""Words that show what was begun."""
