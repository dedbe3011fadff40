"""Letters and their answers: every command, every reason not to act, and what is never done."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest

from judge.campaign.numbers import mail_secret
from judge.grammar.document import Document
from judge.mail.fetch import RawMail
from judge.mail.guard import Limits
from judge.mail.headers import heading, message_of
from judge.mail.language import read
from judge.mail.letter import read_letter
from judge.mail.proof import proof_of
from judge.mail.send import Sent
from judge.report.saying import Saying
from judge.serve.daemon import Daemon
from judge.serve.demo import text_of
from judge.store import tables
from judge.store.mails import mark_sent
from tests.mail.test_attachments import DOCX, document
from tests.mail.test_attachments import mail as plain_mail
from tests.serve.table import JUDGE

KEY = "round-1-bids"


HAPPENED = Saying("mails/mailbox-unreadable", {"error": "no route"})


def said(answer):
    """All the words of an answer's parts."""
    return json.dumps(answer.facts["parts"], ensure_ascii=False)


def part(answer, kind="orders"):
    return next(one for one in answer.facts["parts"] if one["kind"] == kind)


def test_orders_are_taken_and_shown_with_a_receipt(table):
    answer = table.write("amber", "bid 5\n")
    assert answer.facts["verdict"] == "OK"
    assert answer.recipient == "amber@mail.example"
    shown = part(answer)
    assert shown["orders"] == ["bid 5"]
    assert shown["receipt"] > 0
    assert len(shown["hash"]) == 12
    assert "4 March 2027" in shown["deadline"]
    assert table.orders("amber") == ("bid 5",)


def test_the_answer_as_a_mail(table):
    answer = table.write("amber", "bid 5\nbuild a tower\n", number="n7")
    mail = message_of(table.sent_bytes(answer))
    assert heading(mail, "Subject") == f"[club/g1] ERRORS: Round 1, bids {{{KEY}}}"
    assert heading(mail, "Auto-Submitted") == "auto-replied"
    assert heading(mail, "In-Reply-To") == "<n7@mail.example>"
    assert heading(mail, "To") == "amber@mail.example"
    text = text_of(mail)
    assert "| bid 5" in text
    assert "build a tower" in text
    assert max(len(line) for line in text.splitlines()) <= 78


def test_orders_in_an_answer_are_not_readable_as_orders(table):
    """Quoted or not, sending an acknowledgement back orders nothing."""
    answer = table.write("amber", "bid 5\n")
    text = text_of(message_of(table.sent_bytes(answer)))
    table.write("amber", "CLEAR\n")
    for back in (text, "\n".join(f"> {line}" for line in text.splitlines())):
        table.write("amber", back)
        assert table.orders("amber") == ()


def test_a_later_letter_changes_only_what_it_names(table):
    table.write("amber", "bid 5")
    table.write("amber", "bid 3")
    assert table.orders("amber") == ("bid 3",)


def test_clear_empties_the_set(table):
    table.write("amber", "bid 5")
    answer = table.write("amber", "CLEAR")
    assert part(answer)["orders"] == []
    assert part(answer)["silence"] == ["bid 0"]
    assert table.orders("amber") == ()


def test_an_older_letter_read_after_a_clear_changes_nothing(table):
    """What counts is when letters came, not when they are read: the older one was overtaken."""
    older, clear, newer = (table.now + timedelta(minutes=minutes) for minutes in (5, 10, 15))
    table.arrive(table.mail("amber", "CLEAR"), received=clear)
    answer = table.arrive(table.mail("amber", "bid 5\nWAIT"), received=older)
    assert part(answer)["orders"] == []
    assert table.orders("amber") == ()
    assert not part(answer)["waiting"]
    table.arrive(table.mail("amber", "bid 6"), received=newer)
    assert table.orders("amber") == ("bid 6",)
    # Nor does an older CLEAR empty what was said after it.
    table.arrive(table.mail("amber", "CLEAR"), received=older)
    assert table.orders("amber") == ("bid 6",)


def test_the_whole_report_sent_back_with_its_form_filled_in(table):
    report = next(row for row in table.out("report") if row.recipient == "amber@mail.example")
    text = text_of(message_of(table.sent_bytes(report)))
    assert f"ORDERS g1 amber {KEY}" in text
    filled = "\n".join(f"> {line}" for line in text.replace("bid ___", "bid 4").splitlines())
    said = f"On Monday, 1 March 2027, The Judge wrote:\n{filled}\n"
    table.write("amber", said, subject="Re: your report", In_Reply_To=report.message_id)
    assert table.orders("amber") == ("bid 4",)


