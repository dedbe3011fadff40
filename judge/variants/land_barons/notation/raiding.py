"""Raid orders: units, a road, conditions and what to do else; and the lists of fights, losses and retreats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.grammar.memory import once
from judge.variants.land_barons.counters import BARON, RANCH, UNITS
from judge.variants.land_barons.notation.moods import is_word
from judge.variants.land_barons.notation.parties import charge, less, on_the_way, walkers
from judge.variants.land_barons.notation.routes import Leg, leg_of, legs_of, road, told
from judge.variants.land_barons.notation.table import (
    Fault,
    Node,
    Table,
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
    items_of,
    manner_of,
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
    is_alone: bool
    """Whether it says what else to do, and on no condition."""


@once
def _raid(node: Node) -> _Raid:
    (body,) = parts(node, "move", "so_do", "stands", "left_alone", "stand_there", "all_but_stand", "all_stand")
    goals = [goal for guard in parts(node, "guard") for one in parts(guard) for goal in parts(one, "goal")]
    walks = [part for part in parts(body) if part.data.startswith("walk")]
    beside = parts(body, "list") if walks else ()
    guards = [*parts(node, "guard"), *parts(body, "guard", "stays_if")]
    is_unless = bool(guards) and all(tokens(guard, "UNLESS") for guard in guards)
    is_alone = bool(parts(body, "other") and not guards) or bool(parts(body, "in_that_case") and not is_unless)
    return _Raid(
        body,
        goals[0] if goals and not tokens(goals[0], "IT") else None,
        walks[0] if walks else None,
        beside[0] if beside else None,
        guards,
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
    party, way = walkers(table, raid.walk) if raid.walk is not None else (charge(table, body), None)
    if raid.beside is not None:
        # `both Regulators ride on 0607 with the Cowboys`
        if party.is_but or not party.items:
            raise Fault(Problem("not-understood", {"text": "with"}))
        party, way = party._replace(items=[*party.items, *items_of(table, raid.beside)]), None
    for left in parts(body, "left"):
        party, way = less(table, party, left), None
    units, legs = on_the_way(table, party, way)
    table.rest, table.group, _ = manner_of(party.items)
    before, table.last = table.last, tuple(legs)
    # A road is walked before its units count as ordered: one that leads nowhere leaves them free.
    roads = [(ref, road(table, ref, legs)) for ref in units]
    if party.goal and any(path[-1:] != (party.goal,) for _, path in roads):
        raise Fault(Problem("not-understood", {}))
    if raid.is_alone:
        raise Fault(Problem("else-alone", {}))
    same = _same_condition(table, before, [path[-1] for _, path in roads if path]) if parts(body, "same_if") else ()
    found: list[Move] = []
    guards, others = raid.guards, parts(body, "other")
    for ref, path in roads:
        if not path:
            raise Fault(Problem("goes-nowhere", {"kind": ref.kind, "space": ref.space}))
        conditions = tuple([one for guard in guards for one in _conditions(table, guard, path[-1])]) if guards else same
        found.append(Move(ref, path, conditions, _otherwise(table, ref, others) if others else ()))
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


def _same_condition(table: Table, before: Sequence[Leg] | None, goals: Sequence[str]) -> tuple[Condition, ...]:
    """The condition of the order before it (`before`: its way). One that was of where that order goes is not said to be
    of another place."""
    goal = before[-1].space if before else ""
    is_elsewhere = any(one.space == goal for one in table.hangs) and any(one != goal for one in goals)
    if not before or not table.hangs or table.is_fork or is_elsewhere:
        raise Fault(Problem("no-condition", {"text": "same condition"}))
    return tuple(table.hangs)


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
        table.rest, table.group, table.all = manner_of(items)
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
            table.beside = table.beside.union(muster.alike(items, units))
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
