"""Lines that repeat an order for somebody else: `T2 ditto`, `Norway holds, and so does the Norwegian Sea`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.grammar.numbers import figures_in
from judge.grammar.repeat import again as said_again
from judge.grammar.repeat import repeats
from judge.mail.fates import Fate
from judge.mail.language import OrderLine
from judge.mail.pieces import MOST_CUT
from judge.mail.understood import Understood

Parts = Mapping[int, tuple[OrderLine, ...]]
"""Lines in pieces, by number."""


@dataclass(frozen=True, slots=True)
class _Said:
    """An order, and the words that it was read in."""

    order: Any
    text: str


@dataclass(frozen=True, slots=True)
class Repeating:
    """`orders`: the orders of a text, and nothing else; `write`: an order as its game writes it; `stands_for`:
    remembers which words of the letter a text came from."""

    orders: Callable[[str], tuple[Any, ...] | None]
    write: Callable[[Any], str]
    stands_for: Callable[[str, str], None]

    def written_out(
        self, lines: Sequence[OrderLine], found: Sequence[Understood], parts: Parts
    ) -> dict[int, tuple[OrderLine, ...]]:
        """The pieces of lines that are no orders yet; a repeated order is written out."""
        done = dict(parts)
        wanting = {one.number for one in found if one.fate is Fate.REFUSED}
        if not wanting or len(wanting) > MOST_CUT:
            return done
        ordered = {one.number: one for one in found if one.fate is Fate.ORDER}
        last: _Said | None = None
        for line in lines:
            if line.number not in wanting:
                one = ordered.get(line.number)
                last = _Said(one.said, one.text) if one is not None else last
                continue
            pieces: list[OrderLine] = []
            for piece in parts.get(line.number, (line,)):
                told = self._of_piece(piece, last)
                last = self._said_in(told[-1].text)
                pieces += told
            if tuple(pieces) != parts.get(line.number, (line,)):
                done[line.number] = tuple(pieces)
        return done

    def _of_piece(self, piece: OrderLine, last: _Said | None) -> tuple[OrderLine, ...]:
        """A piece as it is, or what it repeats."""
        said = tuple(repeats(piece.text))
        if not said or self.orders(piece.text):
            return (piece,)
        for one in said:
            # "T1: 4 west, T2: same, T3: same" repeats more than once.
            before = self._of_piece(replace(piece, text=one.head), last) if one.head else ()
            order = self._said_in(before[-1].text) if before else last
            text = self._again(order, one.who) if order is not None and one.who else ""
            if text:
                self.stands_for(text, piece.text[len(one.head) :].strip(" ,;.") if one.head else piece.text)
                return (*before, replace(piece, text=text))
        return (piece,)

    def _said_in(self, text: str) -> _Said | None:
        """The last order of a text that is orders and nothing else."""
        orders = self.orders(text)
        return _Said(orders[-1], text) if orders else None

    def _again(self, said: _Said, who: str) -> str:
        """The same order for somebody else, in the letter's words or in its game's; "": they cannot be given it. A game
        may write down what only the first can do: a point where the letter says how far."""
        written = self.write(said.order)
        same = set(figures_in(written)) - set(figures_in(written.partition(" ")[0])) <= set(figures_in(said.text))
        # Its game's words may name several: "so do 5, 6 and 7".
        # "So does Brest" is no order but behind another.
        texts = [(text, True) for text in said_again(said.text, who)] if self.orders(said.text) else []
        texts += [(text, False) for text in said_again(written, who)] if same else []
        for text, is_one in texts:
            orders = self.orders(text)
            alike = all(type(one) is type(said.order) for one in orders or ())
            if orders and alike and said.order not in orders and (len(orders) == 1 or not is_one):
                if not any(self._is_named(order, written) for order in orders):
                    return text
        return ""

    def _is_named(self, order: Any, written: str) -> bool:
        """Whether whoever an order is for is somebody whom the repeated order names behind its own subject."""
        whom = " ".join(self.write(order).split()[:2])
        return f" {whom} " in f"{written} ".partition(" ")[2].partition(" ")[2]


__all__ = ["Repeating"]
