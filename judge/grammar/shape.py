"""One line by a game's grammar: names become signs, the `.lark` file reads the shape that is left.

    tongue = Tongue("land_barons.lark", {"@": spaces, "#": counters_and_units, "%": seats})
    tongue.read("bid twelve on the saloon please")     # Sentence: a tree with a Name where a sign stood
    tongue.read("bid 12 on the moon")                  # Stuck: at "moon"; what could have come there

A grammar may have several starts, each a kind of sentence: `readings` gives all by which a text, or a stretch of its
pieces, can be read.

Longest names win, plurals count, a word that belongs neither to a name nor to the grammar is taken for the one name
it is a slip of (the Name says that it was guessed). The signs themselves are nobody's to write. A shape is parsed
once; LALR, loaded when the first line is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from judge.grammar.lexicon import Lexicon, likeness
from judge.grammar.terminals import first_word
from judge.grammar.text import folded, plain

FOLDERS = [__file__.rpartition("/")[0]]
"""Where grammars lie."""
MOST_KEPT = 20_000
"""Shapes whose reading is remembered."""
MOST_LINES = 4_000
"""Lines whose pieces are remembered."""
LIKE = 0.82
"""How alike a word and a name must be for the one to be a slip of the other."""
MOST_MISSED = 2
"""Letters too many or too few in a slip."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]|_+", re.UNICODE)


def grammar(name: str, start: str | tuple[str, ...] = "start") -> Lark:
    """A `.lark` file by its name, from the first of the folders that has it; built once."""
    return _built(name, start, tuple(FOLDERS))


@lru_cache(maxsize=32)
def _built(name: str, start: str | tuple[str, ...], folders: tuple[str, ...]) -> Lark:
    missing: OSError | None = None
    for folder in folders:
        try:
            return Lark.open(
                f"{folder}/{name}",
                parser="lalr",
                start=start if isinstance(start, str) else list(start),
                maybe_placeholders=False,
                propagate_positions=False,
                import_paths=list(folders),
            )
        except OSError as error:
            missing = missing or error
    raise missing or LookupError(name)


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it was written: the ids it may mean, and whether it was guessed from a slip of the keys."""

    sign: str
    text: str
    choices: tuple[str, ...]
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line read whole. In `tree` a Name stands for each sign, a text for each word that matters."""

    tree: Tree[Any]
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Stuck:
    """Where reading stopped: the word as it was written (empty: the line ended too soon)."""

    at: str
    start: int
    could: Callable[[], tuple[str, ...]] = field(default=tuple, compare=False, repr=False)

    @property
    def expected(self) -> tuple[str, ...]:
        """What could have come there: found out when somebody asks, for it takes longer than the reading."""
        return self.could()


class _Word(NamedTuple):
    """A word of a line, as it was written and as it is compared (nothing for a mark)."""

    start: int
    end: int
    text: str
    folded: str


_folded = lru_cache(MOST_KEPT)(folded)


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of the shape and the stretch of the line it stands for."""

    sign: str
    start: int
    end: int
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A text in plain signs, and its pieces."""

    text: str
    pieces: tuple[Piece, ...]


