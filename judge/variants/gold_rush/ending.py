"""How a game ends (GR-21, GR-23, GR-Q38, GR-Q39, GR-Q47, GR-Q54)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from judge.adjudicator.protocol import Event, Outcome, Seat
from judge.variants.gold_rush.events import Counted
from judge.variants.gold_rush.state import DEAD, GONE, OVER, State


def survivors(state: State) -> Mapping[Seat, int]:
    """How many living figures each group has on the table."""
    return {seat: sum(figure.seat == seat and figure.is_living for figure in state.figures) for seat in state.seats}


def gold_in_hand(state: State) -> Mapping[Seat, int]:
    """Bags with each group's living figures, and with the Mounties' own living mules (GR-Q38).

    By option `escape_scores` also the bags of figures that left the table (GR-Q39). Where gold alone decides, a group
    left alone has all that lies on the table (GR-Q54).
    """
    counts = dict.fromkeys(state.seats, 0)
    for figure in state.figures:
        if figure.is_living or (figure.status == GONE and escape_scores(state)):
            counts[figure.seat] += figure.gold
    if state.mounties is not None:
        counts[state.mounties] += sum(mule.gold for mule in state.mules if not mule.dead)
    alive = [seat for seat, number in survivors(state).items() if number]
    if is_for_gold(state) and len(alive) == 1:
        lying = sum(figure.gold for figure in state.figures if figure.status == DEAD)
        counts[alive[0]] += lying + sum(mule.gold for mule in state.mules if mule.dead or alive[0] != state.mounties)
        if state.mounties is not None and state.mounties != alive[0]:
            counts[state.mounties] -= sum(mule.gold for mule in state.mules if not mule.dead)
    return counts


def is_for_gold(state: State) -> bool:
    """By option `ending: gold`: whether gold alone decides (GR-Q54). Games from before the option have none."""
    return state.options.get("ending") == "gold"


def escape_scores(state: State) -> bool:
    """Whether gold that left the table counts for its group (GR-Q39, GR-Q54)."""
    return bool(state.options["escape_scores"]) or is_for_gold(state)


def measure(state: State) -> str:
    """The count at the end: `gold`, `figures` or `kills` (GR-Q38, GR-Q54)."""
    return "gold" if is_for_gold(state) else str(state.options["score"])


def scores(state: State) -> Mapping[Seat, int]:
    """The count after the last turn: gold, by option figures or kills (GR-Q38)."""
    match measure(state):
        case "figures":
            return survivors(state)
        case "kills":
            return {seat: state.kills.get(seat, 0) for seat in state.seats}
    return gold_in_hand(state)


def ended(state: State, *, last_turn: bool) -> Outcome | None:
    """A group alone with figures on the table wins at any time (GR-Q38); the last turn is counted.

    Nobody left is a draw (GR-Q47), but where gold that left the table counts it is counted (GR-Q39, GR-Q54).
    """
    alive = [seat for seat, number in survivors(state).items() if number]
    if len(alive) > 1:
        return counted(state) if last_turn else None
    if is_for_gold(state):
        return counted(state)
    if alive:
        return Outcome((alive[0],), "last-group")
    return counted(state) if escape_scores(state) and any(scores(state).values()) else Outcome((), "nobody-left")


def counted(state: State) -> Outcome:
    """Most by the measure, among groups still there; ties: most living figures; then drawn (GR-Q38)."""
    living = survivors(state)
    if state.options["mounties_peace"] and not is_for_gold(state) and _is_peace(state):
        assert state.mounties is not None
        return Outcome((state.mounties,), "peace-kept")
    totals = scores(state)
    standing = [seat for seat in state.seats if living[seat] or escape_scores(state)]
    best = max((totals[seat], living[seat]) for seat in standing)
    winners = tuple(seat for seat in standing if (totals[seat], living[seat]) == best)
    return Outcome(winners, "most-" + measure(state)) if len(winners) == 1 else Outcome((), "drawn")


def _is_peace(state: State) -> bool:
    """By option `mounties_peace`: no group but the Mounties, who live, has more than half of its figures."""
    if state.mounties is None or not survivors(state)[state.mounties]:
        return False
    dealt = {seat: sum(figure.seat == seat for figure in state.figures) for seat in state.seats}
    return all(2 * living <= dealt[seat] for seat, living in survivors(state).items() if seat != state.mounties)


def finished(state: State, result: Outcome) -> tuple[State, tuple[Event, ...]]:
    """The state of a game that is over, and the last count."""
    count = Counted(measure=measure(state), scores=dict(scores(state)), figures=dict(survivors(state)))
    return replace(state, stage=OVER, going=0, result=result), (count,)
