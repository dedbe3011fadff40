"""The tables of a simulation as one picture: how long games were, how they ended, who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.drawing.sheet import DONE, INK, PAPER, SANS, Sheet, tint
from judge.scenario.simulate import Share, Summary

WIDTH, LEFT, RIGHT, STEP, TOP = 800, 190, 700, 26, 70
CLASSES = 10
"""How many bars the lengths are put into."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: the words before it, its length, the words behind it."""

    name: str
    size: float
    said: str


def plots(title: str, summary: Summary) -> str:
    """The picture as SVG."""
    charts = [
        ("Windows a game", _lengths(summary), None),
        ("How games ended", _endings(summary), None),
        ("Won by seat, 1 is an even share", _shares(summary.by_seat), 1.0),
    ]
    if len(summary.by_strength) > 1:
        charts.append(("Won by player, 1 is an even share", _shares(summary.by_strength), 1.0))
    height = TOP + sum(STEP * (len(bars) + 2) for _, bars, _ in charts)
    said = f"{title}: {summary.games} games"
    sheet = Sheet(WIDTH, height, paper=PAPER, title=said)
    sheet.label((LEFT, 34), said, size=24, anchor="start", family=SANS, weight=600)
    y = float(TOP)
    for heading, bars, even in charts:
        y = _chart(sheet, y, heading, bars, even)
    return sheet.svg()


def _chart(sheet: Sheet, y: float, heading: str, bars: Sequence[Bar], even: float | None) -> float:
    """A heading with bars below it; a line across them where an even share ends."""
    sheet.label((LEFT, y), heading, size=16, anchor="start", family=SANS, weight=600)
    most = max([even or 0.0, *(bar.size for bar in bars)]) or 1.0
    first = y + STEP
    for number, bar in enumerate(bars):
        at = first + STEP * number
        sheet.label((LEFT - 10, at), bar.name, size=15, anchor="end", family=SANS)
        long = (RIGHT - LEFT) * bar.size / most
        sheet.box((LEFT, at - 8), (long, 16), fill=tint(DONE, 45))
        sheet.label((LEFT + long + 8, at), bar.said, size=15, anchor="start", family=SANS)
    if even is not None:
        x = LEFT + (RIGHT - LEFT) * even / most
        ends = [(x, first - 12), (x, first + STEP * (len(bars) - 1) + 12)]
        sheet.line(ends, colour=INK, width=1.5, dash="4 3")
    return first + STEP * (len(bars) + 1)


def _lengths(summary: Summary) -> list[Bar]:
    least, most = min(summary.windows, default=0), max(summary.windows, default=0)
    wide = max(1, -(-(most - least + 1) // CLASSES))
    found = []
    for low in range(least, most + 1, wide):
        number = sum(times for windows, times in summary.windows.items() if low <= windows < low + wide)
        found.append(Bar(str(low) if wide == 1 else f"{low} to {low + wide - 1}", number, str(number)))
    return found


def _endings(summary: Summary) -> list[Bar]:
    ends = {**summary.endings, **({"unfinished": summary.unfinished} if summary.unfinished else {})}
    return [Bar(name, times, f"{100 * times // summary.games} %") for name, times in sorted(ends.items())]


def _shares(shares: dict[str, Share]) -> list[Bar]:
    return [Bar(name, share.of_even, f"{share.of_even:.2f}") for name, share in sorted(shares.items())]
