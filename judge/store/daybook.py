"""Lists of all that came in and went out: letters and their results, mails and how they went."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.tables import addresses, audit, games, inbox, jobs, outbox, seats, talks

Rows = list[dict[str, Any]]
_LETTER = (
    inbox.c.id, inbox.c.received_at, inbox.c.state, inbox.c.note, inbox.c.seat, inbox.c.codes, inbox.c.raw,
    inbox.c.game_id, games.c.name.label("game"),
)  # fmt: skip
_MAIL = (
    outbox.c.id, outbox.c.due_at, outbox.c.sent_at, outbox.c.state, outbox.c.kind, outbox.c.recipient, outbox.c.error,
    outbox.c.tries, outbox.c.facts, outbox.c.game_id, games.c.name.label("game"),
)  # fmt: skip
_WRONG = sa.or_(
    inbox.c.state == "bad",
    inbox.c.note.in_(("ERRORS", "NOT READ")),
    inbox.c.codes.like("%partial%"),
)


def letters(
    connection: sa.Connection, most: int, of: Collection[str] | None = None, wrong: bool = False, since: str = ""
) -> Rows:
    """The newest letters. `wrong`: late, in error, partial, refused or laid aside. `of`: of these games alone."""
    where = [inbox.c.received_at > since] if since else []
    where += [_WRONG] if wrong else []
    where += [games.c.name.in_(of)] if of is not None else []
    query = sa.select(*_LETTER).outerjoin(games, games.c.id == inbox.c.game_id).where(*where)
    return _rows(connection, query.order_by(inbox.c.id.desc()).limit(most))


def letter(connection: sa.Connection, number: int) -> dict[str, Any] | None:
    """One letter."""
    query = sa.select(*_LETTER).outerjoin(games, games.c.id == inbox.c.game_id).where(inbox.c.id == number)
    return next(iter(_rows(connection, query)), None)


def mails(
    connection: sa.Connection, most: int, of: Collection[str] | None = None, failed: bool = False, since: str = ""
) -> Rows:
    """The newest mails. `failed`: only those that were given up. `of`: of these games alone."""
    where = [outbox.c.due_at > since] if since else []
    where += [outbox.c.state == "failed"] if failed else []
    where += [games.c.name.in_(of)] if of is not None else []
    query = sa.select(*_MAIL).outerjoin(games, games.c.id == outbox.c.game_id).where(*where)
    return _rows(connection, query.order_by(outbox.c.id.desc()).limit(most))


def mail(connection: sa.Connection, number: int) -> dict[str, Any] | None:
    """One mail."""
    query = sa.select(*_MAIL).outerjoin(games, games.c.id == outbox.c.game_id).where(outbox.c.id == number)
    return next(iter(_rows(connection, query)), None)


def answers_to(connection: sa.Connection, message_id: str) -> Rows:
    """The answers that a letter got."""
    query = sa.select(*_MAIL).outerjoin(games, games.c.id == outbox.c.game_id)
    where = (outbox.c.in_reply_to == message_id, outbox.c.kind == "receipt")
    return _rows(connection, query.where(*where).order_by(outbox.c.id)) if message_id else []


def send_again(connection: sa.Connection, number: int, now: str) -> None:
    """A mail goes once more, as the very same message."""
    again = {"state": "queued", "tries": 0, "due_at": now, "error": None, "owner": None, "lease_until": None}
    connection.execute(outbox.update().where(outbox.c.id == number).values(**again))


# --- of one day -------------------------------------------------------------------------------------------------------


def acts_since(connection: sa.Connection, names: Sequence[str], since: str) -> Rows:
    """Acts of these names, with their games."""
    query = (
        sa.select(audit.c.act, games.c.name.label("game"), sa.func.count().label("many"))
        .join(games, games.c.id == audit.c.game_id)
        .where(audit.c.act.in_(names), audit.c.at > since)
        .group_by(audit.c.act, games.c.name)
        .order_by(games.c.name, audit.c.act)
    )
    return _rows(connection, query)


def bouncing(connection: sa.Connection) -> Rows:
    """Addresses from which mail came back, each with one seat of its player's a row."""
    query = (
        sa.select(addresses.c.address, addresses.c.bounces, games.c.name.label("game"), seats.c.seat)
        .outerjoin(seats, seats.c.player_id == addresses.c.player_id)
        .outerjoin(games, games.c.id == seats.c.game_id)
        .where(addresses.c.bounces > 0)
        .order_by(addresses.c.address, games.c.name, seats.c.seat)
    )
    return _rows(connection, query)


def unanswered(connection: sa.Connection, since: str) -> Rows:
    """Letters passed on to the game master and not yet answered."""
    query = (
        sa.select(talks.c.letter, talks.c.address, talks.c.seat, talks.c.at, games.c.name.label("game"))
        .outerjoin(games, games.c.id == talks.c.game_id)
        .where(talks.c.answered == "", talks.c.at > since)
        .order_by(talks.c.letter)
    )
    return _rows(connection, query)


def jobs_failed(connection: sa.Connection, since: str) -> Rows:
    """Jobs after a step that were given up."""
    query = (
        sa.select(jobs.c.said, jobs.c.step, jobs.c.error, games.c.name.label("game"))
        .outerjoin(games, games.c.id == jobs.c.game_id)
        .where(jobs.c.state == "failed", jobs.c.due_at > since)
        .order_by(games.c.name, jobs.c.step)
    )
    return _rows(connection, query)


def standing(connection: sa.Connection) -> Rows:
    """The games that are not over, as their rows are."""
    query = sa.select(games.c.name, games.c.status, games.c.held).where(games.c.status != "over").order_by(games.c.name)
    return _rows(connection, query)


def _rows(connection: sa.Connection, query: Any) -> Rows:
    return [dict(row) for row in connection.execute(query).mappings()]
