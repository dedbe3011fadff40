"""Floods: forged letters silence nobody, and who is held back is told."""

from __future__ import annotations

import pytest

from judge.mail.guard import Limits
from judge.serve import room, talks


@pytest.fixture
def table(make_table):
    return make_table(limits=Limits(letters_per_hour=6, replies_per_hour=3)).start()


def flood(table, count=10):
    return [table.write("amber", f"bid {number}", proven=False) for number in range(count)]


def told(table, kind, words):
    return [row for row in table.out(kind) if words in row.facts.get("subject", "")]


@pytest.mark.parametrize("how", ["vouched for", "token"])
def test_a_flood_of_forged_letters_silences_nobody(table, how):
    flood(table)
    if how == "token":
        answer = table.write("amber", f"TOKEN {table.tokens['amber']}\nbid 8", proven=False)
    else:
        answer = table.write("amber", "bid 8")
    assert answer.facts["verdict"] == "OK"
    assert table.orders("amber") == ("bid 8",)


def test_who_is_held_back_is_told_once_and_so_is_the_game_master(table):
    answers = flood(table)
    assert [answer is not None for answer in answers] == [True] * 3 + [False] * 7
    for subject, number in (("No more answers", "3 an hour"), ("A flood of letters", "over 6 an hour")):
        (player,) = told(table, "token", subject)
        (gm,) = told(table, "gm", subject)
        assert player.recipient == "amber@mail.example"
        assert number in player.facts["text"]
        assert number in gm.facts["text"]
        assert "are always read" in player.facts["text"]
        assert "are always read" not in gm.facts["text"]


def test_a_proven_flood_has_an_end_as_well(table):
    """Somebody's program that answers whatever it gets, by the reply address: a loop that no header shows."""
    answers = [table.write("amber", f"bid {number}") for number in range(10)]
    assert sum(answer is not None for answer in answers) == 3
    assert table.orders("amber") == ("bid 5",)


def test_one_seats_token_takes_up_no_room_of_another_address(table):
    for number in range(10):
        table.write("amber", f"TOKEN {table.tokens['blue']}\nSEAT blue\nbid {number}", proven=False)
    assert table.write("amber", "bid 8").facts["verdict"] == "OK"


def test_a_stranger_who_is_held_back_gets_no_further_mail(make_table):
    table = make_table(limits=Limits(unknown_per_hour=2)).start()
    for number in range(6):
        table.write("eve@elsewhere.example", f"bid {number}", proven=False)
    assert sum(row.recipient == "eve@elsewhere.example" for row in table.out()) == 2


def test_a_crowd_of_made_up_addresses_makes_the_judge_write_to_few_and_tells_the_game_master_once(make_table):
    table = make_table(limits=Limits(strangers_per_hour=5)).start()
    for number in range(9):
        for again in range(4):
            table.write(f"eve@{number}.example", f"HELP {again}", proven=False)
    assert sum(row.recipient.startswith("eve@") for row in table.out()) == 5
    of_one, of_all = told(table, "gm", "No more answers")
    assert "3 an hour" in of_one.facts["text"]
    assert "5 an hour" in of_all.facts["text"]
    # Who proves their address, and who plays here, always have room.
    assert table.write("ann@proven.example", "HELP") is not None
    assert table.write("amber", "bid 5", proven=False).facts["verdict"] == "OK"
    table.pass_time(hours=2)
    assert table.write("eve@9.example", "HELP", proven=False) is not None


def test_who_crowds_the_door_keeps_out_nobody_who_brings_back_their_word(form):
    table = form(limits=Limits(strangers_per_hour=2))
    answer = table.write("ann@mail.example", "JOIN g1", proven=False)
    word = table.written(answer).text.replace("\u00a0", " ").split("CONFIRM ")[1].split()[0].strip(".,")
    table.write("eve@elsewhere.example", "HELP", proven=False)
    assert table.write("eve@other.example", "HELP", proven=False) is None
    assert table.write("ann@mail.example", f"CONFIRM {word}", proven=False) is not None
    assert any("ann@mail.example" in one.addresses for one in table.campaign.sittings("g1"))


def test_a_crowd_reaches_the_game_master_so_often_a_day_and_is_told_so(make_table, monkeypatch):
    monkeypatch.setattr(talks, "OF_ALL_STRANGERS", 4)
    table = make_table().start()
    answers = [
        table.write(f"eve@{number}.example", "I would like to join your game", proven=False) for number in range(6)
    ]
    assert table.count("talk") == 4
    assert "from people without a seat" in " ".join(table.written(answers[-1]).text.split())
    table.write("amber", "please extend the deadline", proven=False)
    assert table.count("talk") == 5


def test_letters_that_look_automatic_under_a_players_name_fill_nobodys_mailbox(table):
    for number in range(6):
        table.write("amber", f"bid {number}", subject=f"out of office {number}", proven=False)
    (notice,) = told(table, "gm", "looked automatic")
    assert "judge mail list" in notice.facts["text"]
    # Those that are surely Amber's are told each.
    for number in (7, 8):
        table.write("amber", f"bid {number}", subject="out of office")
    assert len(told(table, "gm", "looked automatic")) == 3


# --- what one letter asks for many times --------------------------------------------------------------------------


def refused(answer):
    return [part for part in answer.facts["parts"] if part["kind"] == "refused"]


def test_one_forged_letter_fills_nobodys_mailbox_with_reports(make_table):
    table = make_table(limits=Limits(replies_per_hour=4)).start()
    had = table.count("report")
    again = table.write("amber", "REPORT 0\n" * 60, proven=False)
    assert table.count("report") == had + 1
    assert not refused(again)
    # The letter had two of the four mails of this hour: its answer and its report.
    table.write("amber", "REPORT 0", proven=False)
    last = table.write("amber", "REPORT 0", proven=False)
    assert last is None
    assert table.count("report") == had + 2
    # A letter that proves its writer has room of its own.
    table.write("amber", "REPORT 0")
    assert table.count("report") == had + 3


def test_a_letter_brings_three_forecasts_and_says_so(make_table):
    table = make_table().start()
    answer = table.write("amber", "FORECAST\nbid 2\nEND FORECAST\n" * 20)
    assert len([part for part in answer.facts["parts"] if part["kind"] == "verbatim"]) == 3
    assert len(refused(answer)) == 17
    assert "a letter may say FORECAST 3 times" in " ".join(table.written(answer).text.split())


def test_a_letter_of_nine_hundred_parts_is_read_so_far_and_says_so(make_table):
    table = make_table().start()
    answer = table.write(
        "amber", "".join(f"GAME g1\nbid {number}\n" for number in range(1, 13)) + "GAME g1\nbid 3\n" * 900
    )
    assert len([part for part in answer.facts["parts"] if part["kind"] == "orders"]) == 60
    assert "“bid 3”: Too many commands in one letter: the rest was passed over" in table.written(answer).text
    assert answer.facts["verdict"] == "ERRORS"


def test_a_letter_brings_so_many_reports_and_says_so(make_table, monkeypatch):
    monkeypatch.setattr(room, "MOST_REPORTS", 1)
    table = make_table().start()
    table.pass_time(days=4)
    table.daemon.tick()
    had = table.count("report")
    answer = table.write("amber", "REPORT 0\nREPORT 1")
    assert table.count("report") == had + 1
    assert [part["line"] for part in refused(answer)] == ["REPORT 1"]
