"""The parsing of shapes by the tables that Lark makes of a grammar whose words hang on what came before.

Most texts of a letter are none of these shapes, and Lark's own loop throws an error for each, with its words in their
surroundings and all that it looked for: here reading stops at a place, and whoever asks is told the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Any, NamedTuple, cast

from lark import Lark, Token, Tree
from lark.lexer import BasicLexer, ContextualLexer
from lark.parsers.lalr_analysis import Shift

from judge.grammar.scanning import ByFirst, FirstOf

END = "$END"
"""The parser's name for the end of a text."""
_ONLY_THE_END = frozenset(("<END-OF-FILE>",))
"""The lexer's name for it, where no word may come."""


class Stop(int):
    """The place where reading stopped, and the states in which the parser stood there; at a word that is none of the
    grammar, those that its lexer looked for."""

    states: tuple[int, ...] = ()
    looked_for: frozenset[str] = frozenset()


class _Looking(NamedTuple):
    """What may come in a state, what of it is passed over and what else is looked for; terminals of which some words
    are others."""

    first: FirstOf
    ignored: Set[str]
    looked_for: frozenset[str]
    renamed: Mapping[str, Callable[[Token], Token]]


class Parsing:
    """The parser of a grammar."""

    def __init__(self, lark: Lark) -> None:
        frontend = cast(Any, lark.parser)
        self._table = frontend.parser.parser.parse_table
        self._makes = frontend.parser.parser.callbacks
        self._lexer = cast(ContextualLexer, frontend.lexer)
        self._looking: dict[int, _Looking] = {}

    def read(self, shape: str, start: str) -> Tree[Token] | Stop:
        """The tree of a shape, or where reading stopped."""
        states, makes, end = self._table.states, self._makes, self._table.end_states[start]
        stack, made, place = [self._table.start_states[start]], list[Any](), 0
        while True:
            looking = self._looking.get(stack[-1]) or self._looks(stack[-1])
            kind, place, said = looking.first.next_word(shape, place, looking.ignored)
            if not kind and place < len(shape):
                return self._stopped_at(shape, place, stack, looking)
            word = Token(kind or END, said, place, None, None, None, None, place + len(said))
            if kind in looking.renamed:
                word = looking.renamed[kind](word)
            while True:
                action, to = states[stack[-1]].get(word.type, (None, None))
                if action is None:
                    return _stop(place if kind else len(shape) + 1, tuple(stack))
                if action is Shift:
                    stack.append(to)
                    made.append(word)
                    break
                size = len(to.expansion)
                parts = made[len(made) - size :]
                del stack[len(stack) - size :], made[len(made) - size :]
                made.append(makes[to](parts))
                stack.append(states[stack[-1]][to.origin.name][1])
                if not kind and stack[-1] == end:
                    return cast("Tree[Token]", made[-1])
            place += len(said)

    def _stopped_at(self, shape: str, place: int, stack: list[int], looking: _Looking) -> Stop:
        """Where a word may be one that only cannot come here, the states tell what could."""
        root = cast(BasicLexer, self._lexer.root_lexer)
        is_word = cast(ByFirst, root.scanner).first.match(shape, place) is not None
        return _stop(place, tuple(stack)) if is_word else _stop(place, (), looking.looked_for)

    def _looks(self, state: int) -> _Looking:
        lexer = cast(BasicLexer, self._lexer.lexers[state])
        scanner, ignored = cast(ByFirst, lexer.scanner), lexer.ignore_types
        looked_for = frozenset(scanner.allowed_types - ignored) or _ONLY_THE_END
        found = _Looking(scanner.first, ignored, looked_for, lexer.callback)
        self._looking[state] = found
        return found


def _stop(place: int, states: tuple[int, ...], looked_for: frozenset[str] = frozenset()) -> Stop:
    stop = Stop(place)
    stop.states, stop.looked_for = states, looked_for
    return stop


__all__ = ["END", "Parsing", "Stop"]
