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


@pytest.mark.parametrize("aside", ["all others tarry", "gabble", "the cook sleeps all day"])
def test_words_beside_an_order_of_land_barons_are_named_however_few(aside):
    found = read("land-barons", "raid", "graham", f"Cowboys to 0508, {aside}")
    assert [note.detail["text"] for one in found.lines for note in one.notes if note.code == "passed-over"] == [aside]
