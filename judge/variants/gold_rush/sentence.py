"""A sentence as the grammar reads it. Wherever the pieces stand, its words say the same: so it is read once for each
seat of a map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.faults import not_read
from judge.variants.gold_rush.in_words import in_words
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.remarks import is_asked, is_chat, requested
from judge.variants.gold_rush.signs import corrected_first, turned
from judge.variants.gold_rush.tongue import SHAPES, anew, filled, verbs, word_of
from judge.variants.gold_rush.unless import as_if

_PLACING = frozenset(("at", "carries", "carry", "starts"))
_LAYING = frozenset(("mine", "town", "edge"))


@dataclass(frozen=True, slots=True)
class Sentence:
    """The tree of a sentence, or why it has none. `has_heads`: it says whom it is for; `notes`: the words in it that
    were guessed, or passed over."""

    tree: Tree[Any] | Problem
    has_heads: bool
    notes: tuple[Problem, ...] = ()


def sentence_of(names: Names, rule: str, text: str) -> Sentence:
    """A sentence by a rule of the grammar."""
    known: Sentence | None = names.sentences.get((rule, text))
    return names.sentences.keep((rule, text), _made(names, rule, text)) if known is None else known


def passed_over(parts: Sequence[str]) -> tuple[Problem, ...]:
    """Words of which it is noted that they say nothing."""
    return tuple(Problem("passed-over", {"text": one}) for one in parts)


def _made(names: Names, rule: str, text: str) -> Sentence:
    text = requested(text)
    line = marks.marked(names, rule, text)
    tree = _read(names, rule, line)
    if isinstance(tree, Problem):
        return Sentence(tree, "^" in line.signs)
    guessed = (Problem("guessed-word", {"text": word, "meant": meant}) for word, meant in line.guessed)
    parts = [*tree.iter_subtrees()]
    passed = [word for part in parts if (word := word_of(part, "PART"))]
    notes = (*guessed, *passed_over(passed))
    return Sentence(tree, any(part.data == "heads" for part in parts), notes)


def _read(names: Names, rule: str, line: marks.Line) -> Tree[Any] | Problem:
    told = rule == "go" and is_chat(line.text) and verbs().isdisjoint(line.signs)
    if told or (rule != "question" and is_asked(line.text)):
        return Problem("not-ordered", {"text": line.text})
    read = SHAPES.read(line.shape, rule)
    if not isinstance(read, int):
        return filled(read, line.found)
    other = _turned(names, line) if rule == "go" else in_words(names, rule, line.marks)
    if other is not None:
        return other
    problem = not_read(line, rule, read)
    if problem.code == "not-understood" and _is_of_another_window(names, rule, line.text):
        return Problem("not-asked-now", {"text": line.text, "asked": rule})
    return problem


def _turned(names: Names, line: marks.Line) -> Tree[Any] | None:
    """A line with its parts in other places, where that makes an order of it."""
    for made in chain(
        [corrected_first(line.marks, names.letter, anew())],
        as_if(line.text, line.marks),
        turned(line.marks, names.letter, verbs()),
    ):
        read = SHAPES.read(" ".join(mark.sign for mark in made), "go")
        if not isinstance(read, int):
            return filled(read, (mark.name for mark in made if mark.name is not None))
    return None


def _is_of_another_window(names: Names, rule: str, text: str) -> bool:
    """Whether a line would be an order where something else is asked."""
    said = set(text.lower().replace(":", " ").split())
    return any(
        not isinstance(SHAPES.read(marks.marked(names, other, text).shape, other), int)
        for other, first in (("go", verbs()), ("place", _PLACING), ("lay", _LAYING))
        if other != rule and not said.isdisjoint(first)
    )


__all__ = ["Sentence", "passed_over", "sentence_of"]
