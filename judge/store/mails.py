"""Mails out: one process claims each for a while, sends it, and notes it as sent; then it is free again.

When a mail is due goes by the campaign's time, leases by the store's own clock.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.base import moment, stamp
from judge.store.facts import insert_new
from judge.store.hour import hour_of
from judge.store.restored import HELD_BACK
from judge.store.tables import addresses, leases, outbox

QUICK = ("receipt", "token", "talk", "notice", "reminder")
"""Mails of words only."""
A_FEW = 5
WAITING = ("queued", "held", "kept", HELD_BACK)
"""The states of mails that may still go."""

_PUT = {
    "sqlite": sqlite.insert(outbox).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(outbox).on_conflict_do_nothing(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A mail that one process has claimed for sending. `facts` are its content; it is worded when it is sent."""

    id: int
    message_id: str
    game_id: int | None
    kind: str
    recipient: str
    facts: Mapping[str, Any]
    in_reply_to: str | None
    tries: int
    due_at: str = ""
    """When it was to go: the Date of a mail that goes at its first try."""


def put_all(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Mails for the outbox, each unless the same one is there."""
    connection.execute(_PUT[connection.dialect.name], rows)


def was_sent(connection: sa.Connection, message_ids: Collection[str], recipients: Collection[str]) -> bool:
    """Whether one of these mails is ours, to one of these addresses."""
    ours = outbox.c.message_id.in_(list(message_ids)), sa.func.lower(outbox.c.recipient).in_(list(recipients))
    return connection.execute(sa.select(outbox.c.id).where(*ours).limit(1)).first() is not None


def claim_outgoing(
    connection: sa.Connection,
    owner: str,
    now: datetime,
    limit: int = 10,
    lease: timedelta = timedelta(minutes=5),
    per_hour: int = 0,
    chat: str | None = None,
) -> list[Outgoing]:
    """The next mails to send, acknowledgements first, for this owner until the lease runs out.

    `per_hour`: the most that all processes on this store together may send in an hour (0: no limit). `chat`: the
    messages for this chat instead.
    """
    real = hour_of(connection)
    if per_hour:
        limit = min(limit, _room(connection, per_hour, now, real))
        if limit <= 0:
            return []
    free = sa.or_(outbox.c.lease_until.is_(None), outbox.c.lease_until < stamp(real))
    rows = connection.execute(
        sa.select(outbox)
        .where(outbox.c.state == "queued", outbox.c.due_at <= stamp(now), free, _goes_by(chat))
        .order_by(outbox.c.priority, outbox.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    ).all()
    # Reports take long to write, so only a few are taken at once, and a new answer can go first.
    quick = [row for row in rows if row.kind in QUICK]
    rows = quick or rows[:A_FEW]
    if rows:
        connection.execute(
            outbox.update()
            .where(outbox.c.id.in_([row.id for row in rows]))
            .values(owner=owner, lease_until=stamp(real + lease), tries=outbox.c.tries + 1)
        )
    return [_outgoing(row, row.tries + 1) for row in rows]


def outgoing(connection: sa.Connection, numbers: Sequence[int]) -> list[Outgoing]:
    """These mails, in the order in which they were put in."""
    rows = connection.execute(sa.select(outbox).where(outbox.c.id.in_(numbers)).order_by(outbox.c.id)).all()
    return [_outgoing(row, row.tries) for row in rows]


def _outgoing(row: Any, tries: int) -> Outgoing:
    return Outgoing(
        id=row.id, message_id=row.message_id, game_id=row.game_id, kind=row.kind, recipient=row.recipient,
        facts=json.loads(row.facts), in_reply_to=row.in_reply_to, tries=tries, due_at=row.due_at,
    )  # fmt: skip


def _room(connection: sa.Connection, per_hour: int, now: datetime, real: datetime) -> int:
    """How many more mails the hour allows: sent and claimed ones count. One process asks at a time."""
    insert_new(connection, leases, {"name": "mails an hour", "owner": "", "until": "", "fence": 0})
    connection.execute(sa.select(leases.c.name).where(leases.c.name == "mails an hour").with_for_update())
    many = sa.select(sa.func.count()).select_from(outbox)
    went = many.where(outbox.c.sent_at > stamp(now - timedelta(hours=1)), _goes_by(None))
    going = many.where(outbox.c.state == "queued", outbox.c.lease_until >= stamp(real), _goes_by(None))
    return per_hour - int(connection.execute(went).scalar_one()) - int(connection.execute(going).scalar_one())


def _goes_by(chat: str | None) -> sa.ColumnElement[bool]:
    return outbox.c.chat.is_(None) if chat is None else outbox.c.chat == chat


def next_mail(connection: sa.Connection, now: datetime, chat: str | None = None) -> float | None:
    """Seconds until something in the outbox can be sent that cannot be now; None when nothing waits there. `chat`: as
    in `claim_outgoing`."""
    real = hour_of(connection)
    waits = [outbox.c.state == "queued", _goes_by(chat)]
    due = connection.execute(
        sa.select(sa.func.min(outbox.c.due_at)).where(*waits, outbox.c.due_at > stamp(now))
    ).scalar()
    held = connection.execute(
        sa.select(sa.func.min(outbox.c.lease_until)).where(*waits, outbox.c.lease_until >= stamp(real))
    ).scalar()
    found = [(moment(due) - now).total_seconds()] if due else []
    found += [(moment(held) - real).total_seconds()] if held else []
    return max(0.05, min(found)) if found else None


def mark_sent(connection: sa.Connection, outbox_ids: int | Iterable[int], now: datetime) -> None:
    """The server took these. A mail with a token keeps nothing of the token."""
    gone = [outbox_ids] if isinstance(outbox_ids, int) else list(outbox_ids)
    done = {"state": "sent", "sent_at": stamp(now), "owner": None, "lease_until": None, "error": None}
    connection.execute(outbox.update().where(outbox.c.id.in_(gone)).values(**done))
    connection.execute(
        outbox.update().where(outbox.c.id.in_(gone), outbox.c.kind == "token").values(facts=json.dumps({"sent": True}))
    )


def mark_failed(connection: sa.Connection, outbox_id: int, error: str, retry_at: datetime | None) -> None:
    """A mail did not go: try it again at `retry_at`, or give it up."""
    values: dict[str, Any] = {"error": error[:500], "owner": None, "lease_until": None}
    values |= {"state": "failed"} if retry_at is None else {"due_at": stamp(retry_at)}
    connection.execute(outbox.update().where(outbox.c.id == outbox_id, outbox.c.state == "queued").values(**values))


def send_by_mail(connection: sa.Connection, number: int, now: datetime) -> None:
    """Send by mail, at once, a message that a chat could not take."""
    values: dict[str, Any] = {"chat": None, "due_at": stamp(now), "tries": 0, "owner": None, "lease_until": None}
    connection.execute(outbox.update().where(outbox.c.id == number, outbox.c.state == "queued").values(**values))


def withdraw(connection: sa.Connection, game_id: int, kinds: tuple[str, ...]) -> int:
    """Mails of a game that became untrue before they went, such as reminders for a window that closed."""
    gone = connection.execute(
        outbox.update()
        .where(outbox.c.game_id == game_id, outbox.c.state.in_(("queued", HELD_BACK)), outbox.c.kind.in_(kinds))
        .values(state="withdrawn")
    )
    return gone.rowcount


def free(connection: sa.Connection, owner: str, numbers: Iterable[int]) -> None:
    """Free these for anybody."""
    mine = (outbox.c.id.in_(list(numbers)), outbox.c.state == "queued", outbox.c.owner == owner)
    connection.execute(outbox.update().where(*mine).values(owner=None, lease_until=None))


def recipient_and_kind(connection: sa.Connection, number: int) -> tuple[str, str] | None:
    """Whom a mail went to, and what kind it was."""
    row = connection.execute(sa.select(outbox.c.recipient, outbox.c.kind).where(outbox.c.id == number)).first()
    return None if row is None else (str(row.recipient), str(row.kind))


def due_at(connection: sa.Connection, number: int) -> str | None:
    """When a mail was to go."""
    return connection.execute(sa.select(outbox.c.due_at).where(outbox.c.id == number)).scalar()


def answer_since(connection: sa.Connection, number: int, letter: int) -> Mapping[str, Any] | None:
    """The content of the answer to a letter, among the mails behind this number."""
    where = (outbox.c.kind == "receipt", outbox.c.id > number)
    found = (json.loads(facts) for facts in connection.execute(sa.select(outbox.c.facts).where(*where)).scalars())
    return next((dict(facts) for facts in found if facts.get("letter") == letter), None)


def press_to(connection: sa.Connection, game_id: int, recipient: str, seat: str, now: datetime) -> list[dict[str, Any]]:
    """The press of a game that was mailed to somebody at a seat, and is due."""
    mine = (outbox.c.game_id == game_id, outbox.c.kind == "press", outbox.c.recipient == recipient)
    there = (outbox.c.due_at <= stamp(now), outbox.c.state != "withdrawn")
    query = sa.select(outbox.c.due_at, outbox.c.facts).where(*mine, *there).order_by(outbox.c.id)
    rows = [{"due_at": row.due_at, "facts": json.loads(row.facts)} for row in connection.execute(query)]
    return [row for row in rows if row["facts"].get("seat") == seat and row["facts"].get("text")]


def forget_of(connection: sa.Connection, recipients: Sequence[str]) -> int:
    """Forget the mails sent to these and withdraw those still to send; how many were withdrawn."""
    mine = outbox.update().where(outbox.c.recipient.in_(recipients))
    count = connection.execute(mine.values(recipient="", facts="{}", in_reply_to=None, error=None)).rowcount
    waiting = (outbox.c.recipient == "", outbox.c.state.in_(WAITING))
    connection.execute(outbox.update().where(*waiting).values(state="withdrawn"))
    for address in recipients:
        # The mails that told the game master of them.
        about = (outbox.c.kind.in_(("gm", "day")), outbox.c.facts.contains(address, autoescape=True))
        connection.execute(outbox.update().where(*about, outbox.c.state.in_(WAITING)).values(state="withdrawn"))
        connection.execute(outbox.update().where(*about).values(facts="{}"))
    return count


def forget_talks(connection: sa.Connection, letters: Collection[int]) -> None:
    """Delete the words of these letters as passed on, and of the answers to them; withdraw what waits."""
    rows = connection.execute(sa.select(outbox.c.id, outbox.c.facts, outbox.c.state).where(outbox.c.kind == "talk"))
    for row in rows.all():
        if json.loads(row.facts).get("letter") in letters:
            state = "withdrawn" if row.state in WAITING else row.state
            connection.execute(outbox.update().where(outbox.c.id == row.id).values(facts="{}", state=state))


# --- kept back by the game master -------------------------------------------------------------------------------------


def kept(connection: sa.Connection, game_id: int) -> list[Outgoing]:
    """The mails of a game that are kept back, oldest first."""
    query = sa.select(outbox).where(outbox.c.game_id == game_id, outbox.c.state == "kept").order_by(outbox.c.id)
    return [_outgoing(row, row.tries) for row in connection.execute(query).all()]


def send_kept(connection: sa.Connection, number: int, at: str, is_held: bool) -> None:
    """Send it at this time, by itself or (`is_held`) with its reader's daily mail."""
    state = "held" if is_held else "queued"
    connection.execute(outbox.update().where(outbox.c.id == number).values(state=state, due_at=at))


def waiting_reports(connection: sa.Connection, game_id: int) -> list[Outgoing]:
    """The reports of a game that have not gone yet."""
    waits = outbox.c.state.in_(("queued", "held", HELD_BACK))
    query = sa.select(outbox).where(outbox.c.game_id == game_id, waits, outbox.c.kind == "report")
    return [_outgoing(row, row.tries) for row in connection.execute(query).all()]


def unsent_reports_to(connection: sa.Connection, game_id: int, recipients: Collection[str]) -> list[Outgoing]:
    """The reports of a game, its closing report too, that have not gone to these yet or are kept back."""
    waits = (outbox.c.state.in_(WAITING), outbox.c.kind.in_(("report", "closing")))
    query = sa.select(outbox).where(outbox.c.game_id == game_id, *waits, outbox.c.recipient.in_(recipients))
    return [_outgoing(row, row.tries) for row in connection.execute(query.order_by(outbox.c.id)).all()]


def take_out(connection: sa.Connection, numbers: Sequence[int]) -> None:
    """Take these out of the queue for good."""
    connection.execute(outbox.update().where(outbox.c.id.in_(numbers)).values(state="withdrawn"))


def newest(connection: sa.Connection) -> int:
    """The number of the newest mail."""
    return int(connection.execute(sa.select(sa.func.max(outbox.c.id))).scalar() or 0)


def on_their_way(connection: sa.Connection) -> dict[int, tuple[str, str]]:
    """Kind and recipient of every mail that goes when it is due, by its number."""
    query = sa.select(outbox.c.id, outbox.c.kind, outbox.c.recipient).where(outbox.c.state.in_(("queued", "held")))
    return {int(row.id): (str(row.kind), str(row.recipient)) for row in connection.execute(query)}


# --- held for an hour of the day --------------------------------------------------------------------------------------


def held(connection: sa.Connection, now: str) -> Sequence[Any]:
    """The mails that have waited for this hour: number, recipient and hour of each, a recipient's together."""
    return connection.execute(
        sa.select(outbox.c.id, outbox.c.recipient, outbox.c.due_at)
        .where(outbox.c.state == "held", outbox.c.due_at <= now)
        .order_by(outbox.c.recipient, outbox.c.id)
        .with_for_update(skip_locked=True)
    ).all()


def hurry(connection: sa.Connection, game_id: int, recipient: str, now: str) -> int:
    """Stop holding a game's reports until their reader is asked; how many they are."""
    waiting = (outbox.c.state == "held", outbox.c.game_id == game_id, outbox.c.recipient == recipient)
    return connection.execute(outbox.update().where(*waiting, outbox.c.kind == "report").values(due_at=now)).rowcount


def held_for(connection: sa.Connection, player: int) -> list[int]:
    """The mails that wait for a player's hour."""
    own = sa.select(addresses.c.address).where(addresses.c.player_id == player)
    waiting = sa.select(outbox.c.id).where(outbox.c.state == "held", outbox.c.recipient.in_(own))
    return [int(number) for number in connection.execute(waiting).scalars()]


def release(connection: sa.Connection, numbers: Sequence[int], now: str) -> None:
    """Send these now, each by itself."""
    connection.execute(outbox.update().where(outbox.c.id.in_(numbers)).values(state="queued", due_at=now))


def bundled(connection: sa.Connection, numbers: Sequence[int]) -> None:
    """Note that these go out as part of another."""
    connection.execute(outbox.update().where(outbox.c.id.in_(numbers)).values(state="bundled"))