def test_a_form_for_a_window_that_is_closed_is_not_read(table):
    answer = table.write("amber", "> ORDERS g1 amber round-9-bids\n> bid 4\n> END ORDERS\n")
    assert answer.facts["verdict"] == "NOT READ"
    assert part(answer, "not-read")["code"] == "late"
    assert table.orders("amber") == ()


def test_a_reply_to_an_old_window_is_late(table):
    answer = table.write("amber", "bid 4", subject="Re: [club/g1] Report {round-0-bids}")
    assert part(answer, "not-read")["code"] == "late"
    assert table.orders("amber") == ()
    # People read words, programs a header.
    words = " ".join(table.written(answer).text.split())
    assert words.startswith("Your letter is late and had no effect: it is for")
    assert heading(message_of(table.sent_bytes(answer)), "X-Judge-Not-Read") == "late"


def test_receipt_time_decides_not_the_date_header(table):
    raw = table.mail("amber", "bid 4", Date="Mon, 01 Mar 2027 09:00:00 +0000")
    late = table.now + timedelta(days=3, hours=6, seconds=1)
    answer = table.arrive(raw, received=late)
    assert part(answer, "not-read")["code"] == "late"
    in_grace = table.now + timedelta(days=3, hours=5)
    table.arrive(table.mail("amber", "bid 3", Date="Mon, 01 Mar 2099 09:00:00 +0000"), received=in_grace)
    assert table.orders("amber") == ("bid 3",)


def test_what_arrived_in_time_counts_however_late_it_is_read(table):
    came = table.now + timedelta(days=2)
    table.pass_time(days=9)
    table.arrive(table.mail("amber", "bid 3"), received=came)
    assert table.orders("amber") == ("bid 3",)


def test_which_game_by_address_line_or_only_game(table):
    table.write("amber", "bid 1", subject="hello", to="judge+g1@judge.localhost")
    assert table.orders("amber") == ("bid 1",)
    table.write("amber", "GAME g1\nbid 2", subject="hello")
    assert table.orders("amber") == ("bid 2",)
    table.write("amber", "bid 3", subject="hello")
    assert table.orders("amber") == ("bid 3",)


def test_two_games_and_no_hint_is_not_read(table):
    table.campaign.new_game("g2", "lanterns", table.now)
    table.campaign.assign("g2", "blue", "amber@mail.example", table.now)
    table.campaign.assign("g2", "amber", "x@mail.example", table.now)
    table.campaign.start("g2", table.now)
    answer = table.write("amber", "bid 1", subject="hello")
    assert part(answer, "not-read")["code"] == "which-game"
    assert "g1, g2" in said(answer)


def test_several_seats_in_one_letter(make_table):
    table = make_table()
    table.campaign.new_game("duo", "lanterns", table.now, settings=Document({"several_seats": True}))
    for seat in ("amber", "blue"):
        table.campaign.assign("duo", seat, "both@mail.example", table.now)
    table.campaign.start("duo", table.now)
    answer = table.write("both", "bid 1", subject="[club/duo] x")
    assert part(answer, "not-read")["code"] == "which-seat"
    table.write("both", "SEAT amber\nbid 1\nSEAT blue\nbid 2\n", subject="[club/duo] x")
    _, entries = table.campaign.docket("duo")
    assert {seat: entry.lines for seat, entry in entries.items()} == {"amber": ("bid 1",), "blue": ("bid 2",)}


# --- who ----------------------------------------------------------------------------------------------------------


def test_a_stranger_is_told_and_nothing_is_done(table):
    answer = table.write("eve@elsewhere.example", "bid 9")
    assert part(answer, "not-read")["code"] == "unknown-sender"
    assert all(table.orders(seat) == () for seat in table.seats)


def test_a_token_opens_the_seat_from_any_address_and_both_are_told(table):
    before = table.count("receipt")
    table.write("phone@elsewhere.example", f"TOKEN {table.tokens['amber']}\nbid 6")
    assert table.orders("amber") == ("bid 6",)
    told = {row.recipient for row in table.out("receipt")[before:]}
    assert told == {"amber@mail.example", "phone@elsewhere.example"}


def test_the_reply_address_of_a_report_proves_its_seat(table):
    report = next(row for row in table.out("report") if row.recipient == "amber@mail.example")
    reply = table.written(report).reply_to
    assert reply.startswith("judge+g1.")
    table.write("phone@elsewhere.example", "bid 2", to=reply, subject="Re: x")
    assert table.orders("amber") == ("bid 2",)
    other = reply.replace(reply[12], "a" if reply[12] != "a" else "b", 1)
    table.write("phone@elsewhere.example", "bid 7", to=other, subject="Re: x")
    assert table.orders("amber") == ("bid 2",)


