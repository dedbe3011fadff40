"""Brackets beside an order: what stands in them goes on with the order, is a remark, or may change it."""

from __future__ import annotations

from judge.grammar.courtesy import is_sure
from judge.grammar.mood import joked
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.remarks import turns_nothing
from judge.variants.gold_rush.tongue import polite
from judge.variants.gold_rush.vocabulary import words_of

_GOING_ON = ("else ", "or else ", "otherwise ", "if ", "when ", "once ", "then ", "and then ", "failing that")
"""Words that begin so go on with the order, and are read with it."""
_RESULT = "*"


_JOINED = ("and ", "but ", "except ", "plus ", "all but ")
"""So does this, behind those whom the order is for, or behind the order."""


def opened(text: str) -> tuple[str, tuple[str, ...]]:
    """A line without the remarks in its brackets, and those to be named: results and courtesies are not. Words that
    go on with the order lose their brackets; words that may change it stay in them."""
    text = text.replace("[", "(").replace("]", ")")
    head, begins, rest = text.partition("(")
    inside, ends, behind = rest.partition(")")
    if not begins or not ends or not (head.strip() or behind.strip()):
        return text, ()
    tail, named = opened(behind) if "(" in behind else (behind, ())
    said = inside.strip()
    if said.lower().startswith(_GOING_ON):
        return f"{head.rstrip()}, {said}{tail}", named
    if said.lower().startswith(_JOINED) or (is_number(said, 2) and tail.strip()):
        # `1 (and 3): fire at M2`, `fire (4) at M2`
        return f"{head.rstrip()} {said}{tail}", named
    if not _is_polite(said) and (not turns_nothing(said) or joked(said)):
        return f"{head}({inside}){tail}", named
    is_named = not (said.startswith(_RESULT) or is_sure(said) or _is_polite(said) or _is_exclaimed(said))
    return f"{head.rstrip()}{tail}", ((f"({inside})", *named) if is_named else named)


def _is_polite(said: str) -> bool:
    return tuple(word.text for word in words_of(said)) in polite()


def _is_exclaimed(said: str) -> bool:
    return said.endswith("!") and len(said.split()) == 1


def unclear_bracket(text: str) -> str:
    """The first bracket of a line with words that may change what is ordered; "" when there is none."""
    head, begins, rest = text.replace("[", "(").replace("]", ")").partition("(")
    inside, ends, behind = rest.partition(")")
    if not begins or not ends:
        return ""
    is_beside = bool(head.strip() or behind.strip()) and not turns_nothing(inside.strip())
    return f"({inside})" if is_beside else unclear_bracket(behind)


__all__ = ["opened", "unclear_bracket"]
