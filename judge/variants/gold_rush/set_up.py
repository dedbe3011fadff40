"""The lines of the set-up: mine, town, edge, where figures start, who carries the gold (GR-Q10, GR-Q11, GR-Q13)."""

from __future__ import annotations

from typing import Any

from lark import Tree

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.variants.gold_rush.heads import heads_of
from judge.variants.gold_rush.moves import edge_of
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Carry, ChooseEdge, Order, Place, PlaceMine, PlaceTown, Ready
from judge.variants.gold_rush.packs import INCH, MOST_BAGS
from judge.variants.gold_rush.placing import default_spots
from judge.variants.gold_rush.signs import number_of, point_of
from judge.variants.gold_rush.tongue import names_of, trees_of, word_of
from judge.variants.gold_rush.whom import Fault

EXPECTED = {
    "deal": "ready",
    "mine": "mine at 18,12 or 20,14",
    "edge": "edge south",
    "town edge": "town at 36,24; edge south",
    "figures": "3 at 12.5,30 or 3 carries 2",
}


def read_set_up(
    names: Names, form: str, tree: Tree[Any], named: frozenset[str], carriers: frozenset[str]
) -> list[Order | Problem]:
    """All that a line of the set-up says. `named`: the figures that the lines above name; `carriers`: those of them of
    which they say how much they carry."""
    if form == "deal":
        return [Ready()]
    if form == "figures":
        found: list[Order | Problem] = []
        parts = [_of_all(part) for part in trees_of(tree)]
        own = [one for part in parts if not _is_for_the_rest(part) for one in _tried(names, part, named, carriers)]
        carriers |= frozenset(one.code for one in own if isinstance(one, Carry))
        for part in parts:
            found += _tried(names, part, named, carriers)
        return found
    return _laid(form, tree)


def _of_all(part: Tree[Any]) -> Tree[Any]:
    """`leave them where you propose` as `all where you propose`."""
    return Tree("put_proposed", [Tree("heads", [Tree("all", [])])]) if part.data == "put_us" else part


def _is_for_the_rest(part: Tree[Any]) -> bool:
    """`the others none`: those of whom nothing else is said."""
    heads = (who for child in trees_of(part) if child.data == "heads" for who in trees_of(child))
    return part.data == "carry_rest" or any(who.data in ("rest", "rest_but") for who in heads)


def for_the_rest(names: Names, tree: Tree[Any]) -> frozenset[str]:
    """Those whom `the others at your spots` places, where no other line does."""
    parts = [part for part in map(_of_all, trees_of(tree)) if part.data == "put_proposed"]
    try:
        heads = [heads_of(names, trees_of(part)[0], with_mules=True) for part in parts]
    except Fault:
        return frozenset()
    return frozenset(code for one in heads if one.is_rest for code in one.codes)


def _laid(form: str, tree: Tree[Any]) -> list[Order | Problem]:
    """Several places behind one word are choices: the first lawful one is taken."""
    found: list[Order | Problem] = []
    spots: list[Point] = []
    kind = ""
    for part in trees_of(tree):
        points = names_of(part)
        if part.data == "edge":
            try:
                order: Order | Problem = ChooseEdge(edge_of(word_of(part, "DIRECTION")))
            except Fault as fault:
                order = fault.problem
            if "edge" not in form:
                order = Problem("not-asked-now", {"text": "edge", "asked": form})
            elif any(isinstance(one, ChooseEdge) for one in found):
                found = [one for one in found if not isinstance(one, ChooseEdge)]
                order = Problem("one-edge-only")
            found.append(order)
            continue
        if part.data in ("better_there", "not_there"):
            spots = [one for one in spots if part.data == "not_there" and one != point_of(points[0])]
        elif part.data != "or_there":
            kind, spots = str(part.data), []
        if not kind:
            kind = "mine" if form == "mine" else "town"
        if part.data != "not_there":
            spots.append(point_of(points[0]))
        if not spots:
            return [Problem("not-ordered", {"text": points[0].text})]
        if kind not in form:
            return [Problem("not-asked-now", {"text": kind, "asked": form})]
        made = PlaceMine(tuple(spots)) if kind == "mine" else PlaceTown(tuple(spots))
        found = [one for one in found if not isinstance(one, PlaceMine | PlaceTown)] + [made]
    return found


def _tried(names: Names, part: Tree[Any], named: frozenset[str], carriers: frozenset[str]) -> list[Order | Problem]:
    try:
        return _placed(names, part, named, carriers)
    except Fault as fault:
        return [fault.problem]


def _placed(names: Names, part: Tree[Any], named: frozenset[str], carriers: frozenset[str]) -> list[Order | Problem]:
    if part.data == "carry_rest":
        others = tuple(code for code in names.own if code not in carriers)
        if not others:
            raise Fault("nobody-left", text=word_of(part, "REST"))
        return _shared_out(names, [Carry(code, _bags(part, names_of(part))) for code in others])
    if part.data == "carry_all":
        # `they carry one bag each`: all, unless some were named and others were not.
        if named and named != frozenset(names.own):
            raise Fault("for-whom", example=names.own[0] if names.own else "")
        return [Carry(code, _bags(part, names_of(part))) for code in names.own]
    said = _for_each(names, part, carriers)
    one_each = [Carry(one.code, 1) for one in said if isinstance(one, Carry)]
    if (
        len(one_each) == len(said) > 1
        and names.state.bags.get(names.seat, 0) == len(said)
        and not word_of(part, "EACH")
    ):
        # `T1 and T2 carry both bags`, `the gold goes to T1 and T2`: there are no more than one for each.
        return [*one_each] if all(isinstance(one, Carry) and one.bags > 1 for one in said) else said
    return _shared_out(names, said)


def _shared_out(names: Names, said: list[Order | Problem]) -> list[Order | Problem]:
    """Bags for several figures: all of them or none (GR-Q50)."""
    bags = sum(one.bags for one in said if isinstance(one, Carry))
    purse = names.state.bags.get(names.seat, 0)
    several = [one.code for one in said if isinstance(one, Carry)]
    if len(several) > 1 and bags > purse:
        raise Fault("not-so-much-gold", figure=f"{several[0]}–{several[-1]}", bags=bags, there=purse)
    return said


def _for_each(names: Names, part: Tree[Any], carriers: frozenset[str]) -> list[Order | Problem]:
    heads = heads_of(names, next(child for child in trees_of(part) if child.data == "heads"), with_mules=True)
    said = names_of(part)
    points = [one for one in said if one.sign == "@"]
    if part.data == "put_proposed":
        spots = default_spots(names.state, names.seat)
        return [Place(code, spots[code]) for code in heads.codes if code in spots]
    if part.data in ("put", "put_carrying") and len(heads.codes) > 1:
        raise Fault("one-place-each", at=points[0].text)
    if part.data == "put":
        return [Place(code, point_of(points[0])) for code in heads.codes]
    if part.data == "put_carrying":
        bags = _bags(part, [one for one in said if one.sign != "@"])
        return [one for code in heads.codes for one in (Place(code, point_of(points[0])), Carry(code, bags))]
    codes = [code for code in heads.codes if not (heads.spares and code in carriers)]
    if not codes:
        raise Fault("nobody-left", text="others")
    return [Carry(code, _bags(part, said)) for code in codes]


def _bags(part: Tree[Any], said: list[Name]) -> int:
    if said:
        return number_of(said[0]) // INCH
    if word_of(part, "NONE"):
        return 0
    is_one = word_of(part, "GOLD") in ("bag", "bag of gold", "gold bag") and not word_of(part, "ALL")
    return 1 if is_one else MOST_BAGS
