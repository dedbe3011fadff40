"""The scripted players' games are games: they end, and every seat wins some. Worth nothing below the full count."""

from collections import Counter

import pytest

from judge import shelf
from judge.adjudicator.protocol import Table, Verdict
from judge.grammar.options import complete_options
from judge.scenario.simulate import limits, play

GAMES = 200


@pytest.mark.proof
def test_two_hundred_games():
    game = shelf.game("range-war")
    table = Table(tuple(seat.id for seat in game.seats), complete_options(game, limits(game)))
    endings, victories, orders = Counter(), Counter(), Counter()
    for number in range(GAMES):
        for step in play(game, table, f"judge/{number}"):
            for event in step.events:
                if isinstance(event, Verdict):
                    orders[type(event.order).__name__, event.result, event.detail] += 1
            last = step.state
        outcome = game.outcome(last)
        endings[outcome.reason] += 1
        if outcome.reason != "last-year":
            victories.update(outcome.winners)
    assert sum(endings.values()) - endings["last-year"] >= 0.6 * GAMES
    assert max(victories.values()) <= 2.5 * sum(victories.values()) / len(game.seats)
    assert len(victories) == len(game.seats)
    for kind, word, detail in (
        ("Hold", "stands", ""), ("Hold", "dislodged", ""), ("Move", "succeeds", ""), ("Move", "fails", ""),
        ("Move", "succeeds", "with herd"), ("Move", "succeeds", "herd stays"), ("Move", "fails", "dislodged"),
        ("Support", "given", ""), ("Support", "cut", ""), ("Retreat", "fails", "destroyed"),
    ):  # fmt: skip
        assert orders[kind, word, detail], (kind, word, detail)
    for kind in ("Build", "Remove", "Retreat", "Disband", "Herd", "Waive"):
        assert any(one == kind and word in ("succeeds", "noted") for one, word, _ in orders), kind
