"""Work shared out among processes; what comes of it comes out in the order it was given in."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from judge.cli.common import Complain

T = TypeVar("T")
R = TypeVar("R")

_hand: list[Callable[[Any], Any]] = []


def cores() -> int:
    """How many processes can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def shared_out(make: Callable[[], Callable[[T], R]], shares: Iterable[T], jobs: int) -> Iterator[R]:
    """The results of each share; `make` makes a worker in each process."""
    # Where a process can be copied, what was just made (a board, a grammar) comes with it.
    way = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    waiting: deque[Future[R]] = deque()
    with ProcessPoolExecutor(jobs, multiprocessing.get_context(way), _begin, (make,)) as crew:
        try:
            for share in shares:
                waiting.append(crew.submit(_done, share))
                if len(waiting) > 3 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise Complain("one of the processes was ended from outside; --jobs 1 uses one alone.") from None


def _begin(make: Callable[[], Callable[[Any], Any]]) -> None:
    # Ctrl-C ends the run; the processes end with it, without a word of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hand.append(make())


def _done(share: Any) -> Any:
    return _hand[-1](share)
