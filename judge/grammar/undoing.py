"""Words outside of an order that undo it: behind it, alone in their sentence, or at the head of its own."""

from __future__ import annotations

from functools import lru_cache

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain, sentences

LONGEST = 400
MOST_CUTS = 12
_SHAPES = Shapes("undoing.lark", lexer="basic")
_CUTS = (",", ":", ";", "-")


@lru_cache(maxsize=4096)
def undone(line: str) -> tuple[tuple[str, str], ...]:
    """The sentences of a line that nothing but taking back, putting off or doubting follows, each with those words;
    where the line begins with such words, they follow "". A last remark in brackets is a sentence."""
    text = plain(line)[:LONGEST]
    head, opens, remark = text.rpartition("(")
    is_remark = bool(opens and head.strip()) and remark.rstrip(" .!").endswith(")")
    said = (*sentences(head), f"({remark}") if is_remark else sentences(text)
    return tuple((before, one) for before, one in zip(("", *said), said, strict=False) if _is_alone(one))


def _is_alone(text: str) -> bool:
    kinds = [token.type for token in _SHAPES.tokens(text)]
    return "WORD" not in kinds and not {"ALONE", "FIRST"}.isdisjoint(kinds)


@lru_cache(maxsize=4096)
def headed(line: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of each sentence of a line that begins with words that undo it, these words, and what stands behind them: all of
    it, and as far as each sign in it."""
    return tuple(found for one in sentences(plain(line)[:LONGEST]) if (found := _behind_the_head(one)))


def _behind_the_head(text: str) -> tuple[str, tuple[str, ...]] | None:
    tokens = [token for token in _SHAPES.tokens(text) if token.type != "JOINING"]
    if not tokens or tokens[0].type != "FIRST":
        return None
    start = tokens[0].end_pos or 0
    ends = [token.start_pos or 0 for token in tokens[1:] if token in _CUTS][:MOST_CUTS]
    found = [text[start:end].strip(" ,;:.!-") for end in (len(text), *reversed(ends))]
    return str(tokens[0]), tuple(one for one in found if one)


__all__ = ["headed", "undone"]
