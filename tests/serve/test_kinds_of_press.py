"""Press as its letter says it goes, copies for the game master, diaries."""

import pytest

from judge.campaign.pace import change_settings
from judge.campaign.pressing import press_of
from judge.campaign.secrecy import Hidden
from judge.cli.main import run

KINDS = {"press_kinds": "white, grey, fake, neighbours, postal"}


def press(table):
    return {row.recipient.partition("@")[0]: row for row in table.out("press")}


def said(answer):
    return str(answer.facts["parts"])


def test_unsigned_press_tells_nobody_who_wrote_and_has_no_way_back(make_table):
    table = make_table(settings=KINDS).start()
    table.write("amber", "GREY PRESS TO blue\nthe fox is near\nEND PRESS")
    row = press(table)["blue"]
    assert row.facts["from"] == "somebody"
    assert "amber" not in str(row.facts).lower()
    assert "amber" not in table.written(row).reply_to


def test_fake_press_is_signed_by_the_seat_it_names_and_answered_there(make_table):
    table = make_table(settings=KINDS).start()
    table.write("amber", "FAKE PRESS TO blue AS copper\nI shall bid nothing\nEND PRESS")
    row = press(table)["blue"]
    assert row.facts["from"] == "Copper"
    assert "amber" not in str(row.facts).lower()
    table.write("blue", "Is that so?", to=table.written(row).reply_to, subject="Re: press")
    assert press(table)["copper"].facts["text"] == "Is that so?"
    assert "amber" not in press(table)


@pytest.mark.parametrize("opening", ["GREY PRESS TO blue", "FAKE PRESS TO blue AS copper", "POSTAL PRESS TO blue"])
def test_a_kind_that_the_game_does_not_allow_is_not_sent(table, opening):
    answer = table.write("amber", f"{opening}\nthe fox is near\nEND PRESS")
    assert table.out("press") == []
    assert "It was not sent" in said(answer)


def test_fake_press_without_a_name_is_not_sent(make_table):
    table = make_table(settings=KINDS).start()
    assert "fake press needs a name" in said(table.write("amber", "FAKE PRESS TO blue\nhello\nEND PRESS"))
    assert table.out("press") == []


def test_postal_press_comes_with_the_next_report_to_its_readers_alone(make_table):
    table = make_table(settings=KINDS).start()
    answer = table.write("amber", "POSTAL PRESS TO blue\nFirst line.\n\nSecond part.\nEND PRESS")
    assert "goes with the next report" in said(answer)
    assert table.out("press") == []
    table.campaign.release("g1", table.now)
    told = {row.recipient.partition("@")[0]: table.written(row).text for row in table.out("report")[-4:]}
    assert "Press from Amber to Blue:" in told["blue"]
    assert told["blue"].index("First line.") < told["blue"].index("Second part.")
    assert "First line. Second part." not in " ".join(told["blue"].split())
    assert "First line." not in told["copper"]
    assert "First line." not in told["gm"]


@pytest.mark.parametrize(
    "opening", ["GREY POSTAL PRESS TO blue", "postal, grey press to blue", "PRESS TO blue, grey, postal"]
)
def test_press_of_two_kinds_is_press_of_both_and_nothing_else(make_table, opening):
    """Its words are no orders, and go to no game master."""
    table = make_table(settings=KINDS).start()
    table.write("amber", f"{opening}\nPlease, could you help me?\nbid 3\nEND PRESS")
    assert table.orders("amber") == ()
    assert not table.rows("talk")
    table.campaign.release("g1", table.now)
    reports = {row.recipient: table.written(row).text for row in table.out("report")}
    assert [who for who, text in reports.items() if "could you help me" in text] == [
        "amber@mail.example",
        "blue@mail.example",
    ]
    assert "From Amber" not in reports["blue@mail.example"]


def test_press_to_neighbours_goes_to_those_beside_and_no_others(make_table):
    table = make_table(game="diplomacy", seats=7, settings=KINDS).start()
    answer = table.write("italy", "PRESS TO NEIGHBOURS\nShall we?\nEND PRESS")
    readers = set(press(table))
    # From Venice and Rome an army steps into Trieste and Tyrolia's borders; Naples looks out to sea.
    assert "austria" in readers
    assert not readers & {"england", "russia", "turkey", "italy"}
    assert "Press sent to" in said(answer)


def test_a_game_without_neighbours_says_so(make_table):
    table = make_table(settings=KINDS).start()
    assert "has no neighbours" in said(table.write("amber", "PRESS TO neighbours\nhello\nEND PRESS"))
    assert table.out("press") == []


