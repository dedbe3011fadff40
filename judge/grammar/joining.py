"""The small words that join a stretch of words to the one before it, as `joining.lark` knows them."""

from __future__ import annotations

from judge.grammar.shapes import Shapes

LONGEST = 400
_SHAPES = Shapes("joining.lark", lexer="basic")


def joined_by(text: str) -> str:
    """The kind of the word that a text begins with."""
    return next((token.type for token in _SHAPES.one_by_one(text[:LONGEST])), "")


def without_joint(text: str, *kinds: str) -> str:
    """A text without the word that joins it, where it is of one of these kinds."""
    first = next(iter(_SHAPES.one_by_one(text[:LONGEST])), None)
    return text[first.end_pos or 0 :].strip() if first is not None and first.type in kinds else text.strip()


def place_of(text: str, kind: str) -> tuple[int, int] | None:
    """Where the first word of this kind stands behind others, and where it ends; None: nowhere."""
    found = (token for token in _SHAPES.one_by_one(text[:LONGEST]) if token.type == kind and token.start_pos)
    first = next(found, None)
    return None if first is None else (first.start_pos or 0, first.end_pos or 0)


__all__ = ["joined_by", "place_of", "without_joint"]
