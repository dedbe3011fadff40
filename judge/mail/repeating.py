"""Lines that repeat an order for somebody else: `T2 ditto`, `Norway holds, and so does the Norwegian Sea`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.grammar.repeat import again as said_again
from judge.grammar.repeat import repeats
from judge.mail.fates import Fate
from judge.mail.language import OrderLine
from judge.mail.pieces import MOST_CUT
from judge.mail.understood import Understood

Parts = Mapping[int, tuple[OrderLine, ...]]
"""Lines in pieces, by number."""


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
        ordered = {one.number: one.said for one in found if one.fate is Fate.ORDER}
        last: Any = None
        """The order that was read last, or the text of a piece that may be one."""
        for line in lines:
            if line.number not in wanting:
                last = ordered.get(line.number, last)
                continue
            pieces: list[OrderLine] = []
            for piece in parts.get(line.number, (line,)):
                told = self._of_piece(piece, last)
                last = told[-1].text
                pieces += told
            if tuple(pieces) != parts.get(line.number, (line,)):
                done[line.number] = tuple(pieces)
        return done

    def _of_piece(self, piece: OrderLine, last: Any) -> tuple[OrderLine, ...]:
        """A piece as it is, or what it repeats."""
        said = tuple(repeats(piece.text))
        if not said or self.orders(piece.text):
            return (piece,)
        for one in said:
            order = self._ordered(one.head) if one.head else self._ordered(last) if isinstance(last, str) else last
            text = self._again(order, one.who) if order is not None and one.who else ""
            if text:
                self.stands_for(text, piece.text[len(one.head) :].strip(" ,;.") if one.head else piece.text)
                again = replace(piece, text=text)
                return (replace(piece, text=one.head), again) if one.head else (again,)
        return (piece,)

    def _ordered(self, text: str) -> Any:
        """The last order of a text that is orders and nothing else."""
        orders = self.orders(text)
        return orders[-1] if orders else None

    def _again(self, order: Any, who: str) -> str:
        """The same order for somebody else; "": they cannot be given it."""
        for text in said_again(self.write(order), who):
            orders = self.orders(text)
            if orders and order not in orders:
                return text
        return ""


__all__ = ["Repeating"]
