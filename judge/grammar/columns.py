"""The words at the head of a table, and those below one that tells why, as `columns.lark` knows them."""

from __future__ import annotations

from judge.grammar.mood import HANGING
from judge.grammar.reason import tells
from judge.grammar.shapes import Shapes

LONGEST = 400
_SHAPES = Shapes("columns.lark", lexer="basic")


def names_columns(cells: str) -> bool:
    """Whether a row says no more than what its columns are; one may ask: `convoy?`."""
    kinds = []
    for kind, _, _ in _SHAPES.words_of(cells[:LONGEST].lstrip(" #.")):
        if kind in ("WORD", "SINCE", "SAME"):
            return False
        kinds.append(kind)
    return not kinds or kinds.count("ASKED") < len(kinds)


def is_head(text: str, *kinds: str) -> bool:
    """Whether the head of a column has a word of one of these kinds."""
    return not set(kinds).isdisjoint(_SHAPES.kinds(text))


def tells_why(cell: str) -> bool:
    """Whether words in a column of reasons leave the order beside them as it is."""
    words = cell.lower().split()
    turning = HANGING.intersection(words)
    return not turning or (turning <= {"not", "no"} and (tells(cell) or _SHAPES.first_of(cell) == "SINCE"))


__all__ = ["is_head", "names_columns", "tells_why"]