def test_a_wrong_token_opens_nothing(table):
    table.write("eve@elsewhere.example", "TOKEN abcdefgh234567abc\nbid 9")
    assert all(table.orders(seat) == () for seat in table.seats)


def test_no_seat_acts_for_another(table):
    answer = table.write("amber", "SEAT blue\nbid 9")
    assert part(answer, "not-read")["code"] == "not-yours"
    assert table.orders("blue") == ()


def test_a_forged_sender_is_not_acted_for_and_the_gm_hears_of_it(table):
    raw = b"Authentication-Results: mx.judge.localhost; dmarc=fail header.from=mail.example\r\n"
    answer = table.arrive(raw + table.mail("amber", "bid 9"))
    assert part(answer, "not-read")["code"] == "forged"
    assert table.orders("amber") == ()
    assert any("forged" in row.facts["subject"].lower() for row in table.out("gm"))


def test_results_written_by_the_sender_himself_are_not_believed():
    """The topmost is the last server's; if that is not ours, ours was not written at all."""
    ours = b"Authentication-Results: mx.judge.localhost; dmarc=pass\r\n"
    theirs = b"Authentication-Results: mx.evil.example; dmarc=pass\r\n"
    assert proof_of(message_of(theirs + ours + b"\r\n"), "mx.judge.localhost").dmarc == ""
    assert proof_of(message_of(ours + theirs + b"\r\n"), "mx.judge.localhost").dmarc == "pass"


def test_a_game_that_asks_for_tokens(make_table):
    table = make_table(settings={"auth": "token"}).start()
    answer = table.write("amber", "bid 2")
    assert part(answer, "not-read")["code"] == "token-missing"
    table.write("amber", f"TOKEN {table.tokens['amber']}\nbid 2")
    assert table.orders("amber") == ("bid 2",)


# --- what is never answered ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"}, {"Auto_Submitted": "auto-generated"}, {"Precedence": "bulk"},
        {"List_Id": "<x.example>"}, {"Return_Path": "<>"}, {"X_Autoreply": "yes"}, {"X_Judge_Loop": "judge@x"},
        {"X_Auto_Response_Suppress": "All"}, {"X_Loop": "judge"},
    ],
)  # fmt: skip
def test_machines_are_not_answered(table, headers):
    before = len(table.rows())
    table.write("amber", "bid 5", **headers)
    assert len(table.rows()) == before
    assert table.orders("amber") == ()


@pytest.mark.parametrize("sender", ["mailer-daemon@x.example", "no-reply@x.example", JUDGE, "judge+g1@judge.localhost"])
def test_offices_and_the_judge_itself_are_not_answered(table, sender):
    before = len(table.rows())
    table.write(sender, "bid 5")
    assert len(table.rows()) == before


def test_no_answer_of_ours_is_ever_answered(table):
    """Everything the Judge writes, sent back to it by somebody's machine, is passed over."""
    table.write("amber", "bid 5\nnonsense\nPRESS TO blue\nhello\nEND PRESS")
    before = len(table.rows())
    for row in table.out():
        table.arrive(table.sent_bytes(row))
    assert len(table.rows()) == before


def test_the_same_letter_twice_is_one_letter(table):
    raw = table.mail("amber", "bid 5")
    assert table.arrive(raw) is not None
    assert table.arrive(raw) is None
    assert len(table.letters()) == 1


def test_a_message_id_used_again_for_other_words_is_another_letter(table):
    table.write("amber", "bid 5", number="same")
    table.write("amber", "bid 6", number="same")
    assert table.orders("amber") == ("bid 6",)


def test_a_letter_without_a_message_id_may_say_again_what_was_said_before(table):
    def bare(text):
        return re.sub(rb"(?m)^Message-ID:.*\n", b"", table.mail("amber", text))

    for text in ("bid 5", "bid 6", "bid 5"):
        table.pass_time(minutes=1)
        assert table.arrive(bare(text)) is not None
    assert table.orders("amber") == ("bid 5",)


def without_message_id(table, text):
    return re.sub(rb"(?m)^Message-ID:.*\n", b"", table.mail("amber", text, proven=False))


def test_letters_without_a_message_id_of_the_same_second_are_told_apart_by_their_numbers(table):
    """FIX 1, twice in one second, would be two; orders taken back and given again as well."""
    raws = [without_message_id(table, text) for text in ("bid 5", "bid 6", "bid 5", "bid 5")]
    for lot in (raws[:2], raws[2:]):
        mails = [RawMail(JUDGE, "INBOX", 1, next(table.uids), table.now, raw) for raw in lot]
        for _ in range(2):
            # Fetched again under the same numbers, each is still the same letter.
            table.daemon.store(mails)
            table.daemon.read_all()
    assert len(table.letters()) == 4
    assert table.orders("amber") == ("bid 5",)


