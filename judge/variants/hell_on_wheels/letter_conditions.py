"""Conditions on the table: those of orders (`mayhem in Present >= 4`), `Red Saloon IN Present`, `Saloon IN my hand`."""

from __future__ import annotations

import re

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.sight import UNCLEAR, Ruling, Sight, Thing
from judge.grammar.text import folded
from judge.variants.hell_on_wheels import conditions
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.going import Going
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.targets import all_cards
from judge.variants.hell_on_wheels.terms import MINE, Terms
from judge.variants.hell_on_wheels.view import Seen

CONDITIONS = (
    "mayhem in Present >= 4", "Red Saloon IN Present", "my cash >= 5K", "Red is Supervisor", "Saloon IN my hand",
)  # fmt: skip

_HAND = re.compile(r"(?:the )?hand of (.+)|(.+?)(?:\'s?)? hand|hand|the hand", re.I)
_LOCAL = ("mayhem", "cards", "mayor")
"""What is asked of one town."""


def holds(box: Box, state: State, seen: Seen, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees: the table, and its own cards and money."""
    return _sight(box, state, seen, seat).decide(text, lambda part: _of_orders(box, state, seat, part))


def _of_orders(box: Box, state: State, seat: Seat, text: str) -> Ruling:
    """The conditions of orders. Others' money is refused by their reader where it is hidden; hands are only counted."""
    read = Terms(box, state, seat).conditions(text)
    if isinstance(read, Problem):
        return Problem(UNCLEAR, {"text": text, "near": ()}) if read.code == "unknown-condition" else read
    if any(one.fact in _LOCAL and not one.place for one in read):
        return Problem("condition-without-town", {"text": text})
    going = Going(box, state, KeyedDice.of("never thrown"))
    return all(conditions.holds(going, seat, one, one.place) for one in read)


def _sight(box: Box, state: State, seen: Seen, seat: Seat) -> Sight:
    terms = Terms(box, state, seat)

    def place(said: str) -> str | Problem:
        hand = _HAND.fullmatch(said.strip())
        if not hand:
            return terms.place(said)
        whose = hand[1] or hand[2] or "my"
        owner = seat if folded(whose) in MINE else terms.seat_named(whose)
        if isinstance(owner, Problem):
            return owner
        return "hand" if owner == seat else Problem("condition-hidden", {"seat": owner, "what": "cards"})

    def kinds(said: str) -> tuple[str, ...]:
        found = box.wares_meant(said) or box.wares_meant(said.removesuffix("s"))
        towns = tuple(one for one in box.places.matches(said) if one not in PLACES)
        return (*(kind for one in found for kind in _kinds(box, one)), *towns)

    return Sight(
        seat,
        terms.seats,
        place,
        kinds,
        (
            *(
                Thing(one.card, one.place, one.owner)
                for one in all_cards({t.place: state.towns[t.place] for t in seen.towns})
            ),
            *(Thing(town.town, town.place) for town in seen.towns),
            *(Thing(one.card, "hand", seat, fills=False) for one in seen.hand),
        ),
        counts={
            ("cash", "k", "money", "dollar"): {one.seat: one.cash for one in seen.standings},
            ("establishments", "establishment", "house"): {one.seat: one.houses for one in seen.standings},
            ("civilized cards", "civilized card", "civilized"): {one.seat: one.civilized for one in seen.standings},
            ("cards", "card", "hand", "cards in hand"): {one.seat: one.hand for one in seen.standings},
        },
    )


def _kinds(box: Box, card: str) -> tuple[str, ...]:
    """A kind of card is itself; a word for a type is every kind of it."""
    return (card,) if card in box.kinds else tuple(key for key, one in box.kinds.items() if one.type == card)
