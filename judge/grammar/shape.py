"""One line by a game's grammar: names become signs, the `.lark` file reads the shape that is left.

    tongue = Tongue("land_barons.lark", {"@": spaces, "#": counters_and_units, "%": seats})
    tongue.read("bid twelve on the saloon please")     # Sentence: a tree with a Name where a sign stood
    tongue.read("bid 12 on the moon")                  # Stuck: at "moon"; what could have come there

A grammar may have several starts, each a kind of sentence: `readings` gives all by which a text, or a stretch of its
pieces, can be read.

The longest names win and plurals count. A word that belongs neither to a name nor to the grammar is taken for the one
name it is a slip of (the Name says that it was guessed). The signs themselves are nobody's to write. A shape is parsed
once; LALR, loaded when the first line is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from lark import Token, Tree

from judge.grammar.finding import Finder, Name, Piece
from judge.grammar.lexicon import Lexicon
from judge.grammar.memory import USUAL, Memory
from judge.grammar.scanning import FirstOf
from judge.grammar.shapes import Shapes
from judge.grammar.terminals import phrases_begin
from judge.grammar.text import plain

MOST_LINES = 4_000
"""Lines whose pieces are remembered."""


class Branch(Tree[Any]):
    """A rule of a sentence with all that stands in it. Whoever wants one thing of it looks it up."""

    def of_kind(self, kind: str) -> Sequence[Any]:
        """The parts directly in it of a rule, the names of a sign, or the words of a terminal."""
        return self._by_kind.get(kind, ())

    @cached_property
    def _by_kind(self) -> dict[str, list[Any]]:
        found: dict[str, list[Any]] = {}
        for child in self.children:
            kind = child.data if isinstance(child, Tree) else child.sign if isinstance(child, Name) else child.type
            found.setdefault(kind, []).append(child)
        return found

    @cached_property
    def known(self) -> dict[Any, Any]:
        """The things that were found out about it."""
        return {}

    @cached_property
    def parts(self) -> list[Branch]:
        """The parts directly in it, in their order."""
        return [child for child in self.children if isinstance(child, Branch)]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line read whole. In `tree` a Name replaces each sign, a text for each word that matters."""

    tree: Branch
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """Where reading stopped: the word as it was written (empty: the line ended too soon)."""

    at: str
    start: int
    could: Callable[[], tuple[str, ...]] = field(default=tuple, compare=False, repr=False)

    @property
    def expected(self) -> tuple[str, ...]:
        """The words that could have come there: worked out only on demand, since that takes longer than the reading."""
        return self.could()


@dataclass(frozen=True)
class Marked:
    """A text in plain signs, and its pieces."""

    text: str
    pieces: tuple[Piece, ...]

    @cached_property
    def known(self) -> dict[Any, Any]:
        """The things that were found out about it."""
        return {}


