"""Names of two words, each of them cut short or with a dot behind it: `Mex Bandidos`, `Ind. Braves`, `G. Hall`."""

from __future__ import annotations

from dataclasses import replace

from judge.grammar.finding import Piece
from judge.grammar.shape import Marked, Tongue


def joined(tongue: Tongue, text: str) -> Marked:
    """A text with its names found, each such name as one."""
    known: Marked | None = tongue.memory.get(("joined", text))
    return tongue.memory.keep(("joined", text), _joined(tongue.marked(text))) if known is None else known


def _joined(marked: Marked) -> Marked:
    found: list[Piece] = []
    for piece in marked.pieces:
        found.append(piece)
        if piece.sign == "#" and piece.name is not None and len(found) > 1:
            _join(marked.text, found)
    return Marked(marked.text, tuple(found)) if len(found) < len(marked.pieces) else marked


def _join(text: str, found: list[Piece]) -> None:
    """The last name and what stands before it as one, if the one before is how that name begins."""
    last = found[-1]
    at = len(found) - (3 if len(found) > 2 and found[-2].sign == "." and found[-3].end == found[-2].start else 2)
    first = found[at]
    said = text[first.start : first.end].lower()
    choices = _of_both(first, last, said)
    if choices and last.name is not None:
        name = replace(last.name, text=text[first.start : last.end], choices=choices, guessed=False)
        found[at:] = [Piece("#", first.start, last.end, name)]


def _of_both(first: Piece, last: Piece, said: str) -> tuple[str, ...]:
    """The names of two words of which the first begins with what was said, and that the second may mean."""
    if first.name is None and (len(said) != 1 or first.sign != said):
        return ()
    meant = last.name.choices if last.name is not None else ()
    known = first.name.choices if first.name is not None and first.sign == "#" else meant if first.name is None else ()
    return tuple(one for one in meant if one in known and "-" in one and one.startswith(said) and one != said)


__all__ = ["joined"]
