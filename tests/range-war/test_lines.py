"""Single lines as people write them (tests/letters/range-war.yaml): which orders they are, and what else becomes of
them. Whole letters are for the letter's own tests."""

from pathlib import Path

import pytest

from judge import report, shelf
from judge.adjudicator.protocol import Later, Problem, Seat
from judge.grammar.document import dump, load

GAME = shelf.game("range-war")
CORPUS = load((Path(__file__).parent.parent / "letters" / "range-war.yaml").read_text(encoding="utf-8")).value
POSITIONS = {name: GAME.read_position(load(dump(value))) for name, value in CORPUS["positions"].items()}
START = POSITIONS["summer"]
NOT_ORDERS = {"not-ordered", "not-understood"}


def read(state, seat, text):
    lines = GAME.read(state, Seat(seat), state.phase, text)
    orders = [line.said for line in lines if not isinstance(line.said, Problem | Later)]
    return lines, orders, GAME.check(state, Seat(seat), orders)


def problems(lines, checked):
    return [line.said for line in lines if isinstance(line.said, Problem)] + list(checked.refused.values())


def orders_of(state, seat, texts):
    return sorted(str(order) for text in texts for order in read(state, seat, text)[1])


@pytest.mark.parametrize("entry", CORPUS["lines"], ids=lambda entry: f"{entry['at']}: {entry['text'][:60]}")
def test_a_line_is_understood_as_a_game_master_would(entry):
    state, seat, fate = POSITIONS[entry["at"]], entry["seat"], entry["fate"]
    lines, _, checked = read(state, seat, entry["text"])
    codes = {problem.code for problem in problems(lines, checked)}
    if entry["text"].upper().startswith("STANDING"):
        return  # A command with orders in it: the letter reads it before the game does.
    assert sorted(map(str, checked.accepted)) == orders_of(state, seat, entry["orders"])
    if fate in ("order", "later"):
        assert not codes
    elif fate == "refused":
        assert codes
        assert "not-ordered" not in codes
    elif fate == "comment":
        assert lines == ()
    else:
        # Courtesies, commands and questions are the letter's to tell apart: to the game they are no orders.
        assert codes <= NOT_ORDERS
        assert codes or fate != "not-ordered"
    kept = {}
    for later in (line.said for line in lines if isinstance(line.said, Later)):
        kept.setdefault(later.kind, []).append(later.text)
    assert kept == entry.get("later", {})
    if "warned" in entry:
        assert bool(checked.warned or any(line.notes for line in lines)) is entry["warned"]


@pytest.mark.parametrize("entry", CORPUS["lines"], ids=lambda entry: f"{entry['at']}: {entry['text'][:60]}")
def test_what_is_offered_stands(entry):
    """Every suggestion is a whole line that reads as one lawful order, and every complaint has a sentence."""
    state, seat = POSITIONS[entry["at"]], entry["seat"]
    lines, _, checked = read(state, seat, entry["text"])
    words = report.Words(GAME, state)
    for problem in (*problems(lines, checked), *(note for line in lines for note in line.notes)):
        assert words.problem(problem)
        offer = problem.detail.get("suggestion")
        if offer is not None:
            _, orders, again = read(state, seat, offer)
            assert len(orders) == 1
            assert again.accepted == tuple(orders)


def test_an_error_names_the_word_what_could_come_and_an_order_of_ones_own():
    (line,), _, _ = read(START, "lazy-s", "G(Coo) frobs G(Lzy)-Mon")
    assert line.said.code == "not-understood"
    assert line.said.detail["at"] == "frobs"
    assert {"-", "S", "stands"} <= set(line.said.detail["could"])
    said = report.Words(GAME, START).problem(line.said)
    assert 'from "frobs" on' in said
    (example,) = read(START, "lazy-s", line.said.detail["example"])[1]
    assert example.at in START.of(Seat("lazy-s"))


def test_a_word_misspelt_is_read_with_a_warning():
    (line,), orders, _ = read(START, "lazy-s", "Gnag Coo to Mes")
    assert [GAME.write(START, Seat("lazy-s"), order) for order in orders] == ["G(Coo)-Mes"]
    assert [note.code for note in line.notes] == ["word-read-as"]


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("G(Coo)-Cox", "G(Coo)-Com"),
        ("G(Coo)-Cou", "G(Coo)-Com"),
        ("H(Coo)-Mes", "GH(Coo)-Mes"),
        ("G(Lzy) S H(Coo)", "G(Lzy) S G(Coo)"),
        ("G(Lzy)-Mon or DMG", "G(Lzy)-Mon"),
        ("attack Montana Valley", "G(Coo)-Mon"),
        ("G(Coo) to Tombstone via Mesquite Flats", "G(Coo)-Mes"),
    ],
)
def test_a_near_reading_is_offered(text, offer):
    lines, _, checked = read(START, "lazy-s", text)
    assert [problem.detail.get("suggestion") for problem in problems(lines, checked)] == [offer]


@pytest.mark.parametrize("text", ["Mine", "Tom", "Mon amour", "The Mine is mine", "Red River Valley is a nice song"])
def test_english_words_that_are_codes_order_nothing(text):
    for state in POSITIONS.values():
        _, orders, _ = read(state, "lazy-s", text)
        assert orders == []


def test_no_report_can_be_read_as_orders():
    """A whole report sent back orders nothing, whoever sends it, line by line and as it stands."""
    for state in POSITIONS.values():
        for seat in ("lazy-s", "south-fork", "lone-star"):
            step = GAME.resolve(state, {}, None) if state.phase != "movement" else None
            after = step.state if step else state
            text = report.render(report.build(GAME, state, after, step.events if step else (), Seat(seat)))
            lines, orders, _ = read(state, seat, text)
            assert orders == []
            assert not [line for line in lines if isinstance(line.said, Later)]


@pytest.mark.parametrize(("asked", "so"), [("gangs of Red River < 3", True), ("centres of Red River > 2", False)])
def test_a_sign_of_comparison_is_no_part_of_a_name(asked, so):
    assert GAME.holds(START, Seat("lazy-s"), asked) is so


@pytest.mark.parametrize("text", ["forget Lzy, takes the herd", "Forget Lzy-Mon, takes the herd"])
def test_a_herd_that_goes_nowhere_beside_an_order_taken_back_is_asked_back(text):
    lines, orders, checked = read(START, "lazy-s", text)
    assert not orders
    assert {problem.code for problem in problems(lines, checked)} == {"correction-unclear", "nothing-said"}
