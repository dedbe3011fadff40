"""A line that says several things: names become signs, the words of a grammar are told apart, clauses are read.

    speech = Clauses("range_war.lark", {"@": spaces, "%": owners}, slips=("gang", "build"))
    words = speech.words("gnag Lzy to Montanna Valey, Coo holds")
    speech.read(words[:3])        # a Tree with a Word for every token, or Stuck

The game says what parts clauses: it gets the words with their terminals. A name said by its beginning counts; a slip of
the keys counts where one name alone is near, and the Word says that it was guessed. Names may be ambiguous. The signs
themselves are nobody's to write. Every shape of a clause is parsed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from judge.grammar.finding import LIKE, WORD, Name
from judge.grammar.lexicon import Lexicon, likeness
from judge.grammar.memory import Memory
from judge.grammar.scanning import FirstOf
from judge.grammar.shapes import MOST_KEPT, Shapes, with_plain_names
from judge.grammar.text import folded, plain

LONGEST_SLIP = 3
"""How many words a misspelt name is looked for in."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word by its terminal, its stretch of the line, and the name it is."""

    kind: str
    text: str
    start: int
    end: int
    name: Name | None = field(default=None, hash=False)  # clauses are looked up by all of their words
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Stuck:
    """The word at which reading stopped, by its number (behind the last: the clause ended too soon), and the terminals
    that could have come there."""

    at: int
    could: frozenset[str]


