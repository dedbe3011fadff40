"""The drawing kit: an SVG sheet, and the signs that maps with orders have in common.

    sheet = Sheet(1200, 900, paper=PAPER)
    sheet.area(points, fill=tint("#b5443c"), line=INK)          # a province
    sheet.label((300, 200), "Paris", size=15, halo=PAPER)       # letters that can be read anywhere
    army(sheet, (300, 240), "#5aa9d6")                           # or fleet(...), or a sign of a game's own
    move(sheet, (300, 240), (380, 210), done=True, colour=strong("#5aa9d6"))  # an order: an arrow
    support(sheet, (340, 300), curve((300, 240), (380, 210), part=HELPED), done=False)
    legend(sheet, (20, 700), ("move", "bounce", "support"))
    sheet.svg()

An order's colour says whose it is. Form alone tells its kind and its result: the line (whole, dotted, wavy; broken
where it failed) and its end (a head, a ring, a cross where it stopped). Nothing needs colours.
Coordinates are pixels of the sheet, y down. Every drawing function takes the sheet first and draws on top of what is
there, so draw seas and land first, then lines, then units, then letters. Orders and signs note in `sheet.taken` where
they are, and `judge/drawing/naming.py` places names beside them. Pure: the same calls give the same text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from judge.drawing.sheet import (
    DONE,
    FAILED,
    INK,
    LAND,
    PAPER,
    SANS,
    SEA,
    SEA_LINE,
    SERIF,
    Point,
    Sheet,
    away,
    beside,
    between,
    closed,
    mixed,
    number,
    opened,
    shade,
    smooth,
    strong,
    tint,
    toward,
)

__all__ = [
    "DONE",
    "FAILED",
    "INK",
    "LAND",
    "PAPER",
    "SANS",
    "SEA",
    "SEA_LINE",
    "SERIF",
    "Point",
    "Sheet",
    "away",
    "beside",
    "between",
    "closed",
    "mixed",
    "number",
    "opened",
    "shade",
    "smooth",
    "strong",
    "tint",
    "toward",
]

# Orders


def curve(start: Point, end: Point, bend: float = 0.0, part: float = 0.5) -> Point:
    """The point this part of the way along the arrow from start to end."""
    side = beside(start, end, bend)
    middle = between(start, end, 0.5)
    bow = (middle[0] + side[0], middle[1] + side[1])
    return between(between(start, bow, part), between(bow, end, part), part)


def move(
    sheet: Sheet, start: Point, end: Point, *, done: bool, colour: str = INK, room: float = 16, bend: float = 0.0
) -> None:
    """A move: a whole arrow when it was carried out; broken, with a cross before its goal, when it was not.

    `room` is kept free around both ends (the units there), `bend` curves the arrow aside (two arrows that cross face
    to face).
    """
    away_by = beside(start, end, bend)
    middle = between(start, end, 0.5)
    middle = (middle[0] + away_by[0], middle[1] + away_by[1])
    first = toward(start, middle, min(room, away(start, end) / 3))
    last = toward(end, middle, min(room * (1.0 if done else 1.25), away(start, end) / 3))
    drawn = f"M{number(first[0])} {number(first[1])}Q{number(middle[0])} {number(middle[1])} "
    drawn += f"{number(last[0])} {number(last[1])}"
    course = [between(between(first, middle, step / 8), between(middle, last, step / 8), step / 8) for step in range(9)]
    sheet.taken.line(course, 3.6 * sheet.weight)
    sheet.path(drawn, colour=PAPER, width=6.5 * sheet.weight, more='stroke-opacity="0.75"')
    if done:
        stop = toward(last, middle, 6 * sheet.weight)
        sheet.path(
            f"M{number(first[0])} {number(first[1])}Q{number(middle[0])} {number(middle[1])} "
            f"{number(stop[0])} {number(stop[1])}",
            colour=colour,
            width=3.2 * sheet.weight,
        )
        arrowhead(sheet, middle, last, colour)
    else:
        sheet.path(drawn, colour=colour, width=2.8 * sheet.weight, dash=sheet.dash("7 5"))
        cross(sheet, last, colour)


def arrowhead(sheet: Sheet, start: Point, tip: Point, colour: str, size: float = 13) -> None:
    """A filled head that points from start to tip."""
    size *= sheet.weight
    foot = toward(tip, start, size)
    side = beside(start, tip, size * 0.5)
    sheet.taken.line([foot, tip], size * 0.6)
    sheet.area(
        [tip, (foot[0] + side[0], foot[1] + side[1]), (foot[0] - side[0], foot[1] - side[1])],
        fill=colour,
        line=PAPER,
        width=1.2 * sheet.weight,
    )


def cross(sheet: Sheet, at: Point, colour: str = FAILED, size: float = 6) -> None:
    """The sign of an order that was not carried out."""
    x, y = at
    size *= sheet.weight
    sheet.taken.box(at, size + 3 * sheet.weight)
    for dx in (size, -size):
        sheet.line([(x - dx, y - size), (x + dx, y + size)], colour=PAPER, width=6 * sheet.weight)
    for dx in (size, -size):
        sheet.line([(x - dx, y - size), (x + dx, y + size)], colour=colour, width=3 * sheet.weight)


def support(sheet: Sheet, at: Point, target: Point, *, done: bool, colour: str = INK, room: float = 16) -> None:
    """Support of a move: a dotted line to a ring on the arrow, HELPED of its way; cut, it is broken and crossed."""
    _help(sheet, at, target, done, colour, room, ring=4.5)


HELPED, CARRIED = 0.64, 0.36
"""Places on an arrow for the ends of support and of a convoy: apart, so that neither hides the other."""


def hold_support(sheet: Sheet, at: Point, of: Point, *, done: bool, colour: str = INK, room: float = 16) -> None:
    """Support of a unit that holds: a dotted line to a ring around it."""
    _help(sheet, at, toward(of, at, room + 3), done, colour, room, ring=0)
    sheet.taken.box(of, room + 3)
    sheet.disc(of, room + 2, line=colour, width=1.8 * sheet.weight)


def convoy(sheet: Sheet, at: Point, target: Point, *, done: bool, colour: str = INK, room: float = 16) -> None:
    """A convoy: a wavy line from the fleet to the army's arrow, CARRIED of its way; broken and crossed when the fleet
    was driven off."""
    whole = away(at, target)
    if whole < room * 1.6:
        return
    first = toward(at, target, room)
    count = max(2, round((whole - room) / 9))
    drawn = f"M{number(first[0])} {number(first[1])}"
    for step in range(1, count + 1):
        here = between(first, target, step / count)
        bow = between(first, target, (step - 0.5) / count)
        side = beside(first, target, 9 if step % 2 else -9)
        drawn += f"Q{number(bow[0] + side[0])} {number(bow[1] + side[1])} {number(here[0])} {number(here[1])}"
    sheet.taken.line([first, target], 8)
    sheet.path(drawn, colour=PAPER, width=5 * sheet.weight, more='stroke-opacity="0.7"')
    sheet.path(drawn, colour=colour, width=2.2 * sheet.weight, dash=sheet.dash("" if done else "5 4"))
    if not done:
        cross(sheet, between(first, target, 0.5), colour, 5)


def _help(sheet: Sheet, at: Point, target: Point, done: bool, colour: str, room: float, ring: float) -> None:
    if away(at, target) < 4:
        return
    first = toward(at, target, min(room, away(at, target) / 2))
    sheet.taken.line([first, target], 2.6 * sheet.weight)
    sheet.line([first, target], colour=PAPER, width=4.5 * sheet.weight, more='stroke-opacity="0.7"')
    sheet.line([first, target], colour=colour, width=2.2 * sheet.weight, dash=sheet.dash("0.8 4.5" if done else "6 5"))
    if ring:
        sheet.taken.box(target, (ring + 1) * sheet.weight)
        sheet.disc(target, ring * sheet.weight, fill=PAPER, line=colour, width=1.9 * sheet.weight)
    if not done:
        cross(sheet, between(first, target, 0.45), colour, 4.5)


def hold(sheet: Sheet, at: Point, *, room: float = 16) -> None:
    """A unit told to hold: a bar under it."""
    bar = [(at[0] - room * 0.7, at[1] + room), (at[0] + room * 0.7, at[1] + room)]
    sheet.taken.line(bar, 2 * sheet.weight)
    sheet.line(bar, colour=INK, width=2.4 * sheet.weight)


def retreat(sheet: Sheet, start: Point, end: Point, *, done: bool, colour: str = INK, room: float = 16) -> None:
    """A retreat: an arrow of long strokes with an open head; crossed when the unit was lost on the way."""
    first, last = (
        toward(start, end, min(room, away(start, end) / 3)),
        toward(end, start, min(room, away(start, end) / 3)),
    )
    sheet.taken.line([first, last], 3.5 * sheet.weight)
    sheet.line([first, last], colour=PAPER, width=6 * sheet.weight, more='stroke-opacity="0.75"')
    sheet.line([first, last], colour=colour, width=2.6 * sheet.weight, dash=sheet.dash("11 6"))
    if done:
        foot = toward(last, first, 12 * sheet.weight)
        side = beside(first, last, 6 * sheet.weight)
        sheet.taken.line([foot, last], 8 * sheet.weight)
        sheet.line(
            [(foot[0] + side[0], foot[1] + side[1]), last, (foot[0] - side[0], foot[1] - side[1])],
            colour=colour,
            width=2.6 * sheet.weight,
        )
    else:
        cross(sheet, last, colour)


def clear_spot(at: Point, others: Sequence[Point], far: float) -> Point:
    """The spot for a sign beside a place: of the spots at this distance, south-east first, the one that is as far from
    all others, or farthest from the nearest."""
    spots = []
    for turn in (1, 0, 2, 15, 3, 14, 4, 13, 5, 12, 6, 11, 7, 10, 8, 9):
        angle = math.pi * turn / 8
        spots.append((at[0] + far * math.cos(angle), at[1] + far * math.sin(angle)))
    return max(spots, key=lambda spot: min([far - 1, *(away(spot, other) for other in others)]))


def dislodged(sheet: Sheet, at: Point, *, room: float = 15) -> None:
    """The sign behind a unit that was driven out: a burst."""
    sheet.taken.box(at, room * 1.8)
    points = []
    for step in range(20):
        turn = math.pi * step / 10
        radius = room * (1.75 if step % 2 else 1.25)
        points.append((at[0] + radius * math.sin(turn), at[1] - radius * math.cos(turn)))
    sheet.area(points, fill="#fff4c2", line=FAILED, width=1.8 * sheet.weight)


def lost(sheet: Sheet, at: Point, *, room: float = 14) -> None:
    """The sign over a unit that is taken off the board."""
    cross(sheet, at, FAILED, room * 0.9)


def new(sheet: Sheet, at: Point, *, room: float = 15) -> None:
    """The sign around a unit just built: a double ring and a plus."""
    sheet.taken.box(at, room + 9)
    sheet.disc(at, room + 3, line=DONE, width=1.8 * sheet.weight)
    sheet.disc(at, room + 6.5, line=DONE, width=1.2 * sheet.weight)
    x, y = at[0] - room - 5, at[1] - room - 1
    sheet.disc((x, y), 6, fill=DONE)
    sheet.line([(x - 3.2, y), (x + 3.2, y)], colour=PAPER, width=2 * sheet.weight)
    sheet.line([(x, y - 3.2), (x, y + 3.2)], colour=PAPER, width=2 * sheet.weight)


# Signs


def army(sheet: Sheet, at: Point, colour: str, *, size: float = 12) -> None:
    """An army: a field gun on a round shield."""
    x, y = at
    sheet.taken.box(at, size + 3)
    sheet.disc(at, size + 1.6, fill=PAPER)
    sheet.disc(at, size, fill=colour, line=shade(colour, 55), width=1.6)
    k = size / 12
    light = mixed(colour, "#ffffff", 88)
    sheet.path(
        f"M{number(x - 7 * k)} {number(y + 3.6 * k)}L{number(x + 7.4 * k)} {number(y - 4 * k)}",
        colour=light,
        width=3 * k,
    )
    sheet.disc((x - 1.4 * k, y + 2 * k), 4.2 * k, fill=shade(colour, 40), line=light, width=1.7 * k)
    sheet.disc((x - 1.4 * k, y + 2 * k), 1.1 * k, fill=light)


def fleet(sheet: Sheet, at: Point, colour: str, *, size: float = 12) -> None:
    """A fleet: a ship under sail on a pointed shield."""
    x, y = at
    sheet.taken.box(at, size * 1.1 + 2)
    k = size / 12
    hull = [(-13, -9), (13, -9), (13, 1), (8.5, 8.5), (0, 12.5), (-8.5, 8.5), (-13, 1)]
    points = [(x + dx * k, y + dy * k) for dx, dy in hull]
    sheet.area(points, fill=PAPER, line=PAPER, width=4)
    sheet.area(points, fill=colour, line=shade(colour, 55), width=1.6)
    light = mixed(colour, "#ffffff", 88)
    sheet.path(
        f"M{number(x - 8.5 * k)} {number(y + 3 * k)}L{number(x + 8.5 * k)} {number(y + 3 * k)}"
        f"L{number(x + 5.5 * k)} {number(y + 7 * k)}L{number(x - 5.5 * k)} {number(y + 7 * k)}Z",
        colour=light,
        width=0.6,
        fill=light,
    )
    sheet.path(
        f"M{number(x - 0.6 * k)} {number(y - 7.4 * k)}L{number(x - 0.6 * k)} {number(y + 1.4 * k)}"
        f"L{number(x - 7 * k)} {number(y + 1.4 * k)}Z"
        f"M{number(x + 1 * k)} {number(y - 5.4 * k)}L{number(x + 6.4 * k)} {number(y + 1.4 * k)}"
        f"L{number(x + 1 * k)} {number(y + 1.4 * k)}Z",
        colour=light,
        width=0.5,
        fill=light,
    )


def centre(sheet: Sheet, at: Point, colour: str = "", *, size: float = 5) -> None:
    """A supply centre: a dot in a ring, filled with its owner's colour."""
    sheet.taken.box(at, size + 2)
    sheet.disc(at, size + 1.4, fill=PAPER, line=INK, width=1.1)
    sheet.disc(at, size - 1.2, fill=colour or PAPER, line=INK, width=1.1)
    if not colour:
        sheet.disc(at, 1, fill=INK)


