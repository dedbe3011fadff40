"""The lots of a bid, as its words alone say, and the lots that a counter is."""

from __future__ import annotations

from typing import NamedTuple

from judge.grammar.finding import Name
from judge.grammar.memory import once
from judge.variants.land_barons.counters import RECRUITS
from judge.variants.land_barons.notation.sums import plain_rungs
from judge.variants.land_barons.notation.table import Node, is_sure, names, parts, tokens
from judge.variants.land_barons.state import State

MANY = 99
"""So many Dollars nobody may have."""


@once
def heads_in(node: Node) -> list[Node]:
    """The names of lots in a bid, the lists before the others."""
    heads = [one for part in parts(node, "lots", "heads") for one in _flat(part)]
    single = parts(node, "plain", "numbered", "several", "the_other", "every", "every_but", "other_lots", "which")
    return [*heads, *single]


def _flat(node: Node) -> list[Node]:
    found: list[Node] = []
    for child in parts(node):
        found += _flat(child) if child.data in ("lots", "heads") else [child]
    return found


class Plain(NamedTuple):
    """A bid on one counter. `is_high`: whether its sum may be none."""

    name: Name
    rungs: tuple[int, ...]
    is_high: bool


@once
def plain_bid(node: Node) -> Plain | None:
    """A bid that names one counter for sure, with sums that are nothing else, as most do; None: it is another."""
    heads, named = heads_in(node), names(node, "#")
    if node.data not in ("bid", "no_bid") or tokens(node, "EVERY") or len(heads) + len(named) != 1:
        return None
    name = next(iter(named or names(heads[0], "#")), None)
    is_plain = name is not None and is_sure(name) and name.choices[0] in RECRUITS
    rungs = () if node.data == "no_bid" else plain_rungs(node)
    if name is None or not is_plain or rungs is None or (heads and heads[0].data != "plain"):
        return None
    return Plain(name, rungs, bool(named and rungs) and rungs[-1] > MANY)


@once
def lots_of(state: State, kind: str) -> tuple[int, ...]:
    """The lots, counted from 1, that are counters of a kind."""
    return tuple(place for place, lot in enumerate(state.lots, 1) if lot == kind)


__all__ = ["MANY", "heads_in", "lots_of", "plain_bid"]
