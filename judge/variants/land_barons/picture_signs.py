"""The signs of Land Barons: a small drawing for every kind of settlement, two letters for every improvement and unit,
the counter of a stack."""

from __future__ import annotations

import math
from collections import Counter

from judge.drawing.kit import INK, PAPER, SANS, Point, Sheet, shade
from judge.drawing.taken import width_of
from judge.variants.land_barons.counters import BARON, REGULATOR
from judge.variants.land_barons.view import Stack

COLOURS = {"ok-corral": "#b8402e", "lazy-b": "#2b6c9b", "graham": "#c9930f", "johnson": "#4d3488"}
LETTERS = {"ok-corral": "O", "lazy-b": "L", "graham": "G", "johnson": "J"}
SHORT = {"ok-corral": "OK Corral", "lazy-b": "Lazy B", "graham": "Graham", "johnson": "Johnson"}
ON = {"graham": INK}
"""The colour of writing on a ranch's colour, where white cannot be read on it."""

CHIPS = {
    "railway-station": "Rw", "saloon": "Sa", "bank": "Ba", "gambling-hall": "Ga", "trappers": "Tr",
    "horse-traders": "Ho", "cotton-mill": "Co", "gin-mill": "Gi", "mother-lode": "ML",
}  # fmt: skip

UNIT_CODES = {
    BARON: "Bn", REGULATOR: "Rg", "cowboys": "Cb", "indian-braves": "Br", "mexican-bandidos": "Bd", "outlaw-gang": "Og",
    "lawmen-posse": "Po", "lynch-mob": "Mo", "gunslinger": "Gu", "local-sheriff": "Sh", "federal-marshall": "Ma",
    "confederate-rebels": "Re", "union-veterans": "Ve", "texas-rangers": "Te", "mountain-men": "Mm",
}  # fmt: skip
"""A unit's kind on the map."""
CODES_A_ROW, MOST_ROWS = 2, 3
CODE = 11.5
"""The size of a unit's code and of an improvement's."""

WOOD = "#9a5b2e"
ROOF = "#6d2f22"
STRAW = "#d9b24a"
ROCK = "#6f6a64"
COAL = "#26221f"
GOLD = "#e8b923"
CANVAS = "#e9dcbc"


def sign(sheet: Sheet, at: Point, kind: str, size: float) -> None:
    """The sign of a settlement, about twice `size` across."""
    SIGNS.get(kind, _hidden)(sheet, at, size / 12)


def _shape(sheet: Sheet, at: Point, k: float, points: tuple[Point, ...], fill: str) -> None:
    sheet.area([(at[0] + x * k, at[1] + y * k) for x, y in points], fill=fill, line=INK, width=0.9)


def _farm(sheet: Sheet, at: Point, k: float) -> None:
    """A barn with a gambrel roof, and its silo."""
    _shape(sheet, at, k, ((6, 10), (6, -5), (9, -8), (12, -5), (12, 10)), STRAW)
    _shape(sheet, at, k, ((-12, 10), (-12, 0), (-9, -7), (-3, -11), (3, -7), (6, 0), (6, 10)), "#b04a35")
    _shape(sheet, at, k, ((-6, 10), (-6, 1), (0, 1), (0, 10)), PAPER)
    sheet.line([(at[0] - 6 * k, at[1] + 1 * k), (at[0], at[1] + 10 * k)], width=0.8)
    sheet.line([(at[0], at[1] + 1 * k), (at[0] - 6 * k, at[1] + 10 * k)], width=0.8)


def _heap(sheet: Sheet, at: Point, k: float, lump: str) -> None:
    """A mine: a hill with a timbered mouth, and what comes out of it."""
    _shape(sheet, at, k, ((-13, 10), (-7, -6), (-1, -11), (6, -7), (13, 10)), ROCK)
    _shape(sheet, at, k, ((-6, 10), (-5, -1), (4, -1), (5, 10)), COAL)
    sheet.line([(at[0] + x * k, at[1] + y * k) for x, y in ((-6, 10), (-5, -1), (4, -1), (5, 10))], colour=STRAW,
               width=1.6 * k)  # fmt: skip
    for x, y in ((7, 8), (10.5, 8.5), (8.8, 5)):
        sheet.disc((at[0] + x * k, at[1] + y * k), 2.5 * k, fill=lump, line=INK, width=0.7)


def _coal(sheet: Sheet, at: Point, k: float) -> None:
    _heap(sheet, at, k, COAL)


def _gold(sheet: Sheet, at: Point, k: float) -> None:
    _heap(sheet, at, k, GOLD)


def _town(sheet: Sheet, at: Point, k: float) -> None:
    """False fronts on a main street."""
    _shape(sheet, at, k, ((-13, 10), (-13, -4), (-4, -4), (-4, 10)), STRAW)
    _shape(sheet, at, k, ((4, 10), (4, -2), (13, -2), (13, 10)), CANVAS)
    _shape(sheet, at, k, ((-6, 10), (-6, -11), (6, -11), (6, 10)), WOOD)
    _shape(sheet, at, k, ((-4, -8), (4, -8), (4, -4), (-4, -4)), PAPER)
    _shape(sheet, at, k, ((-2, 10), (-2, 2), (2, 2), (2, 10)), COAL)


def _post(sheet: Sheet, at: Point, k: float) -> None:
    """A log store behind a palisade, with a flag."""
    sheet.line([(at[0] + 8 * k, at[1] + 4 * k), (at[0] + 8 * k, at[1] - 12 * k)], width=1)
    _shape(sheet, at, k, ((8, -12), (14, -10), (8, -7)), "#b04a35")
    _shape(sheet, at, k, ((-9, 4), (-9, -3), (0, -9), (9, -3), (9, 4)), WOOD)
    for x in range(-12, 13, 4):
        _shape(sheet, at, k, ((x - 2, 10), (x - 2, 3), (x, 0), (x + 2, 3), (x + 2, 10)), STRAW)


