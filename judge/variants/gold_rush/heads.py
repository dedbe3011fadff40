"""Whom a line is for: figures by number, spans, everybody, the rest."""

from __future__ import annotations

from typing import Any

from lark import Tree

from judge.adjudicator.value import value
from judge.grammar.finding import Name
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.packs import INCH, MULE
from judge.variants.gold_rush.signs import number_of
from judge.variants.gold_rush.tongue import names_of, trees_of
from judge.variants.gold_rush.whom import Fault, near_codes


@value
class Heads:
    """The figures a line is for. `is_rest`: without those that other lines name; `count`: how many they are.
    `spares`: those with an order from an earlier letter keep it, as all others are those who have none."""

    codes: tuple[str, ...]
    is_rest: bool = False
    count: int = 0
    spares: bool = False


def heads_of(names: Names, tree: Tree[Any], *, with_mules: bool = False) -> Heads:
    """The figures of a line; everybody is every own figure that can act, so that nobody is named in vain."""
    whos = trees_of(tree)
    if not whos:
        able = _able(names, everybody=with_mules)
        if len(able) != 2:
            raise Fault("not-two", choices=able)
        return Heads(able)
    codes: list[str] = []
    is_rest, spares, count = False, False, 0
    for who in whos:
        said = names_of(who)
        match who.data:
            case "one" | "span":
                codes.extend(_named(names, who, with_mules=with_mules))
            case "all_but" | "rest_but":
                left_out = {code for one in trees_of(who) for code in _named(names, one)}
                codes.extend(code for code in _able(names, everybody=with_mules) if code not in left_out)
                is_rest, spares = True, spares or who.data == "rest_but"
            case _:
                codes.extend(_able(names, everybody=with_mules))
                is_rest, spares = True, spares or who.data == "rest"
                count = number_of(said[0]) // INCH if said else 0
    return Heads(tuple(dict.fromkeys(codes)), is_rest, count, spares)


def _named(names: Names, who: Tree[Any], *, with_mules: bool = False) -> list[str]:
    """`T1`, `T1-T3`."""
    first, *last = names_of(who)
    if not last:
        return [own(names, first, with_mules=with_mules)]
    return _span(names, own(names, first), own(names, last[0]), last[0])


def _able(names: Names, *, everybody: bool) -> tuple[str, ...]:
    return names.own if everybody else names.able


def own(names: Names, name: Name, *, with_mules: bool = False) -> str:
    """A figure of one's own; in the set-up the Mounties' mules too."""
    known = [code for code in name.choices if code in names.codes]
    mine = [code for code in known if code in names.own]
    if len(mine) == 1:
        return mine[0]
    if not known:
        raise Fault("unknown-figure", text=name.text, choices=names.own[:4] or near_codes(names, name.choices[0]))
    if known[0].startswith(MULE) and with_mules:
        if names.is_mounties:
            return known[0]
        raise Fault("not-your-mule", figure="", target=known[0])
    raise Fault("not-yours", text=name.text, code=known[0], letter=names.letter)


def _span(names: Names, first: str, last: str, name: Name) -> list[str]:
    low, high = int(first[1:]), int(last[1:])
    if low > high:
        raise Fault("not-understood", text=name.text, expected="the lower number first: 4-6")
    return [code for code in names.own if low <= int(code[1:]) <= high]
