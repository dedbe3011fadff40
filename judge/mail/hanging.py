"""An order and its condition are read together or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.hanging import Hanging, hanging
from judge.grammar.text import plain
from judge.mail.fates import Fate
from judge.mail.order_line import OrderLine
from judge.mail.understood import Understood

OrdersIn = Callable[[str], tuple[Any, ...] | None]
"""The orders that a text is, and nothing else."""
_SEALED = "bids-are-sealed"


def held_together(
    found: Sequence[Understood], lines: Sequence[OrderLine], orders_in: OrdersIn
) -> tuple[Understood, ...]:
    """The lines as read, without the orders that have lost their condition: such a sentence orders nothing."""
    done = list(found)
    for line in lines:
        for said in hanging(line.text) if not line.aside else ():
            inside = [at for at, one in enumerate(done) if one.number == line.number and _is_in(one, line, said)]
            orders = [at for at in inside if done[at].fate is Fate.ORDER]
            if not orders or not _has_lost_it(said, [done[at] for at in inside], orders_in):
                continue
            sealed = any(done[at].fate is Fate.REFUSED and done[at].said.code == _SEALED for at in inside)
            problem = Problem(_SEALED if sealed else "condition-apart", {"text": said.text})
            for at in orders:
                done[at] = replace(done[at], fate=Fate.REFUSED, said=problem, why="", notes=(), rest=False)
    return tuple(done)


def _is_in(one: Understood, line: OrderLine, said: Hanging) -> bool:
    """Whether a part of a line stands in a sentence of it; one in words of the game's own may stand anywhere."""
    text = plain(one.text)
    return one.line in ("", line.text) and (text in said.text or said.text in text or text not in plain(line.text))


def _has_lost_it(said: Hanging, inside: Sequence[Understood], orders_in: OrdersIn) -> bool:
    """Whether something of the sentence was not read, or its orders are those that it has without the condition."""
    if any(one.fate is Fate.REFUSED or one.fate is Fate.NOT_ORDERED for one in inside):
        return True
    orders = [one.said for one in inside if one.fate is Fate.ORDER]
    for text in said.bare:
        bare = orders_in(text)
        if bare:
            return all(one in orders for one in bare) and not (said.spoilt and orders_in(said.spoilt) is None)
    return False


__all__ = ["OrdersIn", "held_together"]
