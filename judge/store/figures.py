"""Counts of rows: both queues and their oldest entries, games by state, holders of names."""

from __future__ import annotations

import sqlalchemy as sa

from judge.store.tables import games, inbox, leases, meta, outbox


def counts(connection: sa.Connection) -> dict[str, dict[str, int]]:
    """Rows of both queues by state."""
    return {
        table.name: {
            str(row[0]): int(row[1])
            for row in connection.execute(sa.select(table.c.state, sa.func.count()).group_by(table.c.state))
        }
        for table in (inbox, outbox)
    }


def letters_new(connection: sa.Connection) -> tuple[int, str | None]:
    """How many letters wait, and how long the oldest has."""
    query = sa.select(sa.func.count(), sa.func.min(inbox.c.received_at)).where(inbox.c.state == "new")
    many, oldest = connection.execute(query).one()
    return int(many), oldest


def letters_bad(connection: sa.Connection, since: str) -> int:
    """How many letters were laid aside since then."""
    query = sa.select(sa.func.count()).where(inbox.c.state == "bad", inbox.c.received_at > since)
    return int(connection.execute(query).scalar_one())


def mails_due(connection: sa.Connection, now: str) -> tuple[int, str | None]:
    """How many mails are due, and since when the oldest is."""
    where = (outbox.c.state == "queued", outbox.c.due_at <= now)
    many, since = connection.execute(sa.select(sa.func.count(), sa.func.min(outbox.c.due_at)).where(*where)).one()
    return int(many), since


def mails_later(connection: sa.Connection, now: str) -> int:
    """How many mails are to go later."""
    where = (outbox.c.state == "queued", outbox.c.due_at > now)
    return int(connection.execute(sa.select(sa.func.count()).where(*where)).scalar_one())


def mails_failed(connection: sa.Connection, since: str) -> int:
    """How many mails were given up since then."""
    where = (outbox.c.state == "failed", outbox.c.due_at > since)
    return int(connection.execute(sa.select(sa.func.count()).where(*where)).scalar_one())


def games_by_status(connection: sa.Connection) -> dict[str, int]:
    """How many games are in which state."""
    rows = connection.execute(sa.select(games.c.status, sa.func.count()).group_by(games.c.status))
    return {str(row[0]): int(row[1]) for row in rows}


def games_held(connection: sa.Connection) -> int:
    """How many running games are held."""
    where = (games.c.status == "running", games.c.held.is_not(None))
    return int(connection.execute(sa.select(sa.func.count()).where(*where)).scalar_one())


def games_due(connection: sa.Connection, now: str) -> tuple[int, str | None]:
    """How many games the clock must look at, and since when the first is due."""
    where = (games.c.status == "running", games.c.held.is_(None), games.c.wake_at <= now)
    many, wake = connection.execute(sa.select(sa.func.count(), sa.func.min(games.c.wake_at)).where(*where)).one()
    return int(many), wake


def facts_under(connection: sa.Connection, prefix: str) -> list[str]:
    """The small facts whose keys begin with this prefix."""
    return [
        str(one) for one in connection.execute(sa.select(meta.c.value).where(meta.c.key.startswith(prefix))).scalars()
    ]


def holders(connection: sa.Connection, prefix: str, now: str) -> dict[str, str]:
    """The holders of the names that begin with this prefix."""
    query = sa.select(leases).where(leases.c.name.startswith(prefix), leases.c.until >= now)
    return {str(row.name): str(row.owner) for row in connection.execute(query)}
