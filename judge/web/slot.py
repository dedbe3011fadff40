"""The slot for letters from pages: those that come at one moment are stored and read together."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from judge.mail.fetch import RawMail

log = logging.getLogger("judge")

AT_ONCE = 100


class Slot:
    """`take`: stores letters and reads them; `after`: is called when some were read."""

    def __init__(self, take: Callable[[Sequence[RawMail]], None], after: Callable[[], None] = lambda: None) -> None:
        self._take, self._after = take, after
        self._waiting: queue.SimpleQueue[tuple[RawMail, Future[None]] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to take letters."""
        self._thread = threading.Thread(target=self._run, daemon=True, name="slot")
        self._thread.start()

    def stop(self) -> None:
        """Read what is in the slot, and close it."""
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join(15)

    def hand_in(self, letter: RawMail) -> Future[None]:
        """Hand in a letter; done when it was stored and looked at, or with the reason why that failed."""
        done: Future[None] = Future()
        self._waiting.put((letter, done))
        return done

    def _run(self) -> None:
        is_open = True
        while is_open:
            lot = [self._waiting.get()]
            while len(lot) < AT_ONCE and not self._waiting.empty():
                lot.append(self._waiting.get())
            is_open = None not in lot
            letters = [one for one in lot if one is not None]
            if letters:
                self._read(letters)

    def _read(self, letters: Sequence[tuple[RawMail, Future[None]]]) -> None:
        try:
            self._take([letter for letter, _ in letters])
        except Exception as error:
            log.error("letters from pages could not be taken: %s", type(error).__name__)
            for _, done in letters:
                done.set_exception(error)
            return
        for _, done in letters:
            done.set_result(None)
        self._after()
