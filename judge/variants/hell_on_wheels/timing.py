"""The windows of a sentence, and the plays that they belong to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from judge.variants.hell_on_wheels.terms import NotThere, Terms, kids, tokens
from judge.variants.hell_on_wheels.times import slots_named

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.clauses import Joiner

PLAYED = ("raid", "play", "nothing", "on_seat", "move")
"""Clauses that have a window."""


def window(joiner: Joiner, tree: Tree[Any], behind: list[Any]) -> None:
    """A window belongs to the play before it; one with a play only behind it, to that."""
    slot, *others = _slots(joiner, tree)
    if not slot:
        for one in joiner.said.clauses[-1:] if tokens(tree, "TRICK_TOO") else ():
            one.too = True
        return
    last = joiner.said.clauses[-1] if joiner.said.clauses else None
    if joiner.mode == "FIXED" and last is not None and last.kind in PLAYED and not leads(behind):
        # `… in window 6, no, window 7`
        last.slot, joiner.mode, joiner.joined = slot, "", last
        return
    if last is not None and joiner.joined is last and tokens(tree, "TRICK_TOO"):
        last.too = True
    waits = last is not None and last.kind in PLAYED and not last.slot
    if others:
        _several(joiner, [slot, *others], behind)
        return
    if joiner.slot and joiner.slot != slot:
        raise NotThere("not-understood", text="")
    beside = bool(behind) and isinstance(behind[0], Tree) and behind[0].data in (*PLAYED, "build")
    if (waits and (joiner.joined is last or not beside)) or (last is not None and not leads(behind)):
        trailing(joiner, slot)
    else:
        joiner.slot = joiner.carried = slot


def _slots(joiner: Joiner, tree: Tree[Any]) -> Sequence[str]:
    """The windows that are named: `same window`, `Entrepreneur too` that of the play before."""
    too = tokens(tree, "TRICK_TOO")
    if not too and not tokens(tree, "SAME_WINDOW"):
        return slots_named(joiner.terms, tree)
    said = [one.slot for one in joiner.said.clauses if one.kind in PLAYED and one.slot]
    slot = said[-1] if said else joiner.before_it()
    if not slot and not too:
        raise NotThere("not-understood", text="")
    return [slot]


def _several(joiner: Joiner, slots: Sequence[str], behind: list[Any]) -> None:
    """`nothing in window 10 or window 1`: only a pass may be for several windows, before it or behind it."""
    last = joiner.said.clauses[-1] if joiner.said.clauses else None
    if last is not None and last.kind == "nothing" and not last.slot and joiner.joined is last:
        last.slot = slots[0]
        joiner.said.clauses += [replace(last, slot=slot) for slot in slots[1:]]
    elif not joiner.slot and leads(behind):
        joiner.slot, *joiner.others = slots
    else:
        raise NotThere("not-understood", text="")


def trailing(joiner: Joiner, slot: str) -> None:
    """A window at the end is that of all plays before it that have none."""
    last = joiner.said.clauses[-1]
    if last.slot and slot != last.slot:
        raise NotThere("not-understood", text="")
    if last.kind == "bid" and any(tokens(one, "PLUS") for one in kids(last.tree, "blackmail")):
        # `bid 3K and play Entrepreneur in window 1`
        last.slot = slot
        return
    if last.kind not in PLAYED:
        raise NotThere("not-in-a-window", slot=slot)
    for clause in reversed(joiner.said.clauses):
        if clause.slot or clause.kind not in PLAYED:
            break
        clause.slot = slot


def own_window(terms: Terms, tree: Tree[Any]) -> tuple[str, Tree[Any]]:
    """`Desperados w7: Gambling from Past to Present`: the window between a card and what it is for."""
    said = tokens(tree, "WINDOW_FOR") if tree.data == "play" else []
    if not said:
        return "", tree
    slot = slots_named(terms, Tree("window", [Token("WINDOW", said[0].strip(" :,"))]))[0]
    return slot, Tree(tree.data, [one for one in tree.children if one is not said[0]])


def leads(behind: list[Any]) -> bool:
    """Whether an order comes behind, before the sentence or its alternative ends."""
    for one in behind:
        if isinstance(one, Token):
            continue
        if one.data == "sep" and not tokens(one, "JOIN", "NUMBERED"):
            return False
        if one.data in (*PLAYED, "rest", "build", "bid", "draw", "keep", "kept", "give"):
            return True
    return False
