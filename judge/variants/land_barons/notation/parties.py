"""Who goes on a raid, and where: the units and their ways, as a raid order writes them."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from judge.adjudicator.protocol import Problem
from judge.grammar.numbers import number
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.routes import Leg, leg_of, legs_of, plain_leg, standing_on, told
from judge.variants.land_barons.notation.table import Fault, Node, Table, is_sure, names, parts, space_of, tokens
from judge.variants.land_barons.notation.units import (
    Item,
    Muster,
    all_of_them,
    items_of,
    name_last,
    place_of,
    plain_items,
)
from judge.variants.land_barons.orders import UnitRef


class Party(NamedTuple):
    """The units and their ways, as written. No items: the units where the road begins."""

    items: list[Item]
    legs: list[Leg]
    is_but: bool = False
    stays: bool = False
    """Whether those who do not go stand."""
    kind: str = ""
    """Of which kind everybody is of whom some do not go."""
    goal: str = ""
    """Where the way must end, as it was said before it."""


Way = tuple[str | None, list[Leg]]
"""Where units stand, if it is said, and the legs from there."""


def walkers(table: Table, walk: Node) -> tuple[Party, Way | None]:
    """Who walks, and their way, if it hangs on nothing else. Of words that name everything for sure this is known once
    they were read."""
    known: tuple[Party, Way | None] | None = walk.known.get(_flatten)
    if known is not None:
        name_last(table, known[0].items)
        return known
    party = _flatten(table, walk)
    if not _is_sure(walk):
        return party, None
    hangs = party.goal or any(leg.ground for leg in party.legs) or _is_listed(party)
    known = walk.known[_flatten] = party, None if hangs else _begun(table, party)
    return known


def _is_sure(node: Node) -> bool:
    """Whether its units and its spaces are the same whatever else was said."""
    if node.data == "list":
        return plain_items(node) is not None
    if node.data == "goal":
        return plain_leg(node) is not None
    return node.data != "place" and all(map(is_sure, names(node, "@"))) and all(map(_is_sure, parts(node)))


def _flatten(table: Table, node: Node) -> Party:
    """A walk that is nested to the left, as its units and its legs."""
    first = parts(node)[0]
    if first.data == "place":
        # `everybody in Flint Gulch but the Lynch Mob to 0206`
        start = Leg("origin", place_of(table, first))
        listed, step = parts(node)[1:]
        return Party(items_of(table, listed), [start, *legs_of(table, step)], is_but=True)
    if node.data == "walk_there":
        # `Crow Pass: Cowboys 0802`
        start = leg_of(table, first)._replace(how="origin")
        listed, step = parts(node)[1:]
        return Party(items_of(table, listed), [start, *legs_of(table, step)])
    if node.data == "walk_all":
        # `0901: all three to 0703`
        count = number(str(tokens(node, "ALL_OF")[0]).split()[1]) or 0
        start = leg_of(table, first)._replace(how="origin")
        return Party([Item(which="so_many", count=count)], [start, *legs_of(table, parts(node)[1])])
    if node.data == "walk_listed":
        # `Cowboys 0901: 0802`
        start = Leg("origin", space_of(table, names(node, "@")[0]))
        return Party(items_of(table, first), [start, *legs_of(table, parts(node)[1])])
    if node.data == "walk_spelt":
        # `to Copper Springs: 0706-0705-0604-0504`
        step, goal = parts(node)[1:]
        before = _flatten(table, Node("walk_bare" if first.data == "goal" else "walk", [first, step]))
        begins = [leg for leg in before.legs if leg.how == "origin"] if before.items else before.legs[:1]
        *starts, end = told(before.legs)
        if len(starts) > 1 or (before.items and any(leg.how != "origin" for leg in starts)):
            # `1106 to Broken Bluff, 1205 to Red Landing: 1206-1207`: two ways
            raise Fault(Problem("not-understood", {}))
        return before._replace(legs=[*begins, *legs_of(table, goal)], goal=end.space)
    if node.data == "walk_out":
        # `From Quail Bend 0602-0603`
        return Party([], [leg_of(table, first)._replace(how="origin"), *legs_of(table, parts(node)[1])])
    if node.data == "walk_from":
        # `The Mountain Men leave 0303 and go over 0402 to 0503`
        left, *steps = parts(node)[1:]
        legs = [leg_of(table, left)._replace(how="origin")]
        return Party(items_of(table, first), [*legs, *(leg for step in steps for leg in legs_of(table, step))])
    rest = [leg for part in parts(node)[1:] for leg in legs_of(table, part)]
    if str(first.data).startswith("walk"):
        before = _flatten(table, first)
        return before._replace(legs=[*before.legs, *rest])
    if first.data == "list":
        return Party(items_of(table, first), rest, node.data == "walk_but")
    return Party([], [leg_of(table, first), *rest])


def less(table: Table, party: Party, left: Node) -> Party:
    """`Everybody at 0207 to 0206 except the Regulator, who stays`."""
    (everybody, *more) = party.items or [Item(which="")]
    if more or party.is_but or everybody.which != "all":
        raise Fault(Problem("not-understood", {"text": "except"}))
    start = [Leg("origin", everybody.space)] if everybody.space else []
    items = [*map(all_of_them, items_of(table, parts(left, "list")[0]))]
    legs = [*start, *party.legs]
    return Party(items, legs, is_but=True, stays=bool(parts(left, "staying")), kind=everybody.kind)


def charge(table: Table, body: Node) -> Party:
    """`attack 0607 with both Regulators`."""
    (goal,), (listed,) = parts(body, "goal"), parts(body, "list")
    legs = [leg for step in parts(body, "to", "origin", "via") for leg in legs_of(table, step)]
    to = Leg("to", leg_of(table, goal).space, leg_of(table, goal).ground)
    return Party(items_of(table, listed), sorted([to, *legs], key=lambda leg: leg.how != "origin"))


def on_the_way(table: Table, party: Party, way: Way | None) -> tuple[list[UnitRef], list[Leg]]:
    """The units meant, and the legs from their place. `way`: where it is known."""
    start, legs = way or _begun(table, party)
    muster = Muster(table)
    if not party.items:
        there = muster.called([Item(which="all")], start)
        if len(there) > 1:
            raise Fault(Problem("which-of", {"space": start or "", "kinds": tuple(ref.kind for ref in there)}))
        units = there
    elif party.is_but:
        units = muster.all_but(party.items, start, kind=party.kind)
    else:
        units = muster.called(party.items, start)
    if not units:
        raise muster.nobody(start)
    return units, legs


def _begun(table: Table, party: Party) -> Way:
    legs = told(party.legs)
    start = next((leg.space or standing_on(table, leg.ground) for leg in legs if leg.how == "origin"), None)
    legs = [leg for leg in legs if leg.how != "origin"]
    if start is None and legs and legs[0].how == "bare" and (len(legs) > 1 or not party.items):
        first = legs[0].space or standing_on(table, legs[0].ground)
        # `The Regulator at 0408 goes 0509-0609`: where they are has been said.
        # Of `both Cowboys and the Regulator at 0408` the place is of both.
        said = {item.space for item in party.items if item.space}
        is_said = len(said) == 1 and first not in said and party.items[-1].space is not None
        alone = _standing_before(table, party) if _is_listed(party) and not said else ""
        if is_said or alone:
            start = said.pop() if is_said else alone
        elif not party.goal or _is_there(table, party, first):
            start, legs = first, legs[1:]
    return start, legs


def _is_listed(party: Party) -> bool:
    """Whether its way is spaces with nothing but commas between them."""
    return len(party.legs) > 1 and all(leg.how == "bare" and leg.space for leg in party.legs)


def _standing_before(table: Table, party: Party) -> str:
    """`The Mexicans ride 0509, 0609, 0709`: where the only ones stand, if the first space is their first step and each
    is a step from the one before it; ""."""
    own = [one for one in refs(table.state, table.seat) if one.kind == party.items[0].kind] if party.items else []
    if len(party.items) != 1 or len(own) != 1 or own[0].space == party.legs[0].space:
        return ""
    way = (own[0].space, *(leg.space for leg in party.legs))
    if any(there not in table.board.touching[here] for here, there in pairwise(way)):
        return ""
    table.notes.append(Problem("way-taken", {"kind": own[0].kind, "way": way}))
    return own[0].space


def _is_there(table: Table, party: Party, space: str) -> bool:
    """`Bandidos to Sweet Creek (0809, 0910, 1010)`: where none of them stands, the way begins behind their place."""
    kinds = {item.kind for item in party.items}
    return any(one.space == space and one.kind in kinds for one in refs(table.state, table.seat))


__all__ = ["Party", "charge", "less", "on_the_way", "walkers"]
