"""A grammar from its file: each shape is read once; what cannot be read says where it stopped and what could come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

HERE = __file__.rpartition("/")[0] + "/"
MOST_KEPT = 20_000
"""Shapes whose reading is remembered."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where reading stopped: the place in the shape, the word there ("" at its end), the terminals that could come."""

    at: int
    word: str
    could: tuple[str, ...]


class Shapes:
    """The shapes of one grammar file. The grammar is built when the first one is read."""

    def __init__(self, file: str, starts: tuple[str, ...] = ("start",)) -> None:
        self._file = file if "/" in file else HERE + file
        self._starts = starts
        self._known: dict[tuple[str, str], Tree[Token] | Stopped] = {}

    @cached_property
    def lark(self) -> Lark:
        """The grammar itself."""
        return Lark.open(self._file, parser="lalr", maybe_placeholders=False, start=list(self._starts))

    @cached_property
    def _lexer(self) -> Lark:
        return Lark.open(self._file, parser=None, lexer="basic")

    def tokens(self, text: str) -> Iterator[Token]:
        """A text's words by their terminals, one after the other, whatever their order."""
        return self._lexer.lex(text)

    def read(self, shape: str, start: str = "") -> Tree[Token] | Stopped:
        """The tree of a shape, or where it is none. `start`: which of several rules it is to be."""
        rule = start or self._starts[0]
        known = self._known.get((rule, shape))
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            try:
                known = self.lark.parse(shape, start=rule)
            except UnexpectedInput as error:
                known = _stopped(shape, error)
            self._known[rule, shape] = known
        return known

    @cached_property
    def words(self) -> tuple[tuple[str, re.Pattern[str]], ...]:
        """The terminals, each with the pattern of what it matches."""
        return tuple((one.name, re.compile(one.pattern.to_regexp())) for one in self.lark.terminals)

    @cached_property
    def _beginnings(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """What a shape may begin with, and what is passed over before it."""
        patterns = dict(self.words)
        ignored = set(self.lark.ignore_tokens)
        first = self.lark.parse_interactive("", start=self._starts[0]).accepts() - ignored  # type: ignore[no-untyped-call]
        return _any_of(patterns, sorted(first)), _any_of(patterns, sorted(ignored))

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

    def example(self, terminal: str) -> str:
        """A terminal as its reader would write it: its first word."""
        pattern = next((one.pattern for one in self.lark.terminals if one.name == terminal), None)
        if pattern is None:
            return terminal.strip("_").lower()
        if isinstance(pattern, PatternStr):
            return str(pattern.value)
        found = re.search(r"[a-z][a-z ]+", re.sub(r"\(\?.*?\)|\\.", "", pattern.value))
        return found[0].strip() if found else terminal.strip("_").lower()


def _any_of(patterns: dict[str, re.Pattern[str]], names: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{patterns[name].pattern})" for name in names if name in patterns) or r"(?!)")


def _stopped(shape: str, error: UnexpectedInput) -> Stopped:
    at = error.pos_in_stream if error.pos_in_stream is not None and error.pos_in_stream >= 0 else len(shape)
    could: Any = ()
    if isinstance(error, UnexpectedToken):
        could = error.accepts or error.expected or ()
        if error.token.type == "$END":
            at = len(shape)
    elif isinstance(error, UnexpectedCharacters):
        could = error.allowed or ()
    word = shape[at:].split(" ", 1)[0]
    return Stopped(at, word, tuple(sorted(one for one in could if one != "$END")))


__all__ = ["Shapes", "Stopped"]
