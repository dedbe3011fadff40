"""An order in a sentence that says more: the words before, between and behind its parts that say nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lark import Token

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
MOST_LED = 12
"""Words before an order that may be tried as its frame."""
SHORTEST = 4
"""Signs of a stretch between others that says nothing: fewer may be a code."""
_SHAPES = Shapes("thinning.lark", lexer="basic")

Says = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Thinned:
    """An order, and the stretches around it that say nothing of it, in the order they were written."""

    order: str
    idle: tuple[str, ...]


def thinned(line: str, reads: Says, is_idle: Says) -> Thinned | None:
    """The order in a sentence; None: none is left, or nothing is to be left out. `reads`: whether a text is an order
    and nothing else; `is_idle`: whether words say nothing of any order."""
    text = plain(line).rstrip(" .!")
    if len(text) > LONGEST or text.endswith("?") or not text[:1].isalnum():
        return None
    tokens = _SHAPES.tokens(text)
    if any(token.type == "UNREAL" for token in tokens):
        return None
    for spans in _tries(text, tokens, is_idle):
        for sign in (" ", ", ") if spans else ("",):
            left = _left(text, spans, sign)
            order = next((one for one in _without_frame(left, is_idle) if (spans or one != text) and reads(one)), "")
            if order:
                return Thinned(order, _said(text, left[: len(left) - len(order)], spans))
    return None


Spans = tuple[tuple[int, int], ...]


def _tries(text: str, tokens: Sequence[Token], is_idle: Says) -> Iterator[Spans]:
    """Stretches to leave out, the fewest first: none, those between signs, those behind a small word too, adverbs and
    what stands where an adjective does."""
    yield ()
    parts = _parts(text, tokens)
    between = tuple(
        part for part in parts if len(text[slice(*part)].strip()) >= SHORTEST and is_idle(text[slice(*part)])
    )
    if between and len(between) < len(parts):
        yield between
    behind = tuple(
        end for part in parts if part not in between and (end := _tail(text, tokens, part, is_idle)) is not None
    )
    if behind:
        yield tuple(sorted((*between, *behind)))
    around = zip(("", *tokens), tokens, (*tokens[1:], None), strict=False)
    said = [one for before, one, behind in around if _adorns(before, one, behind) and is_idle(one)]
    inner = tuple(
        span for span in map(_span, said) if not any(start <= span[0] < end for start, end in (*between, *behind))
    )
    if inner:
        yield tuple(sorted((*between, *behind, *inner)))


def _parts(text: str, tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """The stretches of a sentence between its signs, and behind a word that joins clauses."""
    cuts = [0]
    for token in tokens:
        start, end = _span(token)
        if token.type == "SIGN":
            cuts += [start, end]
        elif token.type == "JOINS" and start:
            cuts += [start, start]
    cuts.append(len(text))
    found = [(start, end) for start, end in zip(cuts[::2], cuts[1::2], strict=True)]
    return [(start, end) for start, end in found if text[start:end].strip()]


def _tail(text: str, tokens: Sequence[Token], part: tuple[int, int], is_idle: Says) -> tuple[int, int] | None:
    """The longest stretch at the end of a part that begins with a small word and says nothing of an order."""
    begins = [
        one.start_pos for one in tokens if one.type in ("SMALL", "BOTH") and part[0] < (one.start_pos or 0) < part[1]
    ]
    return next(((at, part[1]) for at in begins if at is not None and is_idle(text[at : part[1]])), None)


def _adorns(before: str, token: Token, behind: Token | None) -> bool:
    """`my poor fleet`, `gladly goes`."""
    is_between = token.type == "WORD" and before.lower() in _DETERMINING and behind is not None
    return token.type == "ADVERB" or (is_between and token.islower() and behind is not None and behind.type == "WORD")


def _left(text: str, spans: Spans, sign: str) -> str:
    """A text without these stretches and the signs about them, with this sign in their place."""
    kept: list[str] = []
    at = 0
    for start, end in (*spans, (len(text), len(text))):
        part = text[at:start].strip(_AROUND)
        kept += [part] if part and part.lower() not in ("and", "but", "so", "then") else []
        at = max(at, end)
    return sign.join(kept)


def _without_frame(text: str, is_idle: Says) -> Iterator[str]:
    """A text, and what is left of it behind a frame: `I have decided that Paris goes to Burgundy`."""
    yield text
    for token in _SHAPES.tokens(text)[:MOST_LED]:
        leads = token.type in ("FRAME", "BOTH", "JOINS") or token in (",", ":")
        if not leads and not (token.type == "ADVERB" and is_idle(str(token))):
            return
        yield text[token.end_pos :].strip(_AROUND)


def _said(text: str, frame: str, spans: Spans) -> tuple[str, ...]:
    """The words that were left out, as they were written."""
    said = [text[start:end].strip(_AROUND) for start, end in spans]
    if frame.strip(_AROUND) and text.startswith(frame.strip(_AROUND)):
        said.insert(0, frame.strip(_AROUND))
    return tuple(one for one in said if any(map(str.isalnum, one)))


def _span(token: Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0


_DETERMINING = ("my", "our", "the", "a", "an", "his", "her", "its", "their", "this", "that")
_AROUND = " ,;:()-–—"


__all__ = ["Thinned", "thinned"]