class Tongue:
    """A grammar with the names of one board. `signs`: the names behind each sign; of two lexicons the first wins.
    `shown`: the words that players are told could have come, by their terminals."""

    def __init__(
        self,
        grammar: str,
        signs: Mapping[str, Lexicon],
        start: str | tuple[str, ...] = "start",
        shown: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.grammar = grammar
        self.signs = signs
        self.shown = shown
        self.starts = (start,) if isinstance(start, str) else start
        self.shapes = Shapes(grammar, self.starts)
        self._finder = Finder(signs, self._is_word)
        self._marked: Memory[str, Marked] = Memory(MOST_LINES)
        self._named: Memory[str, tuple[Name, ...]] = Memory(MOST_LINES)
        self.memory: Memory[object, Any] = Memory(MOST_LINES)
        """A game's memory of texts it has read in this tongue: results that depend on their words alone."""

    @cached_property
    def _known_words(self) -> FirstOf:
        """Text that begins with a word of the grammar and ends with a whole word."""
        terminals = self.shapes.lark.terminals
        names = [one.name for one in terminals if one.name != "WS" and one.pattern.value not in self.signs]
        return self.shapes.any_of(names, r"(?!'?[^\W_])")

    def _is_word(self, lower: str, start: int, end: int) -> bool:
        """Whether a word begins something the grammar knows."""
        found = self._known_words.match(lower, start)
        return found is not None and found.end() >= end

    def read(self, line: str) -> Sentence | Stuck:
        """The line as a sentence, or where it stopped making sense; of several starts the first that reads it."""
        found = self.readings(self.marked(line))
        return found if isinstance(found, Stuck) else found[0]

    def marked(self, line: str) -> Marked:
        """The line with its names found."""
        known = self._marked.get(line)
        if known is None:
            text = plain(line)
            known = self._marked.keep(line, Marked(text, tuple(self._finder.pieces(text))))
        return known

    def readings(self, marked: Marked, starts: Sequence[str] = ()) -> tuple[Sentence, ...] | Stuck:
        """The text by every start (of these) that reads it whole; else where the one that came farthest stopped."""
        shape = " ".join(piece.sign for piece in marked.pieces)
        names = tuple(piece.name for piece in marked.pieces if piece.name is not None)
        alike = " ".join(_any_figures(piece.sign) for piece in marked.pieces)
        first, alike = alike.partition(" ")[0], self.shapes.begun(alike)
        found: list[Sentence] = []
        reads: dict[str, int] = {}
        for start in self._open(tuple(starts or self.starts), first):
            read = self.shapes.read(alike, start)
            if isinstance(read, int):
                reads[start] = read
            else:
                found.append(Sentence(_filled(read, iter(names), shape), names))
        if found:
            return tuple(found)
        place = max(reads.values(), default=-1)
        farthest = tuple(start for start, read in reads.items() if read == place)
        return _stuck(marked, place, partial(self._expected, farthest, alike))

    @cached_property
    def _around(self) -> frozenset[str]:
        """The first words of phrases of several words that the grammar passes over."""
        ignored = (
            one.pattern.value for one in self.shapes.lark.terminals if one.name in self.shapes.lark.ignore_tokens
        )
        return frozenset(word for pattern in ignored for word in phrases_begin(pattern))

    def _open(self, starts: tuple[str, ...], first: str) -> tuple[str, ...]:
        """The starts that can begin with this word; all of them where none can."""
        if len(starts) < 2:
            return starts
        known: tuple[str, ...] | None = self.memory.get((starts, first))
        if known is None:
            begun = self.shapes.begun(first)
            reads = {start: self.shapes.read(begun, start) for start in starts}
            # A word that begins words passed over tells nothing: "put me down for 12".
            can = (
                ()
                if first in self._around
                else tuple(start for start, read in reads.items() if read != 0 or first in self._phrases(begun, start))
            )
            known = self.memory.keep((starts, first), can or starts)
        return known

    def _phrases(self, begun: str, start: str) -> frozenset[str]:
        """The words, alone none of the grammar, that begin phrases which may stand where this stops: `no one`."""
        could = self.shapes.could(begun, start)
        known: frozenset[str] | None = self.memory.get(("phrases", could))
        if known is None:
            patterns = (one.pattern.value for one in self.shapes.lark.terminals if one.name in could)
            known = frozenset(word for pattern in patterns for word in phrases_begin(pattern))
            self.memory.keep(("phrases", could), known)
        return known

    def names_in(self, line: str) -> tuple[Name, ...]:
        """The names of the game in a text, in exact spelling: they make it more than a courtesy."""
        known = self._named.get(line)
        if known is None:
            pieces = self.marked(line).pieces if len(line) <= USUAL else self._finder.pieces(plain(line))
            known = tuple(piece.name for piece in pieces if piece.name is not None)
            if len(line) <= USUAL:
                self._named.keep(line, known)
        return known

    def _expected(self, starts: tuple[str, ...], shape: str) -> tuple[str, ...]:
        """The words that could have come where these starts stopped. Remembered by the terminals: they are few."""
        could = frozenset().union(*(self.shapes.could(shape, start) for start in starts))
        known: tuple[str, ...] | None = self.memory.get(("could", could))
        if known is None:
            words = dict.fromkeys(map(self._word, sorted(could)))
            known = self.memory.keep(("could", could), tuple(filter(None, words)))
        return known

    def _word(self, terminal: str) -> str:
        """A terminal as a player would write it, or the kind of thing that it names; empty where nobody is told."""
        kind = self._kinds.get(terminal)
        return f"a {kind}" if kind else self.shown.get(terminal, "")

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """The kinds of things that terminals name."""
        patterns = ((one.name, self.signs.get(one.pattern.value)) for one in self.shapes.lark.terminals)
        return {name: lexicon.kind for name, lexicon in patterns if lexicon is not None}


def _any_figures(sign: str) -> str:
    """A number as any other of as many figures: to the grammar they are alike."""
    return "5" * len(sign) if sign.isascii() and sign.isdecimal() else sign


def _filled(tree: Tree[Token], names: Iterator[Name], shape: str) -> Branch:
    """The tree with a Name for each sign, in the order they were written, and the texts of the shape for words."""
    signs = "@#%&"

    def fill(one: Tree[Token]) -> Branch:
        children: list[Any] = []
        for child in one.children:
            if isinstance(child, Tree):
                children.append(fill(child))
            elif child in signs:
                children.append(next(names))
            else:
                said = shape[child.start_pos : child.end_pos]
                children.append(child if child == said else Token.new_borrow_pos(child.type, said, child))
        return Branch(one.data, children)

    return fill(tree)


def _stuck(marked: Marked, place: int, could: Callable[[], tuple[str, ...]]) -> Stuck:
    """The word at a place of the shape."""
    at = 0
    for piece in marked.pieces:
        if place < at + len(piece.sign):
            return Stuck(marked.text[piece.start : piece.end], piece.start, could)
        at += len(piece.sign) + 1
    return Stuck("", len(marked.text), could)
