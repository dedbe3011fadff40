"""Lines as people write them (tests/letters/gold-rush.yaml): each is what a careful game master would understand.

Greetings, questions and commands are the letter's own business: of the game they must get no order.
"""

from pathlib import Path

import pytest

from judge import shelf
from judge.adjudicator.protocol import Problem
from judge.grammar.document import Document, load

GAME = shelf.game("gold-rush")
PATH = Path(__file__).resolve().parent.parent / "letters" / "gold-rush.yaml"
CORPUS = load(PATH.read_text(encoding="utf-8"), PATH.name).value
STATES = {name: GAME.read_position(Document(given)) for name, given in CORPUS["positions"].items()}
# Written on one line between IF and ELSE, a condition is the letter's to settle.
LINES = [one for one in CORPUS["lines"] if not str(one["text"]).startswith("IF ")]


def form_of(state, seat):
    """The form a seat is asked with; one who is not asked answers on the form of the others."""
    asks = GAME.window(state).asks
    return asks[seat].form if seat in asks else sorted(ask.form for ask in asks.values())[0]


def understood(state, seat, text):
    """The orders of a text that stand, the problems of all others, and what is warned of."""
    lines = GAME.read(state, seat, form_of(state, seat), text)
    orders = [line.said for line in lines if not isinstance(line.said, Problem)]
    checked = GAME.check(state, seat, orders)
    wrong = [line.said for line in lines if isinstance(line.said, Problem)]
    notes = [note for line in lines for note in line.notes]
    return set(checked.accepted), [*wrong, *checked.refused.values()], [*notes, *checked.warned.values()]


@pytest.mark.parametrize("entry", LINES, ids=lambda one: f"{one['at']}: {one['text']}"[:70])
def test_a_line_is_what_a_game_master_would_understand(entry):
    state, seat = STATES[entry["at"]], entry["seat"]
    orders, wrong, warned = understood(state, seat, str(entry["text"]))
    expected, problems, _ = understood(state, seat, "\n".join(entry["orders"]))
    assert not problems
    written = sorted(GAME.write(state, seat, order) for order in orders)
    assert written == sorted(GAME.write(state, seat, order) for order in expected), wrong
    if entry["fate"] == "order":
        assert not wrong, wrong
    if entry["fate"] == "refused":
        assert wrong
    if entry["fate"] == "not-ordered":
        assert {problem.code for problem in wrong} == {"not-ordered"}, wrong
    if entry.get("warned"):
        assert warned
