"""Raid orders: units, a road, conditions and what to do else; and the lists of fights, losses and retreats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.grammar.memory import once
from judge.grammar.numbers import number
from judge.variants.land_barons.counters import BARON, RANCH, UNITS
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.moods import is_word
from judge.variants.land_barons.notation.routes import Leg, leg_of, legs_of, plain_leg, road, standing_on, told
from judge.variants.land_barons.notation.table import (
    Fault,
    Node,
    Table,
    is_sure,
    kind_of,
    names,
    number_of,
    parts,
    space_of,
    tokens,
)
from judge.variants.land_barons.notation.units import (
    Item,
    Muster,
    all_of_them,
    is_of_everybody,
    items_of,
    name_last,
    place_of,
    plain_items,
)
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Condition, Fights, Lose, Move, Order, Ranch, Retreat, UnitRef

SIGNS = {
    "≤": "<=", "≥": ">=", "at most": "<=", "no more than": "<=",
    "not more than": "<=", "at least": ">=", "less than": "<", "fewer than": "<", "more than": ">",
    "under": "<", "over": ">", "below": "<", "above": ">", "more": ">=", "less": "<=", "fewer": "<=",
}  # fmt: skip


class _Raid(NamedTuple):
    """What stands where in a raid order."""

    body: Node
    about: Node | None
    """The space that its condition names."""
    walk: Node | None
    beside: Node | None
    """Those who go with whoever walks."""
    guards: Sequence[Node]
    others: Sequence[Node]
    """What else to do,"""
    is_alone: bool
    """and whether it says so on no condition."""


@once
def _raid(node: Node) -> _Raid:
    (body,) = parts(node, "move", "so_do", "stands", "left_alone", "stand_there", "all_but_stand", "all_stand")
    goals = [goal for guard in parts(node, "guard") for one in parts(guard) for goal in parts(one, "goal")]
    walks = [part for part in parts(body) if part.data.startswith("walk")]
    beside = parts(body, "list") if walks else ()
    guards = [*parts(node, "guard"), *parts(body, "guard", "stays_if")]
    is_unless = bool(guards) and all(tokens(guard, "UNLESS") for guard in guards)
    others = parts(body, "other")
    is_alone = bool(others and not guards) or bool(parts(body, "in_that_case") and not is_unless)
    return _Raid(
        body,
        goals[0] if goals and not tokens(goals[0], "IT") else None,
        walks[0] if walks else None,
        beside[0] if beside else None,
        guards,
        others,
        is_alone,
    )


def read_raid(table: Table, node: Node) -> list[Order]:
    """A stack's order: one for each unit."""
    raid = _raid(node)
    body = raid.body
    if body.data == "so_do":
        return _so_do(table, body)
    if body.data != "move":
        table.last = ()
        return _stand(table, body)
    if raid.about is not None:
        table.there = leg_of(table, raid.about).space
    party = _walkers(table, raid.walk) if raid.walk is not None else _charge(table, body)
    if raid.beside is not None:
        # `both Regulators ride on 0607 with the Cowboys`
        if party.is_but or not party.items:
            raise Fault(Problem("not-understood", {"text": "with"}))
        party = party._replace(items=[*party.items, *items_of(table, raid.beside)], begun=None)
    for left in parts(body, "left"):
        party = _less(table, party, left)
    units, legs = _on_the_way(table, party)
    table.rest = "rest" in [item.which for item in party.items]
    table.group = any(map(is_of_everybody, party.items))
    table.last = tuple(legs)
    # A road is walked before its units count as ordered: one that leads nowhere leaves them free.
    roads = [(ref, road(table, ref, legs)) for ref in units]
    if party.goal and any(path[-1:] != (party.goal,) for _, path in roads):
        raise Fault(Problem("not-understood", {}))
    if raid.is_alone:
        raise Fault(Problem("else-alone", {}))
    found: list[Move] = []
    for ref, path in roads:
        if not path:
            raise Fault(Problem("goes-nowhere", {"kind": ref.kind, "space": ref.space}))
        guards = raid.guards
        conditions = tuple([one for guard in guards for one in _conditions(table, guard, path[-1])]) if guards else ()
        found.append(Move(ref, path, conditions, _otherwise(table, ref, raid.others) if raid.others else ()))
    table.units = table.units.union(units)
    if len({ref.space for ref in units}) == 1:
        table.unit_space = units[0].space
    table.gang = table.unit_space if table.group else ""
    table.hangs = found[0].conditions
    table.is_fork = bool(found[0].otherwise)
    if party.stays:
        left_out = Muster(table).claim(Muster(table).called(party.items, units[0].space))
        table.standing |= {*left_out}
        found += map(Move, left_out)
    return [*found]


