"""One mail a day for those who want it so: what has waited for its hour goes out in one piece."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

import sqlalchemy as sa

from judge.campaign import post
from judge.store import tables
from judge.store.base import stamp

outbox = tables.outbox


def bundle(connection: sa.Connection, campaign: str, domain: str, now: datetime) -> int:
    """What has waited for this hour: one mail alone goes as it is, several go as one. How many mails went out."""
    rows = connection.execute(
        sa.select(outbox.c.id, outbox.c.recipient, outbox.c.due_at)
        .where(outbox.c.state == "held", outbox.c.due_at <= stamp(now))
        .order_by(outbox.c.recipient, outbox.c.id)
        .with_for_update(skip_locked=True)
    ).all()
    made = 0
    for recipient, group in groupby(rows, key=lambda row: str(row.recipient)):
        waiting = list(group)
        numbers = [int(row.id) for row in waiting]
        if len(numbers) == 1:
            release(connection, numbers, now)
        else:
            post.put(
                connection, campaign, domain, game_id=None, game="", step=0, revision=0, seat="", kind="digest",
                number=f"{waiting[-1].due_at}/{numbers[-1]}", recipient=recipient, facts={"rows": numbers}, now=now,
            )  # fmt: skip
            connection.execute(outbox.update().where(outbox.c.id.in_(numbers)).values(state="bundled"))
        made += 1
    return made


def release(connection: sa.Connection, numbers: list[int], now: datetime) -> None:
    """These go out now, each for itself."""
    connection.execute(outbox.update().where(outbox.c.id.in_(numbers)).values(state="queued", due_at=stamp(now)))


def release_all(connection: sa.Connection, player: int, now: datetime) -> None:
    """A player wants each mail as it comes: what waited for him goes out now."""
    own = sa.select(tables.addresses.c.address).where(tables.addresses.c.player_id == player)
    waiting = sa.select(outbox.c.id).where(outbox.c.state == "held", outbox.c.recipient.in_(own))
    release(connection, [int(number) for number in connection.execute(waiting).scalars()], now)
