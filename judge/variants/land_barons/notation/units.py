"""Units as players name them: by kind and place, with a number or a count where there are several alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import named_value
from judge.grammar.memory import once
from judge.variants.land_barons.counters import REGULATOR, UNITS
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.routes import standing_on
from judge.variants.land_barons.notation.table import (
    Fault,
    Node,
    Table,
    flat,
    is_sure,
    kind_of,
    names,
    number_of,
    parts,
    space_of,
    tokens,
)
from judge.variants.land_barons.orders import UnitRef

MOST = 60
PAIRS = ("both",)
"""Numbers that never say which: `Regulators both` are two."""
_GROUPS = {"ONE_OF": 1, "PAIR": 2, "TRIO": 3}
"""How many such a word means."""


_HANGING = ("theirs", "whole", "beside_unit", "that_one", "other_one")
"""Items that hang on what is on the map, or was named before."""


@named_value
class Item:
    """One item of a list of units. `kind` "": whoever there is. `count` 0: not said."""

    which: str
    kind: str = ""
    count: int = 0
    number: int = 0
    plural: bool = False
    space: str | None = None


def items_of(table: Table, node: Node) -> list[Item]:
    """The items of a list."""
    plain = plain_items(node)
    if plain is None:
        return [item_of(table, one) for one in flat(node, "list")]
    name_last(table, plain)
    return [*plain]


def name_last(table: Table, items: Sequence[Item]) -> None:
    """Of these the last kind that has a name is the one last named."""
    for item in reversed(items):
        if item.kind:
            table.unit, table.unit_space = item.kind, item.space or ""
            return


@once
def plain_items(node: Node) -> tuple[Item, ...] | None:
    """The items where each is plain."""
    found = [plain_item(one) for one in flat(node, "list")]
    plain = [one for one in found if one is not None]
    return tuple(plain) if len(plain) == len(found) else None


def item_of(table: Table, node: Node) -> Item:
    """`2 Regulators`, `Regulator 2 at 0507`, `all`, `the rest`."""
    plain = plain_item(node)
    if plain is not None:
        if plain.kind:
            table.unit, table.unit_space = plain.kind, plain.space or ""
        return plain
    which = str(node.data)
    named = names(node, "#")
    if which == "theirs":
        raise Fault(Problem("not-yours", {"text": names(node, "%")[0].text}))
    have = {unit.kind for unit in table.state.units_of(table.seat)} | set(table.coming)
    kind = kind_of(table, named[0], UNITS, have, "unit") if named else ""
    where = [space for part in parts(node, "place") if (space := place_of(table, part))]
    if which == "whole" and not where:
        # `the whole Cowboys there`, and nothing said of a place before.
        raise Fault(Problem("not-understood", {"text": named[0].text}))
    if which == "whole":
        return _whole(table, kind, where[0], is_own=kind in have or named[0].text.lower() == UNITS[kind].name.lower())
    if which == "beside_unit":
        beside = {ref.space for ref in refs(table.state, table.seat) if ref.kind in named[1].choices}
        if len(beside) != 1:
            raise Fault(Problem("which-unit", {"kind": kind, "spaces": tuple(sorted(beside))}))
        where, which = [*beside], "unit"
    if parts(node, "with_them"):
        those = {ref.space for ref in refs(table.state, table.seat) if ref.kind == table.unit}
        where = [table.unit_space] if table.unit_space else [*those] if len(those) == 1 else []
    if which == "that_one":
        return _standing_at(table, where[0])
    if which == "other_one":
        which, before = "rest", _figures(node)[0]
        if before is None and not (named and _is_plural(named[0].text, kind)):
            which, kind = "other", kind or table.unit
            where = where or _beside(table, kind)
    if kind:
        table.unit, table.unit_space = kind, where[0] if where else ""
    return _item(node, which, kind, where[0] if where else None)


@once
def plain_item(node: Node) -> Item | None:
    """The item where it names its kind and its place for sure, so that it is the same whatever else was said."""
    named, places, which = names(node, "#"), parts(node, "place"), str(node.data)
    kinds = [one for name in named for one in name.choices if one in UNITS]
    spaces = [name for part in places for name in names(part, "@")]
    hangs = which in _HANGING or parts(node, "with_them") or len(named) > 1 or len(spaces) != len(places)
    is_plain = len(kinds) == len(named) and not any(name.guessed for name in named) and all(map(is_sure, spaces))
    if hangs or not is_plain:
        return None
    return _item(node, which, kinds[0] if kinds else "", spaces[0].choices[0] if spaces else None)


def _item(node: Node, which: str, kind: str, space: str | None) -> Item:
    """The item with its figures."""
    before, after = _figures(node)
    times = tokens(node, "TIMES")
    count = whole_times(str(times[0])) if times else before[0] if before and not before[1] else 0
    count = next((many for word, many in _GROUPS.items() if tokens(node, word)), count)
    number = before[0] if before and before[1] else after
    named = names(node, "#")
    plural = bool(named) and _is_plural(named[0].text, kind)
    return Item(which=which, kind=kind, count=count, number=number, plural=plural, space=space)


def all_of_them(item: Item) -> Item:
    """`all but the Cowboys`, of whom there are several: they are all left out."""
    is_many = item.kind and UNITS[item.kind].name.endswith("s") and not (item.count or item.number)
    return replace(item, which="all") if is_many and item.which == "unit" else item


def manner_of(items: Sequence[Item]) -> tuple[bool, bool, bool]:
    """Whether a list means all others, whoever is at a place (not those who have their own words), and everybody."""
    is_rest = is_group = is_all = False
    for item in items:
        if item.which == "rest":
            is_rest = True
        elif not item.kind and item.which in ("all", "so_many"):
            is_group = is_group or item.space is not None
            is_all = is_all or item.which == "all"
    return is_rest, is_group, is_all


def _is_plural(said: str, kind: str) -> bool:
    """Whether a name says that several are meant; `Cowboys` never does."""
    return said.lower().endswith("s") and not UNITS[kind].name.endswith("s")


def place_of(table: Table, node: Node) -> str:
    """Where a unit is: a space, or the one settlement of a kind with own units on it."""
    spaces = names(node, "@")
    if spaces:
        return space_of(table, spaces[0])
    ground = names(node, "&")[0]
    try:
        return standing_on(table, ground.choices[0])
    except Fault:
        if ground.text.lower() != "home":
            raise
        return ""  # `Leave the Baron at home`, wherever he is


def _standing_at(table: Table, space: str) -> Item:
    """`the one at 0508`: of the kind last named, if one is there; else the only unit there."""
    there = [ref.kind for ref in refs(table.state, table.seat) if ref.space == space]
    kind = table.unit if table.unit in there else there[0] if len(there) == 1 else ""
    if not kind or there.count(kind) > 1:
        raise Fault(Problem("which-of", {"space": space, "kinds": tuple(there)}))
    return Item(which="unit", kind=kind, space=space)


def _whole(table: Table, kind: str, space: str, *, is_own: bool) -> Item:
    """`the whole gang at 0305`: all there, unless an Outlaw Gang may be one's own; then it must be the only unit."""
    there = tuple(ref.kind for ref in refs(table.state, table.seat) if ref.space == space)
    if is_own and set(there) - {kind}:
        raise Fault(Problem("which-of", {"space": space, "kinds": there}))
    return Item(which="all", kind=kind if is_own else "", space=space)


