"""What the other games are measured against: a movement of Diplomacy, through the same reader, driver and dice."""

from __future__ import annotations

import time
from functools import cache

from bench.row import least
from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.scenario.simulate import play

TIMES = 20
NAME = "a movement of Diplomacy, 7 powers"


@cache
def movement() -> tuple[float, float, int]:
    """Seconds for one: its letters read and checked; closed, with verdicts and the next state; how many letters."""
    game = shelf.game("diplomacy")
    table = Table(tuple(seat.id for seat in game.seats), complete_options(game, {}))
    one = [one for one in play(game, table, "bench") if one.window and one.window.kind == "movement"][6]
    assert one.window is not None
    asks = one.window.asks

    def read() -> None:
        for seat, text in one.letters.items():
            game.check(one.before, seat, take(game, one.before, seat, asks[seat].form, text).orders)

    sent = {seat: take(game, one.before, seat, asks[seat].form, text).orders for seat, text in one.letters.items()}

    def judge() -> None:
        close(game, one.before, sent, KeyedDice.of("bench"))

    def times(work: object) -> float:
        def many() -> None:
            for _ in range(TIMES):
                work()  # type: ignore[operator]

        return least(many, time.process_time) / TIMES

    return times(read), times(judge), len(one.letters)
