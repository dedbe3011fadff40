"""Mail waiting to be read and mail waiting to go out: each row is one process's for a while, then anybody's again.

On PostgreSQL rows that another process is looking at are skipped; on SQLite writers queue up anyway. A row that a
killed process held comes free when its lease runs out. Leases go by the store's own clock, what is due by the
campaign's: a demonstration's days are minutes, its processes are as quick as any.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.base import moment, stamp
from judge.store.hour import hour_of
from judge.store.tables import inbox, leases, meta, outbox

QUICK = ("receipt", "token", "notice", "reminder")
"""Mails of words only."""
A_FEW = 5


@dataclass(frozen=True, slots=True)
class Arrived:
    """A stored mail that one process has claimed."""

    id: int
    account: str
    folder: str
    uidvalidity: int
    uid: int
    message_id: str
    raw: bytes
    received_at: datetime
    tries: int


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A mail that one process has claimed for sending. `facts` says what it tells; words come when it is sent."""

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


def insert_new(connection: sa.Connection, table: sa.Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless one of its unique keys is there already; whether it was inserted."""
    insert = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    made = insert.values(dict(values)).on_conflict_do_nothing().returning(*table.primary_key.columns)
    return connection.execute(made).first() is not None


# --- in -------------------------------------------------------------------------------------------------------------


def letter_digest(account: str, message_id: str, raw_body: bytes) -> str:
    """One letter is one letter, however often it is delivered; a Message-ID used again for other words is another."""
    body = hashlib.sha256(raw_body.replace(b"\r\n", b"\n").strip()).hexdigest()
    return hashlib.sha256("\n".join((account, message_id, body)).encode()).hexdigest()


def store_raw(
    connection: sa.Connection,
    *,
    account: str,
    folder: str,
    uidvalidity: int,
    uid: int,
    message_id: str,
    raw: bytes,
    received_at: datetime,
) -> bool:
    """Store a mail as it came, before anything looks at it; False when it is here already.

    Commit before telling the server that it may forget the mail.
    """
    row = raw_row(account, folder, uidvalidity, uid, message_id, raw, received_at)
    return _store(connection, row | {"owner": None, "lease_until": None}) is not None


def raw_row(
    account: str, folder: str, uidvalidity: int, uid: int, message_id: str, raw: bytes, received_at: datetime
) -> dict[str, Any]:
    """A mail as a row of the inbox."""
    _, _, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    return {
        "account": account,
        "folder": folder,
        "uidvalidity": uidvalidity,
        "uid": uid,
        "message_id": message_id,
        "digest": letter_digest(account, message_id, body),
        "raw": raw,
        "received_at": stamp(received_at),
        "state": "new",
        "tries": 0,
    }


def _store(connection: sa.Connection, row: dict[str, Any]) -> int | None:
    """The number of a letter that was not here yet."""
    store = _STORE_ONE[connection.dialect.name]
    number = connection.execute(store, row).scalar()
    if number is None:
        # A server may break its promise and give an old number to a new mail: it is known by its words as well.
        if connection.execute(sa.select(inbox.c.id).where(inbox.c.digest == row["digest"])).first() is not None:
            return None
        number = connection.execute(store, row | {"folder": f"{row['folder']} {row['digest']}"}).scalar()
    return None if number is None else int(number)


def store_all(
    connection: sa.Connection,
    rows: Sequence[dict[str, Any]],
    owner: str = "",
    most: int = 0,
    lease: timedelta = timedelta(minutes=2),
) -> list[Arrived | None]:
    """Store many, each as `store_raw` would. The first so many are this owner's from the start, as if claimed.

    Returns those; None in the place of one that was here already, which is nobody's for that.
    """
    until = stamp(hour_of(connection) + lease) if most else None
    mine = {"owner": owner, "lease_until": until, "tries": 1}
    rows = [row | (mine if place < most else {"owner": None, "lease_until": None}) for place, row in enumerate(rows)]
    own = rows[:most]
    # The same letter twice in one lot is stored once: the first of the two has it.
    numbers: dict[str, int] = {}
    if len(rows) == 1:
        one = _store(connection, rows[0])
        numbers = {rows[0]["digest"]: one} if one is not None else {}
    else:
        if connection.execute(_STORE[connection.dialect.name], rows).rowcount != len(rows):
            # Some were here already, or seem to be: each is looked at.
            for row in rows:
                _store(connection, row)
        if own:
            asked = {"digests": [row["digest"] for row in own], "of_owner": owner, "until": until}
            numbers = {str(row.digest): int(row.id) for row in connection.execute(_JUST_STORED, asked)}
    return [
        Arrived(
            number, row["account"], row["folder"], row["uidvalidity"], row["uid"], row["message_id"], row["raw"],
            moment(row["received_at"]), 1,
        )
        if (number := numbers.pop(row["digest"], None)) is not None
        else None
        for row in own
    ]  # fmt: skip


_STORE = {
    "sqlite": sqlite.insert(inbox).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(inbox).on_conflict_do_nothing(),
}
_STORE_ONE = {name: insert.returning(inbox.c.id) for name, insert in _STORE.items()}
_JUST_STORED = sa.select(inbox.c.id, inbox.c.digest).where(
    inbox.c.digest.in_(sa.bindparam("digests", expanding=True)),
    inbox.c.state == "new",
    inbox.c.owner == sa.bindparam("of_owner"),
    inbox.c.lease_until == sa.bindparam("until"),
    inbox.c.tries == 1,
)


def claim_letters(
    connection: sa.Connection, owner: str, limit: int = 1, lease: timedelta = timedelta(minutes=2)
) -> list[Arrived]:
    """The oldest mails nobody is working on: by receipt time, then UID, the order in which letters change a set.

    Each try counts before it begins, so that a letter that kills its reader is laid aside as well.
    """
    now = hour_of(connection)
    rows = connection.execute(_NEXT, {"now": stamp(now), "of_owner": owner, "most": limit}).all()
    if rows:
        ids = [row.id for row in rows]
        connection.execute(_CLAIM, {"ids": ids, "by_owner": owner, "until": stamp(now + lease)})
    return [
        Arrived(
            row.id, row.account, row.folder, row.uidvalidity, row.uid, row.message_id, bytes(row.raw or b""),
            moment(row.received_at), row.tries + 1,
        )
        for row in rows
    ]  # fmt: skip


_NEXT = (
    sa.select(inbox)
    .where(
        inbox.c.state == "new",
        sa.or_(
            inbox.c.lease_until.is_(None),
            inbox.c.lease_until < sa.bindparam("now"),
            inbox.c.owner == sa.bindparam("of_owner"),
        ),
    )
    .order_by(inbox.c.received_at, inbox.c.uid, inbox.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
    .with_for_update(skip_locked=True)
)
_CLAIM = (
    inbox.update()
    .where(inbox.c.id.in_(sa.bindparam("ids", expanding=True)))
    .values(owner=sa.bindparam("by_owner"), lease_until=sa.bindparam("until"), tries=inbox.c.tries + 1)
)
_MINE = (
    sa.select(inbox.c.id)
    .where(inbox.c.state == "new", inbox.c.owner == sa.bindparam("of_owner"))
    .order_by(inbox.c.id)
    .with_for_update()
)
_STILL_MINE = _MINE.where(inbox.c.id.in_(sa.bindparam("ids", expanding=True)))
_ONE_STILL_MINE = _MINE.where(inbox.c.id == sa.bindparam("ids"))


def still_mine(connection: sa.Connection, owner: str, letters: Iterable[int]) -> set[int]:
    """Which of these letters are this owner's to deal with, in the transaction that will.

    A process that was stopped for longer than its lease finds them taken over, or dealt with, and leaves them alone.
    """
    wanted = list(letters)
    query, ids = (_ONE_STILL_MINE, wanted[0]) if len(wanted) == 1 else (_STILL_MINE, wanted)
    return set(connection.execute(query, {"ids": ids, "of_owner": owner}).scalars())


def finish_letter(
    connection: sa.Connection, inbox_id: int, state: str, note: str = "", game_id: int | None = None
) -> bool:
    """Close a mail as `done`, `ignored` or `bad`, in the transaction of what it did. False: it was closed before."""
    closed = connection.execute(
        inbox.update()
        .where(inbox.c.id == inbox_id, inbox.c.state == "new")
        .values(state=state, note=note, game_id=game_id, owner=None, lease_until=None)
    )
    return closed.rowcount == 1


_FINISH = (
    inbox.update()
    .where(inbox.c.id == sa.bindparam("letter"), inbox.c.state == "new")
    .values(
        state=sa.bindparam("became"), note=sa.bindparam("said"), game_id=sa.bindparam("of_game"), owner=None,
        lease_until=None,
    )
)  # fmt: skip


def finish_letters(connection: sa.Connection, finished: Sequence[tuple[int, str, str, int | None]]) -> None:
    """Close many: (letter, state, note, game) of each."""
    if finished:
        rows = [{"letter": one[0], "became": one[1], "said": one[2], "of_game": one[3]} for one in finished]
        connection.execute(_FINISH, rows)


def letters_waiting(connection: sa.Connection, received_by: datetime | None = None) -> int:
    """Mails nobody has dealt with yet. No window closes while one that came in time is among them."""
    where = [inbox.c.state == "new"]
    if received_by is not None:
        where.append(inbox.c.received_at <= stamp(received_by))
    return int(connection.execute(sa.select(sa.func.count()).select_from(inbox).where(*where)).scalar_one())


def highest_uid(connection: sa.Connection, account: str, folder: str, uidvalidity: int) -> int:
    """The highest UID stored from a folder; 0 when none was."""
    found = connection.execute(
        sa.select(sa.func.max(inbox.c.uid)).where(
            inbox.c.account == account, inbox.c.folder == folder, inbox.c.uidvalidity == uidvalidity
        )
    ).scalar()
    return int(found or 0)


# --- out ------------------------------------------------------------------------------------------------------------


def claim_outgoing(
    connection: sa.Connection,
    owner: str,
    now: datetime,
    limit: int = 10,
    lease: timedelta = timedelta(minutes=5),
    per_hour: int = 0,
) -> list[Outgoing]:
    """The next mails to send, acknowledgements first, for this owner until the lease runs out.

    `per_hour`: the most that all processes on this store together may send in an hour (0: no limit).
    """
    real = hour_of(connection)
    if per_hour:
        limit = min(limit, _room(connection, per_hour, now, real))
        if limit <= 0:
            return []
    free = sa.or_(outbox.c.lease_until.is_(None), outbox.c.lease_until < stamp(real))
    rows = connection.execute(
        sa.select(outbox)
        .where(outbox.c.state == "queued", outbox.c.due_at <= stamp(now), free)
        .order_by(outbox.c.priority, outbox.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    ).all()
    # Reports take long to write: only a few are taken at once, so that an answer that comes up meanwhile goes first.
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
        row.id, row.message_id, row.game_id, row.kind, row.recipient, json.loads(row.facts), row.in_reply_to, tries,
        row.due_at,
    )  # fmt: skip


def _room(connection: sa.Connection, per_hour: int, now: datetime, real: datetime) -> int:
    """How many more mails the hour allows: what went, and what somebody has in hand. One process asks at a time."""
    insert_new(connection, leases, {"name": "mails an hour", "owner": "", "until": "", "fence": 0})
    connection.execute(sa.select(leases.c.name).where(leases.c.name == "mails an hour").with_for_update())
    went = sa.select(sa.func.count()).select_from(outbox).where(outbox.c.sent_at > stamp(now - timedelta(hours=1)))
    going = (
        sa.select(sa.func.count())
        .select_from(outbox)
        .where(outbox.c.state == "queued", outbox.c.lease_until >= stamp(real))
    )
    return per_hour - int(connection.execute(went).scalar_one()) - int(connection.execute(going).scalar_one())


def next_mail(connection: sa.Connection, now: datetime) -> float | None:
    """Seconds until something in the outbox can be sent that cannot be now; None when nothing waits there."""
    real = hour_of(connection)
    waits = [outbox.c.state == "queued"]
    due = connection.execute(
        sa.select(sa.func.min(outbox.c.due_at)).where(*waits, outbox.c.due_at > stamp(now))
    ).scalar()
    held = connection.execute(
        sa.select(sa.func.min(outbox.c.lease_until)).where(*waits, outbox.c.lease_until >= stamp(real))
    ).scalar()
    found = [(moment(due) - now).total_seconds()] if due else []
    found += [(moment(held) - real).total_seconds()] if held else []
    return max(0.05, min(found)) if found else None


def next_letter(connection: sa.Connection) -> float | None:
    """Seconds until the letters that another process has in hand come free, should it be dead; None: there are none."""
    held = connection.execute(sa.select(sa.func.min(inbox.c.lease_until)).where(inbox.c.state == "new")).scalar()
    return max(0.05, (moment(held) - hour_of(connection)).total_seconds()) if held else None


def mark_sent(connection: sa.Connection, outbox_ids: int | Iterable[int], now: datetime) -> None:
    """The server took it, or them. A token's mail keeps nothing of the token."""
    gone = [outbox_ids] if isinstance(outbox_ids, int) else list(outbox_ids)
    done = {"state": "sent", "sent_at": stamp(now), "owner": None, "lease_until": None, "error": None}
    connection.execute(outbox.update().where(outbox.c.id.in_(gone)).values(**done))
    connection.execute(
        outbox.update().where(outbox.c.id.in_(gone), outbox.c.kind == "token").values(facts=json.dumps({"sent": True}))
    )


def mark_failed(connection: sa.Connection, outbox_id: int, error: str, retry_at: datetime | None) -> None:
    """It did not go: tried again at `retry_at`, or given up."""
    values: dict[str, Any] = {"error": error[:500], "owner": None, "lease_until": None}
    values |= {"state": "failed"} if retry_at is None else {"due_at": stamp(retry_at)}
    connection.execute(outbox.update().where(outbox.c.id == outbox_id, outbox.c.state == "queued").values(**values))


def withdraw(connection: sa.Connection, game_id: int, kinds: tuple[str, ...]) -> int:
    """Mails of a game that became untrue before they went, such as reminders for a window that closed."""
    gone = connection.execute(
        outbox.update()
        .where(outbox.c.game_id == game_id, outbox.c.state == "queued", outbox.c.kind.in_(kinds))
        .values(state="withdrawn")
    )
    return gone.rowcount


def counts(connection: sa.Connection) -> dict[str, dict[str, int]]:
    """Rows of both queues by state."""
    return {
        table.name: {
            str(row[0]): int(row[1])
            for row in connection.execute(sa.select(table.c.state, sa.func.count()).group_by(table.c.state))
        }
        for table in (inbox, outbox)
    }


# --- small facts ------------------------------------------------------------------------------------------------------


def remember(connection: sa.Connection, key: str, value: str) -> None:
    """Keep a small fact of the whole campaign."""
    if not insert_new(connection, meta, {"key": key, "value": value}):
        connection.execute(meta.update().where(meta.c.key == key).values(value=value))


def recall(connection: sa.Connection, key: str) -> str | None:
    """A fact kept by `remember`."""
    found = connection.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar()
    return None if found is None else str(found)
