"""The things that charts count in Diplomacy: whose units were driven out by whom, whose centres taken."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Event, Notch
from judge.variants.diplomacy.events import CentreTaken, UnitDislodged


def notches(events: Sequence[Event]) -> tuple[Notch, ...]:
    """Each unit dislodged and each centre taken from another power."""
    found = []
    for event in events:
        if isinstance(event, UnitDislodged):
            found.append(Notch("fights", event.by, event.seat))
        elif isinstance(event, CentreTaken) and event.late is not None:
            found.append(Notch("fights", event.seat, event.late))
    return tuple(found)
