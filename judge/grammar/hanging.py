"""Sentences that hang on something: where their condition begins, and what would be left of them without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lark import Token

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 2000
MOST_CUTS = 12
_NEAR = 5
"""A condition so near the beginning rules what follows."""
_SHAPES = Shapes("hanging.lark", lexer="basic")
_CONDITIONS = frozenset(("HEAD", "CASE", "INVERTED", "BACK"))
_SOMEBODY = frozenset(
    "i we you he she it they the a an any anyone anybody somebody someone nobody there my our your his her their that "
    "this these those either both all one another other".split()
)


@dataclass(frozen=True, slots=True)
class Hanging:
    """A sentence with a condition. `bare`: what may be left of it when the condition is cut off, the longest first:
    an order that is one of these may have lost its condition. `spoilt`: the sentence with a condition that nobody can
    understand, where its word is a plain one of condition: who reads it reads over the condition."""

    text: str
    bare: tuple[str, ...]
    spoilt: str = ""


@lru_cache(maxsize=4096)
def hanging(text: str) -> tuple[Hanging, ...]:
    """The sentences of a text that hang on something."""
    line = plain(text)[:LONGEST]
    if _CONDITIONS.isdisjoint(_SHAPES.kinds(line)):
        return ()
    return tuple(
        Hanging(line[_start(said[0]) : _end(said[-1])], tuple(_bare(line, said, heads)), _spoilt(line, said, heads[0]))
        for said in _joined(line, _sentences(_SHAPES.tokens(line)))
        if (heads := _heads(line, said))
    )


def _sentences(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in tokens:
        found[-1].append(token)
        if token.type == "STOP":
            found.append([])
    return [one for one in found if one]


def _joined(line: str, said: Sequence[list[Token]]) -> list[list[Token]]:
    """`If it rains; Paris holds`, `If it rains. Then …`, `Paris holds; if it rains`: one sentence."""
    found: list[list[Token]] = []
    for one in said:
        before = found[-1] if found else []
        is_bare = one[0].type in ("HEAD", "CASE", "INVERTED") and not any(x.type == "CUT" for x in one)
        goes_on = bool(before) and before[-1].startswith(";") and is_bare
        heads = _heads(line, before)
        # "Should Ruhr go to Burgundy? Others hold" hangs on nothing.
        is_asked = bool(before) and "?" in before[-1]
        if heads and heads[0] < _NEAR and not is_asked and not _is_whole(before[heads[0] :]):
            goes_on |= all(x.type != "CUT" for x in before[heads[0] :]) or one[0].lower().strip(", ") == "then"
        if goes_on:
            before += one
        else:
            found.append(list(one))
    return found


def _is_whole(said: Sequence[Token]) -> bool:
    """`Otherwise he stays home.`: what hangs on it stands behind it."""
    return said[0].type == "BACK" and any(one.type == "WORD" for one in said[1:])


def _heads(line: str, said: Sequence[Token]) -> list[int]:
    """Which of a sentence's words are heads of conditions."""
    return [
        at
        for at, one in enumerate(said)
        if one.type == "HEAD" or (one.type in ("CASE", "BACK") and _begins(said, at)) or _is_inverted(line, said, at)
    ]


def _begins(said: Sequence[Token], at: int) -> bool:
    """Whether a clause may begin here; behind an order `in case` says why it is given."""
    return all(one.type in ("STOP", "SIGN") or one == ")" or one.lower() in _JOINING for one in said[:at])


def _is_inverted(line: str, said: Sequence[Token], at: int) -> bool:
    """`should Germany attack`, `Paris holds should he attack`, not `Paris should hold`."""
    if said[at].type != "INVERTED" or at + 1 >= len(said):
        return False
    follows = said[at + 1]
    begins = all(one.type in ("CUT", "STOP", "SIGN") or one.lower() in _JOINING for one in said[max(0, at - 1) : at])
    is_somebody = follows.lower() in _SOMEBODY or (follows[:1].isupper() and not line.isupper())
    return is_somebody or begins


_JOINING = ("and", "but", "or", "so", "then", "well", "just", "a", "b", "c", "d", "e", "1", "2", "3", "4", "5", "6")


def _bare(line: str, said: Sequence[Token], heads: Sequence[int]) -> list[str]:
    """The words behind the condition, or before it."""
    start, end = _start(said[0]), _end(said[-1])
    first = said[heads[0]]
    found = []
    if heads[0]:
        found.append(line[start : _start(first)])
    cuts = [one for one in said[heads[0] + 1 :] if one.type in ("CUT", "STOP")]
    found += [line[_end(one) : end] for one in cuts[:MOST_CUTS]]
    found.append(line[_end(first) : end])
    return [text for one in found if (text := one.strip(" ,;:.!-–—()…"))]


def _spoilt(line: str, said: Sequence[Token], at: int) -> str:
    """The sentence with nonsense in the place of its condition."""
    if said[at].type != "HEAD" or not said[at].lower().endswith(_PLAIN):
        return ""
    cut = next((one for one in said[at + 1 :] if one.type in ("CUT", "STOP")), None)
    rest = line[_start(cut) : _end(said[-1])] if cut is not None else ""
    return f"{line[_start(said[0]) : _end(said[at])]} {_NONSENSE}{rest}"


_PLAIN = ("if", "unless", "when", "once", "provided", "provided that")
_NONSENSE = "quux grobnik"


def _start(token: Token) -> int:
    return token.start_pos or 0


def _end(token: Token) -> int:
    return token.end_pos or 0


__all__ = ["Hanging", "hanging"]
