"""Which terminals have a text in common: nearly all of ours are lists of words, and two lists are soon compared.

`interegular` makes an automaton of every terminal and of every pair of them; for lists of hundreds of words that takes
minutes. Here a list is tried word by word, and only what is no list is left to it.
"""

from __future__ import annotations

import re
import warnings
from itertools import product
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import sre_constants as signs
    import sre_parse

MOST = 100_000
"""A terminal with more texts than these is no list."""


def looks_around(pattern: str) -> bool:
    """Whether a part of a terminal asks what stands beside it: such a part cannot be compared alone."""
    return _looks_around(sre_parse.parse(pattern), top=True)


def _looks_around(parsed: Any, top: bool) -> bool:
    for sign, value in parsed:
        if sign in (signs.ASSERT, signs.ASSERT_NOT):
            if not top or _looks_around(value[1], top=False):
                return True
        elif sign is signs.BRANCH:
            if any(_looks_around(one, top=False) for one in value[1]):
                return True
        elif sign in (signs.SUBPATTERN, signs.MAX_REPEAT, signs.MIN_REPEAT) and _looks_around(value[-1], top=False):
            return True
    return False


class NoList(Exception):
    """A terminal whose texts are not to be counted."""


def texts_of(pattern: str) -> frozenset[str] | None:
    """All texts of a terminal; None if it is no list."""
    try:
        found = _texts(sre_parse.parse(pattern))
    except NoList:
        return None
    whole = re.compile(pattern)
    # What stands behind a word or before it is looked at here; so is case.
    return frozenset(text for text in found if whole.fullmatch(text))


def _texts(parsed: Any) -> set[str]:
    parts = [_part(sign, value) for sign, value in parsed]
    count = 1
    for part in parts:
        count *= len(part)
        if count > MOST:
            raise NoList
    return {"".join(chosen) for chosen in product(*parts)}


def _part(sign: Any, value: Any) -> set[str]:
    if sign is signs.LITERAL:
        return {chr(value)}
    if sign is signs.IN and all(one is signs.LITERAL for one, _ in value):
        return {chr(code) for _, code in value}
    if sign is signs.BRANCH:
        return set().union(*(_texts(one) for one in value[1]))
    if sign is signs.SUBPATTERN and not value[1]:
        return _texts(value[3])
    if sign in (signs.MAX_REPEAT, signs.MIN_REPEAT) and value[1] <= 3:
        one = _texts(value[2])
        return {"".join(chosen) for times in range(value[0], value[1] + 1) for chosen in product(one, repeat=times)}
    if sign in (signs.ASSERT, signs.ASSERT_NOT, signs.AT):
        return {""}
    raise NoList


def hasten(comparator: Any) -> None:
    """Let `interegular.comparator` compare lists as lists."""
    one_by_one = comparator.Comparator
    by_automata = one_by_one.isdisjoint
    plain = one_by_one.from_regexes.__func__

    def from_regexes(kind: Any, regexes: Any) -> Any:
        made = plain(kind, regexes)
        made.lists = {key: texts_of(pattern) for key, pattern in regexes.items()}
        made.whole = {key: re.compile(pattern) for key, pattern in regexes.items()}
        made.unknown = {key for key, pattern in regexes.items() if looks_around(pattern)}
        return made

    def isdisjoint(self: Any, a: Any, b: Any) -> bool:
        if self.unknown & {a, b}:
            return True
        mine, theirs = self.lists[a], self.lists[b]
        if mine is not None and theirs is not None:
            return mine.isdisjoint(theirs)
        if mine is None and theirs is None:
            return bool(by_automata(self, a, b))
        texts, other = (mine, b) if mine is not None else (theirs, a)
        return not any(self.whole[other].fullmatch(text) for text in texts or ())

    by_search = one_by_one.get_example_overlap

    def example(self: Any, a: Any, b: Any, max_time: float | None = None) -> Any:
        for one, other in ((a, b), (b, a)):
            common = (text for text in sorted(self.lists[one] or ()) if self.whole[other].fullmatch(text))
            text = next(common, None)
            if text is not None:
                return comparator.ExampleCollision("", text, "")
        return by_search(self, a, b, max_time)

    one_by_one.from_regexes = classmethod(from_regexes)
    one_by_one.get_example_overlap = example
    one_by_one.isdisjoint = isdisjoint