def test_empty_lines_of_press_stay(table):
    table.write("amber", "PRESS TO blue\n\nDear Blue,\n\nthe fox is near.\n\nAmber\nEND PRESS\nbid 2")
    row = press(table)["blue"]
    assert row.facts["text"] == "Dear Blue,\n\nthe fox is near.\n\nAmber"
    table.write("blue", "One.\n\nTwo.\n", to=table.written(row).reply_to, subject="Re: press")
    assert press(table)["amber"].facts["text"] == "One.\n\nTwo."
    assert table.orders("amber") == ("bid 2",)


# --- the game master's copy ---------------------------------------------------------------------------------------


def test_the_game_masters_copy_is_told_in_the_first_report(make_table):
    table = make_table(settings={**KINDS, "press_copy": "all"}).start()
    first = table.written(table.out("report")[0]).text
    assert "The game master gets a copy of all press, and sees who wrote it." in " ".join(
        first.replace(">", "").split()
    )
    table.write("amber", "GREY PRESS TO blue\nthe fox is near\nEND PRESS")
    copy = press(table)["gm"]
    assert "From: somebody (written by Amber)" in table.written(copy).text
    assert "Amber" not in str(press(table)["blue"].facts)


def test_without_the_setting_nothing_is_copied_and_the_command_shows_what_is_public(table, capsys):
    where = ["--campaign", str(table.campaign.config.folder)]
    table.write("amber", "PRESS TO blue\njust between us\nEND PRESS")
    assert "gm" not in press(table)
    assert run(["press", "g1", *where]) == 2
    assert "between its players" in capsys.readouterr().err
    table.write("blue", "PRESS TO ALL\nHear, hear.\nEND PRESS")
    assert run(["press", "g1", *where]) == 0
    out = capsys.readouterr().out
    assert "Hear, hear." in out
    assert "between us" not in out
    assert run(["press", "g1", "--override", "a complaint", *where]) == 0
    assert "between us" in capsys.readouterr().out
    table.campaign.release("g1", table.now)
    assert "read the private press: a complaint" in " ".join(table.written(table.out("report")[-1]).text.split())


# --- diaries ------------------------------------------------------------------------------------------------------


def test_a_diary_is_kept_read_back_to_its_writer_and_opened_at_the_end(table):
    answer = table.write("amber", "DIARY\nBlue is a liar.\n\nI shall wait.\nEND DIARY\nbid 2")
    assert "It is in your diary" in said(answer)
    assert table.orders("amber") == ("bid 2",)
    table.write("amber", "DIARY Copper is honest.")
    back = table.written(table.write("amber", "show diary")).text
    assert "Blue is a liar." in back
    assert "I shall wait." in back
    assert "Copper is honest." in back
    assert "your diary is empty" in said(table.write("blue", "SHOW DIARY"))
    table.campaign.release("g1", table.now)
    reports = [table.written(row).text for row in table.out("report")]
    assert not any("liar" in text for text in reports)
    table.campaign.end("g1", ["amber"], "agreed", table.now)
    closing = table.written(table.out("closing")[0]).text
    assert "The diaries, opened" in closing
    assert "Blue is a liar." in closing
    assert "is over" in said(table.write("amber", "DIARY\nToo late.\nEND DIARY"))


def test_orders_in_a_diary_are_no_orders(table):
    table.write("amber", "DIARY\nbid 9\nEND DIARY")
    assert table.orders("amber") == ()


def test_who_takes_a_seat_over_does_not_read_the_diary_before(table):
    table.write("blue", "DIARY\nMy secret plan.\nEND DIARY")
    table.campaign.replace("g1", "blue", "bo@new.example", table.now)
    assert "your diary is empty" in said(table.write("bo@new.example", "SHOW DIARY"))


def test_private_press_of_before_its_copies_were_told_stays_private(make_table):
    table = make_table(settings=KINDS).start()

    def write(words):
        table.pass_time(minutes=10)
        table.write("amber", f"PRESS TO blue\n{words}\nEND PRESS\n")
        table.pass_time(minutes=10)

    def read(**more):
        with table.campaign.act(table.now) as act:
            return [one["text"].strip() for one in press_of(act, "g1", **more)]

    def copy(value):
        with table.campaign.act(table.now) as act:
            change_settings(act, "g1", {"press_copy": value})

    write("before")
    copy("all")
    told = [row for row in table.out("notice") if "gets a copy of all press" in table.written(row).text]
    assert {row.recipient for row in told} == {f"{seat}@mail.example" for seat in table.seats}
    with pytest.raises(Hidden):
        read()
    write("while it is copied")
    assert read() == ["while it is copied"]
    copy("none")
    write("after")
    assert read() == ["while it is copied"]
    assert read(override="a complaint") == ["before", "while it is copied", "after"]
