"""The words that limit the order beside them: without them the order would say more than its writer did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from judge.grammar.memory import of_lines
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
_SHAPES = Shapes("limits.lark", lexer="basic")
_LIMITING = frozenset(("NARROW", "HANGS", "PART", "BUT", "BEHIND"))
_SHOULD = frozenset(("should", "ought", "must", "meant", "mean", "supposed"))
_THINKING = frozenset(("think", "thinking", "thought", "thoughts", "reflection"))
_ENDS = (",", ".", ";", ":", "!", "?", "(", ")", "-", "–", "—")


@dataclass(frozen=True, slots=True)
class Limit:
    """Where a limit begins, and the words of it; `narrows`: whatever it stands beside; `of_many`: whether what stands
    before it is for many."""

    start: int
    text: str
    kind: str
    narrows: bool
    of_many: bool

    @property
    def leads(self) -> bool:
        """Whether it begins with those of whom it leaves some out: `all but Paris`."""
        return self.narrows and " but" in self.text[:14].lower()

    @property
    def hangs(self) -> bool:
        """Whether it is a condition, which may be so or not."""
        return self.kind == "HANGS"


@lru_cache(maxsize=2048)
def limits(line: str) -> tuple[Limit, ...]:
    """The limits of a line (in plain signs), as far as their own part of a sentence goes."""
    text = plain(line)
    if len(text) > LONGEST:
        return ()
    if _LIMITING.isdisjoint(_SHAPES.kinds(text)):
        return ()
    tokens = _SHAPES.tokens(text)
    found: list[Limit] = []
    of_many = False
    for place, token in enumerate(tokens):
        of_many |= token.type == "MANY"
        if token.type not in _LIMITING:
            continue
        signs = [at for at, one in enumerate(tokens) if one.type == "SIGN" and one in _ENDS]
        if token.type == "BEHIND":
            first = max((at + 1 for at in signs if at < place), default=0)
            start, end = tokens[first].start_pos or 0, token.end_pos or len(text)
        else:
            behind = next((at for at in signs if at > place + 1), len(tokens))
            start, end = token.start_pos or 0, tokens[behind - 1].end_pos or len(text)
        narrows = token.type in ("NARROW", "BEHIND", "HANGS")
        found.append(Limit(start, text[start:end], token.type, narrows, of_many))
    return tuple(found)


@of_lines
def bounds(text: str) -> bool:
    """Whether words say how much of what stands before them: `keep two bullets`, `PS: only 4 shots`."""
    return _SHAPES.first_of(plain(text)[:LONGEST]) == "BOUNDS"


@of_lines
def takes_back(text: str) -> bool:
    """Whether words take back what stands before them, or some of it: `no wait`, `scratch that`, `keep two bullets`."""
    return _first(text) in ("BACK", "NOT_SO", "SWAPS", "MIXED") or bounds(text)


def goal_in(text: str) -> tuple[str, ...]:
    """The first two words behind the last sign within a text, without those that stand beside every name: `Well, to
    Paris`. A goal has but one."""
    bare = plain(text)[:LONGEST].strip(" .,;:!?()")
    last = bare[max(bare.rfind(f"{sign} ") for sign in ",;:.!") + 1 :]
    words = _SHAPES.words_of(last.strip())
    return tuple(islice((said for kind, _, said in words if kind not in ("SMALL", "SIGN")), 2))


def thinks_again(text: str) -> bool:
    """Whether words begin as somebody does who thinks again: `Come to think of it he stays`."""
    return _begins_with(text, _THINKING)


def says_what_was_meant(text: str) -> bool:
    """Whether words say what should stand instead of what does: `I should have said 7`."""
    return _begins_with(text, _SHOULD)


def adds(text: str) -> bool:
    """Whether words add something to what stands before them: `A MAR - SPA too`."""
    return "ADDS" in _SHAPES.kinds(plain(text)[:LONGEST])


def says_why_not(text: str) -> bool:
    """Whether words say what would come of what stands before them: `No, he'd walk in.`"""
    return _first(text) == "NOT_SO"


def swaps(text: str) -> bool:
    """Whether words say that each of the two orders before them is to have what the other has: `no, swap them`."""
    return _first(text) == "SWAPS"


def mixes(text: str) -> bool:
    """Whether words say that orders before them were mixed up, and not how many: `I mixed up the targets`."""
    return _first(text) == "MIXED"


def should_be(text: str) -> tuple[str, str]:
    """Of words that say what something should be the words before and behind: `The 12 should be 14`; or ("", ""). Where
    things were mixed up, or one is a mistake, all the words name them."""
    bare = plain(text)[:LONGEST]
    kinds = _SHAPES.kinds(bare)
    if "MISTAKEN" in kinds:
        return bare, bare
    if "SHOULD" not in kinds and "BACK" not in kinds:
        return "", ""
    # The same words correct where nothing stands before them.
    corrects = (one for one in _SHAPES.tokens(bare) if one.type == "SHOULD" or (one.type == "BACK" and _is_should(one)))
    found = next(corrects, None)
    if found is None or not found.start_pos:
        return "", ""
    named = bare if "MIXED" in kinds else bare[: found.start_pos]
    return named, bare[found.end_pos :]


def _is_should(words: str) -> bool:
    return words.split()[0].lower() in _SHOULD


@of_lines
def _first(text: str) -> str:
    return _SHAPES.first_of(plain(text)[:LONGEST], "SIGN")


def _begins_with(text: str, words: frozenset[str]) -> bool:
    """Whether words of correction with one of these words begin a text."""
    if _first(text) != "BACK":
        return False
    first = next(said for kind, _, said in _SHAPES.words_of(plain(text)[:LONGEST]) if kind != "SIGN")
    return not words.isdisjoint(first.lower().split())


__all__ = [
    "Limit",
    "adds",
    "bounds",
    "limits",
    "mixes",
    "says_what_was_meant",
    "says_why_not",
    "should_be",
    "swaps",
    "takes_back",
    "thinks_again",
]
