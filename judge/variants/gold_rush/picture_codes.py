"""Gold Rush's codes, each beside what it names and on nothing else, and the inset that shows where the action is."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from dataclasses import dataclass
from math import cos, pi, sin

from judge.drawing.kit import INK, PAPER, SANS, Point, Sheet, away, number, toward
from judge.drawing.taken import Box, Taken, around, contains, width_of
from judge.variants.gold_rush.picture_stands import Stand

MARGIN = 34
SIZE = 16.0
"""Pixels of a code on the table: nine and more where a sheet of 1364 is shown at 800."""
INSET = (504.0, 216.0)
"""The area of the inset: 28 inches by 12."""
STEP = 18.0
RINGS, TURNS = 12, 16
"""So many times farther out a free spot is looked for, and in so many directions."""


@dataclass(frozen=True)
class Code:
    """A code to be written about a point of the table, and how far the sign there reaches. 0: the point is free.

    `stand`: whose code it is, where that piece has stood elsewhere in the step.
    """

    at: Point
    reach: float
    text: str
    colour: str
    stand: Stand | None = None


def write(sheet: Sheet, codes: Sequence[Code], frame: Box, size: float = SIZE) -> None:
    """Each code at the nearest spot around its sign where nothing is, as they are given, those in a crowd last. All are
    within the frame: beyond it are the ruler's numbers, or the inset ends. A line leads from a sign to a code that is
    farther off."""
    placed = []
    for code in sorted(codes, key=lambda code: sheet.taken.best(_spots(code, size)[:TURNS]) is None):
        spots = _spots(code, size)
        boxes = [box for box in spots if contains(frame, box)] or spots
        box = _best(sheet.taken, code, boxes, size)
        lead = _lead(code, box, size)
        is_clear = _is_clear(sheet.taken, code, lead)
        placed.append((code, box, lead if is_clear else [code.at, lead[1]], is_clear))
        sheet.taken.line(lead, 0.5)
        sheet.taken.boxes.append(box)
    with sheet.group("leads"):
        for code, _, lead, is_clear in placed:
            with _standing(sheet, code):
                _write_lead(sheet, code, lead, size / SIZE, is_clear)
    with sheet.group("names"):
        for code, box, _, _ in placed:
            at = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            with _standing(sheet, code):
                sheet.label(at, code.text, size=size, family=SANS, weight=700, colour=code.colour, halo=PAPER)


def _standing(sheet: Sheet, code: Code) -> AbstractContextManager[None]:
    stand = code.stand
    return nullcontext() if stand is None else sheet.stand(stand.first, stand.until, stand.is_now)


def _write_lead(sheet: Sheet, code: Code, lead: Sequence[Point], scale: float, is_clear: bool) -> None:
    """The line to a code; over other bases it is seen by its light edge, and a dot says in which one it begins."""
    if not lead:
        return
    if not is_clear:
        sheet.line(lead, colour=PAPER, width=3 * scale)
    sheet.line(lead, colour=code.colour, width=1.2 * scale)
    if not is_clear:
        sheet.disc(lead[0], 2.4 * scale, fill=PAPER, line=code.colour, width=1.2 * scale)


def _best(taken: Taken, code: Code, boxes: Sequence[Box], size: float) -> Box:
    """The nearest free box to which a line leads over nothing; else the nearest free one, else what hides least."""
    nearest: Box | None = None
    for box in boxes:
        if taken.is_free(box):
            if _is_clear(taken, code, _lead(code, box, size)):
                return box
            nearest = nearest or box
    return nearest or min(boxes, key=taken.covered)


def _lead(code: Code, box: Box, size: float) -> list[Point]:
    """A line from a sign to its code, where the code is farther off than another one would fit between."""
    nearest = (min(max(code.at[0], box[0]), box[2]), min(max(code.at[1], box[1]), box[3]))
    far = away(code.at, nearest)
    if not code.reach or far < code.reach + size * 0.6:
        return []
    return [toward(code.at, nearest, code.reach + 1.5), nearest]


def _is_clear(taken: Taken, code: Code, lead: Sequence[Point]) -> bool:
    """Whether a line runs over nothing but the corner of its own sign's box."""
    if not lead:
        return True
    xs, ys = [x for x, _ in lead], [y for _, y in lead]
    others = taken.near((min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2))
    others.boxes = [box for box in others.boxes if away(code.at, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)) > 1]
    dots = (toward(lead[1], lead[0], step) for step in range(int(away(lead[0], lead[1])) + 1))
    return all(others.is_free(around(dot, 2, 2)) for dot in dots)


