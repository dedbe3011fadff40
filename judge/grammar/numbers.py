"""Which number a word of numbers.lark is."""

from __future__ import annotations

from judge.grammar.text import folded

_WORDS = (
    "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_CARDINAL = {
    **{word: number for number, word in enumerate(_WORDS)},
    **_TENS,
    **{f"{ten} {_WORDS[one]}": tens + one for ten, tens in _TENS.items() for one in range(1, 10)},
    "hundred": 100, "a hundred": 100, "one hundred": 100, "both": 2, "a pair of": 2, "a couple of": 2, "a dozen": 12,
}  # fmt: skip
_ORDINAL = {word: n for n, word in enumerate("first second third fourth fifth sixth seventh eighth".split(), 1)}


def whole(said: str) -> int:
    """A NUMBER as a number: digits or a word."""
    word = folded(said)
    return _CARDINAL[word] if word in _CARDINAL else int(word)


def place(said: str) -> int:
    """An ORDINAL as a number from 1; `last` is -1."""
    word = folded(said)
    if word == "last":
        return -1
    return _ORDINAL[word] if word in _ORDINAL else int(word.rstrip("stndrh"))
