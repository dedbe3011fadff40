"""The time that everybody on one store agrees on: the clock of the database server, not of any host.

A file has no clock of its own; all who use it share the machine's.
"""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from judge.store.base import Store

AGAIN = 60.0
"""Seconds after which the server is asked anew; until then we count on from its last answer."""


def hour_of(connection: sa.Connection) -> datetime:
    """The time by the store's clock now, not when the transaction began: that may have waited for a lock."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    found = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    assert isinstance(found, datetime)
    return found.astimezone(UTC)


class StoreClock:
    """The store's time, asked for once a minute. A host with a wrong or newly set clock closes nothing early."""

    def __init__(self, store: Store, again: float = AGAIN) -> None:
        self.store, self.again = store, again
        self._lock = threading.Lock()
        self._known: tuple[float, datetime] | None = None

    def now(self) -> datetime:
        """The time of day by the store's clock."""
        if self.store.is_sqlite:
            return datetime.now(UTC)
        with self._lock:
            if self._known is None or time.monotonic() - self._known[0] > self.again:
                before = time.monotonic()
                try:
                    with self.store.read() as connection:
                        said = hour_of(connection)
                except sa.exc.OperationalError:
                    if self._known is None:
                        raise
                else:
                    after = time.monotonic()
                    # The server gave its answer somewhere between the question and now.
                    self._known = ((before + after) / 2, said)
            at, said = self._known
            return said + timedelta(seconds=time.monotonic() - at)
