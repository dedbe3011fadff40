"""The conversation with players, command by command: what is answered, under which subject, and what it did."""

from __future__ import annotations

import json

import pytest

from judge.cli.main import run
from judge.mail.headers import heading, message_of
from judge.mail.language import read
from judge.mail.quotes import TextLine
from judge.serve.demo import text_of

KEY = "round-1-bids"


def answered(table, who, text, **more):
    """The answer as its reader sees it: the subject, and the text as one line."""
    row = table.write(who, text, **more)
    mail = message_of(table.sent_bytes(row))
    return heading(mail, "Subject"), " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        ("bid 5", "OK", "| bid 5"),
        ("ORDERS", "WARNINGS", "You have no orders in. If nothing comes from you, this happens: | bid 0"),
        ("orders", "WARNINGS", "Deadline: Thursday 4 March 2027, 09:00 UTC (in 3 days)."),
        ("CLEAR", "WARNINGS", "You have no orders in."),
        ("STATUS", "OK", "waiting for: Amber, Blue, Copper"),
        ("HELP", "OK", "STANDING, a kind of window"),
        ("WAIT", "WARNINGS", "the window stays open until its deadline"),
        ("READY", "OK", "If nothing comes from you, this happens: | bid 0"),
        ("REPORT", "OK", "Report 0 of g1 comes in a separate mail"),
        ("REPORT 0", "OK", "Report 0 of g1"),
        ("REPORT 7", "ERRORS", "“REPORT 7” was not carried out: g1 has reports 0 to 0."),
        ("MAP", "OK", "Report 0 of g1"),
        ("RULES range-war RW-9", "OK", "RW-9"),
        ("RULES range-war RW-999", "ERRORS", 'range-war has no ruling "RW-999"'),
        ("RULES rangewar", "ERRORS", 'did you mean "range-war"?'),
        ("STANDING bids: bid 2", "OK", "- bids: bid 2"),
        ("STANDING bides: bid 2", "ERRORS", 'did you mean "bids"?'),
        ("STANDING bids", "OK", "You have none."),
        ("FORECAST\nbid 3\nEND", "OK", "Amber wins the lantern for 3 coins."),
        ("VOTE DRAW", "OK", "VOTE DRAW: your vote is counted."),
        ("VOTE CONCEDE blue", "OK", "VOTE CONCEDE Blue: your vote is counted."),
        ("ABSENT from 2027-08-01 to 2027-08-14", "OK", "away from 2027-08-01 to 2027-08-14"),
        ("ABSENT from then to now", "ERRORS", "ABSENT from 2027-08-01 to 2027-08-14, not"),
        ("PRESS TO blue\nhello\nEND PRESS", "OK", "Press sent to Blue."),
        ("PRESS TO blue, gm\nhello\nEND PRESS", "OK", "Press sent to Blue and the game master."),
        ("PRESS TO nobody\nhello\nEND PRESS", "ERRORS", 'There is no seat "nobody" in this game.'),
        ("PRESS TO amber\nhello\nEND PRESS", "ERRORS", "press to yourself"),
        ("PRESS TO blue\nhi\nPRESS TO copper\nho\nEND PRESS\nbid 2", "ERRORS",
         "“PRESS TO blue”: This was not sent"),
        ("RESIGN", "OK", "You have resigned as Amber from g1."),
        ("RESIGN g9", "ERRORS", "RESIGN alone, or RESIGN g1"),
        ("JOIN g1", "ERRORS", "g1 has begun"),
        ("JOIN nowhere", "ERRORS", 'there is no game "nowhere"'),
        ("GAME g9\nbid 1", "NOT READ", 'there is no game "g9"'),
        ("bidd 5", "ERRORS", "“bidd 5”: This was not understood. Expected: bid 5."),
        ("bid 1\nELSE", "ERRORS", "An ELSE has no IF before it"),
        ("PHASE bids\nbid 1\nENDPHASE", "OK", "Kept for the next window of the kind bids: | bid 1"),
        ("PHASE winter\nbid 1\nENDPHASE", "NOT READ", '"winter" is not a kind of window in g1: the kinds are bids.'),
        ("SET PAGES OFF, thank you.", "OK", "The pages of ratings and tournaments show your number, not your name"),
        ("SET MAP OFF please", "OK", "Reports come without a picture."),
        ("SET MAIL TEXT, please", "OK", "Reports come as plain text."),
        ("SET ZONE Europe/Berlin\nbid 1", "OK", "for you Thursday 4 March 2027, 10:00 Europe/Berlin"),
    ],
)  # fmt: skip
def test_what_a_command_is_answered(table, text, verdict, says):
    subject, said = answered(table, "amber", text)
    place = "Round 1, bids" if "GAME g9" not in text and "JOIN nowhere" not in text and "RULES" not in text else None
    if text == "HELP":
        place = None
    assert subject == (f"[club/g1] {verdict}: {place} {{{KEY}}}" if place else f"[club] {verdict}: your letter")
    assert says in said
    assert "ORDERS g1" not in said


def test_what_comes_after_end_is_not_read(table):
    for end in ("END", "SIGNOFF", "sign off", "-- ", "End of orders"):
        table.write("amber", f"CLEAR\nbid 2\n{end}\nbid 9")
        assert table.orders("amber") == ("bid 2",), end


