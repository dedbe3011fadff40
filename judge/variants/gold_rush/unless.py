"""Conditions in other words: `reloads unless D1 is in sight, then he fires`, `should D1 be down, …`, `if D1 isn't up`,
`if D1 is out of sight`.

What hangs on `unless` is done where its condition is not so; what stands behind it, where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lark import Token

from judge.variants.gold_rush.later import WORDS
from judge.variants.gold_rush.signs import Mark, condition_apart

_KINDS = ("UNLESS", "SHOULD", "ISNT", "BEYOND")
_STOPS = (",", ";", ":")
_WHOSE = ("^", "others", "rest", "all", "everybody", "everyone")


def as_if(text: str, marks: Sequence[Mark]) -> Iterator[list[Mark]]:
    """A line whose condition is said in other words, with `if` and `not`."""
    if not WORDS.may_say(text, *_KINDS):
        return
    said = {token.start_pos or 0: token for token in WORDS.tokens(text)}
    if not any(token.type in _KINDS for token in said.values()):
        return
    plain: list[Mark] = []
    unless: list[int] = []
    beyond = 0
    for mark in marks:
        kind = said[mark.start].type if mark.start in said else ""
        if kind == "SHOULD":
            plain.append(Mark("if", mark.start, mark.end))
        elif kind == "ISNT":
            plain += [Mark("is", mark.start, mark.end), Mark("not", mark.end, mark.end)]
        elif kind == "BEYOND":
            beyond = said[mark.start].end_pos or 0
            plain += [Mark("not", mark.start, mark.end), Mark("in", mark.end, mark.end)]
        elif mark.start >= beyond:
            unless += [len(plain)] if kind == "UNLESS" else []
            plain.append(mark)
    if condition_apart([replace(one, sign="if") if place in unless else one for place, one in enumerate(plain)]):
        return
    if not unless:
        yield plain
    elif len(unless) == 1:
        yield from _parted(plain, unless[0], [token for token in said.values() if token.type == "THAT_CASE"])


def _parted(marks: Sequence[Mark], at: int, cases: Sequence[Token]) -> Iterator[list[Mark]]:
    """The same around an `unless`: whom it is for, on what it hangs, what they do, and what they do else."""
    begun = next((place for place in range(at - 1, -1, -1) if marks[place].sign in (".", ";", "!")), -1) + 1
    start = begins = next((place for place in range(at - 1, begun - 1, -1) if marks[place].sign in _WHOSE), at)
    while start > begun and marks[start - 1].sign in ("all", "the"):
        start -= 1
    while start - 1 > begun and marks[start - 1].sign in (",", "and", "-") and marks[start - 2].sign == "^":
        start -= 2
    while begins < at and marks[begins].sign in (*_WHOSE, ":"):
        begins += 1
    sign = marks[at]
    heads, does = list(marks[start:begins]), _trimmed(marks[begins:at])
    hangs = [Mark("if", sign.start, sign.end), Mark("not", sign.end, sign.end)]
    if not does:
        yield [*marks[:at], *hangs, *marks[at + 1 :]]
        return
    stop = next((place for place in range(at + 1, len(marks)) if marks[place].sign in (".", "!")), len(marks))
    case = next((token for token in cases if (token.start_pos or 0) >= sign.end), None)
    ends = case.start_pos or 0 if case is not None else len(marks) and marks[-1].end
    asked = _trimmed([one for one in marks[at + 1 : stop] if one.start < ends])
    other = [one for one in marks[at + 1 : stop] if case is not None and one.start >= (case.end_pos or 0)]
    if "^" in (one.sign for one in (*asked, *other)) or not {*_STOPS, "and"}.isdisjoint(one.sign for one in asked):
        return
    if not heads:
        return
    if case is not None:
        other = [Mark("else", case.start_pos or 0, case.end_pos or 0), *_trimmed(other, first=True)]
    colon = Mark(":", sign.start, sign.start)
    joint = [] if heads[-1].sign == ":" else [colon]
    yield [*marks[:start], *heads, *joint, *hangs, *asked, colon, *does, *other, *marks[stop:]]


def _trimmed(marks: Sequence[Mark], *, first: bool = False) -> list[Mark]:
    """Marks without a sign at their end, or at their beginning."""
    found = list(marks)
    while found and found[0 if first else -1].sign in _STOPS:
        found.pop(0 if first else -1)
    return found


__all__ = ["as_if"]
