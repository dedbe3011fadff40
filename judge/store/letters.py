"""Letters in: each is stored before anything looks at it. One process has it for a while; then it is free again.

On PostgreSQL rows that another process is looking at are skipped; on SQLite writers queue up anyway. A row that a
killed process held comes free when its lease runs out. Leases go by the store's own clock, whatever the campaign's is:
a demonstration's days are minutes, its processes are as quick as any.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.base import moment, stamp
from judge.store.hour import hour_of
from judge.store.tables import games, inbox, steps, tallies


@dataclass(frozen=True, slots=True, kw_only=True)
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


def letter_digest(account: str, message_id: str, raw: bytes, received_at: str) -> str:
    """One letter is one letter, however often it is delivered; a Message-ID used again for other words or under another
    head is another letter.

    Without a Message-ID, the receipt time tells a repeated letter from a new one with the same words; of two that came
    in the same second, their numbers in the mailbox tell (`_told_apart`).
    """
    head, _, words = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    parts = (hashlib.sha256(one).hexdigest() for one in (_head_that_counts(head), words.strip()))
    return hashlib.sha256("\n".join((account, message_id or received_at, *parts)).encode()).hexdigest()


def _digest_before(row: Mapping[str, Any]) -> str:
    """How letters were known before their heads counted: those of a mailbox that is made anew after an upgrade are in
    the store under this."""
    _, _, words = bytes(row["raw"]).replace(b"\r\n", b"\n").partition(b"\n\n")
    parts = (row["account"], row["message_id"] or row["received_at"], hashlib.sha256(words.strip()).hexdigest())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _without_known(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those that are not in the store as letters were known before."""
    digests = [_digest_before(row) for row in rows]
    found = set(connection.execute(_KNOWN_BEFORE, {"digests": digests}).scalars()) if rows else set()
    return [row for row, digest in zip(rows, digests, strict=True) if digest not in found] if found else list(rows)


_KNOWN_BEFORE = sa.select(inbox.c.digest).where(inbox.c.digest.in_(sa.bindparam("digests", expanding=True)))


_BY_SERVERS = re.compile(
    rb"received|return-path|delivered-to|envelope-to|x-original-to|authentication-results|received-spf|arc-.*|"
    rb"status|lines|content-length|dkim-filter|"
    rb"x-(?!auto|judge|loop|vacation|mail(?:-auto|er-daemon)|failed|facebook|ms-exchange-inbox).*"
)
"""Headers that servers add on the way, others each time that they deliver a mail."""
DOOR = "lmtp"
"""The folder of letters that a mail server hands in. It hands in again those of which it does not know whether they
arrived; each has the server's own marks in its head, and its number is made of all of it."""
MOST_HEAD, MOST_WAYS = 20_000, 50
MOST_HOPS = 25
"""A mail with more is going in circles, and is not read."""
_FOUND = re.compile(rb"\b(spf|dkim|dmarc|arc|auth)\s*=\s*([a-z]+)")


def _head_that_counts(head: bytes) -> bytes:
    """The part of a head that is the same each time that its mail is delivered. It differs in a copy that somebody made
    to come before it: under another name, marked as a machine's, with its signature spoilt."""
    lines = head.replace(b"\n ", b" ").replace(b"\n\t", b" ").split(b"\n")
    own, to, way, found, hops = [], [], set(), set(), 0
    for line in lines:
        name, colon, value = line.partition(b":")
        name = name.strip().lower()
        to += [value.lower()] if name in (b"to", b"cc") else []
        if not colon or not _BY_SERVERS.fullmatch(name):
            own.append(b" ".join((name, *value.split())))
        elif name == b"authentication-results":
            found |= set(_FOUND.findall(value.lower()))
        elif name == b"return-path":
            way |= {b"nobody"} if value.strip().lower() in (b"<>", b"<mailer-daemon>") else set()
        elif name == b"received":
            hops += 1
        elif name in (b"delivered-to", b"envelope-to", b"x-original-to"):
            way |= {one for one in value.lower().split() if b"+" in one}
    named = b"".join(to)[:MOST_HEAD]
    way = {one for one in sorted(way)[:MOST_WAYS] if one.strip(b"<>,;") not in named}
    far = [b"far"] if hops > MOST_HOPS else []
    return b"\n".join([*own, *sorted(way), *far, *sorted(b"=".join(one) for one in found)])


def raw_row(
    account: str, folder: str, uidvalidity: int, uid: int, message_id: str, raw: bytes, received_at: datetime
) -> dict[str, Any]:
    """A mail as a row of the inbox."""
    return {
        "account": account,
        "folder": folder,
        "uidvalidity": uidvalidity,
        "uid": uid,
        "message_id": message_id,
        "digest": letter_digest(account, message_id, raw, str(uid) if folder == DOOR else stamp(received_at)),
        "raw": raw,
        "received_at": stamp(received_at),
        "state": "new",
        "tries": 0,
    }


