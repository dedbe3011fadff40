"""A long file of phases shared out among processes; what they answer comes out in the order of the lines."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TYPE_CHECKING

from judge.cli.common import Complain

if TYPE_CHECKING:
    from judge.batch import Batch

SHARE = 250
"""Lines a process takes at once."""
LONG = 2_000_000
"""The bytes from which a file is worth more than one process, if nobody said how many."""
_hand: list[Batch] = []


def cores() -> int:
    """How many processes can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def shared_out(
    make: Callable[[], Batch], lines: Iterable[str], *, jobs: int, reasons: bool
) -> Iterator[tuple[str, bool]]:
    """What some lines at a time give, and whether all of them were good."""
    # Where a process can be copied, the board that was just made comes with it.
    way = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    source, number = iter(lines), 1
    waiting: deque[Future[tuple[str, bool]]] = deque()
    with ProcessPoolExecutor(jobs, multiprocessing.get_context(way), _begin, (make,)) as crew:
        try:
            while share := list(islice(source, SHARE)):
                waiting.append(crew.submit(_answered, share, number, reasons))
                number += len(share)
                if len(waiting) > 3 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise Complain("one of the processes was ended from outside; --jobs 1 uses one alone.") from None


def _begin(make: Callable[[], Batch]) -> None:
    # Whoever presses Ctrl-C ends the run; the processes end with it, without a word of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hand.append(make())


def _answered(share: list[str], first: int, reasons: bool) -> tuple[str, bool]:
    from judge.batch.stream import answers

    found = list(answers(_hand[-1], share, first=first, reasons=reasons))
    return "\n".join(text for text, _ in found), all(good for _, good in found)
