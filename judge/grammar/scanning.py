"""Words by their first letters: a lexer that tries only those terminals that can begin with the letters at hand.

Lark tries one pattern of all terminals, alternative by alternative; our grammars have over a hundred, of which few
begin with any three letters. A terminal's pattern is compiled once, for all states of a grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from lark.lexer import BasicLexer, ContextualLexer, LexerState, Scanner, TerminalDef, Token, _create_unless
from lark.utils import TextSlice, sre_parse  # type: ignore[attr-defined]  # lark finds it on every Python

from judge.grammar.memory import Memory

Match = Callable[..., re.Match[str] | None]
_WIDTHLESS = ("ASSERT", "ASSERT_NOT", "AT")
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")
_KINDS: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda sign: sign.isalnum() or sign == "_",
}
_SIGNS = tuple(map(chr, range(128)))
_OTHER = "\x80"
"""Stands for every sign that is not plain: they are not told apart."""
_ALL = frozenset((*map(str.lower, _SIGNS), _OTHER))
_SMALL_OF = {name: frozenset((*map(str.lower, filter(is_, _SIGNS)), _OTHER)) for name, is_ in _KINDS.items()} | {
    name.replace("_", "_NOT_"): frozenset((*[sign.lower() for sign in _SIGNS if not is_(sign)], _OTHER))
    for name, is_ in _KINDS.items()
}
_OTHERS_CASE = "iks"
"""Plain letters that are another case of a sign that is none: `ı`, `K`, `ſ`."""
_NOTHING = frozenset(("",))
_SPACES = (r"\s+", r"\ ")
"""Patterns that match one space after the other as they match all of them."""
SIGNS = 3
"""Of a word so many signs tell which terminals it may be."""
MOST_ALIKE = 12
"""Signs of a class that are told apart where others come behind them."""
MOST_BEGINNINGS = 4_000
"""Beginnings of a pattern; of one that has more, fewer signs tell."""
MOST_KEPT = 8_192
"""Beginnings of words whose terminals are remembered."""


class WordLexer(BasicLexer):
    """Lark's lexer with that way of looking."""

    def _build_scanner(self) -> Scanner:
        terminals, self.callback = _create_unless(self.terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]
        return ByFirst(terminals, self.g_regex_flags, self.re, self.use_bytes)  # type: ignore[no-untyped-call]

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


class ByFirst(Scanner):
    """The word at a place, by the first terminal, in their order, that matches it."""

    def _build_mres(self, terminals: Sequence[TerminalDef], _most: int) -> tuple[()]:
        patterns = ((one.name, one.pattern.to_regexp()) for one in terminals)
        self.first = FirstOf(patterns, self.g_regex_flags)
        return ()

    def match(self, text: TextSlice[str], pos: int) -> tuple[str, str] | None:
        """The text of the word that begins there, and its terminal."""
        return self.first.named(text.text[: text.end], pos)


class FirstOf:
    """Of some patterns, each with its name, the first that matches at a place."""

    def __init__(self, patterns: Iterable[tuple[str, str]], flags: int = 0) -> None:
        every = [(name, pattern, *_pattern(pattern, flags)) for name, pattern in patterns]
        begun = _begun([begins for *_, begins, _, _ in every])
        self._few = _Few([(name, match) for name, _, match, *_ in every], begun)
        self._whole = _Few([(name, match) for name, _, _, match, *_ in every], begun)
        spaces = [(name, pattern) for name, pattern, _, _, begins, *_ in every if any(map(_may_be_space, begins))]
        self._space = spaces[0][0] if len(spaces) == 1 and spaces[0][1] in _SPACES else None
        """The name under which a space is nothing but a mere space, whatever follows it."""
        self._signs_of_rare = frozenset().union(*[needed for *_, needed in every])
        usual = _begun([usual for *_, usual, _ in every]) if self._signs_of_rare else begun
        self._usual = _Few([(name, match) for name, _, match, *_ in every], usual) if self._signs_of_rare else self._few
        """The patterns that can begin with some signs in a text that has none of the words that rare matches need."""

    def words(self, text: str, ignored: Set[str]) -> Iterator[tuple[str, int, str]]:
        """The matches in a text one behind the other, of which it is made up: the name of each, its place and its text.
        Those of some names are passed over."""
        few = self._usual
        if self._signs_of_rare:
            small = text.lower()
            if not text.isascii() or any(one in small for one in self._signs_of_rare):
                few = self._few
        name, place, said = self.next_word(text, 0, ignored, few)
        while name:
            yield name, place, said
            name, place, said = self.next_word(text, place + len(said), ignored, few)
        if place < len(text):
            raise LookupError(text[place:])

    def next_word(self, text: str, place: int, ignored: Set[str], few: _Few | None = None) -> tuple[str, int, str]:
        """The first match from a place on, behind those of the names passed over. It has no name where nothing matches,
        or the text ends. `few`: the patterns by their beginnings, where not all are to be tried."""
        few, end, over_spaces = few or self._few, len(text), self._space in ignored
        while place < end:
            if over_spaces and text[place] == " ":
                place += 1
                continue
            for name, match in few[text[place : place + SIGNS]]:
                found = match(text, place)
                if found is not None:
                    said = found[0]
                    if name not in ignored:
                        return name, place, said
                    place += len(said)
                    break
            else:
                break
        return "", place, ""

    def match(self, text: str, place: int = 0) -> re.Match[str] | None:
        """The match that begins there."""
        for _, match in self._few[text[place : place + SIGNS]]:
            found = match(text, place)
            if found is not None:
                return found
        return None

    def named(self, text: str, place: int) -> tuple[str, str] | None:
        """The text of the match that begins there, and its name."""
        for name, match in self._few[text[place : place + SIGNS]]:
            found = match(text, place)
            if found is not None:
                return found[0], name
        return None

    def all_of(self, text: str) -> frozenset[str]:
        """The names of all that match the whole text."""
        return frozenset([name for name, match in self._whole[text[:SIGNS]] if match(text) is not None])


