"""A letter to a game of Diplomacy, line by line: what is an order, what is none, and what is named."""

import re

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Seat, Table
from judge.mail.fates import Fate
from judge.mail.hearing import Ear
from judge.mail.language import read
from judge.mail.letter import read_letter
from judge.mail.quotes import plain_lines, sorted_out

GAME = shelf.game("diplomacy")
STATE = GAME.setup(
    Table(tuple(seat.id for seat in GAME.seats), {one.key: one.default for one in GAME.options}),
    KeyedDice.of("letters"),
).state


def fates(text, echoes=()):
    letter = read_letter(b"From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode())
    lines = [line for section in read(letter.lines).sections for line in section.lines]

    found = Ear(GAME, STATE, Seat("france"), "movement").hear(lines, echoes).lines
    return [(one.number, one.text, str(one.fate), one.why or one.offered) for one in found]


def test_a_letter_of_many_kinds_of_lines():
    said = (
        "Hi judge,\nhere are my orders:\nA PAR - BUR, F BRE - MAO\nA MAR H\n\nI would never attack Germany.\n"
        "Is there a map of the Balkans?\nI'll be away from 1 to 7 May\nflibbertigibbet\nThanks!\nJeanne"
    )
    assert fates(said) == [
        (1, "Hi judge,", "courtesy", ""),
        (2, "here are my orders:", "courtesy", ""),
        (3, "A PAR - BUR", "order", ""),
        (3, "F BRE - MAO", "order", ""),
        (4, "A MAR H", "order", ""),
        (6, "I would never attack Germany.", "not-ordered", "denied"),
        (7, "Is there a map of the Balkans?", "question", "asked"),
        (8, "I'll be away from 1 to 7 May", "not-ordered", "ABSENT"),
        (9, "flibbertigibbet", "refused", ""),
        (10, "Thanks!", "courtesy", ""),
        (11, "Jeanne", "signature", ""),
    ]


@pytest.mark.parametrize(
    "line", ["Thanks for nothing in Burgundy", "Hello Munich, goodbye Paris", "Sorry about Brest!"]
)
def test_a_polite_line_that_names_a_place_is_not_passed_over(line):
    """The stretch with the name is told, whatever is small talk before it."""
    refused = [text for number, text, fate, _ in fates(f"{line}\nA PAR H") if number == 1 and fate == "refused"]
    assert len(refused) == 1
    assert re.search("Burgundy|Munich|Brest", refused[0])


def test_an_order_that_stood_in_a_mail_of_ours_is_named():
    assert fates("A PAR - BUR", echoes={1}) == [(1, "A PAR - BUR", "not-ordered", "echo")]


@pytest.mark.parametrize("greeting", ["Dear Game Master,", "Hello Game Master", "Game Master,", "Hi game-master!"])
def test_who_greets_the_game_master_names_no_game(greeting):
    text = f"{greeting}\nA PAR - BUR"
    letter = read_letter(b"From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text.encode())
    assert [section.game for section in read(letter.lines).sections] == [None]
    assert [one[2] for one in fates(text)] == ["courtesy", "order"]


@pytest.mark.parametrize("line", ["A XXX - YYY 99", "A XXX - YYY", "F XXX H"])
def test_an_order_with_names_nobody_knows_is_no_kiss(line):
    assert {one[2] for one in fates(line)} == {"refused"}


def test_kisses_below_a_letter_are_a_courtesy():
    assert [one[2] for one in fates("A PAR - BUR\nLove,\nxxx")] == ["order", "courtesy", "courtesy"]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("F Bre-Eng, the rest as it was.", ["F BRE - ENG"]),
        ("Thanks! F Bre-Eng then, the rest as it was.", ["F BRE - ENG"]),
        ("Ignore what I wrote about Brest: F Bre - ENG. A Mar - Spa.", ["F BRE - ENG", "A MAR - SPA"]),
    ],
)
def test_a_change_of_mind_is_an_order(line, orders):
    found = Ear(GAME, STATE, Seat("france"), "movement").hear_text(line)
    assert [GAME.write(STATE, Seat("france"), order) for order in found.orders] == orders
    assert not found.of(Fate.REFUSED, Fate.NOT_ORDERED)


@pytest.mark.parametrize("line", ["Token of my esteem: none.", "none", "nothing"])
def test_no_word_of_nothing_is_kept_for_the_winter(line):
    found = Ear(GAME, STATE, Seat("france"), "movement").hear_text(line)
    assert not found.later
    assert found.refused


def test_a_build_that_is_declined_ahead_is_kept():
    found = Ear(GAME, STATE, Seat("france"), "movement").hear_text("Builds: none")
    assert [one.text for one in found.later] == ["Waive"]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("I am still thinking about all this and will write again when I am\nready to play", []),
        ("Nobody at this table needs to fear me, I will not cheat, and I won't\nresign west for anything", []),
        ("Paris to Burgundy, Marseilles to Spain and Brest to the Mid Atlantic\nready", ["ready"]),
        ("Thank you so much for your kind letter, which I have read with great joy.\nresign west", ["resign"]),
        ("See you, and\nready", ["ready"]),
    ],
)
def test_the_rest_of_a_broken_sentence_is_no_command(text, commands):
    assert [one.verb for one in read(sorted_out(plain_lines(text.split("\n")))).commands] == commands
