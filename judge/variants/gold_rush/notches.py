"""The things that charts count in Gold Rush: gold, shots and hits, and the cards drawn for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from judge.adjudicator.protocol import Event, Notch, Seat
from judge.variants.gold_rush.events import Fired, Punched
from judge.variants.gold_rush.packs import DEAD, FISTICUFFS, LONG_RANGE, SHORT_RANGE
from judge.variants.gold_rush.view import View

SIXTIETHS = 60
CHANCES = {
    band: SIXTIETHS * pack.count(DEAD) // len(pack) for band, pack in (("short", SHORT_RANGE), ("long", LONG_RANGE))
}
"""How many sixtieths of a card of the pack kill."""
KNOCKS = SIXTIETHS * sum(one.moves > 0 for one in FISTICUFFS) // len(FISTICUFFS)


def notches(view: View, events: Sequence[Event]) -> tuple[Notch, ...]:
    """Bags as they lie open; from the events the rest."""
    owners = {figure.code: figure.seat for figure in view.figures}
    gold = [Notch("gold", one.seat, number=one.gold) for one in view.groups_standing if one.gold is not None]
    return (*gold, *(notch for event in events for notch in _of(owners, event)))


def _of(owners: Mapping[str, Seat], event: Event) -> Iterator[Notch]:
    match event:
        case Fired():
            yield from _fight(owners, event.seat, event.target)
            for card in (card for shot in event.shots for card in shot):
                yield from _card(event.seat, card == DEAD, CHANCES[event.pack])
        case Punched() if event.figure in owners:
            seat = owners[event.figure]
            yield from _fight(owners, seat, event.target)
            yield from _card(seat, event.moves > 0, KNOCKS)


def _fight(owners: Mapping[str, Seat], seat: Seat, target: str) -> Iterator[Notch]:
    other = owners.get(target)
    if other is not None and other != seat:
        yield Notch("fights", seat, other)


def _card(seat: Seat, is_well: bool, due: int) -> Iterator[Notch]:
    yield Notch("luck", seat, "dice")
    yield Notch("luck", seat, "well", int(is_well))
    yield Notch("luck", seat, "due", due)
