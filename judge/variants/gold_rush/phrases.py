"""The meaning of a clause: trees of gold_rush.lark as actions, aims and conditions (GR-Q14, GR-Q18, GR-Q50)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Tree

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.variants.gold_rush.bearings import beside, by_compass, middle_of, spot_of, towards
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import (
    Action,
    Aim,
    Buy,
    Choice,
    Contact,
    Cover,
    Dismount,
    Fire,
    GiveGold,
    If,
    Jump,
    Lead,
    Leave,
    Mount,
    Move,
    Reload,
    Stand,
    Step,
    Strike,
    TakeAmmo,
    TakeGold,
    Toward,
    Volley,
    Walk,
)
from judge.variants.gold_rush.packs import EDGES, GUNS, HORSE, INCH, MOST_BAGS, MULE
from judge.variants.gold_rush.signs import number_of, point_of
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.tongue import is_denied, names_of, trees_of, word_of

EXPECTED = "move, attack, fire, reload, buy ammo, take, give, mount, jump, lead, leave or stand"
SHOOTING = ("fire", "fire_times", "fire_once", "volley")
STEPS = ("move", "move_one", "dismount", "mount", "jump", "lead", "leave", "climb", "charge")


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


# --- actions ----------------------------------------------------------------------------------------------------------


def action_of(names: Names, figure: Figure, acts: Sequence[Tree[Any]], *, is_shared: bool = False) -> Action:
    """One choice's clauses as what the figure does. `is_shared`: the line is for several, and shots are cut to fit."""
    first = acts[0]
    if first.data in SHOOTING and not (first.data == "volley" and len(trees_of(first)) < 2):
        return _fire(names, figure, acts, is_shared=is_shared)
    if first.data in (*STEPS, "strike"):
        return _move(names, figure, acts)
    if len(acts) > 1:
        raise Fault("one-thing-only", figure=figure.code)
    match first.data:
        case "stand":
            return Stand()
        case "reload":
            return Reload()
        case "buy":
            _one_box(figure, first)
            return Buy()
        case "take_ammo":
            _one_box(figure, first)
            return TakeAmmo(aim_of(names, trees_of(first)[-1]) if trees_of(first) else Aim(nearest="mule"))
        case "take_gold_of":
            return TakeGold(_bags(first), Aim(piece(names, next(one for one in names_of(first) if one.sign == "&"))))
        case "take_gold":
            return TakeGold(_bags(first), _source(names, figure, first))
        case "give_gold":
            return GiveGold(_bags(first), aim_of(names, trees_of(first)[-1]))
        case "give_gold_to":
            return GiveGold(_bags(first), Aim(piece(names, names_of(first)[0])))
    raise Fault("not-understood", text="", expected=EXPECTED)


def _one_box(figure: Figure, act: Tree[Any]) -> None:
    """A go is good for one box (GR-Q24, GR-Q25)."""
    numbers = [name for name in names_of(act) if name.sign == "~"]
    if numbers and number_of(numbers[0]) != INCH:
        raise Fault("one-box-only", figure=figure.code, text=numbers[0].text)


DEEDS = ("buy", "take_ammo", "take_gold", "take_gold_of", "give_gold", "give_gold_to")
"""The purposes that a move may have, in a later go (GR-Q53)."""


def choice_of(
    names: Names, figure: Figure, acts: Sequence[Tree[Any]], conditions: Sequence[Tree[Any]], *, is_shared: bool = False
) -> Choice:
    """One choice: what is done on its conditions, or a move and then what it is made for."""
    asked = tuple(condition_of(names, one) for one in conditions)
    fallen = [one.aim for one in asked if one.aim is not None and one.what in ("down", "dead")]
    if len(fallen) == 1 and [one.data for one in acts] == ["take_gold"] and not trees_of(acts[0]):
        # `if D1 is dead, he takes his gold`
        return Choice(TakeGold(_bags(acts[0]), fallen[0]), asked)
    if len(acts) == 1 or acts[-1].data not in DEEDS or acts[0].data not in STEPS:
        return Choice(action_of(names, figure, acts, is_shared=is_shared), asked)
    move = _move(names, figure, acts[:-1])
    deed = acts[-1]
    if not trees_of(deed) and deed.data in ("take_gold", "take_ammo"):
        aim = next((step.aim for step in reversed(move.steps) if isinstance(step, Contact | Toward)), None)
        if aim is not None:
            return Choice(move, asked, TakeGold(_bags(deed), aim) if deed.data == "take_gold" else TakeAmmo(aim))
    return Choice(move, asked, action_of(names, figure, (deed,)))


