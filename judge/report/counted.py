"""The counts for charts, added up over a game from its public record: by seat over time, or by seat and column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import AnyGame, Event, Notch, Seat
from judge.report.news import told_to

Steps = Sequence[tuple[str, Any, Sequence[Event]]]
"""Of each step its label, the state it left, and its events."""

ORDER = ("gold", "cash", "fights", "bids", "luck")
MOST_COLUMNS = 9
"""Moments of a game that a table has room for."""
MOST_PAIRS = 15
"""A chart shows so many pairs of seats, those that fought most."""

COLUMNS = {"bids": ("bid", "paid", "won"), "luck": ("well", "due", "dice")}
"""The columns of each chart that has its own: the first two are drawn as bars."""


@dataclass(frozen=True, slots=True)
class Counted:
    """One chart. `columns`: moments of the game, or things counted; `rows`: a number for each, by seat.

    `against`: of pairs, whom the seat of each row met; `left_out`: how many pairs there are beside these.
    """

    code: str
    kind: str
    """`time`, `pairs` or `bars`."""
    columns: tuple[str, ...]
    rows: tuple[tuple[Seat, tuple[int, ...]], ...]
    against: tuple[Seat, ...] = ()
    left_out: int = 0

    def thinned(self) -> Counted:
        """With no more moments than a table has room for; the last is always there."""
        if self.kind != "time":
            return self
        every = max(1, -(-len(self.columns) // MOST_COLUMNS))
        rows = tuple((seat, row[::-1][::every][::-1]) for seat, row in self.rows)
        return replace(self, columns=self.columns[::-1][::every][::-1], rows=rows)


def short_title(title: str) -> str:
    """`Spring 1901, movement` as `Spring 1901`."""
    return "Start" if title == "The game begins" else title.partition(",")[0]


def counted(game: AnyGame, steps: Steps) -> tuple[Counted, ...]:
    """All charts of a game that have something to show."""
    notches = [(label, game.notches(game.view(state, None), told_to(events, None))) for label, state, events in steps]
    codes = {one.chart for _, made in notches for one in made}
    told = (*(one for one in ORDER if one in codes), *sorted(codes - set(ORDER)))
    charts = (_counted(game, code, [(label, [n for n in made if n.chart == code]) for label, made in notches])
              for code in told)  # fmt: skip
    return tuple(one for one in charts if one is not None)


def _counted(game: AnyGame, code: str, notches: Sequence[tuple[str, Sequence[Notch]]]) -> Counted | None:
    if not any(one.column for _, made in notches for one in made):
        return _over_time(game, code, notches)
    sums: dict[Seat, dict[str, int]] = {}
    for _, made in notches:
        for one in made:
            row = sums.setdefault(one.seat, {})
            row[one.column] = row.get(one.column, 0) + one.number
    seats = [seat.id for seat in game.seats]
    if code not in COLUMNS:
        return _pairs(
            code, [(seat, Seat(column), number) for seat in seats for column, number in sums.get(seat, {}).items()]
        )
    rows = tuple((seat, tuple(sums[seat].get(one, 0) for one in COLUMNS[code])) for seat in seats if seat in sums)
    return Counted(code, "bars", COLUMNS[code], rows) if rows else None


def _pairs(code: str, met: Sequence[tuple[Seat, Seat, int]]) -> Counted | None:
    """Each pair of seats one of which did something to the other, the most often first."""
    most = sorted((one for one in met if one[2]), key=lambda one: -one[2])
    shown = most[:MOST_PAIRS]
    rows, against = tuple((seat, (number,)) for seat, _, number in shown), tuple(other for _, other, _ in shown)
    return Counted(code, "pairs", ("times",), rows, against, len(most) - len(shown)) if rows else None


def _over_time(game: AnyGame, code: str, notches: Sequence[tuple[str, Sequence[Notch]]]) -> Counted | None:
    """Each seat's count after each step from which on everybody may know it; in one season the last."""
    known: list[tuple[str, Mapping[Seat, int]]] = []
    for label, made in notches:
        if not made:
            known.clear()
            continue
        if known and known[-1][0] == label:
            known.pop()
        known.append((label, {one.seat: one.number for one in made}))
    seats = [seat.id for seat in game.seats if any(seat.id in had for _, had in known)]
    rows = tuple((seat, tuple(had.get(seat, 0) for _, had in known)) for seat in seats)
    return Counted(code, "time", tuple(label for label, _ in known), rows) if len(known) > 1 else None
