"""The lines of the answer to a letter in the making."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.adjudicator.diplomacy.orders import Build, Order, Remove
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.orders import Phrase, Piece


@dataclass(slots=True)
class Entry:
    """A line of the answer in the making; `phrase` is what it was read from."""

    number: int
    text: str
    said: Order | Problem | Later
    notes: tuple[Problem, ...] = ()
    phrase: Phrase | None = None

    @property
    def rest(self) -> bool:
        """Whether it was said of all others."""
        return self.phrase is not None and bool(self.phrase.pieces) and self.phrase.pieces[0].many == "rest"

    @property
    def listed(self) -> bool:
        """Whether it is a mere name: in winter a unit alone is built or removed."""
        return self.phrase is not None and self.phrase.verb == "bare" and isinstance(self.said, Build | Remove)


def is_meant(piece: Piece, offer: Phrase) -> bool:
    """Whether an order that was chosen between is the one that a unit or a place names."""
    named = {code for place in (*offer.places, *(one.place for one in offer.pieces)) for code in place.choices}
    kind = offer.pieces[0].kind[:1] if offer.pieces else ""
    is_there = not piece.place.text or not named.isdisjoint(piece.place.choices)
    return is_there and (not piece.kind or piece.kind[:1] == kind)


def place_of(order: object) -> str:
    """The province of the unit that an order is for."""
    return str(getattr(order, "at", "")).partition("/")[0]


def is_alike(one: object, other: object) -> bool:
    """Whether two orders are of one kind and have a goal, a unit helped or a kind of unit in common, if they have such:
    the one may be said in the place of the other."""
    if type(one) is not type(other):
        return False
    said = [(getattr(one, name), getattr(other, name)) for name in ("to", "of", "kind") if hasattr(one, name)]
    return not said or any(mine == theirs and mine for mine, theirs in said)


def is_among(one: Entry, phrase: Phrase, named: Sequence[Order | Later]) -> bool:
    """Whether an order is one of those that a phrase writes out, or that of the unit it names alone."""
    if phrase.verb != "bare" or isinstance(one.said, Later):
        return one.said in named
    piece = phrase.pieces[0]
    at = place_of(one.said)
    is_kind = not piece.kind or not isinstance(one.said, Build) or piece.kind[:1].upper() == one.said.kind
    return bool(at) and at in piece.place.choices and is_kind