def _so_do(table: Table, body: Node) -> list[Order]:
    """`The Baron stands. So do both Regulators`: for others the order before it."""
    if table.last is None:
        raise Fault(Problem("not-understood", {"text": "so do"}))
    beside = table.unit_space
    items = items_of(table, parts(body, "list")[0])
    table.unit_space = table.unit_space or beside
    return so_do(table, items)


def so_do(table: Table, items: list[Item]) -> list[Order]:
    """The raid order before it for others, on the same condition."""
    if table.last is None or (table.last and table.is_fork):
        raise Fault(Problem("not-understood", {"text": "so do"}))
    found = _sent(table, items, table.last)
    asked = table.hangs if table.last else ()
    if not table.last:
        units = [one.unit for one in found if isinstance(one, Move)]
        table.beside |= {*Muster(table).alike(items, units)}
    return [replace(one, conditions=asked) if isinstance(one, Move) else one for one in found]


def _sent(table: Table, items: list[Item], legs: Sequence[Leg]) -> list[Order]:
    """Units sent on one way; with no way they stand."""
    muster = Muster(table)
    # A step of one unit may be a way for another.
    legs = [leg._replace(how="to") if leg.how == "step" else leg for leg in legs]
    found: list[Order] = [Move(ref, road(table, ref, legs)) for ref in _beside(muster, items)]
    units = [one.unit for one in found if isinstance(one, Move)]
    if not legs:
        table.standing |= {*units}
    muster.claim(units)
    return found


# -- who goes, and where ----------------------------------------------------------------------------------------------


class _Party(NamedTuple):
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
    begun: tuple[str | None, list[Leg]] | None = None
    """The legs from their place, where they hang on nothing else that was said."""


def _walkers(table: Table, walk: Node) -> _Party:
    """Who walks, and where: of words that name everything for sure this is known once they were read."""
    known: _Party | None = walk.known.get(_flatten)
    if known is not None:
        name_last(table, known.items)
        return known
    party = _flatten(table, walk)
    if not _is_sure(walk):
        return party
    if not party.goal and not any(leg.ground for leg in party.legs):
        party = party._replace(begun=_begun(table, party))
    walk.known[_flatten] = party
    return party


def _is_sure(node: Node) -> bool:
    """Whether its units and its spaces are the same whatever else was said."""
    if node.data == "list":
        return plain_items(node) is not None
    if node.data == "goal":
        return plain_leg(node) is not None
    return node.data != "place" and all(map(is_sure, names(node, "@"))) and all(map(_is_sure, parts(node)))


def _flatten(table: Table, node: Node) -> _Party:
    """A walk that is nested to the left, as its units and its legs."""
    first = parts(node)[0]
    if first.data == "place":
        # `everybody in Flint Gulch but the Lynch Mob to 0206`
        start = Leg("origin", place_of(table, first))
        listed, step = parts(node)[1:]
        return _Party(items_of(table, listed), [start, *legs_of(table, step)], is_but=True)
    if node.data == "walk_there":
        # `Crow Pass: Cowboys 0802`
        start = leg_of(table, first)._replace(how="origin")
        listed, step = parts(node)[1:]
        return _Party(items_of(table, listed), [start, *legs_of(table, step)])
    if node.data == "walk_all":
        # `0901: all three to 0703`
        count = number(str(tokens(node, "ALL_OF")[0]).split()[1]) or 0
        start = leg_of(table, first)._replace(how="origin")
        return _Party([Item(which="so_many", count=count)], [start, *legs_of(table, parts(node)[1])])
    if node.data == "walk_listed":
        # `Cowboys 0901: 0802`
        start = Leg("origin", space_of(table, names(node, "@")[0]))
        return _Party(items_of(table, first), [start, *legs_of(table, parts(node)[1])])
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
        return _Party([], [leg_of(table, first)._replace(how="origin"), *legs_of(table, parts(node)[1])])
    if node.data == "walk_from":
        # `The Mountain Men leave 0303 and go over 0402 to 0503`
        left, *steps = parts(node)[1:]
        legs = [leg_of(table, left)._replace(how="origin")]
        return _Party(items_of(table, first), [*legs, *(leg for step in steps for leg in legs_of(table, step))])
    rest = [leg for part in parts(node)[1:] for leg in legs_of(table, part)]
    if str(first.data).startswith("walk"):
        before = _flatten(table, first)
        return before._replace(legs=[*before.legs, *rest])
    if first.data == "list":
        return _Party(items_of(table, first), rest, node.data == "walk_but")
    return _Party([], [leg_of(table, first), *rest])


