"""Lines as people write them (tests/letters/gold-rush.yaml): each is what a careful game master would understand.

Greetings, questions and commands are the letter's own business: of the game they must get no order.
"""

from pathlib import Path

import pytest

from judge import report, shelf
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


def test_every_suggestion_is_a_line_that_can_be_ordered():
    """FIX takes what is offered: it reads, stands as it is written, and nothing in it is refused."""
    offered = 0
    for entry in LINES:
        state, seat = STATES[entry["at"]], entry["seat"]
        _, wrong, _ = understood(state, seat, str(entry["text"]))
        for text in (str(one.detail["suggestion"]) for one in wrong if "suggestion" in one.detail):
            orders, problems, _ = understood(state, seat, text)
            assert orders
            assert not problems
            assert "; ".join(GAME.write(state, seat, order) for order in orders) == text or len(orders) > 1
            offered += 1
    assert offered >= 8


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("3: fire 6 at M9", "T3: fire 6 at M4"),
        ("3: fire 6 at a mountie", "T3: fire 6 at M1"),
        ("7: climb the rocks", "T7: move to cover R1"),
        ("3: move 27,5,17", "T3: move 27.5,17"),
        ("2: fire 6 at M2", "T2: reload"),
        ("3: take 3 gold from D3", "T3: take 2 gold from D3"),
        ("3: take 1 gold from D4", "T3: move to contact with D4"),
        ("7: fire 6 at M2", "T7: fire 2 at M2"),
    ],
)
def test_an_error_offers_what_may_have_been_meant(text, suggestion):
    _, wrong, _ = understood(STATES["turn"], "traders", text)
    assert [problem.detail["suggestion"] for problem in wrong] == [suggestion]


def test_a_whole_letter_with_corrections_comes_to_one_order_a_figure():
    letter = "1: fire 6 at M1\n2: reload\n3: stand\nForget the first line, 1 stands.\nSorry, make that 3: move 18,14"
    orders, wrong, _ = understood(STATES["few"], "traders", letter)
    assert not wrong
    written = {GAME.write(STATES["few"], "traders", order) for order in orders}
    assert written == {"T1: stand", "T2: reload", "T3: move 18,14"}


def test_what_stands_under_another_groups_heading_is_not_ordered():
    orders, wrong, _ = understood(STATES["few"], "traders", "Traders\nall: stand\nMounties\n2: leave by the east edge")
    assert {GAME.write(STATES["few"], "traders", order) for order in orders} == {"T1: stand", "T2: stand", "T3: stand"}
    assert {problem.code for problem in wrong} == {"not-your-group"}


def test_a_warning_says_where_a_move_ends_and_how_far_off():
    # Six inches on the diagonal from 10,10 are 4.24 each way; from there to 20,20 it is 8.15.
    _, wrong, warned = understood(STATES["few"], "traders", "1: move to contact with M1")
    assert not wrong
    said = report.Words(GAME, STATES["few"]).problem(warned[0])
    assert said.startswith("T1 comes as far as 14.24,14.24, 8.15 inches from M1")


def test_every_order_on_the_players_page_is_read():
    page = (PATH.parent.parent.parent / "docs" / "players" / "gold-rush.md").read_text(encoding="utf-8")
    table = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
    block = [line.strip() for line in page.splitlines() if line.startswith("    ")]
    assert len(table) > 25
    document = """
    phase: Turn 3
    order: [traders, mounties]
    figures:
      {T1: '30,20', T2: '40,20', T3: '33,30', T4: '26,31', T5: '30,40', T6: '50,40', T7: '52,40', M2: '50,9', M4: '9,9'}
    mules: {U1: '60,40'}
    horses: {H2: '60,44'}
    """
    state = GAME.read_position(load(document))
    mounties = GAME.read_position(load("figures: {M1: '20,20', T1: '50,10'}\nmules: {U1: '21,20'}"))
    for text in (*table, *block):
        text = text.replace("…", "stand")
        lines = (
            GAME.read(mounties, "mounties", "go", text) if "lead" in text else GAME.read(state, "traders", "go", text)
        )
        wrong = [line.said for line in lines if isinstance(line.said, Problem)]
        assert lines
        assert {one.code for one in wrong} <= {"from-whom"}, (text, wrong)
