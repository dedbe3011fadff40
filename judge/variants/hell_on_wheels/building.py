"""Phases 3, 5 and 6: cards onto towns (HW-35 to HW-39, HW-44 to HW-49, HW-Q15, HW-Q20 to HW-Q24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.hell_on_wheels.cards import EXISTING, FUTURE, PAST, PLACES, PLANNED, PRESENT, Box
from judge.variants.hell_on_wheels.conditions import failing
from judge.variants.hell_on_wheels.events import CardPlaced
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Build, Placing
from judge.variants.hell_on_wheels.state import Marked, Town

COST = {"civilized": 1, "establishment": 1, "customer": 0}
"""The cost of playing a card, in K (HW-38, HW-47; Customers and Mayhem are free)."""

PHASE_OF = {"civilized": "civilized", "establishment": "establishment", "customer": "customer", "mayhem": "customer"}
"""The phase in which a type of card is played onto towns."""


def is_civilized_site(box: Box, town: Town, place: str) -> bool:
    """Civilized cards go onto the Past town, a Planned town in Future, an Existing town anywhere (HW-35, HW-Q20)."""
    kind = box.towns[town.town]
    if place == PAST:
        return True
    if place == PRESENT:
        return kind == EXISTING
    return place == FUTURE and kind in (PLANNED, EXISTING)


def sites(box: Box, towns: dict[str, Town | None], card: str) -> tuple[str, ...]:
    """The positions where a card may be played now, money aside."""
    return tuple(
        place
        for place in PLACES
        if why_not_there(box, towns.get(place), card, place) is None and box.type(card) in PHASE_OF
    )


def why_not_there(box: Box, town: Town | None, card: str, place: str) -> Problem | None:
    """Why a card cannot be played onto a position: empty, no site, or a second of the type (HW-39, HW-Q20)."""
    if town is None:
        return Problem("position-empty", {"place": place})
    if box.type(card) != "civilized":
        return None
    if not is_civilized_site(box, town, place):
        return Problem("no-site", {"card": card, "place": place, "town": town.town, "type": box.towns[town.town]})
    if any(one.card == card for one in town.civilized):
        return Problem("town-has-one", {"card": card, "place": place, "town": town.town})
    return None


def why_not_placed(going: Going, seat: Seat, placing: Placing) -> Problem | None:
    """Why a card cannot be played now: gone, a condition, the site, or no 1K to pay for it (HW-38, HW-47, HW-Q15)."""
    if placing.card not in going.hands[seat]:
        return Problem("card-gone", {"card": placing.card})
    false = failing(going, seat, placing.conditions, placing.place)
    if false is not None:
        return false
    problem = why_not_there(going.box, going.towns[placing.place], placing.card, placing.place)
    if problem is not None:
        return problem
    cost = COST[PHASE_OF[going.box.type(placing.card)]]
    if going.cash[seat] < cost:
        return Problem("no-cash", {"card": placing.card, "cost": cost})
    return None


def place_card(going: Going, seat: Seat, placing: Placing) -> None:
    """The card goes onto the town, with the player's marker if it is one that has an owner (HW-36, HW-45, HW-Q23)."""
    town = going.towns[placing.place]
    assert town is not None
    card, type_ = placing.card, going.box.type(placing.card)
    going.take_from_hand(seat, card)
    paid = going.pay(seat, COST[PHASE_OF[type_]])
    if type_ == "establishment":
        town = replace(town, houses=(*town.houses, Marked(card, seat)))
    elif type_ == "civilized":
        town = replace(town, civilized=(*town.civilized, Marked(card, seat)))
    elif type_ == "customer":
        town = replace(town, customers=(*town.customers, card))
    else:
        town = replace(town, mayhem=(*town.mayhem, card))
    going.towns[placing.place] = town
    going.say(CardPlaced(seat=seat, card=card, place=placing.place, town=town.town, paid=paid))


def go(going: Going, seat: Seat, builds: Sequence[Build]) -> None:
    """One go: any number of cards as listed; what cannot be played now is skipped, not lost (HW-Q7, HW-Q21)."""
    for build in builds:
        reason: Problem | None = None
        for placing in build.choices:
            problem = why_not_placed(going, seat, placing)
            if problem is None:
                place_card(going, seat, placing)
                going.judge(seat, build, "played", f"{going.box.name(placing.card)} on {going.box.name(placing.place)}")
                break
            reason = reason or problem
        else:
            going.judge(seat, build, "skipped", reason.code if reason else "", reason)
