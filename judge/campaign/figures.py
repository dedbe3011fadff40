"""The campaign in figures, as its store has them: what waits, since when, what is late, who collects.

`judge doctor` makes sentences of them, the daemon's metrics numbers. Each is answered by an index, however much has
gone through the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from judge.store.base import moment, stamp
from judge.store.hour import hour_of
from judge.store.queue import recall
from judge.store.tables import games, inbox, leases, meta, outbox

LAST_LOOK = "clock"
"""Where the clock keeps when it looked last."""
COLLECTED = "collected/"
"""Where daemons keep until when a mailbox was read: this and what tells it from others; then the time and its name."""
MAILBOX = "mailbox "
RECENT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox: until when it was read; who reads it just now ("": nobody)."""

    name: str
    collected: datetime | None
    holder: str


@dataclass(frozen=True, slots=True)
class Figures:
    """What the store says at one moment. Ages and lags in seconds."""

    letters_waiting: int
    oldest_letter: float
    letters_bad: int
    """Laid aside within a week."""
    mails_waiting: int
    """Due and not gone."""
    mails_later: int
    """To be tried again later."""
    oldest_mail: float
    mails_failed: int
    """Given up within a week."""
    games: Mapping[str, int]
    held: int
    due: int
    """Games whose time has come and at which nobody has looked yet."""
    lag: float
    """By how much the longest of them is overdue."""
    last_look: datetime | None
    mailboxes: tuple[Mailbox, ...]


def figures(connection: sa.Connection, now: datetime) -> Figures:
    """All of them. `now`: the campaign's time."""
    waiting, oldest = connection.execute(
        sa.select(sa.func.count(), sa.func.min(inbox.c.received_at)).where(inbox.c.state == "new")
    ).one()
    bad = connection.execute(
        sa.select(sa.func.count()).where(inbox.c.state == "bad", inbox.c.received_at > stamp(now - RECENT))
    ).scalar_one()
    queued = outbox.c.state == "queued"
    mails, since = connection.execute(
        sa.select(sa.func.count(), sa.func.min(outbox.c.due_at)).where(queued, outbox.c.due_at <= stamp(now))
    ).one()
    later = connection.execute(sa.select(sa.func.count()).where(queued, outbox.c.due_at > stamp(now))).scalar_one()
    failed = connection.execute(
        sa.select(sa.func.count()).where(outbox.c.state == "failed", outbox.c.due_at > stamp(now - RECENT))
    ).scalar_one()
    by_status = connection.execute(sa.select(games.c.status, sa.func.count()).group_by(games.c.status)).all()
    held = connection.execute(
        sa.select(sa.func.count()).where(games.c.status == "running", games.c.held.is_not(None))
    ).scalar_one()
    due, wake = connection.execute(
        sa.select(sa.func.count(), sa.func.min(games.c.wake_at)).where(
            games.c.status == "running", games.c.held.is_(None), games.c.wake_at <= stamp(now)
        )
    ).one()
    look = recall(connection, LAST_LOOK)
    return Figures(
        int(waiting), _age(oldest, now), int(bad), int(mails), int(later), _age(since, now), int(failed),
        {str(row[0]): int(row[1]) for row in by_status}, int(held), int(due), _age(wake, now),
        moment(look) if look else None, mailboxes(connection),
    )  # fmt: skip


def mailboxes(connection: sa.Connection) -> tuple[Mailbox, ...]:
    """Every mailbox that was ever read or held."""
    found: dict[str, datetime | None] = {}
    for value in connection.execute(sa.select(meta.c.value).where(meta.c.key.startswith(COLLECTED))).scalars():
        at, _, name = str(value).partition(" ")
        found[name] = moment(at)
    now = stamp(hour_of(connection))
    holders = {
        str(row.name).removeprefix(MAILBOX): str(row.owner)
        for row in connection.execute(sa.select(leases).where(leases.c.name.startswith(MAILBOX), leases.c.until >= now))
    }
    return tuple(Mailbox(name, found.get(name), holders.get(name, "")) for name in sorted({*found, *holders}))


def _age(since: str | None, now: datetime) -> float:
    return max(0.0, (now - moment(since)).total_seconds()) if since else 0.0
