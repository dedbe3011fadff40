"""Pay, with a word for each: `Mob 0, the others 2`, `the Mob and the Posse not`, `the Regulators, the Mob no more`."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import value
from judge.grammar.memory import once
from judge.variants.land_barons.counters import BARON
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.money import called, in_order, payees, read_pay
from judge.variants.land_barons.notation.table import Fault, Node, Table, number_of, parts, tokens
from judge.variants.land_barons.notation.units import Item, plain_item
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Bid, Order, Pay, UnitRef
from judge.variants.land_barons.pay import WAGE


@value
class _Fare:
    """One of a list. `joined`: how with the one before it; `word`: `fed`, `unfed`, or nothing; `of_list`: whether a
    colon stands before it."""

    item: Item
    joined: str
    word: str
    of_list: bool

    @property
    def is_everybody(self) -> bool:
        return not self.item.kind and self.item.space is None


def read_paying(table: Table, node: Node) -> list[Order]:
    """Whom to pay, and whom not."""
    if _is_of_all(node):
        return [Pay("all")]
    if node.data != "fares":
        return _without(table, node, read_pay(table, _of_pay(table, node)))
    groups = _groups(table, [one for part in parts(node, "fare", "and_fare", "next_fare", "but_fare", "not_fare")
                             for one in _fares(table, part)])  # fmt: skip
    fed = [one for group, word in groups if word != "unfed" for one in group]
    unfed = [one for group, word in groups if word == "unfed" for one in group]
    everybody = [one for one in (*fed, *unfed) if one.is_everybody]
    if not any(word for _, word in groups) or len(everybody) > 1:
        raise _unclear()
    paid, unpaid = (_units(table, [one.item for one in some if not one.is_everybody]) for some in (fed, unfed))
    if {*paid} & {*unpaid} or (everybody and everybody[0] in unfed and (unpaid or not paid)):
        raise _unclear()
    if not paid or any(one in fed for one in everybody):
        order = Pay("but", unpaid) if unpaid else Pay("all")
    else:
        everyone = {ref for ref in refs(table.state, table.seat) if ref.kind != BARON}
        is_whole = everybody or any(not word for _, word in groups) or everyone == {*paid, *unpaid}
        if not is_whole:
            # `pay Mob: yes, Posse: no`: and the others?
            raise _unclear()
        order = Pay("only", paid)
    if order.whom == "but":
        # `pay all but the Mob. Pay the Braves neither.`
        table.unpaid, table.is_denied = True, not fed
        unpaid = table.denied = in_order(table, (*(() if fed else table.denied), *unpaid))
        order = Pay("but", unpaid)
    table.paid = frozenset(paid) if order.whom == "only" else table.paid
    said = [one for one in unfed if one.joined == "and_fare"]
    if said and order.whom == "but" and not fed:
        # `pay the Mob and the Posse not`
        table.notes.append(Problem("read-as", {"text": "not", "as": write(table.state, order)}))
    return [order]


@once
def _is_of_all(node: Node) -> bool:
    """`pay all`, `pay everybody`: the one item of the one list is everybody, with no word of who is left out."""
    payees = [one for part in parts(node, "payees") for one in parts(part, "payee")]
    if node.data not in ("pay_these", "pay_only") or len(payees) != 1 or len(payees[0].children) != 1:
        return False
    items = [plain_item(one) for one in parts(payees[0])]
    return items == [Item(which="all")]


def _of_pay(table: Table, node: Node) -> Node:
    """`Bandidos not a cent`: no pay for them, or no bid, where such a lot is up?"""
    if node.data != "pay_no_money":
        return node
    kinds = {item.kind for part in parts(node, "payees") for item in payees(table, part)}
    lots = [lot for lot, kind in enumerate(table.state.lots, 1) if kind in kinds]
    unpaid = read_pay(table, Node("pay_deny", node.children)) if lots else []
    there = frozenset(refs(table.state, table.seat))
    if unpaid and all(isinstance(one, Pay) and there.issuperset(one.units) for one in unpaid):
        meanings = tuple(write(table.state, one) for one in (*unpaid, Bid(lots[0], ())))
        raise Fault(Problem("two-meanings", {"meanings": meanings, "suggestion": meanings[0]}))
    return Node("pay_deny", node.children)


def _without(table: Table, node: Node, orders: list[Order]) -> list[Order]:
    """`Pay all Regulators, but not the one at 1107`, `Pay the Regulators, 1107 not`: without those."""
    lists = parts(node, "payees")
    is_one = len(lists) < 2 and node.data != "pay_not" and all(len(parts(one, "payee")) == 1 for one in lists)
    if is_one and not table.notes:
        # Nobody is left out, and nothing in it was guessed.
        return orders
    said = [payees(table, part) for part in lists]
    left_out = said[1] if len(said) > 1 else said[0][1:] if node.data == "pay_not" and said else []
    listed = orders[0] if orders else None
    if not left_out or not isinstance(listed, Pay) or listed.whom != "only":
        return orders
    fewer = tuple(one for one in listed.units if one not in called(table, left_out))
    is_there = len(fewer) < len(listed.units)
    if not fewer or not (is_there or all(item.kind for item in left_out)):
        raise _unclear()
    table.paid = frozenset(fewer)
    return [Pay("only", fewer)]


def _fares(table: Table, node: Node) -> list[_Fare]:
    """The fare of a part of the list; a figure behind a name may be its pay."""
    named = parts(node, "payee")
    item = payees(table, Node("payees", [*named]))[0] if named else Item(which="rest")
    said = parts(node, "fed", "unfed", "money", "of_number")
    word = "unfed" if node.data == "not_fare" else str(said[0].data) if said else ""
    behind = [getattr(one, "type", "") for payee in named for part in parts(payee) for one in part.children[-1:]]
    there = [one for one in table.state.units_of(table.seat) if one.kind == item.kind]
    if word == "money":
        word = _of_money(number_of(tokens(said[0], "NUMBER")[0]))
    elif word == "of_number" and behind != ["NUMBER"]:
        raise _unclear()
    elif word == "of_number" or (not word and behind == ["NUMBER"] and (item.number == 0 or len(there) < item.number)):
        # `Mob 0`, `Posse 2`, `Regulators 2 each`: no name of one of several.
        word, item = _of_money(item.number), replace(item, number=0)
    return [_Fare(item, str(node.data), word, any(parts(one, "colon") for one in said))]


def _of_money(dollars: int) -> str:
    if dollars not in (0, WAGE):
        raise Fault(Problem("no-sum", {"text": str(dollars)}))
    return "fed" if dollars else "unfed"


def _groups(table: Table, fares: list[_Fare]) -> list[tuple[list[_Fare], str]]:
    """The fares with the word that is said of them: `the Mob and the Posse not` is of both, `the Regulators, the Mob
    not` of the Mob alone; of a longer list before one word it is not plain how far that reaches."""
    found: list[tuple[list[_Fare], str]] = []
    held: list[_Fare] = []
    for fare in fares:
        if fare.joined in ("but_fare", "not_fare") or (held and held[-1].is_everybody):
            found += [(held, "")] if held else []
            held = []
        held.append(fare)
        if not fare.word:
            continue
        commas = [at for at, one in enumerate(held) if at and one.joined == "next_fare"]
        if fare.word == "unfed" and commas:
            if fare.of_list or commas[-1] < len(held) - 1:
                raise _unclear()
            found.append((held[:-1], ""))
            held = held[-1:]
        found.append((held, fare.word))
        held = []
    return [*found, *([(held, "")] if held else [])]


def _units(table: Table, items: list[Item]) -> tuple[UnitRef, ...]:
    return tuple(ref for ref in called(table, items) if ref.kind != BARON) if items else ()


def _unclear() -> Fault:
    return Fault(Problem("not-understood", {"text": "not", "expected": "pay all but Cowboys"}))


__all__ = ["read_paying"]
