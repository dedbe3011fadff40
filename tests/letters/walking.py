"""Sentences walked from a grammar: rules opened at random, a name of the game for each sign, a word for all else."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lark.grammar import NonTerminal

from judge.grammar.shapes import FOLDERS
from judge.grammar.syntax import parser_of, roots_of, spellings

DEEPEST = 10


class Walker:
    """A grammar that makes sentences. `names`: what may stand for each sign."""

    def __init__(self, file: str, names: Mapping[str, Sequence[str]], chance: random.Random) -> None:
        self.names, self.chance = names, chance
        text = text_of(file)
        grammar = parser_of(text)
        self.starts = roots_of(text)
        self.rules: dict[str, list[list[Any]]] = {}
        for rule in grammar.rules:
            self.rules.setdefault(rule.origin.name, []).append(list(rule.expansion))
        self.patterns = {one.name: one.pattern for one in grammar.terminals}
        self.cost = dict.fromkeys(self.rules, 99)
        for _ in self.rules:
            for rule, choices in self.rules.items():
                self.cost[rule] = 1 + min(map(self._depth, choices))

    def sentence(self) -> str:
        """One sentence, of any start."""
        return " ".join(self._walk(self.chance.choice(self.starts), 0))

    def _walk(self, rule: str, depth: int) -> list[str]:
        choices = self.rules[rule]
        if depth > DEEPEST:
            least = min(map(self._depth, choices))
            choices = [one for one in choices if self._depth(one) == least]
        said: list[str] = []
        for symbol in self.chance.choice(choices):
            said += self._walk(symbol.name, depth + 1) if isinstance(symbol, NonTerminal) else [self._word(symbol.name)]
        return said

    def _word(self, terminal: str) -> str:
        pattern = self.patterns[terminal]
        value = pattern.value.replace("\\", "")
        return self.chance.choice(self.names.get(value) or _spelled(pattern.to_regexp()) or [value])

    def _depth(self, choice: list[Any]) -> int:
        return max((self.cost.get(one.name, 0) for one in choice), default=0)


def text_of(file: str) -> str:
    """A grammar's text."""
    return (Path(FOLDERS[0]) / file).read_text(encoding="utf-8")


@cache
def _spelled(pattern: str) -> tuple[str, ...]:
    return tuple(one.replace("…", "x") for one in spellings(pattern))
