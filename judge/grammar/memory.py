"""Results of reading texts, remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from inspect import signature
from typing import Any, Protocol, TypeVar, TypeVarTuple

Key = TypeVar("Key", bound=Hashable)
Made = TypeVar("Made")
Other = TypeVar("Other")


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


class _Lines(Memory[str, Made]):
    """The results for lines: what is not known yet is made, and of a line of usual length remembered."""

    def __init__(self, make: Callable[[str], Made]) -> None:
        super().__init__(MOST_LINES)
        self._make = make

    def __missing__(self, text: str) -> Made:
        made = self._make(text)
        return self.keep(text, made) if len(text) <= USUAL else made


def of_lines(make: Callable[[str], Made]) -> Callable[[str], Made]:
    """A function of one line that remembers its results for lines of usual length. A letter's lines are asked about
    often, and an answer that is known costs no more than a look into a dictionary."""
    return _Lines(make).__getitem__


MOST_LONG_LIVED = 64


def once_each(make: Callable[[Made], Other]) -> Callable[[Made], Other]:
    """A function of something that lives long, as a game does, that makes its result once for each."""
    known: dict[Made, Other] = {}

    def made(of: Made) -> Other:
        found = known.get(of)
        if found is None:
            if len(known) >= MOST_LONG_LIVED:
                known.clear()
            found = known[of] = make(of)
        return found

    return made


class Lasting(Protocol):
    """Something that never changes. `known`: the answers to what was asked of it before; they do not change either."""

    @property
    def known(self) -> dict[Any, Any]: ...


Thing = TypeVar("Thing", bound=Lasting)
About = TypeVarTuple("About")


def once(ask: Callable[[Thing, *About], Made]) -> Callable[[Thing, *About], Made]:
    """A question about such a thing that is answered once. What is known is looked up as directly as may be: most
    questions are about the thing alone, or about it and one more."""

    of_any: Callable[..., Made] = ask

    def answer(thing: Thing, /, *about: *About) -> Made:
        known: dict[Any, Made] = thing.known
        key = ask, *about
        return known[key] if key in known else known.setdefault(key, ask(thing, *about))

    def answer_alone(thing: Thing, /) -> Made:
        known: dict[Any, Made] = thing.known
        return known[ask] if ask in known else known.setdefault(ask, of_any(thing))

    def answer_of_two(thing: Thing, other: object, /) -> Made:
        known: dict[Any, Made] = thing.known
        key = ask, other
        return known[key] if key in known else known.setdefault(key, of_any(thing, other))

    shorter: dict[int, Any] = {1: answer_alone, 2: answer_of_two}
    found: Callable[[Thing, *About], Made] = shorter.get(len(signature(ask).parameters), answer)
    return found
