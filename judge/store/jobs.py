"""Jobs after a step, as a queue: one process claims each for a while, does it, and notes it as done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from judge.store.base import stamp
from judge.store.facts import insert_new
from judge.store.hour import hour_of
from judge.store.tables import games, jobs


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A job in one process's hand. `game`: "" for the campaign's own."""

    name: str
    game: str
    step: int
    branch: int
    said: str
    tries: int


def put(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """Add a job, unless the same one is there."""
    insert_new(connection, jobs, {"state": "queued", "tries": 0, **values})


def is_due(connection: sa.Connection, now: datetime) -> bool:
    """Whether there is anything to do."""
    due = sa.select(jobs.c.name).where(jobs.c.state == "queued", jobs.c.due_at <= stamp(now)).limit(1)
    return connection.execute(due).first() is not None


def forget_done(connection: sa.Connection, before: datetime) -> None:
    """Delete the jobs that were done before this."""
    connection.execute(jobs.delete().where(jobs.c.state == "done", jobs.c.done_at < stamp(before)))


def claim(connection: sa.Connection, owner: str, now: datetime, lease: timedelta) -> Claimed | None:
    """The next that is due, for this owner until the lease runs out."""
    real = hour_of(connection)
    free = sa.or_(jobs.c.lease_until.is_(None), jobs.c.lease_until < stamp(real))
    row = connection.execute(
        sa.select(jobs)
        .where(jobs.c.state == "queued", jobs.c.due_at <= stamp(now), free)
        .order_by(jobs.c.due_at, jobs.c.step, jobs.c.name)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()
    if row is None:
        return None
    mine = {"owner": owner, "lease_until": stamp(real + lease), "tries": jobs.c.tries + 1}
    connection.execute(jobs.update().where(jobs.c.name == row.name).values(**mine))
    game = connection.execute(sa.select(games.c.name).where(games.c.id == row.game_id)).scalar()
    return Claimed(
        name=row.name, game=str(game or ""), step=int(row.step), branch=int(row.branch), said=row.said,
        tries=int(row.tries) + 1,
    )  # fmt: skip


def done(connection: sa.Connection, name: str, now: datetime) -> None:
    """Note that it is done."""
    values = {"state": "done", "done_at": stamp(now), "error": None, "owner": None, "lease_until": None}
    connection.execute(jobs.update().where(jobs.c.name == name).values(**values))


def failed(connection: sa.Connection, name: str, error: str, again: datetime | None) -> None:
    """Note that it failed: to be tried again, or given up."""
    values: dict[str, Any] = {"error": error[:500], "owner": None, "lease_until": None}
    values |= {"state": "failed"} if again is None else {"due_at": stamp(again)}
    connection.execute(jobs.update().where(jobs.c.name == name).values(**values))


def free(connection: sa.Connection, name: str) -> None:
    """Note that it was left off, through no fault of its own."""
    values = {"owner": None, "lease_until": None, "tries": jobs.c.tries - 1}
    connection.execute(jobs.update().where(jobs.c.name == name, jobs.c.state == "queued").values(**values))


def again(connection: sa.Connection, now: str) -> int:
    """Try all that failed anew at once, given up or not; how many."""
    values = {"state": "queued", "tries": 0, "due_at": now, "error": None}
    failed = sa.or_(jobs.c.state == "failed", sa.and_(jobs.c.state == "queued", jobs.c.error.is_not(None)))
    return connection.execute(jobs.update().where(failed).values(**values)).rowcount


def hurry(connection: sa.Connection, game_id: int | None, said: str, now: str) -> None:
    """Make the same job after earlier steps of a game due at once if it failed: it goes before a newer one."""
    same = (jobs.c.game_id == game_id, jobs.c.said == said, jobs.c.state == "queued", jobs.c.due_at > now)
    connection.execute(jobs.update().where(*same).values(due_at=now))


def counted(connection: sa.Connection, since: str) -> tuple[int, int, int]:
    """How many wait for their first try, how many for another, how many were given up since then."""
    waiting = jobs.c.state == "queued"
    given_up = sa.and_(jobs.c.state == "failed", jobs.c.due_at > since)
    kinds = (sa.and_(waiting, jobs.c.error.is_(None)), sa.and_(waiting, jobs.c.error.is_not(None)), given_up)
    found = connection.execute(sa.select(*(sa.func.count().filter(one) for one in kinds)).select_from(jobs)).one()
    return int(found[0]), int(found[1]), int(found[2])


def listed(connection: sa.Connection, most: int, waiting: bool = False) -> list[dict[str, Any]]:
    """The newest, with their games. `waiting`: only those that are not done."""
    query = sa.select(jobs, games.c.name.label("game")).outerjoin(games, games.c.id == jobs.c.game_id)
    query = query.where(jobs.c.state != "done") if waiting else query
    rows = connection.execute(query.order_by(jobs.c.due_at.desc(), jobs.c.name).limit(most)).mappings()
    return [dict(row) for row in rows]
