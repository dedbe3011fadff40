"""The signs of Range War: gangs under their hats, herds with a brand on the flank, ranch houses and towns, terrain."""

from __future__ import annotations

import math

from judge.drawing.kit import FAILED, INK, PAPER, SANS, Point, Sheet, mixed, number, shade

# Every seat's brand, in a square of 16 around 0, as lines: told apart without colour.
BRANDS = {
    "lone-star": "M0 -7L1.7 -2.2L6.7 -2.2L2.7 0.9L4.1 5.7L0 2.8L-4.1 5.7L-2.7 0.9L-6.7 -2.2L-1.7 -2.2Z",
    "rancho-grande": "M-3.4 6V-5H0.6A2.9 2.9 0 0 1 0.6 0.8H-3.4M0.4 0.8L4.4 6M-5.5 -7.6H5.5",
    "red-river": "M-7 -2.4q3.5 -4.6 7 0t7 0M-7 3.4q3.5 -4.6 7 0t7 0",
    "lazy-s": "M-6.6 -1.4a3.3 3.3 0 0 0 6.6 2.4v-2a3.3 3.3 0 0 1 6.6 2.4",
    "south-fork": "M0 7V-7M-5 -7V-3.4a5 4.6 0 0 0 10 0V-7",
    "mule-ridge": "M-7 4.6L-2.6 -4.6L0.6 1.2L2.8 -2.4L7 4.6",
    "lonesome-pine": "M0 -7L4 -1.6H1.6L5.4 3.6H-5.4L-1.6 -1.6H-4ZM0 3.6V7",
    "devils-hole": "M-5.4 -6.6q-1.4 7.4 5.4 7.4q6.8 0 5.4 -7.4M0 -2.6V7M-2.6 4L0 7L2.6 4",
}
WILD = "#cdbb95"
# The steer faces left: head, horns, back, tail, legs; then the flank where the brand is.
STEER = (
    "M-13.5 -7.5C-9 -9 4 -9.6 9.5 -8.6C14.5 -8 15.6 -5 15.4 0.5L16.6 8L15 8L13.6 1.6L13 11H9.6L8.6 4.4"
    "C4 5.6 -2 5.6 -6.6 4.6"
    "L-7.2 11H-10.6L-11.4 3C-12.6 1.4 -13.2 0 -14 -1.2L-18.4 1.6L-20.4 -0.6L-17.6 -6Z"
)
HORNS = "M-17.4 -6.2C-21.6 -6.6 -23.4 -9 -23 -13M-15.4 -7.2C-15 -10 -12.8 -11.8 -9.8 -12.4"


def moved(drawn: str, at: Point, scale: float) -> str:
    """The attribute that sets a sign in its place."""
    return f'transform="translate({number(at[0])} {number(at[1])}) scale({scale:.2f})"' if drawn else ""


def brand(
    sheet: Sheet, at: Point, seat: str, name: str, *, colour: str, scale: float = 1.0, width: float = 1.9
) -> None:
    """A seat's brand; the first letter of its name where there is none drawn."""
    sheet.taken.box(at, 9 * scale)
    drawn = BRANDS.get(seat)
    if drawn is None:
        sheet.label(at, name[:1].upper(), size=14 * scale, colour=colour, family=SANS, weight=700)
        return
    fill = colour if seat in ("lone-star", "lonesome-pine") else "none"
    sheet.path(drawn, colour=colour, width=width, fill=fill, more=moved(drawn, at, scale))


def gang(sheet: Sheet, at: Point, seat: str, name: str, colour: str, *, ghost: bool = False) -> None:
    """A gang: the seat's brand on a round badge, under a hat. A ghost is where one came from."""
    x, y = at
    sheet.taken.box((x, y - 3 if not ghost else y), 8 if ghost else 20)
    if ghost:
        sheet.disc(at, 7, line=shade(colour, 40), width=1.6)
        sheet.disc(at, 2, fill=shade(colour, 40))
        return
    sheet.disc(at, 16.2, fill=PAPER)
    sheet.disc(at, 14.4, fill=colour, line=shade(colour, 60), width=1.8)
    brand(sheet, (x, y + 2.6), seat, name, colour="#ffffff", scale=0.98, width=2.2)
    hat = f"M{number(x - 17)} {number(y - 9)}Q{number(x)} {number(y - 15.5)} {number(x + 17)} {number(y - 9)}"
    hat += f"Q{number(x + 9)} {number(y - 8)} {number(x)} {number(y - 8.4)}"
    hat += f"Q{number(x - 9)} {number(y - 8)} {number(x - 17)} {number(y - 9)}Z"
    crown = f"M{number(x - 8.6)} {number(y - 11)}C{number(x - 8)} {number(y - 20)} {number(x - 5)} {number(y - 22)}"
    crown += f" {number(x)} {number(y - 19)}C{number(x + 5)} {number(y - 22)} {number(x + 8)} {number(y - 20)}"
    crown += f" {number(x + 8.6)} {number(y - 11)}Z"
    dark = shade(colour, 72)
    sheet.path(crown, colour=PAPER, width=3.2)
    sheet.path(hat, colour=PAPER, width=3.2)
    sheet.path(crown, colour=dark, width=1, fill=dark)
    sheet.path(hat, colour=dark, width=1, fill=dark)


