"""Results of reading texts, remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")
P = ParamSpec("P")


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


def of_the_same(large: int) -> Callable[[Callable[P, Made]], Callable[P, Made]]:
    """A function that remembers its results; of its first arguments, so many, by which values they are.

    A state or a table of names is asked about again and again, and to compare it would take as long as to make the
    result. A result holds on to what it was made of, so that nothing else can be taken for it.
    """

    def remembering(make: Callable[P, Made]) -> Callable[P, Made]:
        known: Memory[Hashable, tuple[object, Made]] = Memory(MOST_OF_THE_SAME)

        @wraps(make)
        def made(*said: P.args, **named: P.kwargs) -> Made:
            key = (*map(id, said[:large]), *said[large:])
            found = known.get(key)
            if found is None:
                found = known.keep(key, (said[:large], make(*said, **named)))
            return found[1]

        return made

    return remembering


MOST_OF_THE_SAME = 256
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
