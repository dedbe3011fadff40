"""How a game ends (GR-21, GR-23, GR-Q38, GR-Q39, GR-Q47)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.adjudicator.protocol import Event, Outcome, Seat
from judge.variants.gold_rush.events import Counted
from judge.variants.gold_rush.state import GONE, OVER, State


def survivors(state: State) -> Mapping[Seat, int]:
    """How many living figures each group has on the table."""
    return {seat: sum(figure.seat == seat and figure.is_living for figure in state.figures) for seat in state.seats}


def gold_in_hand(state: State) -> Mapping[Seat, int]:
    """Bags with each group's living figures, and with the Mounties' own living mules (GR-Q38).

    By option `escape_scores` also the bags of figures that left the table (GR-Q39).
    """
    counts = dict.fromkeys(state.seats, 0)
    for figure in state.figures:
        if figure.is_living or (figure.status == GONE and state.options["escape_scores"]):
            counts[figure.seat] += figure.gold
    if state.mounties is not None:
        counts[state.mounties] += sum(mule.gold for mule in state.mules if not mule.dead)
    return counts


def scores(state: State) -> Mapping[Seat, int]:
    """What is counted after the last turn: gold, by option figures or kills (GR-Q38)."""
    match state.options["score"]:
        case "figures":
            return survivors(state)
        case "kills":
            return {seat: state.kills.get(seat, 0) for seat in state.seats}
    return gold_in_hand(state)


def ended(state: State, *, last_turn: bool) -> Outcome | None:
    """A group alone with figures on the table wins at any time; nobody left is a draw; the last turn is counted."""
    alive = [seat for seat, number in survivors(state).items() if number]
    if not alive:
        return Outcome((), "nobody-left")
    if len(alive) == 1:
        return Outcome((alive[0],), "last-group")
    return counted(state) if last_turn else None


def counted(state: State) -> Outcome:
    """Most by the measure, among groups still there; ties: most living figures; then drawn (GR-Q38)."""
    living = survivors(state)
    if state.options["mounties_peace"] and _is_peace(state):
        assert state.mounties is not None
        return Outcome((state.mounties,), "peace-kept")
    totals = scores(state)
    standing = [seat for seat in state.seats if living[seat] or state.options["escape_scores"]]
    best = max((totals[seat], living[seat]) for seat in standing)
    winners = tuple(seat for seat in standing if (totals[seat], living[seat]) == best)
    return Outcome(winners, "most-" + str(state.options["score"])) if len(winners) == 1 else Outcome((), "drawn")


def _is_peace(state: State) -> bool:
    """By option `mounties_peace`: no group but the Mounties, who live, has more than half of its figures."""
    if state.mounties is None or not survivors(state)[state.mounties]:
        return False
    dealt = {seat: sum(figure.seat == seat for figure in state.figures) for seat in state.seats}
    return all(2 * living <= dealt[seat] for seat, living in survivors(state).items() if seat != state.mounties)


def finished(state: State, result: Outcome) -> tuple[State, tuple[Event, ...]]:
    """The state of a game that is over, and the last count."""
    count = Counted(measure=str(state.options["score"]), scores=dict(scores(state)), figures=dict(survivors(state)))
    return replace(state, stage=OVER, going=0, result=result), (count,)
