"""An SVG sheet, its colours, and the geometry of pixels: what every picture is drawn with. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass, field
from html import escape
from typing import TypedDict, Unpack

from judge.drawing.taken import Point as Point
from judge.drawing.taken import Taken

PAPER = "#f4ecd8"
INK = "#3b2f23"
SEA = "#cfdde0"
SEA_LINE = "#8aa5ab"
LAND = "#efe3c6"
DONE = "#2c6a38"
FAILED = "#9c1419"

# Our pictures use these faces; a browser without them takes the nearest in width.
SERIF = "Source Serif Pro,Georgia,serif"
SANS = "Source Sans Pro,Arial,sans-serif"


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def mixed(one: str, other: str, part: int) -> str:
    """A colour `part` per cent of the way from one to the other."""
    pairs = zip((one[1:3], one[3:5], one[5:7]), (other[1:3], other[3:5], other[5:7]), strict=True)
    return "#" + "".join(f"{(int(a, 16) * (100 - part) + int(b, 16) * part) // 100:02x}" for a, b in pairs)


def tint(colour: str, part: int = 55, paper: str = PAPER) -> str:
    """A colour thinned with paper: for areas below letters."""
    return mixed(colour, paper, part)


def shade(colour: str, part: int = 35) -> str:
    """A colour darkened with ink: for the edge of a sign."""
    return mixed(colour, INK, part)


def strong(colour: str) -> str:
    """A seat's colour, darkened until a thin line of it stands out from paper three to one."""
    for part in range(0, 100, 8):
        found = mixed(colour, INK, part)
        if (_light(PAPER) + 0.05) / (_light(found) + 0.05) >= 3:
            return found
    return INK


