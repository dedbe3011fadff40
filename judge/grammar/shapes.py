"""A grammar from its `.lark` file: each shape is read once; where one cannot be read, the place and what could come."""

from __future__ import annotations

import atexit
import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import cast

from lark import Lark, Token, Tree
from lark.lexer import BasicLexer
from lark.parsers.lalr_analysis import Shift

from judge.grammar.memory import Memory
from judge.grammar.parsing import END, Parsing, Stop
from judge.grammar.scanning import ByFirst, FirstOf, StateLexer, WordLexer
from judge.grammar.source import OURS, Grammar

FOLDERS = [__file__.rpartition("/")[0]]
"""Where grammars lie."""
MOST_KEPT = 20_000
"""Shapes whose reading is remembered."""
MOST_LEXED = 4_000
"""Texts whose words are remembered."""
NO_WORD = "\0"
"""A shape for all those that begin with no word of the grammar: reading stops at once."""
Pattern = re.Pattern[str]
Match = re.Match[str]
_BEGINS = r"(?:(?<![\w'])|(?!\w))"
"""Where a word, or a sign, may begin."""


@contextmanager
def _for_good() -> Iterator[None]:
    """What is made here lives as long as the program. The collector of garbage rests while it is made, and leaves it
    alone ever after: grammars are most of all that there is, and to go through them takes longer than to read a
    letter."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
    gc.collect()
    gc.freeze()


# At its end the program tidies up all that it has.
atexit.register(gc.unfreeze)


@lru_cache(maxsize=64)
def _built(file: str, starts: tuple[str, ...], lexer: str, folders: tuple[str, ...]) -> Lark:
    missing: OSError | None = None
    for folder in folders:
        try:
            with _for_good():
                made = Grammar.open(
                    f"{folder}/{file}",
                    parser="lalr",
                    lexer=lexer,
                    start=list(starts),
                    maybe_placeholders=False,
                    propagate_positions=False,
                    import_paths=[OURS, *folders],
                    _plugins={"BasicLexer": WordLexer, "ContextualLexer": StateLexer},
                )
        except OSError as error:
            missing = missing or error
            continue
        if lexer == "basic":
            # Without a lexer of its own it builds another one for every line.
            made.lexer = made.parser.lexer
        return made
    raise missing or LookupError(file)


class Word(Token):
    """A word by its terminal and its place; nobody asks for lines and columns. Lark's own way to make one takes twice
    as long, for arguments that it no longer has."""

    __slots__ = ()

    def __new__(cls, kind: str, said: str, place: int) -> Word:
        made = str.__new__(cls, said)
        made.type, made.value, made.start_pos, made.end_pos = kind, said, place, place + len(said)
        return made


class Shapes:
    """The shapes of one grammar file, from the first of the folders that has it. It is built when the first is read."""

    def __init__(self, file: str, starts: tuple[str, ...] = ("start",), lexer: str = "contextual") -> None:
        self.file = file
        self.starts = starts
        self._lexer = lexer
        self._known: Memory[tuple[str, str], Tree[Token] | int] = Memory(MOST_KEPT)
        self._begun: Memory[str, str] = Memory(MOST_KEPT)
        self._could: Memory[tuple[tuple[int, ...], frozenset[str]], frozenset[str]] = Memory(MOST_KEPT)
        self._lexed: Memory[str, tuple[Token, ...]] = Memory(MOST_LEXED)
        self._kinds: Memory[str, tuple[str, ...]] = Memory(MOST_LEXED)
        self._likely: dict[tuple[str, ...], Pattern] = {}
        self._firsts: dict[tuple[tuple[str, ...], str], FirstOf] = {}

    @cached_property
    def lark(self) -> Lark:
        """The grammar itself."""
        return _built(self.file, self.starts, self._lexer, tuple(FOLDERS))

    @cached_property
    def _parsing(self) -> Parsing:
        """Its parser, for a lexer that hangs on what came before."""
        return Parsing(self.lark)

    def tokens(self, text: str) -> tuple[Token, ...]:
        """A text's words by their terminals, whatever their order: for a basic lexer. Remembered: of one line several
        ask."""
        known = self._lexed.get(text)
        return self._lexed.keep(text, tuple(self._lex(text))) if known is None else known

    def one_by_one(self, text: str) -> Iterable[Token]:
        """The same, for whoever may stop at the first few."""
        known = self._lexed.get(text)
        return self._lex(text) if known is None else known

    def kinds(self, text: str) -> tuple[str, ...]:
        """The terminals of a text's words alone, remembered too. Most texts are asked for no more, and plain names cost
        nothing to keep, where the collector of garbage looks through words again and again."""
        known = self._kinds.get(text)
        if known is None:
            known = self._kinds.keep(text, tuple([kind for kind, _, _ in self.words_of(text)]))
        return known

    def first_of(self, text: str, *passed: str) -> str:
        """The terminal of a text's first word that is of none of these; "": it has none. What follows is not read."""
        known = self._kinds.get(text)
        kinds = (kind for kind, _, _ in self.words_of(text)) if known is None else known
        return next((kind for kind in kinds if kind not in passed), "")

    def _lex(self, text: str) -> Iterator[Token]:
        return (Word(kind, said, place) for kind, place, said in self.words_of(text))

    def words_of(self, text: str) -> Iterator[tuple[str, int, str]]:
        """A text's words, each by its terminal, its place and itself. The lexer's own patterns one after the other: its
        loop counts lines and columns, which nobody asks for."""
        first, ignored, meant = self._lexing
        words = first.words(text, ignored)
        if not meant:
            return words
        return ((meant[kind](Token(kind, said)).type if kind in meant else kind, at, said) for kind, at, said in words)

    @cached_property
    def _lexing(self) -> tuple[FirstOf, Set[str], Mapping[str, Callable[[Token], Token]]]:
        """Its words, those passed over, and the terminals of which some words are others."""
        lexer = cast(BasicLexer, self.lark.lexer)
        return cast(ByFirst, lexer.scanner).first, lexer.ignore_types, lexer.callback

    def read(self, shape: str, start: str = "") -> Tree[Token] | int:
        """The tree of a shape, or the place in it where reading stopped; past its end: it ended too soon."""
        rule = start or self.starts[0]
        known = self._known.get((rule, shape))
        if known is None:
            known = self._parsing.read(shape, rule)
            self._known.keep((rule, shape), known if isinstance(known, Stop) else with_plain_names(known))
        return known

    def could(self, shape: str, start: str = "") -> frozenset[str]:
        """The terminals that could have come where reading stopped. Found out when asked: few stops are asked about."""
        stop = self.read(shape, start)
        if not isinstance(stop, Stop):
            return frozenset()
        key = stop.states, stop.looked_for
        known = self._could.get(key)
        if known is None:
            names = self._accepted(stop.states) if stop.states else stop.looked_for
            known = self._could.keep(key, names - {END, *self.lark.ignore_tokens})
        return known

    def _accepted(self, stack: tuple[int, ...]) -> frozenset[str]:
        """The terminals that a parser in these states takes: what it can put behind them, or behind what it makes of
        the last of them."""
        parsing = self.lark.parser.parser.parser.parse_table
        table, ends = parsing.states, parsing.end_states.values()
        found: set[str] = set()
        for name in filter(str.isupper, table[stack[-1]]):
            states = list(stack)
            while (step := table[states[-1]].get(name)) and step[0] is not Shift:
                made = step[1]
                del states[len(states) - len(made.expansion) :]
                states.append(table[states[-1]][made.origin.name][1])
            if step or (name == END and states[-1] in ends):
                found.add(name)
        return frozenset(found)

    def begun(self, shape: str) -> str:
        """The shape, or for one that begins with no word of the grammar, NO_WORD: at its place all are alike."""
        known = self._begun.get(shape)
        if known is None:
            is_none = shape and not self._any.match(shape) and not self._any.match(NO_WORD)
            known = self._begun.keep(shape, NO_WORD if is_none else shape)
        return known

    @cached_property
    def _any(self) -> FirstOf:
        """Any word of the grammar."""
        return FirstOf((one.name, one.pattern.to_regexp()) for one in self.lark.terminals)

    @cached_property
    def words(self) -> tuple[tuple[str, Pattern], ...]:
        """The terminals, each with the pattern of what it matches."""
        return tuple((one.name, re.compile(one.pattern.to_regexp())) for one in self.lark.terminals)

    @cached_property
    def patterns(self) -> Mapping[str, Pattern]:
        """The same by their names."""
        return dict(self.words)

    def may_say(self, text: str, *names: str) -> bool:
        """Whether a text has what looks like a word of one of these terminals. Most texts have none: then their words
        need not be told apart."""
        likely = self._likely.get(names)
        if likely is None:
            either = "|".join(f"(?:{self.patterns[name].pattern})" for name in names)
            likely = self._likely[names] = re.compile(f"{_BEGINS}(?:{either})")
        return likely.search(text) is not None

    def any_of(self, names: Iterable[str], end: str = "") -> FirstOf:
        """Any word that one of these terminals matches; with what must follow it."""
        key = tuple(names), end
        known = self._firsts.get(key)
        if known is None:
            patterns = self.patterns
            made = ((name, f"(?:{patterns[name].pattern}){end}") for name in key[0] if name in patterns)
            known = self._firsts[key] = FirstOf(made)
        return known

    @cached_property
    def _beginnings(self) -> tuple[FirstOf, FirstOf]:
        """The beginnings of a shape, and the words passed over before it."""
        ignored = set(self.lark.ignore_tokens)
        first = self.lark.parse_interactive("", start=self.starts[0]).accepts() - ignored  # type: ignore[no-untyped-call]
        return self.any_of(sorted(first)), self.any_of(sorted(ignored))

    def may_be(self, text: str) -> bool:
        """Whether a text begins as this grammar's shapes do: most that are none are told at once."""
        begins, ignored = self._beginnings
        place = 0
        while not begins.match(text, place):
            passed = ignored.match(text, place)
            if not passed or passed.end() == place:
                return False
            place = passed.end()
        return True


def with_plain_names(tree: Tree[Token]) -> Tree[Token]:
    """The tree, its rules named by plain text: the names that the parser gives them are slow to compare."""
    for part in tree.iter_subtrees():
        part.data = str(part.data)
    return tree


__all__ = ["FOLDERS", "MOST_KEPT", "Match", "Pattern", "Shapes", "with_plain_names"]
