"""What letters cannot bring about, but a program can: orders of another phase, of no place, after the end; and what
silence adds, with its sentence."""

import pytest

from judge import report, shelf
from judge.adjudicator.diplomacy.orders import Build, Disband, Hold, Move, Retreat, Support
from judge.adjudicator.protocol import Problem, Seat
from judge.batch import adjudicate
from judge.grammar.document import load

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
    ("given", "options", "filled"),
    [
        (MOVEMENT, "", ["A PAR H"]),
        (RETREATS, "", ["A BUR D"]),
        (WINTER, "", ["Remove A BUR"]),
        (BUILDS, "", ["Waive 2"]),
        (BUILDS, "options: {declining: refused}", ["Build A MAR", "Build A PAR"]),
    ],
)
def test_what_silence_adds_is_told_as_left_unsaid(given, options, filled):
    state = GAME.read_position(load(f"{given}\n{options}"))
    found = GAME.check(state, Seat("france"), ())
    assert sorted(GAME.write(state, Seat("france"), order) for order in found.unsaid) == filled
    assert found.unsaid == found.filled


def test_a_removal_that_nobody_ordered_says_by_which_rule():
    state = GAME.read_position(load(WINTER))
    filled = GAME.check(state, Seat("france"), ()).filled
    (verdict,) = [one for one in GAME.resolve(state, {Seat("france"): filled}, None).events if one.code == "verdict"]
    assert (verdict.said, verdict.reason.code) == ("disbanded", "civil-disorder")
    said = report.Words(GAME, state).problem(verdict.reason)
    assert "the army in Burgundy goes by the rule of civil disorder" in said
