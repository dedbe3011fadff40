"""Lines as people write them, read by one seat in one position, against what a careful game master would understand."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import dump, load

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = shelf.game("hell-on-wheels")
CORPUS = load((ROOT / "tests" / "letters" / "hell-on-wheels.yaml").read_text(encoding="utf-8")).value
LINES = CORPUS["lines"]

# What the letter around the orders decides, whatever the game makes of the words.
OF_THE_LETTER = ("command", "comment")


@cache
def position(name):
    return GAME.read_position(load(dump(CORPUS["positions"][name])))


def window(name):
    return GAME.window(position(name)).kind


def orders_of(name, seat, text):
    """The orders that stand, in canonical text, and the problems that were named, with the lines read."""
    state = position(name)
    taken = take(GAME, state, seat, window(name), text)
    checked = GAME.check(state, seat, taken.orders)
    wrong = [line.said for line in taken.lines if isinstance(line.said, Problem)] + list(checked.refused.values())
    return [GAME.write(state, seat, order) for order in checked.accepted], wrong, taken, checked


@pytest.mark.parametrize("one", LINES, ids=[f"{one['at']}-{one['text'][:50]}" for one in LINES])
def test_a_line_is_understood_as_a_game_master_would(one):
    if one["fate"] in OF_THE_LETTER:
        return
    name, seat = one["at"], one["seat"]
    orders, wrong, taken, checked = orders_of(name, seat, one["text"])
    expected = [text for order in one["orders"] for text in orders_of(name, seat, order)[0]]
    assert Counter(orders) == Counter(expected), wrong
    match one["fate"]:
        case "order":
            assert not wrong
            assert expected
        case "later":
            assert [line for line in taken.lines if isinstance(line.said, Later)]
            assert not wrong
        case "refused":
            assert wrong
            assert "not-ordered" not in {problem.code for problem in wrong}
        case "not-ordered" | "question":
            assert {problem.code for problem in wrong} == {"not-ordered"}
        case "courtesy":
            assert {problem.code for problem in wrong} <= {"not-understood"}
    if one.get("warned"):
        assert checked.warned or [note for line in taken.lines for note in line.notes]
    words = report.Words(GAME, position(name))
    for problem in (*wrong, *(note for line in taken.lines for note in line.notes), *checked.warned.values()):
        assert words.problem(problem).strip(), problem