LEGEND = {
    "move": "moves",
    "bounce": "move that failed",
    "support": "supports a move",
    "hold-support": "supports in place",
    "cut": "support cut",
    "convoy": "convoys",
    "broken": "convoy broken",
    "retreat": "retreats",
    "dislodged": "dislodged",
    "hold": "stands",
    "new": "built",
    "lost": "lost or removed",
}


def legend(
    sheet: Sheet,
    at: Point,
    signs: Sequence[str],
    *,
    width: float = 226,
    titled: str = "Signs",
    family: str = SANS,
    scale: float = 1.0,
) -> float:
    """A box that explains the signs used (keys of LEGEND), so many times its common size; returns its height."""
    step = 24.0
    height = 34 + step * len(signs)
    if scale != 1.0:
        own = Sheet(0, 0)
        legend(own, (0, 0), signs, width=width, titled=titled, family=family)
        sheet.add(f'<g transform="translate({number(at[0])} {number(at[1])}) scale({number(scale)})">')
        sheet.marks += [*own.marks, "</g>"]
        sheet.taken.boxes.append((at[0], at[1], at[0] + width * scale, at[1] + height * scale))
        return height * scale
    x, y = at
    sheet.box(at, (width, height), fill=mixed(PAPER, "#ffffff", 35), line=INK, width=1.2, round_=3)
    sheet.box((x + 3, y + 3), (width - 6, height - 6), line=INK, width=0.6, round_=2)
    sheet.label((x + width / 2, y + 17), titled, size=15, weight=600)
    for place, sign in enumerate(signs):
        middle = y + 40 + step * place
        _sample(sheet, sign, x + 12, middle)
        sheet.label((x + 72, middle), LEGEND[sign], size=13, family=family, anchor="start")
    return height


