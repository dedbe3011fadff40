"""The news of a seat's mails for programs, each under a number of the seat's own: it tells nothing of others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.door_tables import news
from judge.store.facts import insert_new
from judge.store.tables import outbox

KINDS = ("receipt", "report", "closing", "press", "notice", "reminder", "talk")
TOLD = ("queued", "held", "sent", "bundled", "failed")


def fresh(connection: sa.Connection, token: str, game_id: int, recipient: str, now: str) -> list[dict[str, Any]]:
    """Mails of a game to somebody that are due and have no number yet: their numbers in the outbox, and their facts."""
    known = sa.select(news.c.mail).where(news.c.token_hash == token)
    query = (
        sa.select(outbox.c.id, outbox.c.facts)
        .where(
            outbox.c.game_id == game_id, outbox.c.recipient == recipient, outbox.c.kind.in_(KINDS),
            outbox.c.state.in_(TOLD), outbox.c.due_at <= now, outbox.c.id.not_in(known),
        )
        .order_by(outbox.c.id)
    )  # fmt: skip
    return [{"id": int(row.id), "facts": json.loads(row.facts)} for row in connection.execute(query)]


def number(connection: sa.Connection, token: str, mails: Sequence[int]) -> None:
    """Add these to a seat's list; one that another process numbered meanwhile keeps its number."""
    last = sa.select(sa.func.max(news.c.number)).where(news.c.token_hash == token)
    for mail in mails:
        after = int(connection.execute(last).scalar() or 0)
        insert_new(connection, news, {"token_hash": token, "number": after + 1, "mail": mail})


def after(connection: sa.Connection, token: str, number: int, most: int) -> list[Mapping[str, Any]]:
    """The entries after a number in a seat's list: number, and number in the outbox."""
    query = (
        sa.select(news.c.number, news.c.mail)
        .where(news.c.token_hash == token, news.c.number > number)
        .order_by(news.c.number)
        .limit(most)
    )
    return [dict(row) for row in connection.execute(query).mappings()]
