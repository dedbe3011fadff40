"""What letters cannot bring about, but a program can: orders of another phase, of no place, after the end; and what
silence adds, with its sentence."""

import pytest

from judge import report, shelf
from judge.adjudicator.protocol import Problem, Seat
from judge.batch import adjudicate
from judge.grammar.document import load
from judge.variants.diplomacy.orders import Build, Disband, Hold, Move, Retreat, Support

GAME = shelf.game("diplomacy")
MOVEMENT = "units: {France: [A PAR]}"
RETREATS = (
    "phase: Spring 1901, retreats\nunits: {Germany: [A BUR]}\ndislodged: {France: [A BUR]}\nretreats: {A BUR: [PAR]}"
)
WINTER = "phase: Winter 1901, adjustments\nunits: {France: [A PAR, A BUR]}\ncentres: {France: [PAR]}"
BUILDS = "phase: Winter 1901, adjustments\nunits: {}\ncentres: {France: [PAR, MAR]}"
OVER = "phase: Winter 1901, adjustments\nover: {reason: draw, winners: [france]}\nunits: {France: [A PAR]}"


def checked(given, *orders):
    state = GAME.read_position(load(given))
    return GAME.check(state, Seat("france"), orders), report.Words(GAME, state)


@pytest.mark.parametrize(
    ("given", "order", "code", "words"),
    [
        (MOVEMENT, Build("A", "PAR"), "not-in-movement", "build is not for a movement phase"),
        (RETREATS, Hold("BUR"), "not-in-retreats", "hold is not for a retreat phase"),
        (WINTER, Move("PAR", "BUR"), "not-in-adjustments", "move is not for the winter"),
        (MOVEMENT, Move("PAR", "XXX"), "no-such-place", 'no place "XXX"'),
        (RETREATS, Retreat("BUR", ("PIC",)), "no-retreat-there", "Open to it: Paris (PAR)"),
        (OVER, Hold("PAR"), "game-over", "no orders are taken"),
        (OVER, Disband("PAR"), "game-over", "no orders are taken"),
        (MOVEMENT, Support("PAR", "PAR"), "supports-itself", "cannot support itself"),
    ],
)
def test_an_order_out_of_place_is_refused_with_a_sentence(given, order, code, words):
    found, said = checked(given, order)
    assert found.accepted == ()
    assert found.refused[0].code == code
    assert words in said.problem(found.refused[0])


@pytest.mark.parametrize(
    ("order", "code", "words"),
    [
        ("A PAR S A PIC - BRE", "nobody-there", "There is no unit in Picardy"),
        ("F ENG C A PIC - LON", "nobody-there", "There is no army in Picardy"),
        ("A PAR S A BUR - BRE", "cannot-get-there", "A BUR could not move to Brest"),
        ("A GAS - LON", "no-fleet-could-carry", "no fleets at sea that could carry an army from Gascony to London"),
    ],
)
def test_where_impossible_orders_are_let_through_the_reason_says_why(order, code, words):
    """An archive holds what other judges let stand: the order fails, and the reason has its sentence too."""
    units = {"FRANCE": ["A PAR", "F ENG", "A GAS"], "GERMANY": ["A BUR"]}
    line = {"phase": "S1901M", "units": units, "centers": {}, "orders": {"FRANCE": [order]}}
    reason = dict(adjudicate(line)["reasons"][order])
    assert reason.pop("code") == code
    said = report.Words(GAME, GAME.read_position(load(MOVEMENT)))
    assert words in said.problem(Problem(code, reason))


@pytest.mark.parametrize(
    ("given", "options", "code", "words"),
    [
        (MOVEMENT, "", "no-order", "No order was given for the army in Paris"),
        (RETREATS, "", "no-order", "No order was given for the army in Burgundy"),
        (WINTER, "", "civil-disorder", "the army in Burgundy goes by the rule of civil disorder"),
        (BUILDS, "", "builds-waived", "2 builds not ordered and so waived"),
        (BUILDS, "options: {declining: refused}", "built-by-rule", "an army is built in"),
    ],
)
def test_what_silence_adds_says_so(given, options, code, words):
    found, said = checked(f"{given}\n{options}")
    notes = [note for order in found.filled for note in order.notes]
    assert code in [note.code for note in notes]
    assert any(words in said.problem(note) for note in notes), [said.problem(note) for note in notes]