def _sample(sheet: Sheet, sign: str, x: float, y: float) -> None:
    start, end, middle = (x, y), (x + 50, y), (x + 25, y)
    if sign in ("move", "bounce"):
        move(sheet, start, end, done=sign == "move", room=2)
    elif sign in ("support", "cut"):
        _help(sheet, start, (x + 46, y), sign == "support", INK, 0, ring=4)
    elif sign == "hold-support":
        _help(sheet, start, (x + 33, y), True, INK, 0, ring=0)
        sheet.disc((x + 41, y), 8, line=INK, width=1.8)
    elif sign in ("convoy", "broken"):
        convoy(sheet, start, end, done=sign == "convoy", room=0)
    elif sign == "retreat":
        retreat(sheet, start, end, done=True, room=2)
    elif sign == "dislodged":
        dislodged(sheet, middle, room=6)
    elif sign == "hold":
        hold(sheet, (middle[0], y - 8), room=10)
    elif sign == "new":
        new(sheet, middle, room=3)
    elif sign == "lost":
        cross(sheet, middle, FAILED, 6)


def legend_rows(sheet: Sheet, at: Point, signs: Sequence[str], *, columns: int = 2, step: float = 210) -> float:
    """The same without a box, in columns, for a strip under a map; returns its height."""
    for place, sign in enumerate(signs):
        x, y = at[0] + step * (place % columns), at[1] + 26 * (place // columns)
        _sample(sheet, sign, x, y)
        sheet.label((x + 64, y), LEGEND[sign], size=15, family=SANS, anchor="start")
    return 26.0 * math.ceil(len(signs) / columns)
