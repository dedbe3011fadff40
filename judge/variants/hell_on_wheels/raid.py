"""Raid cards: all alike, whatever their names (HW-25, HW-26, HW-Q19, HW-Q31, HW-Q32)."""

from __future__ import annotations

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.hell_on_wheels.events import RaidMade
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Act
from judge.variants.hell_on_wheels.targets import Found, find, without

RAIDED = ("mayhem", "establishment")


def mayhem_needed(going: Going) -> int:
    """Players + 1, counting the seats of the game (HW-26, HW-Q19)."""
    return len(going.seats) + 1


def can_be_raided(going: Going, found: Found) -> bool:
    """Any Mayhem card; an Establishment where there is Mayhem enough (HW-25, HW-26)."""
    type_ = going.box.type(found.card)
    return type_ == "mayhem" or (type_ == "establishment" and going.level(found.place) >= mayhem_needed(going))


def raid_target(going: Going, seat: Seat, act: Act) -> Found | Problem:
    """A Mayhem card, or an Establishment in a town with Mayhem of at least the number of players + 1."""
    order = (*(one for one in going.in_order() if one != seat), seat)
    found = find(going.box, going.towns, act.pieces[0], RAIDED, order) if act.pieces else None
    if found is None:
        return Problem("no-target", {"card": act.pieces[0].card if act.pieces else ""})
    if not can_be_raided(going, found):
        level, needed = going.level(found.place), mayhem_needed(going)
        return Problem("not-enough-mayhem", {"place": found.place, "level": level, "needed": needed})
    return found


def why_no_raid(going: Going, seat: Seat, act: Act) -> Problem | None:
    """Why this raid cannot be made now; without a legal target the card may not be played (HW-Q32)."""
    found = raid_target(going, seat, act)
    return found if isinstance(found, Problem) else None


def raid(going: Going, seat: Seat, act: Act, card: str) -> None:
    """The target is discarded (HW-25, HW-26)."""
    found = raid_target(going, seat, act)
    assert isinstance(found, Found)
    going.towns = without(going.towns, [found])
    going.discards.append(found.card)
    going.say(
        RaidMade(seat=seat, card=card, target=found.card, owner=found.owner, place=found.place, slot=going.moment)
    )
