"""Conditions as written: `NOT German A IN BUR OR my cash >= 30` as a tree of questions.

Names come first: a run of words that is no word of `conditions.lark`, or that somebody knows as a name, is one sign.
Each part is read from its own shape; a part that the grammar does not know goes to the game, as text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lark import Token, Tree

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

MOST_PARTS = 8
LONGEST_NAME = 6
"""Words."""
_SHAPES = Shapes("conditions.lark", ("some", "atom"))
_OPERATORS = "<>=!≤≥"
_LOOSE = "()[],;"
_OWNERS = ("my", "our", "your", "his", "her", "its", "their")
_APART = (
    ("isn't", "is not"), ("aren't", "are not"), ("hasn't", "not has"), ("haven't", "not have"), ("there's", "there is")
)  # fmt: skip

IsName = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Atom:
    """One thing asked. `kind`: the grammar's rule, "" for what it does not know; `names` in the order they were
    written.

    `words`: the other words that matter: a sign of comparison, a number, `empty`, `or more`.
    """

    text: str
    kind: str = ""
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    negated: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Asked:
    """Some, or every one, of several conditions; or one denied."""

    how: str
    parts: tuple[Asked | Atom, ...]


def read(text: str, is_name: IsName) -> Asked | Atom | None:
    """A condition's tree: OR before AND before NOT. None: it has no such shape (nothing in it, too many parts)."""
    words = _words(text)
    marks = _marked(words, is_name)
    shape, places = _shape(marks)
    tree = _SHAPES.read(shape, "some")
    if isinstance(tree, int) or sum(1 for _ in tree.find_data("leaf")) > 2 * MOST_PARTS:
        return None
    return _asked(tree, marks, places, words)


def each(tree: Asked | Atom) -> tuple[Atom, ...]:
    """Every single question, from left to right."""
    return (tree,) if isinstance(tree, Atom) else tuple(atom for part in tree.parts for atom in each(part))


@dataclass(frozen=True, slots=True)
class _Mark:
    """A sign, or a word of the grammar, and the words behind it."""

    sign: str
    first: int
    last: int


def _asked(tree: Tree[Token], marks: Sequence[_Mark], places: Sequence[int], words: Sequence[str]) -> Asked | Atom:
    if tree.data == "leaf":
        last = tree.children[-1]
        if isinstance(last, Tree):
            return Asked("not", (_asked(last, marks, places, words),))
        within = [
            mark
            for mark, place in zip(marks, places, strict=True)
            if (last.start_pos or 0) <= place < (last.end_pos or 0)
        ]
        return _atom(within, words)
    parts = tuple(_asked(child, marks, places, words) for child in tree.children if isinstance(child, Tree))
    return parts[0] if len(parts) == 1 else Asked(str(tree.data), parts)


def _atom(marks: Sequence[_Mark], words: Sequence[str]) -> Atom:
    text = " ".join(words[marks[0].first : marks[-1].last]) if marks else ""
    tree = _SHAPES.read(_shape(marks)[0], "atom")
    if isinstance(tree, int):
        return Atom(text)
    rule = tree.children[0]
    assert isinstance(rule, Tree)
    tokens = [child for child in rule.children if isinstance(child, Token)]
    return Atom(
        text,
        str(rule.data),
        tuple(" ".join(words[mark.first : mark.last]) for mark in marks if mark.sign == "@"),
        tuple(str(one) for one in tokens if one.type not in ("NOT", "NUMBER")),
        any(one.type == "NOT" for one in tokens),
        next((int(one) for one in tokens if one.type == "NUMBER"), 0),
    )


def _words(text: str) -> list[str]:
    """The words of a condition; signs of comparison are words, brackets and commas are nothing."""
    text = plain(text).strip(" .,;:")
    for short, long in _APART:
        text = text.replace(short, long).replace(short.capitalize(), long).replace(short.upper(), long.upper())
    spaced: list[str] = []
    for place, sign in enumerate(text):
        before = text[place - 1] if place else " "
        if sign in _LOOSE:
            spaced.append(" ")
        elif (sign in _OPERATORS) != (before in _OPERATORS):
            spaced.append(" " + sign)
        else:
            spaced.append(sign)
    return [part for word in "".join(spaced).split() for part in _apart(word)]


def _apart(word: str) -> tuple[str, ...]:
    """`$30` is a number, `31K` a number and what is counted."""
    bare = word.removeprefix("$")
    if bare[-1:] in ("k", "K") and bare[:-1].isdecimal():
        return bare[:-1], bare[-1]
    return (bare if bare.isdecimal() else word,)


def _marked(words: Sequence[str], is_name: IsName) -> list[_Mark]:
    """The words as signs: names, numbers, and words of the grammar. Any other word is part of a name."""
    marks: list[_Mark] = []
    place = 0
    while place < len(words):
        after_sign = bool(marks) and "SIGN" in _classes(marks[-1].sign)
        length = 0 if after_sign else _name_at(words, place, is_name)
        phrase = 0 if length else _phrase_at(words, place, marks)
        if not length and phrase:
            marks.append(_Mark(" ".join(words[place : place + phrase]).lower(), place, place + phrase))
            place += phrase
            continue
        place += length or 1
        if marks and marks[-1].sign == "@":
            marks[-1] = _Mark("@", marks[-1].first, place)
        else:
            marks.append(_Mark("@", place - (length or 1), place))
    return marks


def _name_at(words: Sequence[str], place: int, is_name: IsName) -> int:
    """How many words make a name here that would otherwise be read as words of the grammar."""
    for length in range(min(LONGEST_NAME, len(words) - place), 0, -1):
        said = words[place : place + length]
        if any(sign in _OPERATORS for sign in said[-1]):
            continue  # a sign of comparison ends no name, however little it says
        if any(_classes(word.lower()) for word in said) and not _is_word(said) and is_name(" ".join(said)):
            return length
    return 0


def _is_word(said: Sequence[str]) -> bool:
    """Words that begin no name: one word of the grammar alone, or in small letters before others. A number may."""
    first = said[0]
    return bool(_classes(first.lower()) - {"NUMBER"}) and (len(said) == 1 or first.islower())


def _phrase_at(words: Sequence[str], place: int, marks: Sequence[_Mark]) -> int:
    """How many words make one word of the grammar here; `my own` is no verb."""
    if words[place].lower() == "own" and (
        not marks or words[place - 1].lower() in _OWNERS or "_IN" in _classes(marks[-1].sign)
    ):
        return 0
    for length in (3, 2, 1):
        said = " ".join(words[place : place + length]).lower()
        if len(words) - place >= length and _classes(said):
            return length
    return 0


@lru_cache(maxsize=8192)
def _classes(word: str) -> frozenset[str]:
    """The terminals a word, or a few words, can be."""
    return frozenset(
        name for name, pattern in _SHAPES.words if name not in ("LEAF", "NAME") and pattern.fullmatch(word)
    )


def _shape(marks: Sequence[_Mark]) -> tuple[str, list[int]]:
    """The signs as one text, and where in it each begins."""
    places, length = [], 0
    for mark in marks:
        places.append(length)
        length += len(mark.sign) + 1
    return " ".join(mark.sign for mark in marks), places


__all__ = ["Asked", "Atom", "each", "read"]
