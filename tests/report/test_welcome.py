"""The first report is a page from which a newcomer can play: its sample orders are orders, and none of them is the
newcomer's own."""

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Table as Seats
from judge.grammar.options import complete_options
from judge.report.blocks import Grid, words
from judge.report.build import build
from judge.report.languages import worded_in
from judge.scenario.simulate import seats_for
from judge.variants import GAMES
from tests.serve.table import Table

PLAYED = tuple(key for key in sorted(GAMES) if key != "lanterns")
HEADS = ("You write", "Du schreibst", "Tu écris")


def welcomed(key):
    """A game that has begun, whom it asks first, and the first report of that seat."""
    game = shelf.game(key)
    low, high = game.seat_range
    table = Seats(seats_for(game, 0, min(high, max(low, 7))), complete_options(game, {}))
    step = game.setup(table, KeyedDice.of("welcome"))
    seat = next(iter(game.window(step.state).asks))
    return game, step.state, seat, build(game, None, step.state, step.events, seat)


def sampled(report):
    return [
        words(row[0])
        for block in report.blocks
        if isinstance(block, Grid) and words(block.head[0]) in HEADS
        for row in block.rows
    ]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("key", PLAYED)
def test_each_sample_order_is_read_in_some_letter_of_the_game(key, language):
    with worded_in(language):
        game, state, seat, report = welcomed(key)
    samples = sampled(report)
    assert len(samples) >= 3
    for line in samples:
        assert any(not take(game, state, seat, form, line).unread for form in game.kinds), line


@pytest.mark.parametrize("key", PLAYED)
def test_the_samples_of_a_welcome_that_is_sent_back_are_nobodys_orders(key, tmp_path):
    """All of the mail without marks of quotation, as some programs answer: only what the player wrote counts."""
    table = Table(tmp_path / "club", game=key, seats=99).start()
    live = table.live()
    seat = next(iter(live.window.asks))
    row = next(row for row in table.out("report") if row.recipient == f"{seat}@mail.example")
    text = table.written(row).text
    assert "You write" in text
    letter = live.game.letter(live.state, seat, "welcome")
    table.write(seat, letter)
    alone = table.orders(seat)
    table.write(seat, "CLEAR\n")
    table.pass_time(seconds=1)
    table.write(seat, f"{letter}\n\n{text}")
    assert table.orders(seat) == alone
    table.close()
