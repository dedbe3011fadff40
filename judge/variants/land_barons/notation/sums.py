"""Sums of money, as their figures alone say."""

from __future__ import annotations

from judge.adjudicator.protocol import Problem
from judge.grammar.memory import once
from judge.variants.land_barons.notation.table import Fault, Node, names, number_of, parts, tokens


@once
def sum_of(node: Node) -> int:
    """A sum: a number, or what might be the label of a space and is none here."""
    found = tokens(node, "NUMBER")
    if found:
        return number_of(found[0])
    if tokens(node, "A_DOLLAR"):
        return 1
    said = names(node, "@")[0].text
    if not said.isdecimal() or said.startswith("0"):
        raise Fault(Problem("no-sum", {"text": said}))
    return int(said)


@once
def plain_rungs(node: Node) -> tuple[int, ...] | None:
    """The sums of a bid, where they hang on nothing but their figures; 0 alone is no bid."""
    (ladder,) = parts(node, "ladder")
    if node.data == "bid_turned" or parts(node, "ties") or tokens(ladder, "DASH"):
        return None
    sums = tuple(sum_of(one) for one in parts(ladder, "sum"))
    return () if sums == (0,) else sums


__all__ = ["plain_rungs", "sum_of"]
