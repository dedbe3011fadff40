"""Results of reading texts, remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")


class Memory(dict[Key, Made]):
    """When it is full it begins anew."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: Key, made: Made) -> Made:
        """The result, from now on known by its key."""
        if len(self) >= self._most:
            self.clear()
        self[key] = made
        return made


USUAL, MOST_LINES = 300, 8192
"""Signs of a line that is worth remembering, and how many such lines are."""


def of_lines(make: Callable[[str], Made]) -> Callable[[str], Made]:
    """A function of one line that remembers its results for lines of usual length: a letter's lines are asked about
    often."""
    known: Memory[str, Made] = Memory(MOST_LINES)

    @wraps(make)
    def made(text: str) -> Made:
        found = known.get(text)
        if found is None:
            found = make(text)
            if len(text) <= USUAL:
                known.keep(text, found)
        return found

    return made
