"""Words outside of an order that undo it: behind it, alone in their sentence, or at the head of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lark import Token

from judge.grammar.numbers import number
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain, sentences

LONGEST = 400
MOST_CUTS = 12
MOST_COMMAS = 2
SHORTEST_AT_THE_END = 4
_SHAPES = Shapes("undoing.lark", lexer="basic")
_UNDOING = ("ALONE", "DENIED", "FIRST")
_CUTS = (",", ":", ";", "-")
_SIGNS = " .,;:!?()-"
_STRONG = ("ignore", "disregard", "forget", "scrap", "scratch", "strike", "cancel", "undo")


@lru_cache(maxsize=4096)
def undone(line: str) -> tuple[tuple[str, str], ...]:
    """The stretches of a line that nothing but taking back, putting off or doubting follows, each with those words;
    where the line begins with such words, they follow "". Sentences are stretches, what stands behind a semicolon, a
    remark in brackets, and such words at a stretch's end behind a comma or a dash: `bid 4 - scratch that`."""
    found: list[tuple[str, str]] = []
    before = ""
    for text, is_remark in _stretches(plain(line)[:LONGEST]):
        if _is_alone(text, is_remark):
            found.append((before, text))
        elif not is_remark and (head := _denying_head(text)):
            found.append((before, head))
        elif not is_remark and (tail := _tail(text)):
            found.append((text, tail))
        if not is_remark:
            before = text
    return tuple(found)


@lru_cache(maxsize=4096)
def hung(line: str) -> tuple[tuple[str, str], ...]:
    """The stretches of a line behind which another says on what they hang, and of whom they speak by no name: `if he
    is there, it stays`; where the line begins with such words, they follow ""."""
    found: list[tuple[str, str]] = []
    before = ""
    for text, is_remark in _stretches(plain(line)[:LONGEST]):
        if any(one.type == "HANGING" for one in _leading(text)):
            found.append((before, text))
        elif not is_remark:
            before = text
    return tuple(found)


def _denying_head(text: str) -> str:
    """`Not him, I mean the Regulator …`, `No he doesn't, he moves …`: the words that deny what stands before; or ""."""
    commas = [place for place, sign in enumerate(text) if sign == ","][:MOST_COMMAS]
    for head in (text[:place] for place in reversed(commas)):
        denies = any(
            one.type == "DENIED" or (one.type == "ALONE" and one.lower().startswith("not "))
            for one in _SHAPES.tokens(head)
        )
        if denies and _is_alone(head, False):
            return head
    return ""


@lru_cache(maxsize=4096)
def denied_by_name(text: str) -> str:
    """The words behind a bare `not` with which a sentence begins, up to a comma: `Sorry, not Belgium, Paris`; or ""."""
    tokens = _SHAPES.tokens(plain(text)[:LONGEST])
    first = next((one for one in tokens if one.type not in ("JOINING", "SIGN")), None)
    if first is None or first.lower() != "not":
        return ""
    return plain(text)[first.end_pos or 0 :].partition(",")[0]


def _tail(text: str) -> str:
    """The words at the end of a stretch that take back what stands before them, behind a sign; or ""."""
    tokens = _SHAPES.tokens(text)
    first = len(tokens)
    while first and tokens[first - 1].type in (*_UNDOING, "JOINING", "SIGN"):
        first -= 1
    signs = (place for place in range(first, len(tokens)) if tokens[place] in (*_CUTS, "."))
    start = next(signs, len(tokens))
    # A mere "no" may be the order: `Saloon: no`; behind dots it is none: `both disband ... no!`.
    is_undone = start > 0 and any(
        token.type in _UNDOING and (len(token) > SHORTEST_AT_THE_END or "".join(tokens[at - 2 : at]) == "..")
        for at, token in enumerate(tokens[start:], start)
    )
    return text[tokens[start].end_pos or 0 :].strip(_SIGNS) if is_undone else ""


def _stretches(text: str) -> Iterator[tuple[str, bool]]:
    """The stretches of a text, and whether each is a remark in brackets."""
    # A remark stands apart, `(Mes)` in `G(Mes)` does not.
    rest = f" {text}".replace("[", "(").replace("]", ")")
    while rest:
        head, _, inside = rest.partition(" (")
        for one in sentences(head):
            yield from ((part, False) for part in one.split(";") if part.strip(_SIGNS))
        remark, closed, rest = inside.partition(")")
        if not closed and remark:
            yield from ((one, False) for one in sentences(remark))
        elif remark.strip():
            yield from ((one, True) for one in sentences(remark))


def _is_alone(text: str, is_remark: bool) -> bool:
    """Whether a stretch is nothing but such words; a remark may go on behind them: `(ignore this, it is my
    brother's)`."""
    tokens = _SHAPES.tokens(text)
    if is_remark and tokens and tokens[0].lower().startswith(_STRONG):
        comma = next((place for place, one in enumerate(tokens) if one in _CUTS), len(tokens))
        tokens = tokens[:comma]
    kinds = [token.type for token in tokens]
    return "WORD" not in kinds and not {*_UNDOING, "TAKING"}.isdisjoint(kinds)


@lru_cache(maxsize=4096)
def undoes_lines(line: str) -> tuple[str, str, int]:
    """The words of a line that take back all lines above it, those that take back some below it, or "", and how many
    these are."""
    tokens = [token for one in sentences(plain(line)[:LONGEST]) for token in _leading(one)]
    said = {token.type: str(token) for token in tokens}
    below = said.get("BELOW", "")
    return said.get("WHOLE", ""), below, next((count for word in below.split() if (count := number(word))), 1)


@lru_cache(maxsize=4096)
def undoes_placed(line: str) -> tuple[str, int] | None:
    """The words of a line that take back an earlier one by its place, and that place (-1 the last); None: none do."""
    tokens = [token for one in sentences(plain(line)[:LONGEST]) for token in _leading(one)]
    found = next((token for token in tokens if token.type == "PLACED"), None)
    if found is None:
        return None
    words = found.lower().split()
    return str(found), next((place for place, word in enumerate(_PLACES) if word in words), -1)


_PLACES = ("first", "second", "third")


def _leading(text: str) -> list[Token]:
    """The first word or phrase of a sentence that is none of those that only join."""
    tokens = [token for token in _SHAPES.tokens(text) if token.type not in ("JOINING", "SIGN")]
    return tokens[:1]


@lru_cache(maxsize=4096)
def headed(line: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Of each sentence of a line that begins with words that undo it, these words, and what stands behind them: all of
    it, and as far as each sign in it."""
    return tuple(found for one in sentences(plain(line)[:LONGEST]) if (found := _behind_the_head(one)))


def _behind_the_head(text: str) -> tuple[str, tuple[str, ...]] | None:
    tokens = [token for token in _SHAPES.tokens(text) if token.type != "JOINING"]
    if not tokens or tokens[0].type not in ("FIRST", "TAKING"):
        return None
    start = tokens[0].end_pos or 0
    ends = [token.start_pos or 0 for token in tokens[1:] if token in _CUTS][:MOST_CUTS]
    found = [text[start:end].strip(" ,;:.!-") for end in (len(text), *reversed(ends))]
    return str(tokens[0]), tuple(one for one in found if one)


def takes_away(words: str) -> bool:
    """Whether such words take back the order behind them, which was given before."""
    return any(token.type == "TAKING" for token in _SHAPES.tokens(words))


__all__ = ["denied_by_name", "headed", "hung", "takes_away", "undoes_lines", "undoes_placed", "undone"]
