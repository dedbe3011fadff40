"""Waking those who wait: PostgreSQL tells every listening process that a letter came in, a mail is to go out, or a
game's time changed.

The tables announce this by triggers. So anything that writes to the store (a daemon on another host, a game master's
command, a person at psql) wakes the process concerned. A file tells nobody: there one process serves.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import threading
from collections.abc import Callable
from typing import Any, Protocol

from judge.store.base import Store

log = logging.getLogger("judge")

CHANNEL = "judge"
LETTER, MAIL, CLOCK = "letter", "mail", "clock"
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0


def readable(seconds: float, *files: HasNumber) -> bool:
    """Whether one of these can be read from within so many seconds. (`select` knows no numbers past a thousand.)"""
    poll = select.poll()
    for file in files:
        poll.register(file.fileno(), select.POLLIN)
    return bool(poll.poll(max(0.0, seconds) * 1000))


class HasNumber(Protocol):
    """Anything with a file number."""

    def fileno(self) -> int: ...


class Wake:
    """Something to wait on that another thread sets: by itself, or beside a socket (it has a file number)."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        os.set_blocking(self._out, False)
        os.set_blocking(self._in, False)

    def fileno(self) -> int:
        """The descriptors to wait on for reading."""
        return self._out

    def set(self) -> None:
        """Wake everybody who waits."""
        with contextlib.suppress(BlockingIOError, OSError):
            os.write(self._in, b"!")

    def clear(self) -> None:
        """Forget earlier calls."""
        with contextlib.suppress(BlockingIOError, OSError):
            while os.read(self._out, 4096):
                pass

    def wait(self, seconds: float) -> bool:
        """Wait until somebody sets it, or so many seconds; forget it then."""
        woken = readable(seconds, self)
        if woken:
            self.clear()
        return woken

    def close(self) -> None:
        """Close it."""
        for number in (self._out, self._in):
            with contextlib.suppress(OSError):
                os.close(number)


class Listener:
    """A connection of its own that hears the store's announcements. `told`: gets the word, in the listener's thread.

    After a connection broke anything may have been missed: then all words are told once.
    """

    def __init__(self, store: Store, told: Callable[[str], None]) -> None:
        self.store, self.told = store, told
        self._stop = Wake()
        self._stopping = False
        self._thread: threading.Thread | None = None

    def start(self) -> Listener:
        """Listen, if the store announces anything."""
        if not self.store.is_sqlite:
            self._thread = threading.Thread(target=self._run, daemon=True, name="listening")
            self._thread.start()
        return self

    def stop(self) -> None:
        """Stop listening."""
        self._stopping = True
        self._stop.set()
        if self._thread is not None:
            self._thread.join(10)
        self._stop.close()

    def _run(self) -> None:
        wait = FIRST_WAIT
        while not self._stopping:
            try:
                with self.store.engine.connect() as connection:
                    raw: Any = connection.connection.driver_connection
                    raw.autocommit = True
                    try:
                        raw.execute(f"LISTEN {CHANNEL}")
                        wait = FIRST_WAIT
                        for word in (LETTER, MAIL, CLOCK):
                            self.told(word)
                        self._hear(raw)
                    finally:
                        # This connection listens and is in another mode, so nobody else gets it.
                        connection.invalidate()
            except Exception as error:
                if self._stopping:
                    return
                log.warning("the store is not heard from (%s): asked again in %.0f s", type(error).__name__, wait)
                self._stop.wait(wait)
                wait = min(LONGEST_WAIT, wait * 2)

    def _hear(self, raw: Any) -> None:
        while not self._stopping:
            # Asking something now and then shows a dead line.
            if not readable(30.0, raw, self._stop):
                raw.execute("SELECT 1")
            for one in raw.notifies(timeout=0):
                self.told(str(one.payload))
