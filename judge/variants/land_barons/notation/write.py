"""Orders in canonical form: what the reader reads back to the same order."""

from __future__ import annotations

from typing import assert_never

from judge.variants.land_barons.counters import RECRUITS, UNITS, Sort
from judge.variants.land_barons.names import lot_name, unit_name
from judge.variants.land_barons.orders import (
    AgreeDraw,
    Bid,
    Condition,
    Deploy,
    Fights,
    Give,
    GiveUp,
    Lose,
    Move,
    Order,
    OrderBid,
    Pay,
    Ranch,
    Recruit,
    Retreat,
    UnitRef,
)
from judge.variants.land_barons.state import State


def write(state: State, order: Order) -> str:
    """An order's canonical text."""
    match order:
        case Move():
            return _move(order)
        case Bid(lot, rungs):
            name = lot_name(state, lot) if 1 <= lot <= len(state.lots) else f"lot {lot}"
            return f"bid {'/'.join(map(str, rungs))} on {name}" if rungs else f"no bid on {name}"
        case Ranch(spaces):
            return f"ranch {', '.join(spaces)}"
        case Pay():
            return _pay(order)
        case Deploy():
            return _deploy(order)
        case Recruit(space):
            return f"recruit Regulator at {space}" if space else "recruit none"
        case OrderBid(dollars, place):
            return f"bid {dollars} for order" + (f", place {place}" if place else "")
        case Fights(spaces):
            return f"fights {', '.join(spaces)}"
        case Lose(kinds):
            return f"lose {', '.join(UNITS[kind].name for kind in kinds) or 'default'}"
        case Retreat(start, spaces):
            return f"retreat {f'from {start} to ' if start else ''}{', '.join(spaces) or 'default'}"
        case Give(to, dollars):
            return f"give {dollars} to {to}"
        case AgreeDraw():
            return "agree to a draw"
        case GiveUp():
            return "give up"
        case _:
            assert_never(order)


def _pay(order: Pay) -> str:
    names = ", ".join(_at(ref) for ref in order.units)
    if order.whom == "all":
        return "pay all"
    if order.whom == "but":
        return f"pay all but {names}"
    return f"pay only {names}" if names else "pay none"


def _at(ref: UnitRef) -> str:
    """`Regulator 2 at 0507`."""
    return f"{UNITS[ref.kind].name} {ref.number if ref.number > 1 else ''} at {ref.space}".replace("  ", " ")


def _deploy(order: Deploy) -> str:
    name = RECRUITS[order.kind].name + (f" {order.number}" if order.number else "")
    if order.hold:
        return f"hold {name}"
    if not order.space:
        return f"discard {name}"
    # A unit is placed with a word: `Gunslinger to 0507` may also be a raid.
    return f"place {name} at {order.space}" if RECRUITS[order.kind].sort is Sort.UNIT else f"{name} to {order.space}"


def _move(order: Move) -> str:
    head = "-".join((unit_name(order.unit), *order.path)) if order.path else f"{unit_name(order.unit)} stands"
    if len(order.path) == 1 and not order.unit.space:
        # Its future place is not known yet: `Gunslinger-0507` would place it.
        head = f"{unit_name(order.unit)} raids {order.path[0]}"
    for condition in order.conditions:
        head += f" {_condition(condition)}"
    if order.conditions:
        head += f" else {'-'.join((order.unit.space, *order.otherwise)) if order.otherwise else 'stand'}"
    return head


def _condition(condition: Condition) -> str:
    word = "unless" if condition.unless else "if"
    return f"{word} {condition.space} enemy {condition.measure} {condition.sign} {condition.number}"
