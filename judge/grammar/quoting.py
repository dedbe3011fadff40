"""Words that point at a quotation below them."""

from __future__ import annotations

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
_SHAPES = Shapes("quoting.lark", lexer="basic")


def points_below(text: str) -> bool:
    """Whether a line speaks of what stands below it."""
    return "BELOW" in _SHAPES.kinds(plain(text)[:LONGEST])


__all__ = ["points_below"]