def _begun(begins: Sequence[frozenset[str]]) -> dict[str, tuple[int, ...]]:
    """The numbers of the patterns that can begin so, by each beginning."""
    found: dict[str, list[int]] = {}
    for number, every in enumerate(begins):
        for one in every:
            found.setdefault(one, []).append(number)
    return {one: tuple(numbers) for one, numbers in found.items()}


class _Few(Memory[str, tuple[tuple[str, Match], ...]]):
    """The patterns that can begin with some signs, in their order."""

    def __init__(self, patterns: Sequence[tuple[str, Match]], begun: Mapping[str, tuple[int, ...]]) -> None:
        super().__init__(MOST_KEPT)
        self._patterns, self._begun = patterns, begun
        self._alike: dict[tuple[int, ...], tuple[tuple[str, Match], ...]] = {}

    def __missing__(self, signs: str) -> tuple[tuple[str, Match], ...]:
        small = (signs if signs.isascii() else "".join([one if one < _OTHER else _OTHER for one in signs])).lower()
        if small != signs:
            return self.keep(signs, self[small])
        if small and small not in self._begun:
            # Nothing begins with just these: what may stand here begins with fewer of them.
            return self.keep(signs, self[small[:-1]])
        found = set[int]().union(*[self._begun.get(small[:end], ()) for end in range(len(small) + 1)])
        numbers = tuple(sorted(found))
        if numbers not in self._alike:
            self._alike[numbers] = tuple([self._patterns[number] for number in numbers])
        return self.keep(signs, self._alike[numbers])


@lru_cache(maxsize=4096)
def _pattern(pattern: str, flags: int) -> tuple[Match, Match, frozenset[str], frozenset[str], frozenset[str]]:
    """What a pattern matches at a place, and as a whole; the beginnings of which each match has one, in small letters;
    those that the usual matches have, and texts of which every other match has one."""
    any_case = bool(flags & re.IGNORECASE)
    usual, rare, needed = set[str](), set[str](), set[str]()
    for way in _ways(list(sre_parse.parse(pattern, flags))):
        closed, may_go_on = _beginnings(way, any_case)
        begins = closed | may_go_on
        # As many ways as any word may it begin.
        is_wide = "" in begins or sum(len(one) == 1 for one in begins) > MOST_ALIKE
        needs = _needed(way) if is_wide else ()
        needed.update(needs)
        (rare if needs else usual).update(begins)
    made = re.compile(pattern, flags)
    return made.match, made.fullmatch, frozenset(usual | rare), frozenset(usual), frozenset(needed)


def _ways(parts: list[tuple[Any, Any]]) -> list[list[tuple[Any, Any]]]:
    """These parts, once for each of the branches with which a match may begin."""
    for place, (kind, said) in enumerate(parts):
        before, behind = parts[:place], parts[place + 1 :]
        if kind.name == "BRANCH":
            return [[*before, *way, *behind] for branch in said[1] for way in _ways(list(branch))]
        if kind.name == "SUBPATTERN":
            *group, inside = said
            ways = _ways(list(inside))
            if len(ways) > 1 or inside.getwidth()[0]:
                return [[*before, (kind, (*group, way)), *behind] for way in ways]
        elif kind.name not in _WIDTHLESS and not (kind.name in _REPEATS and not said[0]):
            break
    return [parts]