class Clauses:
    """A grammar of clauses with the names of one board. `slips`: words of the grammar that may be misspelt;
    `owner`: the sign of a name with an apostrophe behind it."""

    def __init__(self, grammar: str, signs: Mapping[str, Lexicon], slips: Sequence[str] = (), owner: str = "") -> None:
        self.grammar = grammar
        self.signs = signs
        self._slips = slips
        self._owner = owner
        self.shapes = Shapes(grammar, ("start", "apart"), "basic")
        self._trees: Memory[str, Tree[Token] | tuple[int, frozenset[str]]] = Memory(MOST_KEPT)
        self._lines: Memory[str, tuple[Word, ...]] = Memory(MOST_KEPT)
        self._told_apart: Memory[str, tuple[tuple[str, int, str], ...]] = Memory(MOST_KEPT)
        self._slipped: Memory[str, Name | None] = Memory(MOST_KEPT)

    @cached_property
    def _known_words(self) -> FirstOf:
        """Text that begins with a word of the grammar and ends with a whole word."""
        terminals = self.shapes.lark.terminals
        names = [
            one.name for one in terminals if one.pattern.value not in self.signs and one.name not in ("WORD", "WS")
        ]
        return self.shapes.any_of(names, r"(?![^\W_])")

    @cached_property
    def _no_names(self) -> FirstOf:
        """Words that are spelled like a name, and are none here."""
        return self.shapes.any_of(["NO_NAME"])

    @cached_property
    def _spellings(self) -> Mapping[str, tuple[str, tuple[str, ...]]]:
        """Every spelling with its sign and what it may mean; of two lexicons the first wins."""
        found: dict[str, tuple[str, tuple[str, ...]]] = {}
        for sign, lexicon in self.signs.items():
            for name in (*(one for key, names in lexicon.words.items() for one in (key, *names)), *lexicon.ambiguous):
                found.setdefault(folded(name), (sign, lexicon.matches(name)))
        found.pop("", None)
        return found

    @cached_property
    def _begins(self) -> frozenset[str]:
        """The words that a spelling begins with."""
        return frozenset(one.split()[0] for one in self._spellings)

    @cached_property
    def _longest(self) -> int:
        return max((len(one.split()) for one in self._spellings), default=1)

    def words(self, line: str) -> tuple[Word, ...]:
        """The words of a line that say something, in order."""
        known = self._lines.get(line)
        return self._lines.keep(line, tuple(self._words(line))) if known is None else known

    def read(self, words: Sequence[Word]) -> Tree[Any] | Stuck:
        """One clause as a tree of its Words, or where it stopped making sense."""
        shape = " ".join(word.kind for word in words)
        known = self._trees.get(shape)
        if known is None:
            known = self._trees.keep(shape, self._parsed(words))
        if isinstance(known, tuple):
            return Stuck(*known)
        return _filled(known, words)

    def _parsed(self, words: Sequence[Word]) -> Tree[Token] | tuple[int, frozenset[str]]:
        state: Any = self.shapes.lark.parse_interactive(start="start")
        for number, word in enumerate(words):
            try:
                state.feed_token(Token(word.kind, str(number)))
            except UnexpectedInput:
                return number, _expected(state)
        try:
            tree: Tree[Token] = state.feed_eof()
        except UnexpectedInput:
            return len(words), _expected(state)
        return with_plain_names(tree)

    def _words(self, line: str) -> Iterator[Word]:
        pieces = list(self._pieces(line))
        shape = " ".join(piece.sign for piece in pieces)
        starts: dict[int, int] = {}
        places: list[int] = []
        at = 0
        for number, piece in enumerate(pieces):
            starts[at] = number
            places.append(at)
            at += len(piece.sign) + 1
        for kind, start, said in self._told(shape):
            first = starts.get(start)
            # A terminal may end with the blank behind its word.
            last = first
            end = start + len(said)
            while last is not None and last + 1 < len(pieces) and places[last + 1] < end:
                last += 1
            if first is None or last is None:
                continue
            one = pieces[first]
            yield Word(kind, said.strip(), one.start, pieces[last].end, one.name, one.guessed)

    def _told(self, shape: str) -> tuple[tuple[str, int, str], ...]:
        """The words of a shape: of each its terminal, where it begins, and its text."""
        known = self._told_apart.get(shape)
        if known is None:
            made = tuple((kind, place, said.rstrip()) for kind, place, said in self.shapes.words_of(shape))
            known = self._told_apart.keep(shape, made)
        return known

    def _pieces(self, line: str) -> Iterator[_Said]:
        """The words of the shape: names of the game as signs."""
        words = [(found.start(), found.end(), found[0]) for found in WORD.finditer(line)]
        folds = [folded(word) for _, _, word in words]
        lower = line.lower()
        has_owner = "'s" in lower
        known_words: dict[int, bool] = {}

        def is_known(number: int) -> bool:
            """Whether a word is one of the grammar. Of one word it is asked up to three times."""
            if number not in known_words:
                known_words[number] = self._is_word(lower, *words[number][:2])
            return known_words[number]

        number = 0
        while number < len(words):
            start, end, word = words[number]
            begins = has_owner or folds[number] in self._begins
            is_none = begins and word[1:].islower() and self._no_names.match(lower, start)
            known = self._name(words, folds, number) if begins and not is_none else None
            after = number + known[0] if known is not None else number
            if after < len(words) and folds[after] and not is_known(after):
                # No word of the grammar, nor a name: together with the words before it, it may be a misspelt one.
                if known is None or self._name(words, folds, after) is None:
                    guess = self._guess(is_known, folds, number)
                    known = guess if known is None or (guess and guess[0] > known[0]) else known
            if known is not None:
                length, sign, choices, guessed = known
                end = words[number + length - 1][1]
                yield _Said(sign, start, end, Name(sign, line[start:end], choices, guessed))
                number += length
                continue
            meant = None if not folds[number] or is_known(number) else self._slip(folds[number])
            number += 1
            yield _Said(meant or ("?" if word in self.signs else word.lower()), start, end, None, meant is not None)

    def _is_word(self, lower: str, start: int, end: int) -> bool:
        """Whether a word belongs to something the grammar knows."""
        found = self._known_words.match(lower, start)
        return found is not None and found.end() >= end

    def _name(self, words: Sequence[tuple[int, int, str]], folds: Sequence[str], number: int) -> _Found | None:
        """The longest name spelled out from here. An owner's name with an apostrophe is the owner."""
        for length in range(min(self._longest, len(words) - number), 0, -1):
            said = folds[number : number + length]
            if not all(said):
                continue
            text = " ".join(said)
            known = self._spellings.get(text)
            if self._owner and known is None and words[number + length - 1][2].lower().endswith("'s"):
                bare = " ".join((*said[:-1], said[-1].removesuffix("s"))).strip()
                whose = self.signs[self._owner].matches(bare) if bare else ()
                if len(whose) == 1:
                    return length, self._owner, whose, False
                known = self._spellings.get(bare)  # "with Rio's help"
            if known is not None:
                return length, *known, False
        return None

    def _guess(self, is_known: Callable[[int], bool], folds: Sequence[str], number: int) -> _Found | None:
        """The name that words are the beginning of, or the one name they are a slip of. `is_known`: whether a word is
        one of the grammar."""
        most = 0
        while most < LONGEST_SLIP and number + most < len(folds) and folds[number + most]:
            if most and is_known(number + most):
                break
            most += 1
        for length in range(most, 0, -1):
            said = " ".join(folds[number : number + length])
            if len(said.replace(" ", "")) < 3 or any(sign.isdigit() for sign in said):
                continue
            meant = self._meant(said)
            if meant is not None:
                return length, meant.sign, meant.choices, meant.guessed
        return None

    def _meant(self, said: str) -> Name | None:
        """The name that this is the beginning or a slip of. Remembered: both take their time."""
        if said not in self._slipped:
            begun = ((sign, lexicon.matches(said)) for sign, lexicon in self.signs.items())
            first = next((Name(sign, said, choices) for sign, choices in begun if choices), None)
            first = first or self._ended(said)
            self._slipped.keep(said, first or (self._nearest(said) if len(said) > 4 else None))
        return self._slipped[said]

    def _ended(self, said: str) -> Name | None:
        """The one name of several words that these are the last of: `San Juanito` for the Isla San Juanito."""
        if " " not in said:
            return None
        ends = f" {said}"
        near = {meant for spelling, meant in self._spellings.items() if spelling.endswith(ends)}
        if len(near) != 1:
            return None
        sign, choices = near.pop()
        return Name(sign, said, choices, guessed=True)

    def _nearest(self, said: str) -> Name | None:
        """The one name that this is a slip of."""
        count = len(said.split())
        # Nobody slips at the first letter and at those behind it as well.
        near = {
            meant
            for begun in (said[:1], said[1:3])
            for against, meant in self._by_beginning.get((count, begun), ())
            if abs(len(against) - len(said)) <= 3 and likeness(said, against, LIKE) >= LIKE
        }
        if len(near) != 1:
            return None
        sign, choices = near.pop()
        return Name(sign, said, choices, guessed=True)

    @cached_property
    def _by_beginning(self) -> dict[tuple[int, str], list[tuple[str, tuple[str, tuple[str, ...]]]]]:
        """Every spelling, and the long first word of several, by the number of its words and by its first letter or the
        two behind it."""
        found: dict[tuple[int, str], list[tuple[str, tuple[str, tuple[str, ...]]]]] = {}
        for spelling, meant in self._spellings.items():
            words = spelling.split()
            lone = words[:1] if len(words) > 1 and len(words[0]) > 5 else []
            for count, against in ((len(words), spelling), *((1, one) for one in lone)):
                for begun in (against[:1], against[1:3]):
                    found.setdefault((count, begun), []).append((against, meant))
        return found

    def _slip(self, said: str) -> str | None:
        """The one word of the grammar that this is a slip of: one letter more, less, other, or two changed about."""
        if len(said) < 4:
            return None
        near = [one for one in self._slips if one[0] == said[0] and is_one_slip(said, one)]
        return near[0] if len(near) == 1 else None


