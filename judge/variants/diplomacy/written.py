"""What the text of a line says by itself, in any position: remembered, as the same line is looked at in many texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.grammar.beside import Beside, unread
from judge.grammar.orders import Phrase, Tongue, Unclear

_PLAIN = {"hold": (1, 0), "move": (1, 1), "support_hold": (2, 0), "support_move": (2, 1), "convoy": (2, 1)}
"""What a unit is told in plain words, with the numbers of units and of places that such an order names."""


@dataclass(frozen=True, slots=True)
class Written:
    """A line by its text alone. `read`: its orders and what else it says, each with whether it is plain; `beside` them
    the words in brackets that change nothing, `unclear` those that may change them; `is_due`: it says how many builds
    or removals there are."""

    read: tuple[tuple[Phrase | Unclear, bool], ...] = ()
    beside: tuple[Unclear, ...] = ()
    unclear: str = ""
    is_due: bool = False

    @classmethod
    def of(cls, tongue: Tongue, line: str) -> Written:
        """A line as it is written."""
        beside = _beside(tongue, line)
        unclear = next((one.text for one in beside if one.turns or one.counts), "")
        if unclear:
            return cls(unclear=unclear)
        read = _as_wanted(line, tongue.read(filled_in(line)))
        return cls(
            tuple((one, isinstance(one, Phrase) and _is_plain(one)) for one in read),
            tuple(Unclear(one.text, mood="not-ordered") for one in beside),
            is_due=any(isinstance(one, Phrase) and one.verb == "due" for one in read),
        )


def _is_plain(phrase: Phrase) -> bool:
    """Whether a phrase says which unit does what, and nothing more: it corrects nothing, speaks of no others, and is
    for this window."""
    bare = Phrase(phrase.verb, phrase.pieces, phrase.places, phrase.words, phrase.text, adds=phrase.adds)
    return (
        phrase == bare
        and _PLAIN.get(phrase.verb) == (len(phrase.pieces), len(phrase.places))
        and phrase.words in ((), ("via",))
        and all(piece.place.text and not piece.many for piece in phrase.pieces)
    )


def _beside(tongue: Tongue, line: str) -> Sequence[Beside]:
    """The words in brackets beside the orders of a line that were not read with them."""
    if "(" not in line and "[" not in line:
        return ()

    def orders_in(text: str) -> Sequence[Phrase]:
        read = tongue.read(filled_in(text))
        orders = [replace(one, text="") for one in read if isinstance(one, Phrase)]
        return orders if len(orders) == len(read) else ()

    found = unread(line.replace(";", "."), orders_in, tongue.names_any)
    named = [one.text for one in tongue.read(filled_in(line)) if isinstance(one, Unclear) and one.mood]
    return [one for one in found if one.text in line and not any(one.text in text for text in named)]


def _as_wanted(line: str, read: Sequence[Phrase | Unclear]) -> tuple[Phrase | Unclear, ...]:
    """`I do not want Trieste to go to Albania`: what waives a build elsewhere denies the order right behind it."""
    done: list[Phrase | Unclear] = []
    for one in read:
        last = done[-1] if done else None
        if isinstance(last, Phrase) and last.verb == "waive" and f"{last.text} {one.text}" in line:
            done[-1] = Unclear(f"{last.text} {one.text}", mood="not-ordered")
        else:
            done.append(one)
    return tuple(done)


def filled_in(line: str) -> str:
    """`A PAR __BUR__`: a blank of a form written over instead of filled in."""
    if "__" not in line:
        return line
    return " ".join(f"- {word.strip('_')}" if word.startswith("__") else word.strip("_") for word in line.split(" "))


__all__ = ["Written", "filled_in"]
