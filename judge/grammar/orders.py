"""Orders to pieces on a map, as people write them: text to `Phrase`, for every game with Diplomacy's kind of order.

A line goes three steps. *Marking*: names of places and nationalities, in any spelling the board's lexicon knows, are
found and replaced by signs; a run of words that is no name and no word of the grammar stands for a name not
understood. *Cutting*: several orders on one line are told apart, so that one bad order spoils no other. *Shape*: what
is left is read by a `.lark` grammar, once for each shape ever met. Nothing here knows a position: which of several
provinces is meant, and whether an order makes sense, is for the game.

A game brings its own lexicons and may bring a grammar that imports `diplomacy.lark` and adds to it: every rule that
`Tongue` does not know by name becomes a Phrase whose verb is the rule's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import PatternRE, PatternStr

from judge.adjudicator.protocol import Problem
from judge.grammar.cutting import Cutter
from judge.grammar.habits import put_straight
from judge.grammar.lexicon import Lexicon
from judge.grammar.marking import Mark, Marker, Named, Words
from judge.grammar.text import plain

DIPLOMACY = __file__.rpartition("/")[0] + "/diplomacy.lark"

__all__ = ["DIPLOMACY", "Named", "Phrase", "Piece", "Tongue", "Unclear"]

MOST_KEPT = 50_000
"""Lines, and shapes, whose reading is remembered."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit as it was written: the word for its kind, its nationality (a seat's id) and its place, each if said."""

    place: Named
    kind: str = ""
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One order's shape. `verb` is the grammar's rule; `pieces` and `places` stand in the order they were written.

    `words`: the plain words that matter (`via`, `disband`, `remove`, a number), lower case.
    """

    verb: str
    pieces: tuple[Piece, ...] = ()
    places: tuple[Named, ...] = ()
    words: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A piece of a line that has no order's shape, with the first word that does not fit."""

    text: str
    at: str = ""


class Tongue:
    """How orders are said on one board: its places, its nationalities and the grammar of its orders."""

    def __init__(self, places: Lexicon, owners: Lexicon, grammar: str = DIPLOMACY) -> None:
        self.places = places
        self.owners = owners
        self._lark = Lark.open(grammar, parser="lalr", maybe_placeholders=False, propagate_positions=False)
        self.marker = Marker(places, owners, _keywords(self._lark))
        self._cutter = Cutter(self.marker)
        self._lines: dict[str, tuple[Phrase | Unclear, ...]] = {}
        self._shapes: dict[str, Tree[Token] | str] = {}

    def read(self, line: str) -> tuple[Phrase | Unclear, ...]:
        """The orders of one line. Remembered: the same line is read once."""
        known = self._lines.get(line)
        if known is None:
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            known = self._lines[line] = tuple(self._read(line))
        return known

    def place(self, text: str) -> Named | None:
        """A text that is one place and nothing else, with or without a coast."""
        marks = self.marker.marked(plain(text))
        return marks[0].named if len(marks) == 1 else None

    def unknown(self, named: Named) -> Problem:
        """Why a place was not understood, with the names nearest to it."""
        return _unknown(self.places, named.text, named.choices)

    def _read(self, line: str) -> Iterator[Phrase | Unclear]:
        line = put_straight(plain(line), self.marker.is_place)
        found: list[Phrase | Unclear] = []
        for group in self._cutter.cut(self.marker.marked(line)):
            read: list[Phrase | Unclear] = []
            for part in group:
                phrase = self._phrase(part, _text(line, part, part))
                before = read[-1] if read else found[-1] if found else None
                if isinstance(phrase, Phrase) and isinstance(before, Phrase) and phrase.verb == "bare":
                    # "Build A Par, F Bre": the verb stands once for both.
                    if before.verb in ("build", "disband") and before.pieces:
                        phrase = replace(phrase, verb=before.verb, words=before.words)
                read.append(phrase)
            if len(read) > 1 and _is_torn(read):
                read = [Unclear(_text(line, group[0], group[-1]))]
            found += read
        for number in range(len(found) - 1, 0, -1):
            before, after = found[number - 1], found[number]
            if (
                isinstance(before, Phrase)
                and isinstance(after, Phrase)
                and (before.verb, after.verb) == ("bare", "hold")
            ):
                # "A Par, A Mar and F Bre hold": so does the verb behind them all.
                found[number - 1] = replace(before, verb="hold")
        if len(found) > 1 and all(map(_says_nothing, found)):
            return iter((Unclear(line.strip(" .,;")),))
        return iter(found)

    def _phrase(self, part: list[Mark], text: str) -> Phrase | Unclear:
        """The marked order as a phrase."""
        signs, named, owners = [], [], []
        for mark in part:
            signs.append(mark.sign)
            if mark.named is not None:
                named.append(mark.named)
                if mark.named.coast:
                    signs.append("/" + mark.named.coast.lower())
            if mark.owner:
                owners.append(mark.owner)
        tree = self._shape(" ".join(signs))
        if isinstance(tree, str):
            return Unclear(text, tree)
        builder = _Builder(iter(named), iter(owners))
        builder.walk(tree)
        verb = tree.data if isinstance(tree.data, str) else str(tree.data)
        return Phrase(str(verb), tuple(builder.pieces), tuple(builder.places), tuple(builder.words), text)

    def _shape(self, signs: str) -> Tree[Token] | str:
        """The tree of a marked order, or the sign at which it stops making sense."""
        known = self._shapes.get(signs)
        if known is None:
            if len(self._shapes) >= MOST_KEPT:
                self._shapes.clear()
            try:
                known = self._lark.parse(signs)
            except LarkError as error:
                token = getattr(error, "token", None)
                known = str(token) if token is not None else ""
            self._shapes[signs] = known
        return known


