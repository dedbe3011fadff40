"""What was made of texts, remembered."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Memory(dict[Key, Made]):
    """As many as are kept: when it is full it begins anew."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: Key, made: Made) -> Made:
        """What was made, from now on known by its key."""
        if len(self) >= self._most:
            self.clear()
        self[key] = made
        return made
