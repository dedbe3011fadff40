"""Orders for one unit below different headings (`Plan A: …`, `For the bin:`): which of them is meant, their writer is
asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.text import plain
from judge.mail.fates import Fate
from judge.mail.understood import Understood, refused

LONGEST = 60
"""Signs of a heading."""


def without_rivals(
    found: Sequence[Understood],
    lines: Mapping[int, str],
    names: Callable[[str], bool],
    about: Callable[[Any], Hashable],
) -> tuple[Understood, ...]:
    """All that was read, without the orders that say something else below another heading. `lines`: as written, by
    number; `names`: whether a text names anything of the game; `about`: what an order is about."""
    heads = {number: head for number, line in lines.items() if (head := _head_of(line)) and not names(head)}
    if len(heads) < _FEWEST:
        return tuple(found)
    orders = {at: about(one.said) for at, one in enumerate(found) if one.fate is Fate.ORDER}
    sections: dict[Hashable, dict[str, list[Any]]] = {}
    for at, which in orders.items():
        above = max((number for number in heads if number <= found[at].number), default=0)
        sections.setdefault(which, {}).setdefault(heads.get(above, ""), []).append(found[at].said)
    apart = {
        which: Problem("undone", {"text": max(said)})
        for which, said in sections.items()
        if len(said) > 1 and len({*map(tuple, said.values())}) > 1
    }
    done = list(found)
    for at, which in orders.items():
        if which in apart:
            done[at] = refused(done[at], apart[which])
    return tuple(done)


_FEWEST = 2
"""Headings between which orders may differ."""


def _head_of(line: str) -> str:
    """The heading that a line is or begins with; "": none."""
    head, colon, _ = plain(line).partition(":")
    return head.strip() if colon and len(head) <= LONGEST and any(map(str.isalpha, head)) else ""


__all__ = ["without_rivals"]
