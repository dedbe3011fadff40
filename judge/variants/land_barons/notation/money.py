"""Payments, bids and gifts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from judge.adjudicator.protocol import Problem, Seat
from judge.adjudicator.value import value
from judge.grammar.finding import Name
from judge.grammar.memory import once
from judge.grammar.numbers import figures_in, number
from judge.variants.land_barons.counters import BARON, RECRUITS, REGULATOR, UNITS
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.lots import MANY, heads_in, lots_of, plain_bid
from judge.variants.land_barons.notation.sums import plain_rungs, sum_of
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
from judge.variants.land_barons.notation.units import Item, Muster, item_of
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import AgreeDraw, Bid, Give, GiveUp, Order, OrderBid, Pay, UnitRef
from judge.variants.land_barons.recruit import may_bid, open_lots
from judge.variants.land_barons.state import State

# -- pay --------------------------------------------------------------------------------------------------------------


def read_pay(table: Table, node: Node) -> list[Order]:
    """Whom to pay."""
    data = str(node.data)
    lists = [payees(table, part) for part in parts(node, "payees")]
    if data in _OF_ALL:
        return _pay_of_all(table, node)
    if data == "pay_nor":
        # `Don't pay the Mob. Nor the Braves.`
        if not table.denied:
            raise Fault(Problem("not-understood", {"text": "nor"}))
        data = "pay_deny"
    is_listed, data = data == "pay_these", "pay_only" if data == "pay_these" else data
    is_denied, data = data == "pay_deny", "pay_but" if data == "pay_deny" else data
    if data == "pay_no":
        # `pay all, no Cowboys`
        lists = lists if len(lists) > 1 else [lists[0][:1], lists[0][1:]]
        if lists[0][0].kind or lists[0][0].space or len(lists[0]) > 1 or not lists[1]:
            raise Fault(Problem("not-understood", {"text": "not", "expected": "pay all but Cowboys"}))
        lists = lists[1:]
    items = lists[0]
    if len(items) > 1 and any(one.which == "all" and not one.kind and one.space is None for one in items):
        # `pay the Regulators, all of them`
        raise Fault(Problem("not-understood", {"text": "all", "expected": "pay only Regulators"}))
    is_everybody = len(items) == 1 and not items[0].kind and items[0].space is None
    if data == "pay_but" and is_everybody and items[0].which == "rest" and table.paid:
        return []
    if data in ("pay_but", "pay_no") and is_everybody:
        # "Don't pay all": some of them, or nobody?
        raise Fault(Problem("not-understood", {"text": "all", "expected": "pay none"}))
    if data == "pay_only" and is_everybody and len(lists) > 1:
        # "pay all but not the Cowboys"
        data, items, is_everybody = "pay_but", lists[1], False
    if data == "pay_only" and is_everybody:
        # "pay the rest" says no more than who is left out.
        if items[0].which == "rest" and not table.unpaid:
            raise Fault(Problem("not-understood", {"text": "rest", "expected": "pay all"}))
        return [] if items[0].which == "rest" else [Pay("all")]
    if data == "pay_no" and any(item.kind == REGULATOR and not item.space for item in items):
        # `pay all, no Regulator`: perhaps none is to be hired.
        raise Fault(Problem("not-understood", {"text": "no", "expected": "pay all but Regulators"}))
    found = _on_the_payroll(table, items)
    if not found:
        raise Muster(table).nobody(next((item.space for item in items if item.space), None))
    if data in ("pay_but", "pay_no"):
        table.unpaid, table.is_denied = True, is_denied
        # "Do not pay the Mob. Do not pay the Braves": neither of them.
        found = table.denied = in_order(table, (*(table.denied if is_denied else ()), *found))
        # "pay the Gunslinger, the Cowboys go without": whom to pay is said already.
        return [] if table.paid and table.paid.isdisjoint(found) else [Pay("but", found)]
    if is_listed:
        # `pay the Mob`, and below it `pay the Braves`: both.
        found = table.listed = in_order(table, (*table.listed, *found))
    table.paid = frozenset(found)
    return [Pay("only", found)]


def _on_the_payroll(table: Table, items: list[Item]) -> tuple[UnitRef, ...]:
    """The units that payees are. A Baron is paid nothing, unless nobody else is meant."""
    found = called(table, items)
    return tuple(ref for ref in found if ref.kind != BARON) or found


def pay_too(table: Table, node: Node, last: Pay, *, denied: bool) -> list[Order]:
    """`pay all but the Mob; and the Braves`: the list goes on. `denied`: `pay all. Not the Mob.`"""
    found = _on_the_payroll(table, payees(table, parts(node, "payees")[0]))
    if denied and last.whom == "only":
        return [last] if set(last.units).isdisjoint(found) else []
    if not denied and last.whom == "all":
        return []
    found = in_order(table, (*last.units, *found))
    if last.whom == "only":
        table.listed, table.paid = found, frozenset(found)
    else:
        table.denied, table.unpaid = found, True
    return [Pay("only" if last.whom == "only" else "but", found)]


_OF_ALL = ("pay_none", "pay_all", "pay_bare", "pay_both", "pay_no_more", "pay_others")


def _pay_of_all(table: Table, node: Node) -> list[Order]:
    """Whom to pay, in words that name nobody."""
    data = str(node.data)
    if data == "pay_none":
        return [Pay("only")]
    if data in ("pay_all", "pay_bare"):
        return [Pay("all")]
    if data == "pay_both":
        _as_many(table, node)
        return [Pay("all")]
    if data == "pay_no_more":
        # `Pay the Gunslinger. Nobody else.`
        if not table.paid:
            raise Fault(Problem("not-understood", {"text": "nobody else", "expected": "pay none"}))
        return [Pay("only", in_order(table, table.paid))]
    if data == "pay_others":
        # `Don't pay the Mob. Everybody else yes.`
        if not table.unpaid:
            raise Fault(Problem("not-understood", {"text": "yes", "expected": "pay all"}))
        return []
    return []


def _as_many(table: Table, node: Node) -> None:
    """`pay both`, `pay all three`, `my two lads get their pay`, where so many are to be paid."""
    payable = [unit for unit in table.state.units_of(table.seat) if unit.kind != BARON]
    (said,) = tokens(node, "BOTH", "ALL_OF", "NUMBER")
    many = 2 if said.type == "BOTH" else number(str(said).split()[-1 if said.type == "NUMBER" else 1])
    if len(payable) != many:
        raise Fault(Problem("not-understood", {"text": str(said), "expected": "pay all"}))


def payees(table: Table, node: Node) -> list[Item]:
    found: list[Item] = []
    for payee in parts(node, "payee"):
        if not parts(payee):
            found.append(_there(table, space_of(table, names(payee, "@")[0]), found[-1].kind if found else ""))
            continue
        (unit,) = parts(payee)
        item = item_of(table, unit)
        where = [space_of(table, name) for name in names(payee, "@")]
        space = where[0] if where else item.space
        # `the Cowboys`, of whom there are two: both.
        is_many = bool(item.kind) and UNITS[item.kind].name.endswith("s") and not (item.count or item.number or space)
        which = "all" if is_many and item.which == "unit" else item.which
        is_as_said = which == item.which and space == item.space
        found.append(item if is_as_said else replace(item, which=which, space=space))
    return found


def _there(table: Table, space: str, kind: str) -> Item:
    """`the Regulators at 0106 and 0407`: of the kind before it; where none was named, whoever is there."""
    kinds = [unit.kind for unit in table.state.units_of(table.seat) if unit.space == space and unit.kind != BARON]
    if not kinds or (kind and kind not in kinds):
        raise Muster(table).nobody(space)
    return Item(which="all", kind=kind, space=space)


def called(table: Table, items: list[Item]) -> tuple[UnitRef, ...]:
    """The units of a list of payees, in the order of the tables: a place holds for the item it stands by."""
    named, table.units = table.units, frozenset()
    try:
        found = Muster(table).called(items, None)
    finally:
        table.units = named
    for ref in found:
        if not ref.space:
            facts = {"kind": ref.kind, "space": "", "number": ref.number, "there": 0, "where": ()}
            raise Fault(Problem("no-such-unit", facts))
    return in_order(table, found)


def in_order(table: Table, found: Iterable[UnitRef]) -> tuple[UnitRef, ...]:
    """Units in the order of the tables, each once."""
    units = dict.fromkeys(found)
    order = _order(table.state, table.seat) if len(units) > 1 else {}
    return tuple(sorted(units, key=lambda ref: order.get(ref, len(order)))) if order else tuple(units)


@once
def _order(state: State, seat: Seat) -> dict[UnitRef, int]:
    """Where each unit stands in the tables."""
    return {ref: place for place, ref in enumerate(refs(state, seat))}


# -- bids -------------------------------------------------------------------------------------------------------------


@value
class Unplaced:
    """A bid on a counter of which several lots are up: the whole letter says which is meant."""

    kind: str
    rungs: tuple[int, ...]


def read_bid(table: Table, node: Node) -> list[Order | Unplaced]:
    """Bids on lots."""
    plain = plain_bid(node)
    if plain is not None:
        return [_on_one(table, *plain)]
    data = str(node.data)
    if data == "no_bids":
        return [Bid(lot, ()) for lot in _mine(table)]
    if data == "no_bid_of":
        kind = _kind(table, node)
        if any(unit.kind == kind for unit in table.state.units_of(table.seat)):
            # `no Cowboys`: no bid on them, or no pay?
            raise Fault(Problem("not-understood", {"text": names(node, "#")[0].text}))
        return [Bid(lot, ()) for lot in _alike(table, kind)]
    if data == "no_other_bids":
        table.rest = True
        return [Bid(lot, ()) for lot in _others(table) if lot not in table.unread]
    if data == "same_bid" and table.rungs is None:
        raise Fault(Problem("no-sum", {"text": "the same"}))
    if data == "bid_figures":
        return [_of_figures(table, *parts(node, "ladder"))]
    rungs = () if data == "no_bid" else table.rungs or () if data == "same_bid" else _rungs(table, node)
    table.rungs = rungs
    if rungs and names(node, "#") and rungs[-1] > MANY and rungs[-1] > table.state.purse(table.seat):
        raise Fault(Problem("no-sum", {"text": str(rungs[-1])}))
    found: list[Order | Unplaced] = []
    lots = _it(table) if data == "bid_it" else _lots(table, node)
    is_alike = len(lots) == 1 and isinstance(lots[0], str) and any(tokens(one, "DASH") for one in parts(node, "ladder"))
    if is_alike and isinstance(lots[0], str) and rungs[0] <= len(_alike(table, lots[0])):
        # `Cowboys 1 - 17`, where several lots are Cowboys: on the first of them
        lots, rungs = [_alike(table, lots[0])[rungs[0] - 1]], rungs[1:]
        table.rungs, table.notes = rungs, [one for one in table.notes if one.code != "read-as-ladder"]
    if tokens(node, "EVERY"):
        # `Cowboys: 3 each`
        lots = [one for lot in lots for one in (_alike(table, lot) if isinstance(lot, str) else (lot,))]
    for lot in lots:
        found.append(Unplaced(lot, rungs) if isinstance(lot, str) else Bid(lot, rungs))
    table.lots |= {one.lot for one in found if isinstance(one, Bid)}
    return found


def _on_one(table: Table, name: Name, rungs: tuple[int, ...], is_high: bool) -> Order | Unplaced:
    """A bid on one counter."""
    kind = table.kind = name.choices[0]
    table.rungs = rungs
    if is_high and rungs[-1] > table.state.purse(table.seat):
        # `Gunslinger 1210-1310` bids nothing: these are no Dollars anybody has.
        raise Fault(Problem("no-sum", {"text": str(rungs[-1])}))
    lots = lots_of(table.state, kind)
    if not lots:
        raise Fault(Problem("no-such-lot", {"text": name.text, "lots": table.state.lots}))
    if len(lots) > 1:
        return Unplaced(kind, rungs)
    table.lots = table.lots.union(lots)
    return Bid(lots[0], rungs)


def bids_by_lot(table: Table, node: Node) -> list[Bid]:
    """A bid for each lot, in their order; none, where there are not as many, or a lot was spoken of before."""
    ladders = [parts(one, "ladder") for one in parts(node)]
    sums = [tuple(_sums(table, one[0])) if one else () for one in ladders]
    if len(sums) != len(table.state.lots) or table.lots or table.unread:
        return []
    table.lots |= {*range(1, len(sums) + 1)}
    return [Bid(lot, () if rungs == (0,) else rungs) for lot, rungs in enumerate(sums, 1)]


def _it(table: Table) -> list[int | str]:
    """`25 on them`: on the counter last named, which is told."""
    if not table.named or table.kind != table.named:
        raise Fault(Problem("bid-on-what", {"lots": table.state.lots}))
    table.notes.append(Problem("read-as", {"text": "it", "as": RECRUITS[table.kind].name}))
    alike = _alike(table, table.kind)
    return [table.kind] if len(alike) > 1 else list(alike)


def _of_figures(table: Table, lot: Node, ladder: Node) -> Bid:
    """`3: 8`: the lot's number and the sum, told with the lot's name."""
    rungs = _sums(table, ladder)
    bid = Bid(_numbered(table, _sums(table, lot)[0]), () if rungs == [0] else tuple(rungs))
    if len(parts(lot, "sum")) > 1 or max(rungs) > table.state.purse(table.seat):
        raise Fault(Problem("no-sum", {"text": str(rungs[-1])}))
    table.notes.append(Problem("read-as", {"text": f"{bid.lot}: {rungs[0]}", "as": write(table.state, bid)}))
    table.lots |= {bid.lot}
    return bid


def _rungs(table: Table, node: Node) -> tuple[int, ...]:
    """The sums of a ladder, with those for ties; 0 alone is no bid."""
    plain = plain_rungs(node)
    if plain is not None:
        return plain
    (ladder,) = parts(node, "ladder")
    sums = _sums(table, ladder)
    if str(node.data) == "bid_turned" and sums[-1] <= len(table.state.lots):
        # `1: Saloon` may as well count.
        raise Fault(Problem("no-sum", {"text": str(sums[-1])}))
    for ties in parts(node, "ties"):
        sums = _with_ties(table, ties, sums)
    return () if sums == [0] else tuple(sums)


def _with_ties(table: Table, ties: Node, sums: list[int]) -> list[int]:
    """A ladder, and what is bid if somebody bids the same."""
    for name in (name for tie in parts(ties) for name in names(tie, "%")):
        # `if Graham bids the same, 23`: a tie, where nobody else can be meant.
        others = [one.id for one in table.seats if one.id in table.state.living and one.id != table.seat]
        if others != list(name.choices):
            raise Fault(Problem("no-condition", {"text": name.text}))
    for tie in parts(ties, "tie", "tie_more"):
        # `one more on a tie`
        sums += [sum_of(one) for one in parts(tie, "sum")] or [sums[-1] + number_of(tokens(tie, "NUMBER")[0])]
    return sums


def _sums(table: Table, ladder: Node) -> list[int]:
    """The sums with a sign between them. A dash joins figures, and is told; `one-ten` is no two of them."""
    sums = [sum_of(one) for one in parts(ladder, "sum")]
    if tokens(ladder, "DASH"):
        said = [str(token) for one in parts(ladder, "sum") for token in tokens(one, "NUMBER")]
        if not all(one.isdecimal() for one in said):
            raise Fault(Problem("no-sum", {"text": "-".join(said)}))
        table.notes.append(Problem("read-as-ladder", {"rungs": tuple(sums)}))
    return sums


def _lots(table: Table, node: Node) -> list[int | str]:
    """The lots a bid is on; a kind where several are alike and none is said."""
    found: list[int | str] = []
    for head in heads_in(node):
        found += _plain(table, head) if head.data == "plain" else _lot(table, head)
    if str(node.data) in ("bid_numbered", "bid_of_lot"):
        which = number_of(tokens(node, "NUMBER")[0])
        is_lot = node.data == "bid_of_lot" and table.state.lots[which - 1 : which] == (_kind(table, node),)
        # `Cowboys lot 7`, and lot 7 is Cowboys
        found += [which] if is_lot else _which(table, node)
    elif names(node, "#"):
        found += _plain(table, node)
    return list(dict.fromkeys(found))


def _lot(table: Table, head: Node) -> list[int | str]:
    data = str(head.data)
    if data == "other_lots":
        table.rest = True
        return list(_so_many_others(table, head))
    if data == "every_but":
        # `15 on everything but the Saloon`
        named = [kind_of(table, name, RECRUITS, table.state.lots, "counter") for name in names(head, "#")]
        if not {*named} <= {*table.state.lots}:
            raise Fault(Problem("no-such-lot", {"text": names(head, "#")[0].text, "lots": table.state.lots}))
        return [lot for lot in _mine(table) if table.state.lots[lot - 1] not in named]
    if data == "every" and not names(head, "#"):
        return list(_all_of(table, head))
    if data == "every":
        # `each of the mills`: of every kind of mill that is up.
        up = [kind for kind in names(head, "#")[0].choices if kind in table.state.lots]
        several = [lot for lot, kind in enumerate(table.state.lots, 1) if kind in up]
        return list(several if len(up) > 1 else _alike(table, _kind(table, head)))
    if tokens(head, "RANGE"):
        first, last = map(int, figures_in(str(tokens(head, "RANGE")[0])))
        return [_numbered(table, one) for one in (first, *range(first + 1, last), last)]
    if tokens(head, "FIRST_FEW"):
        which, many, *_ = str(tokens(head, "FIRST_FEW")[0]).split()
        all_lots = [*range(1, len(table.state.lots) + 1)]
        count = number(many) or 0
        if count > len(all_lots):
            raise Fault(Problem("no-such-lot", {"text": f"{which} {many}", "lots": table.state.lots}))
        return [*(all_lots[:count] if which == "first" else all_lots[-count:])]
    if data == "several":
        return [_numbered(table, number_of(one)) for one in tokens(head, "NUMBER")]
    if data == "the_other":
        # `8 for one of the Cowboys, 6 for the other one`: the other of two alike.
        if len(_alike(table, table.kind)) != 2:
            raise Fault(Problem("bid-on-what", {"lots": table.state.lots}))
        return [table.kind]
    return _which(table, head)


def _numbered(table: Table, which: int) -> int:
    if not 1 <= which <= len(table.state.lots):
        raise Fault(Problem("no-such-lot", {"text": f"lot {which}", "lots": table.state.lots}))
    return which


def _all_of(table: Table, head: Node) -> tuple[int, ...]:
    """All lots; `all three` where there are three."""
    mine = _mine(table)
    said = next((str(token) for token in tokens(head, "ALL_OF")), "")
    if len(mine) != 2 and any(str(token).startswith("both") for token in tokens(head, "EVERY")):
        raise Fault(Problem("bid-on-what", {"lots": table.state.lots}))
    if said and number(said.split()[1]) != len(mine):
        raise Fault(Problem("no-such-lot", {"text": said, "lots": table.state.lots}))
    return mine


def _so_many_others(table: Table, head: Node) -> tuple[int, ...]:
    """`the other three`: so many have no word yet, but for those whose words could not be read."""
    others = _others(table)
    for said in tokens(head, "OTHERS"):
        count = next(filter(None, map(number, said.split())), 0)
        others = others if len(others) == count else tuple(lot for lot in others if lot not in table.unread)
        if len(others) != count:
            raise Fault(Problem("no-such-lot", {"text": str(said), "lots": table.state.lots}))
        return others
    return tuple(lot for lot in others if lot not in table.unread)


def _plain(table: Table, head: Node) -> list[int | str]:
    kind = _kind(table, head)
    alike = _alike(table, kind)
    return [kind] if len(alike) > 1 else list(alike)


def _which(table: Table, head: Node) -> list[int | str]:
    """`lot 3`, `Saloon 2`, `the second Saloon`, `the second`."""
    which = number_of(tokens(head, "NUMBER", "ORDINAL")[0])
    if head.data == "numbered" and tokens(head, "NUMBER"):
        if names(head, "#") and _kind(table, head) != table.state.lots[_numbered(table, which) - 1]:
            # `Lot 4 Bank`, and lot 4 is another.
            raise Fault(Problem("no-such-lot", {"text": names(head, "#")[0].text, "lots": table.state.lots}))
        return [_numbered(table, which)]
    kind = _kind(table, head) if names(head, "#") else table.kind
    if not kind and which <= max(map(table.state.lots.count, table.state.lots), default=0) > 1:
        # "the second": of which two? The fourth is none of two.
        raise Fault(Problem("bid-on-what", {"lots": table.state.lots}))
    alike = _alike(table, kind) if kind else tuple(range(1, len(table.state.lots) + 1))
    which = len(alike) if which < 0 else which
    if not 1 <= which <= len(alike):
        said = f"{RECRUITS[kind].name} {which}" if kind else f"lot {which}"
        raise Fault(Problem("no-such-lot", {"text": said, "lots": table.state.lots}))
    return [alike[which - 1]]


def _kind(table: Table, head: Node) -> str:
    name = names(head, "#")[0]
    table.kind = kind_of(table, name, RECRUITS, table.state.lots, "counter")
    if table.kind not in table.state.lots:
        raise Fault(Problem("no-such-lot", {"text": name.text, "lots": table.state.lots}))
    return table.kind


def _alike(table: Table, kind: str) -> tuple[int, ...]:
    return lots_of(table.state, kind)


def _mine(table: Table) -> tuple[int, ...]:
    return tuple(lot for lot in open_lots(table.state) if may_bid(table.state, table.seat, lot))


def _others(table: Table) -> tuple[int, ...]:
    return tuple(lot for lot in _mine(table) if lot not in table.lots)


# -- the order bid, and between players -------------------------------------------------------------------------------


def read_order_bid(table: Table, node: Node) -> list[Order]:
    """The bid for the order of raids; `bid 5` alone is one where nothing else is bid on."""
    if node.data in ("sum_alone", "no_sum_alone") and table.form in ("pay-and-bids", "pay", "bids"):
        raise Fault(Problem("bid-on-what", {"lots": table.state.lots}))
    if node.data in ("no_order_bid", "no_sum_alone"):
        return [OrderBid(0)]
    dollars = sum_of(parts(node, "sum")[0])
    places = tokens(node, "NUMBER", "ORDINAL")
    place = number_of(places[0]) if places else 0
    return [OrderBid(dollars, len(table.state.living) if place < 0 else place)]


def read_affairs(table: Table, node: Node) -> list[Order]:
    """Gifts, a draw, giving up."""
    if node.data == "give_up":
        return [GiveUp()]
    if node.data == "draw":
        return [AgreeDraw()]
    given = names(node, "%")
    if len(given) > 1 and not tokens(node, "EVERY"):
        # Each of them so much, or together?
        raise Fault(Problem("not-understood", {"text": "and", "expected": f"give 5 each to {given[0].text} and …"}))
    for name in given:
        if len(name.choices) > 1:
            raise Fault(Problem("ambiguous-seat", {"text": name.text, "choices": name.choices}))
        if name.guessed:
            said = next(one.name for one in table.seats if one.id == name.choices[0])
            table.notes.append(Problem("read-as", {"text": name.text, "as": said}))
    return [Give(Seat(name.choices[0]), sum_of(parts(node, "sum")[0])) for name in given]