def _ranch(sheet: Sheet, at: Point, k: float) -> None:
    """A ranch gate: two posts, a beam, and the horseshoe that hangs from it."""
    for x in (-12, 9):
        _shape(sheet, at, k, ((x, 11), (x, -10), (x + 3, -10), (x + 3, 11)), WOOD)
    _shape(sheet, at, k, ((-14, -7), (-14, -11), (14, -11), (14, -7)), ROOF)
    middle, level = at
    for colour, width in ((INK, 4.2 * k), (GOLD, 2.6 * k)):
        sheet.path(
            f"M{middle - 4 * k:.1f} {level + 8 * k:.1f}C{middle - 9 * k:.1f} {level - 7 * k:.1f} "
            f"{middle + 9 * k:.1f} {level - 7 * k:.1f} {middle + 4 * k:.1f} {level + 8 * k:.1f}",
            colour=colour,
            width=width,
        )


def _hidden(sheet: Sheet, at: Point, k: float) -> None:
    """A counter that lies face down, or is not drawn yet."""
    sheet.box((at[0] - 10 * k, at[1] - 10 * k), (20 * k, 20 * k), fill=CANVAS, line=INK, width=0.9, round_=3)
    sheet.label(at, "?", size=15 * k, family=SANS, weight=600)


SIGNS = {
    "farm": _farm,
    "coal-mine": _coal,
    "gold-mine": _gold,
    "town": _town,
    "trading-post": _post,
    "ranch": _ranch,
}


def marker(sheet: Sheet, at: Point, seat: str, size: float) -> None:
    """A control marker: a disc in the ranch's colour with its letter."""
    sheet.taken.box(at, size + 1)
    sheet.disc(at, size, fill=COLOURS[seat], line=PAPER, width=1.2)
    sheet.label(at, LETTERS[seat], size=size * 1.4, family=SANS, weight=600, colour=ON.get(seat, "#ffffff"))


def rows_of(stack: Stack) -> list[str]:
    """The codes of a stack's units, so many a row; several of a kind with their number, the Baron by his star."""
    counts = Counter(UNIT_CODES[kind] for kind in stack.kinds if kind != BARON)
    codes = [code if count == 1 else f"{count}{code}" for code, count in counts.items()]
    most = CODES_A_ROW * MOST_ROWS
    if len(codes) > most:
        codes = [*codes[: most - 1], f"+{sum(tuple(counts.values())[most - 1 :])}"]
    return [" ".join(codes[first : first + CODES_A_ROW]) for first in range(0, len(codes), CODES_A_ROW)]


def left_of_counter(stack: Stack) -> float:
    """Where a stack's counter begins, as seen from the middle of its hex: it is as wide as its codes."""
    wide = _width(stack)
    return min(15 - wide / 2, 40 - wide)


def _width(stack: Stack) -> float:
    return max([34.0, *(width_of(said, CODE) + 3 for said in rows_of(stack))])


def counter(sheet: Sheet, at: Point, stack: Stack, k: float) -> None:
    """A stack: its Shoot value, a code for each unit, a star for the Baron. As wide as its codes, rightmost at the
    edge of its hex."""
    rows = rows_of(stack)
    wide = _width(stack) * k
    # More rows of codes are set closer: improvements are written below.
    first, row_high = ((22.5, 11.0), (22.5, 11.0), (18.5, 10.0), (18.0, 9.0))[len(rows)]
    high = (first - 2.5 + row_high * len(rows)) * k
    x, top = at[0] + min(0.0, 25 * k - wide / 2), at[1] - 17 * k
    colour, ink = COLOURS[stack.seat], ON.get(stack.seat, "#ffffff")
    sheet.taken.boxes.append((x - wide / 2 - 1, top - 2, x + wide / 2 + 4, top + high + 1))
    if len(stack.kinds) > 1:
        # No higher: the number of the hex is above.
        sheet.box(
            (x - wide / 2 + 3, top - 1.4 * k), (wide, high), fill=shade(colour, 20), line=PAPER, width=1, round_=3
        )
    sheet.box((x - wide / 2, top), (wide, high), fill=colour, line=PAPER, width=1.4, round_=3)
    size = (16, 16, 13.5, 12)[len(rows)] * k
    sheet.label((x + 4 * k, top + size * 0.62), str(stack.shoot), size=size, family=SANS, weight=600, colour=ink)
    sheet.label((x - wide / 2 + 6 * k, top + 8 * k), LETTERS[stack.seat], size=11 * k, family=SANS, weight=600,
                colour=ink)  # fmt: skip
    for row, said in enumerate(rows):
        sheet.label((x, top + (first + row_high * row) * k), said, size=CODE * k, family=SANS, weight=600, colour=ink)
    if BARON in stack.kinds:
        sheet.taken.box((x + wide / 2 - 1, top + 1), 8 * k)
        star(sheet, (x + wide / 2 - 1, top + 1), 8 * k)


def star(sheet: Sheet, at: Point, size: float) -> None:
    """The sign of a Baron."""
    points = []
    for step in range(10):
        radius = size if step % 2 == 0 else size * 0.45
        turn = math.pi * step / 5
        points.append((at[0] + radius * math.sin(turn), at[1] - radius * math.cos(turn)))
    sheet.area(points, fill="#f7d774", line=INK, width=0.9)
