"""What is looked at before a person's words reach another: orders written to the wrong address, names, tokens."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.live import Live
from judge.grammar.text import folded
from judge.serve.hand import NotRead
from judge.serve.secrets import address_in
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
            line=read[0],
        )


def leaks(connection: Connection, live: Live, seat: Seat, text: str) -> str | None:
    """What of a text would tell who wrote it: his name, an address."""
    words = folded(text)
    for one in seating.sittings(connection, live.id):
        if one.seat != seat or one.role != "player":
            continue
        for known in (one.name, *one.addresses, *(address.partition("@")[0] for address in one.addresses)):
            if len(folded(known)) > 2 and f" {folded(known)} " in f" {words} ":
                return known
        # A part of a name as it is written; "will" is no Will.
        written = set(letter_runs(text))
        for part in letter_runs(one.name):
            if len(part) > 2 and part != "The" and part in written:
                return part
    return address_in(text)


def letter_runs(text: str) -> list[str]:
    """The runs of letters in a text."""
    return "".join(sign if sign.isalpha() else " " for sign in text).split()


__all__ = ["check_no_orders", "leaks", "letter_runs"]
