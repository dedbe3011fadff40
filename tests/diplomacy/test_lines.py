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
