"""The charts of the club's pages: ratings as bars and over time, and how seats do. None needs colours."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.report.charts import strength_chart
from judge.report.saying import Saying

MOST_BARS, MOST_LINES, MOST_POINTS = 12, 8, 60
WIDTH, LEFT, RIGHT, ROW = 440, 130, 46, 24
"""As wide as a telephone shows it without scrolling."""
PAPER, INK = "#fbf7ee", "#2b2419"
SHADES = (
    ("solo", "#1b6ca8", "#ffffff"),
    ("draw", "#8db6d3", INK),
    ("survived", "#e0d3b8", INK),
    ("eliminated", "#fffdf7", INK),
)


def bars(rows: Sequence[Mapping[str, Any]]) -> str:
    """The best ratings as bars, each with its name and figure."""
    shown = rows[:MOST_BARS]
    highest = max([1, *(int(row["rating"]) for row in shown)])
    parts = _sheet(str(Saying("mail/best_ratings")), ROW * len(shown) + 16)
    for place, row in enumerate(shown):
        y, worth = 8 + ROW * place, max(0, int(row["rating"]))
        wide = (WIDTH - LEFT - RIGHT) * worth / highest
        parts.append(
            _name(str(row["name"]), y) + f'<rect x="{LEFT}" y="{y + 3}" width="{wide:.1f}" height="{ROW - 8}" '
            f'fill="#1b6ca8"/><text x="{LEFT + wide + 6:.1f}" y="{y + 16}" fill="{INK}">{row["rating"]}</text>'
        )
    return "".join([*parts, "</svg>"])


def courses(players: Sequence[Mapping[str, Any]], best: Sequence[int]) -> str:
    """The ratings over time of the best players now, after each game that any of them finished."""
    chosen = {int(one["number"]): one for one in players if one["number"] in best[:MOST_LINES]}
    known = [number for number in best[:MOST_LINES] if number in chosen]
    after: dict[tuple[str, str], dict[Seat, int]] = {}
    for number in known:
        for game in chosen[number]["games"]:
            after.setdefault((game["ended"], game["game"]), {})[Seat(str(number))] = int(game["rating"])
    moments = sorted(after)
    if len(moments) < 2:
        return ""
    now = {Seat(str(number)): 0 for number in known}
    lines, labels = [dict(now)], [moments[0][0]]
    for moment in moments:
        now |= after[moment]
        lines.append(dict(now))
        labels.append(moment[0])
    every = max(1, -(-len(lines) // MOST_POINTS))
    picked = sorted({*range(0, len(lines), every), len(lines) - 1})
    names = {Seat(str(number)): _short(str(chosen[number]["name"]), 18) for number in known}
    return strength_chart(
        [lines[at] for at in picked], names, [labels[at] for at in picked], str(Saying("mail/ratings"))
    )


def fares(seats: Mapping[str, Mapping[str, Any]]) -> str:
    """How each seat of a board does: the parts of its games it won, drew, survived, lost."""
    parts = _sheet(str(Saying("mail/fares")), ROW * len(seats) + 44)
    x = 8.0
    for ending, colour, _ in SHADES:
        parts.append(
            f'<rect x="{x:.1f}" y="8" width="14" height="14" fill="{colour}" stroke="{INK}" stroke-width=".6"/>'
            f'<text x="{x + 20:.1f}" y="20" fill="{INK}">{Saying("mail/fared", {"ending": ending})}</text>'
        )
        x += (WIDTH - 16) / len(SHADES)
    for place, (seat, row) in enumerate(seats.items()):
        y, x = 34 + ROW * place, float(LEFT)
        parts.append(_name(seat.replace("-", " ").title(), y))
        for ending, colour, ink in SHADES:
            wide = (WIDTH - LEFT - RIGHT) * int(row[ending]) / int(row["games"])
            if wide:
                parts.append(
                    f'<rect x="{x:.1f}" y="{y + 2}" width="{wide:.1f}" height="{ROW - 5}" fill="{colour}" '
                    f'stroke="{INK}" stroke-width=".6"/><text x="{x + wide / 2:.1f}" y="{y + 16}" '
                    f'text-anchor="middle" fill="{ink}">{row[ending]}</text>'
                )
            x += wide
        said = Saying("mail/of_games", {"games": row["games"]})
        parts.append(f'<text x="{WIDTH - RIGHT + 6}" y="{y + 16}" fill="{INK}">{said}</text>')
    return "".join([*parts, "</svg>"])


def _sheet(title: str, tall: int) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" role="img" aria-label="{title}" '
        'class="chart" font-family="Source Sans Pro,Arial,sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{tall}" fill="{PAPER}"/>',
    ]


def _name(said: str, y: int) -> str:
    return f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end" fill="{INK}">{html.escape(_short(said, 18))}</text>'


def _short(said: str, most: int) -> str:
    return said if len(said) <= most else said[: most - 1] + "…"


__all__ = ["bars", "courses", "fares"]
