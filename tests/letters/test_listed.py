"""Where units are built or removed a list of them is an order; a list of something else is none."""

import pytest

from tests.letters.corpora import Entry, read_entry


def orders(at, seat, text):
    return read_entry(Entry("diplomacy", "letters", at, seat, text, {}, "listed")).orders


@pytest.mark.parametrize(
    "words",
    ["My favourites: ", "I need ", "I love ", "My best units are ", "Things I like: ", "Long live ", "Candidates: ",
     "Thank you for ", "Sincerely yours, ", "Units at present: "],
)  # fmt: skip
def test_units_that_their_player_speaks_of_are_not_removed(words):
    assert orders("stranger-winter", "russia", f"{words}A WAR, F SWE") == ()


@pytest.mark.parametrize("words", ["", "Please ", "Remove ", "Removals: ", "Remove: ", "Hi, "])
def test_units_alone_or_behind_a_word_of_removal_are(words):
    assert orders("stranger-winter", "russia", f"{words}A WAR, F SWE") == ("Remove A WAR", "Remove F SWE")


@pytest.mark.parametrize("words", ["My favourites: ", "Germany fears "])
def test_units_that_are_spoken_of_are_not_built(words):
    assert orders("stranger-winter", "france", f"{words}A PAR, F BRE") == ()


def test_the_verb_of_one_sentence_is_not_that_of_the_one_before():
    text = "Units: A WAR, A RUM. I remove F BLA and F SWE."
    assert set(orders("stranger-winter", "russia", text)) == {"Remove F BLA", "Remove F SWE"}
