"""The words with which a sentence of Land Barons corrects itself: those of land_barons_again.lark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from judge.grammar.finding import Piece
from judge.grammar.memory import of_lines
from judge.grammar.numbers import number
from judge.grammar.scanning import FirstOf
from judge.grammar.shapes import Match, Shapes
from judge.variants.land_barons.notation.tidy import says_an_order

_SHAPES = Shapes("land_barons_again.lark", lexer="basic")


@dataclass(frozen=True, slots=True)
class Words:
    """Words of correction: their pieces, and what they are (a terminal of the grammar)."""

    start: int
    end: int
    kind: str


def marker(pieces: Sequence[Piece]) -> Words | None:
    """The first words of correction."""
    return _first_in(" ".join([one.sign for one in pieces]))


@of_lines
def _first_in(text: str) -> Words | None:
    signs = text.split(" ")
    if signs[:1] == ["make"] and next((one for one in signs[1:] if one not in ("the", "my")), "") == "#":
        # `make the Saloon 15`
        return Words(0, 1, "AGAIN")
    offset = 0
    for start, sign in enumerate(signs) if text else ():
        is_cut = start == 0 or is_word(signs[start - 1], "CUT")
        found = words_of(*(_BEHIND_A_CUT if is_cut else _ANYWHERE)).match(text, offset)
        if found is not None:
            end = start + len(found[0].split())
            longer = _first_in(" ".join(signs[end:]))
            if longer is not None and all(sign in (",", "-") for sign in signs[end : end + longer.start]):
                return Words(start, end + longer.end, longer.kind)
            return Words(start, end, _kind(found))
        if sign == "no" and (_is_between_figures(signs, start) or (is_cut and _speaks_of_it(signs, start + 1))):
            return Words(start, start + 1, "AGAIN")
        offset += len(sign) + 1
    return None


_ANYWHERE = ("UNDOING", "AGAIN", "REFLECTS")
BEHIND = ("AGAIN", "REFLECTS", "MEANT")
"""Kinds of words that may stand at the end of a correction."""
ADDING = ("ONLY", "TOO", "AFTER_ALL")
OF_MANY = ("RECKONS", "DROPS", "SWAPS")
_BEHIND_A_CUT = _KINDS = (*_ANYWHERE, "MEANT", "MAYBE")


@cache
def words_of(*kinds: str) -> FirstOf:
    return _SHAPES.any_of(kinds)


def _kind(found: Match) -> str:
    """Of which kind words are, where they stand: what follows them may say so."""
    ways = ((name, words_of(name).match(found.string, found.start())) for name in _KINDS)
    return next(name for name, one in ways if one is not None and one.end() == found.end())


@lru_cache(maxsize=4000)
def is_word(sign: str, *kinds: str) -> bool:
    """Whether a word is of one of these kinds, which are terminals of the grammar."""
    return bool(words_of(*kinds).all_of(sign))


def _speaks_of_it(signs: Sequence[str], start: int) -> bool:
    """`no, place it at 0409`, `no, leave him there`: what is to be done with what was named before."""
    start += start < len(signs) and is_word(signs[start], "CUT")
    verb, who = (*signs[start : start + 2], "", "")[:2]
    return is_word(who, "THEM") and (is_word(verb, "KEEPS") or says_an_order(verb))


def _is_between_figures(signs: Sequence[str], at: int) -> bool:
    """`10, no, 12`: a no by itself."""
    around = (*signs[max(0, at - 2) : at], *signs[at + 1 : at + 3])
    return len(around) == 4 and around[1:3] == (",", ",") and all(number(around[one]) is not None for one in (0, 3))


__all__ = ["ADDING", "BEHIND", "OF_MANY", "Words", "is_word", "marker", "words_of"]
