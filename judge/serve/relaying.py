"""What is looked at before a person's words reach another: orders written to the wrong address, names, tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.live import Live
from judge.grammar.text import folded
from judge.serve.hand import NotRead
from judge.store import Connection


def check_no_orders(live: Live, seat: Seat, lines: Sequence[str]) -> None:
    """Orders written to the address of press are not shown to anybody: their writer is asked what was meant."""
    ask = live.window.asks.get(seat) if live.window is not None else None
    if ask is None:
        return
    taken = take(live.game, live.state, seat, ask.form, "\n".join(lines))
    unread = {line.text for line in taken.unread}
    read = [line.text for line in taken.lines if line.text not in unread]
    if read:
        raise NotRead(
            "orders-or-press",
            f"it answers press, and “{read[0]}” reads as an order. Neither was it sent nor ordered. If it is press, "
            "send it between the lines PRESS TO and END PRESS; if it is an order, write it in answer to your report.",
        )


def leaks(connection: Connection, live: Live, seat: Seat, text: str) -> str | None:
    """What of a text would tell who wrote it: his name, an address."""
    words = folded(text)
    for one in seating.sittings(connection, live.id):
        if one.seat != seat or one.role != "player":
            continue
        for known in (one.name, *one.addresses, *(address.partition("@")[0] for address in one.addresses)):
            if len(folded(known)) > 2 and re.search(rf"\b{re.escape(folded(known))}\b", words):
                return known
    found = re.search(r"[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}", text)
    return found[0] if found else None


def without_token(text: str) -> str:
    """Press with everything that looks like a token or a reply address taken out."""
    text = re.sub(r"\b[\w.-]{1,60}\+[\w.-]{1,120}@[\w.-]{1,120}\b", "(address removed)", text)
    return re.sub(r"(?im)^(\W*(?:token|password|key)\W+)\S+", r"\1(removed)", text)


__all__ = ["check_no_orders", "leaks", "without_token"]