def _spots(code: Code, size: float) -> list[Box]:
    wide, high = width_of(code.text, size), size * 0.9
    found = [] if code.reach else [around(code.at, wide, high)]
    for ring in range(RINGS):
        for turn in (0, 15, 1, 14, 2, 8, 7, 9, 6, 10, 4, 12, 3, 5, 11, 13):
            across, down = cos(pi * turn / 8), sin(pi * turn / 8)
            far = code.reach + 2 + ring * size * 0.7
            middle = (code.at[0] + across * (far + wide / 2), code.at[1] + down * (far + high / 2))
            found.append(around(middle, wide, high))
    return found


def busiest(acted: Sequence[Point], table: Box) -> Box | None:
    """The part of the table, as large as an inset, where most was done; None where nothing was."""
    if not acted:
        return None
    wide, high = min(INSET[0], table[2] - table[0]), min(INSET[1], table[3] - table[1])
    best: tuple[int, float, float, float] | None = None
    for column in range(int((table[2] - table[0] - wide) / STEP) + 1):
        for row in range(int((table[3] - table[1] - high) / STEP) + 1):
            left, top = table[0] + column * STEP, table[1] + row * STEP
            inside = [(x, y) for x, y in acted if left < x < left + wide and top < y < top + high]
            middle = sum(abs(x - left - wide / 2) + abs(y - top - high / 2) for x, y in inside)
            tried = (-len(inside), middle, left, top)
            best = tried if best is None else min(best, tried)
    if best is None:
        return None
    return (best[2], best[3], best[2] + wide, best[3] + high)


@dataclass(frozen=True)
class Shown:
    """A part of the table that is large from one go to another."""

    region: Box
    first: int
    until: int


@dataclass(frozen=True)
class Large:
    """The inset's share of a whole step, and of its goes, where these are looked at one by one."""

    region: Box
    goes: tuple[Shown, ...] = ()


def inset(sheet: Sheet, large: Large, below: float, codes: Sequence[Code]) -> None:
    """A part of the table large, under the table that is drawn so far; its frame is on the table too.

    The marks of the table are not written twice: they get a name by what they are, for one page may hold many tables.
    """
    drawn = "\n".join(sheet.marks)
    name = "table-" + hashlib.blake2b(drawn.encode(), digest_size=8).hexdigest()
    sheet.marks[:] = [f'<g id="{name}">', drawn, "</g>"]
    followed = () if all(shown.region == large.region for shown in large.goes) else large.goes
    said = ",".join(f"{shown.first} {shown.until} {_view(shown.region)}" for shown in followed)
    views = f' data-views="{said}"' if said else ""
    across = float(sheet.width - 2 * MARGIN)
    tall = across * (large.region[3] - large.region[1]) / (large.region[2] - large.region[0])
    sheet.add(
        f'<svg x="{number(MARGIN)}" y="{number(below)}" width="{number(across)}" height="{number(tall)}"'
        f' viewBox="{_view(large.region)}"{views}><use href="#{name}"/>'
    )
    # Only the picture of the whole shows signs of go 0.
    whole = Shown(large.region, 0, 0)
    for shown in (whole, *followed):
        with _seen(sheet, shown, followed):
            sheet.marks += _named(sheet, shown, [code for code in codes if _stands(code, shown, whole)])
    sheet.add("</svg>")
    sheet.box((MARGIN, below), (across, tall), line=INK, width=2)
    for shown in (whole, *followed):
        left, top, right, low = shown.region
        with _seen(sheet, shown, followed):
            sheet.box((left, top), (right - left, low - top), line=INK, width=1.2)


def _view(region: Box) -> str:
    """A part of the table as SVG names what it looks at."""
    left, top, right, low = region
    return " ".join(number(value) for value in (left, top, right - left, low - top))


def _seen(sheet: Sheet, shown: Shown, followed: Sequence[Shown]) -> AbstractContextManager[None]:
    return sheet.stand(shown.first, shown.until, not shown.first) if followed else nullcontext()


def _stands(code: Code, shown: Shown, whole: Shown) -> bool:
    """Whether a code is beside its piece in one of these goes; in the whole each one has its place."""
    stand = code.stand
    return stand is None or shown == whole or (stand.first <= shown.until and shown.first <= stand.until)


def _named(sheet: Sheet, shown: Shown, codes: Sequence[Code]) -> list[str]:
    """The codes in a part of the table, as large as they are read there."""
    left, top, right, low = shown.region
    own = Sheet(0, 0)
    own.taken = copy(sheet.taken)
    own.taken.boxes = list(sheet.taken.boxes)
    # A figure drawn in part has a code too.
    seen = [
        code
        for code in codes
        if left - code.reach < code.at[0] < right + code.reach and top - code.reach < code.at[1] < low + code.reach
    ]
    write(own, seen, shown.region, size=SIZE * 1.3 * (right - left) / (sheet.width - 2 * MARGIN))
    return own.marks


def inset_height(region: Box | None, across: float) -> float:
    """How much room an inset wants under the table, with the air around it."""
    return 0.0 if region is None else (region[3] - region[1]) * across / (region[2] - region[0]) + 34
