"""Which link a step draws from, as a rule that anybody can check: nobody chooses it.

A set of orders that was played before at this step, and was taken back, has the link it had. Any other step takes the
next link of the newest reel that was published before it. A reel is published when the game is made, with a rollback,
or by the step that used up the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Spool:
    """A reel as it was published. `after`: how many steps had been made by then."""

    number: int
    links: int
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A step that drew, in the order in which steps were made. `same`: what tells that it is a step made again."""

    made: int
    reel: int
    link: int
    same: tuple[object, ...]


def next_link(spools: Sequence[Spool], drawn: Sequence[Drawn], same: tuple[object, ...]) -> tuple[int, int] | None:
    """The reel and link of the step that is to be made; None: every reel is used up."""
    again = next((one for one in drawn if one.same == same), None)
    if again is not None:
        return again.reel, again.link
    newest = max(spools, key=lambda one: one.number)
    last = max((one.link for one in drawn if one.reel == newest.number), default=0)
    return (newest.number, last + 1) if last < newest.links else None


def wrong_links(spools: Sequence[Spool], drawn: Iterable[Drawn]) -> Mapping[int, tuple[Drawn, tuple[int, int] | None]]:
    """Steps (by the number they were made under) that drew from another link than the rule gives, and which that is.

    None: no reel had been published.
    """
    found: dict[int, tuple[Drawn, tuple[int, int] | None]] = {}
    before: list[Drawn] = []
    for one in sorted(drawn, key=lambda step: step.made):
        known = [spool for spool in spools if spool.after < one.made]
        due = next_link(known, before, one.same) if known else None
        if due != (one.reel, one.link):
            found[one.made] = (one, due)
        before.append(one)
    return found
