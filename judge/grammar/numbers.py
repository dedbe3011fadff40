"""Which number a word of numbers.lark is."""

from __future__ import annotations

from functools import lru_cache

_ONES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORTH = {
    **{word: worth for worth, word in enumerate(_ONES)}, "nought": 0, "a pair of": 2,
    **{word: 10 * tens for tens, word in enumerate(_TENS, 2)},
    **{f"{ten}{gap}{one}": 10 * tens + ones for tens, ten in enumerate(_TENS, 2)
       for ones, one in enumerate(_ONES[1:10], 1) for gap in ("", " ", "-", " - ")},
    **{f"{one} and {ten}": 10 * tens + ones for tens, ten in enumerate(_TENS, 2)
       for ones, one in enumerate(_ONES[1:10], 1)},
    "none": 0, "both": 2, "a couple": 2, "a couple of": 2, "twice": 2, "thrice": 3, "half a dozen": 6, "a dozen": 12,
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "last": -1,
}  # fmt: skip


@lru_cache(maxsize=4096)
def number(text: str) -> int | None:
    """The value of a number, an ordinal or `x2`; None: it is none of these. `last` is -1."""
    said = text.strip().lower().rstrip("-").removesuffix(" times").strip("$ ")
    if said in _WORTH:
        return _WORTH[said]
    if "and" in said and (old := _WORTH.get(" ".join(said.replace("-", " ").split()))):
        return old
    hundreds, is_hundred, rest = said.partition(" hundred")
    if is_hundred:
        return _hundreds(hundreds, rest.strip().removeprefix("and ").strip())
    said = said.removesuffix("x").removeprefix("x").strip()
    if said[-2:] in ("st", "nd", "rd", "th"):
        said = said[:-2]
    thousands = said.endswith("k")
    whole, point, tenth = said.removesuffix("k").replace(",", "").partition(".")
    if not _is_digits(whole) or (point and not (thousands and _is_digits(tenth) and len(tenth) == 1)):
        return None
    return int(whole) * (1000 if thousands else 1) + (int(tenth) * 100 if point else 0)


def _hundreds(count: str, rest: str) -> int | None:
    """`one`, `ten`: one hundred and ten."""
    hundreds = 1 if count == "a" else _WORTH.get(count, 0)
    more = _WORTH.get(rest, 0) if rest else 0
    return 100 * hundreds + more if 0 < hundreds < 10 and (0 < more < 100) == bool(rest) else None


def whole(said: str) -> int:
    """A NUMBER as a number."""
    return _known(said)


def place(said: str) -> int:
    """An ORDINAL as a number from 1; `last` is -1."""
    return _known(said)


def _known(said: str) -> int:
    worth = number(str(said))
    if worth is None:
        raise ValueError(said)
    return worth


def _is_digits(text: str) -> bool:
    """Digits in any writing, as the grammars take them; few enough to be meant."""
    return text.isdecimal() and len(text) <= 9


def figures_in(text: str) -> list[str]:
    """The numbers of a text that are written in figures."""
    return "".join(sign if sign.isdigit() else " " for sign in text).split()