def _less(table: Table, party: _Party, left: Node) -> _Party:
    """`Everybody at 0207 to 0206 except the Regulator, who stays`."""
    (everybody, *more) = party.items or [Item(which="")]
    if more or party.is_but or everybody.which != "all":
        raise Fault(Problem("not-understood", {"text": "except"}))
    start = [Leg("origin", everybody.space)] if everybody.space else []
    items = [*map(all_of_them, items_of(table, parts(left, "list")[0]))]
    legs = [*start, *party.legs]
    return _Party(items, legs, is_but=True, stays=bool(parts(left, "staying")), kind=everybody.kind)


def _charge(table: Table, body: Node) -> _Party:
    """`attack 0607 with both Regulators`."""
    (goal,), (listed,) = parts(body, "goal"), parts(body, "list")
    legs = [leg for step in parts(body, "to", "origin", "via") for leg in legs_of(table, step)]
    to = Leg("to", leg_of(table, goal).space, leg_of(table, goal).ground)
    return _Party(items_of(table, listed), sorted([to, *legs], key=lambda leg: leg.how != "origin"))


def _on_the_way(table: Table, party: _Party) -> tuple[list[UnitRef], list[Leg]]:
    """The units meant, and the legs from their place."""
    start, legs = party.begun or _begun(table, party)
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


def _begun(table: Table, party: _Party) -> tuple[str | None, list[Leg]]:
    """Where the units stand, if it is said, and the legs from there."""
    legs = told(party.legs)
    start = next((leg.space or standing_on(table, leg.ground) for leg in legs if leg.how == "origin"), None)
    legs = [leg for leg in legs if leg.how != "origin"]
    if start is None and legs and legs[0].how == "bare" and (len(legs) > 1 or not party.items):
        first = legs[0].space or standing_on(table, legs[0].ground)
        # `The Regulator at 0408 goes 0509-0609`: where they are has been said.
        # Of `both Cowboys and the Regulator at 0408` the place is of both.
        said = {item.space for item in party.items if item.space}
        is_said = len(said) == 1 and first not in said and party.items[-1].space is not None
        if is_said or not party.goal or _is_there(table, party, first):
            start, legs = (said.pop(), legs) if is_said else (first, legs[1:])
    return start, legs


def _is_there(table: Table, party: _Party, space: str) -> bool:
    """`Bandidos to Sweet Creek (0809, 0910, 1010)`: where none of them stands, the way begins behind their place."""
    kinds = {item.kind for item in party.items}
    return any(one.space == space and one.kind in kinds for one in refs(table.state, table.seat))


def _otherwise(table: Table, ref: UnitRef, others: Sequence[Node]) -> tuple[str, ...]:
    """The choice when a condition fails: to stay, or another road."""
    legs = told([leg for part in parts(others[0]) for leg in legs_of(table, part)])
    return road(table, ref, legs) if legs else ()


class _Stay(NamedTuple):
    """What stands where in an order to stay."""

    guards: str
    """The words with which `Guards the Rangers` begins,"""
    of_pay: str
    """and those that may as well be of pay."""
    lists: Sequence[Node]
    goals: Sequence[Node]
    spaces: Sequence[Name]
    """Where they stay."""
    is_many: bool
    """Whether its verb may be of several."""


@once
def _stay(node: Node) -> _Stay:
    first = str(node.children[0]) if isinstance(next(iter(node.children), None), str) else ""
    of_pay = "nobody else" if tokens(node, "NOBODY_ELSE") else "leave" if node.data == "left_alone" else ""
    spots = (*_flat_spots(node), node) if node.data == "stand_there" else (node,)
    return _Stay(
        first if first and is_word(first.partition(" ")[0], "GUARDS") else "",
        of_pay,
        parts(node, "list"),
        [goal for part in spots for goal in parts(part, "goal")],
        names(node, "@"),
        any(not str(one).partition(" ")[0].endswith("s") for one in tokens(node, "STAND")),
    )


