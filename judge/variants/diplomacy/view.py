"""What a seat may see: everything but the others' orders, which are no part of a state. Nothing here is secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.diplomacy import adjustments
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.state import Count, Driven, Phase, Season, State
from judge.variants.diplomacy.year import goal


@dataclass(frozen=True, slots=True)
class Standing:
    """One power's line in the table."""

    seat: Seat
    played: bool
    units: tuple[Unit, ...]
    centres: tuple[str, ...]
    due: int
    sites: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The board as everybody sees it; `seat`: whose report it is."""

    seat: Seat | None
    title: str
    year: int
    season: Season
    phase: Phase
    units: tuple[Unit, ...]
    dislodged: tuple[Driven, ...]
    contested: tuple[str, ...]
    centres: Mapping[str, Seat]
    standings: tuple[Standing, ...]
    history: tuple[Count, ...]
    victory: int
    options: Mapping[str, str | int | bool]
    over: Outcome | None


def view(chart: Chart, state: State, seat: Seat | None) -> Seen:
    """The view of a seat, or of the public."""
    standings = tuple(
        Standing(
            one.id,
            one.id in state.seats,
            state.of(one.id),
            state.held(one.id),
            adjustments.due(state, one.id),
            adjustments.sites(chart, state, one.id),
        )
        for one in chart.seats
    )
    return Seen(
        seat=seat,
        title=state.title,
        year=state.year,
        season=state.season,
        phase=state.phase,
        units=state.units,
        dislodged=state.dislodged,
        contested=state.contested,
        centres=state.centres,
        standings=standings,
        history=state.history,
        victory=goal(chart, state),
        options=state.options,
        over=state.over,
    )
