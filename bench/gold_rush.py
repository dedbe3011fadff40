"""Gold Rush: goes of a full table, 54 figures of seven groups, letters read, checked and carried out."""

from __future__ import annotations

import time
from typing import Any

from bench import yardstick
from bench.row import Row
from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options

ROUNDS = 8


def lines() -> list[Row]:
    """A round with every figure of every Figure card on the table: 54, since seven groups take all seven."""
    game = shelf.game("gold-rush")
    state = _full_table(game)
    window = game.window(state)
    letters = {seat: game.letter(state, seat, "bench") for seat in window.asks}
    figures = sum(figure.is_living for figure in state.figures)
    start = time.process_time()
    for _ in range(ROUNDS):
        for seat, text in letters.items():
            game.check(state, seat, take(game, state, seat, window.asks[seat].form, text).orders)
    reading = time.process_time() - start
    sent = {seat: take(game, state, seat, window.asks[seat].form, text).orders for seat, text in letters.items()}
    start = time.process_time()
    for number in range(ROUNDS):
        close(game, state, sent, KeyedDice.of(f"bench/{number}"))
    closing = time.process_time() - start
    start = time.process_time()
    for _ in range(ROUNDS):
        game.view(state, window.asks and sorted(window.asks)[0])
    looking = time.process_time() - start
    read, judged, _ = yardstick.movement()
    return [
        Row(f"a round of {figures} figures carried out", "long", closing / ROUNDS / judged, yardstick.NAME,
            1000 * closing / ROUNDS, "ms"),
        Row("its letters read and checked", "long", reading / ROUNDS / read, f"the letters of {yardstick.NAME}",
            1000 * reading / ROUNDS, "ms"),
        Row("one group's list of distances and sights", "long", looking / ROUNDS / judged, yardstick.NAME,
            1000 * looking / ROUNDS, "ms"),
    ]  # fmt: skip


def _full_table(game: Any) -> Any:
    """Seven groups after two turns: everybody has left the starting rows, few have fallen."""
    table = Table(tuple(seat.id for seat in game.seats), complete_options(game, {}))
    state = game.setup(table, KeyedDice.of("bench/setup")).state
    while state.stage != "go":
        state = close(game, state, {}, KeyedDice.of(f"bench/{state.stage}")).step.state
    walk = "all: move towards 36,24"
    for number in range(2):
        window = game.window(state)
        sent = {seat: take(game, state, seat, "go", walk).orders for seat in window.asks}
        state = close(game, state, sent, KeyedDice.of(f"bench/walk/{number}")).step.state
    return state