def test_they_are_the_same_letters_in_a_mailbox_made_anew(table):
    raws = [without_message_id(table, "bid 5") for _ in range(2)]
    for validity, first in ((1, 1), (2, 7)):
        mails = [RawMail(JUDGE, "INBOX", validity, uid, table.now, raw) for uid, raw in enumerate(raws, first)]
        table.daemon.store(mails)
        table.daemon.read_all()
        assert len(table.letters()) == 2, validity


def test_answers_to_one_address_have_an_end(make_table):
    table = make_table(limits=Limits(replies_per_hour=3)).start()
    answers = [table.write("amber", f"bid {number}") for number in range(1, 7)]
    assert [answer is not None for answer in answers] == [True, True, True, False, False, False]
    assert table.orders("amber") == ("bid 6",)
    assert sum("No more answers" in row.facts["subject"] for row in table.out("gm")) == 1


def test_a_flood_is_not_even_read(make_table):
    table = make_table(limits=Limits(letters_per_hour=3)).start()
    for number in range(1, 6):
        table.write("amber", f"bid {number}")
    assert table.orders("amber") == ("bid 3",)


def restarted(table):
    """The daemon ends and another begins."""
    table.daemon.opener.close()
    table.daemon = Daemon(table.campaign, table.account, now=lambda: table.now, apart=False)


def test_limits_outlive_the_daemon(make_table):
    table = make_table(limits=Limits(replies_per_hour=3, replies_per_day=5, letters_per_hour=6)).start()
    answered, taken = [], []
    for number in range(1, 9):
        restarted(table)
        answered.append(table.write("amber", f"bid {number}") is not None)
        taken.append(table.orders("amber") == (f"bid {number}",))
    assert answered == [True] * 3 + [False] * 5
    assert taken == [True] * 6 + [False] * 2
    # The hour is over, the day is not.
    table.pass_time(hours=1, minutes=10)
    assert [table.write("amber", f"bid {number}") is not None for number in range(9, 12)] == [True, True, False]
    table.pass_time(hours=24, minutes=10)
    restarted(table)
    table.daemon.look_after()
    assert table.write("amber", "bid 12") is not None


def test_a_notice_to_the_game_master_never_leads_to_another(make_table):
    """The game master plays as well, and his mail comes back or is refused, every time: there is an end to it."""
    table = make_table(settings={"deadlines": "900d"}).start()
    table.campaign.new_game("g2", "lanterns", table.now)
    table.campaign.assign("g2", "amber", "gm@example.org", table.now)
    with table.campaign.store.begin() as connection:
        mail_secret(connection)
    table.campaign.tell_gm(None, "first", HAPPENED, table.now)
    report = (
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
        "Final-Recipient: rfc822; gm@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
    )
    counts, returned = [], set()
    for _ in range(6):
        for row in table.out():
            if row.recipient != "gm@example.org" or row.id in returned:
                continue
            returned.add(row.id)
            with table.campaign.act(table.now) as act:
                ready = table.daemon.postroom.ready(act, row, table.now)
                mark_sent(act.connection, row.id, table.now)
            if ready is not None:
                to = ready.sender
                table.arrive(f"Return-Path: <>\r\nFrom: MAILER-DAEMON@x.example\r\nTo: {to}\r\n{report}".encode())
        counts.append(len(table.rows()))
        table.pass_time(days=1)
    assert {row["note"] for row in table.letters()} >= {"bounce"}
    assert [row.facts["subject"] for row in table.out("gm")] == ["The mailbox cannot be read"]
    assert counts[0] == counts[-1]
    # Refused by the sending server, for good: the same.
    with table.campaign.store.begin() as connection:
        connection.execute(tables.addresses.update().values(bounces=0))
    table.campaign.tell_gm(None, "second", HAPPENED, table.now)
    table.daemon.sender.send = lambda mails: [Sent(mail.number, "refused", "550 no") for mail in mails]
    table.daemon.send_waiting()
    told = [row.facts for row in table.out("gm")]
    before = len(told)
    for _ in range(5):
        table.pass_time(days=1)
        table.daemon.send_waiting()
    assert table.count("gm") == before
    notices = {row.id for row in table.out("gm")}
    assert not any(f"Mail {number} was" in facts["text"] for facts in told for number in notices)


def test_a_letter_too_large_is_said_to_be(table):
    answer = table.write("amber", "bid 1\n" + "x" * 300_000)
    assert part(answer, "not-read")["code"] == "too-large"


