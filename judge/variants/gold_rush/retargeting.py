"""What was said for somebody once more, at or to another: `D2 does the same with T2`, `PS: D1, not D3`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Tree

from judge.grammar.finding import Name
from judge.variants.gold_rush.moves import STEPS
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.phrases import SHOOTING, Deed
from judge.variants.gold_rush.tongue import names_of, trees_of
from judge.variants.gold_rush.whom import Fault, piece


@dataclass
class Option:
    """One choice on its way: conditions and what is to be done, as they were read. `deed`: that, if it was read as one
    deed that means the same anywhere."""

    conditions: list[Tree[Any]] = field(default_factory=list)
    acts: list[Tree[Any]] = field(default_factory=list)
    deed: Deed | None = None

    @property
    def only(self) -> Deed | None:
        """This deed, if it is still all that is to be done."""
        deed = self.deed
        is_all = deed is not None and len(self.acts) == 1 and self.acts[0] is deed.act and not self.conditions
        return deed if is_all else None


def copied(names: Names, options: Sequence[Option], how: Tree[Any]) -> list[Option]:
    """`T5 the same`, `T5 the same with M7`, `T5 goes with him`: options for another figure."""
    if how.data == "same_way" and any(act.data not in STEPS for one in options for act in one.acts):
        # Of somebody who stays and shoots it is not sure who is followed.
        raise Fault("not-understood", text="", at="with", expected="whom by name: move towards M2")
    if how.data == "same_fire" and any(act.data not in SHOOTING for one in options for act in one.acts):
        raise Fault("not-understood", text="", expected="how often and at whom: fire 6 at M2")
    if how.data != "same_with":
        return [replace(one) for one in options]
    whom = names_of(how)[0]
    piece(names, whom)
    spoken = {choices for one in options for act in one.acts for choices in _named(act)}
    if len(spoken) != 1:
        raise Fault("not-understood", text="", at="with", expected="what is done, in full: fire at M2")
    return retargeted(options, spoken.pop(), whom)


def retargeted(options: Sequence[Option], old: tuple[str, ...], new: Name) -> list[Option]:
    """Options with another in the place of somebody they name."""
    return [
        Option([_with(one, old, new) for one in option.conditions], [_with(one, old, new) for one in option.acts])
        for option in options
    ]


def aims_at(options: Sequence[Option], old: tuple[str, ...]) -> bool:
    """Whether somebody is named in what is done."""
    return any(old in _named(act) for option in options for act in option.acts)


def of_the_same(conditions: Sequence[Tree[Any]]) -> list[Tree[Any]]:
    """`if D3 is up and within 6`: what is asked of nobody by name is asked of whoever was named before."""
    found: list[Tree[Any]] = []
    for one in conditions:
        whom = trees_of(found[-1])[:1] if found and found[-1].data == "condition" else []
        is_his = one.data == "of_anybody" and bool(whom) and whom[0].data in ("named", "nearest")
        found.append(Tree("condition", [whom[0], *one.children]) if is_his else one)
    return found


def _named(act: Tree[Any]) -> set[tuple[str, ...]]:
    return {name.choices for part in act.iter_subtrees() for name in names_of(part) if name.sign == "&"}


def _with(tree: Tree[Any], old: tuple[str, ...], new: Name) -> Tree[Any]:
    children: list[Any] = []
    for child in tree.children:
        if isinstance(child, Tree):
            children.append(_with(child, old, new))
        elif isinstance(child, Name) and child.sign == "&" and child.choices == old:
            children.append(Name("&", new.text, new.choices))
        else:
            children.append(child)
    return Tree(tree.data, children)


__all__ = ["Option", "aims_at", "copied", "of_the_same", "retargeted"]
