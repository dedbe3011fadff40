"""`if` in an order: conditions on what everybody can see, and on the seat's own money and hand (HW-Q5, HW-Q7).

`mayhem` is the level that raids count, `cards` the mere number of Mayhem cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.hell_on_wheels.cards import PLACES
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.orders import Condition
from judge.variants.hell_on_wheels.state import Town
from judge.variants.hell_on_wheels.taxes import mayor_of

SIGNS: dict[str, Callable[[int, int], bool]] = {
    ">=": lambda have, want: have >= want,
    "<=": lambda have, want: have <= want,
    ">": lambda have, want: have > want,
    "<": lambda have, want: have < want,
    "=": lambda have, want: have == want,
    "not": lambda have, want: have != want,
}


def holds(going: Going, seat: Seat, condition: Condition, place: str) -> bool:
    """Whether a condition is true now. A town's facts are those of the place named, else of the order's own place."""
    of = Seat(condition.of) if condition.of else seat
    if condition.fact == "supervisor":
        return (going.supervisor == of) == (condition.sign == "is")
    if condition.fact == "cash":
        return SIGNS[condition.sign](going.cash[of], condition.number)
    if condition.fact == "hand":
        return SIGNS[condition.sign](len(going.hands[of]), condition.number)
    where = condition.place or place
    if condition.fact == "mayor":
        town = going.towns.get(where)
        return ((mayor_of(town, going.in_order()) if town else None) == of) == (condition.sign == "is")
    places = (where,) if where in PLACES else PLACES
    have = sum(_count(going, condition, town, one) for one in places if (town := going.towns[one]) is not None)
    return SIGNS[condition.sign](have, condition.number)


def _count(going: Going, condition: Condition, town: Town, place: str) -> int:
    fact, of = condition.fact, condition.of
    if fact == "mayhem":
        return going.level(place)
    if fact == "cards":
        return len(town.mayhem)
    if fact == "customers":
        return len(town.customers)
    if fact == "civilized":
        return sum(not of or one.owner == of for one in town.civilized)
    return sum((fact == "establishments" or one.card == fact) and (not of or one.owner == of) for one in town.houses)


def failing(going: Going, seat: Seat, conditions: Sequence[Condition], place: str) -> Problem | None:
    """The first condition that does not hold, as a problem; None when all hold."""
    for condition in conditions:
        if not holds(going, seat, condition, place):
            return Problem("condition-not-met", {"fact": condition.fact})
    return None
