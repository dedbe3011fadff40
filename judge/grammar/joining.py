"""The small words that join a stretch of words to the one before it, as `joining.lark` knows them."""

from __future__ import annotations

from judge.grammar.shapes import Shapes

LONGEST = 400
_SHAPES = Shapes("joining.lark", lexer="basic")


def joined_by(text: str) -> str:
    """The kind of the word that a text begins with."""
    return _SHAPES.first_of(text[:LONGEST])


def without_joint(text: str, *kinds: str) -> str:
    """A text without the word that joins it, where it is of one of these kinds."""
    kind, place, said = next(_SHAPES.words_of(text[:LONGEST]), ("", 0, ""))
    return text[place + len(said) :].strip() if kind in kinds else text.strip()


def place_of(text: str, kind: str) -> tuple[int, int] | None:
    """Where the first word of this kind stands behind others, and where it ends; None: nowhere."""
    found = _SHAPES.words_of(text[:LONGEST])
    return next(((place, place + len(said)) for one, place, said in found if one == kind and place), None)


__all__ = ["joined_by", "place_of", "without_joint"]
