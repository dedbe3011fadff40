"""Orders that end a seat's play, or the game, need what RESIGN and VOTE need: proof or a second letter, and the seat's
own player."""

import re

import pytest

from tests.serve.table import Table, ask, look

LAST = ["give up", "agree to a draw"]


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path / "club", game="land-barons", seats=2, options={"draw_by_vote": True},
                 settings={"deadlines": "3d", "grace": "0h"}).start()  # fmt: skip
    yield made
    made.close()


def word_in(answer):
    return re.search(r"CONFIRM\s(\w+)", answer)[1]


@pytest.mark.parametrize("order", LAST)
def test_nobody_ends_a_seat_or_the_game_under_the_address_of_its_player(table, order):
    mine, other = table.seats
    table.write(other, "pay all\nREADY")
    answer = ask(table, mine, f"pay none\n{order}\nREADY", proven=False)
    assert f"{order} is not done yet" in answer
    assert table.orders(mine) == ("pay none",)
    again = ask(table, mine, f"CONFIRM {word_in(answer)}", proven=False)
    assert f"All is as you had sent it: pay none; {order}" in again
    assert set(table.orders(mine)) == {"pay none", order}


@pytest.mark.parametrize("order", LAST)
def test_with_proof_it_counts_at_once(table, order):
    mine = table.seats[0]
    assert "is not done yet" not in ask(table, mine, order)
    assert table.orders(mine) == (order,)


def test_the_word_is_good_for_its_own_window_alone(table):
    mine = table.seats[0]
    answer = ask(table, mine, "give up", proven=False)
    table.pass_time(days=4)
    look(table)
    table.pass_time(minutes=10)
    assert "closed" in ask(table, mine, f"CONFIRM {word_in(answer)}", proven=False)
    assert "give up" not in table.orders(mine)


def test_it_is_not_sent_ahead_without_proof_either(table):
    mine = table.seats[0]
    answer = ask(table, mine, "PHASE pay and bids of turn 2\ngive up", proven=False)
    assert "is not kept yet" in answer
    assert "give up" not in ask(table, mine, "ORDERS", proven=False)


def test_a_sitter_ends_nothing(table):
    mine = table.seats[0]
    table.write(mine, "SITTER bob@mail.example from 2027-03-01 to 2027-03-09")
    table.pass_time(minutes=5)
    answer = ask(table, "bob@mail.example", "pay none\ngive up")
    assert "only the player of The OK Corral can say give up" in answer
    assert table.orders(mine) == ("pay none",)
