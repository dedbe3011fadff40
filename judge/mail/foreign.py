"""Lines in another language: put into the grammar's words before they are read, and quoted as they were written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge import shelf
from judge.adjudicator.protocol import AnyGame, Problem
from judge.adjudicator.value import value
from judge.grammar.courtesy import courtesy, is_sure
from judge.grammar.phrasebook import Phrasebook, Turned
from judge.grammar.recast import recasts
from judge.mail.fates import Fate
from judge.mail.language import OrderLine
from judge.mail.understood import Understood

Read = Callable[[str], tuple[Any, ...] | None]
"""The orders that a text is, and nothing else; None where it is something else."""


@value
class Foreign:
    """Lines as they are read. `turned`: those in the grammar's words, by number; `unclear`: those that mean one thing
    in English and another in their writer's language."""

    lines: tuple[OrderLine, ...]
    turned: Mapping[int, Sequence[Turned]]
    """By the number of a line; of one in pieces, each piece."""
    unclear: Mapping[int, Problem]

    def told(self, one: Understood) -> Understood:
        """The findings on a line, with the letter's own words in them; that it means two things goes before them."""
        said = self._as_written(one)
        unclear = self.unclear.get(one.number)
        return replace(said, fate=Fate.REFUSED, said=unclear) if unclear is not None else said

    def _as_written(self, one: Understood) -> Understood:
        pieces = self.turned.get(one.number)
        if isinstance(one.said, Problem):
            one = replace(one, said=self._under_its_heading(one.said))
        if not pieces:
            return one
        turned = next((piece for piece in pieces if one.text in piece.text), pieces[-1])
        notes = tuple(quoting(note, turned) for note in one.notes)
        said_of_it = quoting(one.said, turned) if isinstance(one.said, Problem) else one.said
        return replace(one, text=turned.back(one.text), said=said_of_it, notes=notes)

    def _under_its_heading(self, problem: Problem) -> Problem:
        """A problem that quotes the heading above a line, which is a line of its own."""
        heading = problem.detail.get("heading")
        all_turned = (piece for pieces in self.turned.values() for piece in pieces)
        written = next((piece.written for piece in all_turned if piece.text == heading), heading)
        return problem if written == heading else replace(problem, detail={**problem.detail, "heading": written})


def turned_lines(books: Sequence[Phrasebook], game: AnyGame, lines: Sequence[OrderLine], read: Read) -> Foreign:
    """Each line as it is, where it is English; else in the grammar's words. The Judge never chooses between two
    readings."""
    if not books:
        return Foreign(tuple(lines), {}, {})
    kept: list[OrderLine] = []
    turned: dict[int, list[Turned]] = {}
    unclear: dict[int, Problem] = {}
    for line in lines:
        found = [one for book in books if (one := book.turned(game, line.text)) is not None]
        if not found:
            kept.append(line)
            continue
        said: tuple[OrderLine | Turned, ...] = (line, *found)
        readings = [(one, read(one.text)) for one in said]
        clear = [(one, orders) for one, orders in readings if orders is not None]
        other = next((one for one, orders in clear if orders != clear[0][1]), None)
        if other is not None:
            facts = {"text": line.text, "one": clear[0][0].text, "other": other.text}
            unclear[line.number] = Problem("two-readings", facts)
        # Of readings with the same orders the last: `Venise` is no slip of `Venice`.
        best = clear[-1][0] if clear else line if _is_politer(line.text, found[0].text) else found[0]
        chosen = best if isinstance(best, Turned) else None
        if chosen is not None:
            turned.setdefault(line.number, []).append(chosen)
            line = replace(line, text=chosen.text)
        kept.append(line)
    return Foreign(tuple(kept), turned, unclear)


def _is_politer(text: str, turned: str) -> bool:
    """Whether a line is a courtesy as it was written, and not as much of one in the grammar's words."""
    return is_sure(text) or (courtesy(text) is not None and courtesy(turned) is None)


