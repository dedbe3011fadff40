"""Phase 4: the Mayor of each town taxes the others' Establishments (HW-40 to HW-43, HW-Q14, HW-Q22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import HOUSES, PLACES
from judge.variants.hell_on_wheels.events import Foreclosed, MayorCollects
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.state import Marked, Town

TAX = 5


def mayor_of(town: Town, order: Sequence[Seat]) -> Seat | None:
    """Most Civilized cards; tied, the first in Supervisor order; nobody where there are none (HW-41, HW-42, HW-Q22)."""
    counts = {seat: sum(one.owner == seat for one in town.civilized) for seat in order}
    best = max(counts.values(), default=0)
    return next((seat for seat in order if counts[seat] == best), None) if best else None


def collect_taxes(going: Going) -> None:
    """Past, Present, Future: each other player pays the Mayor 5K for each Establishment they have there (HW-40,
    HW-43)."""
    for place in PLACES:
        town = going.towns[place]
        mayor = mayor_of(town, going.in_order()) if town else None
        if town is None or mayor is None:
            continue
        houses: dict[Seat, int] = {}
        paid: dict[Seat, int] = {}
        lost: list[Foreclosed] = []
        for seat in going.in_order():
            count = town.owned(seat)
            if seat == mayor or not count:
                continue
            houses[seat] = count
            if going.options["foreclose"]:
                able = min(count, going.cash[seat] // TAX)
                paid[seat] = going.pay(seat, TAX * able)
                lost.extend(foreclose(going, place, seat, mayor, count - able))
            else:
                paid[seat] = going.pay(seat, TAX * count)
            going.cash[mayor] += paid[seat]
        if houses:
            going.say(MayorCollects(mayor=mayor, place=place, town=town.town, houses=houses, paid=paid))
        for event in lost:
            going.say(event)


def foreclose(going: Going, place: str, seat: Seat, mayor: Seat, count: int) -> list[Foreclosed]:
    """By house rule the Mayor takes an Establishment for each tax not paid in full, the least first (HW-Q14)."""
    town = going.towns[place]
    assert town is not None
    houses = list(town.houses)
    mine = [number for number, one in enumerate(houses) if one.owner == seat]
    # Brothels before gambling houses before saloons, the youngest first: what earns last goes first.
    mine.sort(key=lambda number: (-HOUSES.index(houses[number].card), -number))
    found = []
    for number in mine[:count]:
        card = houses[number].card
        houses[number] = Marked(card, mayor)
        found.append(Foreclosed(seat=seat, mayor=mayor, card=card, place=place))
    going.towns[place] = replace(town, houses=tuple(houses))
    return found
