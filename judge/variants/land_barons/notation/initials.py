"""Kinds of units by their first letter at the head of a way: `R 0302-0201`, `C2 0703-0704`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from judge.grammar.finding import Name, Piece
from judge.grammar.shape import Marked
from judge.variants.land_barons.counters import UNITS

_WORDS = ("a", "i")
"""Letters that are words."""
_KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType({
    letter: tuple(sorted(key for key, kind in UNITS.items() if kind.name[0].lower() == letter))
    for letter in sorted({kind.name[0].lower() for kind in UNITS.values()} - {*_WORDS})
})  # fmt: skip
_BEFORE = frozenset((",", "and", "+", ";", "."))


def lettered(marked: Marked) -> Marked:
    """The text with such letters as names of all the kinds that begin so: of these the one that the player has is
    meant."""
    pieces = marked.pieces
    if not any(_letter(marked, pieces, at) for at in range(len(pieces) - 1)):
        return marked
    return Marked(marked.text, tuple(_named(marked, pieces)))


def _named(marked: Marked, pieces: Sequence[Piece]) -> Iterator[Piece]:
    for at, piece in enumerate(pieces):
        letter = _letter(marked, pieces, at)
        if not letter:
            yield piece
            continue
        middle = piece.start + 1
        yield Piece("#", piece.start, middle, Name("#", letter, _KINDS[letter.lower()]))
        if piece.end > middle:
            yield Piece(marked.text[middle : piece.end], middle, piece.end)


def _letter(marked: Marked, pieces: Sequence[Piece], at: int) -> str:
    """The letter with which a way begins, in capitals and with the label of a space behind it."""
    piece, said = pieces[at], marked.text[pieces[at].start : pieces[at].end]
    behind = pieces[at + 1] if at + 1 < len(pieces) else None
    if said[:1].lower() not in _KINDS or not said[:1].isupper() or behind is None or behind.sign != "@":
        return ""
    if at and pieces[at - 1].sign not in _BEFORE:
        return ""
    is_label = marked.text[behind.start : behind.end].isdecimal()
    is_alone = len(said) == 1 and piece.name is None
    # `C2` is a space as well, but no way begins with two.
    is_numbered = len(said) == 2 and said[1].isdecimal() and piece.sign == "@" and at == 0
    return said[0] if is_label and (is_alone or is_numbered) else ""


__all__ = ["lettered"]