class _Said(NamedTuple):
    """A word of the shape and its stretch of the line."""

    sign: str
    start: int
    end: int
    name: Name | None = None
    guessed: bool = False


_Found = tuple[int, str, tuple[str, ...], bool]
"""A name: how many words it has, its sign, what it may mean, and whether it is a guess."""


def _expected(state: Any) -> frozenset[str]:
    """The terminals that the parser can go on with."""
    return frozenset(one for one in state.choices() if one.isupper() and one != "$END")


def is_one_slip(said: str, meant: str) -> bool:
    """Whether one word becomes the other by a letter put in, left out, struck wrong, or two letters changed about."""
    if said == meant or abs(len(said) - len(meant)) > 1:
        return False
    at = next((place for place, (one, other) in enumerate(zip(said, meant, strict=False)) if one != other), None)
    if at is None:
        return True
    rest, right = said[at:], meant[at:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == right[1:] or rest[1:] == right or rest == right[1:] or swapped == right


def _filled(tree: Tree[Token], words: Sequence[Word]) -> Tree[Any]:
    """The tree with the Word of each token, and without the rules of one child that say nothing."""
    return Tree(
        str(tree.data),
        [_filled(one, words) if isinstance(one, Tree) else words[int(one)] for one in tree.children],
    )


__all__ = ["Clauses", "Stuck", "Word", "is_one_slip", "plain"]
