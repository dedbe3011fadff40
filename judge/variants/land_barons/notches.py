"""The things that charts count in Land Barons: cash, gunfights, bids, and rolls of dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.adjudicator.protocol import Event, Notch, Seat
from judge.variants.land_barons.events import Fought, LotSettled, OrderSettled, RevenueCollected, UnitUnpaid
from judge.variants.land_barons.view import View

HALF, TWO_THIRDS, THIRD = 30, 40, 20
"""Chances, in sixtieths."""
HIGH = 4
"""From here on a die is high."""


def notches(view: View, events: Sequence[Event]) -> tuple[Notch, ...]:
    """Cash as it lies open; from the events the rest."""
    cash = [Notch("cash", one.seat, number=one.cash) for one in view.standings if one.cash is not None]
    return (*cash, *(notch for event in events for notch in _of(event)))


def _of(event: Event) -> Iterator[Notch]:
    match event:
        case Fought():
            yield Notch("fights", event.raider, event.defender)
            yield from _high(roll for round in event.ties for roll in round)
            for shot in event.shots:
                # On 1 and 2 it goes against the side with the advantage, on 3 to 6 against the other.
                other = event.defender if shot.advantage == event.raider else event.raider
                yield from _die(shot.advantage, shot.rolled > 2, TWO_THIRDS)
                yield from _die(other, shot.rolled <= 2, THIRD)
        case LotSettled() if not event.again:
            for seat, dollars in sorted({seat: most for said in event.rounds for seat, most in said}.items()):
                yield Notch("bids", seat, "bid", dollars)
            if event.winner is not None:
                yield Notch("bids", event.winner, "paid", event.price)
                yield Notch("bids", event.winner, "won")
        case UnitUnpaid():
            yield from _die(event.seat, event.stays, HALF)
        case RevenueCollected() if event.rolled:
            yield from _high([(event.seat, event.rolled)])
        case OrderSettled():
            yield from _high(roll for round in event.dice for roll in round)


def _high(rolls: Iterable[tuple[Seat, int]]) -> Iterator[Notch]:
    """Dice of which each seat wants a high one."""
    for seat, rolled in rolls:
        yield from _die(seat, rolled >= HIGH, HALF)


def _die(seat: Seat, is_well: bool, due: int) -> Iterator[Notch]:
    yield Notch("luck", seat, "dice")
    yield Notch("luck", seat, "well", int(is_well))
    yield Notch("luck", seat, "due", due)
