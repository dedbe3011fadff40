"""How many letters an address wrote and how many answers it got, in spans of ten minutes, for a day.

The store keeps count, so that a limit holds for all processes together and a restart forgives nobody. A lot of letters
is counted together: one look for each address, one statement when the lot is stored.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import lru_cache

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.base import stamp
from judge.store.tables import tallies

LETTERS, ANSWERS = "letters", "answers"
SITTERS = "sitters"
"""The sitters that a seat named, and the mails to somebody who was named."""
STRANGERS = "strangers"
"""The accounts on a chat that belong to nobody and were told how to connect."""
PROVEN = "proven "
"""Comes before the kind: letters that prove their sender are counted apart, so that forged ones cannot use up their
room."""


def span_of(at: datetime) -> str:
    """The ten minutes a moment is in."""
    return _span(int(at.timestamp()) // 600)


@lru_cache(maxsize=256)
def _span(number: int) -> str:
    return stamp(datetime.fromtimestamp(600 * number, UTC))[:15]


_COUNTED = sa.select(tallies.c.kind, tallies.c.span, tallies.c.many).where(
    tallies.c.kind.in_((LETTERS, ANSWERS, PROVEN + LETTERS, PROVEN + ANSWERS, SITTERS, STRANGERS)),
    tallies.c.address == sa.bindparam("of_address"),
    tallies.c.span >= sa.bindparam("since"),
)
_ADD = {
    name: new.on_conflict_do_update(
        index_elements=["kind", "address", "span"], set_={"many": tallies.c.many + new.excluded.many}
    )
    for name, new in (("sqlite", sqlite.insert(tallies)), ("postgresql", postgresql.insert(tallies)))
}


class Tallies:
    """The counts of one transaction: the store's, and new ones."""

    def __init__(self, connection: sa.Connection) -> None:
        self.connection = connection
        self._known: dict[str, dict[tuple[str, str], int]] = {}
        self._new: Counter[tuple[str, str, str]] = Counter()

    def add(self, kind: str, address: str, now: datetime) -> None:
        """Count one more."""
        self._known_of(address, now)
        self._new[kind, address, span_of(now)] += 1

    def count(self, kind: str, address: str, now: datetime) -> tuple[int, int]:
        """How many in the last hour, and in the last day."""
        since = span_of(now - timedelta(hours=1))
        day = span_of(now - timedelta(days=1))
        counted = [(span, many) for (one, span), many in self._known_of(address, now).items() if one == kind]
        counted += [(span, many) for (one, who, span), many in self._new.items() if (one, who) == (kind, address)]
        return sum(many for span, many in counted if span >= since), sum(many for span, many in counted if span >= day)

    def store(self) -> None:
        """Store the new counts, with the rest of the transaction."""
        # In one order, so that two processes never wait for each other.
        rows = [
            {"kind": kind, "address": address, "span": span, "many": many}
            for (kind, address, span), many in sorted(self._new.items())
        ]
        self._new.clear()
        self._known.clear()
        if not rows:
            return
        self.connection.execute(_ADD[self.connection.dialect.name], rows)

    def _known_of(self, address: str, now: datetime) -> dict[tuple[str, str], int]:
        if address not in self._known:
            day = span_of(now - timedelta(days=1))
            found = self.connection.execute(_COUNTED, {"of_address": address, "since": day})
            self._known[address] = {(row.kind, row.span): int(row.many) for row in found}
        return self._known[address]


def forget_tallies(connection: sa.Connection, now: datetime) -> int:
    """Delete counts older than a day; how many rows."""
    done = connection.execute(tallies.delete().where(tallies.c.span < span_of(now - timedelta(days=1))))
    return int(done.rowcount)
