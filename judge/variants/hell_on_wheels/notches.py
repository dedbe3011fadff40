"""The things that charts count in Hell on Wheels: harm done, bids for Supervisor, and tied dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.adjudicator.protocol import Event, Notch
from judge.variants.hell_on_wheels import events as e

HIGH, HALF = 4, 30
"""From where on a die is high; the chance of it, in sixtieths."""


def notches(events: Sequence[Event]) -> tuple[Notch, ...]:
    """All of it from events; cash over time is what the standings show."""
    return tuple(notch for event in events for notch in _of(event))


def _of(event: Event) -> Iterator[Notch]:
    match event:
        case e.RaidMade() | e.Arson() if event.owner not in (None, event.seat):
            yield Notch("fights", event.seat, str(event.owner))
        case e.VileMen() | e.ConMen() | e.OutlawsRob() | e.GamblersWin() | e.ClaimJumped():
            yield Notch("fights", event.seat, event.opponent)
        case e.Foreclosed():
            yield Notch("fights", event.mayor, event.seat)
        case e.BidsOpened():
            for seat, amount in event.bids.items():
                yield Notch("bids", seat, "bid", amount)
        case e.SupervisorChosen():
            yield Notch("bids", event.seat, "paid", event.paid)
            yield Notch("bids", event.seat, "won")
        case e.TieRolled():
            for seat, rolled in event.rolls.items():
                yield Notch("luck", seat, "dice")
                yield Notch("luck", seat, "well", int(rolled >= HIGH))
                yield Notch("luck", seat, "due", HALF)
