"""How somebody signs by a title or a nickname: `Old Tom`, `Sultan of Ankara`. `signing.lark` knows them."""

from __future__ import annotations

from functools import lru_cache

from judge.grammar.mentions import ORDERING
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 60
MOST_WORDS = 7
_SHAPES = Shapes("signing.lark", lexer="basic")


@lru_cache(maxsize=4096)
def signed_as(line: str) -> str | None:
    """The words before the `of` in a signature by a title; None: it is none. Any name may follow the `of`."""
    text = plain(line).strip(" -*_~()")
    if not text or len(text) > LONGEST or not text[0].isupper():
        return None
    tokens = _SHAPES.tokens(text)
    of = next((place for place, one in enumerate(tokens) if one.type == "OF"), len(tokens))
    kinds = {one.type for one in tokens[:of]}
    names = [one for one in tokens if one.type == "WORD"]
    if "SIGN" in {one.type for one in tokens} or len(tokens) > MOST_WORDS or kinds.isdisjoint(("TITLE", "EPITHET")):
        return None
    if len(tokens) < 2 or not all(one[0].isupper() and one.lower() not in ORDERING for one in names):
        return None
    end = tokens[of].start_pos if of < len(tokens) else len(text)
    return text[:end]


__all__ = ["signed_as"]