def _bags(tree: Tree[Any]) -> int:
    """As many as are said; `a bag` is one, `gold` and `all` are as many as can be carried."""
    numbers = [name for name in names_of(tree) if name.sign == "~"]
    if numbers:
        return number_of(numbers[0]) // INCH
    is_one = word_of(tree, "GOLD") in ("bag", "bag of gold", "gold bag", "nugget") and not word_of(tree, "ALL")
    return 1 if is_one else MOST_BAGS


def _source(names: Names, figure: Figure, tree: Tree[Any]) -> Aim:
    """From whom: as said, else the only one in contact from whom gold is taken."""
    said = trees_of(tree)
    parts = [part for one in said for part in one.iter_subtrees()] if word_of(tree, "DEAD") else []
    dead = [part for part in parts if part.data == "one_of"]
    if said and not dead:
        return aim_of(names, said[-1])
    state, here = names.state, figure.at
    found: list[str] = []
    for other in state.figures:
        robbed = other.status == "dead" or (other.seat == figure.seat) or bool(other.out)
        is_near = here is not None and other.at is not None and in_contact(here, other.at)
        if is_near and robbed and other.code != figure.code:
            found.append(other.code)
    for mule in state.mules:
        if here is not None and mule.at is not None and in_contact(here, mule.at):
            found.append(mule.code)
    groups = [name.choices[0] for part in dead for name in names_of(part)]
    if len(found) != 1 or (groups and not _is_of(names, found[0], groups[0])):
        raise Fault("from-whom", figure=figure.code, choices=tuple(found))
    return Aim(found[0])


def _is_of(names: Names, code: str, group: str) -> bool:
    """Whether a figure is one of a group: `the dead Digger`."""
    seat = next((figure.seat for figure in names.state.figures if figure.code == code), None)
    known = names.state.groups[seat] if seat is not None else ""
    return known == group or (group == "diggers" and known.startswith("diggers"))


def _fire(names: Names, figure: Figure, acts: Sequence[Tree[Any]], *, is_shared: bool) -> Fire:
    """`fire 6 at M2, then M4`, `fire 4 at M2, 2 at M4`, `fire at nearest in short range`."""
    most = GUNS[figure.weapon].shots
    volleys: list[Volley] = []
    for number, act in enumerate(acts):
        if act.data not in (*SHOOTING, "volley_left") or (number and act.data not in ("volley", "volley_left")):
            raise Fault("one-thing-only", figure=figure.code)
        shots = most if number == 0 else 0
        if act.data == "volley_left":
            shots = max(0, most - sum(volley.shots for volley in volleys))
        trees = trees_of(act)
        said = names_of(act) if act.data == "fire_times" else names_of(trees[0]) if len(trees) > 1 else []
        if act.data == "fire_once":
            shots = 1
        elif said:
            shots = number_of(said[0]) // INCH
        elif len(trees) > 1:
            shots = most
        volleys.append(Volley(shots, aim_of(names, trees[-1])))
    total = sum(volley.shots for volley in volleys)
    if is_shared and total > most:
        volleys = _cut(volleys, most)
    elif total > most:
        raise Fault("too-many-shots", figure=figure.code, weapon=figure.weapon, shots=total, most=most)
    if total == 0:
        raise Fault("not-understood", text="fire 0", expected="how often and at whom: fire 6 at M2")
    return Fire(tuple(volleys))


def _cut(volleys: Sequence[Volley], most: int) -> list[Volley]:
    """Shots as far as the gun has them in a go; targets behind stay as those that the rest goes on to."""
    found = []
    for volley in volleys:
        found.append(Volley(min(most, volley.shots), volley.aim))
        most -= found[-1].shots
    return found


def _move(names: Names, figure: Figure, acts: Sequence[Tree[Any]]) -> Move:
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
            mule = piece(names, said[0])
            if not mule.startswith(MULE):
                raise Fault("not-understood", text=said[0].text, expected="a mule: lead U1 to 12,30")
            return (Lead(mule, point_of(said[1])),)
        case "leave":
            return (Leave(edge_of(word_of(act, "DIRECTION"))),)
    return (_to_place(names, said[-1]),)


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
    number, side = names_of(goal)[0], word_of(goal, "DIRECTION")
    at = _from(figure, before)
    if at is None:
        raise Fault("from-where", figure=figure.code, text=f"{number.text} {side}")
    return Walk(by_compass(at, number_of(number), side))
