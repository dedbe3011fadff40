"""The units and lots of a report, for somebody who has never seen the counters."""

from judge import report, shelf
from judge.grammar.document import load

GAME = shelf.game("land-barons")
POSITION = """
phase: "Turn 3, pay and bids"
seats: [graham, johnson]
settlements: {0507: "Ranch of graham, graham", 1202: "Ranch of johnson, johnson", 0407: "Town, graham"}
units: {graham: [Baron 0507, 2 Gunslinger 0507], johnson: [Baron 1202, Lynch Mob 1202]}
cash: {graham: 60, johnson: 40}
lots: [Saloon, Texas Rangers]
"""


def told():
    state = GAME.read_position(load(POSITION))
    return " ".join(report.text_of_step(GAME, None, state, (), "graham").split())


def test_a_unit_is_told_with_the_note_that_governs_stacking():
    text = told()
    assert "Baron and 2 Gunslingers (Outlaws)" in text
    assert "Lynch Mob (Law)" in text
    assert "Texas Rangers: a unit with Shoot 25 (Law), on a Town" in text


def test_it_is_said_what_the_notes_mean():
    assert "Red and White, Outlaws and Law, North and South do not share a space." in told()