def _beside(table: Table, kind: str) -> list[str]:
    """Where the other one of a kind is: beside the one last named, if there is another."""
    there = [ref for ref in refs(table.state, table.seat) if (ref.kind, ref.space) == (kind, table.unit_space)]
    return [table.unit_space] if kind == table.unit and any(ref not in table.units for ref in there) else []


def _figures(node: Node) -> tuple[tuple[int, bool] | None, int]:
    """The number before the kind (and whether it says which, not how many), and the one behind it."""
    before, after, seen = None, 0, False
    for child in node.children:
        if not isinstance(child, str):
            seen = seen or not hasattr(child, "data")
        elif getattr(child, "type", "") in ("NUMBER", "ORDINAL"):
            if seen and child.lower() in PAIRS:
                before = (number_of(child), False)  # type: ignore[arg-type]
            elif seen:
                after = number_of(child)  # type: ignore[arg-type]
            else:
                before = (number_of(child), child.type == "ORDINAL")  # type: ignore[arg-type, attr-defined]
    return before, after


def whole_times(said: str) -> int:
    """`x2`, `twice`."""
    return 2 if said == "twice" else int(said.removeprefix("x").strip())


class Muster:
    """Which units a list means. One that has an order already is not meant again by `Regulator` alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.all = refs(table.state, table.seat)

    def called(self, items: list[Item], start: str | None) -> list[UnitRef]:
        """The units of a list; `start`: the place of those whose place is not said."""
        found: list[UnitRef] = []
        for item in items:
            found += self._one(item, item.space or start, self.table.units.union(found) if found else self.table.units)
        return found

    def all_but(self, items: list[Item], start: str | None, *, goes: bool = True, kind: str = "") -> list[UnitRef]:
        """Everybody (there, of a kind) who is not in the list. `goes`: on one way, so that all are where those are."""
        places = {item.space for item in items if item.space and goes} | ({start} if start else set())
        there = [ref for ref in self._everybody() if (not places or ref.space in places) and kind in ("", ref.kind)]
        left_out: list[UnitRef] = []
        for item in map(all_of_them, items):
            left_out += self._one(item, item.space or start, set(left_out))
        return [ref for ref in there if ref not in left_out and ref not in self.table.units]

    def claim(self, found: list[UnitRef]) -> list[UnitRef]:
        """These have their order now."""
        self.table.units = self.table.units.union(found)
        return found

    def _everybody(self) -> Sequence[UnitRef]:
        """All units on the map, and those this letter places."""
        if not self.table.placed:
            return self.all
        found = list(self.all)
        for kind, spaces in self.table.placed.items():
            for space in spaces if kind in UNITS else ():
                number = sum(1 for ref in found if (ref.kind, ref.space) == (kind, space)) + 1
                found.append(UnitRef(kind, space, number))
        return found

    def nobody(self, start: str | None) -> Fault:
        """No unit is meant."""
        where = tuple(sorted({ref.space for ref in self.all}))
        return Fault(Problem("nobody-there", {"space": start or "", "where": where}))

    def _one(self, item: Item, place: str | None, named: Collection[UnitRef]) -> list[UnitRef]:
        if item.which in ("new_one", "new_ones", "old_one", "other"):
            found = self._new_or_old(item, place, named)
            if found:
                return found
        there = [ref for ref in self._everybody() if ref.space == place] if place is not None else self._everybody()
        if not item.kind:
            return self._so_many(item, [ref for ref in there if ref not in named] if named else [*there])
        there = [ref for ref in there if ref.kind == item.kind]
        if not there:
            return [self._coming(item, place)]
        wants_all = item.which in ("all", "rest") or (item.plural and not item.count and not item.number)
        free = [ref for ref in there if ref not in named] if named else there
        if wants_all or (item.count > 1 and item.count == len(there)):
            return self._so_many(item, free) if item.which == "rest" and item.count else free or there[:1]
        space = (free or there)[0].space
        spaces = {ref.space for ref in (free or there)} if len(there) > 1 else ()
        if len(spaces) > 1:
            raise Fault(Problem("which-unit", {"kind": item.kind, "spaces": tuple(sorted(spaces))}))
        if item.number:
            number = len(there) if item.number < 0 else item.number
            if number > len(there) == 1 and place is not None:
                # `3rd Regulator (0407)`: the third of all of them is the one there.
                alike = [ref for ref in self.all if ref.kind == item.kind]
                number = 1 if alike[number - 1 : number] == there else number
            return [UnitRef(item.kind, space, number)]
        first = there[0] if there[0].number == 1 and there[0].space == space else UnitRef(item.kind, space, 1)
        return [first] if item.count < 2 and first not in named else self._next(item, first, named)

    def _new_or_old(self, item: Item, place: str | None, named: Collection[UnitRef]) -> list[UnitRef]:
        """`the new man`, whom this letter places; `the old Regulator`, who is on the map already; `the other one`, who
        is there if anybody is. (): ask as for any other."""
        there = [one for one in self._everybody() if item.kind in ("", one.kind) and place in (None, one.space)]
        is_new = item.which.startswith("new")
        free = [one for one in there if (one in self.all) is not is_new and one not in named]
        if is_new and not item.kind and item.which == "new_one":
            free = [one for one in free if one.kind == REGULATOR] or free
        if is_new and not free and self.table.form == "build-and-raid":
            raise self.nobody(place)
        alike = {(one.kind, one.space) for one in free}
        is_all = item.which == "new_ones" or item.plural
        if len(alike) > 1 and not is_all:
            facts = {"kind": free[0].kind, "spaces": tuple(sorted({one.space for one in free}))}
            raise Fault(Problem("which-unit", facts))
        if item.which == "other" and len(free) > 1:
            raise Fault(Problem("which-unit", {"kind": free[0].kind, "spaces": (free[0].space,)}))
        many = is_all or (bool(free) and UNITS[free[0].kind].name.endswith("s"))
        return free if many else free[:1]

    def _so_many(self, item: Item, found: list[UnitRef]) -> list[UnitRef]:
        """`the other two`, `the two at 0303`: so many they are."""
        if item.which in ("rest", "so_many") and item.count and item.count != len(found):
            where = tuple(sorted({ref.space for ref in found}))
            facts = {"kind": item.kind or REGULATOR, "space": "", "number": item.count, "there": len(found)}
            raise Fault(Problem("no-such-unit", {**facts, "where": where}))
        return found

    def alike(self, items: list[Item], found: list[UnitRef]) -> list[UnitRef]:
        """Those of a kind whose name is a plural already (`Cowboys`) beside the one that is meant, if no number was
        said."""
        kinds = {item.kind for item in items if item.kind and UNITS[item.kind].name.endswith("s")
                 and not item.count and not item.number}  # fmt: skip
        if not kinds:
            return []
        meant = {(ref.kind, ref.space) for ref in found if ref.kind in kinds}
        return [ref for ref in self._everybody() if (ref.kind, ref.space) in meant and ref not in found]

    def _next(self, item: Item, first: UnitRef, named: Collection[UnitRef]) -> list[UnitRef]:
        """The first of their like not named yet, as many as were said."""
        chosen, space = list[UnitRef](), first.space
        on_map = sum(1 for ref in self._everybody() if ref.kind == item.kind and ref.space == space)
        placed = len(self.table.placed.get(item.kind, ()))
        joining = max(0, self.table.coming.count(item.kind) - placed)
        if item.count > max(1, on_map + joining):
            facts = {"kind": item.kind, "space": space, "number": item.count, "there": on_map, "where": (space,)}
            raise Fault(Problem("no-such-unit", facts))
        for _ in range(max(1, min(item.count, MOST))):
            one = first
            while one in named or one in chosen:
                one = UnitRef(item.kind, space, one.number + 1)
            chosen.append(first if one.number > on_map + joining and item.count < 2 else one)
        return chosen

    def _coming(self, item: Item, place: str | None) -> UnitRef:
        """A unit that is not on the map, but may be before the raids."""
        if item.kind in self.table.coming or (item.kind == REGULATOR and place is not None):
            return UnitRef(item.kind, place or "", max(1, item.number))
        where = tuple(sorted({ref.space for ref in self.all if ref.kind == item.kind}))
        facts = {"kind": item.kind, "space": place or "", "number": max(1, item.number), "there": 0, "where": where}
        raise Fault(Problem("no-such-unit", facts))
