"""Opening letters in a process of its own, with a limit on time and memory: what hangs or swells there harms nobody."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import sys
from typing import Any

from judge.serve.reading import Opened, open_letter

SECONDS = 5.0
MEMORY = 1024 * 1024 * 1024


class TooMuch(Exception):
    """A letter that took longer to open, or more room, than any letter may."""


class Reader:
    """Opens letters, `apart` in a worker process that is replaced when one letter is too much for it."""

    def __init__(self, own_address: str, own_server: str, apart: bool = True) -> None:
        self.own_address, self.own_server, self.apart = own_address, own_server, apart
        self._worker: Any = None
        self._pipe: multiprocessing.connection.Connection[Any, Any] | None = None

    def open(self, raw: bytes) -> Opened:
        """The letter in these bytes."""
        if not self.apart:
            return open_letter(raw, self.own_address, self.own_server)
        pipe = self._running()
        try:
            pipe.send(raw)
            if not pipe.poll(SECONDS):
                raise TooMuch(f"a letter took more than {SECONDS:.0f} seconds to open")
            answer = pipe.recv()
        except (EOFError, BrokenPipeError, ConnectionResetError, OSError) as error:
            self.close()
            raise TooMuch("a letter was too much for its reader") from error
        except TooMuch:
            self.close()
            raise
        if isinstance(answer, Opened):
            return answer
        raise TooMuch(str(answer))

    def close(self) -> None:
        """End the worker."""
        pipe, worker = self._pipe, self._worker
        self._pipe = self._worker = None
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
        if worker is not None:
            worker.terminate()
            worker.join(2)
            if worker.is_alive():
                worker.kill()

    def _running(self) -> multiprocessing.connection.Connection[Any, Any]:
        if self._pipe is None or self._worker is None or not self._worker.is_alive():
            self.close()
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            self._worker = context.Process(
                target=_work, args=(theirs, self.own_address, self.own_server), daemon=True, name="letter reader"
            )
            self._worker.start()
            theirs.close()
            self._pipe = ours
        return self._pipe


def _work(pipe: Any, own_address: str, own_server: str) -> None:
    """The worker: one letter after the other, until the pipe closes."""
    if sys.platform != "win32":
        import resource
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        try:
            raw = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Any = open_letter(raw, own_address, own_server)
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"[:300]
        try:
            pipe.send(answer)
        except OSError:
            return
