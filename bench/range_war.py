"""Range War: movement phases of eight seats and 36 gangs with herds, beside Diplomacy's on the same kernel.

The cost of a unit is measured in one process, the two games by turns, so that a busy machine is busy for both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from bench.positions import phases
from bench.row import Row
from judge import shelf
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.protocol import Seat
from judge.variants.range_war.herds import driven, moved
from judge.variants.range_war.movement import carry_out
from judge.variants.range_war.movement import resolve as resolve_range_war
from judge.variants.range_war.orders import Hold, Move, Movement, Support
from judge.variants.range_war.state import Brand, State

PHASES = 400
ROUNDS = 6
GANGS = 36
HERDS = 21
SEATS = 8


def lines() -> list[Row]:
    """The cost of a unit against Diplomacy's, and of reasons and events against none."""
    game = shelf.game("range-war")
    diplomacy = shelf.game("diplomacy")
    chance = random.Random(1870)
    ours = [_phase(game, chance) for _ in range(PHASES)]
    theirs = list(phases(diplomacy.chart.board, 1901, PHASES))
    court = Court(diplomacy.chart.board)

    def bare() -> None:
        for state, orders in ours:
            _moves_and_herds(game.chart.court, state, orders)

    def whole() -> None:
        for state, orders in ours:
            by_seat: dict[Seat, list[Movement]] = {}
            for space, order in orders.items():
                by_seat.setdefault(state.gangs[space], []).append(order)
            resolve_range_war(game.chart, state, by_seat, None)

    def other() -> None:
        for one in theirs:
            court.movement(one.units, one.orders, reasons=False)

    spent = _by_turns(bare, other, whole)
    units = sum(len(one.units) for one in theirs) / len(theirs)
    ours_each, theirs_each = spent[0] / PHASES / GANGS, spent[1] / PHASES / units
    return [
        Row("a gang", "long", ours_each / theirs_each, "a unit of Diplomacy, same kernel (at most 1.5)",
            1e6 * ours_each, "us"),
        Row(f"a phase of {GANGS} gangs with reasons and the next state", "long", spent[2] / spent[0],
            f"gangs and {HERDS} herds moved, no more", 1e6 * spent[2] / PHASES, "us"),
    ]  # fmt: skip


def _by_turns(*works: Callable[[], None]) -> list[float]:
    """The least time of each work, all of them in turn, after a round that fills what is remembered."""
    best = [float("inf")] * len(works)
    for round_ in range(ROUNDS + 1):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            if round_:
                best[place] = min(best[place], time.process_time() - start)
    return best


def _moves_and_herds(court: Court, state: State, orders: Mapping[str, Movement]) -> dict[str, Brand]:
    """What a phase comes to without events: the gangs, then the herds."""
    done = carry_out(court, state.gangs, orders, reasons=False)
    drives = {
        order.at: order.to
        for result in done.results
        if result.word == "succeeds" and isinstance(order := orders[result.unit.place], Move) and order.herd
    }
    return moved(state.herds, drives, driven(state.herds, drives))


def _phase(game: Any, chance: random.Random) -> tuple[State, dict[str, Movement]]:
    """A full board: every gang with an order, about half of them moves, and supports that fit moves."""
    chart = game.chart
    spaces = sorted(chart.spaces)
    seats = [seat.id for seat in game.seats]
    gangs = {space: seats[place % SEATS] for place, space in enumerate(sorted(chance.sample(spaces, GANGS)))}
    herds = {space: Brand(chance.choice([None, *seats])) for space in sorted(chance.sample(spaces, HERDS))}
    orders: dict[str, Movement] = {}
    for space in gangs:
        near = chart.near[space]
        helped = [
            order
            for order in orders.values()
            if isinstance(order, Move) and order.to in near and order.to != space and order.at != space
        ]
        draw = chance.random()
        if draw < 0.3 and helped:
            order = chance.choice(helped)
            orders[space] = Support(space, order.at, order.to)
        elif draw < 0.85:
            orders[space] = Move(space, chance.choice(near), chance.random() < 0.6)
        else:
            orders[space] = Hold(space)
    state = State(1870, "summer", "movement", tuple(seats), gangs, herds, {}, {"herd_entry": "after"})
    return state, orders
