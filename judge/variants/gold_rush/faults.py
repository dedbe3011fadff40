"""The finding on a line that cannot be read: the word at which reading stopped, and the words that could have come
there."""

from __future__ import annotations

from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush.marks import Line
from judge.variants.gold_rush.phrases import EXPECTED
from judge.variants.gold_rush.remarks import tells_only
from judge.variants.gold_rush.tongue import SHAPES, readable
from judge.variants.gold_rush.vocabulary import NOT_ORDERED, UNCLEAR

MOST_EXPECTED = 8
_FOR_WHOM = frozenset(("^", "&", "%", ",", ":", "and"))
"""Where no more than these was said, what is to be done has not begun."""


def not_read(line: Line, rule: str, place: int) -> Problem:
    """Why a line is no order."""
    is_quoted = _is_quoted(line) or any(word.text in NOT_ORDERED for word in line.words)
    if is_quoted or (rule == "go" and tells_only(line.text)):
        return Problem("not-ordered", {"text": line.text})
    mark = line.at(place)
    at = "" if mark is None else line.text[mark.start : mark.end]
    if mark is not None and mark.sign == UNCLEAR:
        code = "point-unclear" if line.is_unclear else "negative-number"
        return Problem(code, {"text": at})
    before = [one.sign for one in line.marks if mark is not None and one.start < mark.start][-1:]
    if before in (["nearest"], ["closest"]) and mark is not None and mark.sign.isalpha():
        return Problem("unknown-kind", {"text": at})
    if all(one.sign in _FOR_WHOM for one in line.marks if mark is not None and one.start < mark.start):
        return Problem("not-understood", {"text": line.text, "at": at, "expected": EXPECTED})
    wanted = readable(SHAPES.could(line.shape, rule))
    expected = ", ".join(wanted) if 0 < len(wanted) <= MOST_EXPECTED else EXPECTED
    return Problem("not-understood", {"text": line.text, "at": at, "expected": expected})


def unclear(text: str, at: str) -> Problem:
    """Words beside an order that may change it: nothing of the line is ordered."""
    return Problem("unclear-beside", {"text": text, "at": at, "whole": True})


def _is_quoted(line: Line) -> bool:
    """Whether a stretch of words is in quotation marks (an inch mark follows a number)."""
    return any(mark.sign == '"' for mark in line.marks)
