"""Opening letters in a separate process, with a limit on time and memory, so that one that hangs or grows harms
nobody."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any, TypeVar

from judge.mail.pgp import Sealed, Seals
from judge.mail.signature import Signatures
from judge.serve.opened import Opened, open_letter
from judge.store.wakeup import readable

T = TypeVar("T")

SECONDS = 5.0
FIRST, TOGETHER, TOGETHER_BYTES = 8, 50, 256 * 1024
MEMORY = 1024 * 1024 * 1024


class TooMuch(Exception):
    """A letter that took longer to open, or more room, than any letter may."""


class Opener:
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
        """The number of workers that were replaced."""
        return max(0, self._started - 1)

    def prepare(self) -> None:
        """Start the worker before the first letter asks for it."""
        if self.apart:
            self._running()

    def open(self, raw: bytes) -> Opened:
        """The letter in these bytes."""
        sealed = self._unsealed(raw)
        return self._proven(self._open(sealed.raw if sealed else raw), raw, sealed)

    def _unsealed(self, raw: bytes) -> Sealed | None:
        return self.seals.opened(raw) if self.seals is not None else None

    def _proven(self, opened: Opened, raw: bytes, sealed: Sealed | None) -> Opened:
        if sealed is not None and sealed.said:
            opened = replace(opened, proof=replace(opened.proof, pgp=sealed.said, seal=sealed.seal))
        if self.signatures is None or opened.ignore is not None:
            return opened
        # Here and not in the worker: a name server may be slow, and that is no fault of the letter's.
        return replace(opened, proof=self.signatures.added_to(opened.proof, raw))

    def begin(self, raws: Sequence[bytes]) -> Opening:
        """Have these opened, lot by lot; the worker is at the first when this returns."""
        return Opening(self, raws)

    def ask(self, lot: Sequence[bytes]) -> Asked:
        """Hand a lot to the worker. `answered` fetches its answer, before anything else is asked."""
        sealed = [_or_error(self._unsealed, raw) for raw in lot]
        plain = [one.raw if isinstance(one, Sealed) else raw for one, raw in zip(sealed, lot, strict=True)]
        handed = False
        if self.apart:
            with contextlib.suppress(TooMuch):
                self._hand(b"+" + pickle.dumps(plain, 5))
                handed = True
        return Asked(lot, sealed, plain, handed)

    def answered(self, asked: Asked) -> list[Opened | Exception]:
        """The letters of a lot, or why one could not be opened. A lot that dies is opened again one by one."""
        found: list[Any] | None = None
        if asked.handed:
            try:
                found = self._handed_back()
            except TooMuch as error:
                found = [error] if len(asked.plain) == 1 else None
        if not isinstance(found, list) or len(found) != len(asked.plain):
            found = [_or_error(self._open, plain) for plain in asked.plain]
        return [self._vouched(*one) for one in zip(found, asked.lot, asked.sealed, strict=True)]

    def _vouched(self, one: Any, raw: bytes, sealed: Sealed | Exception | None) -> Opened | Exception:
        if isinstance(sealed, Exception):
            return sealed
        if not isinstance(one, Opened):
            return one if isinstance(one, Exception) else TooMuch(str(one))
        return _or_error(lambda it: self._proven(one, it, sealed), raw)

    def _open(self, raw: bytes) -> Opened:
        if not self.apart:
            return open_letter(raw, self.own_address, self.own_server)
        self._hand(b"1" + raw)
        opened = self._handed_back()
        if isinstance(opened, Opened):
            return opened
        raise TooMuch(str(opened))

    def _hand(self, said: bytes) -> None:
        """Give the worker something to do."""
        worker = self._running()
        assert worker.stdin is not None
        try:
            _put(worker.stdin, said)
        except OSError as error:
            self.close()
            raise TooMuch("a letter was too much for its reader") from error

    def _handed_back(self) -> Any:
        """The worker's answer, in time."""
        worker = self._worker
        if worker is None:
            raise TooMuch("a letter was too much for its reader")
        assert worker.stdout is not None
        try:
            if not readable(SECONDS, worker.stdout):
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
        return pickle.loads(answer)

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
                [sys.executable, "-m", "judge.serve.opener", self.own_address, self.own_server],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path},
            )  # fmt: skip
        return self._worker


@dataclass(frozen=True, slots=True)
class Asked:
    """A lot the worker is at: the letters as they came, with their seals, and as they are to be opened."""

    lot: Sequence[bytes]
    sealed: Sequence[Sealed | Exception | None]
    plain: Sequence[bytes]
    handed: bool


class Opening:
    """Letters being opened: while one lot is dealt with, the worker is at the next."""

    def __init__(self, opener: Opener, raws: Sequence[bytes]) -> None:
        self._opener = opener
        self._lots = _lots(raws)
        self._asked: Asked | None = None
        self._ask()

    def _ask(self) -> None:
        lot = next(self._lots, None)
        self._asked = None if lot is None else self._opener.ask(lot)

    def __iter__(self) -> Iterator[list[Opened | Exception]]:
        """The opened letters, in their order, a lot at a time."""
        while self._asked is not None:
            asked, self._asked = self._asked, None
            opened = self._opener.answered(asked)
            self._ask()
            yield opened

    def close(self) -> None:
        """Drop the rest: the worker's answer must not be taken for another letter."""
        asked, self._asked = self._asked, None
        if asked is not None:
            self._opener.answered(asked)


def _or_error(act: Callable[[bytes], T], raw: bytes) -> T | Exception:
    try:
        return act(raw)
    except Exception as error:
        return error


def _lots(raws: Sequence[bytes]) -> Iterator[list[bytes]]:
    """A few at a time, large ones by themselves: the time and room of a lot are those of one letter.

    The first lot is small, because the others wait for it; each other one is opened while the one before is dealt with.
    """
    lot: list[bytes] = []
    room, most = TOGETHER_BYTES, FIRST
    for raw in raws:
        if lot and (len(lot) >= most or len(raw) > room):
            yield lot
            lot, room, most = [], TOGETHER_BYTES, min(2 * most, TOGETHER)
        lot.append(raw)
        room -= len(raw)
    if lot:
        yield lot


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
        # A plus: many, packed by the judge itself.
        answer: Any
        if raw[:1] == b"+":
            answer = [_answer(one, own_address, own_server) for one in pickle.loads(raw[1:])]
        else:
            answer = _answer(raw[1:], own_address, own_server)
        _put(sink, pickle.dumps(answer, 5))


def _answer(raw: bytes, own_address: str, own_server: str) -> Any:
    try:
        return open_letter(raw, own_address, own_server)
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:300]


if __name__ == "__main__":
    # As a module of its own, so that what is pickled is named alike on both sides.
    from judge.serve import opener

    opener.work(sys.argv[1], sys.argv[2])
