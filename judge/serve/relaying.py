"""Checks before a person's words reach another: orders written to the wrong address, names, tokens."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.leaving import ACTING
from judge.campaign.live import Live
from judge.grammar.text import folded
from judge.report.languages import phrasebooks, spoken
from judge.serve.hand import NotRead
from judge.serve.secrets import address_in
from judge.store import Connection, chats


def check_no_orders(live: Live, seat: Seat, lines: Sequence[str]) -> None:
    """Orders written to the address of press are not shown to anybody: their writer is asked what was meant."""
    read = orders_in(live, seat, lines)
    if read:
        raise NotRead(
            "orders-or-press",
            line=read[0],
        )


def orders_in(live: Live, seat: Seat, lines: Sequence[str]) -> list[str]:
    """The lines that read as orders of a seat for the open window, in any language that orders are read in."""
    ask = live.window.asks.get(seat) if live.window is not None else None
    if ask is None:
        return []
    books = phrasebooks(*spoken())
    found = []
    for line in lines:
        turned = [one.text for book in books if (one := book.turned(live.game, line)) is not None]
        taken = [take(live.game, live.state, seat, ask.form, text) for text in (line, *turned)]
        if any(one.orders or one.later for one in taken):
            found.append(line)
    return found


def leaks(connection: Connection, live: Live, seat: Seat, text: str) -> str | None:
    """The parts of a text that would show its writer: the name of the seat's player or sitter, an address, an
    account."""
    words = folded(text)
    for one in seating.sittings(connection, live.id):
        if one.seat != seat or one.role not in ACTING:
            continue
        accounts = [str(row["account"]) for row in chats.of_addresses(connection, one.addresses)]
        # An account's name, without its server or its number.
        accounts += [account.lstrip("@").partition(":")[0].partition("#")[0] for account in accounts]
        for known in (
            one.name, *one.addresses, *(address.partition("@")[0] for address in one.addresses), *accounts
        ):  # fmt: skip
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


__all__ = ["check_no_orders", "leaks", "letter_runs", "orders_in"]
