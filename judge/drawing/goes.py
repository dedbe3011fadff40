"""Events one after the other: the goes of a step, so that a picture can be looked at go by go."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

Goes = tuple[int | None, ...]
"""The number of each event's go, from 1; None: it has none."""


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
