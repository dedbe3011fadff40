"""Hell on Wheels: windows a second, six players with full lists, in both tempos."""

from __future__ import annotations

import time

from bench import yardstick
from bench.row import Row
from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.scenario.simulate import play
from judge.variants.hell_on_wheels.moments import is_slot, span

SEATS = 6
GAMES = 3


def lines() -> list[Row]:
    """Opportunist windows and letters resolved: brisk runs ten in three letters, strict asks each seat."""
    game = shelf.game("hell-on-wheels")
    seats = tuple(seat.id for seat in game.seats[:SEATS])
    found: list[Row] = []
    for tempo, games in (("brisk", GAMES), ("strict", 1)):
        table = Table(seats, complete_options(game, {"tempo": tempo}))
        steps = [one for number in range(games) for one in play(game, table, f"bench/{number}") if one.window]
        start = time.process_time()
        sent = [
            {seat: take(game, one.before, seat, one.window.asks[seat].form, text).orders
             for seat, text in one.letters.items()}
            for one in steps
            if one.window
        ]  # fmt: skip
        reading = time.process_time() - start
        windows = 0
        start = time.process_time()
        for number, (one, orders) in enumerate(zip(steps, sent, strict=True)):
            close(game, one.before, orders, KeyedDice.of(f"bench/{number}"))
        closing = time.process_time() - start
        for one in steps:
            state = one.before
            covered = span(state.turn, state.moment, state.options) if tempo == "brisk" else (state.moment,)
            windows += sum(map(is_slot, covered))
        letters = sum(map(len, sent))
        read, judged, usual = yardstick.movement()
        each, letter = closing / windows, reading / letters
        found += [
            Row(f"{tempo}: an Opportunist window, with the phases between", "long", each / judged, yardstick.NAME,
                1000 * each, "ms"),
            Row(f"{tempo}: a letter read", "long", letter / (read / usual), "a letter of Diplomacy",
                1000 * letter, "ms"),
        ]  # fmt: skip
    return found
