"""The words by which figures, groups, numbers and ways are known in a line (GR-Q1)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from judge.grammar.shapes import MOST_KEPT
from judge.variants.gold_rush.packs import BEAR, HORSE, LETTERS, MULE, WOLF

NUMBERS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
ORDINALS = {word: number for number, word in enumerate("first second third fourth fifth sixth".split(), 1)}
CHOICES = {
    **ORDINALS,
    **{f"{number}{end}": number for number, end in ((1, "st"), (2, "nd"), (3, "rd"), (4, "th"))},
    "last": 9,
}
FIGURE_WORDS = ("figure", "figures", "number", "numbers", "no", "nos", "nr", "num", "man", "fig")
ABBREVIATED = ("no", "nos", "nr", "num", "fig", "figs")
GROUPS = {
    "trader": "traders", "traders": "traders", "indian": "indians", "indians": "indians", "native": "indians",
    "natives": "indians", "mountie": "mounties", "mounties": "mounties",
}  # fmt: skip
GROUPS |= dict.fromkeys(("constable", "constables"), "mounties")
SLIPS = {
    "form": "from", "frmo": "from", "fomr": "from", "teh": "the", "hte": "the", "adn": "and", "nad": "and",
    "wiht": "with", "tehn": "then", "amo": "ammo", "amunition": "ammunition", "ammunitions": "ammunition",
    "cartriges": "cartridges", "ded": "dead", "daed": "dead", "glod": "gold", "untill": "until", "om": "on",
}  # fmt: skip
"""Slips of the keys for words that are no verbs."""
DIGGERS = ("digger", "diggers")
ANIMALS = {"mule": MULE, "horse": HORSE, "wolf": WOLF}
PIECE_LETTERS = {*LETTERS.values(), MULE, HORSE, BEAR, WOLF}
SET_UP_VERBS = frozenset(
    "at begins begin carries carry carrying has have starts start stands takes take gets get on goes with".split()
)
STARTERS = frozenset(
    (",", ";", ".", "!", "?", "else", "otherwise", "and", "then", "while", "whereas", "but", "except", "plus", "+")
)
CORRECTIONS = frozenset(
    "sorry make that wait no actually correction scratch i mean rather all both hang on hm hmm oh uh changed change my "
    "mind about plan for".split()
)
SPECIAL = frozenset(
    (*FIGURE_WORDS, *GROUPS, *DIGGERS, *ANIMALS, *TIMES, *ORDINALS, "bear", "gold", "native", "both", *"-#(x")
)
"""Words of the grammar that may be the beginning of a name or a number."""
CONNECT = frozenset((",", "and", "plus", "+", "/"))
RANGE = frozenset(("-", "to", "through", "thru", "till", "until"))
NOT_A_POINT = frozenset("at shot shots gold bag bags box boxes".split())
FIRING = frozenset(
    "fire fires firing shoot shoots shooting blazes blaze blasts blast opens lets puts put empties shots shot".split()
)
FALLEN = frozenset(("down", "dead", "out", "falls", "drops", "dies", "fall", "drop", "die"))
FALLING = FALLEN | frozenset("he she it is are goes lies ' , then that one".split())
"""By these somebody who is shot at falls."""
KILLING = frozenset("kills kill gets get drops drop downs down finishes finish fells fell".split())
"""By these somebody makes another fall."""
LEFT_OVER = frozenset(
    "what's what is left over whatever he she has the rest remaining remainder of his her shots bullets".split()
)
"""Words of what is left of a volley."""
BOTH_OF = frozenset("bags of gold shots barrels rounds bullets".split())
"""Of these `both` are two; else it is two figures."""
WAYS = frozenset(
    "north south east west northeast northwest southeast southwest n s e w ne nw se sw inch inches due towards toward "
    "away".split()
)
WHERE = frozenset("to towards toward into behind via by".split())
TOWARDS = frozenset(("to", "towards", "toward"))
SAME = ("too", "same", "likewise", "ditto", "also")
ONLY = ("but", "though", "only", "just", "with")
SHOTS = frozenset("shot shots bullet bullets rounds round times barrels".split())
NOT_ORDERED = frozenset(
    "not never don't dont won't wont cannot can't didn't isn't wouldn't shouldn't neither nor would could might "
    "tempted says said say wrote told tells thinks thought suggests suggested wants wanted were last previous "
    "yesterday bet guess fired missed moved hoped hope wish dreamt dreamed was had did remember remembered used "
    "looks looked seems seemed likes liked deserves".split()
)
"""Words by which a line denies, recalls, supposes or repeats what another said: nothing in it is ordered."""
UNCLEAR = "§"
"""A number whose comma may part or may be a decimal comma, or one below 0: no sign of the grammar, reading stops."""
UNKNOWN = "¤"
"""A sign that only the grammar uses, as somebody wrote it: reading stops at it."""


class Word(NamedTuple):
    """A word of a line, in small letters, and its place."""

    start: int
    end: int
    text: str


INCHES = ("in", "inch", "inches", "ins")
"""Words that may follow a number without a space: `4in`."""


@lru_cache(MOST_KEPT)
def words_of(text: str) -> tuple[Word, ...]:
    """The words and the other signs of a text."""
    found: list[Word] = []
    place = 0
    while place < len(text):
        end = place + 1
        if text[place].isalnum():
            while end < len(text) and (text[end].isalnum() or (text[end] == "'" and text[end + 1 : end + 2].isalnum())):
                end += 1
        if not text[place].isspace():
            is_with = text[place : end + 1].lower() == "w/" and text[end + 1 : end + 4] != "out"
            end += is_with
            found += [Word(place, end, "with")] if is_with else _apart(place, text[place:end].lower())
        place = end
    return tuple(found)


def _apart(start: int, word: str) -> list[Word]:
    """A word, `4in` as two of them."""
    digits = len(word) - len(word.lstrip("0123456789"))
    if digits and word[digits:] in INCHES:
        return [Word(start, start + digits, word[:digits]), Word(start + digits, start + len(word), "inches")]
    return [Word(start, start + len(word), word)]


def own_in_order(said: str, word: str, group: str) -> int:
    """`the second one`, `my first Trader`: the number of one's own figure, counted as they are numbered; 0: none."""
    is_own = GROUPS.get(word) == group or (word in DIGGERS and group.startswith("diggers"))
    return ORDINALS.get(said, 0) if is_own or word in ("one", "man", "figure") else 0