class _Builder:
    """Fills a tree's places and nationalities in, in the order they were written."""

    def __init__(self, named: Iterator[Named], owners: Iterator[str]) -> None:
        self._named = named
        self._owners = owners
        self.pieces: list[Piece] = []
        self.places: list[Named] = []
        self.words: list[str] = []

    def walk(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if isinstance(child, Tree):
                if child.data == "piece":
                    self.pieces.append(self._piece(child))
                elif child.data == "place":
                    self.places.append(next(self._named))
                else:
                    self.walk(child)
            else:
                self.words.append(str(child).lower())

    def _piece(self, tree: Tree[Token]) -> Piece:
        kind = owner = ""
        place = None
        for child in tree.children:
            if isinstance(child, Token):
                kind = str(child)
            elif child.data == "owner":
                owner = next(self._owners)
            elif child.data == "place":
                place = next(self._named)
        assert place is not None
        return Piece(place, kind, owner)


def _text(line: str, first: list[Mark], last: list[Mark]) -> str:
    """What was written from one part of a line to another."""
    return line[first[0].start : last[-1].end].strip(" .,;")


def _is_torn(read: list[Phrase | Unclear]) -> bool:
    """Orders that nobody told apart are only taken for several if each makes sense: `F Nth konvoy A Lon - Bel` is not
    a fleet about which nothing is said and an army's move, but one order with a mistake in it."""
    verbs = [phrase.verb if isinstance(phrase, Phrase) else "" for phrase in read]
    return "" in verbs or ("bare" in verbs and set(verbs) != {"bare"})


def _says_nothing(phrase: Phrase | Unclear) -> bool:
    """Prose: nothing in it has an order's shape, or names a place."""
    return isinstance(phrase, Unclear) or (phrase.verb == "bare" and not phrase.pieces[0].place.choices)


def _keywords(lark: Lark) -> Words:
    """The word terminals of a grammar, each as a full-match test."""
    found = []
    for terminal in lark.terminals:
        if isinstance(terminal.pattern, PatternRE | PatternStr) and terminal.name not in ("WS", "PLACE"):
            found.append((terminal.name, re.compile(terminal.pattern.to_regexp())))
    return tuple(found)


def _unknown(places: Lexicon, text: str, choices: tuple[str, ...]) -> Problem:
    if choices:
        return Problem(f"ambiguous-{places.kind}", {"text": text, "choices": tuple(map(places.name, choices))})
    near = places.near(text) if len(text) <= 40 else ()
    return Problem(f"unknown-{places.kind}", {"text": text, "near": near})