def _light(colour: str) -> float:
    """The relative luminance of a colour, as the web's rules of contrast count it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def between(start: Point, end: Point, part: float) -> Point:
    """The point this part of the way from start to end."""
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def away(start: Point, end: Point) -> float:
    """How far apart two points are."""
    return math.hypot(end[0] - start[0], end[1] - start[1])


def toward(start: Point, end: Point, steps: float) -> Point:
    """The point so many pixels from start on the way to end."""
    whole = away(start, end)
    return between(start, end, steps / whole) if whole else start


def beside(start: Point, end: Point, steps: float) -> Point:
    """How far to shift a point to be so many pixels left of the way from start to end."""
    whole = away(start, end) or 1.0
    return ((end[1] - start[1]) / whole * steps, -(end[0] - start[0]) / whole * steps)


class Letters(TypedDict, total=False):
    """How letters look. `halo`: the colour around them; `spaced`: pixels between them; `turn`: degrees."""

    size: float
    colour: str
    family: str
    weight: int
    italic: bool
    halo: str
    anchor: str
    spaced: float
    turn: float


USUAL: Letters = {
    "size": 14, "colour": INK, "family": SERIF, "weight": 400, "italic": False, "halo": "", "anchor": "middle",
    "spaced": 0.0, "turn": 0.0,
}  # fmt: skip


@dataclass
class Sheet:
    """An SVG picture in the making."""

    width: int
    height: int
    _: KW_ONLY
    paper: str = PAPER
    title: str = ""
    weight: float = 1.0
    """How heavy the lines of orders are: more on a large sheet."""
    marks: list[str] = field(default_factory=list)
    wants: dict[str, str] = field(default_factory=dict)
    taken: Taken = field(default_factory=Taken)
    """The lines and boxes of orders and signs."""

    @contextmanager
    def group(self, kind: str) -> Iterator[None]:
        """Group everything drawn meanwhile: orders, pieces, names. A pointer meets the space below it."""
        self.add(f'<g class="{kind}" pointer-events="none">')
        yield
        self.add("</g>")

    @contextmanager
    def go(self, number_: int | None) -> Iterator[None]:
        """Everything drawn meanwhile belongs to one go of a step; None: to all of it."""
        start = len(self.marks)
        yield
        if number_ is not None and len(self.marks) > start:
            self.marks.insert(start, f'<g class="go" data-go="{number_}">')
            # A space tells it from the end of a group.
            self.add(" </g>")

    @contextmanager
    def stand(self, first: int, until: int, is_now: bool) -> Iterator[None]:
        """Everything drawn meanwhile stands so from a go to another; what is over is seen in a replay alone."""
        if is_now and first == 1:
            yield
            return
        start = len(self.marks)
        yield
        if len(self.marks) > start:
            over = "" if is_now else ' display="none"'
            self.marks.insert(start, f'<g class="stand" data-first="{first}" data-until="{until}"{over}>')
            self.add(" </g>")

    def add(self, mark: str) -> None:
        """A piece of SVG as it is."""
        self.marks.append(mark)

    def define(self, name: str, definition: str) -> str:
        """A pattern, gradient or clip; returns the reference to fill with."""
        self.wants[name] = definition
        return f"url(#{name})"

    def area(
        self, points: Iterable[Point], *, fill: str, line: str = "none", width: float = 1.0, more: str = ""
    ) -> None:
        """A closed shape."""
        self.add(
            f'<path d="{closed(points)}" fill="{fill}" stroke="{line}" stroke-width="{number(width)}"'
            f' stroke-linejoin="round"{_more(more)}/>'
        )

    def line(
        self, points: Iterable[Point], *, colour: str = INK, width: float = 1.0, dash: str = "", more: str = ""
    ) -> None:
        """An open line through the points."""
        broken = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(
            f'<path d="{opened(points)}" fill="none" stroke="{colour}" stroke-width="{number(width)}"'
            f' stroke-linejoin="round" stroke-linecap="round"{broken}{_more(more)}/>'
        )

    def path(
        self, drawn: str, *, colour: str, width: float, dash: str = "", fill: str = "none", more: str = ""
    ) -> None:
        """A path in SVG's own words."""
        broken = f' stroke-dasharray="{dash}"' if dash else ""
        self.add(
            f'<path d="{drawn}" fill="{fill}" stroke="{colour}" stroke-width="{number(width)}"'
            f' stroke-linecap="round" stroke-linejoin="round"{broken}{_more(more)}/>'
        )

    def disc(self, at: Point, radius: float, *, fill: str = "none", line: str = "none", width: float = 1.0) -> None:
        """A circle."""
        self.add(
            f'<circle cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}" fill="{fill}"'
            f' stroke="{line}" stroke-width="{number(width)}"/>'
        )

    def box(
        self, at: Point, size: tuple[float, float], *, fill: str = "none", line: str = "none", width: float = 1.0,
        round_: float = 0.0, more: str = "",
    ) -> None:  # fmt: skip
        """A rectangle with its corner at `at`."""
        self.add(
            f'<rect x="{number(at[0])}" y="{number(at[1])}" width="{number(size[0])}" height="{number(size[1])}"'
            f' rx="{number(round_)}" fill="{fill}" stroke="{line}" stroke-width="{number(width)}"{_more(more)}/>'
        )

    def label(self, at: Point, text: str, **said: Unpack[Letters]) -> None:
        """Letters, centred on a point (`anchor`: start, middle, end), with a halo of this colour around them."""
        if not text:
            return
        letters: Letters = {**USUAL, **said}
        size, halo, turn = letters["size"], letters["halo"], letters["turn"]
        look = f'font-family="{letters["family"]}" font-size="{number(size)}" font-weight="{letters["weight"]}"'
        look += f' text-anchor="{letters["anchor"]}"'
        look += ' font-style="italic"' if letters["italic"] else ""
        look += f' letter-spacing="{number(letters["spaced"])}"' if letters["spaced"] else ""
        look += f' transform="rotate({number(turn)} {number(at[0])} {number(at[1])})"' if turn else ""
        place = f'x="{number(at[0])}" y="{number(at[1] + size * 0.34)}"'
        written = escape(text)
        if halo:
            self.add(
                f'<text {place} {look} fill="none" stroke="{halo}" stroke-width="{number(size / 4)}"'
                f' stroke-linejoin="round" stroke-opacity="0.85">{written}</text>'
            )
        self.add(f'<text {place} {look} fill="{letters["colour"]}">{written}</text>')

    def dash(self, pattern: str) -> str:
        """A pattern of strokes and gaps in the weight of this sheet."""
        return " ".join(number(float(part) * self.weight) for part in pattern.split())

    def svg(self) -> str:
        """The whole picture."""
        wants = "".join(self.wants[name] for name in sorted(self.wants))
        named = f"<title>{escape(self.title)}</title>" if self.title else ""
        defs = f"<defs>{wants}</defs>" if wants else ""
        back = f'<rect width="{self.width}" height="{self.height}" fill="{self.paper}"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}"'
            f' viewBox="0 0 {self.width} {self.height}">{named}{defs}{back}' + "\n".join(self.marks) + "</svg>\n"
        )


def _more(more: str) -> str:
    return f" {more}" if more else ""


def opened(points: Iterable[Point]) -> str:
    """An open line in SVG's words."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def closed(points: Iterable[Point]) -> str:
    """A closed line in SVG's words."""
    return opened(points) + "Z"


def smooth(points: Sequence[Point]) -> str:
    """A line that runs softly through the points (Catmull-Rom, as SVG's curves)."""
    if len(points) < 3:
        return opened(points)
    ends = [points[0], *points, points[-1]]
    drawn = f"M{number(points[0][0])} {number(points[0][1])}"
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        one = (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6)
        two = (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6)
        drawn += "C" + " ".join(f"{number(x)} {number(y)}" for x, y in (one, two, there))
    return drawn
