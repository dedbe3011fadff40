"""What is said in a game master's name: no player reads it, and nothing of a game changes, unless it is proven that
they said it, by whatever command or way it comes."""

import re

import pytest

from judge.mail.guard import Limits
from judge.serve.commands.deeds import DEEDS
from tests.serve.table import text_of

GM, BOB, HOTEL = "gm@example.org", "bob@example.org", "holiday@hotel.example"
HELPER = f"game_masters:\n  Bob <{BOB}>: {{games: [g1]}}\n"
LINES = {
    "preview": ["PREVIEW g1"],
    "release": ["RELEASE g1 {hash}"],
    "extend": ["EXTEND g1 2d: forged words"],
    "deadline": ["DEADLINE g1 2027-03-09 20:30: forged words"],
    "pause": ["PAUSE g1: forged words"],
    "resume": ["RESUME g1"],
    "set": ["SET g1 grace=1h"],
    "note": ["NOTE g1: forged words", "NOTE g1\nforged words\nEND NOTE"],
    "press": ["PRESS TO amber, blue\nforged words\nEND PRESS", "BROADCAST\nforged words\nEND BROADCAST"],
    "orders": ["ORDERS FOR g1 amber\nbid 1\nEND ORDERS"],
    "assign": ["ASSIGN g1 copper TO carl@example.org"],
    "replace": ["REPLACE g1 amber BY carl@example.org"],
    "remove": ["UNSEAT g1 amber"],
    "rollback": ["ROLLBACK g1 TO 0: forged words"],
    "rollforward": ["ROLLFORWARD g1"],
    "send_reruns": ["SEND RERUNS g1"],
    "end": ["END GAME g1 WON BY amber: forged words"],
    "link": ["LINK", "LINK NEW"],
}
"""How each request is written that changes a game, or reaches a player."""
LOOKS = ("status", "players", "report", "orders in")
"""The others: whoever wrote, the answer goes to the game master's registered address, and to nobody else."""


@pytest.fixture
def helped(make_table):
    """A game master, a helper, and a step that is done."""
    table = make_table(more=HELPER).start()
    for seat in table.seats:
        table.write(seat, "bid 1\nREADY")
    table.daemon.tick()
    assert table.live().head == 1
    return table


def word_in(table, answer):
    return re.search(r"CONFIRM\s(\w+)", text_of(table, answer))[1]


def everything(table):
    """All of a game that a request changes, and who was written to."""
    live = table.live()
    orders = {seat: table.orders(seat) for seat in table.seats}
    sits = [(one.seat, one.role, one.addresses) for one in table.campaign.sittings("g1")]
    return dict(live.row), live.settings, orders, sits, table.campaign.audit("g1")


def mailed_since(table, before):
    return {row["recipient"] for row in table.rows() if row["id"] not in before}


def test_each_request_of_a_game_master_is_in_this_list():
    assert set(LINES) | set(LOOKS) == set(DEEDS)
    assert all(DEEDS[one].weight == 0 for one in LOOKS)


@pytest.mark.parametrize("who", [GM, BOB])
@pytest.mark.parametrize("what", LINES)
def test_nothing_is_done_in_a_game_masters_name_before_they_confirm(helped, what, who):
    table = helped
    seen = table.write(GM, "PREVIEW g1")
    found = re.search(r"RELEASE g1 (\w+)", text_of(table, seen))[1]
    if what == "resume":
        table.write(GM, "PAUSE g1")
    for line in LINES[what]:
        was, mails = everything(table), {row["id"] for row in table.rows()}
        answer = table.write(who, line.format(hash=found), proven=False, subject="x")
        assert everything(table) == was, line
        # At once, to the registered address, and to nobody else.
        assert mailed_since(table, mails) == {who}, line
        assert answer.facts["verdict"] in ("WARNINGS", "ERRORS"), line


@pytest.mark.parametrize("who", [GM, BOB])
@pytest.mark.parametrize("line", ["STATUS", "PLAYERS g1", "REPORT g1", "ORDERS g1"])
def test_a_look_is_told_to_the_registered_address_alone(helped, who, line):
    mails = {row["id"] for row in helped.rows()}
    helped.write(who, line, proven=False, subject="x")
    assert mailed_since(helped, mails) == {who}


def test_what_waits_is_thrown_away_by_a_no(helped):
    """The forged letter came to the game master as a question; they answer it, with the question quoted."""
    for no in ("NO", "No, that was not me.", "NEIN", "Non merci"):
        answer = helped.write(GM, "NOTE g1: forged words", proven=False, subject="x")
        asked = helped.written(answer)
        assert "NO" in asked.text
        quoted = "\n".join(f"> {line}" for line in asked.text.splitlines())
        helped.write(GM, f"{no}\n\n{quoted}", to=asked.reply_to, subject=f"Re: {asked.subject}")
        late = helped.write(GM, f"CONFIRM {word_in(helped, answer)}")
        assert late.facts["verdict"] == "ERRORS", no
    assert not any(one["act"] == "official note" for one in helped.campaign.audit("g1"))


# --- talks ------------------------------------------------------------------------------------------------------------


def talk(table):
    """Amber asks the game master something; the mail that they get."""
    table.write("amber", "I want to complain: Blue writes rude press to me.")
    return table.written(table.out("talk")[-1])


def in_talks(table):
    return [row.facts["text"] for row in table.out("talk") if row.recipient == "amber@mail.example"]


def read_by_amber(table):
    """The game master answers with Amber in Cc, so that she reads at which address their answers come."""
    mail = talk(table)
    answer = table.write(GM, "I shall see to it.", to=mail.reply_to, Cc="Amber <amber@mail.example>", proven=False)
    return mail.reply_to, answer


