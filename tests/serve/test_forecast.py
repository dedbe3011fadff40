"""A forecast by mail is made from what its player can know: another deal that looks the same gives the same answer."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa

from judge.adjudicator.codec import dump
from judge.adjudicator.dice import KeyedDice
from judge.campaign.live import load_game
from judge.campaign.looking import what_if
from judge.store import tables


def dealt_anew(table, seat):
    """The same game, with everything that a seat cannot see dealt anew."""
    with table.campaign.store.begin() as connection:
        live = load_game(connection, table.name)
        other = dump(live.game.redrawn(live.state, seat, KeyedDice.of("another deal")))
        assert other != live.step["state"]
        connection.execute(tables.steps.update().where(tables.steps.c.id == live.step["id"]).values(state=other))


def told(answer):
    return json.dumps(answer.facts["parts"], ensure_ascii=False)


@pytest.fixture
def box(make_table):
    """A game of Hell on Wheels, three at the table."""
    return make_table(game="hell-on-wheels").start()


def test_a_forecast_shows_no_card_that_is_really_next(box):
    seat = box.seats[0]
    letter = f"FORECAST\n{box.live().game.letter(box.live().state, seat, 'a')}\nEND"
    before = box.write(seat, letter)
    assert "This is a forecast" in told(before)
    dealt_anew(box, seat)
    assert told(box.write(seat, letter)) == told(before)


@pytest.mark.parametrize("seat", [None, "red"])
def test_what_if_tells_no_more_than_its_audience_knows(box, seat):
    """Also of a game in which the game master plays; and orders of others are read against no real hand."""
    orders = {one: box.live().game.letter(box.live().state, one, "a") for one in box.seats}

    def asked():
        with box.campaign.look() as look:
            return what_if(look, box.name, orders, seat)

    before = asked()
    dealt_anew(box, seat)
    assert asked() == before


def test_nothing_of_the_real_dice_is_used(box):
    with box.campaign.store.read() as connection:
        before = connection.execute(sa.select(tables.chains)).all()
    seat = box.seats[0]
    box.write(seat, f"FORECAST\n{box.live().game.letter(box.live().state, seat, 'a')}\nEND")
    with box.campaign.store.read() as connection:
        assert connection.execute(sa.select(tables.chains)).all() == before
