"""A seat's view: everything, for nothing on the board is secret (RW-Q46)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.range_war import branding
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.state import Brand, Count, Driven, Phase, Season, State
from judge.variants.range_war.year import goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One seat's line in the table. `due` counts only in Branding. `sites`: where the next gang (or herd) may be built,
    `room`: where any of this Spring's may be placed, best first."""

    seat: Seat
    gangs: tuple[str, ...]
    herds: tuple[str, ...]
    fixed: tuple[str, ...]
    due: int
    herd_builds: int
    sites: tuple[str, ...]
    herd_sites: tuple[str, ...]
    room: tuple[str, ...]
    captured: tuple[str, ...]
    out: bool

    @property
    def centres(self) -> int:
        """Fixed centres and herds."""
        return len(self.fixed) + len(self.herds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The board as everybody sees it; `seat`: whose report it is."""

    seat: Seat | None
    title: str
    year: int
    season: Season
    phase: Phase
    gangs: Mapping[str, Seat]
    herds: Mapping[str, Brand]
    centres: Mapping[str, Seat]
    fixed: tuple[str, ...]
    dislodged: tuple[Driven, ...]
    contested: tuple[str, ...]
    rows: tuple[Row, ...]
    history: tuple[Count, ...]
    goal: int
    options: Mapping[str, str | int | bool]
    over: Outcome | None

    @property
    def standings(self) -> Mapping[Seat, int]:
        """Every seat's centres."""
        return {row.seat: row.centres for row in self.rows}

    @property
    def wild(self) -> tuple[str, ...]:
        """Where the wild herds are."""
        return tuple(space for space, brand in sorted(self.herds.items()) if brand.seat is None)


def view(chart: Chart, state: State, seat: Seat | None) -> Seen:
    """The view of a seat, or of the public."""
    return Seen(
        seat=seat,
        title=state.title,
        year=state.year,
        season=state.season,
        phase=state.phase,
        gangs=state.gangs,
        herds=state.herds,
        centres=state.centres,
        fixed=chart.fixed,
        dislodged=state.dislodged,
        contested=state.contested,
        rows=tuple(_row(chart, state, one) for one in state.seats),
        history=state.history,
        goal=goal(chart, state),
        options=state.options,
        over=state.over,
    )


def _row(chart: Chart, state: State, seat: Seat) -> Row:
    ledger = branding.Ledger.of(chart, state, seat)
    spring = state.phase == "branding"
    return Row(
        seat=seat,
        gangs=state.of(seat),
        herds=state.branded(seat),
        fixed=state.held(seat),
        due=state.due(seat) if spring else 0,
        herd_builds=state.herd_builds.get(seat, 0),
        sites=ledger.sites("G") if spring else (),
        herd_sites=ledger.sites("H") if spring else (),
        room=ledger.room("G") if spring else (),
        captured=state.captured.get(seat, ()),
        out=seat in state.out,
    )
