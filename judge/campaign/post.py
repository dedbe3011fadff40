"""Rows of the outbox: one recipient each, a Message-ID that a repeat would share, acknowledgements first."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from judge.campaign import patience
from judge.campaign.ledger import Ledger
from judge.campaign.live import Live
from judge.campaign.seating import sittings
from judge.store import tables
from judge.store.base import stamp
from judge.store.queue import insert_new

PRIORITY = {"receipt": 0, "token": 1, "notice": 2, "reminder": 2, "report": 3, "press": 3, "digest": 3, "closing": 4,
            "gm": 4}  # fmt: skip


def message_id(
    campaign: str, game: str, step: int, revision: int, seat: str, kind: str, number: int | str, domain: str
) -> str:
    """A function of what the message is, so that sending it twice is the same message."""
    said = "\n".join(map(str, (campaign, game, step, revision, seat, kind, number)))
    known_by = hashlib.sha256(said.encode()).hexdigest()[:24]
    return f"<{known_by}.{kind}@{domain}>"


def put(
    connection: sa.Connection,
    campaign: str,
    domain: str,
    *,
    game_id: int | None,
    game: str,
    step: int,
    revision: int,
    seat: str,
    kind: str,
    number: int | str,
    recipient: str,
    facts: Mapping[str, Any],
    now: datetime,
    in_reply_to: str | None = None,
    ledger: Ledger | None = None,
) -> str | None:
    """Put a message into the outbox; None when the very same one is there already.

    `ledger`: it is put in with others when that is written out.
    """
    name = message_id(campaign, game, step, revision, seat, kind, f"{number}/{recipient}", domain)
    later = patience.waits_until(connection, recipient, kind, game_id, now)
    row = {
        "message_id": name,
        "game_id": game_id,
        "recipient": recipient,
        "kind": kind,
        "priority": PRIORITY[kind],
        "facts": json.dumps(facts, ensure_ascii=False, sort_keys=True),
        "in_reply_to": in_reply_to,
        "state": "held" if later else "queued",
        "tries": 0,
        "due_at": stamp(later or now),
    }
    if ledger is not None:
        ledger.put_mail(row)
        return name
    return name if insert_new(connection, tables.outbox, row) else None


def put_reports(
    connection: sa.Connection, campaign: str, domain: str, gm: str, live: Live, now: datetime, rerun: bool = False
) -> int:
    """The reports of the step the game stands at, one for each person at the table, and one for the GM."""
    put_in = 0
    for one in sittings(connection, live.id):
        for address in one.addresses[:1]:
            put_in += put_report(connection, campaign, domain, live, one.seat, one.role, address, now, rerun)
    if gm:
        done = put(
            connection,
            campaign,
            domain,
            game_id=live.id,
            game=live.name,
            step=live.head,
            revision=int(live.row["branch"]),
            seat="*gm",
            kind="report",
            number=1 if rerun else 0,
            recipient=gm,
            facts={"game": live.name, "step": live.head, "seat": "*public", "rerun": rerun},
            now=now,
        )
        put_in += done is not None
    if live.row["status"] == "over":
        put_in += put_closing(connection, campaign, domain, gm, live, now)
    return put_in


def put_report(
    connection: sa.Connection, campaign: str, domain: str, live: Live, seat: str, role: str, address: str,
    now: datetime, rerun: bool = False,
) -> bool:  # fmt: skip
    """The report of the step the game stands at, for one person at the table; False when he has it already."""
    done = put(
        connection, campaign, domain, game_id=live.id, game=live.name, step=live.head,
        revision=int(live.row["branch"]), seat=f"{role}:{seat}", kind="report", number=1 if rerun else 0,
        recipient=address, now=now,
        facts={
            "game": live.name, "step": live.head, "rerun": rerun,
            "seat": seat if role == "player" else ("*gm" if role == "co-gm" else "*public"),
        },
    )  # fmt: skip
    return done is not None


def put_closing(connection: sa.Connection, campaign: str, domain: str, gm: str, live: Live, now: datetime) -> int:
    """The closing report of a game that has just ended, to everybody who read its reports, once."""
    readers: list[tuple[str, str, str]] = [(f"{one.role}:{one.seat}", one.seat, one.addresses[0])
               for one in sittings(connection, live.id) if one.addresses]  # fmt: skip
    if gm:
        readers.append(("*gm", "*gm", gm))
    put_in = 0
    for who, seat, address in readers:
        done = put(
            connection, campaign, domain, game_id=live.id, game=live.name, step=live.head,
            revision=int(live.row["branch"]), seat=who, kind="closing", number=0, recipient=address,
            facts={"game": live.name, "seat": seat}, now=now,
        )  # fmt: skip
        put_in += done is not None
    return put_in


def put_notice(
    connection: sa.Connection,
    campaign: str,
    domain: str,
    live: Live | None,
    recipient: str,
    number: int | str,
    subject: str,
    text: str,
    now: datetime,
    kind: str = "notice",
    seat: str = "",
) -> str | None:
    """A notice in words: to a player or to the GM."""
    return put(
        connection,
        campaign,
        domain,
        game_id=live.id if live else None,
        game=live.name if live else "",
        step=live.head if live else 0,
        revision=int(live.row["branch"]) if live else 0,
        seat=seat,
        kind=kind,
        number=number,
        recipient=recipient,
        facts={"game": live.name if live else "", "subject": subject, "text": text},
        now=now,
    )
