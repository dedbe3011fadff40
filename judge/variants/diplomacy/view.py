"""A seat's view: everything but the others' orders, which are no part of a state. Nothing here is secret."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field

from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.diplomacy import adjustments
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.fog import masked
from judge.variants.diplomacy.state import Count, Driven, Masked, Phase, Season, State
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
    _: KW_ONLY
    count: int
    """All its centres, seen or not."""
    strength: int
    """All its units."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The board as everybody sees it; `seat`: whose report it is; `unseen`: provinces that a fog hides from it."""

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
    unseen: tuple[str, ...] = ()
    homes: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    naming: int = 0
    """How many homes each power names now (D-93)."""


def view(chart: Chart, state: State, seat: Seat | None) -> Seen:
    """The view of a seat, or of the public."""
    whole, state = state, masked(chart, state, seat)
    unseen = state.unseen if isinstance(state, Masked) else ()
    standings = tuple(
        Standing(
            one.id,
            one.id in state.seats,
            state.of(one.id),
            state.held(one.id),
            adjustments.due(chart, whole, one.id),
            adjustments.sites(chart, whole if one.id == seat or not unseen else state, one.id),
            count=len(whole.held(one.id)),
            strength=len(whole.of(one.id)),
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
        unseen=tuple(sorted(unseen)),
        homes=state.homes,
        naming=adjustments.naming(chart, state),
    )
