"""Lines of the set-up in freer words: `T1 carries one, T2 the other`, `T1-T3: 50,13; 51.5,13; 53,13`, `edge not west
but east` (GR-Q10, GR-Q13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lark import Tree

from judge.grammar.finding import Name
from judge.grammar.shapes import Shapes
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.packs import INCH, MOST_BAGS
from judge.variants.gold_rush.signs import Mark, number_of
from judge.variants.gold_rush.tongue import filled, names_of, trees_of

FORMS = ("place", "lay")
_SHAPES = Shapes("gold_rush_set_up.lark", FORMS)
_BETWEEN = (",", ";", "and")


def in_words(names: Names, rule: str, marks: Sequence[Mark]) -> Tree[Any] | None:
    """A line of the set-up as gold_rush.lark has it; None: it is not read."""
    if rule not in FORMS:
        return None
    said = [_own(names, mark) for mark in marks]
    if rule == "place":
        said = _paired(names, said)
    read = _SHAPES.read(" ".join(mark.sign for mark in said), rule)
    if isinstance(read, int):
        return None
    tree = filled(read, iter([mark.name for mark in said if mark.name is not None]))
    parts = _put_right(trees_of(tree))
    if parts is None or any(_left_over(names, part) for part in parts):
        return None
    return Tree(rule, [part for one in parts for part in _plain(names, one)])


def _put_right(parts: Sequence[Tree[Any]]) -> list[Tree[Any]] | None:
    """`T1 carries 2. Sorry, 1.`: what is said anew takes the place of its like before; None: there is none."""
    found: list[Tree[Any]] = []
    for part in parts:
        if part.data != "again":
            found.append(part)
            continue
        before = found.pop() if found else part
        new = [_kind(child) for child in part.children]
        kept = [child for child in before.children if _kind(child) not in new]
        if before is part or len(kept) == len(before.children):
            return None
        found.append(Tree(before.data, [*kept, *part.children]))
    return found


def _kind(child: Any) -> str:
    """The place, the bags, or the figures of a part."""
    if isinstance(child, Name):
        return child.sign
    return "heads" if isinstance(child, Tree) and child.data in ("heads", "old", "away") else "bags"


def _own(names: Names, mark: Mark) -> Mark:
    """One's own figure, wherever it stands in the line."""
    name = mark.name
    if mark.sign != "&" or name is None or not names.is_own(name):
        return mark
    return Mark("^", mark.start, mark.end, Name("^", name.text, name.choices))


def _paired(names: Names, marks: Sequence[Mark]) -> list[Mark]:
    """`T1-T3: 50,13; 51.5,13; 53,13`: to each the point that stands in the same place."""
    first = next((place for place, one in enumerate(marks) if one.sign == "@"), len(marks))
    heads, points = marks[:first], [one for one in marks[first:] if one.sign == "@"]
    between = {one.sign for one in marks[first:] if one.sign != "@"}
    if not {one.sign for one in heads} <= {"^", "-", ",", "and", ":", "at"} or not between <= {*_BETWEEN, "."}:
        return [*marks]
    codes: list[str] = []
    for place, one in enumerate(heads):
        code = "".join(one.name.choices[:1]) if one.name is not None else ""
        if one.sign == "^" and codes and heads[place - 1].sign == "-":
            if not {code, codes[-1]} <= {*names.own}:
                return [*marks]
            codes += names.own[names.own.index(codes[-1]) + 1 : names.own.index(code) + 1]
        elif one.sign == "^":
            codes.append(code)
    if len(codes) < 2 or len(codes) != len(points):
        return [*marks]
    return [
        mark
        for code, at in zip(codes, points, strict=True)
        for mark in (Mark("^", at.start, at.start, Name("^", code, (code,))), at, Mark(";", at.end, at.end))
    ]


def _plain(names: Names, part: Tree[Any]) -> Iterator[Tree[Any]]:
    """A part with the bags in it as numbers; of those that several share, how many each of them has."""
    heads = [one for one in trees_of(part) if one.data == "heads"]
    bags = next((one for one in trees_of(part) if one.data not in ("heads", "old", "away")), None)
    own = [one for one in part.children if isinstance(one, Name)]
    if part.data == "shared":
        yield Tree("carry", [*heads, _number(number_of(own[0]) // INCH // _count(names, heads[0]))])
    elif bags is None:
        yield part
    else:
        number = names_of(bags)[0] if names_of(bags) else _number(_BAGS[bags.data])
        yield Tree(part.data, [*heads, *own, number])


_BAGS = {"a_bag": 1, "all_of_it": MOST_BAGS, "nothing": 0}


def _left_over(names: Names, part: Tree[Any]) -> bool:
    """`T1 and T2 carry 3 between them`: whether bags that several share do not come out even."""
    if part.data != "shared":
        return False
    return bool(number_of(names_of(part)[0]) // INCH % _count(names, trees_of(part)[0]))


def _count(names: Names, heads: Tree[Any]) -> int:
    """How many figures are named."""
    said = ([name.choices[0] for name in names_of(who)] for who in trees_of(heads))
    known = ([names.own.index(code) for code in one] for one in said if all(code in names.own for code in one))
    return max(1, sum(span[-1] - span[0] + 1 for span in known))


def _number(bags: int) -> Name:
    return Name("~", str(bags), (str(bags * INCH),))


__all__ = ["in_words"]
