"""What is for another turn is not done now, and words may say whose go is before whose (GR-Q14)."""

import pytest

from judge import shelf
from judge.campaign.told import told
from judge.grammar.document import load
from judge.mail.letter import read_letter

GAME = shelf.game("gold-rush")
TABLE = GAME.read_position(
    load("""
phase: Turn 3
order: [traders, mounties]
figures:
  {T1: '30,20', T2: '34,20', T3: '34,30', M1: '36,20', M2: {at: '31,20', status: dead, gold: 1}, M3: '40,24'}
""")
)


def read(text):
    """The orders of the Traders' letter in the order in which their figures act, and its verdict."""
    letter = read_letter(f"From: t@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}".encode())
    found = told(GAME, TABLE, "traders", letter)
    return [order.partition(":")[0] for order in found.orders], list(found.orders), found.verdict


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("T1 fires at M1, T2 stands, T3 goes 2 north.", ["T1", "T2", "T3"]),
        ("T1 fires at M1, but first T2 goes 2 north. T3 stands.", ["T2", "T1", "T3"]),
        ("T1 fires at M1. T2 goes 2 north first. T3 stands.", ["T2", "T1", "T3"]),
        ("T1 fires at M1 last. T2 goes 2 north. T3 goes 2 north.", ["T2", "T3", "T1"]),
        ("T1 fires at M1. Before that T2 goes 2 north. T3 stands.", ["T2", "T1", "T3"]),
        ("T1 and T2 fire at M1, T2 first. T3 stands.", ["T2", "T1", "T3"]),
        ("Second T1 fires at M1, first T2 goes 2 north.", ["T2", "T1"]),
        ("T1 fires at M1, T2 goes 2 north, T3 goes 2 north, in reverse order.", ["T3", "T2", "T1"]),
        ("T1: stand\nT2 goes 2 north, but first T3 fires at M1.", ["T1", "T3", "T2"]),
    ],
)
def test_figures_act_in_the_order_that_the_words_say(text, order):
    assert read(text)[0] == order


@pytest.mark.parametrize(
    "text",
    [
        "T1: fire 6 at M1\nT2 goes 2 north first.\nT3: stand",
        "T1: fire 6 at M1 last\nT2: 2 north\nT3: stand",
        "T1: fire 6 at M1, M3 first\nT2: stand\nT3: stand",
    ],
)
def test_where_it_is_not_sure_who_is_first_the_writer_is_asked(text):
    assert read(text)[2] == "ERRORS"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("T1: fire 3 at M1, next turn 3 at M3.", "T1: fire 3 at M1"),
        ("T1 fires 3 at M1, 3 at M3 next turn.", "T1: fire 3 at M1"),
        ("T1 fires at M1 now and at M3 next turn.", "T1: fire 6 at M1"),
        ("T1: move 30,22, next turn 34,22.", "T1: move 30,22"),
        ("T1: move 30,22, then next turn 34,22.", "T1: move 30,22"),
        ("T1: 2 north and 2 west next turn.", "T1: move 30,22"),
        ("T1 moves towards M1 next turn, now he stands.", "T1: stand"),
        ("T1: fire 6 at M1 (next turn M3).", "T1: fire 6 at M1"),
        ("T1: fire 6 at M1. Next turn T1 reloads.", "T1: fire 6 at M1"),
    ],
)
def test_what_is_for_the_next_turn_is_named_and_not_done_now(text, order):
    _, orders, verdict = read(f"{text}\nT2: stand\nT3: stand")
    assert order in orders
    assert verdict == "WARNINGS"


def test_of_two_targets_nobody_knows_whether_both_are_for_the_next_turn():
    assert read("T1 fires at M1 and M3 next turn.\nT2: stand\nT3: stand")[2] == "ERRORS"


def test_what_a_move_is_made_for_goes_on_by_itself_in_the_next_turn():
    assert (
        "T1: move to contact with M2, then take 2 gold from M2"
        in read("T1: move to contact with M2, take his gold next turn.")[1]
    )


@pytest.mark.parametrize("lines", [("T1: fire 6 at M1", "T1: if M3 within 4: fire 6 at M3")])
def test_of_two_lines_for_a_figure_the_one_with_a_condition_is_first_wherever_it_stands(lines):
    both = "T1: if M3 within 4: fire 6 at M3, else fire 6 at M1"
    assert read("\n".join(lines))[1] == [both]
    assert read("\n".join(reversed(lines)))[1] == [both]


def test_behind_a_move_a_condition_may_be_meant_for_where_they_are_then():
    assert read("T1: move 30,22\nT1: if M3 within 4: fire 6 at M3\nT2: stand\nT3: stand")[2] == "ERRORS"


def test_if_need_be_is_a_condition_that_the_judge_cannot_ask():
    assert read("T1: fire 6 at M1 if need be.\nT2: stand\nT3: stand")[2] == "ERRORS"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("T1 stands unless M1 is in sight, then he fires 6 at M1.", "if not M1 in sight: stand, else fire 6 at M1"),
        ("T1: move 30,22, unless attacked: then attack back.", "if not attacked: move 30,22, else attack back"),
        ("T1 fires 6 at M1 unless he's down, then at M3.", "if not M1 down: fire 6 at M1, else fire 6 at M3"),
        ("T1: unless attacked, move 30,22.", "if not attacked: move 30,22"),
        ("Unless M1 is in sight T1 stands, otherwise he fires at M1.", "if not M1 in sight: stand, else fire 6 at M1"),
        ("T1 fires at M1. Should M1 be dead by then, he goes 2 north.", "if M1 dead: move 30,22, else fire 6 at M1"),
        (
            "T1 fires 6 at M1; if M1 isn't in sight he goes 2 north.",
            "if not M1 in sight: move 30,22, else fire 6 at M1",
        ),
        ("T2: stand. T1: stand unless M1 is in sight", "if not M1 in sight: stand"),
    ],
)
def test_conditions_may_be_said_in_other_words(text, order):
    assert f"T1: {order}" in read(text)[1]


@pytest.mark.parametrize(
    "text",
    [
        "T1 goes 2 north and T2 goes 2 north unless M1 is in sight.\nT3: stand",
        "Unless M1 is in sight, T1 goes 2 north and T2 goes 2 north.\nT3: stand",
        "T1: fire 6 at M1 unless M3 is in sight and within 6.\nT2: stand\nT3: stand",
    ],
)
def test_what_it_hangs_on_must_be_sure(text):
    _, orders, verdict = read(text)
    assert verdict != "OK"
    assert not any(order.startswith("T1") for order in orders)
