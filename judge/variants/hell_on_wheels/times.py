"""Windows and phases by the words for them: `window 6`, `before Taxes`, `phase 5`."""

from __future__ import annotations

from typing import Any

from lark import Tree

from judge.grammar.finding import Name
from judge.grammar.numbers import number as number_of
from judge.variants.hell_on_wheels.cards import PLACES
from judge.variants.hell_on_wheels.moments import PHASES, slot_of, slots
from judge.variants.hell_on_wheels.terms import NotThere, Terms, tokens

PHASE_WORDS = {
    "tax": "taxes", "taxes": "taxes", "railroad": "railroad", "draw": "railroad", "draws": "railroad",
    "drawing": "railroad",
    "purchase": "railroad", "purchases": "railroad", "buying": "railroad", "extra cards": "railroad",
    "bid": "supervisor", "bids": "supervisor",
    "bidding": "supervisor", "palms": "supervisor", "supervisor": "supervisor", "building": "establishment",
    "civilized": "civilized",
    "establishment": "establishment", "customer": "customer", "mayhem": "customer", "line": "line",
    "the line": "line", "end of line": "line", "end of the line": "line", "discard": "line", "discards": "line",
    **{place: place for place in PLACES},
}  # fmt: skip
"""The players' names for the ten phases."""


def slots_named(terms: Terms, tree: Tree[Any]) -> list[str]:
    """`window 6`, `before Taxes`, `after phase 4` as a slot, `window 10 or window 1` as two, `windows 5-9` as five."""
    options = terms.state.options
    found: list[str] = []
    first = 0
    for word in tokens(tree, "WINDOW", "W_NUMBER", "TO_NUMBER"):
        if word.type == "TO_NUMBER":
            first = int(found[-1].rpartition("-")[2]) + 1
            continue
        # With or without a space: `window 6`, `w6`, `wsix`; `the sixth window`.
        said = word.removesuffix(" window").split()[-1]
        number = number_of(said.removeprefix("windows").removeprefix("window").removeprefix("w")) or 0
        if not max(1, first) <= number <= len(PHASES):
            raise NotThere("no-such-window", number=number)
        found += [f"after-{one}" for one in range(first or number, number + 1)]
        first = 0
    if found:
        return found
    for lone in tokens(tree, "LONE_SIDE"):
        raise NotThere("which-phase", text=str(lone), whole=True)
    (side,) = tokens(tree, "SIDE")
    slot = slot_of(side.endswith("before"), phase_number(terms, next(tree.find_data("phase"))), options)
    if slot not in slots(options):
        raise NotThere("no-such-window", number=0)
    return [slot]


def phase_number(terms: Terms, tree: Tree[Any]) -> int:
    """A phase by its name or number, from 1."""
    (said,) = tree.children
    if isinstance(said, Name):
        for choice in said.choices:
            if choice in PHASE_WORDS:
                return PHASES.index(PHASE_WORDS[choice]) + 1
        if said.sign == "@":
            return PHASES.index(terms.place(said)) + 1
        raise NotThere("no-such-phase", text=said.text)
    word = "bids" if str(said).startswith("bid") else str(said).removesuffix(" phase")
    if "phase" in word.split():
        number = int(word.split()[-1])
        if not 1 <= number <= len(PHASES):
            raise NotThere("no-such-phase", text=str(said))
        return number
    return PHASES.index(PHASE_WORDS[word]) + 1
