"""A line of the table: how many times as fast, as much or as long as something measured in the same run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """`ratio`: how many times as `how` (long, fast, much) as `against`. `figure`: for orientation, here and today."""

    what: str
    how: str
    ratio: float
    against: str
    figure: float
    unit: str


def least(work: Callable[[], object], clock: Callable[[], float], rounds: int = 3) -> float:
    """The least time of some rounds."""

    def once() -> float:
        began = clock()
        work()
        return clock() - began

    return min(once() for _ in range(rounds))


def number(value: float) -> str:
    """Three digits or more, never an exponent."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 100 else f"{value:,.1f}" if size >= 10 else f"{value:,.2f}"


def table(rows: Iterable[tuple[str, Row]]) -> str:
    """All rows under the names of their parts."""
    rows = list(rows)
    wide = max((len(row.what) for _, row in rows), default=0)
    far = max((len(row.against) + len(row.how) for _, row in rows), default=0)
    said, last = [], ""
    for part, row in rows:
        if part != last:
            said += ["", part]
            last = part
        own = f"({number(row.figure)} {row.unit})"
        against = f"as {row.how} as {row.against}"
        said.append(f"  {row.what:<{wide}} {number(row.ratio):>7} x {against:<{far + 7}}  {own}")
    return "\n".join(said)
