"""Words by their first letters: a lexer that tries only those terminals that can begin with the letter at hand.

Lark tries one pattern of all terminals, alternative by alternative; our grammars have over a hundred, of which few
begin with any one letter. A terminal's pattern is compiled once, for all states of a grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from lark.lexer import BasicLexer, ContextualLexer, LexerState, Scanner, TerminalDef, Token, _create_unless
from lark.utils import TextSlice, sre_parse  # type: ignore[attr-defined]  # lark finds it on every Python

Match = Callable[..., re.Match[str] | None]
_WIDTHLESS = ("ASSERT", "ASSERT_NOT", "AT")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_KINDS: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda sign: sign.isalnum() or sign == "_",
}
_SIGNS = tuple(map(chr, range(128)))
_ALL = frozenset(_SIGNS)


class WordLexer(BasicLexer):
    """Lark's lexer with that way of looking."""

    def _build_scanner(self) -> Scanner:
        terminals, self.callback = _create_unless(self.terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]
        return _ByFirst(terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]

    def next_token(self, lex_state: LexerState, parser_state: Any = None) -> Token:
        """The next word that is not passed over. Lark's own way counts lines and columns, which nobody asks for."""
        at, text = lex_state.line_ctr, lex_state.text
        while at.char_pos < text.end:
            place, found = at.char_pos, self.scanner.match(text, at.char_pos)
            if found is None:
                break
            said, kind = found
            at.char_pos += len(said)
            if kind not in self.ignore_types:
                token = Token(kind, said, place, None, None, None, None, at.char_pos)
                lex_state.last_token = self.callback[kind](token) if kind in self.callback else token
                return lex_state.last_token
        # It says what it could not read, or that the text is at its end.
        return super().next_token(lex_state, parser_state)


class StateLexer(ContextualLexer):
    """The same for a grammar whose words hang on what came before."""

    BasicLexer = WordLexer


class _ByFirst(Scanner):
    """The word at a place, by the first terminal, in their order, that matches it."""

    def _build_mres(self, terminals: Sequence[TerminalDef], _most: int) -> tuple[()]:
        patterns = ((one.name, one.pattern.to_regexp()) for one in terminals)
        self._few = FirstOf(patterns, self.g_regex_flags).few
        return ()

    def match(self, text: TextSlice[str], pos: int) -> tuple[str, str] | None:
        """The text of the word that begins there, and its terminal."""
        said, end = text.text, text.end
        for name, match in self._few[said[pos : pos + 1]]:
            found = match(said, pos, end)
            if found is not None:
                return found[0], name
        return None


class FirstOf:
    """Of some patterns, each with its name, the first that matches at a place. `few`: by the sign there, those that
    could."""

    def __init__(self, patterns: Iterable[tuple[str, str]], flags: int = 0) -> None:
        every = [(name, *_pattern(pattern, flags)) for name, pattern in patterns]
        self.few = _Few((name, pattern.match, firsts) for name, pattern, firsts in every)
        self._whole = _Few((name, pattern.fullmatch, firsts) for name, pattern, firsts in every)

    def match(self, text: str, place: int = 0) -> re.Match[str] | None:
        """The match that begins there."""
        for _, match in self.few[text[place : place + 1]]:
            found = match(text, place)
            if found is not None:
                return found
        return None

    def all_of(self, text: str) -> frozenset[str]:
        """The names of all that match the whole text."""
        return frozenset(name for name, match in self._whole[text[:1]] if match(text) is not None)


class _Few(dict[str, tuple[tuple[str, Match], ...]]):
    """The patterns that can begin with a sign; signs other than plain ones are not told apart."""

    def __init__(self, patterns: Iterable[tuple[str, Match, frozenset[str]]]) -> None:
        super().__init__()
        self._all = tuple(patterns)

    def __missing__(self, sign: str) -> tuple[tuple[str, Match], ...]:
        if sign not in _ALL:
            return tuple((name, match) for name, match, _ in self._all)
        self[sign] = few = tuple((name, match) for name, match, firsts in self._all if sign in firsts)
        return few


@lru_cache(maxsize=4096)
def _pattern(pattern: str, flags: int) -> tuple[re.Pattern[str], frozenset[str]]:
    """A pattern, and the plain signs with which a match may begin."""
    firsts, may_be_empty = _firsts(sre_parse.parse(pattern, flags), bool(flags & re.IGNORECASE))
    return re.compile(pattern, flags), _ALL if may_be_empty else firsts


def _firsts(parts: Iterable[tuple[Any, Any]], any_case: bool) -> tuple[frozenset[str], bool]:
    """The plain signs with which a match of these parts may begin, and whether it may be empty. Where that is not
    plain, all."""
    found: frozenset[str] = frozenset()
    for kind, said in parts:
        if str(kind) in _WIDTHLESS:
            continue
        signs, may_be_empty = _firsts_of(str(kind), said, any_case)
        found |= signs
        if not may_be_empty:
            return found, False
    return found, True


def _firsts_of(kind: str, said: Any, any_case: bool) -> tuple[frozenset[str], bool]:
    """The same of one part."""
    if kind == "LITERAL":
        return _either_case(said, said, any_case), False
    if kind == "IN":
        return frozenset().union(*(_in_class(str(one), what, any_case) for one, what in said)), False
    if kind == "SUBPATTERN":
        _, more, less, parts = said
        return _firsts(parts, (any_case or bool(more & re.IGNORECASE)) and not less & re.IGNORECASE)
    if kind == "BRANCH":
        ways = [_firsts(parts, any_case) for parts in said[1]]
        return frozenset().union(*(signs for signs, _ in ways)), any(empty for _, empty in ways)
    if kind in _REPEATS:
        least, _, parts = said
        signs, may_be_empty = _firsts(parts, any_case)
        return signs, may_be_empty or not least
    return _ALL, kind not in ("NOT_LITERAL", "ANY")


def _in_class(kind: str, said: Any, any_case: bool) -> frozenset[str]:
    if kind == "LITERAL":
        return _either_case(said, said, any_case)
    if kind == "RANGE":
        low, high = said
        return _either_case(low, high, any_case)
    if kind == "CATEGORY" and str(said) in _KINDS:
        return frozenset(filter(_KINDS[str(said)], _SIGNS))
    return _ALL


def _either_case(low: int, high: int, any_case: bool) -> frozenset[str]:
    """The signs from one to another; a letter of another alphabet may be a plain one's other case."""
    if any_case and high > 127:
        return _ALL
    signs = {chr(one) for one in range(low, min(high, 127) + 1)}
    return frozenset(signs | {other for one in signs for other in (one.lower(), one.upper())} if any_case else signs)


__all__ = ["FirstOf", "StateLexer", "WordLexer"]