def test_orders_that_nobody_sees_in_a_document_are_named(table):
    message = plain_mail("bid 4", sender="amber@mail.example")
    message["To"] = "judge@judge.localhost"
    white = '<w:r><w:rPr><w:color w:val="FFFFFF"/></w:rPr><w:t>bid 9</w:t></w:r>'
    kind, subtype = DOCX.split("/")
    message.add_attachment(document(white), maintype=kind, subtype=subtype, filename="moves.docx")
    answer = table.arrive(message.as_bytes())
    assert table.orders("amber") == ("bid 4",)
    assert "“bid 9”" in " ".join(table.written(answer).text.split())


def test_what_nobody_sees_on_a_page_is_named_where_it_would_have_been_read(table):
    for body, named in (
        ("<p>bid 3</p><p hidden>bid 9</p>", "bid 9"),
        ("<p>bid 3</p><template><p>bid 8</p></template>", "bid 8"),
        ("<title>bid 7</title><p>bid 3</p>", "bid 7"),
        ("<p>bid 3</p><details><summary>more</summary><p>bid 6</p></details>", "bid 6"),
        ("<p>bid 3</p><p aria-hidden=true>bid 5</p>", "bid 5"),
        ("<p>bid 3</p><p hidden>RESIGN</p>", "RESIGN"),
        ("<p>bid 3</p><p style='background:url(x.png)'>bid 4</p>", "bid 4"),
        ("<style>@media (max-width:400px){.x{display:none}}</style><p>bid 3</p><p class=x>bid 9</p>", "bid 9"),
        ("<style>.x{display:none}@media (max-width:400px){.x{display:block}}</style>bid 3<p class=x>bid 8", "bid 8"),
        ("<p>bid 3</p><!--[if mso]><p>bid 9</p><![endif]-->", "bid 9"),
    ):
        page = table.mail("amber", f"<html><body>{body}</body></html>").replace(b"text/plain", b"text/html")
        assert f"I did not read them as orders: “{named}”" in said(table.arrive(page)), body
        assert table.orders("amber") == ("bid 3",), body
    greeting = table.mail("amber", "<p>bid 3</p><p hidden>my dear friend</p>").replace(b"text/plain", b"text/html")
    assert "I did not read" not in said(table.arrive(greeting))


def test_a_page_to_which_a_style_adds_words_is_not_read_and_what_it_says_is_named(table):
    for body, named in (
        ("<style>p::before{content:'do not '}</style><p>bid 3</p>", "bid 3"),
        ("<style>p::after{content:'RESIGN'}</style><p>Hello.</p>", "RESIGN"),
    ):
        page = table.mail("amber", f"<html><body>{body}</body></html>").replace(b"text/plain", b"text/html")
        told = said(table.arrive(page))
        assert "I did not read them as orders" in told, body
        assert f"“{named}”" in told, body
        assert table.orders("amber") == (), body


def test_what_is_struck_out_is_not_done_and_named(table):
    for body, named in (
        ("<p>bid 3</p><style>.x{text-decoration:line-through}</style><p class=x>bid 9</p>", "bid 9"),
        ("<p>bid 3</p><del>RESIGN</del>", "RESIGN"),
    ):
        page = table.mail("amber", f"<html><body>{body}</body></html>").replace(b"text/plain", b"text/html")
        assert f"I passed it over: “{named}”" in said(table.arrive(page)), body
        assert table.orders("amber") == ("bid 3",), body
    page = "<p>bid 7</p><div style='position:absolute;top:0;background:white'>bid 2</div>"
    covered = table.mail("amber", f"<html><body>{page}</body></html>").replace(b"text/plain", b"text/html")
    table.arrive(covered)
    assert table.orders("amber") == ("bid 3",)


def test_a_letter_that_breaks_its_reader_is_laid_aside_after_three_tries(table, monkeypatch):
    def broken(*anything):
        raise RuntimeError("a defect")

    monkeypatch.setattr(table.daemon.desk, "_read", broken)
    table.write("amber", "bid 1")
    for _ in range(3):
        table.daemon.read_all()
    assert [row["state"] for row in table.letters()] == ["bad"]
    assert any("could not be read" in row.facts["subject"] for row in table.out("gm"))
    monkeypatch.undo()
    assert table.write("blue", "bid 1").facts["verdict"] == "OK"


# --- commands -------------------------------------------------------------------------------------------------------


