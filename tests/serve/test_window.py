"""Campaigns by mail in which windows close: errors, sets that are not complete, letters that cross the closing,
turns taken back after somebody missed one."""

import re
from datetime import timedelta

import pytest

from judge import variants
from tests.serve.table import ask, look, text_of

HALF = "30m"
DAY = timedelta(days=1)


@pytest.fixture
def begin(make_table):
    """A game that has begun, by its settings."""

    def made(game="lanterns", seats=3, **settings):
        return make_table(game=game, seats=seats, settings={"cool_off": HALF, "remind": "24h", **settings}).start()

    yield made
    variants.GAMES.pop("lanterns", None)


def reminded(table):
    return {row.recipient.partition("@")[0]: text_of(table, row) for row in table.out("reminder")}


def test_a_window_with_errors_waits_and_asks_again(begin):
    table = begin()
    table.write("amber", "bid 3")
    table.write("blue", "bid 2")
    answer = table.write("copper", "bid 1\nbidd seven")
    assert answer.facts["verdict"] == "ERRORS"
    assert "The window does not close early while your last letter has an error" in text_of(table, answer)
    assert look(table, hours=3) == []
    assert look(table, days=2) == ["reminded"]
    assert list(reminded(table)) == ["copper"]
    assert "answered with ERRORS" in reminded(table)["copper"]
    assert "“bidd seven”" in reminded(table)["copper"]
    assert "bid 1" in reminded(table)["copper"]
    # A letter that stands as a whole settles it, and the cool-off begins.
    table.write("copper", "bid 2")
    assert look(table, minutes=29) == []
    assert look(table, minutes=1) == ["closed"]


def test_ready_settles_what_did_not_stand(begin):
    table = begin()
    for seat in ("amber", "blue"):
        table.write(seat, "bid 2")
    table.write("copper", "bid 1\nbidd seven")
    table.write("copper", "READY")
    assert look(table, minutes=30) == ["closed"]


def test_a_command_that_failed_beside_orders_keeps_the_window_open(begin):
    table = begin()
    for seat in ("amber", "blue"):
        table.write(seat, "bid 2")
    assert table.write("copper", "bid 1\nSTANDING bides: bid 1").facts["verdict"] == "ERRORS"
    assert look(table, hours=1) == []
    table.write("copper", "bid 1")
    assert look(table, minutes=30) == ["closed"]


def test_an_answer_with_errors_closes_nothing_where_any_answer_does(begin):
    table = begin(early="answered")
    for seat in ("amber", "blue"):
        table.write(seat, "bid 2")
    table.write("copper", "bid 1\nbidd seven")
    assert look(table, hours=1) == []


def test_a_window_that_never_closes_early_runs_to_its_deadline(begin):
    table = begin(early="never", grace="0h")
    said = [ask(table, seat, "bid 2") for seat in table.seats]
    assert "The window closes at its deadline, not before." in said[-1]
    assert look(table, days=2, hours=23) == []
    assert look(table, hours=1) == ["closed"]


def test_a_set_of_one_unit_in_three_is_not_complete(begin):
    table = begin("diplomacy", 7)
    for seat in table.seats[:-1]:
        table.write(seat, "HOLD ALL")
    last = table.seats[-1]
    assert last == "turkey"
    said = ask(table, last, "A CON - BUL")
    assert "not complete. Send the rest, or READY if you want no more" in said
    assert "when you are in, and not before 09:30 UTC" in said
    assert look(table, hours=2) == []
    said = ask(table, last, "READY")
    assert "You said READY: pieces without an order get none" in said
    assert "Everybody is in: the window closes at 11:30 UTC, unless somebody changes something" in said
    assert look(table, minutes=30) == ["closed"]


def test_each_answer_names_whom_the_window_waits_for(begin):
    table = begin()
    assert "closes when Blue and Copper are in, and not before 09:30 UTC" in ask(table, "amber", "bid 3")
    assert "closes when Copper is in" in ask(table, "blue", "bid 2")
    assert "waiting for: Copper" in ask(table, "amber", "STATUS")
    assert "Somebody said WAIT" in ask(table, "copper", "bid 1\nWAIT")


