"""The news at the head of a report, chosen from the events its audience is told."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Event, Seat

FEW = 3
"""Up to so many events of one kind are told one by one at the head of a report; more get one sentence for all."""

SENTENCES = 5
"""Once so many sentences are there, no other kind of event is added at the head of a report."""


def news_of(order: Sequence[str], events: Sequence[Event]) -> tuple[tuple[str, tuple[Event, ...]], ...]:
    """The head of a report: the greatest kinds of event first, each with all of its kind, six sentences in all."""
    said, news = 0, []
    for code in order:
        group = tuple(event for event in events if event.code == code)
        if group and said < SENTENCES:
            news.append((code, group))
            said += len(group) if len(group) <= FEW else 1
    return tuple(news)


def told_to(events: Sequence[Event], seat: Seat | None) -> tuple[Event, ...]:
    """The events told to this audience."""
    return tuple(event for event in events if event.told is None or (seat is not None and seat in event.told))
