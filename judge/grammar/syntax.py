"""A grammar as a page: its rules as lines of words, its terminals as their words. Made from the `.lark` file, so that
it says what is read and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from re import _constants as sre
from re import _parser as parser
from typing import Any

from lark import Lark, Token, Tree
from lark.grammar import NonTerminal, Terminal
from lark.load_grammar import load_grammar

from judge.grammar.source import OURS, Grammar, joined

MOST_WORDS = 40
"""Spellings of one word that are told."""
_SIGNS = {"@": "place", "#": "piece", "%": "seat", "&": "kind", "^": "figures", "~": "number"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its name, and its alternatives, each a line in which other rules stand in angle brackets."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the grammar and its spellings; none: a name of the game is written there."""

    name: str
    spellings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Syntax:
    """A grammar: the rules that a line is read by (`starts` of them), and the words in them."""

    starts: tuple[str, ...]
    rules: tuple[Rule, ...]
    words: tuple[Word, ...]


@cache
def syntax(text: str) -> Syntax:
    """The syntax that the text of a `.lark` file says."""
    rules = dict(_rules(text))
    starts = roots_of(text)
    patterns = {one.name: one.pattern.to_regexp() for one in parser_of(text).terminals}
    named = {_plain(pattern): name for name, pattern in patterns.items()}
    used: list[str] = []
    found = tuple(Rule(name, tuple(_lines(tree, named, used))) for name, tree in rules.items())
    words = tuple(Word(_said(name), spellings(patterns[name])) for name in dict.fromkeys(used) if name in patterns)
    return Syntax(starts, found, words)


def parser_of(text: str) -> Lark:
    """The grammar's parser, every rule that no other uses a start."""
    return Grammar(text, parser="lalr", start=list(roots_of(text)), maybe_placeholders=False, import_paths=[OURS])


def roots_of(text: str) -> tuple[str, ...]:
    """The rules that no other rule uses."""
    rules = dict(_rules(text))
    used = {
        one.name
        for name, tree in rules.items()
        for one in tree.scan_values(lambda value: isinstance(value, NonTerminal))
        if one.name != name
    }
    return tuple(name for name in rules if name not in used)


def _rules(text: str) -> Iterator[tuple[str, Tree[Any]]]:
    made: Any = load_grammar
    grammar, _ = made(joined(text), "a grammar", [OURS], False)
    for name, _, tree, _ in grammar.rule_defs:
        yield str(name), tree


def _lines(tree: Tree[Any], named: dict[str, str], used: list[str]) -> Iterator[str]:
    """A rule's alternatives."""
    for child in tree.children:
        yield _written(child, named, used)


def _written(node: Any, named: dict[str, str], used: list[str]) -> str:
    """A part of a rule in words."""
    if isinstance(node, NonTerminal):
        return f"<{_said(node.name)}>"
    if isinstance(node, Terminal):
        used.append(node.name)
        return _said(node.name)
    if isinstance(node, Token):
        literal = str(node).strip('"')
        if literal in named and literal.isalnum():
            used.append(named[literal])
            return _said(named[literal])
        return _SIGNS.get(literal, literal)
    parts = [_written(child, named, used) for child in node.children if child is not None]
    match node.data:
        case "expansions":
            return parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"
        case "alias":
            return parts[0]
        case "maybe":
            return f"[{_bare(parts[0])}]"
        case "expr":
            return _repeated(parts[0], str(node.children[1]))
        case _:
            return " ".join(filter(None, parts)) or "(nothing)"


def _repeated(part: str, sign: str) -> str:
    if sign == "?":
        return f"[{_bare(part)}]"
    return f"[{_bare(part)} …]" if sign == "*" else f"{part} …"


def _bare(part: str) -> str:
    """Without the parentheses around all of it."""
    return part[1:-1] if part.startswith("(") and part.endswith(")") and part.count("(") == 1 else part


def _said(name: str) -> str:
    """`_HOLD_TO` as a word: `hold to`."""
    return name.strip("_").lower().replace("_", " ")


def _plain(pattern: str) -> str:
    return pattern.replace("\\", "")


def spellings(pattern: str) -> tuple[str, ...]:
    """Every text a pattern matches, up to MOST_WORDS of them; `…` where it would be endless."""
    if _plain(pattern) in _SIGNS:
        return ()
    found = dict.fromkeys(" ".join(one.split()) for one in _all(parser.parse(pattern)))
    return tuple(one for one in found if one)[:MOST_WORDS]


def _all(parsed: Any) -> list[str]:
    """The texts of parts that follow one another."""
    parts = [_texts(kind, value) for kind, value in parsed]
    found = []
    for one in product(*parts):
        found.append("".join(one))
        if len(found) >= 4 * MOST_WORDS:
            break
    return found


def _texts(kind: Any, value: Any) -> list[str]:
    """The texts of one part of a pattern; assertions are none."""
    if kind is sre.LITERAL:
        return [chr(value)]
    if kind is sre.BRANCH:
        return [text for part in value[1] for text in _all(part)]
    if kind is sre.SUBPATTERN:
        return _all(value[-1])
    if kind in (sre.MAX_REPEAT, sre.MIN_REPEAT):
        least, most, inner = value
        once = _all(inner)
        if int(most) > 1 and once != [" "]:
            return ["12"] if once == ["1"] else ["…"] if once == ["…"] else [*([""] if not least else []), *once]
        return [*([""] if not least else []), *once]
    if kind is sre.IN:
        return list(dict.fromkeys(_of_class(item) for item in value))[:4]
    return ["…"] if kind in (sre.ANY, sre.NOT_LITERAL) else [""]


def _of_class(item: Any) -> str:
    kind, value = item
    if kind is sre.LITERAL:
        return chr(value)
    if kind is sre.RANGE:
        return "1" if chr(value[0]).isdigit() else chr(value[0])
    if kind is sre.CATEGORY:
        return "1" if value is sre.CATEGORY_DIGIT else " " if value is sre.CATEGORY_SPACE else "…"
    return "…"


__all__ = ["Rule", "Syntax", "Word", "parser_of", "roots_of", "spellings", "syntax"]
