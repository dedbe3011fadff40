"""Lines as people write them (tests/letters/diplomacy.yaml), each with what a careful game master would understand."""

from pathlib import Path

import pytest

from judge import report, shelf
from judge.adjudicator.protocol import Later, Problem, Seat
from judge.grammar.document import Document, load

FILE = Path(__file__).resolve().parents[1] / "letters" / "diplomacy.yaml"
CORPUS = load(FILE.read_text(encoding="utf-8"), FILE.name).value
GAME = shelf.game("diplomacy")
STATES = {key: GAME.read_position(Document(value)) for key, value in CORPUS["positions"].items()}
# What a line is when it is no order at all is for the letter to say: the game orders nothing by it.
NO_ORDER = ("comment", "courtesy", "question", "command")


def read(line):
    """The orders that stand, what is kept for later, the codes of problems, and the codes of notes."""
    state, seat = STATES[line["at"]], Seat(line["seat"])
    form = GAME.window(state).kind
    lines = GAME.read(state, seat, form, line["text"])
    said = [one.said for one in lines if not isinstance(one.said, Problem | Later)]
    later = [one.said for one in lines if isinstance(one.said, Later)]
    problems = [one.said for one in lines if isinstance(one.said, Problem)]
    checked = GAME.check(state, seat, said)
    words = report.Words(GAME, state)
    notes = [note for one in lines for note in one.notes]
    for problem in (*problems, *checked.refused.values(), *checked.warned.values(), *notes):
        assert words.problem(problem)
    codes = [one.code for one in (*problems, *checked.refused.values())]
    return [GAME.write(state, seat, order) for order in checked.accepted], later, codes, [note.code for note in notes]


def canonical(line):
    """The orders expected, written as the game writes them."""
    state, seat = STATES[line["at"]], Seat(line["seat"])
    found = []
    for text in line["orders"]:
        (one,) = GAME.read(state, seat, GAME.window(state).kind, text)
        found.append(GAME.write(state, seat, one.said))
    return found


@pytest.mark.parametrize("line", CORPUS["lines"], ids=lambda line: f"{line['at']}/{line['seat']}/{line['text'][:60]}")
def test_a_line_is_understood_as_a_careful_game_master_would(line):
    orders, later, codes, notes = read(line)
    fate = line["fate"]
    if fate in NO_ORDER:
        assert orders == []
        assert later == []
        return
    assert sorted(orders) == sorted(canonical(line))
    assert bool(codes) == (fate in ("refused", "not-ordered")), codes
    if fate == "not-ordered":
        assert set(codes) == {"not-ordered"}
    assert {kind: [one.text for one in later if one.kind == kind] for kind in {one.kind for one in later}} == line.get(
        "later", {}
    )
    if fate == "order":
        assert bool(notes) == line.get("warned", False), notes


SUGGESTED = {
    "middle/france/F MAO - SPA": "F MAO - SPA/NC",
    "middle/turkey/F AEG - BUL/EC": "F AEG - BUL/SC",
    "opening/france/A PAR": "A PAR H",
    "opening/france/to Burgundy": "A MAR - BUR",
    "retreat/france/F MAO R SPA": "F MAO R SPA/NC",
    "winter/france/Build Brest": "Build A BRE",
    "winter/france/Build F PAR": "Build A PAR",
    "winter/russia/Build F STP": "Build F STP/NC",
}


@pytest.mark.parametrize(("line", "suggestion"), SUGGESTED.items())
def test_what_is_nearly_an_order_comes_with_the_order(line, suggestion):
    at, seat, text = line.split("/", 2)
    (problem,) = problems({"at": at, "seat": seat, "text": text})
    assert problem.detail["suggestion"] == suggestion
    assert suggestion in report.Words(GAME, STATES[at]).problem(problem)


def problems(line):
    """What is wrong with a line, when it is read and when it is checked."""
    state, seat = STATES[line["at"]], Seat(line["seat"])
    lines = GAME.read(state, seat, GAME.window(state).kind, line["text"])
    wrong = [one.said for one in lines if isinstance(one.said, Problem)]
    said = [one.said for one in lines if not isinstance(one.said, Problem | Later)]
    return [*wrong, *GAME.check(state, seat, said).refused.values()]


def test_every_suggestion_is_lawful():
    found = 0
    for line in CORPUS["lines"]:
        for problem in problems(line):
            said = problem.detail.get("suggestion")
            if said:
                orders, later, codes, notes = read({**line, "text": said})
                assert (orders, later, codes, notes) == ([said], [], [], []), (line, said)
                found += 1
    assert found > 8


def test_an_error_says_where_reading_stopped_and_gives_an_order_of_ones_own():
    (problem,) = problems({"at": "opening", "seat": "france", "text": "A PAR - BUR 7"})
    assert (problem.detail["at"], problem.detail["expected"]) == ("7", "A MAR - BUR")
    (problem,) = problems({"at": "opening", "seat": "italy", "text": "F NAP supports"})
    assert problem.detail["at"] == ""
    assert "a place" in problem.detail["could"]


def test_a_slip_of_a_verb_is_read_and_told():
    assert read({"at": "example-04", "seat": "germany", "text": "A RUH hodl"}) == (
        ["A RUH H"],
        [],
        [],
        ["word-read-as"],
    )


def test_a_dot_that_may_shorten_a_word_or_end_a_sentence_is_asked_about():
    line = {"at": "example-04", "seat": "germany", "text": "Ruh-Bel, Hol sup. Mun-Ruh. Kie-Ber."}
    assert read(line) == (["A RUH - BEL", "A KIE - BER"], [], ["two-meanings"], [])


def test_a_convoy_told_in_words_orders_its_army_where_armies_move_alone():
    text = "The English Channel carries Marseilles to Munich"
    for at, count in (("middle", 2), ("retreat", 1)):
        state = STATES[at]
        said = [one.said for one in GAME.read(state, Seat("france"), GAME.window(state).kind, text)]
        assert len(said) == count
