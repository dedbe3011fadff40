"""Orders for the rest: whoever a line speaks of that could not be read is none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from judge.adjudicator.protocol import AnyGame, Problem
from judge.grammar.joining import joined_by, place_of
from judge.grammar.memory import Memory, once_each
from judge.grammar.mentions import named_in
from judge.grammar.small_talk import orders_pieces
from judge.grammar.text import plain, unquoted
from judge.mail.fates import Fate
from judge.mail.understood import Understood

_MOST = 4096
"""Orders whose pieces are remembered."""
_NAMING_NOBODY = ("reason", "corrected", "echo", "quotation", "kept", "condition")
"""Words that order nothing for one of these reasons leave the rest as they are."""


@dataclass(frozen=True, slots=True)
class _Named:
    """The names in a text, by what they mean, its numbers, and the letters of kinds (`F`)."""

    names: frozenset[str]
    numbers: frozenset[str]
    kinds: frozenset[str] = frozenset()

    def kind_of(self, pieces: Sequence[_Named]) -> tuple[_Named, ...]:
        """The pieces of the kinds that these words speak of."""
        return tuple(one for one in pieces if one.kinds & self.kinds or one.names & self.names)

    def those_of(self, pieces: Sequence[_Named]) -> tuple[_Named, ...]:
        """The pieces that these words speak of. Of several of a kind it is the one at a space that is named; without
        one nobody knows which it is. A number without a name is the piece's that is there."""
        if not self.names:
            return tuple(one for one in pieces if one.numbers & self.numbers)
        alike = [one for one in pieces if one.names & self.names]
        here = [one for one in alike if one.numbers & self.numbers]
        kinds = [sum(bool(one.names & other.names) for other in alike) for one in alike]
        return tuple(one for one, many in zip(alike, kinds, strict=True) if one in here or many == 1)


def without_spoken_of(
    found: Sequence[Understood],
    game: AnyGame,
    written: Callable[[Any], str],
    orders_in: Callable[[str], Sequence[Any] | None],
    check: Callable[[Sequence[Any]], Any],
) -> tuple[Understood, ...]:
    """All that was read, without some orders that `the rest hold` gives: those to somebody whom a line names that could
    not be read, or that orders nothing, as nobody knows what they are to do. Where such a line speaks of a piece that
    it does not name, nobody knows who the rest are; who is asked about in an order with a question mark is named too.
    `written`: an order as its game writes it; `orders_in`: the orders that a text is, and nothing else; `check`: what
    becomes of some orders, and of whom they leave out."""
    rest = [one for one in found if one.rest and one.fate is Fate.ORDER]
    if not rest:
        return tuple(found)
    found = _without_mere_names(found)
    named = [one for one in found if not one.rest and one.fate is Fate.ORDER]
    unread = [one for one in found if _is_unread(one)]
    asked = [one for one in found if one.fate is Fate.QUESTION and one.why == "asked"]
    unread += [one for one in asked if any(orders_in(part.strip(_AROUND)) for part in (one.text, *one.text.split(",")))]
    ordered = [(one, piece) for one in named if (piece := _piece_in(game, written(one.said))).kinds]
    if not unread and not ordered:
        return tuple(found)
    others = [_piece_in(game, written(one)) for one in check([]).filled]
    # An order for somebody who is nobody's here.
    unread += [one for one, piece in ordered if others and not piece.those_of(others)]
    if not unread:
        return tuple(found)
    pieces = [_piece_in(game, written(one.said)) for one in rest]
    gone: set[int] = set()
    for text, why in dict.fromkeys((_of_the_sender(one), _why(one)) for one in unread):
        said = _names_in(game, text)
        meant = said.those_of(pieces)
        before = _names_in(game, _before_a_goal(text))
        first = before if before.names | before.kinds | before.numbers else said
        if others and why not in _OF_NOBODY and not first.those_of((*pieces, *others)):
            # Whoever it speaks of has a name that nobody knows.
            meant += first.kind_of(pieces) or (
                tuple(pieces) if not meant and _speaks_of_a_piece(said, text, why) else ()
            )
        gone |= {id(one) for one, piece in zip(rest, pieces, strict=True) if piece in meant}
    if len(gone) < len(rest):
        return tuple(one for one in found if id(one) not in gone)
    # Nobody is left whom they could be for: it is said once.
    done = [
        replace(one, fate=Fate.REFUSED, said=Problem("not-understood", {"text": one.text}), notes=(), rest=False)
        if id(one) in gone
        else one
        for one in found
    ]
    return tuple(one for at, one in enumerate(done) if id(found[at]) not in gone or one not in done[:at])