class OtherWords:
    """Other English words for those of a grammar. A line that is not understood as written is put into the grammar's
    words, where that makes an order of all of it. One in another language is put into English first."""

    def __init__(
        self,
        game: AnyGame,
        books: Sequence[Phrasebook],
        reads: Callable[[str], bool],
        stands: Callable[[str], bool],
        is_whole: Callable[[str], bool],
    ) -> None:
        self._game = game
        self._books = books
        self._reads = reads
        self._stands = stands
        self._is_whole = is_whole
        self._turned: dict[str, Turned] = {}
        self._plainer: dict[str, str] = {}

    def plainer(self, text: str) -> str:
        """The order that a text is in other words; the text itself where it is none. A line's pieces are asked about
        again and again."""
        if text not in self._plainer:
            self._plainer[text] = text if self._is_whole(text) else self._in_plainer_words(text)
        return self._plainer[text]

    def _in_plainer_words(self, text: str) -> str:
        foreign = (book.turned(self._game, text) for book in self._books)
        for said in (text, *(one.text for one in foreign if one is not None)):
            turned = self._order_in(said)
            if turned is not None:
                return self._kept(turned, text)
        return text

    def _order_in(self, text: str) -> Turned | None:
        """An English text as an order in other words than its own."""
        said = (text, *recasts(text, self._stands))
        for bare in dict.fromkeys(bare for one in said for bare in _bared(one)):
            turned = shelf.other_words().turned(self._game, bare) or Turned(bare, bare, ())
            if turned.text != text and self._reads(turned.text):
                return turned
        return None

    def stands_for(self, text: str, written: str) -> None:
        """Remembers the written words of each text that is read."""
        self._turned[text] = Turned(text, written, ((0, len(text), 0, len(written)),))

    def _kept(self, turned: Turned, text: str) -> str:
        if turned.written != text:
            # Of a line whose signs were put into words no part can be quoted.
            turned = Turned(turned.text, text, ((0, len(turned.text), 0, len(text)),))
        self._turned[turned.text] = turned
        return turned.text

    def as_written(self, one: Understood) -> Understood:
        """The findings on a line, with the letter's own words in them."""
        turned = next((found for said, found in self._turned.items() if one.text and one.text in said), None)
        if turned is None:
            return one
        notes = tuple(quoting(note, turned) for note in one.notes)
        return replace(one, text=turned.back(one.text), notes=notes)


def _bared(text: str) -> Iterator[str]:
    """A text as it is, and with its signs put into words: `Saloon @0207`, `lot #2`, `Com (with herd) to Mes`, `Gang at
    Coo: URG`."""
    yield text
    for sign, word in _SIGNS:
        text = text.replace(sign, word)
    yield text
    text = " ".join(text.replace("(", " ").replace(")", " ").split())
    yield text
    # Behind `M4: 3` may stand how many, or whom; a colon at the end is for what stands below.
    behind = text.partition(":")[2]
    if behind.strip() and ":" not in behind and not _FEW.match(behind):
        yield text.replace(":", " to ")


_FEW = re.compile(r"\s{0,9}\d{1,2}(?![.,]?\d)")


_SIGNS = (
    (" @", " at "),
    ("@", " at "),
    ("#", "number "),
    ("(both)", "both"),
    ("|", " "),
    ("→", " to "),
    ("->", " to "),
    ("=>", " to "),
    (", who ", " who "),
    (", which ", " which "),
    (", if ", " if "),
    (", unless ", " unless "),
)


def quoting(problem: Problem, turned: Turned) -> Problem:
    """A problem whose facts quote the letter, not the words that were read for it."""
    facts = {
        key: turned.back(fact) if key in _QUOTED and isinstance(fact, str) else fact
        for key, fact in problem.detail.items()
    }
    return replace(problem, detail=facts)


_QUOTED = ("text", "at")
"""Facts that are words of the letter."""

__all__ = ["Foreign", "OtherWords", "quoting", "turned_lines"]
