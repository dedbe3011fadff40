"""Ways listed behind or below the name of a kind of unit: `Regulators: 0105-0104; 0507-0506; 0207 stands`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.grammar.finding import Piece
from judge.grammar.shape import Marked
from judge.variants.land_barons.counters import UNITS
from judge.variants.land_barons.orders import UnitRef


def head_alone(marked: Marked) -> Piece | None:
    """The name of a kind of unit that is all of a line, as above a list."""
    pieces = marked.pieces
    is_alone = [one.sign for one in pieces[1:]] in ([], [":"])
    return pieces[0] if pieces and is_alone and _is_kind(pieces[0]) else None


def begins_with_place(marked: Marked) -> bool:
    """Whether a line may be an item of such a list."""
    return len(marked.pieces) > 1 and marked.pieces[0].sign == "@" and marked.pieces[0].name is not None


def heads_a_list(marked: Marked) -> bool:
    """Whether a sentence may be such a list with its kind before it."""
    first = marked.pieces
    return len(first) > 3 and _is_kind(first[0]) and first[1].sign in (":", "-") and first[2].sign == "@"


def listed(found: Sequence[Marked], above: Piece | None, own: Sequence[UnitRef]) -> tuple[list[Marked], Piece | None]:
    """The sentences of a line, with the kind that heads the list before those that begin with a place; and the kind, if
    the list may go on below. `above`: the kind that stands above the line."""
    head, sentences = above, list(found)
    if head is None and sentences:
        first = sentences[0].pieces
        if not heads_a_list(sentences[0]):
            return sentences, None
        head = first[0]
        sentences[0] = Marked(sentences[0].text, first[2:])
    items: list[Marked] = []
    while head is not None and sentences and begins_with_place(sentences[0]):
        items += _items(sentences.pop(0))
    if head is None or not items or (above is None and len(items) < 2):
        return list(found), None
    starts = [_start(one) for one in items]
    under = (_under(head, one, starts.count(_start(one)), own) for one in items)
    return [*under, *sentences], None if sentences else head


def _under(head: Piece, item: Marked, said: int, own: Sequence[UnitRef]) -> Marked:
    """An item with the kind before it: each is for one of them. Where there are more than items it is not said who."""
    name = head.name
    if name is None or sum((one.kind in name.choices and one.space == _start(item)) for one in own) > said:
        return item
    one = replace(head, name=replace(name, text=UNITS[name.choices[0]].name))
    place = item.pieces[0].start
    return Marked(item.text, (replace(one, start=place, end=place), *item.pieces))


def _start(item: Marked) -> str:
    name = item.pieces[0].name
    return name.choices[0] if name is not None else ""


def _items(sentence: Marked) -> Iterator[Marked]:
    """`0105-0104, 0507-0506 and 0207 stands`: each by itself, if each says more than a place."""
    pieces = sentence.pieces
    cuts = [at for at in range(1, len(pieces) - 1) if pieces[at].sign in (",", "and") and pieces[at + 1].sign == "@"]
    ends = [*cuts, len(pieces)]
    parts = [pieces[start:end] for start, end in zip([0, *(at + 1 for at in cuts)], ends, strict=True)]
    if any(len(part) < 2 or part[1].sign in (",", "and") for part in parts):
        yield sentence
        return
    for part in parts:
        yield Marked(sentence.text, part)


def _is_kind(piece: Piece) -> bool:
    return piece.sign == "#" and piece.name is not None and all(one in UNITS for one in piece.name.choices)


__all__ = ["begins_with_place", "head_alone", "heads_a_list", "listed"]