def test_status_help_players_games_rules(table):
    assert "Blue" in said(table.write("amber", "STATUS"))
    assert part(table.write("amber", "HELP"), "help")
    assert "amber" in said(table.write("amber", "PLAYERS")).lower()
    assert "*g1*: Lanterns. Round 1, bids is open" in table.written(table.write("amber", "GAMES")).text
    assert "diplomacy, gold-rush" in said(table.write("amber", "RULES"))
    assert "README" not in said(table.write("amber", "RULES"))
    assert 'did you mean "range-war"?' in part(table.write("amber", "RULES rangewar"), "refused")["text"]
    one = part(table.write("amber", "RULES range-war RW-9"), "marked")
    assert one["text"].startswith("- **RW-9a** A gang that was ordered to move with its herd")
    assert "did you mean" in said(table.write("amber", "RULES range-war RW-99"))
    assert part(table.write("nobody@x.example", "help"), "help")


def test_ready_and_wait(table):
    table.write("amber", "WAIT")
    assert part(table.write("amber", "bid 1"))["waiting"]
    for seat in ("blue", "copper"):
        table.write(seat, "bid 1")
    table.daemon.tick()
    assert table.live().window.key == KEY
    table.write("amber", "READY")
    table.daemon.tick()
    assert table.live().window.key != KEY


def test_orders_shows_and_changes_nothing(table):
    table.write("amber", "bid 5")
    answer = table.write("amber", "ORDERS")
    assert part(answer)["orders"] == ["bid 5"]
    assert part(answer)["receipt"] == 0


def test_a_report_again_in_a_mail_of_its_own(table):
    before = table.count("report")
    table.write("amber", "REPORT 0")
    again = table.out("report")[before:]
    assert [(row.recipient, row.facts["seat"]) for row in again] == [("amber@mail.example", "amber")]
    assert "ORDERS g1 amber" in text_of(message_of(table.sent_bytes(again[0])))


def test_standing_orders(table):
    answer = table.write("amber", "STANDING bids: bid 2")
    assert "bids: bid 2" in said(answer)
    for seat in table.seats:
        table.write(seat, "bid 1")
    table.daemon.tick()
    assert table.orders("amber") == ("bid 2",)


def test_forecast_changes_nothing(table):
    table.write("amber", "bid 1")
    answer = table.write("amber", "FORECAST\nbid 7\nEND")
    assert "forecast" in said(answer).lower()
    assert table.orders("amber") == ("bid 1",)


def test_vote_ends_the_game_when_all_agree(table):
    for seat in table.seats[:-1]:
        assert table.live().row["status"] == "running"
        table.write(seat, "VOTE DRAW")
    table.write(table.seats[-1], "VOTE DRAW")
    assert table.live().row["status"] == "over"


def test_absent_and_nonsense_dates(table):
    assert "2027-08-14" in said(table.write("amber", "ABSENT from 2027-08-01 to 2027-08-14"))
    assert "not" in said(table.write("amber", "ABSENT from someday to never"))


def test_absence_by_mail_moves_the_deadline_that_stands(table):
    """Due on the 4th; away on the 3rd to the 5th: the 6th, which the player and the table read."""
    assert "6 March 2027" in said(table.write("amber", "ABSENT from 2027-03-03 to 2027-03-05"))
    assert "6 March 2027" in part(table.write("blue", "bid 1"))["deadline"]


def test_nobody_waits_for_a_seat_that_was_given_up_by_mail(table):
    table.write("amber", "bid 1")
    table.write("blue", "bid 0")
    assert table.live().head == 0
    table.write("copper", "RESIGN")
    table.daemon.tick()
    assert table.live().head == 1


def test_resign(table):
    table.write("amber", "RESIGN")
    seat = next(one for one in table.campaign.sittings("g1") if one.seat == "amber")
    assert seat.state == "resigned"
    assert any("resigned" in row.facts["subject"] for row in table.out("gm"))


def test_whoever_plays_in_two_games_resigns_from_the_one_they_name(table):
    table.campaign.new_game("g2", "lanterns", table.now)
    for seat in table.seats:
        table.campaign.assign("g2", seat, f"{seat}@mail.example", table.now)
    table.campaign.start("g2", table.now)
    # A subject that names the other game is that of the mail that happened to be answered.
    for subject in ("hello", "Re: [club/g1] Round 1"):
        seat = "amber" if subject == "hello" else "blue"
        table.write(seat, "RESIGN g2\n\nSorry!", subject=subject)
    sat = {name: table.campaign.sittings(name) for name in ("g1", "g2")}
    resigned = {(name, one.seat) for name, there in sat.items() for one in there if one.state == "resigned"}
    assert resigned == {("g2", "amber"), ("g2", "blue")}


