"""Land Barons: whole turns of four seats late in a game, letters read, checked and carried out."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

from bench import yardstick
from bench.row import Row
from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.scenario.simulate import play

TURNS = 60


def lines() -> list[Row]:
    """Turns of four seats late in a game: letters apart from resolution."""
    game = shelf.game("land-barons")
    windows = _late(game)
    start = time.process_time()
    for _ in range(TURNS):
        for window, state, letters in windows:
            for seat, text in letters.items():
                taken = take(game, state, seat, window.asks[seat].form, text)
                game.check(state, seat, taken.orders)
    reading = time.process_time() - start
    sent = [
        {seat: take(game, state, seat, window.asks[seat].form, text).orders for seat, text in letters.items()}
        for window, state, letters in windows
    ]
    start = time.process_time()
    for number in range(TURNS):
        for (_, state, _), orders in zip(windows, sent, strict=True):
            close(game, state, orders, KeyedDice.of(str(number)))
    closing = time.process_time() - start
    units = sum(len(windows[-1][1].units_of(seat)) for seat in windows[-1][1].seats)
    turns = TURNS * len(windows) / 2
    read, judged, _ = yardstick.movement()
    letters, turn = reading / turns, closing / turns
    return [
        Row(f"the letters of a turn, four seats, {units} units", "long", letters / read,
            f"the letters of {yardstick.NAME}", 1000 * letters, "ms"),
        Row("a turn's windows closed", "long", turn / judged, yardstick.NAME, 1000 * turn, "ms"),
    ]  # fmt: skip


def _late(game: Any) -> list[tuple[Any, Any, dict[Any, str]]]:
    """Both windows of a late turn with all four seats alive: the fullest board that scripted play comes to."""
    best: tuple[int, list[Any]] = (0, [])
    options = complete_options(game, {"turn_limit": 14})
    for number in range(8):
        steps = list(play(game, Table(tuple(seat.id for seat in game.seats), options), f"bench/{number}"))
        for one, other in pairwise(steps[1:]):
            if one.window.kind != "pay-and-bids" or other.window.kind != "build-and-raid" or other.before.fallen:
                continue
            units = sum(len(other.before.units_of(seat)) for seat in other.before.seats)
            if units > best[0]:
                best = (units, [(step.window, step.before, step.letters) for step in (one, other)])
    return best[1]