def _needed(parts: Iterable[tuple[Any, Any]]) -> Set[str]:
    """Plain texts in small letters of which every match of these parts has one, the longest of them; none: nothing is
    known of it."""
    best, run = set[str](), ""
    for kind, said in (*parts, (sre_parse.ANY, None)):
        if kind.name == "LITERAL" and said < ord(_OTHER):
            run += chr(said).lower()
            continue
        inside: list[Set[str]] = [{run}] if run else []
        run = ""
        if kind.name == "SUBPATTERN":
            inside.append(_needed(said[-1]))
        elif kind.name in _REPEATS and said[0]:
            inside.append(_needed(said[2]))
        elif kind.name == "BRANCH":
            ways = [_needed(way) for way in said[1]]
            inside.append(set[str]().union(*ways) if all(ways) else set())
        best = set(max((best, *inside), key=lambda one: min(map(len, one), default=0)))
    return best if min(map(len, best), default=0) >= SIGNS else set()


def _may_be_space(begins: str) -> bool:
    """Whether a match with this beginning may begin with a space."""
    return begins[:1] in ("", " ")


def _beginnings(parts: Iterable[tuple[Any, Any]], any_case: bool) -> tuple[Set[str], Set[str]]:
    """The beginnings of what these parts match, as plain signs: those after which anything may come, and those, shorter
    than SIGNS, after which comes what is behind these parts."""
    closed, whole = set[str](), {""}
    for kind, said in parts:
        if kind.name in _WIDTHLESS:
            continue
        more, ends = _beginnings_of(kind.name, said, any_case)
        if len(whole) * (len(more) + len(ends)) > MOST_BEGINNINGS:
            return closed | whole, set()
        if more:
            closed.update([(one + other)[:SIGNS] for one in whole for other in more])
        longer = [(one + other)[:SIGNS] for one in whole for other in ends]
        whole = {one for one in longer if len(one) < SIGNS}
        closed.update([one for one in longer if len(one) == SIGNS])
        if not whole:
            break
    return closed, whole


def _beginnings_of(kind: str, said: Any, any_case: bool) -> tuple[Set[str], Set[str]]:
    """The same of one part."""
    if kind == "LITERAL":
        return frozenset(), _signs_from(said, said, any_case)
    if kind == "IN":
        return _of_class(said, any_case)
    if kind == "SUBPATTERN":
        _, more, less, parts = said
        return _beginnings(parts, (any_case or bool(more & re.IGNORECASE)) and not less & re.IGNORECASE)
    if kind == "BRANCH":
        ways = [_beginnings(parts, any_case) for parts in said[1]]
        return set().union(*[closed for closed, _ in ways]), set().union(*[whole for _, whole in ways])
    if kind in _REPEATS:
        least, most, parts = said
        closed, whole = _beginnings(parts, any_case)
        if most != 1:
            closed, whole = closed | (whole - _NOTHING), whole & _NOTHING
        return closed, whole if least else whole | _NOTHING
    return _NOTHING, frozenset()


def _of_class(kinds: Iterable[tuple[Any, Any]], any_case: bool) -> tuple[Set[str], Set[str]]:
    """The same of one sign of some kinds."""
    (first, _), *others = every = [(kind.name, said) for kind, said in kinds]
    if first == "NEGATE":
        signs = _ALL.difference(*[_surely_in_class(*one) for one in others])
    else:
        signs = frozenset().union(*[_in_class(*one, any_case) for one in every])
    if signs == _ALL:
        return _NOTHING, frozenset()
    return (signs, frozenset()) if len(signs) > MOST_ALIKE else (frozenset(), signs)


def _in_class(kind: str, said: Any, any_case: bool) -> frozenset[str]:
    """The signs of one kind, in small letters. Where that is not plain, all."""
    if kind == "LITERAL":
        return _signs_from(said, said, any_case)
    if kind == "RANGE":
        return _signs_from(*said, any_case)
    return _SMALL_OF.get(said.name, _ALL) if kind == "CATEGORY" else _ALL


def _surely_in_class(kind: str, said: Any) -> frozenset[str]:
    """Signs of one kind, each with its other case."""
    if kind == "CATEGORY":
        return _SMALL_OF.get(said.name, frozenset()) - {_OTHER}
    low, high = said if kind == "RANGE" else (said, said) if kind == "LITERAL" else (1, 0)
    return frozenset([sign for sign in map(chr, range(low, min(high, 127) + 1)) if not sign.isalpha()])


@lru_cache(maxsize=1024)
def _signs_from(low: int, high: int, any_case: bool) -> frozenset[str]:
    """The signs from one to another; a plain letter may be the other case of one that is none."""
    signs = {chr(one).lower() for one in range(low, min(high, 127) + 1)}
    if any_case and high > 127:
        either = re.compile(f"[{re.escape(chr(low))}-{re.escape(chr(high))}]", re.IGNORECASE)
        signs |= {sign.lower() for sign in _SIGNS if either.match(sign)}
    is_other = high > 127 or (any_case and not signs.isdisjoint(_OTHERS_CASE))
    return frozenset(signs | {_OTHER} if is_other else signs)


__all__ = ["ByFirst", "FirstOf", "StateLexer", "WordLexer"]
