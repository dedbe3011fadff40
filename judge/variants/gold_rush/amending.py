"""A line that says no more than whom an order above it is to be aimed at: `PS: D1, not D3`, `M6 at D1, not at D3`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Tree

from judge.grammar.finding import Name
from judge.grammar.memory import of_lines
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.heads import Heads
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.retargeting import aims_at, retargeted
from judge.variants.gold_rush.talks import Item, Talk
from judge.variants.gold_rush.tongue import SHAPES, filled, names_of, trees_of
from judge.variants.gold_rush.vocabulary import words_of

_HINTS = frozenset("not instead rather".split())


def amended(names: Names, number: int, raw: str, text: str, above: Sequence[Item]) -> Talk | None:
    """What such a line makes of the one order that it speaks of; None: it is another line, or it may be of several."""
    tree = amending(names, text)
    if tree is None:
        return None
    who = [name.choices for part in trees_of(tree) for name in names_of(part)]
    new, old = names_of(tree) if tree.data == "amend" else reversed(names_of(tree))
    if len(who) > 1 or not _is_other(names, new) or not _is_other(names, old):
        return None
    whose = frozenset(code for choices in who for code in choices if code in names.own)
    talks = [one for one in above if isinstance(one, Talk) and aims_at(one.options, old.choices)]
    talks = [one for one in talks if not one.heads.is_rest and (not who or not whose.isdisjoint(one.heads.codes))]
    if len({one.heads.codes for one in talks}) != 1:
        return None
    heads = Heads(tuple(whose)) if whose else talks[-1].heads
    options = retargeted(talks[-1].options, old.choices, new)
    return replace(talks[-1], line=number, text=raw, heads=heads, options=options, corrects=True, notes=())


def amending(names: Names, text: str) -> Tree[Any] | None:
    """The tree of such a line; None: it is another."""
    said = _hinting(text)
    line = marks.marked(names, "go", said) if said else None
    if line is None or _HINTS.isdisjoint(line.signs):
        return None
    read = SHAPES.read(line.shape, "amend")
    return None if isinstance(read, int) else filled(read, line.found)


@of_lines
def _hinting(text: str) -> str:
    """A line without its `PS`; "" where none of its words says that it may amend another."""
    if _HINTS.isdisjoint(word.text for word in words_of(text)):
        return ""
    said = text.lstrip()
    for sign in ("PS", "P.S", "Ps", "ps", "p.s"):
        said = said.removeprefix(sign).lstrip(" .:,-")
    return said


def _is_other(names: Names, name: Name) -> bool:
    """Whether a name is that of one piece on the table, and of none of one's own."""
    known = [code for code in name.choices if code in names.codes]
    return len(known) == 1 and known[0] not in names.own


__all__ = ["amended", "amending"]
