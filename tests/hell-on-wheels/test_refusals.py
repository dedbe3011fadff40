"""After the end no order is taken."""

from judge import report, shelf
from judge.adjudicator.protocol import Seat
from judge.grammar.document import load
from judge.variants.hell_on_wheels.orders import Pass

GAME = shelf.game("hell-on-wheels")


def test_after_the_end_no_order_is_taken():
    state = GAME.read_position(
        load("seats: [Red, Blue]\nphase: Turn 9, over\nover: {winners: [Red], reason: most-money}")
    )
    found = GAME.check(state, Seat("red"), (Pass("all"),))
    assert found.accepted == ()
    assert found.refused[0].code == "game-over"
    assert "over" in report.Words(GAME, state).problem(found.refused[0])
