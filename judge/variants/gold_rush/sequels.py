"""What hangs on a condition and is said behind what does not: `2 fires at M1. If M1 is down, he fires at M2 instead.`

Conditions are asked when the go comes (GR-Q14), and so is this one, before the deed that was said first. Where its
writer may have thought of the time behind that deed (`2 moves to 36,20. If he sees M1, he fires`), it is asked back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush.orders import Action, Fire, Go, If, Reload, Stand, Volley
from judge.variants.gold_rush.packs import GUNS

_SEEING = ("sight", "short", "range")


def goes_first(asked: Sequence[If], aims: frozenset[str]) -> bool:
    """Whether what hangs on these is meant before a deed, and not behind it. `aims`: whom that deed is shots at."""
    return all(_is_before(one, aims) for one in asked)


def _is_before(one: If, aims: frozenset[str]) -> bool:
    """Of somebody who is down, or out of sight, the shots themselves can ask no more; whoever was attacked was so
    before."""
    if one.what in _SEEING:
        return one.negated and one.aim is not None and one.aim.code in aims
    return one.what in ("attacked", "empty", "down", "dead") and not one.negated


def goes_on(asked: Sequence[If], aims: frozenset[str]) -> bool:
    """`fires at M1. If M1 is down, he fires at M2`: whether a second volley is for what is left of the first."""
    return any(one.what in ("down", "dead") and one.aim is not None and one.aim.code in aims for one in asked)


def joined(before: Go, behind: Go, weapon: str, *, in_place: bool, is_apart: bool) -> Go | Problem | None:
    """Two goes of one figure as one, where one of them hangs on something; None: the later counts. `is_apart`: they
    stand on lines of their own."""
    hangs = [bool(go.choices[-1].conditions) for go in (before, behind)]
    if hangs[0]:
        return replace(before, choices=(*before.choices, *behind.choices))
    if not hangs[1]:
        return None
    asked = [one for choice in behind.choices for one in choice.conditions]
    first, then = before.choices[-1].action, behind.choices[0].action
    aims = frozenset(volley.aim.code for volley in first.volleys) if isinstance(first, Fire) else frozenset[str]()
    if in_place or (goes_first(asked, aims) and not (isinstance(then, Fire) and goes_on(asked, aims))):
        return replace(before, choices=(*behind.choices, *before.choices))
    if goes_first(asked, aims) and isinstance(first, Fire) and isinstance(then, Fire) and len(behind.choices) == 1:
        most = GUNS[weapon].shots
        if [volley.shots for volley in (*first.volleys, *then.volleys)] == [most, most]:
            volleys = (*first.volleys, Volley(0, then.volleys[0].aim))
            last = replace(before.choices[-1], action=Fire(volleys))
            return replace(before, choices=(*before.choices[:-1], last))
    if is_apart and not any(_is_changed(one, first, aims) for one in asked):
        return replace(before, choices=(*behind.choices, *before.choices))
    return Problem("condition-apart")


def _is_changed(one: If, first: Action, aims: frozenset[str]) -> bool:
    """Whether what is asked may be otherwise behind a deed: whoever moves is elsewhere, and whoever shoots has fewer
    bullets, and perhaps one enemy less."""
    if isinstance(first, Fire):
        return one.what in ("empty", "loaded") or (one.aim is not None and one.aim.code in aims)
    return not isinstance(first, Stand | Reload) or one.what in ("empty", "loaded")


__all__ = ["goes_first", "goes_on", "joined"]