class Tongue:
    """A grammar with the names of one board. `signs`: what each sign stands for; of two lexicons the first wins."""

    def __init__(self, grammar: str, signs: Mapping[str, Lexicon], start: str | tuple[str, ...] = "start") -> None:
        self.grammar = grammar
        self.signs = signs
        self.starts = (start,) if isinstance(start, str) else start
        self._as_written: dict[str, str] = {}
        self._known_near: dict[tuple[str, ...], tuple[str, tuple[str, ...], bool] | None] = {}
        self._guesses: dict[str, tuple[str, tuple[str, ...], bool] | None] = {}
        self._shapes: dict[tuple[str, str], Tree[Token] | int] = {}
        self._could: dict[tuple[tuple[str, ...], str], tuple[str, ...]] = {}
        self._beginnings: dict[tuple[str, ...], tuple[str, tuple[str, ...]] | None] = {}
        self._marked: dict[str, Marked] = {}
        self.memory: dict[object, Any] = {}
        """What a game remembers of texts it has read in this tongue: whatever hangs on their words alone."""

    @cached_property
    def lark(self) -> Lark:
        """The parser: built when it is first needed."""
        return grammar(self.grammar, self.starts)

    @cached_property
    def _terminals(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """The word terminals of the grammar, each as a pattern."""
        return tuple(
            (one.name, re.compile(one.pattern.to_regexp()))
            for one in self.lark.terminals
            if one.name != "WS" and not (isinstance(one.pattern, PatternStr) and one.pattern.value in self.signs)
        )

    @cached_property
    def _spellings(self) -> tuple[dict[tuple[str, ...], tuple[str, tuple[str, ...]]], int]:
        """Every spelling as its words, with its sign and what it may mean; and the most words one has."""
        found: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
        for sign, lexicon in self.signs.items():
            names = [(name, ()) for key, names in lexicon.words.items() for name in (key, *names)]
            for name, _ in (*names, *((one, ()) for one in lexicon.ambiguous)):
                said = tuple(folded(name).split())
                for one in (said, _singular(said)):
                    if one:
                        found.setdefault(one, (sign, lexicon.matches(name)))
        return found, max((len(said) for said in found), default=0)

    def read(self, line: str) -> Sentence | Stuck:
        """The line as a sentence, or where it stopped making sense; of several starts the first that reads it."""
        found = self.readings(self.marked(line))
        return found if isinstance(found, Stuck) else found[0]

    def marked(self, line: str) -> Marked:
        """The line with its names found."""
        known = self._marked.get(line)
        if known is None:
            text = plain(line)
            known = Marked(text, tuple(self._pieces(text)))
            if len(self._marked) >= MOST_LINES:
                self._marked.clear()
            self._marked[line] = known
        return known

    def remember(self, key: object, made: Any) -> Any:
        """Keep what was made of a text; as many as lines are kept."""
        if len(self.memory) >= MOST_LINES:
            self.memory.clear()
        self.memory[key] = made
        return made

    def readings(self, marked: Marked, starts: Sequence[str] = ()) -> tuple[Sentence, ...] | Stuck:
        """The text by every start (of these) that reads it whole; else where the one that came farthest stopped."""
        shape = " ".join(piece.sign for piece in marked.pieces)
        names = tuple(piece.name for piece in marked.pieces if piece.name is not None)
        alike = " ".join(_any_figures(piece.sign) for piece in marked.pieces)
        found: list[Sentence] = []
        reads: dict[str, int] = {}
        for start in self._open(tuple(starts or self.starts), alike.partition(" ")[0]):
            read = self._parsed(start, alike)
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
        ignored = (one.pattern.value for one in self.lark.terminals if one.name in self.lark.ignore_tokens)
        return frozenset(word for pattern in ignored for word in re.findall(r"(?:^|[(|])([a-z']+) [a-z]", pattern))

    def _open(self, starts: tuple[str, ...], first: str) -> tuple[str, ...]:
        """The starts that can begin with this word; all of them where none can."""
        known: tuple[str, ...] | None = self.memory.get((starts, first))
        if known is None:
            reads = {start: self._parsed(start, first) for start in starts}
            # A word that begins words passed over tells nothing: "put me down for 12".
            can = () if first in self._around else tuple(start for start, read in reads.items() if read != 0)
            known = self.remember((starts, first), can or starts)
        return known

    def names_in(self, line: str) -> tuple[Name, ...]:
        """The names of the game that stand in a text, spelled as they are: what makes it more than a courtesy."""
        return tuple(piece.name for piece in self._pieces(plain(line)) if piece.name is not None)

    def _parsed(self, start: str, shape: str) -> Tree[Token] | int:
        """The tree of a shape, or where in it reading stopped."""
        known = self._shapes.get((start, shape))
        if known is None:
            if len(self._shapes) >= MOST_KEPT:
                self._shapes.clear()
            try:
                known = self.lark.parse(shape, start=start)
            except UnexpectedInput as error:
                known = _place_of(error, shape)
            self._shapes[start, shape] = known
        return known

    def _expected(self, starts: tuple[str, ...], shape: str) -> tuple[str, ...]:
        """What could have come where these starts stopped. Remembered."""
        known = self._could.get((starts, shape))
        if known is None:
            if len(self._could) >= MOST_KEPT:
                self._could.clear()
            known = tuple(dict.fromkeys(word for start in starts for word in self._missed(start, shape)))
            self._could[starts, shape] = known
        return known

    def _missed(self, start: str, shape: str) -> Iterator[str]:
        names: set[str] = set()
        try:
            self.lark.parse(shape, start=start)
        except UnexpectedToken as error:
            names = set(error.accepts or error.expected or ())
        except UnexpectedCharacters as error:
            names = set(error.allowed or ())
        ignored = set(self.lark.ignore_tokens)
        return filter(None, map(self.word, sorted(names - ignored - {"$END", "WS"})))

    def word(self, terminal: str) -> str:
        """A terminal as a player would write it: the first word its pattern matches, or the kind of thing it names."""
        if terminal not in self._as_written:
            self._as_written[terminal] = self._written(terminal)
        return self._as_written[terminal]

    def _written(self, terminal: str) -> str:
        pattern = next((one.pattern for one in self.lark.terminals if one.name == terminal), None)
        if pattern is None:
            return ""
        if terminal == "NUMBER":
            return "12"
        if pattern.value in self.signs:
            return f"a {self.signs[pattern.value].kind}"
        return pattern.value if isinstance(pattern, PatternStr) else first_word(pattern.value)

    def _pieces(self, text: str) -> Iterator[Piece]:
        """The words of a line, names of the game as signs."""
        words = [_Word(found.start(), found.end(), found[0], _folded(found[0])) for found in _WORD.finditer(text)]
        lower = text.lower()
        number = 0
        while number < len(words):
            start, end, word, said = words[number]
            known = self._longest(words, number) if said in self._begins else None
            if known is not None:
                length, sign, choices, guessed = known
                end = words[number + length - 1].end
                yield Piece(sign, start, end, Name(sign, text[start:end], choices, guessed))
                number += length
                continue
            number += 1
            guess = self._guess(word, said) if said else None
            if guess is not None and not self._is_word(lower, start, end):
                yield Piece(guess.sign, start, end, guess)
            else:
                yield Piece("?" if word in self.signs else word.lower(), start, end)

    def _longest(self, words: Sequence[_Word], number: int) -> tuple[int, str, tuple[str, ...], bool] | None:
        """The longest name that begins at a word: its length in words, its sign, what it may mean, whether guessed.

        A hyphen within a name is passed over (`Hangers-On`), and of a name of several words the last may be a slip.
        """
        spelled, longest = self._spellings
        for length in range(min(2 * longest - 1, len(words) - number), 0, -1):
            stretch = words[number : number + length]
            if not _hangs_together(stretch):
                continue
            said = tuple(word.folded for word in stretch if word.folded)
            known = self._known(spelled, said, stretch[-1].text)
            if known is not None:
                return length, known[0], known[1], False
            if 1 < len(said) == length:
                nearly = self._nearly(said)
                if nearly is not None:
                    return length, *nearly
        return None

    def _nearly(self, said: tuple[str, ...]) -> tuple[str, tuple[str, ...], bool] | None:
        """What several words begin or are a slip of; whether that is a guess. Remembered."""
        if said not in self._known_near:
            if len(self._known_near) >= MOST_KEPT:
                self._known_near.clear()
            begun = self._begun(said)
            slip = None if begun else self._slip(said)
            found = begun or slip
            self._known_near[said] = (*found, begun is None) if found else None
        return self._known_near[said]

    def _begun(self, said: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
        """What several words are the beginning of (`Grand Is`), where the first of them are no name of their own."""
        spelled = self._spellings[0]
        if len(said[-1]) < 2 or any(said[:count] in spelled for count in range(1, len(said))):
            return None
        if said not in self._beginnings:
            if len(self._beginnings) >= MOST_KEPT:
                self._beginnings.clear()
            found = ((sign, lexicon.matches(" ".join(said))) for sign, lexicon in self.signs.items())
            self._beginnings[said] = next(((sign, begun) for sign, begun in found if begun), None)
        return self._beginnings[said]

    @cached_property
    def _begins(self) -> frozenset[str]:
        """The words that a name may begin with, as they stand, in the plural and as a possessive."""
        first = {spelling[0] for spelling in self._spellings[0]}
        plural = {f"{word[:-1]}ies" for word in first if word.endswith("y")}
        return frozenset(first | plural | {f"{word}s" for word in first})

    def _slip(self, said: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
        """The one name of as many words that begins alike, its last word nearly right."""
        *before, last = said
        alike = self._by_before.get((*before, last[:1]))
        if not alike or len(last) < 3 or not last.isalpha():
            return None
        whole = "".join(said)
        near = {known for spelling, known in alike if likeness(whole, spelling, LIKE) >= LIKE}
        if len(near) != 1 or (last,) in self._spellings[0] or self._is_word(last, 0, len(last)):
            return None
        return near.pop()

    @cached_property
    def _by_before(self) -> dict[tuple[str, ...], list[tuple[str, tuple[str, tuple[str, ...]]]]]:
        """Every spelling as one word, under its words but the last, and the last one's first letter."""
        found: dict[tuple[str, ...], list[tuple[str, tuple[str, tuple[str, ...]]]]] = {}
        for spelling, known in self._spellings[0].items():
            found.setdefault((*spelling[:-1], spelling[-1][0]), []).append(("".join(spelling), known))
        return found

    @staticmethod
    def _known(
        spelled: Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]], said: tuple[str, ...], last: str
    ) -> tuple[str, tuple[str, ...]] | None:
        """What is spelled so; a possessive belongs to a name before a plural does (`Black's` is no `Blacks`)."""
        if last.lower().endswith("'s"):
            owner = spelled.get((*said[:-1], said[-1][:-1]))
            if owner is not None:
                return owner
        return spelled.get(said) or spelled.get(_singular(said))

    def _is_word(self, lower: str, start: int, end: int) -> bool:
        """Whether a word begins something the grammar knows."""
        found = (pattern.match(lower, start) for _, pattern in self._terminals)
        return any(one is not None and one.end() >= end for one in found)

    def _guess(self, word: str, said: str) -> Name | None:
        """The one name a word is the beginning or a slip of; two that are meant alike are an ambiguous name."""
        if len(self._guesses) >= MOST_KEPT:
            self._guesses.clear()
        if said not in self._guesses:
            self._guesses[said] = self._meant(said)
        meant = self._guesses[said]
        return Name(meant[0], word, meant[1], meant[2]) if meant is not None else None

    def _meant(self, said: str) -> tuple[str, tuple[str, ...], bool] | None:
        """The sign and the ids that a folded word may mean, and whether that is a guess."""
        if len(said) < 3 or any(sign.isdigit() for sign in said):
            return None
        for sign, lexicon in self.signs.items():
            begun = lexicon.matches(said)
            if begun:
                return sign, begun, False
        if len(said) < 4:
            return None
        # Nobody misses both ends of a word, nor many of its letters: all others need no comparing.
        alike = (
            (spelling, known)
            for spelling, known in (*self._ends.get(said[:2], ()), *self._ends.get(said[-2:], ()))
            if abs(len(spelling) - len(said)) <= MOST_MISSED
        )
        scored = [(likeness(said, spelling, LIKE), known) for spelling, known in alike]
        whole = {known for score, known in scored if score >= 1}
        near = whole or {known for score, known in scored if score >= LIKE}
        if len(near) != 1:
            return None
        ((sign, choices),) = near
        return sign, choices, not whole

    @cached_property
    def _ends(self) -> dict[str, list[tuple[str, tuple[str, tuple[str, ...]]]]]:
        """Every spelling as one word, and the long first word of several, under their first and last two letters."""
        found: dict[str, list[tuple[str, tuple[str, tuple[str, ...]]]]] = {}
        for spelling, known in self._spellings[0].items():
            for word in {"".join(spelling), *(one for one in spelling[:1] if len(one) > 4)}:
                for end in {word[:2], word[-2:]}:
                    found.setdefault(end, []).append((word, known))
        return found


def _hangs_together(stretch: Sequence[_Word]) -> bool:
    """Words with nothing between them, or a hyphen that touches both."""
    return bool(stretch[-1].folded) and all(
        word.folded or (word.text == "-" and before.end == word.start and word.end == behind.start)
        for before, word, behind in zip(stretch, stretch[1:], stretch[2:], strict=False)
    )


def _singular(said: tuple[str, ...]) -> tuple[str, ...]:
    """A spelling with its last word in the singular."""
    if not said or len(said[-1]) < 4 or not said[-1].endswith("s") or said[-1].endswith("ss"):
        return said
    *before, last = said
    return (*before, last[:-3] + "y" if last.endswith("ies") else last[:-1])


def _any_figures(sign: str) -> str:
    """A number as any other of as many figures: to the grammar they are alike."""
    return "5" * len(sign) if sign.isascii() and sign.isdecimal() else sign


def _filled(tree: Tree[Token], names: Iterator[Name], shape: str) -> Tree[Any]:
    """The tree with a Name for each sign, in the order they were written, and the texts of the shape for words."""
    signs = "@#%&"

    def fill(one: Tree[Token]) -> Tree[Any]:
        children: list[Any] = []
        for child in one.children:
            if isinstance(child, Tree):
                children.append(fill(child))
            elif child in signs:
                children.append(next(names))
            else:
                said = shape[child.start_pos : child.end_pos]
                children.append(child if child == said else Token.new_borrow_pos(child.type, said, child))
        return Tree(one.data, children)

    return fill(tree)


def _stuck(marked: Marked, place: int, could: Callable[[], tuple[str, ...]]) -> Stuck:
    """The word that stands at a place of the shape."""
    at = 0
    for piece in marked.pieces:
        if place < at + len(piece.sign):
            return Stuck(marked.text[piece.start : piece.end], piece.start, could)
        at += len(piece.sign) + 1
    return Stuck("", len(marked.text), could)


def _place_of(error: UnexpectedInput, shape: str) -> int:
    """Where in the shape reading stopped."""
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return len(shape) + 1
    place = error.pos_in_stream
    return len(shape) + 1 if place is None else place
