"""Words by which others do the same: `the Baron too`, `Braves as well`, `Cowboys ditto`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.grammar.memory import once
from judge.grammar.shape import Marked, Stuck, Tongue
from judge.variants.land_barons.counters import REGULATOR, UNITS
from judge.variants.land_barons.notation.again import adds
from judge.variants.land_barons.notation.building import read_build
from judge.variants.land_barons.notation.clauses import Clause
from judge.variants.land_barons.notation.money import pay_too
from judge.variants.land_barons.notation.raiding import so_do
from judge.variants.land_barons.notation.table import Fault, Node, Table, parts, read_as
from judge.variants.land_barons.notation.units import Item, Muster, items_of
from judge.variants.land_barons.orders import Deploy, Move, Order, Pay, Recruit

MOST_WORDS = 3
_GOING_ON = frozenset(("and", "also", "plus", "not"))


def too(table: Table, clause: Clause, last: object) -> Sequence[Order]:
    """The last order for those whom a clause names that says no more than that; (): it says something else."""
    if isinstance(last, Pay):
        return _paid_too(table, clause, last)
    if isinstance(last, (Deploy, Recruit)) and clause.marked is not None:
        stays = _it_stays(table, clause.marked, last)
        if stays:
            return stays
    who = _who(clause.marked, table.tongue) if clause.marked is not None else None
    if who is None:
        return ()
    start = {Move: "alike", Deploy: "things_alike", Recruit: "things_alike"}.get(type(last), "")
    tree = read_as(who, table.tongue, start) if start else None
    if tree is None:
        return ()
    try:
        if start == "things_alike":
            return read_build(table, Node("put_too", tree.children))
        items = items_of(table, parts(tree, "list")[0])
        table.rest = any(item.which == "rest" for item in items)
        return so_do(table, items)
    except Fault:
        return ()


def _it_stays(table: Table, marked: Marked, last: Deploy | Recruit) -> Sequence[Order]:
    """`A fresh Regulator for Alder Valley, he waits there`: the unit that was placed last, and there is no other like
    it among those that were."""
    kind = last.kind if isinstance(last, Deploy) else REGULATOR
    stays = read_as(marked, table.tongue, "stays") is not None
    if not stays or kind not in UNITS or len(table.placed.get(kind, ())) != 1 or not last.space:
        return ()
    muster = Muster(table)
    found = muster.called([Item(which="new_one", kind=kind, space=last.space)], None)
    table.standing |= {*found}
    return [Move(one) for one in muster.claim(found)]


def _paid_too(table: Table, clause: Clause, last: Pay) -> Sequence[Order]:
    """`pay the Mob; and the Braves`, `pay all. Not the Braves.`: a list that goes on."""
    marked = clause.marked
    pieces = marked.pieces if marked is not None else ()
    if marked is None or not pieces:
        return ()
    before = [*marked.text[: pieces[0].start].lower().split(), pieces[0].sign][-2:]
    # Who is added to an exception is left out, or paid.
    is_more = last.whom == "only" and adds(marked) == "TOO"
    if _GOING_ON.isdisjoint(before) and not is_more:
        return ()
    denied = pieces[0].sign == "not"
    tree = read_as(_behind_first(marked) if denied else marked, table.tongue, "paid_alike")
    try:
        return () if tree is None else pay_too(table, tree, last, denied=denied)
    except Fault:
        return ()


@once
def _behind_first(marked: Marked) -> Marked:
    return Marked(marked.text, marked.pieces[1:])


@once
def _who(marked: Marked, tongue: Tongue) -> Marked | None:
    """The words before `too`."""
    pieces = marked.pieces
    for count in range(1, min(MOST_WORDS, len(pieces) - 1) + 1):
        tail = Marked(marked.text, pieces[-count:])
        if not isinstance(tongue.readings(tail, ("also",)), Stuck):
            left = pieces[:-count]
            return Marked(marked.text, left[:-1] if left[-1].sign in (",", ":", "-") else left)
    return None


__all__ = ["too"]
