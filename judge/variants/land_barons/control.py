"""The Control Phase and the ends of the game (LB-3, LB-68 to LB-70, LB-Q11, LB-Q52, LB-Q53, LB-Q56)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.land_barons.counters import RANCH
from judge.variants.land_barons.events import ControlTaken, GameEnded, UnusedShown
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.revenue import steady_revenue
from judge.variants.land_barons.state import State


def take_control(making: Making) -> None:
    """A marker goes on every settlement occupied by one's units (LB-68), the enemy's is removed first (LB-69).

    A settlement has one marker (LB-70), and it stays when the units leave (LB-Q52). A ranch is told with whose it was
    (LB-Q71).
    """
    state = making.state
    occupied = {unit.space: seat for seat, unit in state.all_units()}
    for space in sorted(state.settlements):
        settlement, seat = state.settlements[space], occupied.get(space)
        if seat is None or settlement.owner == seat:
            continue
        making.state = making.state.with_settlement(space, replace(settlement, owner=seat))
        making.tell(ControlTaken(seat=seat, space=space, before=settlement.owner, ranch=settlement.ranch))


def needed(state: State) -> tuple[str, ...]:
    """The settlements a victory needs: all of them (LB-3), ranches too unless `ranches_needed` is off (LB-Q11)."""
    return tuple(
        space
        for space in sorted(state.settlements)
        if state.is_set("ranches_needed") or state.settlements[space].kind != RANCH
    )


def check_victory(making: Making) -> None:
    """After control: all settlements, or a majority of them, or the end of the last turn (LB-3, LB-Q53)."""
    state = making.state
    spaces = needed(state)
    for seat in state.living:
        if spaces and all(state.settlements[space].owner == seat for space in spaces):
            end_game(making, (seat,), "all-settlements")
            return
    majority = state.number("majority")
    if majority:
        counts = {seat: len(state.owned(seat)) for seat in state.living}
        most = max(counts.values(), default=0)
        first = [seat for seat in state.living if counts[seat] == most]
        # Two with equally many: neither has the majority over the other, and the game goes on.
        if most >= majority and len(first) == 1:
            end_game(making, first, "majority")
            return
    limit = state.number("turn_limit")
    if limit and state.turn >= limit:
        best = max((_worth(state, seat) for seat in state.living), default=(0, 0))
        end_game(making, [seat for seat in state.living if _worth(state, seat) == best], "turn-limit")


def _worth(state: State, seat: Seat) -> tuple[int, int]:
    """At the turn limit: the greatest revenue without dice, then cash (LB-Q53)."""
    return steady_revenue(state, seat), state.purse(seat)


def end_game(making: Making, winners: Sequence[Seat], reason: str) -> None:
    """The game is over; the counters left over are shown (LB-Q7)."""
    state = making.state
    making.state = replace(state, ended=Outcome(tuple(winners), reason), phase="over", going=(), tied=())
    standings = tuple(
        (seat, len(state.owned(seat)), steady_revenue(state, seat), state.purse(seat)) for seat in state.seats
    )
    if state.unused and not state.is_set("show_unused"):
        making.tell(UnusedShown(kinds=state.unused))
    making.tell(GameEnded(winners=tuple(winners), reason=reason, standings=standings))
