"""Limits on each visitor's requests a minute. Counted in the process; counts that must survive it are counted
with letters."""

from __future__ import annotations

import threading
from datetime import datetime

MOST_KNOWN = 10_000


class Rates:
    """Counts by minute; older ones are forgotten."""

    def __init__(self) -> None:
        self._minute = ""
        self._spent: dict[str, int] = {}
        self._counting = threading.Lock()

    def spend(self, who: str, cost: int, most: int, now: datetime) -> bool:
        """Whether somebody has so much left in this minute; if so, it is spent."""
        minute = f"{now:%Y%m%d%H%M}"
        with self._counting:
            if minute != self._minute or len(self._spent) > MOST_KNOWN:
                self._minute, self._spent = minute, {}
            spent = self._spent.get(who, 0)
            if spent + cost > most:
                return False
            self._spent[who] = spent + cost
            return True
