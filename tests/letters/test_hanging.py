"""A condition and its order are read together or not at all, in every game. A fifth of all mixtures of words and signs
each day."""

import pytest

from judge.adjudicator.protocol import Seat
from judge.grammar.hanging import hanging
from tests.letters.corpora import Entry, read_entry

TABLES = [
    ("diplomacy", "opening", "france", ("Paris to Burgundy", "A PAR - BUR", "Brest holds"), "Germany attacks Burgundy"),
    ("range-war", "summer", "lazy-s", ("Lzy to Mon", "G(CHM) stands", "GH(Coo)-Mes"), "Lone Star moves to Tom"),
    ("land-barons", "auction", "graham", ("bid 14 on Saloon", "Fourteen on the Saloon"), "Johnson bids on the Bank"),
    ("gold-rush", "few", "traders", ("T1 fires at M1", "T2 reloads"), "the wolves come"),
    ("hell-on-wheels", "bid", "red", ("bid 5K", "window 1: play Entrepreneur"), "Blue bids more"),
]
BEGIN = (
    "should", "in case", "just in case", "provided", "provided that", "providing", "when", "whenever", "supposing",
    "suppose", "were", "as long as", "so long as", "only if", "if", "if and only if", "unless", "assuming", "once",
    "on condition that", "on the off chance that", "in the event that", "in the event", "depending on whether", "until",
    "given that", "granted", "contingent on", "subject to", "as soon as", "the moment", "and should", "but if",
    "my friend, should", "(a) should", "where", "seeing whether",
)  # fmt: skip
BEHIND = (
    "if", "only if", "but only if", "provided", "as long as", "should", "when", "supposing", "on condition that",
    "unless", "assuming", "in the event that", "once",
)  # fmt: skip


def orders(table, text):
    game, at, seat = table[:3]
    return read_entry(Entry(game, "letters", at, Seat(seat), text, {}, "hanging")).orders


@pytest.mark.daily(5)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
@pytest.mark.parametrize("word", BEGIN)
@pytest.mark.parametrize("sign", [", ", ", then ", " - ", "; "])
def test_an_order_behind_a_condition_that_nobody_can_test_is_not_in(table, word, sign):
    for told in (table[4], "it rains", "nobody else does so"):
        for order in table[3][:2]:
            assert orders(table, f"{word} {told}{sign}{order}") == (), (told, order)


@pytest.mark.daily(5)
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
@pytest.mark.parametrize("word", BEHIND)
@pytest.mark.parametrize("sign", [" ", ", ", " ("])
def test_an_order_before_a_condition_that_nobody_can_test_is_not_in(table, word, sign):
    for told in (table[4], "it rains", "nobody else does so"):
        for order in table[3][:2]:
            assert orders(table, f"{order}{sign}{word} {told}{')' * (sign == ' (')}") == (), (told, order)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table[0])
@pytest.mark.parametrize("word", ["in that case", "failing which", "or else", "if so,", "in such a case,"])
def test_what_hangs_on_words_before_it_is_not_ordered_by_itself(table, word):
    for order in table[3][:2]:
        assert orders(table, f"{word} {order}") == ()


def test_the_other_orders_of_a_letter_count():
    text = "Marseilles to Spain; Brest to the Mid-Atlantic.\nShould Germany order Munich to Burgundy, then Paris holds."
    assert set(orders(TABLES[0], text)) == {"A MAR - SPA", "F BRE - MAO"}


def test_a_condition_that_is_read_rules_its_order():
    assert orders(TABLES[0], "If Burgundy is empty, then Paris to Burgundy.") == ("A PAR - BUR",)
    assert orders(TABLES[0], "If Belgium is mine, then Paris to Burgundy.") == ()


@pytest.mark.parametrize(
    "text",
    [
        "The army in Smyrna should go to Constantinople.",
        "Paris to Burgundy if you please.",
        "Once again: Paris holds.",
        "I should be obliged if you would move Paris to Burgundy.",
        "Munich stands guard in case the French try something silly.",
    ],
)
def test_politeness_is_no_condition(text):
    assert hanging(text) == ()
