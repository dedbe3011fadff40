"""The way that a figure goes: the clauses of a move, and the attack that may end it (GR-45, GR-Q49)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Tree

from judge.adjudicator.plane import Point
from judge.grammar.finding import Name
from judge.variants.gold_rush.bearings import beside, by_compass, middle_of, spot_of, towards
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import (
    Contact,
    Cover,
    Dismount,
    Jump,
    Lead,
    Leave,
    Mount,
    Move,
    Step,
    Strike,
    Toward,
    Walk,
)  # fmt: skip
from judge.variants.gold_rush.packs import EDGES, HORSE, INCH, MULE
from judge.variants.gold_rush.signs import number_of, point_of
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.tongue import names_of, trees_of, word_of
from judge.variants.gold_rush.whom import Fault, aim_of, near_codes, piece

STEPS = ("move", "move_one", "dismount", "mount", "jump", "lead", "lead_by", "leave", "climb", "charge")


def move_of(names: Names, figure: Figure, acts: Sequence[Tree[Any]]) -> Move:
    """Steps one after another; an attack may end them (GR-45)."""
    steps: list[Step] = []
    strike: Strike | None = None
    for act in acts:
        if strike is not None:
            raise Fault("nothing-after-attack", text="")
        if act.data == "strike":
            strike = _strike(names, act)
        elif act.data == "charge":
            steps.append(Contact(aim_of(names, trees_of(act)[-1])))
            strike = Strike()
        elif act.data in STEPS:
            steps.extend(_steps(names, figure, act, steps))
        else:
            raise Fault("one-thing-only", figure=figure.code)
    return Move(tuple(steps), strike)


def _strike(names: Names, act: Tree[Any]) -> Strike:
    whom = trees_of(act)
    return Strike(aim_of(names, whom[0])) if whom else Strike(back=bool(word_of(act, "BACK")))


def _steps(names: Names, figure: Figure, act: Tree[Any], before: Sequence[Step]) -> tuple[Step, ...]:
    """One clause of a move."""
    said = names_of(act)
    match act.data:
        case "move" | "move_one":
            return _goal(names, figure, trees_of(act)[-1], before)
        case "dismount":
            return (Dismount(),)
        case "mount":
            return (Mount(_horse(names, figure, said, before)),)
        case "jump":
            return (Jump(point_of(said[0])),)
        case "lead":
            return (Lead(_mule(names, figure, said), point_of(said[-1])),)
        case "lead_by":
            return (Lead(_mule(names, figure, said), _compass(figure, act, before).to),)
        case "leave":
            return (Leave(edge_of(word_of(act, "DIRECTION"))),)
    return (_to_place(names, said[-1]),)


def _mule(names: Names, figure: Figure, said: Sequence[Name]) -> str:
    """The mule that is named; without a name the only one in contact."""
    example = "a mule: lead U1 to 12,30"
    if said[0].sign != "&":
        near = [mule.code for mule in names.state.mules if mule.at is not None and figure.at is not None
                and in_contact(figure.at, mule.at)]  # fmt: skip
        if len(near) != 1:
            raise Fault("not-understood", text="mule", expected=example)
        return near[0]
    mule = piece(names, said[0])
    if not mule.startswith(MULE):
        raise Fault("not-understood", text=said[0].text, expected=example)
    return mule


def edge_of(said: str) -> str:
    """An edge by its name or first letter."""
    found = [edge for edge in EDGES if said in (edge, edge[0], f"{edge}ern")]
    if not found:
        raise Fault("not-understood", text=said, expected="an edge: north, east, south or west")
    return found[0]


def _horse(names: Names, figure: Figure, said: Sequence[Name], before: Sequence[Step]) -> int:
    """The horse that is named; without a name the only one that is free in contact now, else whichever is then (0)."""
    for name in said:
        code = piece(names, name) if name.sign == "&" else f"{HORSE}{number_of(name) // INCH}"
        if code not in names.codes or not code.startswith(HORSE):
            raise Fault("unknown-figure", text=name.text, choices=near_codes(names, code))
        return int(code[1:])
    if before or figure.at is None:
        return 0
    near = [one.number for one in names.state.horses if one.at is not None and in_contact(figure.at, one.at)]
    return near[0] if len(near) == 1 else 0


def place_of(name: Name) -> str:
    """A place by its name."""
    if not name.choices:
        raise Fault("unknown-scenery", text=name.text, near=())
    if len(name.choices) > 1:
        raise Fault("ambiguous-scenery", text=name.text, choices=name.choices)
    return name.choices[0]


def shop_code(names: Names) -> str:
    """The code of the hardware shop."""
    shops = [piece.code for piece in names.state.scenery if piece.kind == "shop"]
    return "SHOP" if "SHOP" in shops or not shops else shops[0]


def _to_place(names: Names, name: Name, from_whom: str = "") -> Step:
    """Into, onto or up to a piece of scenery; to the town or a mine."""
    key = _known_place(names, name)
    if key == "town" or key.startswith("mine"):
        return Toward(place=key)
    return Cover(shop_code(names) if key == "shop" else key, from_whom)


def _goal(names: Names, figure: Figure, goal: Tree[Any], before: Sequence[Step]) -> tuple[Step, ...]:
    """Where a move goes: points, towards, contact, cover, a place."""
    points = names_of(goal)
    match goal.data:
        case "walk":
            return tuple(Walk(point_of(one)) for one in points)
        case "via":
            return tuple(Walk(point_of(one)) for one in (*points[1:], points[0]))
        case "compass":
            return (_compass(figure, goal, before),)
        case "toward":
            return (_toward(names, goal),)
        case "inches_toward" | "inches_away":
            return (_inches(names, figure, goal, before),)
        case "beside":
            return (_beside(names, points[-1], word_of(goal, "DIRECTION")),)
        case "to_contact" | "up_to":
            return (Contact(aim_of(names, trees_of(goal)[-1])),)
        case "cover" | "behind":
            foes = trees_of(goal)
            if goal.data == "behind" and not foes:
                raise Fault("from-whom-behind", text=points[0].text, figure=figure.code, place=place_of(points[0]))
            return (_to_place(names, points[0], _named(names, foes[-1]) if foes else ""),)
    key = place_of(points[0])
    return (Toward(place="shop") if key == "shop" else _to_place(names, points[0]),)


def _named(names: Names, tree: Tree[Any]) -> str:
    """Somebody by name, where the nearest of a kind will not do."""
    aim = aim_of(names, tree)
    if not aim.code:
        raise Fault("not-understood", text="nearest", expected="from whom by name: move to cover C1 from M2")
    return aim.code


def _toward(names: Names, goal: Tree[Any]) -> Toward:
    if trees_of(goal):
        return Toward(aim=aim_of(names, trees_of(goal)[0]))
    what = names_of(goal)[0]
    if what.sign == "@":
        return Toward(point_of(what))
    return Toward(place=_known_place(names, what))


def _known_place(names: Names, name: Name) -> str:
    key = place_of(name)
    if key.startswith("mine:") and key[5:] not in names.state.groups.values():
        raise Fault("no-such-place", text=name.text)
    return key


def _inches(names: Names, figure: Figure, goal: Tree[Any], before: Sequence[Step]) -> Walk:
    """So many inches towards somebody or something, or away, straight, by the table when the letter is read."""
    said, whom = names_of(goal), trees_of(goal)
    inches = next(one for one in said if one.sign == "~")
    at = _from(figure, before)
    if whom:
        there = spot_of(names, figure, aim_of(names, whom[0]))
    else:
        goals = [one for one in said if one is not inches]
        there = point_of(goals[0]) if goals[0].sign == "@" else middle_of(names, _known_place(names, goals[0]))
    way = str(goal.data).removeprefix("inches_")
    if at is None or there is None or at == there:
        raise Fault("from-where", figure=figure.code, text=f"{inches.text} {way}")
    return Walk(towards(at, there, number_of(inches) * (1 if way == "toward" else -1)))


def _beside(names: Names, name: Name, side: str) -> Toward:
    """The north side of a place."""
    at = beside(names, _known_place(names, name), side)
    if at is None:
        raise Fault("no-such-place", text=name.text)
    return Toward(at)


def _from(figure: Figure, before: Sequence[Step]) -> Point | None:
    """The start of a leg: the figure's place, or the end of the leg before; None where nobody can know."""
    at: Point | None = figure.at
    for step in before:
        at = step.to if isinstance(step, Walk) else at if isinstance(step, Mount | Dismount) else None
    return at


def _compass(figure: Figure, goal: Tree[Any], before: Sequence[Step]) -> Walk:
    """So many inches north: counted from the figure's place, or from the leg before (GR-Q49)."""
    number = next(one for one in names_of(goal) if one.sign == "~")
    side = word_of(goal, "DIRECTION")
    at = _from(figure, before)
    if at is None:
        raise Fault("from-where", figure=figure.code, text=f"{number.text} {side}")
    return Walk(by_compass(at, number_of(number), side))
