"""A small chart of strength over time: one line a seat, told apart by dash and end label as well as by colour."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from judge.adjudicator.protocol import Seat

FREE = ("#1b6ca8", "#a3352a", "#307e50", "#9c6814", "#5c3a78", "#148295", "#9f3c6c", "#43423c")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "16 3 2 3 2 3", "5 5", "12 3 3 3", "12 4")
WIDTH, HEIGHT = 720, 300
LETTER = 6.6
"""How wide a letter of a label is, in the widest letters a reader may have instead of ours."""
LEFT, RIGHT, TOP, BOTTOM = 40, 178, 16, 34


def strength_chart(
    standings: Sequence[Mapping[Seat, int]],
    names: Mapping[Seat, str],
    labels: Sequence[str],
    what: str,
    colours: Mapping[Seat, str] | None = None,
) -> str:
    """The chart as SVG. `what`: what is counted, for the title that screen readers say; `colours`: those of the map."""
    seats = [seat for seat in names if any(seat in one for one in standings)]
    highest = max((value for one in standings for value in one.values()), default=1) or 1
    step = _step(highest)
    top = -(-highest // step) * step
    inner, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(place: int) -> float:
        return LEFT + inner * place / max(1, len(standings) - 1)

    def y(value: int) -> float:
        return TOP + tall * (1 - value / top)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{html.escape(what)} over time" font-family="Source Sans Pro,Arial,sans-serif" font-size="12">',
        f"<title>{html.escape(what)} over time</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ee"/>',
    ]
    for value in range(0, top + 1, step):
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#d9cdb4"/>'
            f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end" fill="#5a4e3a">{value}</text>'
        )
    for place in _shown(labels, x):
        parts.append(
            f'<text x="{x(place):.1f}" y="{HEIGHT - 12}" text-anchor="middle" fill="#5a4e3a">'
            f"{html.escape(labels[place])}</text>"
        )
    ends = _apart([y(standings[-1].get(seat, 0)) if standings else 0.0 for seat in seats])
    for number, seat in enumerate(seats):
        colour, dash = (colours or {}).get(seat) or FREE[number % len(FREE)], DASHES[number % len(DASHES)]
        # Lines of the same strength run beside each other.
        aside = (number - (len(seats) - 1) / 2) * 1.3
        points = " ".join(f"{x(place):.1f},{y(one.get(seat, 0)) + aside:.1f}" for place, one in enumerate(standings))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2.2" '
            f'stroke-dasharray="{dash}" stroke-linejoin="round"/>'
        )
        last = standings[-1].get(seat, 0) if standings else 0
        parts.append(
            f'<line x1="{WIDTH - RIGHT + 6}" x2="{WIDTH - RIGHT + 26}" y1="{ends[number]:.1f}" y2="{ends[number]:.1f}" '
            f'stroke="{colour}" stroke-width="3" stroke-dasharray="{dash}"/>'
            f'<text x="{WIDTH - RIGHT + 31}" y="{ends[number] + 4:.1f}" fill="#2b2419" font-weight="600">'
            f"{html.escape(names[seat])} {last}</text>"
        )
    parts.append("</svg>")
    return "\n".join(parts)


def _shown(labels: Sequence[str], x: Callable[[int], float]) -> list[int]:
    """The places whose labels are written: none over another, none that only says again what the one before it says."""
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


def _apart(heights: list[float], gap: float = 14.0) -> list[float]:
    """End labels moved apart so that none covers another."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed = list(heights)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + gap)
    floor = HEIGHT - BOTTOM + 8.0
    for after in reversed(order):
        placed[after] = min(placed[after], floor)
        floor = placed[after] - gap
    return placed
