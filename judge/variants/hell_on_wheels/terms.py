"""The meanings of a line's names and numbers to one seat: seats, positions, cards in hand and on the table, sums."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import Token, Tree

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.finding import Name
from judge.grammar.lexicon import Lexicon
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.targets import all_cards

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty"
).split()
THERE = "there"
TOO = "too"
"""Where the card before goes, for an order of the same kind."""
SAME_AS = "as "
"""Where another card goes, whose name is behind it."""
_THOUSAND = ("thousand", "thou", "grand")
MOST_K = 100_000


class NotThere(Exception):
    """A part of a line that means nothing here; says why."""

    def __init__(self, code: str, **detail: object) -> None:
        super().__init__(code)
        self.problem = Problem(code, detail)


@dataclass(frozen=True, slots=True)
class Quantity:
    """How many are meant: a number, all, the others; nothing said is neither."""

    number: int | None = None
    every: bool = False
    others: bool = False
    mine: bool = False
    each: bool = False
    """As many in every place."""


@dataclass(frozen=True, slots=True)
class Where:
    """One position of a thing, THERE where it is that of the card before. `among`: one of several, `and` or `or`.
    `off`: where the thing comes from."""

    place: str
    among: str = ""
    off: bool = False


def kids(tree: Tree[Any], data: str) -> list[Tree[Any]]:
    """The branches of a kind."""
    return [one for one in tree.children if isinstance(one, Tree) and one.data == data]


def names(tree: Tree[Any], sign: str) -> list[Name]:
    """The names of a kind directly in a branch."""
    return [one for one in tree.children if isinstance(one, Name) and one.sign == sign]


def tokens(tree: Tree[Any], *types: str) -> list[Token]:
    """The words of a kind directly in a branch."""
    return [one for one in tree.children if isinstance(one, Token) and one.type in types]


def by_kind(tree: Tree[Any]) -> dict[str, list[Any]]:
    """Everything directly in a branch: branches and words by their kinds, names by their signs."""
    found: dict[str, list[Any]] = {}
    for one in tree.children:
        kind = one.data if isinstance(one, Tree) else one.type if isinstance(one, Token) else one.sign
        found.setdefault(kind, []).append(one)
    return found


def words_of(quants: Tree[Any] | None) -> list[Token]:
    """The words that say how many."""
    found = quants.children if quants is not None else []
    return [word for quant in found if isinstance(quant, Tree) for word in quant.children if isinstance(word, Token)]


def whole_k(text: str) -> int:
    """An amount in whole K: `4`, `4k`, `$ 4 , 000`, `four thousand` (HW-5)."""
    said = text.lower().replace("$", " ").replace(" ,", "").replace(" . ", ".")
    for word in _THOUSAND:
        said = said.replace(word, " k ")
    words = said.split()
    if len(words) > 1 and words[0].isdecimal() and words[1].isdecimal():
        words[0:2] = [words[0] + words[1]]
    words = [word for word in words if not word.startswith(("dollar", "chip"))]
    if words and words[0] in _WORDS:
        return _WORDS.index(words[0])
    thousands = "k" in words[1:] or words[0].endswith("k")
    whole, _, part = words[0].removesuffix("k").partition(".")
    number = int(whole)
    if part.strip("0") or (not thousands and number >= 1000 and number % 1000):
        raise NotThere("not-whole-k", text=text)
    number = number // 1000 if not thousands and number >= 1000 else number
    if number > MOST_K:
        raise NotThere("not-whole-k", text=text)
    return number


@lru_cache(maxsize=64)
def _lexicon_of(box: Box, hand: tuple[str, ...]) -> Lexicon:
    return Lexicon("card", {card: box.cards.words[card] for card in hand})


class Terms:
    """Reads names against the table as everybody sees it, and against one seat's own hand."""

    def __init__(self, box: Box, state: State, seat: Seat) -> None:
        self.box = box
        self.state = state
        self.own = seat
        self.hand = state.hands.get(seat, ())
        """The seat's own cards."""

    # --- seats and towns ----------------------------------------------------------------------------------------------

    def seat(self, said: Name) -> Seat:
        """A seat at this table."""
        there = [one for one in said.choices if one in self.state.seats]
        if len(there) == 1:
            return Seat(there[0])
        if len(there) > 1:
            raise NotThere("ambiguous-seat", text=said.text, choices=tuple(map(self.seat_name, there)))
        raise NotThere("unknown-seat", text=said.text, near=())

    def seat_name(self, seat: str) -> str:
        """A seat in prose."""
        return self.box.seat_names.get(seat, seat)

    def whom(self, tree: Tree[Any]) -> Seat:
        """The seat a branch names: `me` is oneself."""
        said = names(tree, "%")
        return self.seat(said[0]) if said else self.own

    def place(self, said: Name) -> str:
        """A position, by its name or by the name of the town that lies there."""
        if len(said.choices) > 1:
            raise NotThere("ambiguous-town", text=said.text, choices=tuple(map(self.box.name, said.choices)))
        (found,) = said.choices
        if found in PLACES:
            return found
        here = {town.town: place for place in PLACES if (town := self.state.towns.get(place)) is not None}
        if found not in here:
            raise NotThere("town-not-here", town=found, here=tuple(here))
        return here[found]

    # --- cards --------------------------------------------------------------------------------------------------------

    @property
    def hand_lexicon(self) -> Lexicon:
        """The names of the seat's own cards: nothing else is ever suggested for a card in hand."""
        return _lexicon_of(self.box, self.hand)

    def hand_card(self, said: Name) -> str:
        """A kind of card, or a word for a type; of several kinds the one in hand."""
        meant = said.choices if said.guessed else self.box.cards_meant(said.text) or said.choices
        own = [card for card in meant if card in self.hand]
        choices = own or list(said.choices)
        if len(choices) > 1:
            shown = tuple(map(self.box.name, choices))
            raise NotThere("ambiguous-card", text=said.text, choices=shown)
        return choices[0]

    def table_card(self, said: Name) -> str:
        """A kind or a type of card on the table; of several kinds the one that lies there."""
        choices = said.choices
        if len(choices) > 1:
            lying = {one.card for one in all_cards(dict(self.state.towns))}
            choices = tuple(card for card in choices if card in lying) or choices
        if len(choices) > 1:
            raise NotThere("ambiguous-card", text=said.text, choices=tuple(map(self.box.name, choices)))
        return choices[0]

    def is_plural(self, said: Name, card: str) -> bool:
        """`Saloons`, `Churches`: more than one of a kind that the box has several of."""
        text = folded(said.text)
        several = card not in self.box.kinds or self.box.kinds[card].copies > 1
        return several and text.endswith("s") and text != folded(self.box.name(card))

    # --- parts of a clause --------------------------------------------------------------------------------------------

    def quantity(self, tree: Tree[Any] | None, times: Iterable[Token] = ()) -> Quantity:
        """How many: `2`, `x2`, `both`, `all`, `a`, `the other`."""
        number: int | None = None
        every = others = mine = each = False
        for token in (*words_of(tree), *times):
            match token.type:
                case "SUM":
                    number = self._only(number, whole_k(token), token)
                case "TIMES":
                    number = self._only(number, int(token.replace("x", "").strip()), token)
                case "A" | "NTH":
                    number = 1 if number is None else number
                case "ALL":
                    every = True
                    last = token.split()[-1]
                    number = 2 if "both" in token else _WORDS.index(last) if last in _WORDS else number
                case "EACH":
                    each = True
                case "OTHER" | "REST_OF":
                    others = True
                case "MINE":
                    mine = True
        return Quantity(number, every, others, mine, each)

    @staticmethod
    def _only(number: int | None, said: int, token: Token) -> int:
        if number not in (None, said):
            raise NotThere("two-numbers", text=str(token))
        return said

    def amount(self, tree: Tree[Any]) -> int:
        """A sum of money."""
        found = words_of(next(iter(kids(tree, "quants")), None))
        said = [token for token in found if token.type == "SUM"]
        # `4K (four)` is one sum.
        if len(set(map(whole_k, said))) != 1 or any(token.type not in ("SUM", "A") for token in found):
            raise NotThere("no-amount", text=" ".join(found))
        return whole_k(said[0])

    def wheres(self, thing: Tree[Any]) -> tuple[Where, ...]:
        """The positions of a thing, in the order in which they are said."""
        found: list[Where] = []
        for at in thing.children:
            if not isinstance(at, Tree) or at.data not in ("at", "from"):
                continue
            said = [self.place(name) for name in names(at, "@")]
            said = (
                said
                or [SAME_AS + self.hand_card(name) for name in names(at, "#")]
                or [TOO if tokens(at, "TOO") else THERE]
            )
            among = ["or" if "or" in token.split() else "and" for token in tokens(at, "OR_AT")]
            found += [Where(place, among[0] if among else "", at.data == "from") for place in said]
        if len(found) < 2:
            return tuple(found)
        # `in Laramie (Past)`: one town by both its names.
        return tuple(one for place, one in enumerate(found) if not place or one.among or one != found[place - 1])
