"""A seat's news: its mails in the order in which a program may learn of them, numbered for this seat alone.

A mail gets its number when it is due and a program asks, so the numbers show nothing of waiting mails or of others'
mails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Look
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live
from judge.serve.postroom import Postroom
from judge.store import mails, news
from judge.store.base import stamp
from judge.store.mails import Outgoing
from judge.web.door import facts

MOST = 50


@dataclass(frozen=True, slots=True)
class Inbox:
    """One seat's news: its game, the seat, the address of its mails, the hash of the token shown."""

    live: Live
    seat: Seat
    address: str
    token: str


def told(campaign: Campaign, room: Postroom, inbox: Inbox, after: int, now: datetime) -> dict[str, Any]:
    """The news behind a number, and the number to ask after next."""
    with campaign.look() as look:
        fresh = _fresh(look, inbox, now)
    if fresh:
        with campaign.store.begin() as connection:
            news.number(connection, inbox.token, fresh)
    with campaign.look() as look:
        rows = news.after(look.connection, inbox.token, after, MOST)
        sent = {one.id: one for one in mails.outgoing(look.connection, [row["mail"] for row in rows])}
        found = [
            {"number": row["number"], **_mail(look, room, inbox, sent[row["mail"]], now)}
            for row in rows
            if sent[row["mail"]].facts
        ]
    return {"news": found, "next": rows[-1]["number"] if rows else after}


def _fresh(look: Look, inbox: Inbox, now: datetime) -> list[int]:
    """Mails to the seat that have no number yet. A player with several seats at a table reads each one's own."""
    rows = news.fresh(look.connection, inbox.token, inbox.live.id, inbox.address, stamp(now))
    return [row["id"] for row in rows if _is_for(row["facts"], inbox.seat)]


def _is_for(said: Mapping[str, Any], seat: Seat) -> bool:
    return said.get("seat", "") in ("", seat) and said.get("side") != "gm"


def _mail(look: Look, room: Postroom, inbox: Inbox, row: Outgoing, now: datetime) -> dict[str, Any]:
    """A mail for a program: its words, and as values the facts that a program would have to find in them."""
    said: dict[str, Any] = {"kind": row.kind, "at": row.due_at, "subject": "", "text": ""}
    if row.kind == "report":
        return {**said, "step": int(row.facts["step"])}
    if row.kind == "closing":
        is_over = inbox.live.row["status"] == "over"
        return {**said, "text": facts.closing_words(look, inbox.live) if is_over else ""}
    mail = room.mail_of(look, row, now)
    said |= {"subject": mail.subject, "text": mail.text}
    if row.kind == "receipt":
        return {**said, "answer": facts.answer(row.facts)}
    if row.kind == "press":
        return {**said, "text": row.facts["text"], "from": row.facts["from"], "to": row.facts["to"]}
    return said


__all__ = ["Inbox", "told"]