def _stand(table: Table, node: Node) -> list[Order]:
    """Units that stay where they are."""
    muster, found, stay = Muster(table), list[Order](), _stay(node)
    if stay.guards:
        # `Guards the Rangers`: who does?
        raise Fault(Problem("not-understood", {"text": stay.guards}))
    if stay.of_pay and table.form in ("pay-and-bids", "pay", "bids"):
        # `21 on the Hall. Nobody else.`, `Leave out the Braves.`
        raise Fault(Problem("not-understood", {"text": stay.of_pay}))
    if node.data == "all_stand":
        units, table.rest = muster.called([Item(which="all")], None), True
    elif node.data == "stand_there":
        spots = [leg_of(table, goal).space for goal in stay.goals]
        units = [ref for space in spots for ref in _all_at(muster, space)]
    else:
        listed, *beside = stay.lists
        items = items_of(table, listed)
        table.rest = "rest" in [item.which for item in items]
        table.group = any(map(is_of_everybody, items))
        table.all = any(item.which == "all" and not item.kind for item in items)
        where = [leg_of(table, goal).space for goal in stay.goals] if stay.goals else []
        where += [space_of(table, name) for name in stay.spaces] if stay.spaces else []
        start = where[0] if where else None
        kind = items[0].kind if node.data == "all_but_stand" and beside else ""
        if node.data == "all_but_stand" and beside:
            items, start, found = _but(table, items, beside.pop(), parts(node, "onward", "to", "via", "origin"))
        if node.data == "all_but_stand":
            units = muster.all_but(items, start, goes=False, kind=kind)
        else:
            units = _called(muster, items, start)
        spaces = {ref.space for ref in units} if beside else set()
        for more in beside:
            # `The Baron stays home with his Regulator`: the one that stands there too.
            there = spaces.pop() if len(spaces) == 1 else start
            units = [*units, *muster.called(items_of(table, more), there)]
        if stay.is_many:
            table.beside |= {*muster.alike(items, units)}
    if not units:
        # "All others stand" where everybody has an order: it is so.
        units = [ref for ref in muster.all if ref in table.standing][:1]
    if not units:
        raise muster.nobody(None)
    table.standing = table.standing.union(units)
    # `The rest hold. Both Cowboys 0705-0605`: whoever is one of all the others may have words of their own below.
    own = units if table.rest or table.all else muster.claim(units)
    return [*found, *map(Move, own)]


def _beside(muster: Muster, items: list[Item]) -> list[UnitRef]:
    """The units of a list; of several alike the one where the last order was: `Cowboys 0703-0704, Regulator too`."""
    try:
        return muster.called(items, None)
    except Fault as fault:
        if fault.problem.code != "which-unit" or not muster.table.unit_space:
            raise
        return muster.called(items, muster.table.unit_space)


def _called(muster: Muster, items: list[Item], start: str | None) -> list[UnitRef]:
    """The units of a list with a place behind it: all of them there, or the last alone (`Baron and Regulator 0901`)."""
    try:
        return muster.called(items, start)
    except Fault as fault:
        # `Everyone at 0207 to 0206, the Regulator stays`; `The Regulator and the Braves in Copper Springs stay`
        there = muster.table.gang if len(items) == 1 else items[-1].space
        if start is None and fault.problem.code == "which-unit" and there:
            return muster.called(items, there)
        if start is None or len(items) < 2:
            raise
        return muster.called([*items[:-1], replace(items[-1], space=start)], None)


def _flat_spots(node: Node) -> list[Node]:
    """The nested lists of places, the first of them first."""
    return [one for part in parts(node, "spots") for one in (*_flat_spots(part), part)]


def _all_at(muster: Muster, space: str) -> list[UnitRef]:
    """All units without an order at a place: there must be one."""
    there = muster.called([Item(which="all")], space) if space else []
    if not there and not any(ref.space == space for ref in muster.table.standing):
        raise muster.nobody(space)
    return there


def _but(
    table: Table, everybody: list[Item], listed: Node, steps: Sequence[Node]
) -> tuple[list[Item], str | None, list[Order]]:
    """`All stay but the Cowboys, who raid 0607`: who does not stay, where, and what they do."""
    if len(everybody) != 1 or everybody[0].which not in ("all", "rest"):
        raise Fault(Problem("not-understood", {"text": "but"}))
    items = [*map(all_of_them, items_of(table, listed))]
    legs = [leg for step in steps for leg in legs_of(table, step)]
    return items, everybody[0].space, _sent(table, items, told(legs)) if legs else []


