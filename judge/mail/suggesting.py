"""The probable meaning of a line that was not understood: FIX puts it in its place."""

from __future__ import annotations

import string
from collections.abc import Callable, Sequence

from judge.adjudicator.protocol import Problem
from judge.grammar.letter import said
from judge.grammar.lexicon import likeness
from judge.grammar.memory import of_lines
from judge.grammar.text import folded, plain, without_number
from judge.mail.language import VERBS

LIKE = 0.75
MOST_WORDS = 8


def suggestion(
    text: str,
    problem: Problem,
    is_order: Callable[[str], bool],
    things: Callable[[str], frozenset[str]] = lambda text: frozenset(),
    line: str = "",
) -> str:
    """The line as its writer probably meant it; "" where nothing near it would be understood. `things`: what a text is
    about: of what the line says a suggestion leaves out no more than the one thing that it puts right. `line`: all of
    it, where the text is a part: a command is never a part of a line."""
    offered = problem.detail.get("suggestion")
    if isinstance(offered, str) and offered:
        return offered if _keeps(things(text), things(offered)) and is_order(offered) else ""
    part = problem.detail.get("text")
    for key in ("choices", "near"):
        names = problem.detail.get(key)
        if not isinstance(names, Sequence) or isinstance(names, str) or not isinstance(part, str) or not part:
            continue
        for name in names[:2]:
            put = text.replace(part, str(name), 1)
            is_slip = key == "choices" or _is_slip(part, str(name))
            if put != text and is_slip and is_order(put):
                return put
    return near_command(text) if plain(line or text).strip() == plain(text).strip() else ""


def _keeps(said: frozenset[str], put: frozenset[str]) -> bool:
    """Whether all but one of the things said are still there: `3` may be put as `T3`."""
    kept = {one for one in said if one in put or (one.isdecimal() and any(_figure(other) == one for other in put))}
    return len(said) - len(kept) <= 1 and (len(said) < 2 or bool(kept))


def _figure(code: str) -> str:
    return code.lstrip(string.ascii_letters)


def _is_slip(part: str, called: str) -> bool:
    """Whether a name is near, or begins with what was said but for one letter of a code: `COM` for Constantinople."""
    said, name = folded(part), folded(called)
    wrong = sum(one != other for one, other in zip(said, name, strict=False))
    return (
        likeness(said, name) >= LIKE
        or (part.isupper() and 2 < len(said) <= len(name) and wrong <= 1)
        or name.startswith(said)
    )


@of_lines
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
