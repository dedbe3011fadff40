"""The request in a line to the game master, in plain words: `request.lark` knows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
FEWEST_WORDS = 4
_SHAPES = Shapes("request.lark", lexer="basic")
_ASKING = ("EXTENSION", "COVER", "PLACE", "COMPLAINT", "GAME_MASTER")


@dataclass(frozen=True, slots=True)
class Request:
    """`kind`: `extension`, `cover`, `place`, `complaint`, `game-master`; `rest`: the line's other words."""

    kind: str
    rest: str


@lru_cache(maxsize=4096)
def request(line: str) -> Request | None:
    """The request in a line to the game master; None: no known one."""
    text = plain(line)[:LONGEST]
    kind = next((kind for kind in _SHAPES.kinds(text) if kind in _ASKING), None)
    if kind is None:
        return None
    rest = " ".join(said for kind, _, said in _SHAPES.words_of(text) if kind not in _ASKING)
    return Request(kind.lower().replace("_", "-"), rest)


@lru_cache(maxsize=4096)
def is_prose(line: str) -> bool:
    """Whether a line talks as people talk to each other: of somebody, in several words."""
    kinds = _SHAPES.kinds(plain(line)[:LONGEST])
    return len(kinds) - kinds.count("SIGN") >= FEWEST_WORDS and "SELF" in kinds


__all__ = ["Request", "is_prose", "request"]
