"""Events one after the other: the goes of a step, so that a picture can be looked at go by go."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

Goes = tuple[int | None, ...]
"""The number of each event's go, from 1; None: it has none."""

Name = TypeVar("Name")
Piece = TypeVar("Piece")
Happened = TypeVar("Happened")


def numbered(keys: Iterable[Hashable | None]) -> Goes:
    """A new go wherever the key of an event changes. None: it belongs to the go before, or to none."""
    found: list[int | None] = []
    last: Hashable | None = None
    for key in keys:
        now = found[-1] if found else None
        if key is not None and key != last:
            now, last = (now or 0) + 1, key
        found.append(now)
    return tuple(found)


def stood(
    now: Mapping[Name, Piece],
    events: Sequence[Happened],
    goes: Goes,
    undo: Callable[[dict[Name, Piece], Happened], None],
) -> tuple[tuple[Piece, int, int, bool], ...]:
    """Each piece as it stood after each go: from which go, until which, and whether it still does.

    Found from how all stands now, back through what happened; `undo` makes the pieces what they were before an event.
    """
    last = max((go for go in goes if go is not None), default=1)
    after, past = {last: dict(now)}, dict(now)
    for event, go in reversed(tuple(zip(events, goes, strict=True))):
        if go is not None:
            # A go in which nothing changed leaves all as the next one found it.
            after.setdefault(go, dict(past))
            undo(past, event)
    for go in range(last, 0, -1):
        after.setdefault(go, after.get(go + 1, past))
    found: list[tuple[Piece, int, int, bool]] = []
    for name in dict.fromkeys(name for go in range(last, 0, -1) for name in after[go]):
        first = 1
        for go in range(1, last + 1):
            piece = after[go].get(name)
            if go == last or piece != after[go + 1].get(name):
                if piece is not None:
                    found.append((piece, first, go, go == last))
                first = go + 1
    return tuple(found)
