"""The meaning of a clause: trees of gold_rush.lark as actions (GR-Q14, GR-Q50)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Tree

from judge.grammar.finding import Name
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.moves import STEPS, move_of
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import (
    Action,
    Aim,
    Buy,
    Choice,
    Contact,
    Fire,
    GiveGold,
    If,
    Move,
    Reload,
    Stand,
    Strike,
    TakeAmmo,
    TakeGold,
    Toward,
    Volley,
)  # fmt: skip
from judge.variants.gold_rush.packs import GUNS, INCH, MOST_BAGS
from judge.variants.gold_rush.signs import number_of
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.tongue import names_of, trees_of, word_of
from judge.variants.gold_rush.whom import Fault, aim_of, condition_of, piece

EXPECTED = "move, attack, fire, reload, buy ammo, take, give, mount, jump, lead, leave or stand"
SHOOTING = ("fire", "fire_times", "fire_once", "volley", "volley_times")
_FIRING = frozenset((*SHOOTING, "volley_left"))
_MOVING = frozenset((*STEPS, "strike"))
_FURTHER = ("volley", "volley_left", "volley_times")
"""So a second volley goes on."""


def action_of(names: Names, figure: Figure, acts: Sequence[Tree[Any]], *, is_shared: bool = False) -> Action:
    """One choice's clauses as what the figure does. `is_shared`: the line is for several, and shots are cut to fit."""
    first = acts[0]
    if first.data in SHOOTING and not is_nameless(first):
        return _fire(names, figure, acts, is_shared=is_shared)
    if first.data in _MOVING:
        return move_of(names, figure, acts)
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
    raise Fault("not-understood", text="", expected=EXPECTED)


def is_nameless(act: Tree[Any]) -> bool:
    """`D3: M8`: goes he there, or shoots he?"""
    return act.data == "volley" and len(trees_of(act)) < 2


def _one_box(figure: Figure, act: Tree[Any]) -> None:
    """A go is good for one box (GR-Q24, GR-Q25)."""
    numbers = [name for name in names_of(act) if name.sign == "~"]
    if numbers and number_of(numbers[0]) != INCH:
        raise Fault("one-box-only", figure=figure.code, text=numbers[0].text)


DEEDS = ("buy", "take_ammo", "take_gold", "take_gold_of", "give_gold")
"""The purposes that a move may have, in a later go (GR-Q53)."""


def choice_of(
    names: Names, figure: Figure, acts: Sequence[Tree[Any]], conditions: Sequence[Tree[Any]], *, is_shared: bool = False
) -> Choice:
    """One choice: what is done on its conditions, or a move and then what it is made for."""
    if not conditions and len(acts) == 1 and acts[0].data != "go_first":
        # The plain case: one deed, and nothing it hangs on.
        return Choice(action_of(names, figure, acts, is_shared=is_shared))
    asked = tuple(condition_of(names, one) for one in conditions)
    fallen = [one.aim for one in asked if one.aim is not None and one.what in ("down", "dead")]
    if len(fallen) == 1 and [one.data for one in acts] == ["take_gold"] and not trees_of(acts[0]):
        # `if D1 is dead, he takes his gold`
        return Choice(TakeGold(_bags(acts[0]), fallen[0]), asked)
    if acts[-1].data == "go_first":
        return _gone_first(names, figure, acts[:-1], asked)
    if len(acts) == 1 or acts[-1].data not in DEEDS or acts[0].data not in STEPS:
        return Choice(action_of(names, figure, acts, is_shared=is_shared), asked)
    move = move_of(names, figure, acts[:-1])
    deed = acts[-1]
    if not trees_of(deed) and deed.data in ("take_gold", "take_ammo"):
        aim = next((step.aim for step in reversed(move.steps) if isinstance(step, Contact | Toward)), None)
        if aim is not None:
            return Choice(move, asked, TakeGold(_bags(deed), aim) if deed.data == "take_gold" else TakeAmmo(aim))
    return Choice(move, asked, action_of(names, figure, (deed,)))


class Deed:
    """A deed whose words mean the same wherever anybody stands, and what they mean for each gun."""

    def __init__(self, act: Tree[Any]) -> None:
        self.act = act
        self._meant: dict[tuple[str, bool], Choice] = {}

    def choice(self, names: Names, figure: Figure, *, is_shared: bool) -> Choice:
        """The choice of a figure that does this and nothing else, on no condition."""
        key = figure.weapon, is_shared
        known = self._meant.get(key)
        if known is None:
            known = self._meant[key] = Choice(action_of(names, figure, (self.act,), is_shared=is_shared))
        return known


def is_the_same_anywhere(tree: Tree[Any]) -> bool:
    """Whether words mean the same wherever anybody stands: no inches from here, nobody who happens to be near."""
    return tree.data in _ANYWHERE and all(map(is_the_same_anywhere, trees_of(tree)))


_ANYWHERE = frozenset((
    *SHOOTING, "strike", "charge", "stand", "reload", "buy", "take_ammo", "give_gold",
    "move", "walk", "via", "toward", "to_contact", "up_to", "cover", "place", "jump", "leave", "dismount",
    "aim", "named", "own", "nearest", "nearest_enemy", "group", "enemy", "beast", "mule", "horse", "friend", "dead",
    "down", "amount", "every", "qualifier", "qualifier_within",
))  # fmt: skip


def _gone_first(names: Names, figure: Figure, acts: Sequence[Tree[Any]], asked: tuple[If, ...]) -> Choice:
    """`take gold from M5, walk over first`, `attack T4. Ride to contact and hit him`: to contact, and then that."""
    action = action_of(names, figure, acts) if len(acts) == 1 else None
    match action:
        case TakeGold(source=aim) | TakeAmmo(source=aim) | GiveGold(to=aim):
            return Choice(Move((Contact(aim),)), asked, action)
        case Move(steps=(), strike=Strike(aim=Aim() as aim)):
            return Choice(Move((Contact(aim),), Strike()), asked)
    raise Fault("not-understood", text="", expected=EXPECTED)


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
    counted = False
    # `fires 2 each at D3 and D1`
    each = len(acts) > 1 and bool(word_of(acts[0], "EACH"))
    if each and is_shared:
        raise Fault("not-understood", text="each", expected="how often each of them: fire 3 at M2, 3 at M4")
    for number, act in enumerate(acts):
        if act.data not in _FIRING or (number and act.data not in _FURTHER):
            raise Fault("one-thing-only", figure=figure.code)
        shots = most if number == 0 else 0
        if act.data == "volley_left":
            shots = max(0, most - sum(volley.shots for volley in volleys))
        trees, said = trees_of(act), list[Name]()
        if act.data in ("fire_times", "volley_times"):
            said = names_of(act)
        elif len(trees) > 1:
            said = names_of(trees[0])
        if act.data == "fire_once":
            shots = 1
        elif said:
            shots = number_of(said[0]) // INCH
        elif len(trees) > 1:
            shots = most
        elif each and number and act.data == "volley":
            shots = volleys[0].shots
        if volleys and word_of(act, "EACH") and not counted:
            # `fires at D3 and D1, three each`
            if is_shared:
                raise Fault("not-understood", text="each", expected="how often each of them: fire 3 at M2, 3 at M4")
            volleys = [replace(volley, shots=shots) for volley in volleys]
        counted = counted or bool(said)
        volleys.append(Volley(shots, aim_of(names, trees[-1])))
    total = sum([volley.shots for volley in volleys])
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
