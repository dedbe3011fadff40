"""The wish in a line of somebody without a seat, in plain words: `door.lark` knows them."""

from __future__ import annotations

from functools import lru_cache

from judge.grammar.mood import mood
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
_SHAPES = Shapes("door.lark", lexer="basic")
_WISHES = ("STANDBY", "TAKEOVER", "OBSERVE", "JOIN", "GAMES")


@lru_cache(maxsize=4096)
def wished(line: str) -> str:
    """The command that a line's plain words wish for: `join`, `observe`, `takeover`, `standby`, `games`; "": none."""
    text = plain(line)[:LONGEST]
    if mood(text) == "spoken":
        return ""
    found: list[str] = []
    denied = False
    for kind, _, _ in _SHAPES.words_of(text):
        denied = kind == "NOT" or (denied and kind != "BUT")
        if kind in _WISHES and not denied:
            found.append(kind)
    # A question about room beside a wish for a place is answered by what becomes of the wish.
    return min(found, key=_WISHES.index).lower() if found else ""


__all__ = ["wished"]