def herd(
    sheet: Sheet, at: Point, seat: str | None, name: str, colour: str, *, late: str | None = None, late_name: str = ""
) -> None:
    """A herd: a steer in its owner's colour with the brand on its flank. A wild one is pale; a raided one shows the
    late owner's brand struck through."""
    sheet.taken.boxes.append((at[0] - 26, at[1] - 15, at[0] + 20, at[1] + 13))
    body = mixed(colour, "#ffffff", 30) if seat else WILD
    place = moved(STEER, at, 1.02)
    sheet.path(STEER, colour=PAPER, width=5, more=place)
    sheet.path(HORNS, colour=PAPER, width=5, more=place)
    sheet.path(HORNS, colour=INK, width=1.8, more=place)
    sheet.path(STEER, colour=INK, width=1.5, fill=body, dash="" if seat else "2.6 1.6", more=place)
    flank = (at[0] + 1.5, at[1] - 1.6)
    if seat:
        brand(sheet, flank, seat, name, colour="#ffffff", scale=0.66, width=4.6)
        brand(sheet, flank, seat, name, colour=INK, scale=0.66, width=2.3)
    elif late:
        brand(sheet, flank, late, late_name, colour=INK, scale=0.62, width=1.8)
        sheet.line([(flank[0] - 8, flank[1] + 5), (flank[0] + 8, flank[1] - 5)], colour=FAILED, width=2.2)


def centre(sheet: Sheet, at: Point, kind: str, colour: str | None) -> None:
    """A fixed centre: a ranch house, a mine's headframe, or a town's false front, in its owner's colour."""
    x, y = at
    sheet.taken.box(at, 15)
    fill = colour or "#ffffff"
    edge = {"ranch": 13, "hideout": 12, "mine": 11, "town": 13}.get(kind, 12)
    if kind == "ranch":
        points = [(-edge, 2), (-8, -8), (8, -8), (edge, 2), (10, 2), (10, 10), (-10, 10), (-10, 2)]
        holes = [(-6.5, 3.6), (1.5, 3.6)]
    elif kind == "mine":
        points = [(-11, 10), (-4, -11), (4, -11), (11, 10), (6, 10), (0, -4), (-6, 10)]
        holes = []
    elif kind == "hideout":
        points = [(-12, 10), (-10, -2), (-5, -9), (1, -7), (6, -10), (11, -1), (12, 10)]
        holes = []
    else:
        points = [(-13, 10), (-13, -3), (-5, -3), (-5, -10), (5, -10), (5, -3), (13, -3), (13, 10)]
        holes = [(-10, 1.5), (6, 1.5)]
    drawn = [(x + dx, y + dy) for dx, dy in points]
    sheet.area(drawn, fill=PAPER, line=PAPER, width=5)
    sheet.area(drawn, fill=fill, line=INK, width=1.7)
    for dx, dy in holes:
        sheet.box((x + dx, y + dy), (4.5, 4), fill=PAPER, line=INK, width=0.9)
    if kind == "town":
        sheet.box((x - 2.4, y + 2.5), (4.8, 7.5), fill=INK)
        sheet.line([(x - 3, y - 5.5), (x + 3, y - 5.5)], colour=INK, width=1.4)
    if kind == "hideout":
        sheet.path(f"M{number(x - 4)} {number(y + 10)}v-5a4 4.6 0 0 1 8 0v5Z", colour=INK, width=1, fill=INK)


TERRAIN = {
    "mountain": "M-13 6L-4 -9L0 -3L3 -7L13 6M-6.4 -5L-3.6 -2.6L-1.6 -5M-3 6L2 0M5 6L7 3",
    "ridge": "M-14 5L-9 -4L-5 3L0 -6L4 3L8 -3L13 5",
    "bluff": "M-13 6L-9 -5H8L13 6M-5 -5L-4 1M0 -5V2M5 -5L6 0",
    "mesa": "M-13 6L-8 -4H8L13 6M-3 -4L-3.6 2M3 -4L3.6 1",
    "canyon": "M-13 -6L-6 -5L-3 6M13 -6L6 -5L3 6M-9 -5L-7 2M9 -5L7 2",
    "gulch": "M-12 -5L-5 -4L-2 5M12 -5L5 -4L2 5",
    "ravine": "M-12 -5L-5 -4L-2 5M12 -5L5 -4L2 5",
    "pass": "M-14 6L-7 -6L-1 4M1 4L7 -6L14 6",
    "valley": "M-13 -2q6.5 7 13 0t13 0M-9 5q4.5 4 9 0t9 0",
    "creek": "M-13 -3q4 -5 8 0t8 0t8 0M-9 4q4 -4 8 0t8 0",
    "plain": "M-9 5L-11 -2M-9 5L-8.4 -3M-9 5L-6 -1M4 1L2 -6M4 1L4.6 -7M4 1L7 -5M9 8L7.6 3M9 8L9.6 2M9 8L12 4",
    "island": "M-12 4q12 -9 24 0M0 -1V-8M0 -8L-4 -6M0 -8L4 -6M-14 8q4 -3 8 0t8 0t8 0",
}
CACTUS = "M0 8V-9M0 1H-5V-5M0 4H5V-3"


def terrain(sheet: Sheet, at: Point, kind: str) -> None:
    """A few plants or things of the place, in thin ink."""
    drawn = TERRAIN.get(kind, CACTUS)
    sheet.path(drawn, colour="#a08a63", width=1.3, more=moved(drawn, at, 1.0))


def compass(sheet: Sheet, at: Point, radius: float) -> None:
    """A rose of eight points, north up."""
    x, y = at
    sheet.disc(at, radius * 0.72, fill=PAPER, line=INK, width=1)
    for step in range(8):
        turn = math.pi * step / 4
        reach = radius if step % 2 == 0 else radius * 0.6
        tip = (x + reach * math.sin(turn), y - reach * math.cos(turn))
        for side, fill in ((-1, INK), (1, PAPER)):
            foot = turn + side * math.pi / 8
            inner = (x + radius * 0.24 * math.sin(foot), y - radius * 0.24 * math.cos(foot))
            sheet.area([at, inner, tip], fill=fill, line=INK, width=0.9)
    sheet.label((x, y - radius - 11), "N", size=17, weight=700)
