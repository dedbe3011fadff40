"""The lines of the set-up beside each other: other choices below the first, what one line denies of another, and whom
the others are (GR-Q10, GR-Q13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.adjudicator.protocol import Line, Problem
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Carry, Order, Place
from judge.variants.gold_rush.placing import default_spots
from judge.variants.gold_rush.remarks import denies, numbered, puts_right
from judge.variants.gold_rush.writing import write_order


def spot_offered(names: Names, line: Line[Order], placed: set[str]) -> Line[Order]:
    """A refused line of the set-up for one figure, with the place that the form offers: `T2 next to T1`."""
    assert isinstance(line.said, Problem)
    said = marks.marked(names, "place", line.text).marks
    codes = [code for one in said if one.name is not None for code in one.name.choices if code in names.own]
    free = default_spots(names.state, names.seat)
    if line.said.code != "not-understood" or not codes or codes[0] not in free or codes[0] in placed:
        return line
    written = write_order(Place(codes[0], free[codes[0]]))
    return replace(line, said=replace(line.said, detail={**line.said.detail, "suggestion": written}))


def next_choice(line: str, above: str) -> str:
    """`2nd choice: 39,14`, `third: 23,26`, `2. 39,14` below the first choice, as `or 39,14`; "" where it is none."""
    counted, text = numbered(line)
    first, _, rest = text.lower().partition(" ")
    if int(counted or 0) > 1 and text[:1].isdigit() and numbered(above)[0]:
        return f"or {text}"
    if first.strip(":") not in (*_LATER_CHOICE, "or"):
        return ""
    words = rest.replace(":", " ").split()
    return f"or {' '.join(words[words[:1] in (['choice'], ['option'], ['place'], ['spot']) :])}"


_LATER_CHOICE = ("second", "third", "fourth", "2nd", "3rd", "4th")


def carriers(names: Names, line: Line[Order]) -> set[str]:
    """Those of whom a line says how much they carry, or may say it."""
    if isinstance(line.said, Problem):
        return {code for code in _said(names, line) if code in names.own}
    return {line.said.code} if isinstance(line.said, Carry) else set()


def without_placed(found: Sequence[Line[Order]]) -> tuple[Line[Order], ...]:
    """The others stand where the form says: those whom another line places are none of them."""
    placed = {one.said.code for one in found if isinstance(one.said, Place) and not one.rest}
    return tuple(one for one in found if not (one.rest and isinstance(one.said, Place) and one.said.code in placed))


def without_denied(names: Names, found: Sequence[Line[Order]]) -> tuple[Line[Order], ...]:
    """Orders of the set-up, but for those with a place or a figure that another line denies: `Not 39,14.`, `Swap
    1 and 2`."""
    against = [one for one in found if isinstance(one.said, Problem) and denies(one.text)]
    if not against:
        return tuple(found)
    denied = {said: one.text for one in against for said in _said(names, one)}
    by = (next((denied[said] for said in _said(names, one) if said in denied), "") for one in found)
    return tuple(
        replace(one, said=Problem("taken-back-by", {"text": one.text, "by": other, "whole": True}), notes=())
        if other and not isinstance(one.said, Problem) else one for one, other in zip(found, by, strict=True)
    )  # fmt: skip


def put_right(names: Names, found: Sequence[Line[Order]]) -> tuple[Line[Order], ...]:
    """Orders of the set-up, but for those that a line below puts right (`D1 should be at 34,15`); where that one is not
    read, or names a figure with another place and is not read, nobody knows what is meant."""
    done = list(found)
    for at, line in enumerate(found):
        is_unread = isinstance(line.said, Problem)
        rights = puts_right(numbered(line.text)[1])
        if not (rights or (is_unread and _is_placing(names, line))):
            continue
        about = _said(names, line)
        for before, one in enumerate(done[:at]):
            if not isinstance(one.said, Carry | Place) or one.number == line.number or one.rest:
                continue
            if isinstance(line.said, Carry | Place):
                problem = Problem("taken-back", {"text": one.text}) if one.said.subject == line.said.subject else None
            else:
                is_other = is_unread and one.said.code in about and (rights or not _said(names, one) <= about)
                held = {"text": one.text, "by": line.text, "whole": True}
                problem = Problem("taken-back-by", held) if is_other else None
            if problem is not None:
                done[before] = replace(one, said=problem, notes=())
    return tuple(done)


def _is_placing(names: Names, line: Line[Order]) -> bool:
    """Whether a line says where somebody is to be."""
    signs = [one.sign for one in marks.marked(names, "place", line.text).marks]
    return any(before in _BEFORE_A_POINT and sign == "@" for before, sign in pairwise(signs))


_BEFORE_A_POINT = ("at", "to", "on", "in", "^", "&", ":", "be", "is")


def _said(names: Names, line: Line[Order]) -> set[str]:
    """The places and figures of a line of the set-up."""
    said = marks.marked(names, "place", line.text).marks
    return {one.name.choices[0] for one in said if one.sign in "@^&" and one.name is not None and one.name.choices}


__all__ = ["carriers", "next_choice", "put_right", "spot_offered", "without_denied", "without_placed"]
