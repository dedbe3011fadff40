"""What people write reaches a person: requests and complaints go to the game master, and the answers come back."""

import pytest

from judge.cli.main import run
from judge.grammar.document import Document

GM = "gm@example.org"


def talks(table):
    return table.out("talk")


def said(table, answer):
    return " ".join(table.written(answer).text.split())


def verdict(table, answer):
    return table.written(answer).subject.partition("] ")[2].partition(":")[0]


@pytest.mark.parametrize(
    "words",
    [
        "please extend the deadline",
        "can someone cover for me?",
        "I'd like to take over a position",
        "I have a complaint: Blue is rude to me",
        "Dear judge,\n\nmy grandmother has fallen ill and I do not know when I shall be back.\n\nYours, Ann",
    ],
)
def test_a_letter_that_is_no_order_is_passed_on_and_orders_nothing(table, words):
    answer = table.write("amber", words)
    (row,) = talks(table)
    assert row.recipient == GM
    asked = next(line for line in words.splitlines() if len(line.split()) > 3)
    assert asked in table.written(row).text
    assert "the game master, who answers by mail" in said(table, answer)
    assert asked in table.written(answer).text
    assert table.orders("amber") == ()
    assert verdict(table, answer) in ("OK", "WARNINGS")


def test_a_letter_with_orders_and_a_request_does_both(table):
    answer = table.write(
        "amber", "Hi,\n\nbid 5\n\nPlease extend the deadline, I am travelling\nfrom Monday on.\n\nThanks"
    )
    assert table.orders("amber") == ("bid 5",)
    (row,) = talks(table)
    assert "bid 5" not in table.written(row).text
    assert "from Monday on." in table.written(row).text
    assert "bid 5" in said(table, answer)
    assert "Please extend the deadline" in said(table, answer)


LONG = """Hi,

I am travelling next week.
My train leaves early.

Could you extend the deadline? Could you tell me whether that is all right?

There is no internet in the mountains.
Thank you very much for your patience.

Ann
"""


def test_a_request_of_several_sentences_reaches_the_game_master_whole(table):
    answer = table.write("amber", LONG)
    (row,) = talks(table)
    shown = [line.removeprefix("  |").strip() for line in table.written(row).text.splitlines() if line[:3] == "  |"]
    told = [line for line in LONG.splitlines() if line and line != "Ann"]
    assert [line for line in shown if line] == told
    assert verdict(table, answer) == "OK"


def test_beside_orders_the_words_around_a_request_go_with_it_and_the_orders_do_not(table):
    table.write("amber", "bid 5\n\nThank you for everything.\n\nCould you do me a favour?\nI need more time. Sorry!")
    (row,) = talks(table)
    text = table.written(row).text
    assert "Could you do me a favour?" in text
    assert "I need more time. Sorry!" in text
    assert "bid 5" not in text
    assert "Thank you for everything" not in text


def test_a_complaint_is_relayed_both_ways_and_nobody_learns_an_address(table):
    table.write("amber", "I want to complain: Blue writes rude press to me.\n")
    (row,) = talks(table)
    first = table.written(row)
    # The game master answers from any program, with what they answer quoted below.
    quoted = first.text.replace("\n", "\n> ")
    answer = table.write(
        GM, f"I shall talk to them.\n\nGive me a day.\n\nOn Monday the Judge wrote:\n> {quoted}",
        to=first.reply_to, subject=f"Re: {first.subject}",
    )  # fmt: skip
    assert "Sent on to Amber" in said(table, answer)
    back = talks(table)[-1]
    assert back.recipient == "amber@mail.example"
    mail = table.written(back)
    assert "| I shall talk to them.\n  | \n  | Give me a day." in mail.text
    assert "complain" not in mail.text
    assert GM not in table.sent_bytes(back).decode()
    # And the player once more.
    table.write("amber", "Thank you, that will do.", to=mail.reply_to, subject=f"Re: {mail.subject}")
    again = talks(table)[-1]
    assert again.recipient == GM
    assert "Thank you, that will do." in table.written(again).text
    assert table.orders("amber") == ()


