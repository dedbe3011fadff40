"""Lines as people write them (tests/letters/land-barons.yaml): what the game makes of each, read by itself alone."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import load

CORPUS = Path(__file__).resolve().parent.parent / "letters" / "land-barons.yaml"
GAME = shelf.game("land-barons")
WRITTEN = load(CORPUS.read_text(encoding="utf-8"), CORPUS.name).value
# Commands, comments and IF ... THEN are the letter's to read, and so is what is mere courtesy.
LINES = [one for one in WRITTEN["lines"] if one["fate"] in ("order", "later", "refused", "not-ordered", "question")]
LINES = [one for one in LINES if " THEN " not in one["text"]]


@cache
def position(name):
    return GAME.read_position(load(CORPUS.read_text(encoding="utf-8"), CORPUS.name).sub("positions", name))


def form_of(state, seat, text=""):
    window = GAME.window(state)
    return window.asks[seat].form if seat in window.asks else window.kind


def read(name, seat, text):
    """Orders by subject as they stand, orders kept for later as they are read then, problems, and warnings."""
    state = position(name)
    taken = take(GAME, state, seat, form_of(state, seat), text)
    checked = GAME.check(state, seat, taken.orders)
    problems = [line.said for line in taken.unread] + list(checked.refused.values())
    warnings = [note for line in taken.lines for note in line.notes] + list(checked.warned.values())
    return taken, checked, problems, warnings


def canonical(name, seat, texts, later=False):
    """What these lines, each by itself in its place, come to."""
    state = position(name)
    taken = take(GAME, state, seat, form_of(state, seat), "\n".join(texts))
    return Counter(one.text if isinstance(one, Later) else GAME.write(state, seat, one)
                   for one in (line.said for line in taken.lines) if not isinstance(one, Problem))  # fmt: skip


@pytest.mark.parametrize("case", LINES, ids=lambda case: f"{case['at']}: {case['text']}")
def test_a_line(case):
    taken, checked, problems, warnings = read(case["at"], case["seat"], case["text"])
    words = report.Words(GAME, position(case["at"]))
    assert all(words.problem(problem) for problem in (*problems, *warnings))
    if case["fate"] in ("order", "later"):
        assert not problems, problems
        assert canonical(case["at"], case["seat"], [case["text"]]) == canonical(
            case["at"], case["seat"], case["orders"]
        )
        assert bool(taken.later) is (case["fate"] == "later")
        if case.get("warned"):
            assert warnings
        return
    assert not checked.accepted, checked.accepted
    assert not taken.later
    codes = {problem.code for problem in problems}
    if case["fate"] == "refused":
        assert problems
        assert not codes & {"not-ordered", "question"}
    else:
        assert codes == {case["fate"]}


@pytest.mark.parametrize(
    "case", [one for one in WRITTEN["lines"] if one["fate"] == "courtesy"], ids=lambda one: one["text"]
)
def test_a_courtesy_is_no_order(case):
    taken, _, problems, _ = read(case["at"], case["seat"], case["text"])
    assert not taken.orders
    assert not taken.later
    assert {problem.code for problem in problems} <= {"not-understood", "not-ordered"}