def _told_apart(connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Letters without a Message-ID that say the same and came in the same second are several if they lay in one mailbox
    under several numbers. In a mailbox that was made anew each has another number, and is the letter that it was."""
    seen: dict[str, int] = {}
    for row in rows:
        if row["message_id"] or row["folder"] == DOOR:
            continue
        digest = row["digest"]
        known = connection.execute(
            sa.select(inbox.c.account, inbox.c.uidvalidity, inbox.c.uid).where(inbox.c.digest == digest)
        ).first()
        uid = seen.setdefault(digest, row["uid"])
        if known is not None:
            is_here = (known.account, known.uidvalidity) == (row["account"], row["uidvalidity"])
            uid = known.uid if is_here else row["uid"]
        if uid != row["uid"]:
            row["digest"] = hashlib.sha256(f"{digest} {row['uidvalidity']} {row['uid']}".encode()).hexdigest()


def _store(connection: sa.Connection, row: dict[str, Any]) -> int | None:
    """Store a letter; its number, or None if it was here."""
    store = _STORE_ONE[connection.dialect.name]
    number = connection.execute(store, row).scalar()
    if number is None:
        # A server may break its promise and give an old number to a new mail, so we compare the words as well.
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
    """Store many, each unless it is here already. Commit before telling the server that it may forget them. `most`: so
    many of the first are this owner's from the start, as if claimed.

    Returns those; None in the place of one that was here already, which nobody then claims.
    """
    until = stamp(hour_of(connection) + lease) if most else None
    mine = {"owner": owner, "lease_until": until, "tries": 1}
    rows = [row | (mine if place < most else {"owner": None, "lease_until": None}) for place, row in enumerate(rows)]
    _told_apart(connection, rows)
    own = rows[:most]
    rows = _without_known(connection, rows)
    # The same letter twice in one lot is stored once: the first of the two has it.
    numbers: dict[str, int] = {}
    if len(rows) == 1:
        one = _store(connection, rows[0])
        numbers = {rows[0]["digest"]: one} if one is not None else {}
    elif rows:
        if connection.execute(_STORE[connection.dialect.name], rows).rowcount != len(rows):
            # Some were here already, or seem to be: each is looked at.
            for row in rows:
                _store(connection, row)
        if own:
            asked = {"digests": [row["digest"] for row in own], "of_owner": owner, "until": until}
            numbers = {str(row.digest): int(row.id) for row in connection.execute(_JUST_STORED, asked)}
    return [
        _arrived(row, number, 1) if (number := numbers.pop(row["digest"], None)) is not None else None for row in own
    ]


def _arrived(row: Mapping[str, Any], number: int, tries: int) -> Arrived:
    """A claimed row. `tries`: with the one that begins now."""
    return Arrived(
        id=number, account=row["account"], folder=row["folder"], uidvalidity=row["uidvalidity"], uid=row["uid"],
        message_id=row["message_id"], raw=bytes(row["raw"] or b""), received_at=moment(row["received_at"]),
        tries=tries,
    )  # fmt: skip


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
    rows = connection.execute(_NEXT, {"now": stamp(now), "of_owner": owner, "most": limit}).mappings().all()
    if rows:
        ids = [row["id"] for row in rows]
        connection.execute(_CLAIM, {"ids": ids, "by_owner": owner, "until": stamp(now + lease)})
    return [_arrived(dict(row), int(row["id"]), int(row["tries"]) + 1) for row in rows]


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
    """Which of these letters this owner may still deal with, in the transaction that will.

    A process that was stopped for longer than its lease finds them taken over, or dealt with, and leaves them alone.
    """
    wanted = list(letters)
    query, ids = (_ONE_STILL_MINE, wanted[0]) if len(wanted) == 1 else (_STILL_MINE, wanted)
    return set(connection.execute(query, {"ids": ids, "of_owner": owner}).scalars())


_FINISH = (
    inbox.update()
    .where(inbox.c.id == sa.bindparam("letter"), inbox.c.state == "new")
    .values(
        state=sa.bindparam("became"), note=sa.bindparam("said"), game_id=sa.bindparam("of_game"), owner=None,
        lease_until=None, seat=sa.bindparam("of_seat"), codes=sa.bindparam("why"),
    )
)  # fmt: skip


def finish_letters(connection: sa.Connection, finished: Sequence[Mapping[str, Any]]) -> None:
    """Close mails as `done`, `ignored` or `bad`: `letter`, `became`, `said`, `of_game`, `of_seat`, `why` of each."""
    if finished:
        connection.execute(_FINISH, [dict(one) for one in finished])


def letters_waiting(connection: sa.Connection, received_by: datetime | None = None) -> int:
    """Mails nobody has dealt with yet. No window closes while one that came in time is among them."""
    where = [inbox.c.state == "new"]
    if received_by is not None:
        where.append(inbox.c.received_at <= stamp(received_by))
    return int(connection.execute(sa.select(sa.func.count()).select_from(inbox).where(*where)).scalar_one())


def next_letter(connection: sa.Connection) -> float | None:
    """Seconds until the letters that another process has claimed come free, should it be dead; None: there are none."""
    held = connection.execute(sa.select(sa.func.min(inbox.c.lease_until)).where(inbox.c.state == "new")).scalar()
    return max(0.05, (moment(held) - hour_of(connection)).total_seconds()) if held else None


def laid_aside(connection: sa.Connection, uids: Sequence[int]) -> set[tuple[int, int]]:
    """Which of these were laid aside: UIDVALIDITY and UID."""
    query = sa.select(inbox.c.uidvalidity, inbox.c.uid).where(inbox.c.state == "bad", inbox.c.uid.in_(uids))
    return {(int(row.uidvalidity), int(row.uid)) for row in connection.execute(query)}


def of_file(connection: sa.Connection, uid: int) -> dict[str, Any] | None:
    """A letter that was taken from a file."""
    query = sa.select(inbox).where(inbox.c.folder == "file", inbox.c.uid == uid)
    row = connection.execute(query).mappings().first()
    return None if row is None else dict(row)


def of_digest(connection: sa.Connection, digest: str) -> dict[str, Any] | None:
    """The letter with this digest, and its result."""
    query = sa.select(inbox.c.state, inbox.c.note).where(inbox.c.digest == digest)
    row = connection.execute(query).mappings().first()
    return None if row is None else dict(row)


def newest_words(connection: sa.Connection, game_id: int, most: int) -> list[bytes]:
    """The newest letters for a game that still have their words."""
    query = sa.select(inbox.c.raw).where(*_with_words(game_id, "")).order_by(inbox.c.id.desc()).limit(most)
    return [bytes(raw) for raw in connection.execute(query).scalars()]


# --- forgotten --------------------------------------------------------------------------------------------------------


def forget_of(connection: sa.Connection, addresses: Sequence[str]) -> int:
    """Delete the words of every letter whose head names one of these; how many letters had them."""
    count = 0
    for row in connection.execute(sa.select(inbox.c.id, inbox.c.raw)).all():
        head = bytes(row.raw or b"").partition(b"\n\n")[0].replace(b"\r", b"").lower()
        if any(one.encode() in head for one in addresses):
            gone = inbox.update().where(inbox.c.id == row.id)
            connection.execute(gone.values(raw=None, message_id="", note=""))
            count += 1
    connection.execute(tallies.delete().where(tallies.c.address.in_(addresses)))
    return count


def games_over_since(connection: sa.Connection, edge: str) -> list[int]:
    """Games that were over before this, and still have words to forget."""
    ended = (
        sa.select(games.c.id)
        .join(steps, sa.and_(steps.c.game_id == games.c.id, steps.c.number == games.c.head))
        .where(games.c.status == "over")
        .group_by(games.c.id)
        .having(sa.func.max(steps.c.made_at) < edge)
    )
    kept = sa.exists().where(inbox.c.game_id == games.c.id, inbox.c.raw.is_not(None), inbox.c.state != "new")
    return [int(one) for one in connection.execute(ended.where(kept).order_by(games.c.id)).scalars()]


def _with_words(game_id: int | None, edge: str) -> list[sa.ColumnElement[bool]]:
    """Letters for a game that still have their words; letters for none, if they came before this."""
    where = [inbox.c.raw.is_not(None), inbox.c.state != "new"]
    if game_id is None:
        return [*where, inbox.c.game_id.is_(None), inbox.c.received_at < edge]
    return [*where, inbox.c.game_id == game_id]


def size_of_words(connection: sa.Connection, game_id: int | None, edge: str) -> tuple[int, int]:
    """How many letters of a game (or of none, before this) still have their words, and how many bytes."""
    size = sa.func.coalesce(sa.func.sum(sa.func.length(inbox.c.raw)), 0)
    count, large = connection.execute(sa.select(sa.func.count(), size).where(*_with_words(game_id, edge))).one()
    return int(count), int(large)


def forget_words(connection: sa.Connection, game_id: int | None, edge: str, most: int) -> tuple[int, int]:
    """Delete the words of so many at most; of how many letters, and how many bytes."""
    query = sa.select(inbox.c.id, sa.func.length(inbox.c.raw)).where(*_with_words(game_id, edge)).limit(most)
    found = connection.execute(query).all()
    if found:
        # The note of a letter laid aside may quote it.
        note = sa.case((inbox.c.state == "bad", ""), else_=inbox.c.note)
        gone = inbox.update().where(inbox.c.id.in_([row[0] for row in found]))
        connection.execute(gone.values(raw=None, note=note))
    return len(found), sum(int(row[1]) for row in found)
