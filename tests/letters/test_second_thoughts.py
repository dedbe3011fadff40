"""Second thoughts in whole sentences: they take back what they speak of, and a wish in other words is an order."""

import pytest

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
