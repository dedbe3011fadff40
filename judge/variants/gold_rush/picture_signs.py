"""The signs of Gold Rush: figures on round bases, the dead, mules, horses, beasts, mines."""

from __future__ import annotations

import math

from judge.drawing import kit
from judge.drawing.kit import INK, PAPER, SANS, Point, Sheet

GOLD, GOLD_LINE = "#f2c531", "#7a5c00"
HIDE = "#8b6b45"


def figure(
    sheet: Sheet,
    at: Point,
    code: str,
    colour: str,
    *,
    radius: float,
    mounted: bool = False,
    out: int = 0,
) -> None:
    """A figure on its base with its code; a double ring mounted, hollow and with its lost moves when knocked out."""
    x, y = at
    if mounted:
        sheet.disc(at, radius + 3.2, fill=PAPER, line=kit.shade(colour, 40), width=1.6)
    if out:
        sheet.disc(at, radius, fill=kit.tint(colour, 75), line=colour, width=1.2)
        sheet.disc(at, radius - 2.2, line=colour, width=0.9)
        sheet.label(at, code, size=_size(code, radius), colour=kit.shade(colour, 40), family=SANS, weight=600)
        sheet.taken.box((x + radius, y - radius), 8)
        sheet.disc((x + radius, y - radius), 8, fill="#fff4c2", line=INK, width=1)
        sheet.label((x + radius, y - radius), str(out), size=14, family=SANS, weight=700)
    else:
        sheet.disc(at, radius, fill=colour, line=kit.shade(colour, 50), width=1.2)
        sheet.label(at, code, size=_size(code, radius), colour="#ffffff", family=SANS, weight=700)


def bags(sheet: Sheet, at: Point, radius: float, gold: int) -> None:
    """The gold of a figure: a nugget a bag, below its base."""
    _nuggets(sheet, (at[0] - radius + 1, at[1] + radius), gold)


def _nuggets(sheet: Sheet, first: Point, gold: int) -> None:
    """As many as there are bags, side by side; no code is written over one."""
    for bag in range(gold):
        middle = (first[0] + 6.5 * bag, first[1])
        sheet.disc(middle, 3.2, fill=GOLD, line=GOLD_LINE, width=1)
        sheet.taken.box(middle, 4.5)


def _size(code: str, radius: float) -> float:
    return radius * (1.05 if len(code) < 3 else 0.88)


def dead(sheet: Sheet, at: Point, code: str, colour: str, *, gold: int) -> None:
    """Where somebody fell: a cross in the group's colour, the code small beside it, its gold still there."""
    x, y = at
    for dx in (5, -5):
        sheet.line([(x - dx, y - 5), (x + dx, y + 5)], colour=PAPER, width=5.5)
    for dx in (5, -5):
        sheet.line([(x - dx, y - 5), (x + dx, y + 5)], colour=colour, width=2.6)
    if code:
        sheet.label((x + 8, y + 6), code, size=8, family=SANS, colour=kit.shade(colour, 30), anchor="start", halo=PAPER)
    _nuggets(sheet, (x - 8, y + 9), gold)


def mule(sheet: Sheet, at: Point, code: str, *, dead: bool) -> None:
    """A mule: a square pack."""
    x, y = at
    sheet.box((x - 9, y - 7), (18, 14), fill=PAPER if dead else HIDE, line="#4a3620", width=1.4, round_=3)
    sheet.label(at, code, size=9, family=SANS, weight=700, colour=HIDE if dead else "#ffffff")
    if dead:
        sheet.line([(x - 9, y + 7), (x + 9, y - 7)], colour="#4a3620", width=1.6)


def horse(sheet: Sheet, at: Point, code: str) -> None:
    """A loose horse: a horseshoe with its number."""
    x, y = at
    sheet.path(f"M{x - 6:.1f} {y + 6:.1f}c-4 -16 16 -16 12 0", colour=PAPER, width=5.5)
    sheet.path(f"M{x - 6:.1f} {y + 6:.1f}c-4 -16 16 -16 12 0", colour="#4a3620", width=2.6)
    sheet.label((x, y + 4), code[1:] or code, size=8, family=SANS, weight=700, halo=PAPER)


def beast(sheet: Sheet, at: Point, code: str, *, dead: bool) -> None:
    """A bear or wolf: a six-sided base."""
    x, y = at
    points = [(x + 11 * math.cos(math.pi * n / 3), y + 11 * math.sin(math.pi * n / 3)) for n in range(6)]
    sheet.area(points, fill=PAPER if dead else "#3f3a36", line="#1d1a18", width=1.4)
    sheet.label(at, code, size=9.5, family=SANS, weight=700, colour="#3f3a36" if dead else "#ffffff")
    if dead:
        sheet.line([(x - 9, y + 8), (x + 9, y - 8)], colour="#1d1a18", width=1.8)


def mine(sheet: Sheet, at: Point, colour: str) -> None:
    """A mine: a timbered mouth in the group's colour."""
    x, y = at
    sheet.path(f"M{x - 11:.1f} {y + 9:.1f}v-10a11 11 0 0 1 22 0v10z", colour=colour, width=2, fill="#4a3a2a")
    sheet.path(f"M{x - 5:.1f} {y + 7:.1f}l10 -10M{x - 1:.1f} {y - 5:.1f}q7 -1 8 7", colour=GOLD, width=1.8)


def star(sheet: Sheet, at: Point, colour: str, size: float) -> None:
    """A burst: somebody was hit."""
    points = []
    for step in range(16):
        turn = math.pi * step / 8
        radius = size * (1.5 if step % 2 == 0 else 0.7)
        points.append((at[0] + radius * math.sin(turn), at[1] - radius * math.cos(turn)))
    sheet.area(points, fill="#fff4c2", line=colour, width=1.4)
