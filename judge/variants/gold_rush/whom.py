"""Whom an order speaks of, and the conditions it hangs on: trees of gold_rush.lark as values (GR-Q14, GR-Q18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Aim, If
from judge.variants.gold_rush.packs import INCH
from judge.variants.gold_rush.signs import number_of
from judge.variants.gold_rush.tongue import is_denied, names_of, trees_of, word_of


class Fault(Exception):
    """Something that cannot be meant: the problem says what."""

    def __init__(self, kind: str, /, **facts: object) -> None:
        super().__init__(kind)
        self.problem = Problem(kind, facts)


# --- whom -------------------------------------------------------------------------------------------------------------


def piece(names: Names, name: Name) -> str:
    """Somebody or something by name: one that is on this table."""
    known = [code for code in name.choices if code in names.codes]
    if len(known) > 1:
        raise Fault("ambiguous-figure", text=name.text.lower(), choices=tuple(known))
    if not known:
        raise Fault("unknown-figure", text=name.text, choices=near_codes(names, name.choices[0]))
    return known[0]


def near_codes(names: Names, code: str) -> tuple[str, ...]:
    """Of the same group the one with the nearest number, else some of one's own."""
    like = [one for one in names.codes if one[0] == code[0]]
    nearest = sorted(like, key=lambda one: (abs(int(one[1:]) - int(code[1:])), one))[:1]
    return tuple(nearest) or names.own[:4]


def own_code(names: Names, name: Name) -> str:
    """A number as a figure of one's own."""
    number = number_of(name)
    code = f"{names.letter}{number // INCH}"
    if number % INCH or code not in names.codes:
        raise Fault("unknown-figure", text=name.text, choices=near_codes(names, code))
    return code


_KINDS = {"enemy": "enemy", "beast": "beast", "mule": "mule", "horse": "horse", "friend": "friend"}


def _kind(tree: Tree[Any]) -> str:
    if tree.data == "group":
        return names_of(tree)[0].choices[0]
    return _KINDS.get(tree.data) or {"dead": "dead", "down": "down"}[tree.data]


def _target(names: Names, tree: Tree[Any]) -> Aim:
    """A target without a range: a code, or the nearest of a kind."""
    match tree.data:
        case "named":
            return Aim(piece(names, names_of(tree)[0]))
        case "own":
            return Aim(own_code(names, names_of(tree)[0]))
        case "one_of":
            return Aim(_only_one(names, names_of(tree)[0]))
    kinds = trees_of(tree)
    return Aim(nearest=_kind(kinds[0]) if kinds else "enemy")


def _only_one(names: Names, name: Name) -> str:
    """`a Mountie` is the one there is; of several none is guessed."""
    group = name.choices[0]
    found = [
        figure.code
        for figure in names.state.figures
        if figure.seat != names.seat
        and figure.is_living
        and (names.state.groups[figure.seat] == group or (group == "diggers" and figure.code[0] in "DEFG"))
    ]
    if len(found) != 1:
        raise Fault("ambiguous-figure" if found else "unknown-figure", text=name.text.lower(), choices=tuple(found[:6]))
    return found[0]


def aim_of(names: Names, tree: Tree[Any]) -> Aim:
    """`M2`, `nearest Mountie in short range`, `nearest beast within 4`."""
    if tree.data != "aim":
        return _target(names, tree)
    target, *qualifiers = trees_of(tree)
    return _qualified(_target(names, target), qualifiers)


def _qualified(aim: Aim, qualifiers: Sequence[Tree[Any]]) -> Aim:
    """`nearest in short range`, `nearest within 6`: a range goes with the nearest alone."""
    band, within = "", 0
    for qualifier in qualifiers:
        if qualifier.data.endswith("within"):
            within = number_of(names_of(qualifier)[0]) or INCH
        elif qualifier.data in ("qualifier", "sight", "short", "range"):
            band = "short" if word_of(qualifier, "SHORT") else "range"
        else:
            raise Fault("not-understood", text="", expected="one state: in sight, in range, in contact, up or down")
    if aim.code and qualifiers:
        raise Fault("range-of-a-name", text=aim.code, code=aim.code)
    return Aim(aim.code, aim.nearest, band, within)


# --- conditions -------------------------------------------------------------------------------------------------------


def condition_of(names: Names, tree: Tree[Any]) -> If:
    """One condition as an order says it."""
    negated, trees = is_denied(tree), trees_of(tree)
    about_self = word_of(tree, "SELF")
    if about_self:
        if tree.data in ("of_one", "asked_of"):
            raise Fault("condition-whose", text=about_self)
        return If(self_state(about_self), negated=negated)
    if tree.data in ("nearest_down", "nearest_dead"):
        return If(tree.data.removeprefix("nearest_"), Aim(nearest="enemy"), 0, negated)
    if tree.data in ("seen", "unseen"):
        return If("sight", _target(names, trees[0]), 0, tree.data == "unseen")
    state = trees[-1]
    if tree.data == "none":
        aim, negated = Aim(nearest=_kind(trees[0]) if len(trees) > 1 else "enemy"), True
    else:
        aim = _qualified(_target(names, trees[0]), trees[1:-1]) if len(trees) > 1 else Aim(nearest="enemy")
    within = number_of(names_of(state)[0]) if state.data == "within" else 0
    return If(str(state.data), aim, within, negated)


def self_state(word: str) -> str:
    """A condition on the figure itself."""
    return word if word in ("attacked", "loaded") else "empty"
