"""Opening letters in a process of its own, with a limit on time and memory: what hangs or swells there harms nobody."""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from judge.mail.pgp import Seals
from judge.mail.signature import Signatures
from judge.serve.reading import Opened, open_letter

SECONDS = 5.0
MEMORY = 1024 * 1024 * 1024


class TooMuch(Exception):
    """A letter that took longer to open, or more room, than any letter may."""


class Reader:
    """Opens letters, `apart` in a worker process that is replaced when one letter is too much for it."""

    def __init__(
        self,
        own_address: str,
        own_server: str,
        apart: bool = True,
        signatures: Signatures | None = None,
        seals: Seals | None = None,
    ) -> None:
        self.own_address, self.own_server, self.apart = own_address, own_server, apart
        self.signatures, self.seals = signatures, seals
        self._worker: subprocess.Popen[bytes] | None = None
        self._started = 0

    @property
    def restarts(self) -> int:
        """How often a worker was replaced."""
        return max(0, self._started - 1)

    def open(self, raw: bytes) -> Opened:
        """The letter in these bytes."""
        sealed = self.seals.opened(raw) if self.seals is not None else None
        opened = self._open(sealed.raw if sealed else raw)
        if sealed is not None and sealed.said:
            opened = replace(opened, proof=replace(opened.proof, pgp=sealed.said, mark=sealed.mark))
        if self.signatures is None or opened.ignore is not None:
            return opened
        # Here and not in the worker: a name server may be slow, and that is no fault of the letter's.
        return replace(opened, proof=self.signatures.added_to(opened.proof, raw))

    def _open(self, raw: bytes) -> Opened:
        if not self.apart:
            return open_letter(raw, self.own_address, self.own_server)
        worker = self._running()
        assert worker.stdin is not None
        assert worker.stdout is not None
        try:
            _put(worker.stdin, raw)
            if not select.select([worker.stdout], [], [], SECONDS)[0]:
                raise TooMuch(f"a letter took more than {SECONDS:.0f} seconds to open")
            answer = _get(worker.stdout)
        except OSError as error:
            self.close()
            raise TooMuch("a letter was too much for its reader") from error
        except TooMuch:
            self.close()
            raise
        if answer is None:
            self.close()
            raise TooMuch("a letter was too much for its reader")
        # Only our own worker writes into this pipe, and it never passes on bytes of a letter undecoded.
        opened = pickle.loads(answer)
        if isinstance(opened, Opened):
            return opened
        raise TooMuch(str(opened))

    def close(self) -> None:
        """End the worker."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        for pipe in (worker.stdin, worker.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        worker.kill()
        worker.wait(5)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._worker is None or self._worker.poll() is not None:
            self.close()
            home = str(Path(__file__).resolve().parents[2])
            path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
            self._started += 1
            self._worker = subprocess.Popen(
                [sys.executable, "-m", "judge.serve.reader", self.own_address, self.own_server],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path},
            )  # fmt: skip
        return self._worker


def _put(pipe: IO[bytes], data: bytes) -> None:
    pipe.write(struct.pack(">I", len(data)) + data)
    pipe.flush()


def _get(pipe: IO[bytes]) -> bytes | None:
    head = pipe.read(4)
    if len(head) < 4:
        return None
    size = struct.unpack(">I", head)[0]
    data = pipe.read(size)
    return data if len(data) == size else None


def work(own_address: str, own_server: str) -> None:
    """The worker: one letter after the other, until the pipe closes."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    if sys.platform != "win32":
        import resource
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    while True:
        raw = _get(source)
        if raw is None:
            return
        try:
            answer: Any = open_letter(raw, own_address, own_server)
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"[:300]
        _put(sink, pickle.dumps(answer))


if __name__ == "__main__":
    # As a module of its own, so that what is pickled is named alike on both sides.
    from judge.serve import reader

    reader.work(sys.argv[1], sys.argv[2])
