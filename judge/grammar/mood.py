"""What a line says of itself when it orders nothing: that something is denied, doubted, asked, corrected, quoted."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
_SHAPES = Shapes("mood.lark")

Mood = Literal["", "denied", "doubted", "asked", "corrected", "spoken"]


@lru_cache(maxsize=4096)
def mood(line: str) -> Mood:
    """How a line means what it says; "" where nothing in it tells."""
    text = plain(line)[:LONGEST].strip()
    if len(text) > 2 and text[0] in "\"'" and text.rstrip(".!,")[-1:] == text[0]:
        return "spoken"
    kinds = _kinds(text)
    if text.endswith("?") or (kinds[:1] == ("ASKING",) and "?" in text):
        return "asked"
    for kind, said in _MOODS:
        if kind in kinds:
            return said
    return ""


@lru_cache(maxsize=4096)
def offer(line: str) -> str | None:
    """The command that prose seems to be meant for: `ABSENT`, `VOTE DRAW`."""
    kinds = _kinds(plain(line)[:LONGEST])
    if "DENIAL" in kinds or "DOUBT" in kinds:
        return None
    return "ABSENT" if "AWAY" in kinds else "VOTE DRAW" if "DRAWN" in kinds else None


_MOODS: tuple[tuple[str, Mood], ...] = (("CORRECTION", "corrected"), ("DENIAL", "denied"), ("DOUBT", "doubted"))


def _kinds(text: str) -> tuple[str, ...]:
    return tuple(token.type for token in _SHAPES.tokens(text) if token.type not in ("WORD", "SIGN"))


__all__ = ["Mood", "mood", "offer"]
