"""Sentences that add a card to the order before them: Blackmail to a bid, the Raid card to a raid without one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Problem
from judge.variants.hell_on_wheels.clauses import Clause
from judge.variants.hell_on_wheels.orders import ANY_RAID, Bid, Play
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.terms import kids, names

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.reading import Found, Reader


def added(reader: Reader, number: int, clause: Clause) -> tuple[Found, Bid | Play] | None:
    """`Bid 3. And use Blackmail with it.`, `Raid Vice in Present. Use Marshall.`: the order before, and as it is with
    the card."""
    if clause.kind != "play" or len(clause.tree.children) > 1 or clause.ifs or clause.others:
        return None
    (card,) = (name for one in kids(clause.tree, "card") for name in names(one, "&"))
    if card.choices == (BLACKMAIL,) and not clause.slot:
        return next(
            ((one, replace(one.said, blackmail=True)) for one in reversed(reader.found) if isinstance(one.said, Bid)),
            None,
        )
    last = reader.found[-1] if reader.found else None
    if last is None or last.number != number or isinstance(last.said, Problem) or not isinstance(last.said, Play):
        return None
    if clause.slot not in ("", last.said.slot):
        return None
    meant = reader.terms.hand_card(card)
    if reader.box.type(meant) != "raid" or any(act.card != ANY_RAID for act in last.said.acts):
        return None
    return last, replace(last.said, acts=tuple(replace(act, card=meant) for act in last.said.acts))
