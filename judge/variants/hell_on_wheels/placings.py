"""Cards for towns as they were written: how many of which, and where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.building import COST, PHASE_OF
from judge.variants.hell_on_wheels.cards import GENERIC
from judge.variants.hell_on_wheels.remarks import Before
from judge.variants.hell_on_wheels.terms import (
    SAME_AS,
    THERE,
    TOO,
    NotThere,
    Quantity,
    Terms,
    Where,
    by_kind,
    names,
    tokens,
)


@dataclass(frozen=True, slots=True)
class Planned:
    """One card onto one position."""

    card: str
    place: str
    of_a_group: int = 0
    """It was not named, but (1) all of its type, or (2) everything."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Cards of one thing said: which, how many of each, and where."""

    cards: tuple[str, ...]
    wheres: tuple[Where, ...]
    counted: bool
    each: bool = False
    named: bool = True
    """Whether the card was said, or is that of the thing before."""
    of_a_type: int = 0


_OTHERS = frozenset("else rest others".split())


class PlacingReader:
    """Reads what goes onto towns, for one seat; remembers what the line has used already. `early`: it is a line for a
    later letter, and the hand may be another by then. `without`: cards that no group of the clause includes."""

    def __init__(
        self,
        terms: Terms,
        before: Before,
        notes: list[Problem],
        early: bool = False,
        excepting: bool = False,
        without: frozenset[str] = frozenset(),
    ) -> None:
        self.terms = terms
        self.before = before
        self.early = early
        self.excepting = excepting
        self.without = without
        self.box = terms.box
        self.used: list[str] = []
        self.notes = notes

    def all(
        self, things: Tree[Any] | None, here: str, last: Sequence[Planned], in_turn: bool = False
    ) -> tuple[Planned, ...]:
        """The cards of a list. `here`: the position of its heading. `last`: what was said before, for `one on Past`.
        `in_turn`: each goes to one of the positions at the end."""
        if things is None:
            raise NotThere("needs-card", text="")
        groups = self._groups(things, last)
        if in_turn:
            return self._in_turn(groups)
        found: list[Planned] = []
        place = here
        for group in reversed(groups):
            places = self._places(group, place)
            place = places[0] or place
            spread = self._spread(group, places)
            spread = [Planned(one.card, one.place, group.of_a_type) for one in spread] if group.of_a_type else spread
            found = [*spread, *found]
        # Cards behind the last position said go there as well.
        placed = [one.place for one in found if one.place] or [one.place for one in last[-1:]]
        filled = self._there(
            [one if one.place or not placed else Planned(one.card, placed[-1], one.of_a_group) for one in found],
            last,
            here,
        )
        for one in filled:
            if not one.place:
                raise NotThere("needs-place", card=one.card)
        return filled

    def _there(self, planned: Sequence[Planned], last: Sequence[Planned], here: str) -> tuple[Planned, ...]:
        """`Saloon on Past, Miners there`: where the card before goes, or what the heading says."""
        there = here or (last[-1].place if last else self.before.there)
        found = []
        for one in planned:
            place = one.place
            if place.startswith(SAME_AS):
                # `Scots in the same place as the Brothel`
                place = self.before.where.get(place.removeprefix(SAME_AS), "")
            there = there if place in (THERE, TOO) else place
            found.append(one if there == one.place else Planned(one.card, there, one.of_a_group))
        return tuple(found)

    @staticmethod
    def _in_turn(groups: Sequence[_Group]) -> tuple[Planned, ...]:
        """`Church and Saloon on Past and Future respectively`."""
        cards = [card for group in groups for card in group.cards]
        places = [where.place for where in groups[-1].wheres if where.among != "or"]
        if len(cards) != len(places) or any(group.wheres for group in groups[:-1]) or THERE in places:
            raise NotThere("two-places", text="", places=tuple(places))
        return tuple(Planned(card, place) for card, place in zip(cards, places, strict=True))

    def _groups(self, things: Tree[Any], last: Sequence[Planned]) -> list[_Group]:
        """The things of a list. `Church on Past together with Miners and Vice`: what is with a card goes where it
        goes; of more behind that, with another town at the end, nobody knows."""
        groups: list[_Group] = []
        where: tuple[Where, ...] = ()
        behind = 0
        for thing in things.children:
            if isinstance(thing, Tree) and thing.data == "group":
                if self.terms.hand_card(names(thing, "#")[0]) not in GENERIC:
                    raise NotThere("not-understood", text="")
                continue
            if not isinstance(thing, Tree):
                where, behind = groups[-1].wheres, 0
                continue
            before = groups[-1].cards[-1:] if groups else tuple(one.card for one in last[-1:])
            group = self._group(thing, before)
            if where and group.wheres and behind > 1:
                raise NotThere("needs-place", card=groups[-1].cards[0])
            where, behind = (where, behind + 1) if not group.wheres else ((), 0)
            groups.append(replace(group, wheres=where) if where and not group.wheres else group)
        return groups if all(one.named for one in groups) else self._shared_out(groups)

    def _shared_out(self, groups: Sequence[_Group]) -> list[_Group]:
        """`Both Saloons, one on Past and one on Present`: the two that the things behind share out."""
        found: list[_Group] = []
        for place, group in enumerate(groups):
            behind = list(takewhile(lambda one: not one.named and one.wheres, groups[place + 1 :]))
            shared = sum(len(one.cards) for one in behind)
            is_other = not group.counted and shared != len(group.cards)
            if group.wheres or not behind or is_other or len(group.cards) < 2:
                found.append(group)
            elif shared != len(group.cards):
                raise NotThere("two-numbers", text=self.box.name(group.cards[0]))
        return found

    def elsewhere(self, place: Name, last: Sequence[Planned]) -> tuple[Planned, ...]:
        """`else on Future`: the card said last, in another place."""
        if not last:
            raise NotThere("needs-card", text=place.text)
        return (Planned(last[-1].card, self.terms.place(place)),)

    def corrected(self, place: Name, last: Sequence[Planned]) -> tuple[Planned, ...]:
        """`no wait, Future`: the cards said last for one place, in another; those before them stay."""
        found = list(self.elsewhere(place, last))
        where = [one.place for one in last]
        if found[0].place == where[-1]:
            # `Vice on Past, Anarchy on Future, no, Future`
            raise NotThere("not-understood", text="")
        count = next((number for number, one in enumerate(reversed(where)) if one != where[-1]), len(where))
        kept = last[: len(last) - count]
        return (*kept, *(Planned(one.card, found[0].place) for one in last[len(kept) :]))

    # --- which, and how many ------------------------------------------------------------------------------------------

    def _group(self, thing: Tree[Any], before: Sequence[str]) -> _Group:
        parts = by_kind(thing)
        times = (*parts.get("TIMES", ()), *parts.get("EACH", ()))
        quantity = self.terms.quantity(next(iter(parts.get("quants", ())), None), times)
        wheres = self.terms.wheres(thing)
        if quantity.each and quantity.number is not None:
            quantity = replace(quantity, number=quantity.number * max(1, len(wheres)))
        said: list[Name] = parts.get("#", [])
        for whose in (*parts.get("owner", ()), *parts.get("seat", ())):
            owner = self.terms.whom(whose)
            if owner != self.terms.own:
                raise NotThere("not-yours", seat=owner, card=self.terms.table_card(said[0]))
        but = self._but(parts.get("but", ()))
        for word in parts.get("EVERYTHING", ()):
            others = self.excepting or not _OTHERS.isdisjoint(word.split())
            cards = self._everything(but, others)
            self.used += cards
            return _Group(cards, wheres, True, of_a_type=2)
        card = self.terms.hand_card(said[0]) if said else next(iter(before), "")
        if not card:
            raise NotThere("needs-card", text="")
        many = said and (self.terms.is_plural(said[0], card) or (quantity.mine and folded(said[0].text) == card))
        if card in GENERIC and (many or _is_mass(said)) and quantity.number is None:
            # `Customers to Present`, `my mayhem`: all of them, as with a kind.
            quantity = replace(quantity, every=True)
        # `Mayhem all to Past`; `Scots, Irish all to Past` are no more than they are.
        behind = parts.get("ALL")
        if behind and card in GENERIC and quantity.number is None:
            quantity = replace(self.terms.quantity(None, behind), mine=quantity.mine)
        if but and card not in GENERIC and (card in but or not all(map(is_contrast, parts.get("but", ())))):
            raise NotThere("one-choice", text="")
        cards = self._of_type(card, quantity, but) if card in GENERIC else self._of_kind(card, said, quantity)
        for price in parts.get("price", ()):
            cost = COST[PHASE_OF[self.box.type(cards[0])]]
            if self.terms.amount(price) != cost:
                raise NotThere("other-price", card=cards[0], cost=cost)
        self.used += cards
        counted = quantity.number is not None or quantity.every
        return _Group(cards, wheres, counted, quantity.each, bool(said), int(card in GENERIC))

    def _everything(self, but: frozenset[str], others: bool) -> tuple[str, ...]:
        """`Everything on Present except Vice`: all cards in hand for towns that no order before has used. `others`:
        but those that the letter names. A card that is named elsewhere, of which nothing is said, is asked about."""
        left = Counter(self.used) + self.before.placed
        found: list[str] = []
        for card in self.terms.hand:
            if self.box.type(card) not in PHASE_OF or card in but or self.box.type(card) in but:
                continue
            if left[card]:
                left[card] -= 1
            elif card not in self.before.named:
                found.append(card)
            elif not others:
                raise NotThere("all-but-which", card=card)
        if not found:
            raise NotThere("needs-card", text="")
        return tuple(found)

    def _but(self, excepted: Sequence[Tree[Any]]) -> frozenset[str]:
        """`… except Vice`, `…, not the Scots`: of a group."""
        return self.without | {self.terms.hand_card(name) for one in excepted for name in names(one, "#")}

    def _held(self, card: str) -> int:
        return self.terms.hand.count(card)

    def _of_kind(self, card: str, said: Sequence[Name], quantity: Quantity) -> tuple[str, ...]:
        """Cards of one kind. A plural without a number is all of them, and that is said."""
        if self.box.type(card) not in PHASE_OF:
            raise NotThere("not-onto-towns", card=card)
        gone = self.used.count(card) + (self.before.placed[card] if quantity.others else 0)
        left = max(0, self._held(card) - gone)
        number = quantity.number
        if quantity.others:
            number = left if number is None or quantity.every else number
        elif quantity.every:
            number = self._held(card) if number is None else number
        elif number is None and said and self.terms.is_plural(said[0], card):
            number = self._held(card)
            if number < 1:
                raise NotThere("not-in-hand", card=card, held=0, hand=self.terms.hand)
            self.notes.append(Problem("all-of-them", {"card": card, "count": number}))
        number = 1 if number is None else number
        if number < 1 or (not self.early and number > max(1, left) and self._held(card)):
            raise NotThere("not-in-hand", card=card, held=self._held(card), hand=self.terms.hand)
        return (card,) * number

    def _of_type(self, type_: str, quantity: Quantity, but: frozenset[str] = frozenset()) -> tuple[str, ...]:
        """`all my customers`: every card of the type that the line has not used; `the rest of my mayhem`: those of
        which the letter says nothing else."""
        left = Counter(self.used) + (self.before.placed if quantity.others else Counter())
        found: list[str] = []
        for card in self.terms.hand:
            if (
                self.box.type(card) != type_
                or card in but
                or (quantity.others and card in self.before.named and not left[card])
            ):
                continue
            if left[card]:
                left[card] -= 1
            else:
                found.append(card)
        every = quantity.every or quantity.others
        left_out = sum(self.box.type(card) == type_ and card in but for card in self.terms.hand)
        if every and left_out and quantity.number == len(found) + left_out:
            # `All four but Vice`
            quantity = replace(quantity, number=len(found))
        if quantity.number not in (None, len(found)):
            unnamed = [card for card in found if card not in self.before.named]
            # `Three customers on Future, the Scots on Past`
            found = unnamed if quantity.number == len(unnamed) else found
        if not found or (quantity.number or 0) > len(found):
            raise NotThere("none-of-type", type=type_, hand=self.terms.hand)
        if not (every or len(found) == 1) and quantity.number != len(found):
            raise NotThere("which-of-type", type=type_, choices=tuple(dict.fromkeys(found)))
        return tuple(found)

    # --- where --------------------------------------------------------------------------------------------------------

    @staticmethod
    def _places(group: _Group, behind: str) -> tuple[str, ...]:
        """Where a group goes: what it says, else what is said behind it."""
        if not group.wheres:
            return (behind,)
        for where in group.wheres:
            if where.off:
                raise NotThere("not-from-a-town", card=group.cards[0])
        return tuple([where.place for where in group.wheres])

    def _spread(self, group: _Group, places: tuple[str, ...]) -> list[Planned]:
        """All in one place; of several places one card each, where there are as many cards."""
        if len(places) == 1:
            return [Planned(card, places[0]) for card in group.cards]
        if group.each and all(where.among != "or" for where in group.wheres) and not len(group.cards) % len(places):
            each = len(group.cards) // len(places)
            return [Planned(card, places[at // each]) for at, card in enumerate(group.cards)]
        card, least = group.cards[0], len(places)
        both = all(where.among == "and" for where in group.wheres) and set(group.cards) == {card}
        if both and (len(group.cards) == least or (len(group.cards) == 1 and not group.counted)):
            if self._held(card) < least:
                raise NotThere("two-places", text=self.box.name(card), places=places)
            if not group.counted:
                self.notes.append(Problem("one-each", {"card": card, "count": least}))
            return [Planned(card, place) for place in places]
        raise NotThere("two-places", text=self.box.name(card), places=places)


def is_contrast(tree: Tree[Any]) -> bool:
    """`Scots on Future, but not the Brothels`: of other cards."""
    return any("not" in word.split() or "without" in word.split() for word in tokens(tree, "EXCEPT"))


def _is_mass(said: Sequence[Name]) -> bool:
    """Whether a word for a type has no plural: `Mayhem to Past`."""
    return folded(said[0].text) == "mayhem"