def test_a_correction_after_the_closing_is_not_filed_under_the_next_window(begin):
    table = begin(cool_off="0h")
    for seat in table.seats:
        table.write(seat, "bid 3")
    assert look(table) == ["closed"]
    table.pass_time(seconds=1)
    answer = table.write("amber", "bid 4")
    assert answer.facts["verdict"] == "NOT READ"
    assert table.orders("amber") == ()
    assert "when Round 1, bids had just closed" in text_of(table, answer)
    # It was meant for the window that is open: one word takes it, as it was written.
    assert table.write("amber", "FIX ALL").facts["verdict"] == "OK"
    assert table.orders("amber") == ("bid 4",)


def test_a_letter_that_names_the_open_window_counts_at_once(begin):
    table = begin(cool_off="0h")
    for seat in table.seats:
        table.write(seat, "bid 3")
    look(table, seconds=1)
    key = table.live().window.key
    assert table.write("amber", "bid 1", subject=f"Re: [club/g1] Round 1, bids {{{key}}}").facts["verdict"] == "OK"


def test_fix_of_one_line_in_two_leaves_the_other_to_be_put_right(begin):
    table = begin("diplomacy", 7)
    for seat in table.seats[:-1]:
        table.write(seat, "HOLD ALL")
    answer = table.write("turkey", "A COM - BUL\nA SMY H\nF ANK - Xyzzy")
    assert answer.facts["fixes"] == 1, text_of(table, answer)
    table.write("turkey", "FIX ALL\n")
    assert table.orders("turkey") == ("A SMY H", "A CON - BUL")
    assert look(table, hours=1) == []
    table.write("turkey", "F ANK H")
    assert look(table, hours=1) == ["closed"]


# --- turns that are missed, and taken back ----------------------------------------------------------------------------


def test_a_turn_played_again_is_missed_once(begin):
    table = begin(civil_disorder_after=2, grace="0h", deadlines="1d", cool_off="0h")

    def play_round():
        for seat in ("amber", "copper"):
            table.write(seat, "bid 1")
        look(table, hours=23, minutes=40)
        return look(table, minutes=20)

    def in_disorder():
        return [one.seat for one in table.campaign.sittings("g1") if one.state == "disorder"]

    assert play_round() == ["closed"]
    table.campaign.roll_back("g1", 0, table.now)
    table.campaign.release("g1", table.now)
    assert in_disorder() == []
    table.pass_time(minutes=10)
    assert play_round() == ["closed"]
    assert in_disorder() == ["blue"]
    # The count goes back with its window, and so does what came of it.
    table.campaign.roll_back("g1", 1, table.now)
    assert in_disorder() == []
    table.campaign.roll_forward("g1", table.now)
    assert in_disorder() == ["blue"]
    table.campaign.resume("g1", table.now)
    table.pass_time(minutes=10)
    table.write("blue", "bid 2")
    play_round()
    assert in_disorder() == []
    assert "Blue has sent orders again" in str(table.campaign.report("g1").blocks)


def test_a_deadline_comes_back_with_its_window(begin):
    table = begin(cool_off="0h", extensions=1)
    for seat in table.seats:
        table.write(seat, "bid 1")
    look(table)
    table.campaign.extend("g1", DAY * 2, "a holiday", table.now)
    due = table.live().row["deadline"]
    table.pass_time(hours=5)
    table.campaign.roll_back("g1", 0, table.now)
    table.pass_time(hours=1)
    table.campaign.roll_forward("g1", table.now)
    table.campaign.resume("g1", table.now)
    assert table.live().row["deadline"] == due


def test_an_extension_comes_back_with_a_window_that_was_closed(begin):
    table = begin(cool_off="0h")
    table.campaign.extend("g1", DAY * 2, "a holiday", table.now)
    due = table.live().row["deadline"]
    for seat in table.seats:
        table.write(seat, "bid 1")
    assert look(table) == ["closed"]
    table.pass_time(hours=5)
    table.campaign.roll_back("g1", 0, table.now)
    table.campaign.resume("g1", table.now)
    assert table.live().row["deadline"] == due


