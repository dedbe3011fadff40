"""Words that order nothing: denials, wishes, memories, questions, and the words of others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from judge.grammar.memory import of_lines
from judge.grammar.shapes import Pattern, Shapes
from judge.grammar.text import folded

_SHAPES = Shapes("land_barons_moods.lark", lexer="basic")
_UNORDERED = ("DENIED", "WISHED", "UNORDERED", "OF_ANOTHER_TIME", "OF_OTHERS")


@of_lines
def is_unordered(text: str) -> bool:
    """Whether a text that cannot be read speaks of what is not to be done."""
    said = folded(text)
    return any(_words(kind).search(said) for kind in _UNORDERED)


@of_lines
def is_account(text: str) -> bool:
    """Whether a text that cannot be read counts what money there is: `I have 60 in cash`, `so 52 are left`."""
    said = folded(text)
    begins = _words("HAVE").match(said)
    is_told = begins is not None and _words("TOLD_OF").match(said, begins.end()) is not None
    return is_told or is_sum(text) or (_words("LEFT").search(said) is not None and any(map(str.isdigit, said)))


@of_lines
def is_sum(text: str) -> bool:
    """Whether a text adds up what was said before it, whatever it can be read as: `That makes 112 in all`."""
    said = folded(text)
    begins = _words("SUMMED").match(said)
    return begins is not None and _words("TOLD_OF").match(said, begins.end()) is not None


@lru_cache(maxsize=4000)
def is_word(sign: str, kind: str) -> bool:
    """Whether a word is of this kind."""
    return _words(kind).fullmatch(sign) is not None


def is_for_many_there(line: str) -> bool:
    """Whether a line's first sentence is for all, or for some that it does not name, at one end of the map: `In the
    west: all stand`. Who is there is not known."""
    head, _, rest = line.partition(":")
    return is_word(folded(head), "REGION") and _words("MANY").search(folded(rest.partition(". ")[0])) is not None


def is_why(signs: Sequence[str], at: int) -> bool:
    """Whether a reason begins at this sign: `because`, `as Graham always bids 13`."""
    if signs[at] != "as":
        return is_word(signs[at], "WHY")
    ahead = " ".join(signs[:at])
    return _words("AS").match(f"{ahead} {' '.join(signs[at:])}", len(ahead) + 1) is not None


@cache
def _words(kind: str) -> Pattern:
    return dict(_SHAPES.words)[kind]


def is_question(text: str) -> bool:
    """Whether a sentence asks, and does not ask the Judge to do something."""
    if not text.rstrip(" )\"'").endswith("?"):
        return False
    return _words("ASKED").match(folded(text)) is None


def is_bound(text: str) -> bool:
    """Whether a text belongs to the words before it: an order with such a tail does not count without it."""
    return _words("BINDING").match(folded(text)) is not None


def is_condition(text: str) -> bool:
    """Whether a text says on what something hangs."""
    return _words("IF").match(folded(text)) is not None


def is_of_another_time(text: str) -> bool:
    """Whether a line begins with what was ordered once: `Last turn's orders: pay all, Saloon 12`."""
    words = folded(text.partition(":")[0]).split()
    is_past = (
        words[:1] != ["as"]
        and not _PAST.isdisjoint(words)
        and not _PERIODS.isdisjoint(one.removesuffix("s") for one in words)
    )
    return (
        is_past
        and (":" in text or words[-1] in ("were", "was", "are", "wrote", "sent", "ordered", "played"))
        and not _SAID.isdisjoint(words)
    )


_PAST = frozenset("last previous".split())
_PERIODS = frozenset("turn time round year".split())
_SAID = frozenset("orders bids letter order bid raids moves wrote sent ordered played".split())


def is_now(text: str) -> bool:
    """Whether a line heads what counts today: `This time`, `Mine:`, `That was it. This turn:`."""
    said = folded(text.rpartition(". ")[2] if text.endswith(":") else text)
    return said.startswith(("this turn", "this time", "this round", "now", "today", "mine", "my orders now"))


def is_quoted(text: str) -> bool:
    """Whether something is in quotation marks."""
    return '"' in text
