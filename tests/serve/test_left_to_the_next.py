"""What a player leaves to whoever has their seat next, or to the program: orders, READY, WAIT, texts sent ahead."""

import pytest

from judge.campaign import filling, opponents, people
from tests.serve.table import ask, look, text_of

ANN = "ann@elsewhere.example"


def act(table, do, *given, **more):
    with table.campaign.act(table.now) as done:
        do(done, "g1", *given, **more)


def hand_over(table, how):
    """Amber's seat is Ann's."""
    if how == "unseated":
        act(table, filling.unseat, "amber")
        act(table, filling.assign, "amber", ANN)
    else:
        if how == "resigned":
            table.write("amber", "RESIGN")
        act(table, filling.replace, "amber", ANN)


def others_are_in(table):
    for seat in ("blue", "copper"):
        table.write(seat, "bid 2\nREADY")


@pytest.mark.parametrize("how", ["replaced", "resigned", "unseated"])
def test_whoever_takes_a_seat_over_is_waited_for_whatever_the_player_before_sent(table, how):
    """The orders count if nothing else comes; a window that closed at once would leave them no say."""
    table.write("amber", "bid 3\nREADY")
    hand_over(table, how)
    welcome = text_of(table, [row for row in table.out("token") if row.recipient == ANN][-1])
    assert "bid 3" in welcome
    assert "The window waits for you: send READY if they are right" in welcome
    others_are_in(table)
    assert look(table, hours=1) == []
    said = ask(table, ANN, "READY")
    assert "bid 3" in said
    assert look(table, minutes=1) == ["closed"]


def test_they_are_reminded_of_whose_orders_are_in(table):
    table.write("amber", "bid 3\nREADY")
    hand_over(table, "replaced")
    others_are_in(table)
    assert look(table, days=3) == ["late"]
    (mail,) = [row for row in table.out("reminder") if row.recipient == ANN]
    assert "those of the player before you" in text_of(table, mail)
    # And count, if nothing else comes.
    look(table, hours=5, minutes=45)
    assert look(table, minutes=20) == ["closed"]
    assert "bid 3" in table.live().step["orders"]


@pytest.mark.parametrize("how", ["replaced", "resigned", "unseated"])
def test_the_wait_of_a_player_ends_when_they_leave(table, how):
    table.write("amber", "bid 3\nWAIT")
    hand_over(table, how)
    others_are_in(table)
    table.write(ANN, "bid 4")
    assert look(table, minutes=1) == ["closed"]


@pytest.mark.parametrize("how", ["resigned", "unseated"])
def test_no_wait_of_a_player_holds_the_window_of_a_seat_that_nobody_has(table, how):
    table.write("amber", "bid 3\nWAIT")
    if how == "resigned":
        act(table, people.resign, "amber")
    else:
        act(table, filling.unseat, "amber")
    others_are_in(table)
    assert look(table, minutes=1) == ["closed"]


def test_the_program_plays_with_orders_of_its_own_and_waits_for_nobody(table):
    table.write("amber", "bid 3\nWAIT")
    act(table, opponents.put_at, "amber", "idle", instead=True)
    assert "bid 3" not in table.orders("amber")
    others_are_in(table)
    assert look(table, minutes=1) == ["closed"]


def test_nor_does_it_keep_what_was_in_at_a_seat_that_was_emptied(table):
    table.write("amber", "bid 3\nWAIT")
    act(table, filling.unseat, "amber")
    act(table, opponents.put_at, "amber", "idle")
    assert "bid 3" not in table.orders("amber")
    others_are_in(table)
    assert look(table, minutes=1) == ["closed"]


def test_no_standing_orders_count_for_who_is_given_an_emptied_seat(table):
    table.write("amber", "STANDING bids: bid 3")
    act(table, filling.unseat, "amber")
    act(table, filling.assign, "amber", ANN)
    welcome = text_of(table, [row for row in table.out("token") if row.recipient == ANN][-1])
    assert "It does not count for you" in welcome
    assert "bid 3" not in ask(table, ANN, "ORDERS")


def test_what_the_player_before_has_proven_is_not_asked_of_the_next(table):
    """`You have sent letters with proof` would not be true of them."""
    table.write("amber", "bid 3\nREADY")
    hand_over(table, "replaced")
    table.pass_time(minutes=5)
    said = ask(table, ANN, "bid 4\nREADY", proven=False)
    assert "letters with proof" not in said
    # Nor is Ann told, as of orders of their own, that somebody has replaced proven ones.
    assert not [row for row in table.out("token") if "bid 3" in str(row.facts) and row.facts.get("told") != "welcome"]
    others_are_in(table)
    assert look(table, minutes=1) == ["closed"]
