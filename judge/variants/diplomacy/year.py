"""The round of the year: what comes after each phase, who holds what, and the end (D-1, D-6, D-70 to D-74)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.diplomacy.adjustments import owners
from judge.adjudicator.protocol import Event, Outcome, Seat
from judge.variants.diplomacy import adjustments
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.events import CentresCounted, CentreTaken, PowerOut
from judge.variants.diplomacy.state import Count, State


def following(chart: Chart, state: State) -> tuple[State, list[Event]]:
    """The phase after the one just carried out, with all that happens between the two."""
    if state.phase == "movement" and state.dislodged:
        return replace(state, phase="retreats"), []
    clear = replace(state, dislodged=(), contested=())
    calendar = chart.calendar
    if state.phase == "adjustments":
        coming = replace(clear, year=calendar.year_after(state.year))
        if chart.opening(state.options).is_open(chart, coming):
            return coming, []
        return replace(coming, season=calendar.seasons[0], phase="movement"), []
    later = calendar.after(state.season)
    if later is not None:
        return replace(clear, season=later, phase="movement"), []
    return _autumn(chart, clear)


def _autumn(chart: Chart, state: State) -> tuple[State, list[Event]]:
    """After the fall centres change hands, powers fall out, and somebody may have won (D-6, D-70)."""
    events: list[Event] = []
    held: dict[str, tuple[str, ...]] = {power: state.held(power) for power in state.centres.values()}
    centres = {
        centre: Seat(power) for power, theirs in owners(chart.board, held, state.units).items() for centre in theirs
    }
    for centre in sorted(centres):
        late = state.centres.get(centre)
        if late != centres[centre]:
            events.append(CentreTaken(place=centre, seat=centres[centre], late=late))
    alive = _alive(state)
    quiet = 0 if events else state.quiet + 1
    after = replace(
        state,
        centres=dict(sorted(centres.items())),
        season=chart.calendar.winter,
        phase="adjustments",
        quiet=quiet,
    )
    powers = [seat.id for seat in chart.seats]
    count = {seat: len(after.held(seat)) for seat in powers}
    after = replace(after, history=(*state.history, Count(state.year, count)))
    due = {seat: adjustments.due(chart, after, seat) for seat in powers if after.held(seat) or after.of(seat)}
    events.append(CentresCounted(year=state.year, centres=count, due=due))
    events += [PowerOut(seat=seat) for seat in sorted(alive - _alive(after))]
    return replace(after, over=_verdict_on_the_year(chart, after)), events


def _alive(state: State) -> set[Seat]:
    """The powers with a unit or a centre."""
    return {Seat(unit.power) for unit in state.units} | set(state.centres.values())


def goal(chart: Chart, state: State) -> int:
    """How many centres win (D-70)."""
    said = state.options["victory"]
    return said if isinstance(said, int) and said > 0 else chart.solo


def _lead(state: State) -> int:
    """How many centres more than anybody else winning takes (D-76)."""
    said = state.options.get("victory_lead", 1)
    return said if isinstance(said, int) else 1


def _verdict_on_the_year(chart: Chart, state: State) -> Outcome | None:
    """A solo, the last year, or too many years without a change (D-70 to D-73)."""
    held = {seat: len(state.held(seat)) for seat in sorted(_alive(state) - chart.neutral)}
    most, second = (*sorted(held.values(), reverse=True), 0, 0)[:2]
    first = tuple(seat for seat, number in held.items() if number == most)
    if most >= goal(chart, state) and most - second >= _lead(state):
        return Outcome(first, "solo")
    survivors = tuple(seat for seat, number in held.items() if number)
    last = state.options["last_year"]
    if isinstance(last, int) and last != 0 and last <= state.year:
        return Outcome(first if state.options["at_the_end"] == "most" else survivors, "last-year")
    still = state.options["draw_after"]
    if isinstance(still, int) and 0 < still <= state.quiet:
        return Outcome(survivors, "standstill")
    return None
