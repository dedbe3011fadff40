"""Counters that are placed, discarded or kept, and the Regulator that is hired."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Name
from judge.grammar.numbers import number
from judge.variants.land_barons.build import sites
from judge.variants.land_barons.counters import RANCH, RECRUITS, REGULATOR, UNITS
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
    within,
)
from judge.variants.land_barons.notation.units import PAIRS
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Deploy, Order, Recruit


def read_build(table: Table, node: Node) -> list[Order]:
    """An order of the Build Phase."""
    data = str(node.data)
    if data == "no_recruit":
        _only_regulators(table, node)
        return [Recruit("")]
    if data == "recruit":
        return [_recruit(table, node)]
    if data == "discard_all":
        return _discard_all(table, node)
    things = [one for part in parts(node, "things") for one in parts(part, "thing")]
    if data == "put_all_but":
        return _all_won(table, node, of_units=bool(tokens(node, "NEW_UNITS")), but=things)
    if data == "put_like":
        _like(table, names(node, "#")[0])
    if data in ("put_too", "put_like") and not table.site:
        raise Fault(Problem("not-understood", {"text": "so do"}))
    found: list[Order] = []
    apart = [one for left in parts(node, "left_out") for part in parts(left, "things") for one in parts(part, "thing")]
    if apart and not (len(things) == 1 and tokens(things[0], "NEW_UNITS", "ALL_WON")):
        raise Fault(Problem("not-understood", {"text": "but"}))
    for thing in things:
        if tokens(thing, "NEW_UNITS", "ALL_WON"):
            found += _all_won(table, node, of_units=bool(tokens(thing, "NEW_UNITS")), but=apart)
        else:
            found += _thing(table, node, thing, several=len(things) > 1)
    return found


def _like(table: Table, name: Name) -> None:
    """`Lawmen Posse: same as the Mob`: where this letter put that one."""
    kind = kind_of(table, name, {**RECRUITS, **UNITS}, table.coming, "counter")
    table.site = (table.placed.get(kind) or ("",))[-1]


def _all_won(table: Table, node: Node, *, of_units: bool, but: Sequence[Node] = ()) -> list[Order]:
    """`all my new units`, `everything I won`: what the letter has not put anywhere yet; but for some."""
    left = list(table.state.won.get(table.seat, ()))
    for kind, spaces in table.placed.items():
        for _ in spaces[: left.count(kind)]:
            left.remove(kind)
    apart = [kind_of(table, name, {**RECRUITS, **UNITS}, left, "counter") for one in but for name in names(one, "#")]
    if any(kind not in left for kind in apart):
        raise Fault(Problem("not-won", {"kind": apart[0], "won": table.state.won.get(table.seat, ())}))
    kinds = [kind for kind in left if (kind in UNITS or not of_units) and kind not in apart]
    where = parts(node, "site")
    count = next(filter(None, (number(word) for word in _all_said(node).split())), 0)
    if count and count != len(kinds) + len(apart):
        raise Fault(Problem("not-won", {"kind": REGULATOR, "won": table.state.won.get(table.seat, ())}))
    if node.data == "discard" and kinds:
        return [Deploy(kind, "") for kind in kinds]
    if node.data not in ("put", "put_all_but") or not where or not kinds:
        raise Fault(Problem("not-won", {"kind": REGULATOR, "won": table.state.won.get(table.seat, ())}))
    found: list[Order] = []
    for kind in kinds:
        space = site_of(table, where[0], kind)
        _placed(table, kind, [space])
        found.append(Deploy(kind, space, 0))
    for site in (one for left in parts(node, "left_out") for one in parts(left, "site")):
        # `all to 0207 except the Bandidos, who go to 0409`
        for kind in apart:
            space = site_of(table, site, kind)
            _placed(table, kind, [space])
            found.append(Deploy(kind, space, 0))
    return found


def _all_said(node: Node) -> str:
    """`all three counters`."""
    said = [token for part in within(node) for token in tokens(part, "NEW_UNITS", "ALL_WON")]
    return str(said[0]) if said else ""


def _placed(table: Table, kind: str, spaces: list[str]) -> None:
    table.placed = {**table.placed, kind: (*table.placed.get(kind, ()), *spaces)}
    table.site = spaces[-1]


def _discard_all(table: Table, node: Node) -> list[Order]:
    """Every counter won; `all three` where there are three, `both` where there are two."""
    won = table.state.won.get(table.seat, ())
    said = next((str(token) for token in tokens(node, "ALL_OF")), "")
    both = any(str(token).startswith("both") for token in tokens(node, "EVERY"))
    if not won or (said and number(said.split()[1]) != len(won)) or (both and len(won) != 2):
        raise Fault(Problem("not-won", {"kind": REGULATOR, "won": won}))
    return [Deploy(kind, "") for kind in won]


def _thing(table: Table, node: Node, thing: Node, several: bool) -> list[Order]:
    """One counter, or several alike."""
    kind = kind_of(table, names(thing, "#")[0], {**RECRUITS, **UNITS}, table.coming, "counter")
    if kind == REGULATOR and node.data == "put" and (tokens(thing, "NEW") or _is_hired(table, node, thing)):
        space = site_of(table, parts(node, "site")[0], kind)
        _placed(table, kind, [space])
        return [Recruit(space)]
    if kind == REGULATOR and node.data == "put_like":
        _placed(table, kind, [table.site])
        return [Recruit(table.site)]
    if kind not in RECRUITS or (kind in UNITS and kind not in table.coming):
        raise Fault(Problem("not-won", {"kind": kind, "won": table.state.won.get(table.seat, ())}))
    if node.data == "keep" and kind in UNITS and tokens(thing, "NEW"):
        # `hold the new Gunslinger` is of the counter, and units are never kept.
        raise Fault(Problem("no-holding", {"kind": kind}))
    before, which = _figures(thing)
    count = 1 if several and before == 2 else max(1, min(before, 9))
    if node.data in ("discard", "keep"):
        return [Deploy(kind, "", which, hold=node.data == "keep")] * count
    if node.data == "put_nowhere":
        raise Fault(Problem("no-site-said", {"kind": kind, "sites": sites(table.state, table.seat, kind)}))
    space = table.site if node.data in ("put_too", "put_like") else site_of(table, parts(node, "site")[0], kind)
    _placed(table, kind, [space] * count)
    return [Deploy(kind, space, which)] * count


def _is_hired(table: Table, node: Node, thing: Node) -> bool:
    """`Regulator at the town`: a new one, as it orders nothing of one who stands there; then that is told."""
    name = names(thing, "#")[0]
    if (
        len(parts(node, "things")[0].children) > 1
        or not (parts(node, "at", "listed") or _is_there(node))
        or name.text.lower().endswith("s")
    ):
        return False
    space = site_of(table, parts(node, "site")[0], REGULATOR)
    count, _ = _figures(thing)
    if count > 1:
        raise Fault(Problem("one-regulator", {"number": count}))
    if any(one.kind == REGULATOR for one in table.state.at(table.seat, space)):
        table.notes.append(Problem("read-as", {"text": name.text, "as": write(table.state, Recruit(space))}))
    return True


def _is_there(node: Node) -> bool:
    """`One Regulator there`."""
    return any(tokens(site, "IT") for site in parts(node, "site"))


def _figures(thing: Node) -> tuple[int, int]:
    """How many, and which."""
    count, which, seen = 1, 0, False
    for child in thing.children:
        if not isinstance(child, str):
            seen = True
        elif getattr(child, "type", "") in ("NUMBER", "ORDINAL"):
            said = number_of(child)  # type: ignore[arg-type]
            if (seen and child.lower() not in PAIRS) or child.type == "ORDINAL":  # type: ignore[attr-defined]
                which = max(0, said)
            else:
                count = said
    return count, which


def site_of(table: Table, node: Node, kind: str) -> str:
    """The space named; `there`, where the counter before went; the one settlement of that kind where the counter may
    go, else the only one owned."""
    spaces = [space_of(table, name) for name in names(node, "@")]
    if spaces:
        return spaces[0]
    if tokens(node, "IT"):
        if not table.site:
            raise Fault(Problem("no-site-said", {"kind": kind, "sites": sites(table.state, table.seat, kind)}))
        return table.site
    ground = names(node, "&")[0].choices[0]
    settlements = table.state.settlements
    own = [space for space in table.state.owned(table.seat) if settlements[space].kind == ground]
    if ground == RANCH:
        own = [space for space in own if settlements[space].ranch == table.seat] or own
    lawful = [space for space in own if space in sites(table.state, table.seat, kind)]
    found = lawful or own
    if len(found) == 1:
        return found[0]
    if not found:
        raise Fault(Problem("no-such-site", {"kind": ground, "sites": sites(table.state, table.seat, kind)}))
    raise Fault(Problem("which-site", {"kind": ground, "sites": tuple(found)}))


def _recruit(table: Table, node: Node) -> Recruit:
    """A Regulator; where there is one site only, it need not be said."""
    _only_regulators(table, node)
    count = tokens(node, "NUMBER")
    if count and number_of(count[0]) > 1:
        raise Fault(Problem("one-regulator", {"number": number_of(count[0])}))
    where = parts(node, "site")
    if where:
        space = site_of(table, where[0], REGULATOR)
    else:
        lawful = sites(table.state, table.seat, REGULATOR)
        if len(lawful) != 1:
            raise Fault(Problem("no-site-said", {"kind": REGULATOR, "sites": lawful}))
        space = lawful[0]
        table.notes.append(Problem("site-taken", {"kind": REGULATOR, "space": space}))
    _placed(table, REGULATOR, [space])
    return Recruit(space)


def _only_regulators(table: Table, node: Node) -> None:
    for name in names(node, "#"):
        kind = kind_of(table, name, {**RECRUITS, **UNITS}, (REGULATOR,), "counter")
        if kind != REGULATOR:
            raise Fault(Problem("not-recruited", {"kind": kind}))
