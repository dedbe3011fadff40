"""Small charts: lines over time, told apart by dash as well as by colour; who met whom; bars.

They are as wide as a telephone: names are above bars and below lines, so that letters stay large on every screen.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from judge.adjudicator.protocol import Seat
from judge.report.saying import Saying

FREE = ("#1b6ca8", "#a3352a", "#307e50", "#9c6814", "#5c3a78", "#148295", "#9f3c6c", "#43423c")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "16 3 2 3 2 3", "5 5", "12 3 3 3", "12 4")
WIDTH, HEIGHT = 440, 300
LETTER = 6.6
"""The width of a letter in a label, in the widest face a reader may have instead of ours."""
BOLD = 8.0
"""The width of a letter in a seat's name at the head of a row."""
LEFT, RIGHT, TOP, BOTTOM = 40, 24, 16, 34
KEY = 20
"""The height of a row of the key below the lines."""
PALEST = 540
"""How light a line or a bar may be, its red, green and blue together: white would not show on paper."""


def strength_chart(
    standings: Sequence[Mapping[Seat, int]],
    names: Mapping[Seat, str],
    labels: Sequence[str],
    title: str,
    colours: Mapping[Seat, str] | None = None,
) -> str:
    """The chart as SVG. `title`: what screen readers say; `colours`: those of the map."""
    seats = [seat for seat in names if any(seat in one for one in standings)]
    highest = max((value for one in standings for value in one.values() if value > 0), default=1)
    lowest = min((value for one in standings for value in one.values() if value < 0), default=0)
    step = _step(highest - lowest)
    top, floor = -(-highest // step) * step, lowest // step * step
    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    key = _key([f"{names[seat]} {standings[-1].get(seat, 0) if standings else 0}" for seat in seats])
    height = HEIGHT + KEY * (1 + max((row for _, row, _ in key), default=-1)) + 4

    def x(place: int) -> float:
        return LEFT + inner * place / max(1, len(standings) - 1)

    def y(value: int) -> float:
        return TOP + tall * (1 - (value - floor) / (top - floor))

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="{html.escape(title)}" font-family="Source Sans Pro,Arial,sans-serif" font-size="12">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf7ee"/>',
    ]
    for value in range(floor, top + 1, step):
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#d9cdb4"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#5a4e3a">{value}</text>'
        )
    for place in _shown(labels, x):
        half = len(labels[place]) * LETTER / 2 + 2
        parts.append(
            f'<text x="{min(max(x(place), half), WIDTH - half):.1f}" y="{HEIGHT - 12}" text-anchor="middle" '
            f'fill="#5a4e3a">{html.escape(labels[place])}</text>'
        )
    for number, seat in enumerate(seats):
        colour = _seen((colours or {}).get(seat) or FREE[number % len(FREE)])
        dash = DASHES[number % len(DASHES)]
        # Lines of the same strength run beside each other.
        aside = (number - (len(seats) - 1) / 2) * 1.3
        points = " ".join(f"{x(place):.1f},{y(one.get(seat, 0)) + aside:.1f}" for place, one in enumerate(standings))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.2" '
            f'stroke-dasharray="{dash}" stroke-linejoin="round"/>'
        )
        left, row, said = key[number]
        low = HEIGHT + KEY * row + 4
        parts.append(
            f'<line x1="{left:.0f}" x2="{left + 26:.0f}" y1="{low}" y2="{low}" stroke="{colour}" stroke-width="3" '
            f'stroke-dasharray="{dash}"/>' + _text(left + 32, low + 4, said, 'font-weight="600"')
        )
    parts.append("</svg>")
    return "\n".join(parts)


