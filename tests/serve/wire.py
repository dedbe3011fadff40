"""A wire on loopback that is cut where it hurts: between a client and a mail server, by a plan drawn from a seed."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cut:
    """After the client said `word` (in whatever case): before the server hears of it, where `reply` is None; else once
    so many bytes of the answer have passed.

    A reply of 0 bytes: the server has heard it and acts upon it, and the client never learns what came of it.
    """

    word: bytes
    reply: int | None

    @staticmethod
    def drawn(words: Sequence[bytes], count: int, chance: random.Random) -> list[Cut]:
        """So many cuts, every word among them in turn, at places the chance decides."""
        places = (None, 0, 0, 1)
        drawn = [chance.choice(places) for _ in range(count)]
        return [
            Cut(words[number % len(words)], chance.randrange(1, 900) if place == 1 else place)
            for number, place in enumerate(drawn)
        ]


class Wire:
    """Passes bytes on until a cut's word is said; when all cuts are done, it is a good wire.

    A wire is cut once for each of `cuts`, in whatever order their words are said.
    """

    def __init__(self, to: int, cuts: Sequence[Cut]) -> None:
        self.to, self.left = to, list(cuts)
        self.done: Counter[bytes] = Counter()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._open = True
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Wire:
        return self

    def __exit__(self, *anything: object) -> None:
        self._open = False
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while self._open:
                near, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _cut_at(self, said: bytes) -> Cut | None:
        with self._lock:
            for cut in self.left:
                if cut.word.lower() in said.lower():
                    self.left.remove(cut)
                    self.done[cut.word] += 1
                    return cut
        return None

    def _carry(self, near: socket.socket) -> None:
        with contextlib.suppress(OSError), near, socket.create_connection(("127.0.0.1", self.to), 5) as far:
            for link in (near, far):
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            room: int | None = None
            said = b""
            while self._open:
                poll = select.poll()
                for link in (near, far):
                    poll.register(link, select.POLLIN)
                ready = {number for number, _ in poll.poll(500)}
                if near.fileno() in ready:
                    more = near.recv(65536)
                    if not more:
                        return
                    # A word may come in two pieces.
                    said = said[-16:] + more
                    cut = self._cut_at(said) if room is None else None
                    if cut is not None:
                        said = b""
                        if cut.reply is None:
                            return
                        room = cut.reply
                    far.sendall(more)
                if far.fileno() in ready:
                    more = far.recv(65536)
                    if not more:
                        return
                    if room is not None and len(more) >= room:
                        near.sendall(more[:room])
                        return
                    if room is not None:
                        room -= len(more)
                    near.sendall(more)
