"""What a line that was not understood was probably meant to be: what FIX puts in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.adjudicator.protocol import Problem
from judge.grammar.letter import said
from judge.grammar.lexicon import likeness
from judge.grammar.text import plain, without_number
from judge.mail.language import VERBS

LIKE = 0.75
MOST_WORDS = 8


def suggestion(text: str, problem: Problem, is_order: Callable[[str], bool]) -> str:
    """The line as it was probably meant; "" where nothing near it would be understood."""
    offered = problem.detail.get("suggestion")
    if isinstance(offered, str) and offered:
        return offered
    part = problem.detail.get("text")
    for key in ("choices", "near"):
        names = problem.detail.get(key)
        if not isinstance(names, Sequence) or isinstance(names, str) or not isinstance(part, str) or not part:
            continue
        for name in names[:2]:
            put = text.replace(part, str(name), 1)
            if put != text and is_order(put):
                return put
    return near_command(text)


def near_command(text: str) -> str:
    """The command a line is a slip of; "" where it is of none."""
    first, *rest = without_number(plain(text)).split() or [""]
    if len(rest) >= MOST_WORDS or len(first) < 4 or not first.isalpha():
        return ""
    word = first.lower()
    near = [verb for verb in sorted(VERBS) if verb[0] == word[0] and likeness(word, verb, LIKE) >= LIKE]
    if len(near) != 1 or near[0] == word:
        return ""
    put = " ".join((near[0].upper(), *rest))
    one = said(put)
    return put if one is not None and one.what == near[0] else ""


__all__ = ["near_command", "suggestion"]
