"""The players' pages of a language: each order that they show is read in it, each line is a command, and no command is
left out that the language has words for."""

import re

import pytest

from judge import shelf
from judge.adjudicator.protocol import Problem
from judge.mail.hearing import Ear
from judge.mail.language import read
from judge.mail.letter import TextLine
from tests.letters import test_pages as english

PAGES = {"de": english.GAMES, "fr": ("diplomacy", "range-war")}
GAME_PAGES = [(code, key) for code, keys in PAGES.items() for key in keys]
ROWS = re.compile(r"^\| `([^a-z`][^`]*)` \| .* \|$", re.MULTILINE)
SETTINGS = {"spiel", "platz", "token", "partie", "siège", "jeton", "ende", "fin"}


def orders_of(code, key):
    return english.shown(f"{code}/{key}")


def is_read(ear, line):
    heard = ear.hear_text(line)
    return bool(heard.orders) and not any(
        isinstance(one.said, Problem) and one.fate.name == "REFUSED" for one in heard.lines
    )


@pytest.mark.parametrize(("code", "key"), GAME_PAGES)
def test_every_order_on_a_page_is_read_in_its_language(code, key):
    book, game = shelf.phrasebooks()[code], english.corpus(key).game
    left = [
        line
        for line in orders_of(code, key)
        if not any(is_read(Ear(game, state, seat, form, (book,)), line) for state, seat, form in english.tables(key))
    ]
    assert not left


@pytest.mark.parametrize(("code", "key"), GAME_PAGES)
def test_the_pages_show_orders(code, key):
    assert len(orders_of(code, key)) >= 10


def said_by(text):
    return read([TextLine(line) for line in text.splitlines()])


def letters_page(code):
    return (english.ROOT / "docs" / "players" / code / "letters.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", PAGES)
def test_every_line_is_a_command(code):
    lines = ROWS.findall(letters_page(code))
    assert len(lines) > 25
    for line in lines:
        reading = said_by(f"{line}\nA PAR - BUR")
        assert not reading.faults, line
        if line.split()[0].lower() not in SETTINGS:
            assert len(reading.commands) == 1, line
            assert [one.text for one in reading.lines] == ["A PAR - BUR"], line
