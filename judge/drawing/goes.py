"""What happened one after the other: the goes of a step, so that a picture can be looked at go by go."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from judge.adjudicator.protocol import Event

Goes = tuple[tuple[Event, ...], ...]


def parted(events: Sequence[Event], keys: Sequence[Hashable | None]) -> Goes:
    """Events in goes: a new one wherever the key changes. None: part of the go before, or of none."""
    found: list[list[Event]] = []
    last: Hashable | None = None
    for event, key in zip(events, keys, strict=True):
        if key is not None and key != last:
            found.append([])
            last = key
        if found:
            found[-1].append(event)
    return tuple(map(tuple, found))


def numbers(goes: Goes) -> Mapping[int, int]:
    """The number of each event's go, from 1, by the event itself: like events are told apart."""
    return {id(event): number for number, go in enumerate(goes, 1) for event in go}
