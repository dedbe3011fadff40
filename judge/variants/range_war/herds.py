"""Herds: which go along, which are lost, raided and branded (RW-9, RW-11, RW-15, RW-Q4, RW-Q14 to RW-Q21, RW-Q40).

A second pass after the gangs: the kernel has moved them as if there were no herds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet

from judge.adjudicator.protocol import Event, Seat
from judge.variants.range_war.events import HerdBranded, HerdJoined, HerdLost, HerdRaided, HerdReturned
from judge.variants.range_war.state import WILD, Brand, Choices

Herds = Mapping[str, Brand]
Gangs = Mapping[str, Seat]


def driven(herds: Collection[str], drives: Mapping[str, str], *, entry: str = "after") -> frozenset[str]:
    """Which of the herds whose gangs did move go along: the largest set with which every space ends with at most one
    herd (RW-Q4). `drives`: from the herd's space to where its gang went.

    At most one gang enters a space (RW-Q5), so only a herd that stays can be in the way. Taking out, again and again,
    each drive that a staying herd blocks leaves the largest set there is. A drive that was taken out could not have
    gone in any other set either.
    """
    going = {space for space in drives if space in herds}
    if entry == "before":
        return frozenset(space for space in going if drives[space] not in herds)
    blocked = [space for space in going if drives[space] in herds and drives[space] not in going]
    follows = {drives[space]: space for space in going}
    while blocked:
        space = blocked.pop()
        going.discard(space)
        # Now this herd stays, and whoever meant to follow into its space is blocked in turn (RW-Q44a).
        if space in follows and follows[space] in going:
            blocked.append(follows[space])
    return frozenset(going)


def moved(herds: Herds, drives: Mapping[str, str], going: AbstractSet[str]) -> dict[str, Brand]:
    """The herds and their spaces after the move; moving one does not brand it (RW-Q1)."""
    return {
        **{space: brand for space, brand in herds.items() if space not in going},
        **{drives[space]: herds[space] for space in going},
    }


def is_attended(space: str, brand: Brand, gangs: Gangs, options: Choices) -> bool:
    """Any gang attends a herd; by a house rule a branded one only a gang of its brand (RW-Q14)."""
    if options["attended"] == "own" and brand.seat is not None:
        return gangs.get(space) == brand.seat
    return space in gangs


def lost(herds: Herds, gangs: Gangs, river: AbstractSet[str], options: Choices) -> tuple[dict[str, Brand], list[Event]]:
    """A herd unattended in the Rio Grande after the retreats is lost (RW-15d, RW-Q15)."""
    drowned = [
        space for space in sorted(herds) if space in river and not is_attended(space, herds[space], gangs, options)
    ]
    left = {space: brand for space, brand in herds.items() if space not in drowned}
    return left, [HerdLost(at=space, brand=herds[space].seat) for space in drowned]


def raided(herds: Herds, gangs: Gangs) -> tuple[dict[str, Brand], list[Event]]:
    """A branded herd under another seat's gang after Summer turns wild; the late owner is noted (RW-Q16)."""
    after = dict(herds)
    events: list[Event] = []
    for space in sorted(herds):
        owner, gang = herds[space].seat, gangs.get(space)
        if owner is not None and gang is not None and gang != owner:
            after[space] = Brand(None, owner)
            events.append(HerdRaided(at=space, brand=owner, by=gang))
    return after, events


def branded(
    herds: Herds, gangs: Gangs, centres: Mapping[str, Seat], options: Choices
) -> tuple[dict[str, Brand], list[Event]]:
    """After Winter a herd belongs to the owner of the gang in its space; alone it stays as it is (RW-Q17, RW-Q40)."""
    after: dict[str, Brand] = {}
    events: list[Event] = []
    for space in sorted(herds):
        brand = herds[space]
        gang = gangs.get(space)
        if gang is not None:
            after[space] = Brand(gang)
            if gang != brand.seat:
                late = brand.seat or brand.late
                events.append(HerdBranded(at=space, seat=gang, late=late, again=brand.late == gang))
        elif brand.late is not None:
            after[space] = WILD
            if options["recapture"] == "vacated":
                after[space] = Brand(brand.late)
                events.append(HerdReturned(at=space, seat=brand.late))
        else:
            after[space] = brand
            owner = centres.get(space)
            if options["centre_brands"] and owner is not None and owner != brand.seat:
                after[space] = Brand(owner)
                events.append(HerdJoined(at=space, seat=owner, late=brand.seat))
    return after, events
