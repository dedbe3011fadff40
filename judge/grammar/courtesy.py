"""What is mere courtesy: greetings, thanks, farewells, small talk, as `courtesy.lark` knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.grammar.mentions import Mention
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 300
MOST_NAMES = 4
"""Words of a name, behind a greeting or a farewell."""
MOST_FREE = 8
"""Words that nobody knows, in a line that begins politely."""
_SHAPES = Shapes("courtesy.lark", lexer="basic")
_OPENING = ("GREETING", "THANKS", "FAREWELL", "INTRO", "TALK", "SENT_FROM")
_TELLING = frozenset("i i'm im i'll am we us is are was were will have has had it this that these be been".split())
"""Behind a greeting these tell something: what nobody knows there is no name."""
_NAMED = ("GREETING", "FAREWELL", "THANKS")


@dataclass(frozen=True, slots=True)
class Courtesy:
    """A line of courtesy. `kind`: what it begins with, `greeting`, `thanks`, `farewell`, `intro`, `talk` …

    `sure`: every word of it is known (but for a name in a greeting or under a letter). One that is not is passed over
    only with a word to its writer.
    """

    kind: str
    sure: bool


@lru_cache(maxsize=4096)
def courtesy(line: str) -> Courtesy | None:
    """The courtesy a line is, as far as its words go; None: it is none. Whether the game knows them is not asked."""
    text = plain(line).strip(" -*_~")
    if not text or len(text) > LONGEST:
        return None
    first, kinds, free, told = "", set[str](), list[str](), False
    for token in _SHAPES.tokens(text):
        if not first and token.type not in ("SMALL", "_MARK"):
            first = token.type
            if first not in _OPENING:
                return None
        kinds.add(token.type)
        told = told or (bool(first) and token.lower() in _TELLING)
        if token.type == "WORD":
            free.append(str(token))
            if len(free) > MOST_FREE:
                return None
    if not first:
        return None
    named = not told and not kinds.isdisjoint(_NAMED) and len(free) <= MOST_NAMES and all(map(is_name_word, free))
    return Courtesy(first.lower().replace("_", "-"), not free or named)


def polite(line: str, found: Sequence[Mention]) -> Courtesy | None:
    """The courtesy a line is, the game's own words in it (`found`) being known: a seat may be greeted, and may sign."""
    read = courtesy(line)
    if read is None:
        return None
    greets = read.kind in ("greeting", "thanks", "farewell")
    return read if all(one.kind == "seat" and greets for one in found) else None


def free_words(line: str) -> tuple[str, ...]:
    """The words of a line that are no part of any courtesy, in order."""
    return tuple(str(token) for token in _SHAPES.tokens(plain(line)[:LONGEST]) if token.type == "WORD")


def is_name(line: str) -> bool:
    """Whether a line may be how somebody signs: one to four words of letters."""
    words = plain(line).strip(" -*_~.,!").replace(",", " ").split()
    return 1 <= len(words) <= MOST_NAMES and all(map(is_name_word, words))


def is_name_word(word: str) -> bool:
    """Letters, with the signs names have in them."""
    bare = word.strip("()\"'").replace("'", "").replace(".", "").replace("-", "")
    return bare.isalpha() and len(bare) <= 20


__all__ = ["Courtesy", "courtesy", "free_words", "is_name", "polite"]
