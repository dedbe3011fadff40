"""The things that a seat cannot see, drawn afresh: forecasts play on with it (LB-Q7, LB-Q8, LB-Q13)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Dice, Seat
from judge.variants.land_barons.counters import HIDDEN, SETTLEMENTS
from judge.variants.land_barons.revenue import steady_revenue
from judge.variants.land_barons.state import Settlement, State
from judge.variants.land_barons.view import masked


def redrawn(state: State, seat: Seat | None, dice: Dice) -> State:
    """Others' Dollars, counters that lie face down and those left over, as they may be; nothing of what they are goes
    in. Others' standing lists are blank."""
    known = masked(state, seat)
    known = _with_counters(known, dice)
    purses = dict(known.cash)
    for other in state.seats:
        if other not in purses:
            most = state.number("start_cash") + steady_revenue(known, other) * (state.turn + 1)
            purses[other] = dice.roll(f"redrawn/cash/{other}", most + 1, sealed=True) - 1
    return replace(known, cash={other: purses[other] for other in state.seats})


def _with_counters(state: State, dice: Dice) -> State:
    """Counters that nobody has seen, shuffled and laid out anew: face down on the table first, the rest left over.
    Where it is known which are left over, they stay so."""
    down = [space for space in sorted(state.settlements) if state.settlements[space].kind == HIDDEN]
    if not down and state.unused:
        return state
    seen = [*(one.kind for one in state.settlements.values()), *state.unused]
    pool = [key for key, kind in SETTLEMENTS.items() for _ in range(kind.number - seen.count(key))]
    order = dice.shuffle("redrawn/counters", tuple(pool), sealed=True)
    laid = {space: Settlement(kind, seen=False) for space, kind in zip(down, order, strict=False)}
    left = tuple(sorted((*state.unused, *order[len(down) :])))
    return replace(state, settlements={**state.settlements, **laid}, unused=left)