def test_orders_sent_to_the_game_masters_answer_are_held_and_named(table):
    table.write("amber", "please extend the deadline")
    first = table.written(talks(table)[0])
    table.write(GM, "No.", to=first.reply_to)
    mail = table.written(talks(table)[-1])
    answer = table.write("amber", "bid 5", to=mail.reply_to)
    assert "reads as an order" in said(table, answer)
    assert table.orders("amber") == ()
    assert len(talks(table)) == 2


def test_a_strangers_letter_to_a_guessed_address_goes_nowhere(table):
    table.write("amber", "please extend the deadline")
    first = table.written(talks(table)[0])
    guessed = first.reply_to.replace(first.reply_to.partition("@")[0].rpartition(".")[2], "a" * 18)
    answer = table.write("eve@elsewhere.example", "Your seat is mine now.", to=guessed)
    assert "nobody is waiting for an answer" in said(table, answer)
    assert len(talks(table)) == 1


def test_a_request_that_comes_late_or_from_nobody_is_passed_on_all_the_same(table):
    table.write("amber", "please extend the deadline", subject="[club/g1] Round 0 {round-0-bids}")
    table.write("eve@elsewhere.example", "I'd like to take over a position")
    assert [row.facts["from"] for row in talks(table)] == ["Amber", "eve@elsewhere.example"]
    answer = table.write("eve@elsewhere.example", "Buy cheap pills")
    assert verdict(table, answer) == "NOT READ"
    assert len(talks(table)) == 2


def test_strangers_reach_the_game_master_three_times_a_day(table):
    for number in range(5):
        table.write("eve@elsewhere.example", f"I would like to join your game, for the {number}. time")
    assert len(talks(table)) == 3


def test_where_there_is_no_game_master_the_letter_says_so(make_table):
    table = make_table().start()
    path = table.campaign.config.folder / "campaign.yaml"
    path.write_text(path.read_text().replace("gm: gm@example.org\n", "", 1))
    from judge.campaign.config import read_config

    table.campaign.config = read_config(table.campaign.config.folder)
    answer = table.write("amber", "please extend the deadline")
    assert "no game master's address" in said(table, answer)
    assert talks(table) == []


def test_a_playing_game_master_is_shown_the_request_and_nobodys_plans(make_table):
    table = make_table(settings={"gm_plays": True}).start()
    table.write("amber", "bid 5\nplease extend the deadline\nIs 5 enough for the lantern?")
    (row,) = talks(table)
    assert "lantern" not in table.written(row).text
    assert "bid 5" not in table.written(row).text


def test_a_card_that_sounds_like_a_complaint_is_none(make_table):
    """Harass Settlers is a card: who is not at the table and names it asks the game master for nothing."""
    table = make_table(game="hell-on-wheels").start()
    answer = table.write("eve@elsewhere.example", "GAME g1\nHarass Settlers on Future")
    assert verdict(table, answer) == "NOT READ"
    assert talks(table) == []
    table.write("eve@elsewhere.example", "GAME g1\nOrange harasses me, this is harassment")
    assert len(talks(table)) == 1


# --- the day, and the book of letters -----------------------------------------------------------------------------


def a_day_of_everything(table):
    table.daemon.tick()
    table.pass_time(hours=1)
    table.write("amber", "bid flurb")
    table.write("blue", "bid 3", subject="[club/g1] Round 0 {round-0-bids}")
    table.write("copper", "bid 1")
    table.write("amber", "can someone cover for me?")
    table.campaign.new_game("g2", "lanterns", table.now, settings=Document({"sign_up": "open"}))
    table.campaign.join("g2", "Dee <dee@mail.example>", table.now)
    with table.campaign.store.begin() as connection:
        from judge.store import people

        people.bounced(connection, "copper@mail.example", 4)


def test_the_day_is_told_in_one_mail_at_its_hour(table):
    a_day_of_everything(table)
    table.pass_time(hours=10)
    table.daemon.tick()
    assert table.out("day") == []
    table.pass_time(hours=13)
    table.daemon.tick()
    table.daemon.tick()
    (row,) = table.out("day")
    assert row.recipient == GM
    text = " ".join(table.written(row).text.split())
    assert "amber, g1: ERRORS, in error" in text
    assert "blue, g1: NOT READ, came late: judge mail show in-2" in text
    assert "g2: 1 player" in text
    assert "copper@mail.example (copper of g1)" in text
    assert "amber, g1: judge mail show in-4" in text


