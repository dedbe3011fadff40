"""Lines that say who does the same as was ordered before, in plain words: `repeat.lark` knows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judge.grammar.mentions import BIDDING, ORDERING
from judge.grammar.shapes import Shapes

LONGEST = 200
_SHAPES = Shapes("repeat.lark", lexer="basic")
_PARTING = (", and ", " and ", ", ", "; ")
_CUTS = " :-"


@dataclass(frozen=True, slots=True)
class Repeat:
    """`who` does the same as what was ordered in `head`; without one, as what was ordered last."""

    head: str
    who: str


def repeats(text: str) -> Iterator[Repeat]:
    """The readings of a text as one that repeats an order for somebody else."""
    if len(text) > LONGEST:
        return
    for token in _SHAPES.tokens(text):
        if token.type == "BEFORE":
            yield Repeat(_bare(text[: token.start_pos]), _bare(text[token.end_pos :]))
            return
        if token.type == "BEHIND":
            said = text[: token.start_pos]
            if "; " not in said:
                yield Repeat("", _bare(said))
            for sign in _PARTING:
                head, found, who = said.rpartition(sign)
                if found:
                    yield Repeat(_bare(head), _bare(who))
            return


def again(written: str, who: str) -> Iterator[str]:
    """An order as its game writes it, with somebody else in the place of its subject: that begins it, but behind a verb
    of orders it ends it."""
    first = written.partition(" ")[0].lower()
    cuts = [place for place, sign in enumerate(written) if place and sign in _CUTS]
    if first in ORDERING | BIDDING:
        yield from (f"{written[:place]} {who}" for place in reversed(cuts))
    else:
        yield from (f"{who}{written[place:]}" for place in cuts)


def _bare(text: str) -> str:
    return text.strip(" ,;.!:")


__all__ = ["Repeat", "again", "repeats"]
