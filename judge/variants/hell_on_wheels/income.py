"""Phases 7 to 9: what the houses of a town earn (HW-50 to HW-54, HW-Q18, HW-Q25, HW-Q26)."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import FUTURE, HOUSES, PAST, PRESENT, Box
from judge.variants.hell_on_wheels.events import HousesEarn
from judge.variants.hell_on_wheels.going import Going, Options, level_for_income
from judge.variants.hell_on_wheels.state import Town

BASE = {PAST: 10, PRESENT: 20, FUTURE: 10}
"""The income of a town before its customers come, in K (HW-50, HW-53, HW-54)."""

EACH_CUSTOMER = EACH_MAYHEM = 5


def income_of(box: Box, town: Town, place: str, options: Options, card: str) -> HousesEarn | None:
    """Base + 5K for each Customer + 5K for each level of Mayhem, evenly shared, rounded down to whole K (HW-50, HW-51).

    A kind with no house earns nothing; several houses of one owner have a share each (HW-Q25).
    """
    houses = [one for one in town.houses if one.card == card]
    if not houses:
        return None
    customers, mayhem = len(town.customers), level_for_income(box, town, options)
    total = BASE[place] + EACH_CUSTOMER * customers + EACH_MAYHEM * mayhem
    share = total // len(houses)
    earned: dict[Seat, int] = {}
    for one in houses:
        earned[one.owner] = earned.get(one.owner, 0) + share
    return HousesEarn(
        place=place,
        town=town.town,
        card=card,
        base=BASE[place],
        customers=customers,
        mayhem=mayhem,
        total=total,
        houses=len(houses),
        share=share,
        earned=dict(sorted(earned.items())),
    )


def pay_income(going: Going, place: str) -> None:
    """Saloons, then gambling houses, then brothels of one town (HW-52). An empty position earns nothing (HW-Q26)."""
    town = going.towns[place]
    if town is None:
        return
    for card in HOUSES:
        earning = income_of(going.box, town, place, going.options, card)
        if earning is None:
            continue
        for seat, amount in earning.earned.items():
            going.cash[seat] += amount
        going.say(earning)