def test_a_game_that_asks_its_players_does_not_wait_for_its_game_master(make_table):
    table = make_table(settings={"confirm": "5d"})
    table.campaign.start("g1", table.now)
    table.daemon.tick()
    table.pass_time(days=2)
    table.daemon.tick()
    assert not any("every seat is taken" in table.written(row).text for row in table.out("day"))


def test_a_day_of_which_there_is_nothing_to_say_makes_no_mail(table):
    table.daemon.tick()
    table.pass_time(hours=1)
    table.write("amber", "bid 1")
    table.pass_time(hours=30)
    table.daemon.tick()
    assert table.out("day") == []


def test_letters_are_listed_shown_and_mails_sent_again(table, capsys):
    where = ["--campaign", str(table.campaign.config.folder)]
    table.write("amber", "bid flurb")
    table.write("blue", "bid 3")
    assert run(["mail", "list", "--failed", *where]) == 0
    listed = capsys.readouterr().out
    assert "in-1" in listed
    assert "in-2" not in listed
    assert run(["mail", "show", "in-1", *where]) == 0
    shown = capsys.readouterr().out
    assert "bid flurb" in shown
    assert "was not understood" in shown
    receipt = table.out("receipt")[-1]
    from judge.store.mails import mark_failed

    with table.campaign.store.begin() as connection:
        mark_failed(connection, receipt.id, "550 no such user", None)
    assert run(["mail", "resend", "--failed", *where]) == 0
    assert "blue@mail.example once more" in capsys.readouterr().out
    again = next(row for row in table.rows() if row["id"] == receipt.id)
    assert (again["state"], again["message_id"]) == ("queued", receipt.message_id)
    assert run(["mail", "show", "flurb", *where]) == 2


def test_who_is_forgotten_is_forgotten_in_talks_too(table):
    table.write("amber", "I want to complain: Blue writes rude press to me.")
    first = table.written(talks(table)[0])
    table.write(GM, "I shall talk to them.", to=first.reply_to)
    table.campaign.forget("amber@mail.example", table.now)
    assert not any("rude" in row["facts"] or "amber@" in row["facts"] for row in table.rows("talk"))
    assert "nobody is waiting" in said(table, table.write(GM, "And now?", to=first.reply_to))


@pytest.mark.parametrize("line", ["REPLACE g1 amber BY Bob <bob@example.net>", "STATUS", "PAUSE g1: a holiday"])
def test_a_command_in_an_answer_is_never_sent_on_to_the_player(table, line):
    table.write("amber", "I want to complain: Blue writes rude press to me.\n")
    first = table.written(talks(table)[-1])
    before = len(talks(table))
    answer = table.write(GM, f"I shall see to it.\n\n{line}\n", to=first.reply_to, subject=f"Re: {first.subject}")
    assert len(talks(table)) == before
    assert verdict(table, answer) == "ERRORS"
    assert line.split()[0] in said(table, answer)
    assert "did not send your answer on" in said(table, answer)
    assert table.live().row["held"] is None
    answer = table.write(GM, "I shall see to it.\n", to=first.reply_to, subject=f"Re: {first.subject}")
    assert "Sent on to Amber" in said(table, answer)


def test_words_to_a_game_that_is_over_reach_the_game_master(table):
    table.campaign.end("g1", ["amber"], "agreed", table.now)
    letters = {
        "Thanks, great game": "OK",
        "gg": "OK",
        "Hi all,\n\nThat was fun. Who's up for another?\n\nAnn": "OK",
        "Could you please open a new game?": "OK",
        "STATEMENT\nI should have bid more.\nEND STATEMENT\n\nThanks for running this!": "OK",
        "bid 3": "WARNINGS",
    }
    for words, expected in letters.items():
        answer = table.write("amber", words)
        assert (verdict(table, answer), "g1 (Lanterns) is over" in said(table, answer)) == (expected, True), words
        assert words.splitlines()[-1] in table.written(talks(table)[-1]).text, words
    assert verdict(table, table.write("amber", "READY")) == "NOT READ"
    assert len(talks(table)) == len(letters)