def test_every_return_to_a_step_is_told_to_all(begin):
    table = begin(cool_off="0h")

    def told(do, *given):
        before = len(table.out("report"))
        table.pass_time(minutes=5)
        do("g1", *given, table.now)
        return sorted(row.recipient for row in table.out("report")[before:])

    master = table.campaign
    everybody = told(master.release)
    assert "amber@mail.example" in everybody
    assert told(master.roll_back, 0) == everybody
    assert told(master.release) == everybody
    assert told(master.release) == everybody
    assert told(master.roll_back, 1) == everybody
    assert told(master.roll_forward) == everybody
    assert told(master.roll_back, 1) == everybody


def test_no_window_closes_before_the_minute_that_was_told(begin):
    table = begin(cool_off="30m", grace="0h")
    table.pass_time(minutes=13, seconds=37)
    for seat in table.seats:
        answer = ask(table, seat, "bid 1")
    assert "09:44" in answer
    assert look(table, minutes=30) == []
    assert look(table, seconds=22) == []
    assert look(table, seconds=1) == ["closed"]


def test_no_deadline_is_told_earlier_than_it_is(begin):
    table = begin(grace="0h", nmr="fill")
    table.campaign.extend("g1", timedelta(minutes=10, seconds=37), "the post is slow", table.now)
    said = text_of(table, table.out("notice")[-1])
    assert "4 March 2027, 09:11 UTC" in said
    assert look(table, days=3, minutes=10) == ["reminded"]
    assert look(table, seconds=59) == []
    assert look(table, seconds=1) == ["closed"]


def test_an_extension_goes_with_the_window_it_was_given_to(begin):
    table = begin(cool_off="0h", extensions=1)
    for seat in table.seats:
        table.write(seat, "bid 1")
    look(table)
    table.campaign.extend("g1", DAY, "a holiday", table.now)
    table.campaign.roll_back("g1", 0, table.now)
    table.campaign.release("g1", table.now)
    # The window it was given to was taken back; the table has its one extension again.
    before = table.live().row["deadline"]
    table.campaign.extend("g1", DAY, "another holiday", table.now)
    assert table.live().row["deadline"] > before


@pytest.mark.parametrize("held", ["pause", "roll_back", "roll_forward"])
def test_no_mail_states_a_deadline_while_the_clock_stands(begin, held):
    table = begin(cool_off="0h")
    for seat in table.seats:
        table.write(seat, "bid 1")
    look(table)
    if held == "pause":
        table.campaign.pause("g1", "a holiday", table.now)
    else:
        table.campaign.roll_back("g1", 0, table.now)
        if held == "roll_forward":
            table.campaign.roll_forward("g1", table.now)
    seen = len(table.rows())
    table.pass_time(minutes=20)
    table.write("amber", "bid 2\nSTATUS\nREPORT")
    table.write("blue", "ABSENT from 2027-03-04 to 2027-03-06")
    # The reports of a rollback go out as well.
    kept = [row for row in table.out("report") if row.facts["rerun"]]
    for row in table.out()[seen:] + kept:
        mail = table.written(row)
        assert not re.search(r"[Dd]eadline[^.]{0,40}\d\d:\d\d", mail.text), (row.kind, mail.text)
        assert mail.deadline is None
    table.campaign.resume("g1", table.now)
    assert re.search(r"deadline .* is .*\d\d:\d\d", text_of(table, table.out("notice")[-1]))


def test_more_time_in_a_pause_leaves_the_clock_standing(begin):
    table = begin()
    table.campaign.pause("g1", "a holiday", table.now)
    table.campaign.extend("g1", DAY, "a long holiday", table.now)
    assert table.live().row["held"]
    table.pass_time(days=9)
    table.campaign.resume("g1", table.now)
    # Three days were left, and one was given.
    assert table.live().row["deadline"].startswith("2027-03-14T09:00")
