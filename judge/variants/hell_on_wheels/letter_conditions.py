"""Conditions on the table: those of orders (`mayhem in Present >= 4`), `Red Saloon IN Present`, `Saloon IN my hand`."""

from __future__ import annotations

from lark import Tree

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.finding import Name
from judge.grammar.seats import seat_lexicon
from judge.grammar.shape import Stuck, Tongue
from judge.grammar.sight import UNCLEAR, Ruling, Sight, Thing
from judge.grammar.text import folded
from judge.variants.hell_on_wheels import conditions
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.going import as_it_stands
from judge.variants.hell_on_wheels.ifs import HE, THERE, conditions_of
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.targets import all_cards
from judge.variants.hell_on_wheels.terms import NotThere, Terms
from judge.variants.hell_on_wheels.tongue import spoken
from judge.variants.hell_on_wheels.view import Seen

CONDITIONS = (
    "mayhem in Present >= 4", "Red Saloon IN Present", "my cash >= 5K", "Red is Supervisor", "Saloon IN my hand",
    "no raid IN my hand", "Past IS EMPTY",
)  # fmt: skip

MINE = ("i", "my", "me", "mine", "own", "my own", "myself", "self")
HELD = ("raid", "opportunist")
"""Types of card that lie in no town: what is asked of a hand (HW-Q57)."""
_LOCAL = ("mayhem", "cards", "mayor")
"""A question about one town."""


def holds(box: Box, tongue: Tongue, state: State, seen: Seen, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees: the table, and its own cards and money."""
    terms = Terms(box, state, seat)
    return _sight(terms, seen).decide(text, lambda part: _of_orders(terms, tongue, part))


def _of_orders(terms: Terms, tongue: Tongue, text: str) -> Ruling:
    """The conditions of orders. Others' money is refused by their reader where it is hidden; hands are only counted."""
    unclear = Problem(UNCLEAR, {"text": text, "near": ()})
    read = tongue.read(f"if {spoken(text)}")
    if isinstance(read, Stuck):
        return unclear
    found = [one for one in read.tree.children if isinstance(one, Tree) and one.data == "condition"]
    if len(found) != 1 or len(read.tree.children) != 1:
        return unclear
    try:
        made = conditions_of(terms, found[0])
    except NotThere as wrong:
        return unclear if wrong.problem.code in ("unknown-condition", "ambiguous-card") else wrong.problem
    if any(one.of == HE or one.place == THERE for one in made):
        return unclear
    if any(one.fact in _LOCAL and not one.place for one in made):
        return Problem("condition-without-town", {"text": text})
    going = as_it_stands(terms.box, terms.state)
    return all(conditions.holds(going, terms.own, one, one.place) for one in made)


def _sight(terms: Terms, seen: Seen) -> Sight:
    """A seat's view, for questions of cards and places."""
    box, state, seat = terms.box, terms.state, terms.own
    seats = seat_lexicon([one for one in box.seats if one.id in state.seats])

    def place(said: str) -> str | Problem:
        whose = _whose_hand(said)
        if whose is None:
            found = box.places.find(said)
            try:
                return found if isinstance(found, Problem) else terms.place(Name("@", said, (found,)))
            except NotThere as wrong:
                return wrong.problem
        owner = seat if folded(whose) in ("", *MINE) else seats.find(whose)
        if isinstance(owner, Problem):
            return owner
        return "hand" if owner == seat else Problem("condition-hidden", {"seat": owner, "what": "cards"})

    def kinds(said: str) -> tuple[str, ...]:
        word = folded(said).removesuffix(" cards").removesuffix(" card").removesuffix("s")
        if word in HELD:
            return _kinds(box, word)
        found = box.wares_meant(said) or box.wares_meant(said.removesuffix("s"))
        towns = tuple(one for one in box.places.matches(said) if one not in PLACES)
        return (*(kind for one in found for kind in _kinds(box, one)), *towns)

    return Sight(
        seat=seat,
        seats=seats,
        place=place,
        kinds=kinds,
        things=(
            *(
                Thing(one.card, one.place, one.owner)
                for one in all_cards({town.place: state.towns[town.place] for town in seen.towns})
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


def _whose_hand(said: str) -> str | None:
    """`my hand`, `Blue's hand`, `the hand of Blue`: whose; None: it is no hand."""
    words = said.lower().removeprefix("the ").strip()
    if words.startswith("hand of "):
        return words.removeprefix("hand of ")
    if words == "hand":
        return ""
    return words.removesuffix(" hand").removesuffix("'s").removesuffix("'") if words.endswith(" hand") else None


def _kinds(box: Box, card: str) -> tuple[str, ...]:
    """A kind of card is itself; a word for a type is every kind of it."""
    return (card,) if card in box.kinds else tuple(key for key, one in box.kinds.items() if one.type == card)
