"""Requests that wait for news: one look at the store for all of them, as long as any waits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool

LOOK = 0.2


class Pulse:
    """`look`: a number that changes when something was put into the outbox."""

    def __init__(self, look: Callable[[], int]) -> None:
        self._look = look
        self._waiting: set[asyncio.Event] = set()
        self._task: asyncio.Task[None] | None = None
        self.mark = -1
        """The mark of the newest look: to be noted before a request looks itself."""

    async def beat(self, mark: int, seconds: float) -> None:
        """Wait until something changes from `mark`, or so many seconds."""
        event = asyncio.Event()
        self._waiting.add(event)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        try:
            with contextlib.suppress(TimeoutError):
                if self.mark == mark:
                    await asyncio.wait_for(event.wait(), seconds)
        finally:
            self._waiting.discard(event)

    async def _run(self) -> None:
        while self._waiting:
            seen = await run_in_threadpool(self._look)
            if seen != self.mark:
                self.mark = seen
                for event in self._waiting:
                    event.set()
            await asyncio.sleep(LOOK)