def _seen(colour: str) -> str:
    """The same colour, or a darker one where it would not show on paper."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    while sum(parts) > PALEST:
        parts = [part * 9 // 10 for part in parts]
    return "#" + "".join(f"{part:02x}" for part in parts)


def _shown(labels: Sequence[str], x: Callable[[int], float]) -> list[int]:
    """The places whose labels are written: none over another, none that repeats the one before it."""
    turns = [place for place, label in enumerate(labels) if not place or label != labels[place - 1]]
    wide = max((len(label) for label in labels), default=0) * LETTER + 14
    every = next(
        (
            every
            for every in range(1, len(turns) + 1)
            if all(x(after) - x(before) >= wide for before, after in pairwise(turns[::every]))
        ),
        1,
    )
    return turns[::every]


def _step(highest: int) -> int:
    """A round distance between grid lines: at most seven of them."""
    step = 1
    for factor in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000):
        step = factor
        if highest / factor <= 6:
            break
    return step


def _key(ends: Sequence[str]) -> list[tuple[float, int, str]]:
    """Where the entries of the key stand: how far right, in which row, and the words."""
    wide = 44 + BOLD * max(map(len, ends), default=0)
    columns = max(1, int((WIDTH - 20) / wide))
    return [(20 + wide * (place % columns), place // columns, said) for place, said in enumerate(ends)]


def stacked(charts: Sequence[tuple[str, str]]) -> str:
    """Charts one under the other, each below its title; empty where there is none. Each gives its own height."""
    parts: list[str] = []
    y = 0.0
    for title, svg in charts:
        height = float(svg.partition(f'viewBox="0 0 {WIDTH} ')[2].partition('"')[0])
        parts.append(_text(12, y + 22, title, 'font-size="16" font-weight="600"'))
        parts.append(svg.replace("<svg ", f'<svg x="0" y="{y + 32:.0f}" width="{WIDTH}" height="{height:.0f}" ', 1))
        y += height + 44
    return "\n".join((*_sheet(str(Saying("mail/charts-title")), y), *parts, "</svg>")) if parts else ""


def _sheet(title: str, height: float) -> list[str]:
    """The beginning of a chart of this height."""
    said = html.escape(title)
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
        f'aria-label="{said}" font-family="Source Sans Pro,Arial,sans-serif" font-size="12">',
        f"<title>{said}</title>",
        f'<rect width="{WIDTH}" height="{height:.0f}" fill="#fbf7ee"/>',
    ]


def _text(x: float, y: float, said: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="#2b2419" {more}>{html.escape(said)}</text>'


def pairs_chart(title: str, rows: Sequence[Sequence[str]], numbers: Sequence[int], colours: Sequence[str]) -> str:
    """A chart of who did it to whom: an arrow between two names, a bar as long as it was often. `rows`: as worded."""
    tall, arrow = 38, 22
    room, most = WIDTH - 70, max(numbers, default=0) or 1
    first = max((len(row[0]) for row in rows), default=0) * BOLD
    parts = _sheet(title, tall * len(rows) + 14)
    for place, (row, value) in enumerate(zip(rows, numbers, strict=True)):
        y, x, colour = 6 + tall * place, 20 + first, _seen(colours[place] or FREE[0])
        parts.append(_text(12, y + 14, row[0], 'font-weight="600"'))
        parts.append(
            f'<path d="M{x:.0f} {y + 10}h{arrow - 5}m-2 -4l7 4l-7 4z" fill="{colour}" stroke="{colour}" '
            f'stroke-width="2"/>' + _text(x + arrow + 8, y + 14, row[1])
        )
        length = max(2.0, room * value / most)
        parts.append(
            f'<rect x="12" y="{y + 20}" width="{length:.1f}" height="12" fill="{colour}"/>'
            + _text(length + 19, y + 31, row[2], 'font-weight="600"')
        )
    return "\n".join((*parts, "</svg>"))


def bars_chart(
    title: str,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    numbers: Sequence[Sequence[float]],
    colours: Sequence[str],
) -> str:
    """The first two columns of each seat as bars, full and outlined; the others beside its name as worded."""
    label = max((len(f"{heads[at]} {row[at + 1]}") for row in rows for at in (0, 1)), default=0) * LETTER
    room = WIDTH - label - 36
    tall = 62
    most = max((value for row in numbers for value in row[:2]), default=0) or 1
    parts = _sheet(title, tall * len(rows) + 8)
    for number, (row, values) in enumerate(zip(rows, numbers, strict=True)):
        y, colour = 6 + tall * number, _seen(colours[number] or FREE[number % len(FREE)])
        parts.append(_text(12, y + 14, row[0], 'font-weight="600"'))
        for place in (0, 1):
            said = f"{heads[place]} {row[place + 1]}"
            length = max(1.0, room * values[place] / most)
            paint = f'fill="{colour}"' if place == 0 else f'fill="none" stroke="{colour}" stroke-width="1.5"'
            parts.append(
                f'<rect x="12" y="{y + 20 + 17 * place:.1f}" width="{length:.1f}" height="13" {paint}/>'
                + _text(length + 18, y + 31 + 17 * place, said)
            )
        parts.append(_text(WIDTH - 14, y + 14, _beside(heads, row), 'text-anchor="end"'))
    return "\n".join((*parts, "</svg>"))


def _beside(heads: Sequence[str], row: Sequence[str]) -> str:
    return ", ".join(f"{head} {said}" for head, said in zip(heads[2:], row[3:], strict=True))