def test_joining_takes_two_letters(make_table):
    table = make_table()
    table.campaign.new_game("open", "lanterns", table.now, settings=_open())
    asked = table.write("new@mail.example", "JOIN open blue", subject="hello")
    code = table.written(asked).text.split("CONFIRM ")[1].split()[0]
    assert table.campaign.sittings("open") == []
    table.write("eve@mail.example", f"CONFIRM {code}", subject="hello")
    assert table.campaign.sittings("open") == []
    table.write("new@mail.example", f"CONFIRM {code}", subject="hello")
    assert [(one.role, one.addresses) for one in table.campaign.sittings("open")] == [
        ("applicant", ("new@mail.example",))
    ]
    table.campaign.join("open", "cli@mail.example", table.now)
    again = table.written(table.write("new@mail.example", "JOIN open", subject="hello")).text
    again = again.split("CONFIRM ")[1].split()[0]
    assert "already" in said(table.write("new@mail.example", f"CONFIRM {again}", subject="hello"))
    table.campaign.start("open", table.now)
    assert {one.addresses for one in table.campaign.sittings("open") if one.role == "player"} == {
        ("new@mail.example",),
        ("cli@mail.example",),
    }
    assert next(one.seat for one in table.campaign.sittings("open") if "new@mail.example" in one.addresses) == "blue"


def test_who_signed_up_may_leave_again(make_table):
    table = make_table()
    table.campaign.new_game("open", "lanterns", table.now, settings=_open())
    table.campaign.join("open", "new@mail.example", table.now, word="tumbleweed")
    asked = table.write("new@mail.example", "STATUS open", subject="hello")
    assert "1 of" in said(asked)
    assert "has not begun" in table.written(asked).text
    assert "given up" in said(table.write("new@mail.example", "RESIGN open", subject="hello"))
    assert table.campaign.sittings("open") == []


def test_nobody_signs_up_for_a_table_that_is_full_or_has_begun(make_table):
    table = make_table()
    table.campaign.new_game("open", "lanterns", table.now, settings=_open())
    most = table.live().game.seat_range[1]
    for number in range(most):
        table.campaign.join("open", f"p{number}@mail.example", table.now)
    answer = table.write("late@mail.example", "JOIN open", subject="hello")
    assert "you will be a substitute" in " ".join(table.written(answer).text.split())
    table.campaign.start("open", table.now)
    assert "begun" in said(table.write("late@mail.example", "JOIN open", subject="hello"))


def _open():
    from judge.grammar.document import Document

    return Document({"sign_up": "open"})


def test_settings_of_a_player(table):
    table.write("amber", "SET ZONE Europe/Berlin\nSET MAIL TEXT")
    report = next(row for row in table.out("report") if row.recipient == "amber@mail.example")
    mail = table.written(report)
    assert mail.html == ""
    assert "Europe/Berlin" in mail.text
    assert "did you mean" in said(table.write("amber", "SET ZONE Europe/Berlyn")).lower()


def test_orders_under_a_condition(table):
    """Blue has its twelve coins, so the first branch stands; nobody has a castle, so the other one's does."""
    answer = table.write("amber", "IF blue HAS 12\nbid 4\nELSE\nbid 1\nENDIF")
    assert table.orders("amber") == ("bid 4",)
    assert "is true" in said(answer)
    table.write("amber", "IF NOT blue HAS 12\nbid 9\nELSE\nbid 2\nENDIF")
    assert table.orders("amber") == ("bid 2",)


def test_orders_for_a_later_window_under_a_condition(table):
    table.write("amber", "bid 1\nPHASE bids\nIF amber HAS 12\nbid 5\nELSE\nbid 3\nENDIF\nENDPHASE")
    for seat in ("blue", "copper"):
        table.write(seat, "bid 0")
    table.daemon.tick()
    # The bid of 1 won, so 11 are left and the second branch stands.
    assert table.orders("amber") == ("bid 3",)


# --- press ----------------------------------------------------------------------------------------------------------


def test_press_reaches_its_seats_and_nobody_else(table):
    table.write("amber", "PRESS TO blue\nLet us not bid each other up.\nEND PRESS\nbid 3")
    sent = table.out("press")
    assert [row.recipient for row in sent] == ["blue@mail.example"]
    mail = table.written(sent[0])
    assert "Let us not bid" in mail.text
    assert "amber@mail.example" not in table.sent_bytes(sent[0]).decode()
    assert table.orders("amber") == ("bid 3",)


