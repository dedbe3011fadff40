"""Conditions on the table: those of orders, of a figure of one's own (`M2 in sight of 3`) or of any, and of groups.

A figure sees what everybody sees: only ammunition and gold of others may be hidden (GR-Q42).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Tree

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.lexicon import Lexicon
from judge.grammar.sight import UNCLEAR, Ruling, Sight
from judge.variants.gold_rush import seeing
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.field import Field, still
from judge.variants.gold_rush.marks import marked
from judge.variants.gold_rush.names import Names, names_on
from judge.variants.gold_rush.orders import Aim, If
from judge.variants.gold_rush.state import State
from judge.variants.gold_rush.tongue import SHAPES, filled, is_denied, names_of, trees_of, word_of
from judge.variants.gold_rush.view import View
from judge.variants.gold_rush.whom import Fault, aim_of, condition_of, piece, self_state

CONDITIONS = (
    "nearest in range of 3",
    "M2 within 6 of 3",
    "M2 is down",
    "3 is empty",
    "Mounties HAVE at least 3 figures",
)

_ALIKE = ("sight", "within", "contact")
"""Facts that are the same from both sides."""
_OWN_ONLY = ("attacked", "empty", "loaded")
_AMMUNITION = ("empty", "loaded")


def holds(state: State, view: View, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees."""
    names, field = names_on(state, seat), still(state)
    return _sight(view, seat).decide(text, lambda part: _of_figures(state, names, field, part))


def _of_figures(state: State, names: Names, field: Field, text: str) -> Ruling:
    """A condition of orders, asked for one figure; where none is named, for any of the own ones on their feet."""
    line = marked(names, "asked", text)
    read = SHAPES.read(line.shape, "asked")
    if isinstance(read, int):
        return Problem(UNCLEAR, {"text": text, "near": ()})
    try:
        who, said = _asked(names, filled(read, line.found))
    except Fault as fault:
        if fault.problem.code == "condition-whose":
            return Problem("condition-whose", {"text": text})
        return Problem(UNCLEAR, {"text": text, "near": fault.problem.detail.get("choices", ())})
    able = [one for one in field.own(names.seat) if one.is_able and one.at is not None]
    asked = [field.figures[who]] if who else able
    speaker = next(iter([*asked, *field.own(names.seat)]), None)
    if speaker is None:
        return Problem(UNCLEAR, {"text": text, "near": ()})
    if who and who not in names.own and said.what in _AMMUNITION and state.options["hidden"] in ("ammo", "both"):
        return Problem("condition-hidden", {"seat": field.figures[who].seat, "what": "ammunition"})
    if said.what in _OWN_ONLY and not who:
        return Problem("condition-whose", {"text": text})
    if said.what in ("up", "down", "dead"):
        # Whether somebody is on their feet depends on nobody's eyes, unless they are the nearest of some.
        named = said.aim is not None and bool(said.aim.code)
        return seeing.holds(field, speaker, said) if named or speaker.at is not None else said.negated
    plain = replace(said, negated=False)
    return any(seeing.holds(field, one, plain) for one in asked) != said.negated


def _asked(names: Names, tree: Tree[Any]) -> tuple[str, If]:
    """The own figure a condition is asked for ("": any), and the condition as orders say it."""
    trees = trees_of(tree)
    match tree.data:
        case "asked":
            return _alone(names, trees[0])
        case "asked_of":
            return _who(names, tree), If(self_state(word_of(tree, "SELF")), negated=is_denied(tree))
        case "asked_first":
            return _own(names, tree), condition_of(names, trees[-1])
        case "sees":
            return _own(names, tree), If("sight", aim_of(names, trees[-1]))
        case "asked_back":
            said = condition_of(names, Tree("condition", [trees[2], trees[1]]))
            return _own(names, tree), replace(said, negated=is_denied(tree))
    said, who = condition_of(names, trees[0]), _who(names, Tree("who", tree.children[1:]))
    if who in names.own:
        return who, said
    if said.what in _ALIKE and said.aim is not None and said.aim.code in names.own:
        return said.aim.code, replace(said, aim=Aim(who))
    raise Fault("not-yours", text=who)


def _alone(names: Names, condition: Tree[Any]) -> tuple[str, If]:
    """`M2 is down`; `T3 is empty` is asked for T3."""
    if condition.data != "of_one":
        return "", condition_of(names, condition)
    who = aim_of(names, trees_of(condition)[0]).code
    return who, If(self_state(word_of(condition, "SELF")), negated=is_denied(condition))


def _who(names: Names, tree: Tree[Any]) -> str:
    """Whom a condition is asked for: by name, or of one's own by number."""
    said = names_of(tree)
    return piece(names, said[0]) if said else aim_of(names, trees_of(tree)[0]).code


def _own(names: Names, tree: Tree[Any]) -> str:
    code = _who(names, tree)
    if code not in names.own:
        raise Fault("not-yours", text=code)
    return code


def _sight(view: View, seat: Seat) -> Sight:
    called = {one.id: one for one in SEATS}
    seats: dict[str, tuple[str, ...]] = {
        one: (called[Seat(group)].name, group, *called[Seat(group)].aliases) for one, group in view.groups.items()
    }
    return Sight(
        seat,
        Lexicon("seat", seats),
        lambda said: Problem(UNCLEAR, {"text": said, "near": ()}),
        lambda said: (),
        counts={
            ("figures", "figure", "men", "man"): view.standings,
            ("gold", "bag", "bag of gold"): {one.seat: one.gold for one in view.groups_standing},
            ("dead",): {one.seat: one.dead for one in view.groups_standing},
            ("kills", "kill"): {one.seat: one.kills for one in view.groups_standing},
        },
    )
