"""The kind of a line that is no order: read by `letter.lark`, once for each text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from lark import Token, Tree

from judge.grammar.shapes import Shapes

LONGEST = 400
_SHAPES = Shapes("letter.lark")
_OF_MASTERS = Shapes("letter.lark", ("master",))


@dataclass(frozen=True, slots=True)
class Said:
    """The kind of a line: a command's verb, `opens_press`, `game`, `if` …, and the parts that matter, as written.

    `unheeded`: its words that have no effect, which its writer must be told. `kinds`: of press, how it goes.
    """

    what: str
    parts: tuple[str, ...] = ()
    unheeded: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def rest(self) -> str:
        """The parts as one text."""
        return " ".join(self.parts)


@lru_cache(maxsize=8192)
def said(line: str) -> Said | None:
    """The kind of this line (in plain signs, without the number of a list); None: no command, heading or condition."""
    if not line or len(line) > LONGEST or not _SHAPES.may_be(line):
        return None
    tree = _SHAPES.read(line)
    if isinstance(tree, int):
        return None
    rule = tree.children[0]
    assert isinstance(rule, Tree)
    return _said(str(rule.data), rule, line)


def _said(what: str, rule: Tree[Token], line: str) -> Said:
    tokens = list(rule.scan_values(lambda one: isinstance(one, Token)))
    verb, _, first = what.partition("__")
    if first == "but":
        return Said(verb, (), " ".join(map(str, tokens)))
    if verb == "sign_on":
        return Said(verb, tuple(map(str, tokens[:2])), " ".join(map(str, tokens[2:])))
    if verb in ("opens_press", "opens_broadcast"):
        kinds = [str(one) for one in tokens if one.type == "PRESS_KIND"]
        to = "all" if verb == "opens_broadcast" else str(tokens[-1]).rstrip(" :")
        return Said("opens_press", (to,), kinds=tuple(kinds))
    if verb == "clear":
        return Said(verb)
    if any(isinstance(child, Tree) and child.data == "names" for child in rule.children):
        # Names are the text from the first to the last of them, commas and all.
        start, end = tokens[0].start_pos or 0, tokens[-1].end_pos or len(line)
        tokens_text = [line[start:end]]
    else:
        # A diary entry stays as it was written.
        tokens_text = [str(one).strip() if verb == "diary" else _tidy(str(one)) for one in tokens]
    return Said(verb, tuple([first, *tokens_text] if first else tokens_text))


def _tidy(text: str) -> str:
    """One space between words, and no full stop behind them."""
    return " ".join(text.split()).rstrip(" .")


@dataclass(frozen=True, slots=True)
class Requested:
    """The parts of a game master's line: `release`, `extend` …, and its words by their terminals (`name`, `span`)."""

    what: str
    parts: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=1024)
def requested(line: str) -> Requested | None:
    """The kind of this line in a game master's letter; None: nothing that only a game master says."""
    if not is_masterly(line):
        return None
    tree = _OF_MASTERS.read(line)
    if isinstance(tree, int):
        return None
    rule = tree.children[0]
    assert isinstance(rule, Tree)
    tokens = rule.scan_values(lambda one: isinstance(one, Token))
    return Requested(str(rule.data), {one.type.lower(): " ".join(str(one).split()) for one in tokens})


def is_masterly(line: str) -> bool:
    """Whether a line begins as a game master's do, whatever becomes of it behind its first words."""
    return bool(line) and len(line) <= LONGEST and _OF_MASTERS.may_be(line)


__all__ = ["LONGEST", "Requested", "Said", "is_masterly", "requested", "said"]
