"""Second thoughts in whole sentences: they take back what they speak of, and a wish in other words is an order."""

import pytest

from judge.mail.fates import Fate
from tests.letters.test_undoing import TABLES, orders, told

GAMES = [game for game in TABLES if TABLES[game][3]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("words", ["No, he would walk in.", "Oh no, he'd be lost.", "No, they would not like it."])
def test_what_would_come_of_an_order_takes_it_back(game, words):
    first, other = TABLES[game][2:]
    found = told(game, f"{first}. {words} {other}.")
    assert found.orders in (orders(game, other), ())
    assert found.verdict != "OK"


@pytest.mark.parametrize(
    "words", ["I do not want Burgundy after all.", "No, I don't like Burgundy.", "I no longer want Paris to move."]
)
def test_an_order_that_somebody_does_not_want_any_more_is_not_carried_out(words):
    assert orders("diplomacy", f"A PAR - BUR, A MAR - SPA. {words}") == ("A MAR - SPA",)


def test_what_somebody_does_not_want_of_others_takes_nothing_back():
    assert "A PAR - BUR" in orders("diplomacy", "A PAR - BUR. I don't want Germany in Burgundy.")


@pytest.mark.parametrize(
    "text",
    ["Paris may as well go to Burgundy", "Paris might just as well try Burgundy", "Paris ought to go to Burgundy"],
)
def test_a_wish_in_other_words_is_an_order(text):
    assert orders("diplomacy", text) == ("A PAR - BUR",)


@pytest.mark.parametrize(
    "reason", ["since Germany should not get it", "so that Germany does not get in", "because he must not take it"]
)
def test_a_reason_with_a_not_in_it_denies_nothing(reason):
    assert orders("diplomacy", f"Paris to Burgundy, {reason}. Marseilles to Spain.") == ("A PAR - BUR", "A MAR - SPA")


def test_a_story_before_the_orders_does_not_disown_them():
    found = told("diplomacy", "Last time I said Paris would go to Picardy. It will not: it stays. Marseilles to Spain.")
    assert "A MAR - SPA" in found.orders


@pytest.mark.parametrize(
    "words", ["One change: Paris to Picardy.", "Update: A PAR - PIC", "EDIT: A PAR - PIC", "Small change: PAR - PIC"]
)
def test_a_change_takes_the_place_of_what_was_ordered_for_the_same_unit(words):
    assert set(orders("diplomacy", f"A PAR - BUR\nA MAR - SPA\n\n{words}")) == {"A PAR - PIC", "A MAR - SPA"}


@pytest.mark.parametrize("words", ["On reflection A MAR - SPA", "On second thoughts A MAR - SPA"])
def test_whether_a_later_thought_adds_or_replaces_is_asked(words):
    found = told("diplomacy", f"A PAR - BUR\n{words}")
    assert (found.verdict, found.orders) == ("ERRORS", ())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("words", ["Forget line 2.", "Forget the second line."])
def test_a_line_that_is_forgotten_by_its_place_is_the_only_one(game, words):
    first, other = TABLES[game][2:]
    assert orders(game, f"{first}\n{other}\n\n{words}") == orders(game, first)


@pytest.mark.parametrize(
    "words", ["My wife says that's silly, make it 6.", "Actually my brother thinks that's too low, make it 6."]
)
def test_an_opinion_of_others_does_not_hide_a_correction_of_ones_own(words):
    assert orders("land-barons", f"Bid 4 on Bank. Bid 5 on Saloon. {words}") == ("bid 4 on Bank", "bid 6 on Saloon")


def test_what_somebody_else_would_make_of_it_corrects_nothing():
    found = told("diplomacy", "A PAR - BUR. Germany says, make it Picardy.")
    assert found.orders == ("A PAR - BUR",)
    assert found.verdict != "OK"


@pytest.mark.parametrize(
    "words", ["Until soon!", "That leaves me with about 70.", "I'm broke.", "Let's get on with it."]
)
def test_a_word_by_the_way_is_a_courtesy(words):
    found = told("land-barons", f"Bid 5 on Saloon. Bid 4 on Bank. {words}")
    assert [one for one in found.lines if one.fate in (Fate.REFUSED, Fate.NOT_ORDERED)] == []


def test_below_a_fair_copy_stand_the_orders():
    letter = "Draft (not to be used):\nA PAR - PIC\nFair copy:\nA PAR - BUR\nA MAR - SPA"
    assert set(orders("diplomacy", letter)) == {"A PAR - BUR", "A MAR - SPA"}


@pytest.mark.parametrize("words", ["Oops, both fleets hold.", "Sorry, the three armies hold."])
def test_of_more_units_than_there_are_a_correction_is_asked_with_the_move_above(words):
    found = told("diplomacy", f"A PAR - BUR\n{words}")
    assert (found.orders, found.verdict) == ((), "ERRORS")


@pytest.mark.parametrize(
    ("letter", "left"),
    [
        ("1) A MAR - SPA\n2) A PAR - BUR\n\n2 should be A PAR - PIC.", {"A MAR - SPA", "A PAR - PIC"}),
        ("1. A PAR - BUR\n2. A MAR - SPA\n\n1 should be F BRE - MAO.", {"A MAR - SPA", "F BRE - MAO"}),
        ("A MAR - SPA\nA PAR - BUR\n2 should be A PAR - PIC.", {"A MAR - SPA", "A PAR - PIC"}),
    ],
)
def test_the_number_of_a_line_says_what_is_put_right(letter, left):
    assert set(orders("diplomacy", letter)) == left


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("words", ["Correction:", "No wait."])
def test_of_a_correction_that_speaks_of_another_piece_both_are_asked(game, words):
    first, other = TABLES[game][2:]
    found = told(game, f"{first}\n{words}\n{other}")
    assert (found.orders, found.verdict) == ((), "ERRORS")


@pytest.mark.parametrize("words", ["Come to think of it,", "Thinking about it,", "Now that I think of it,"])
def test_who_thinks_about_it_puts_something_else_in_its_place(words):
    assert orders("diplomacy", f"A PAR - BUR\n{words} A PAR - PIC") == ("A PAR - PIC",)
    assert orders("land-barons", f"Bid 4 on Bank. Bid 5 on Saloon.\n{words} 6 on Saloon.") == (
        "bid 4 on Bank", "bid 6 on Saloon",
    )  # fmt: skip
    assert "T3: stand" in orders("gold-rush", f"T3 moves to 50,20. T1 reloads.\n{words} T3 had better stand.")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("On second thoughts change the last one to Mid-Atlantic.", ("A MAR - SPA", "A PAR - BUR", "F BRE - MAO")),
        ("Change the first one to Piedmont.", ("A MAR - PIE", "A PAR - BUR", "F BRE - ENG")),
        ("Actually the second should be Picardy.", ("A MAR - SPA", "A PAR - PIC", "F BRE - ENG")),
        ("Actually make the first one Gascony.", ("A MAR - GAS", "A PAR - BUR", "F BRE - ENG")),
        ("Sorry, the second to Picardy.", ("A MAR - SPA", "A PAR - PIC", "F BRE - ENG")),
        ("Forget the second.", ("A MAR - SPA", "F BRE - ENG")),
    ],
)
def test_one_order_of_a_line_is_put_right_by_its_place(words, left):
    assert orders("diplomacy", f"A MAR - SPA, A PAR - BUR, F BRE - ENG. {words}") == left


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Scratch the fleet order, it stays in Brest.", ("A PAR - PIC", "F BRE H")),
        ("Ignore the Brest order, it stays.", ("A PAR - PIC", "F BRE H")),
        ("Cancel the order for the fleet.", ("A PAR - PIC",)),
    ],
)
def test_an_order_is_taken_back_by_the_kind_or_the_place_of_its_unit(words, left):
    assert orders("diplomacy", f"A PAR - PIC\nF BRE - MAO\n{words}") == left


@pytest.mark.parametrize("words", ["Scratch the army order, it stays.", "Forget the convoy order."])
def test_of_orders_taken_back_by_a_name_that_nobody_knows_none_is_carried_out(words):
    assert orders("diplomacy", f"A PAR - PIC\nA MAR - SPA\n{words}") == ()
