"""Letters as Germans and French write them: each is read as its English twin is."""

from functools import cache

import pytest

from judge import shelf
from judge.adjudicator.protocol import Seat
from judge.campaign.told import told
from judge.grammar.document import load
from judge.mail.letter import read_letter
from tests.letters.corpora import HERE, corpus

LETTERS = load((HERE.parent / "languages" / "letters.yaml").read_text("utf-8"), "letters.yaml").value
LINES = [
    (code, one["game"], one["at"], one["seat"], line, order)
    for code, groups in load((HERE.parent / "languages" / "lines.yaml").read_text("utf-8"), "lines.yaml").value.items()
    for one in groups
    for line, order in one["lines"].items()
]
ALL = [(code, number) for code, letters in LETTERS.items() for number in range(len(letters))]


@cache
def read(game, at, seat, text, code=None):
    one = corpus(game)
    mail = b"From: ann@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode()
    books = (shelf.phrasebooks()[code],) if code else ()
    return told(one.game, one.states[at], Seat(seat), read_letter(mail), books=books)


@pytest.mark.parametrize(("code", "number"), ALL)
def test_a_letter_means_what_its_english_twin_does(code, number):
    letter = LETTERS[code][number]
    where = letter["game"], letter["at"], letter["seat"]
    found = read(*where, letter["text"], code)
    twin = read(*where, "\n".join(letter["orders"]))
    assert set(found.orders) == set(twin.orders)
    assert len(twin.orders) >= len(letter["orders"])
    assert (found.verdict == "ERRORS") == (letter.get("answer") == "ERRORS")


@pytest.mark.parametrize(("code", "game", "at", "seat", "line", "order"), LINES, ids=[one[4] for one in LINES])
def test_a_line_is_the_order_that_it_says_or_is_asked_back(code, game, at, seat, line, order):
    found = read(game, at, seat, line, code)
    if order is None:
        assert not found.orders
        assert found.verdict != "OK"
    else:
        # In Diplomacy each order has its line; commas are part of orders elsewhere.
        is_list = game == "diplomacy" and at != "retreat"
        twin = read(game, at, seat, order.replace(", ", "\n") if is_list else order)
        assert set(found.orders) == set(twin.orders) != set()
        assert found.verdict != "ERRORS"


@pytest.mark.parametrize("aside", ["all others tarry", "gabble", "the cook sleeps all day"])
def test_words_beside_an_order_of_land_barons_are_named_however_few(aside):
    found = read("land-barons", "raid", "graham", f"Cowboys to 0508, {aside}")
    assert [note.detail["text"] for one in found.lines for note in one.notes if note.code == "passed-over"] == [aside]
