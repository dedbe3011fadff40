"""Orders for the rest: whoever a line speaks of that could not be read is none of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import AnyGame, Problem
from judge.grammar.mentions import first_thing_in
from judge.mail.fates import Fate
from judge.mail.understood import Understood


def without_spoken_of(
    found: Sequence[Understood], game: AnyGame, written: Callable[[Any], str]
) -> tuple[Understood, ...]:
    """All that was read, without some orders that `the rest hold` gives: those to somebody whom a line names first that
    was refused or taken for a denial, as nobody knows what they are to do. `written`: an order as its game writes it.
    """
    rest = [one for one in found if one.rest and one.fate is Fate.ORDER]
    unread = [one for one in found if one.fate is Fate.REFUSED or one.why in ("denied", "spoken")]
    if not rest or not unread:
        return tuple(found)
    refused = [one.text for one in unread if not one.text.lower().startswith(_CONDITION)]
    gone = []
    for text in refused:
        named = first_thing_in(game, text)
        meant = [one for one in rest if not named.isdisjoint(first_thing_in(game, written(one.said)))]
        # Of several of a kind nobody knows which it names.
        gone += meant if len(meant) == 1 else []
    if len(gone) < len(rest):
        return tuple(one for one in found if not any(one is other for other in gone))
    # Nobody is left whom they could be for.
    return tuple(
        replace(one, fate=Fate.REFUSED, said=Problem("not-understood", {"text": one.text}), notes=(), rest=False)
        if any(one is other for other in gone)
        else one
        for one in found
    )


_CONDITION = ("if ", "unless ", "when ", "should ", "in case ")
"""A line hangs on the name behind one of these."""


__all__ = ["without_spoken_of"]
