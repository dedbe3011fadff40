"""The things that charts count in Range War: whose gangs were driven out by whom, whose herds and centres taken."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Event, Notch
from judge.variants.range_war.events import CentreTaken, GangDislodged, HerdBranded


def notches(events: Sequence[Event]) -> tuple[Notch, ...]:
    """Each gang dislodged, and each herd or centre that was a rival's."""
    found = []
    for event in events:
        if isinstance(event, GangDislodged):
            found.append(Notch("fights", event.by, event.seat))
        elif isinstance(event, CentreTaken | HerdBranded) and event.late not in (None, event.seat):
            found.append(Notch("fights", event.seat, str(event.late)))
    return tuple(found)