def test_an_answer_to_a_talk_is_the_game_masters_by_its_address(table):
    mail = talk(table)
    for sender in (GM, HOTEL):
        table.write(sender, f"From {sender}.", to=mail.reply_to, proven=False)
    assert in_talks(table) == [f"From {GM}.", f"From {HOTEL}."]


def test_who_has_read_the_address_of_a_talk_is_not_the_game_master(table):
    """Amber puts the game master's address into From, or her own, or none that is known here."""
    address, told = read_by_amber(table)
    assert in_talks(table) == ["I shall see to it."]
    assert "amber@mail.example" in text_of(table, told)
    mails = {row["id"] for row in table.rows()}
    answer = table.write(GM, "You have won.", to=address, proven=False)
    assert mailed_since(table, mails) == {GM}
    assert "You have won." in text_of(table, answer)
    for sender, proven in (("amber", False), ("amber", True), ("blue", True), (HOTEL, False), (HOTEL, True)):
        table.write(sender, "You have won.", to=address, proven=proven)
        assert in_talks(table) == ["I shall see to it."], (sender, proven)
    # The game master confirms, from a telephone.
    table.write(GM, f"CONFIRM {word_in(table, answer)}", proven=False)
    assert in_talks(table) == ["I shall see to it.", "You have won."]
    # With proof of their own there is nothing to confirm.
    table.write(GM, "Do not mind that.", to=address)
    assert in_talks(table)[-1] == "Do not mind that."


def test_words_in_a_talk_that_wait_are_thrown_away_by_a_no(table):
    address, _ = read_by_amber(table)
    answer = table.write(GM, "You have won.", to=address, proven=False)
    asked = table.written(answer)
    quoted = "\n".join(f"> {line}" for line in asked.text.splitlines())
    table.write(GM, f"No, that was not me.\n\n{quoted}", to=asked.reply_to, subject=f"Re: {asked.subject}")
    assert table.write(GM, f"CONFIRM {word_in(table, answer)}").facts["verdict"] == "ERRORS"
    assert in_talks(table) == ["I shall see to it."]


def test_the_next_mail_of_a_talk_has_an_address_that_proves_again(table):
    address, _ = read_by_amber(table)
    mail = table.written(next(row for row in table.out("talk") if row.recipient == "amber@mail.example"))
    table.write("amber", "Thank you.", to=mail.reply_to)
    back = table.written([row for row in table.out("talk") if row.recipient == GM][-1])
    assert back.reply_to != address
    table.write(GM, "You are welcome.", to=back.reply_to, proven=False)
    assert in_talks(table)[-1] == "You are welcome."


def test_what_their_server_finds_forged_is_not_even_asked_about(table):
    address, _ = read_by_amber(table)
    against = {"Authentication_Results": "mx.judge.localhost; dmarc=fail (p=reject) header.from=example.org"}
    answer = table.write(GM, "You have won.", to=address, proven=False, **against)
    assert "CONFIRM" not in text_of(table, answer)
    assert in_talks(table) == ["I shall see to it."]
    assert any("forged" in one.facts["subject"] for one in table.out("gm"))


def test_a_link_renewed_ends_what_the_addresses_of_talks_prove(table):
    mail = talk(table)
    table.write(GM, "LINK NEW", subject="x")
    table.write(GM, "You have won.", to=mail.reply_to, proven=False)
    assert in_talks(table) == []


def test_no_other_player_writes_in_a_talk_by_its_address(table):
    """Blue has read in Cc at which address Amber's answers come."""
    table.write(GM, "What was it?", to=talk(table).reply_to)
    mail = table.written(next(row for row in table.out("talk") if row.recipient == "amber@mail.example"))
    before = table.count("talk")
    for proven in (False, True):
        table.write("blue", "I take it all back.", to=mail.reply_to, proven=proven)
    assert table.count("talk") == before
    table.write("amber", "It was in spring.", to=mail.reply_to, proven=False)
    assert table.count("talk") == before + 1


def test_who_is_forgotten_is_forgotten_in_what_waits(table):
    address, _ = read_by_amber(table)
    answer = table.write(GM, "You have won.", to=address, proven=False)
    table.campaign.forget("amber@mail.example", table.now)
    assert table.write(GM, f"CONFIRM {word_in(table, answer)}").facts["verdict"] == "ERRORS"


# --- the reply address of their other mails ---------------------------------------------------------------------------


def test_a_reply_address_that_others_read_in_cc_is_no_proof_any_more(table):
    address = table.written(table.write(GM, "STATUS", subject="x")).reply_to
    answer = table.write(GM, "PAUSE g1", to=address, Cc="amber@mail.example", proven=False, subject="x")
    assert str(table.live().held) == "paused"
    assert "amber@mail.example" in text_of(table, answer)
    table.write(GM, "RESUME g1", to=address, proven=False, subject="x")
    assert str(table.live().held) == "paused"
    table.write(GM, "RESUME g1", to=table.written(answer).reply_to, proven=False, subject="x")
    assert not table.live().held


def test_forged_letters_take_no_room_from_a_game_master_who_answers_a_mail(make_table):
    table = make_table(limits=Limits(letters_per_hour=6, replies_per_hour=3)).start()
    address = table.written(table.write(GM, "STATUS", subject="x")).reply_to
    for number in range(10):
        table.write(GM, f"NOTE g1: forged words {number}", proven=False, subject="x")
    assert table.write(GM, "PAUSE g1", to=address, proven=False, subject="x") is not None
    assert str(table.live().held) == "paused"
