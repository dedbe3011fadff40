"""The campaign in figures, from its store: waiting rows, since when, what is late, who collects.

`judge doctor` makes sentences of them, the daemon's metrics numbers. Each comes from an index, however much has gone
through the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.store import Connection
from judge.store import figures as rows
from judge.store.base import moment, stamp
from judge.store.facts import recall
from judge.store.hour import hour_of

LAST_LOOK = "clock"
"""The key of the clock's last look."""
COLLECTED = "collected/"
"""The prefix under which daemons keep until when a mailbox was read; then the time and its name."""
MAILBOX = "mailbox "
RECENT = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox: until when it was read; who reads it just now ("": nobody)."""

    name: str
    collected: datetime | None
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Counts from the store at one moment. Ages and lags in seconds."""

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


def figures(connection: Connection, now: datetime) -> Figures:
    """All of them. `now`: the campaign's time."""
    at, lately = stamp(now), stamp(now - RECENT)
    letters, oldest_letter = rows.letters_new(connection)
    mails, oldest_mail = rows.mails_due(connection, at)
    due, wake = rows.games_due(connection, at)
    look = recall(connection, LAST_LOOK)
    return Figures(
        letters_waiting=letters,
        oldest_letter=_age(oldest_letter, now),
        letters_bad=rows.letters_bad(connection, lately),
        mails_waiting=mails,
        mails_later=rows.mails_later(connection, at),
        oldest_mail=_age(oldest_mail, now),
        mails_failed=rows.mails_failed(connection, lately),
        games=rows.games_by_status(connection),
        held=rows.games_held(connection),
        due=due,
        lag=_age(wake, now),
        last_look=moment(look) if look else None,
        mailboxes=mailboxes(connection),
    )


def mailboxes(connection: Connection) -> tuple[Mailbox, ...]:
    """Every mailbox that was ever read or held."""
    found: dict[str, datetime | None] = {}
    for value in rows.facts_under(connection, COLLECTED):
        at, _, name = value.partition(" ")
        found[name] = moment(at)
    held = rows.holders(connection, MAILBOX, stamp(hour_of(connection)))
    holders = {name.removeprefix(MAILBOX): owner for name, owner in held.items()}
    return tuple(Mailbox(name, found.get(name), holders.get(name, "")) for name in sorted({*found, *holders}))


def _age(since: str | None, now: datetime) -> float:
    return max(0.0, (now - moment(since)).total_seconds()) if since else 0.0