def test_an_answer_to_press_goes_to_its_sender(table):
    table.write("amber", "PRESS TO blue\nShall we?\nEND PRESS")
    reply = table.written(table.out("press")[0]).reply_to
    assert reply.startswith("judge+p.g1.amber")
    table.write("blue", "Yes, let us.\n", to=reply, subject="Re: Press from Amber")
    last = table.out("press")[-1]
    assert (last.recipient, last.facts["text"]) == ("amber@mail.example", "Yes, let us.")


@pytest.mark.parametrize(
    ("mode", "reaches"), [("none", []), ("gm-only", ["gm@example.org"]), ("public", ["blue", "copper"])]
)
def test_modes_of_press(make_table, mode, reaches):
    table = make_table(settings={"press": mode}).start()
    table.write("amber", "PRESS TO blue\nhello\nEND PRESS")
    told = [row.recipient.replace("@mail.example", "") for row in table.out("press")]
    assert told == reaches


def test_grey_press_does_not_tell_who_wrote(make_table):
    table = make_table(settings={"press": "grey"}).start()
    table.write("amber", "PRESS TO ALL\nBlue will cheat you.\nEND PRESS")
    for row in table.out("press"):
        raw = table.sent_bytes(row).decode().lower()
        assert "amber" not in raw
    before = table.count("press")
    table.write("amber", "PRESS TO ALL\nYours, amber@mail.example\nEND PRESS")
    assert table.count("press") == before


def test_tokens_in_press_are_taken_out(table):
    """What only looks like one; press that holds a real one is not sent at all (test_press.py)."""
    address = "judge+g1.abcdefghijkl234567@judge.localhost"
    table.write("amber", f"PRESS TO blue\nTOKEN abcdefghijklmnopq\nwrite to {address}\nEND PRESS")
    text = table.out("press")[-1].facts["text"]
    assert "abcdefghijklmnopq" not in text
    assert "abcdefghijkl234567" not in text


# --- structure ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "verb", "rest"),
    [
        ("set wait", "wait", ""), ("SET NOWAIT", "ready", ""), ("set draw", "vote", "draw"),
        ("LIST g1", "status", "g1"),
        ("my orders", "orders", ""), ("clear all orders", "clear", ""), ("history g1 from 1901", "report", ""),
        ("get help", "help", ""), ("BROADCAST\nhello\nENDBROADCAST", "press", "all"),
        ("whogame g1 full", "status", "g1"),
        ("set concede to france", "vote", "concede france"),
        ("set absence 2027-08-01 to 2027-08-09", "absent", "2027-08-01 to 2027-08-09"),
    ],
)  # fmt: skip
def test_spellings_of_older_judges(text, verb, rest):
    letter = read_letter(f"From: a@b.example\r\n\r\n{text}\r\n".encode())
    found = read(letter.lines).commands
    assert [(one.verb, one.rest) for one in found] == [(verb, rest)]


def test_faults_of_structure_are_told(table):
    answer = table.write("amber", "bid 1\nENDIF\n")
    assert part(answer, "fault")["code"] == "endif-without-if"
    assert answer.facts["verdict"] == "ERRORS"
    assert "An ENDIF has no IF before it." in table.written(answer).text


def test_a_set_with_an_if_that_never_ends_waits_for_its_player_by_mail_and_by_hand(table):
    text = "bid 1\nIF I have 100\nbid 2\n"
    by_mail = part(table.write("amber", text), "orders")["closes"]["faulty"]
    done, _ = table.campaign.enter_as_said(table.name, "blue", text, table.now)
    assert by_mail
    assert [str(one.sentence) for one in done.problems] == ["An IF has no ENDIF."]


def test_a_draw_among_some_is_agreed_by_all_and_shared_by_those(table):
    for seat in table.seats:
        assert table.live().row["status"] == "running"
        table.write(seat, "VOTE DRAW blue and amber")
    assert sorted(json.loads(table.live().row["outcome"])["winners"]) == ["amber", "blue"]


def test_a_vote_that_names_nobody_known_is_not_counted(table):
    for seat in table.seats[:2]:
        table.write(seat, "VOTE DRAW")
    row = table.write(table.seats[2], "VOTE DRAW with the aliens")
    assert "names nobody I know" in " ".join(table.written(row).text.split())
    assert table.live().row["status"] == "running"
    assert "VOTE DRAW: " in table.written(table.write(table.seats[2], "I vote for a draw between all of us")).text
    assert table.live().row["status"] == "over"


def test_after_the_deadline_an_answer_says_how_long_letters_count(table):
    table.write("amber", "bid 3")
    table.pass_time(days=3, hours=1)
    said = " ".join(table.written(table.write("blue", "bid 2")).text.split())
    assert "at its deadline" not in said
    assert "on Thursday 4 March 2027, 15:00 UTC (in 5 hours) in any case" in said
