"""The three towns as they stood after each go of a step: from how they stand now, back through all that happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import Event, Seat
from judge.drawing.goes import Goes, stood
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.events import (
    Arson,
    CardPlaced,
    CardsMoved,
    ClaimJumped,
    Foreclosed,
    HangersOn,
    IndianAttack,
    RaidMade,
    TownArrives,
    TownLeaves,
    TownMovesOn,
)
from judge.variants.hell_on_wheels.state import Marked, Town
from judge.variants.hell_on_wheels.view import Seen, SeenTown, seen_town

ROWS = {"establishment": "houses", "civilized": "civilized", "customer": "customers", "mayhem": "mayhem"}
BEFORE = {"past": "present", "present": "future"}
"""Where the town of a position was before the towns moved on."""
EMPTY = Town("")

Towns = dict[str, tuple[str, Town]]
"""Each position, with its own name beside its town: pieces are told apart by what they are."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A position as it stood from one go to another, and whether it still does. `town` None: nothing was there."""

    place: str
    town: SeenTown | None
    first: int
    until: int
    is_now: bool = True


def stands(box: Box, view: Seen, events: Sequence[Event], goes: Goes) -> tuple[Stand, ...]:
    """How the three positions stand now, and how they stood in the goes before."""

    def undo(towns: Towns, event: Event) -> None:
        for place, town in _before(box, {place: town for place, (_, town) in towns.items()}, event):
            towns[place] = (place, town)

    now = {place: (place, _town(view.town(place))) for place in PLACES}
    found = []
    for (place, town), first, until, is_now in stood(now, events, goes, undo):
        seen = seen_town(box, place, town, view.options, view.order) if town.town else None
        found.append(Stand(place, view.town(place) if is_now else seen, first, until, is_now))
    return tuple(found)


def _town(seen: SeenTown | None) -> Town:
    return EMPTY if seen is None else Town(seen.town, seen.houses, seen.civilized, seen.customers, seen.mayhem)


def _before(box: Box, towns: dict[str, Town], event: Event) -> Iterable[tuple[str, Town]]:
    """The positions that an event changed, as they were before it."""
    match event:
        case CardPlaced(seat=seat, card=card, place=place):
            return ((place, _without(box, towns[place], card, seat)),)
        case RaidMade(target=card, place=place) | Arson(target=card, place=place):
            return ((place, _with(box, towns[place], card, event.owner)),)
        case IndianAttack(target=card, place=place):
            return ((place, _with(box, towns[place], card, None)),)
        case ClaimJumped(seat=seat, opponent=late, target=card, place=place):
            return ((place, _with(box, _without(box, towns[place], card, seat), card, late)),)
        case Foreclosed(seat=late, mayor=seat, card=card, place=place):
            return ((place, _with(box, _without(box, towns[place], card, seat), card, late)),)
        case CardsMoved(moved=moved, place=place):
            return _carried_back(box, towns, [(card, None, start, place) for card, start in moved])
        case HangersOn(moved=followed):
            return _carried_back(box, towns, followed)
        case TownMovesOn(place=place):
            return ((BEFORE[place], towns[place]), (place, EMPTY))
        case TownArrives(place=place):
            return ((place, EMPTY),)
        case TownLeaves():
            return (("past", _left(box, event)),)
        case _:
            return ()


def _carried_back(
    box: Box, towns: dict[str, Town], moved: Sequence[tuple[str, Seat | None, str, str]]
) -> Iterable[tuple[str, Town]]:
    for card, owner, start, end in reversed(moved):
        towns[end] = _without(box, towns[end], card, owner)
        towns[start] = _with(box, towns[start], card, owner)
    return tuple(towns.items())


def _left(box: Box, event: TownLeaves) -> Town:
    """A town that left with its cards; in games that were played before, those with an owner are missing."""
    town, owners = Town(event.town), list(event.owners)
    for card in event.cards:
        is_owned = ROWS[box.type(card)] in ("houses", "civilized")
        if not is_owned or owners:
            town = _with(box, town, card, owners.pop(0) if is_owned else None)
    return town


def _with(box: Box, town: Town, card: str, owner: Seat | None) -> Town:
    row = ROWS[box.type(card)]
    changed: dict[str, Any] = {row: (*getattr(town, row), card if owner is None else Marked(card, owner))}
    return replace(town, **changed)


def _without(box: Box, town: Town, card: str, owner: Seat | None) -> Town:
    """The youngest of alike cards is gone."""
    row = ROWS[box.type(card)]
    cards: list[Any] = list(reversed(getattr(town, row)))
    cards.remove(Marked(card, owner) if row in ("houses", "civilized") and owner is not None else card)
    changed: dict[str, Any] = {row: tuple(reversed(cards))}
    return replace(town, **changed)
