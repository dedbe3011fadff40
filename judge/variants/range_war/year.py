"""The round of the year, from one window that asks somebody to the next, or to the end (RW-Q34, RW-Q38, RW-Q43)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from judge.adjudicator.protocol import Event, Outcome, Seat, Step
from judge.variants.range_war import branding
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.events import BuildsLapsed, CentresCounted, CentreTaken, HomeCaptured, SeatOut
from judge.variants.range_war.herds import branded, lost, raided
from judge.variants.range_war.state import Count, State

_PHASES = 20


def run_on(chart: Chart, step: Step[State], is_asked: Callable[[State], bool]) -> Step[State]:
    """From a phase just carried out to the next in which somebody is asked (RW-Q38)."""
    state, events = step.state, list(step.events)
    for _ in range(_PHASES):
        state, more = _next(chart, state)
        events += more
        if state.over is not None or is_asked(state):
            return Step(state, tuple(events))
    return Step(replace(state, over=Outcome((), "nobody-left")), tuple(events))


def _next(chart: Chart, state: State) -> tuple[State, list[Event]]:
    """The phase after the one just carried out, with all that happens between the two (RW-Q43)."""
    if state.phase == "movement" and state.dislodged:
        return replace(state, phase="retreats"), []
    if state.phase == "branding":
        return _after_branding(state)
    clear = replace(state, dislodged=(), contested=())
    herds, events = lost(clear.herds, clear.gangs, chart.river, clear.options)
    clear = replace(clear, herds=herds)
    if clear.season == "summer":
        herds, more = raided(clear.herds, clear.gangs)
        return replace(clear, herds=herds, season="winter", phase="movement"), [*events, *more]
    after, more = _after_winter(chart, clear)
    return after, [*events, *more]


def _after_winter(chart: Chart, state: State) -> tuple[State, list[Event]]:
    """Fixed centres and brands, first captures, seats out, the count; then Branding (RW-Q43)."""
    events: list[Event] = []
    centres = dict(state.centres)
    for space, seat in sorted(state.gangs.items()):
        # Vacated, a centre keeps its owner (RW-Q22).
        if space in chart.fixed and centres.get(space) != seat:
            events.append(CentreTaken(at=space, seat=seat, late=centres.get(space)))
            centres[space] = seat
    herds, more = branded(state.herds, state.gangs, centres, state.options)
    events += more
    after = replace(state, centres=dict(sorted(centres.items())), herds=herds)
    after, more = first_captures(chart, after)
    events += more
    after = replace(after, year=state.year + 1, season="spring", phase="branding")
    count: dict[str, int] = {seat: after.count(seat) for seat in after.seats}
    after = replace(after, history=(*state.history, Count(state.year, count)))
    events.append(
        CentresCounted(
            year=state.year,
            fixed={seat: len(after.held(seat)) for seat in after.seats},
            herds={seat: len(after.branded(seat)) for seat in after.seats},
            gangs={seat: len(after.of(seat)) for seat in after.seats},
            due={seat: after.due(seat) for seat in after.seats},
        )
    )
    after, more = put_out(after)
    events += more
    after = replace(after, over=ending(chart, after))
    if after.over is None:
        for seat in after.seats:
            lapsed = after.due(seat) - branding.room(chart, after, seat)
            if after.due(seat) > 0 and lapsed > 0:
                events.append(BuildsLapsed(seat=seat, number=lapsed))
    return after, events


def first_captures(chart: Chart, state: State) -> tuple[State, list[Event]]:
    """Every rival home owned after Winter for the first time by this seat may make one build a herd (RW-Q27, RW-Q30).

    High Noon is no home (RW-Q31). The ledger is kept for each seat by itself.
    """
    events: list[Event] = []
    captured = dict(state.captured)
    choices: dict[Seat, int] = {}
    home_of = {home: seat for seat, home in chart.homes.items()}
    for space, seat in sorted(state.centres.items()):
        rival = home_of.get(space)
        if rival is None or rival == seat or space in captured.get(seat, ()):
            continue
        captured[seat] = tuple(sorted((*captured.get(seat, ()), space)))
        herd = not (state.options["live_rivals_only"] and rival not in alive(state))
        choices[seat] = choices.get(seat, 0) + herd
        events.append(HomeCaptured(at=space, seat=seat, rival=rival, herd=herd))
    choices = {seat: number for seat, number in sorted(choices.items()) if number}
    return replace(state, captured=dict(sorted(captured.items())), herd_builds=choices), events


def alive(state: State) -> tuple[Seat, ...]:
    """The seats that are in the game: not yet put out."""
    return tuple(seat for seat in state.seats if seat not in state.out)


def put_out(state: State) -> tuple[State, list[Event]]:
    """A seat without gangs and centres is out (RW-Q35)."""
    gone = tuple(seat for seat in alive(state) if not state.of(seat) and not state.count(seat))
    return replace(state, out=(*state.out, *gone)), [SeatOut(seat=seat) for seat in gone]


def goal(chart: Chart, state: State) -> int:
    """How many centres win: nineteen, or more than half of all there are (RW-16a, RW-Q33)."""
    if state.options["victory"] == "half_plus_one":
        return (len(chart.fixed) + len(state.herds)) // 2 + 1
    return chart.victory


def ending(chart: Chart, state: State) -> Outcome | None:
    """The winner at the count, if any (RW-Q33, RW-Q41)."""
    counts = {seat: state.count(seat) for seat in state.seats}
    most = max(counts.values(), default=0)
    first = tuple(seat for seat in state.seats if counts[seat] == most)
    if most >= goal(chart, state) and len(first) == 1:
        return Outcome(first, "solo")
    if most == len(chart.fixed) + len(state.herds):
        return Outcome(first, "every-centre")
    return _last_seat(state) or _last_year(state, first)


def _last_seat(state: State) -> Outcome | None:
    """The only seat that is not out wins (RW-Q41)."""
    left = alive(state)
    if len(left) == 1 and state.out:
        return Outcome(left, "last-standing")
    return None if left else Outcome((), "nobody-left")


def _last_year(state: State, first: tuple[Seat, ...]) -> Outcome | None:
    """By a house rule the game ends after a certain Winter; equals share (RW-Q41)."""
    last = state.options["last_year"]
    if isinstance(last, int) and 0 < last < state.year:
        return Outcome(first, "last-year")
    return None


def _after_branding(state: State) -> tuple[State, list[Event]]:
    """Seats that had to remove all they had are out; then it is Summer (RW-Q35)."""
    after, events = put_out(replace(state, herd_builds={}))
    over = _last_seat(after)
    if over is not None:
        return replace(after, over=over), events
    return replace(after, season="summer", phase="movement"), events
