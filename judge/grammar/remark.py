"""A remark with a denial or a doubt that is of no order: `I never liked France`, as `remark.lark` knows them."""

from __future__ import annotations

from functools import lru_cache

from judge.grammar.shapes import Shapes

LONGEST = 200
_SHAPES = Shapes("remark.lark", lexer="basic")


@lru_cache(maxsize=4096)
def beyond_remark(text: str) -> str | None:
    """Of a text that is such a remark, the words that say whom or what it is about; None: it is none."""
    tokens = [token for token in _SHAPES.tokens(text[:LONGEST]) if token.type != "SIGN"] if len(text) < LONGEST else []
    first = next((place for place, token in enumerate(tokens) if token.lower() not in _JOINING), 0)
    if not tokens or tokens[first].type not in ("REMARK", "NAMELESS"):
        return None
    return " ".join(token for token in tokens[first:] if token.type == "WORD")


_JOINING = ("and", "but", "though", "because", "well", "as", "which", "who")


__all__ = ["beyond_remark"]