def test_a_command_that_fails_keeps_no_order_back(table):
    subject, said = answered(table, "amber", "PRESS TO nobody\nhello\nEND PRESS\nREPORT 9\nVOTE DRAW\nbid 3")
    assert subject.startswith("[club/g1] ERRORS")
    assert "“PRESS TO nobody” was not carried out" in said
    assert "“REPORT 9” was not carried out" in said
    assert "VOTE DRAW: your vote is counted." in said
    assert table.orders("amber") == ("bid 3",)


def test_small_talk_in_unknown_words_is_said_to_be_passed_over_and_a_greeting_is_not(table):
    said = answered(table, "amber", "hello there\nHope your poodle Minka recovers\nORDERS")[1]
    assert "“Hope your poodle Minka recovers”: This was taken for a courtesy and passed over." in said
    assert "hello there" not in said


@pytest.mark.parametrize("spelling", [
    "SIGN ON Ag1 {token}\nbid 5\nSIGN OFF", "SIGNON g1 {token}\nbid 5\nSIGNOFF", "GAME g1\nTOKEN {token}\nbid 5",
    "game: g1\npassword {token}\n1. bid 5",
])  # fmt: skip
def test_signing_on_as_with_older_judges(table, spelling):
    table.write("phone@x.example", spelling.format(token=table.tokens["amber"]), subject="orders")
    assert table.orders("amber") == ("bid 5",)


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("set wait", "wait"), ("set nowait", "ready"), ("no wait", "ready"), ("set ready", "ready"),
        ("set draw", "vote"), ("set nodraw", "vote"), ("vote draw", "vote"), ("set concede to blue", "vote"),
        ("set noconcede", "vote"), ("list", "status"), ("list g1", "status"), ("summary", "status"),
        ("whogame g1", "status"), ("history", "report"), ("get help", "help"), ("info", "help"), ("?", "help"),
        ("get rules", "rules"), ("get map", "map"), ("send me the map", "map"), ("get report", "report"),
        ("resend last report", "report"), ("withdraw", "resign"), ("quit", "resign"), ("my orders", "orders"),
        ("clear all orders", "clear"), ("cancel my orders", "clear"), ("list games", "games"), ("who", "players"),
        ("set absence 2027-08-01 to 2027-08-02", "absent"), ("sign up g2 blue", "join"), ("register g2", "join"),
        ("broadcast\nhi\nendbroadcast", "press"), ("press to a, b\nhi\nendpress", "press"),
        ("what if\nbid 1\nend", "forecast"), ("set timezone Europe/Berlin", "set"),
    ],
)  # fmt: skip
def test_every_alias(text, verb):
    assert [one.verb for one in read([TextLine(line) for line in text.splitlines()]).commands] == [verb]


def test_a_letter_without_a_window_key_in_its_subject_is_for_the_open_window(table):
    table.write("amber", "bid 4", subject="my bid")
    assert table.orders("amber") == ("bid 4",)


def test_the_gm_enters_what_a_letter_may_say(table, capsys, tmp_path):
    """STANDING, orders for later, conditions and READY, from judge orders enter."""
    folder = str(table.campaign.config.folder)
    path = tmp_path / "orders.txt"

    def enter(text):
        path.write_text(text, encoding="utf-8")
        status = run(["orders", "enter", "g1", "amber", str(path), "--campaign", folder, "--json"])
        out = capsys.readouterr()
        return status, json.loads(out.out) if out.out else out.err

    assert enter("STANDING bids: bid 2") == (0, {"game": "g1", "notes": ["standing orders, bids: bid 2"]})
    assert any("bids: bid 2" in row.facts["text"] for row in table.out("notice"))
    status, done = enter("IF blue HAS 12\nbid 4\nELSE\nbid 1\nENDIF")
    assert (status, done["orders"]) == (0, ["bid 4"])
    assert enter("PHASE bids\nbid 3\nENDPHASE")[0] == 0
    assert "only the player can say VOTE" in enter("VOTE DRAW")[1]
    assert 'did you mean "bids"' in enter("STANDING bides: bid 1")[1]
    assert enter("bidd 1")[0] == 1
    assert enter("bid 4")[0] == 0
    for seat in ("blue", "copper"):
        table.write(seat, "bid 0")
    table.daemon.tick()
    # What was sent ahead goes before what stands; the window after it has what stands.
    assert table.orders("amber") == ("bid 3",)
    table.pass_time(minutes=10)
    for seat in ("blue", "copper"):
        table.write(seat, "bid 0")
    table.daemon.tick()
    assert table.orders("amber") == ("bid 2",)


def test_orders_that_nobody_sees_are_not_taken_and_their_writer_is_told(table):
    raw = table.mail("amber", "x").replace(b"text/plain", b"text/html").replace(
        b"\nx\n", b'\n<p>bid 1</p><p style="color:#fff">bid 9</p><p style="font-size:1px">see you in June</p>\n'
    )  # fmt: skip
    answer = table.arrive(raw)
    assert table.orders("amber") == ("bid 1",)
    assert answer.facts["verdict"] == "WARNINGS"
    text = " ".join(table.written(answer).text.split())
    assert "I did not read them as orders: “bid 9”." in text
    assert "June" not in text