def _without_mere_names(found: Sequence[Understood]) -> tuple[Understood, ...]:
    """All that was read, without an order for a mere name of which the words right behind it say something that nobody
    understood: `Coo behind, rest stand`."""
    done = list(found)
    for at, (one, behind) in enumerate(pairwise(found)):
        is_told = behind.fate in (Fate.NOT_ORDERED, Fate.REFUSED) and behind.text[:1].islower()
        if one.fate is Fate.ORDER and is_told and one.number == behind.number and one.text.isalpha():
            done[at] = replace(one, fate=Fate.REFUSED, said=Problem("not-understood", {"text": one.text}), notes=())
    return tuple(done)


def _why(one: Understood) -> str:
    """Why nothing is ordered by these words."""
    if joined_by(one.text) == "IF":
        return "condition"
    return str(one.said.code) if isinstance(one.said, Problem) and one.said.code in _OF_NOBODY else one.why


_OF_NOBODY = ("told", "asked", "headed", "condition", "another-seats-orders")
"""For one of these reasons nobody else is meant but whom the words name."""


def _is_unread(one: Understood) -> bool:
    """Whether somebody whom these words name has no order by them."""
    if one.fate is Fate.QUESTION and len(one.text.split()) <= _SHORT:
        return True  # "Portugal to Spain? Yes."
    return one.fate is Fate.REFUSED or (one.fate is Fate.NOT_ORDERED and one.why not in _NAMING_NOBODY)


def _of_the_sender(one: Understood) -> str:
    """The words that may be about a piece: `Graham writes: "Bid 12 on the Saloon."` is not about the Saloon."""
    text = _behind_a_condition(one.text)
    return unquoted(text) if one.why == "spoken" else text


def _behind_a_condition(text: str) -> str:
    """`If Coo has to retreat: Mes.`: what is named before the sign is what an order hangs on."""
    if joined_by(text) != "IF":
        return text
    return text.replace(":", ",").partition(",")[2]


def _names_in(game: AnyGame, text: str) -> _Named:
    names = frozenset().union(*named_in(game, text), *_begun_in(game, text))
    spaces = frozenset(filter(_is_of_a_space, names))
    kinds = frozenset(name for name in names if len(name) == 1)
    return _Named(names - spaces - kinds, _numbers_in(text) | spaces, kinds)


def _begun_in(game: AnyGame, text: str) -> list[tuple[str, ...]]:
    """The meanings of the words that only one name begins with: `Mesquite`."""
    words = [word for word in text.split() if word[:1].isupper() and word.isalpha() and len(word) >= _SHORTEST]
    things = [lexicon for lexicon in game.lexicons if lexicon.kind != "seat"]
    found = [lexicon.matches(word) for word in words for lexicon in things]
    return [one for one in found if len(one) == 1]


def _piece_in(game: AnyGame, text: str) -> _Named:
    """The piece that a written order is for."""
    known = _pieces(game)
    found = known.get(text)
    return known.keep(text, _first_in(game, text)) if found is None else found


@once_each
def _pieces(game: AnyGame) -> Memory[str, _Named]:
    """The pieces of the orders that were asked about."""
    return Memory(_MOST)


def _first_in(game: AnyGame, text: str) -> _Named:
    """The first name of a written order, and the number of its space behind it."""
    # Who speaks of a fleet on a coast names its space alone.
    names = frozenset().union(*named_in(game, text)[:1], *named_in(game, text.partition("/")[0])[:1])
    first = text.split()[:_FIRST]
    kinds = frozenset(word for word in first[:1] if len(word) == 1)
    return _Named(names, _numbers_in(" ".join(first)) if names else frozenset(), kinds)


def _before_a_goal(text: str) -> str:
    """A sentence up to where somebody is to go: what is named there is the piece."""
    place = place_of(plain(text), "GOAL")
    return text[: place[0]] if place else text


def _speaks_of_a_piece(said: _Named, text: str, why: str) -> bool:
    """Whether a text orders something, as far as anybody knows: it has words for it, or names a thing of the game. A
    number may be a piece's."""
    return orders_pieces(text) or (not why and bool(said.names) and not any(map(str.isdigit, text)))


def _numbers_in(text: str) -> frozenset[str]:
    """The numbers of spaces in a text."""
    words = "".join(sign if sign.isalnum() else " " for sign in text).split()
    return frozenset(filter(_is_of_a_space, words))


def _is_of_a_space(word: str) -> bool:
    return word.isdecimal() and len(word) == _OF_A_SPACE


_AROUND = " .,;?!"
_FIRST = 4
_SHORT = 6
_SHORTEST = 5
_OF_A_SPACE = 4


__all__ = ["without_spoken_of"]
