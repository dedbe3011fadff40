"""What letters cannot bring about, but a program can: orders of another season, and orders after the end."""

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Seat, Verdict
from judge.grammar.document import load
from judge.variants.range_war.orders import Build, Hold, Move, Site, Support

GAME = shelf.game("range-war")
MOVEMENT = "units: {Lazy S: G(Lzy)}"
RETREATS = "phase: Summer 1870, retreats\nunits: {South Fork: G(Coo)}\ndislodged: {Lazy S: G(Coo)}"
BRANDING = "phase: Spring 1871, branding\nunits: {Lazy S: G(Lzy)}\ncentres: {Lazy S: [Lzy, Tom], South Fork: Sou}"
OVER = "over: {winners: [Lazy S], reason: victory}\nunits: {Lazy S: G(Lzy)}"


@pytest.mark.parametrize(
    ("given", "order", "code", "words"),
    [
        (MOVEMENT, Build((Site("G", "Lzy"),)), "not-in-movement", "movement"),
        (RETREATS, Hold("Coo"), "not-in-retreats", "retreat"),
        (BRANDING, Move("Lzy", "Mon"), "not-in-branding", "not for Branding"),
        (OVER, Hold("Lzy"), "game-over", "over"),
    ],
)
def test_an_order_out_of_season_is_refused_with_a_sentence(given, order, code, words):
    state = GAME.read_position(load(given))
    found = GAME.check(state, Seat("lazy-s"), (order,))
    assert found.accepted == ()
    assert found.refused[0].code == code
    assert words in report.Words(GAME, state).problem(found.refused[0])


@pytest.mark.parametrize(
    ("order", "code", "words"),
    [
        (Support("Coo", "Mes"), "nobody-there", "There is no gang in Mesquite Flats (Mes)."),
        (Support("Coo", "Lzy", "Mes"), "cannot-get-there", "Lazy S's G(Lzy) cannot go to Mesquite Flats (Mes)."),
    ],
)
def test_an_order_that_was_never_checked_fails_with_a_reason(order, code, words):
    """The resolver does not rely on the check: what cannot be done does nothing, and says why."""
    state = GAME.read_position(load("units: {Lazy S: 'G(Coo), G(Lzy)'}"))
    step = GAME.resolve(state, {Seat("lazy-s"): (order, Hold("Lzy"))}, KeyedDice.of("unchecked"))
    verdict = next(event for event in step.events if isinstance(event, Verdict) and event.order == order)
    assert verdict.reason is not None
    assert verdict.reason.code == code
    assert report.Words(GAME, state).problem(verdict.reason) == words