# -- conditions -------------------------------------------------------------------------------------------------------


def _conditions(table: Table, guard: Node, goal: str) -> list[Condition]:
    # `If it is held, he stays`
    unless = bool(tokens(guard, "UNLESS")) or guard.data == "stays_if"
    return [condition_of(table, part, goal, unless) for part in parts(guard)[: 1 if guard.data == "stays_if" else None]]


def condition_of(table: Table, node: Node, goal: str, unless: bool = False) -> Condition:
    """`0607 enemy shoot <= 40`, `0607 units < 2`, `0607 empty`, `it is held`."""
    where = parts(node, "goal")
    space = (leg_of(table, where[0]).space if where and not tokens(where[0], "IT") else "") or goal
    if not space:
        raise Fault(Problem("no-condition", {"text": "it"}))
    data = str(node.data)
    if data.endswith("held_by"):
        others = [one.id for one in table.seats if one.id in table.state.living and one.id != table.seat]
        if others != list(names(node, "%")[0].choices):
            # Whoever is there is an enemy, and there are others.
            raise Fault(Problem("no-condition", {"text": names(node, "%")[0].text}))
        return Condition(space, "units", "=" if data == "not_held_by" else ">=", int(data == "held_by"), unless)
    if data == "counted":
        how = str(tokens(node, "SIGN")[0])
        return Condition(
            space, "units", SIGNS.get(how, how.replace(" ", "")), number_of(tokens(node, "NUMBER")[0]), unless
        )
    if data == "nobody" or (data == "held" and bool(tokens(node, "EMPTY")) is not bool(tokens(node, "NOT_SO"))):
        return Condition(space, "units", "=", 0, unless)
    if data == "held":
        return Condition(space, "units", ">=", 1, unless)
    said = [str(one) for one in tokens(node, "MEASURE")]
    measure = "units" if said and not said[0].startswith("s") else "shoot"
    sign = [str(one).replace(" ", "") if "<" in one or ">" in one or "=" in one else str(one)
            for one in tokens(node, "SIGN")]  # fmt: skip
    sign += [str(one).partition(" ")[2] for one in tokens(node, "ORMORE")]
    return Condition(space, measure, SIGNS.get(sign[0], sign[0]), number_of(tokens(node, "NUMBER")[0]), unless)


# -- lists ------------------------------------------------------------------------------------------------------------


def read_lists(table: Table, node: Node) -> list[Order]:
    """The order of fights, what is lost first, where to retreat, where the ranch would be."""
    data = str(node.data)
    spaces = _spaces(table, [name for part in parts(node, "spaces") for name in names(part, "@")])
    start = _spaces(table, names(node, "@"))
    if data == "fights":
        return [Fights(spaces)]
    if data.startswith("lose"):
        lists = parts(node)[:: -1 if data == "lose_later" else 1]
        # `lose the Posse after the Mob`: the Mob first.
        listed = [one for part in lists for one in parts(part, "kind")]
        if listed and all(tokens(one, "LAST") for one in listed):
            # `lose the Regulators last`: whom before them?
            late = {kind_of(table, name, UNITS, _mine(table), "unit") for one in listed for name in names(one, "#")}
            have = {*_mine(table), *table.state.won.get(table.seat, ())} & UNITS.keys()
            rest = sorted(have - late - {BARON}, key=lambda kind: (UNITS[kind].shoot, kind))
            facts = {"expected": write(table.state, Lose((*rest, *sorted(late))))} if rest else {}
            raise Fault(Problem("not-understood", {"text": "last", **facts}))
        listed.sort(key=lambda one: bool(tokens(one, "LAST")))
        found = [kind_of(table, name, UNITS, _mine(table), "unit") for one in listed for name in names(one, "#")]
        return [Lose(tuple(dict.fromkeys(found)))]
    if data == "ranch":
        if names(node, "&")[0].choices != (RANCH,):
            raise Fault(Problem("not-understood", {"text": names(node, "&")[0].text}))
        return [Ranch(spaces)]
    return [Retreat(start[0] if start else "", spaces)]


def _mine(table: Table) -> Sequence[str]:
    return [unit.kind for unit in table.state.units_of(table.seat)]


def _spaces(table: Table, found: Sequence[object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(space_of(table, name) for name in found))  # type: ignore[arg-type]
