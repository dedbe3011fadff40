"""The Judge's mails: the same facts, the same bytes; nothing can get into a header; one recipient a transaction."""

from __future__ import annotations

import hashlib
import random
from datetime import UTC, datetime, timedelta
from email import message_from_bytes

import pytest

from judge.mail.accounts import Account, Server
from judge.mail.compose import Deadline, Mail, _with_parts, bytes_of
from judge.mail.envelope import envelope_of
from judge.mail.guard import bounced_number, reason_to_ignore, verp_word
from judge.mail.headers import heading, message_of, raw_headers
from judge.mail.letter import read_letter
from judge.mail.send import Outgoing, Sender, wait_before
from tests.serve.wire import Cut, Wire

AT = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20


def a_mail(**more) -> Mail:
    facts = {
        "message_id": "<1.report@judge.example>", "recipient": "ann@mail.example", "sender": "judge@judge.example",
        "sender_name": "The Judge", "subject": "[club/g1] Spring 1901 {spring-1901}", "text": "Grüße → alle\n.dot\n",
        "at": AT, "html": "<html><body><p>Grüße</p></body></html>", "picture": PNG, "picture_alt": 'The "map"',
        "deadline": Deadline("g1: Spring, 1901", AT, "u1@judge.example", 2), "list_id": "g1.games.judge.example",
        "list_name": "club, g1", "references": ("<root@judge.example>",), "in_reply_to": "<x@mail.example>",
    }  # fmt: skip
    return Mail(**(facts | more))


def test_the_same_facts_make_the_same_bytes():
    assert bytes_of(a_mail()) == bytes_of(a_mail())
    assert bytes_of(a_mail()) != bytes_of(a_mail(message_id="<2.report@judge.example>"))


def test_what_is_in_it():
    message = message_of(bytes_of(a_mail()))
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == ["multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html",
                     "image/png", "text/calendar"]  # fmt: skip
    parts = list(message.walk())
    assert parts[5].get_payload(decode=True) == PNG
    assert parts[5]["Content-ID"].strip("<>") in parts[4].get_payload(decode=True).decode()
    calendar = parts[6].get_payload(decode=True).decode()
    assert "DTSTART:20270301T090000Z" in calendar
    assert "SEQUENCE:2" in calendar
    assert "SUMMARY:g1: Spring\\, 1901" in calendar
    assert heading(message, "List-Id") == "club, g1 <g1.games.judge.example>"
    assert heading(message, "Auto-Submitted") == "auto-generated"
    raw = bytes_of(a_mail())
    assert max(len(line) for line in raw.split(b"\r\n")) <= 200
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert all(byte < 128 for byte in raw)


def test_a_chart_stands_where_its_mark_is_and_has_words():
    marked = "<html><body><h1>Fall</h1><!--map--><table></table><!--chart--><h2>Next</h2></body></html>"
    message = message_of(bytes_of(a_mail(html=marked, chart=PNG[:40], chart_alt="Centres of each seat over time")))
    html, first, second = (part for part in message.walk() if part.get_content_maintype() in ("image",) or
                           part.get_content_type() == "text/html")  # fmt: skip
    page = html.get_payload(decode=True).decode()
    ids = [part["Content-ID"].strip("<>") for part in (first, second)]
    assert second.get_payload(decode=True) == PNG[:40]
    assert page.index(ids[0]) < page.index("<table") < page.index(ids[1]) < page.index("<h2>Next")
    assert 'alt="Centres of each seat over time"' in page
    assert "<!--" not in page


@pytest.mark.parametrize(
    "name", ["subject", "sender_name", "message_id", "in_reply_to", "list_name", "recipient", "reply_to"]
)
def test_nothing_can_get_into_a_header(name):
    evil = "x\r\nBcc: eve@elsewhere.example\r\n\r\nhello\u202e\x1b[31m"
    message = message_of(bytes_of(a_mail(**{name: evil})))
    assert raw_headers(message, "Bcc") == []
    assert "\x1b" not in bytes_of(a_mail(**{name: evil})).decode()


def test_our_own_mail_is_never_answered():
    assert reason_to_ignore(message_of(bytes_of(a_mail())), "judge@judge.example") is not None
    assert reason_to_ignore(message_of(bytes_of(a_mail())), "other@elsewhere.example") is not None


def test_only_a_sealed_return_path_is_believed():
    secret = b"s" * 32
    word = verp_word(secret, 17)
    assert bounced_number(secret, word) == 17
    for number in (17, 18):
        assert bounced_number(secret, f"b.{number}.{word.rpartition('.')[2]}") is None
    assert bounced_number(b"t" * 32, word) is None


def test_addresses_of_the_judge():
    def seen(to: str, subject: str = "x"):
        raw = f"From: a@b.example\r\nTo: {to}\r\nSubject: {subject}\r\n\r\n".encode()
        return envelope_of(read_letter(raw), "judge@judge.example", "club")

    assert seen("judge+g1@judge.example").game == "g1"
    assert seen("judge+g1.abcdefghijkl234567@judge.example").tokens == (("abcdefghijkl234567", "g1"),)
    assert seen("judge+p.g1.blue.abcdefghijkl234567@judge.example").seat == "press:blue"
    assert seen("judge+b.17.0123456789abcdef@judge.example").bounce == "b.17.0123456789abcdef"
    assert seen("judge+g1@elsewhere.example").game is None
    envelope = seen("judge@judge.example", "AW: Re: [club/g7] OK: Spring 1901 {spring-1901-movement}")
    assert (envelope.game, envelope.window) == ("g7", "spring-1901-movement")


def test_one_recipient_a_transaction_and_each_failure_told_apart(office):
    office.set_user("ann", "secret")
    got = []
    office.watch(lambda user, raw: got.append(user))
    account = Account("judge@judge.localhost", smtp=Server("smtp", "127.0.0.1", office.smtp_port, "opportunistic", ""))
    sender = Sender(account)
    data = bytes_of(a_mail())
    results = list(sender.send([
        Outgoing(1, "judge@judge.localhost", "ann@judge.localhost", data),
        Outgoing(2, "judge@judge.localhost", "nobody@judge.localhost", data),
        Outgoing(3, "judge@judge.localhost", "ann@judge.localhost", data),
    ]))  # fmt: skip
    assert [(one.number, one.result) for one in results] == [(1, "sent"), (2, "refused"), (3, "sent")]
    assert got == ["ann", "ann"]
    office.stop()
    sender.close()
    assert [one.result for one in sender.send([Outgoing(4, "a@b.example", "ann@judge.localhost", data)])] == ["down"]


def test_a_mail_reaches_nobody_else_when_the_store_fails_between_two(office):
    """The next recipient has been named to the server already when the store cannot note the mail before."""
    got = []
    office.watch(lambda user, raw: got.append((user, message_of(raw).get_payload().strip())))
    for name in ("ann", "bea", "cat"):
        office.set_user(name, "secret")
    account = Account("judge@judge.localhost", smtp=Server("smtp", "127.0.0.1", office.smtp_port, "opportunistic", ""))
    mails = [
        Outgoing(
            number, "judge@judge.localhost", f"{name}@judge.localhost", f"Subject: x\r\n\r\nfor {name}\r\n".encode()
        )
        for number, name in enumerate(("ann", "bea", "cat"), 1)
    ]
    for heard in (1, 2, 3):
        got.clear()
        sender = Sender(account)
        results = sender.send(mails)
        assert [next(results).result for _ in range(heard)] == ["sent"] * heard
        # The same sender goes on when the store is back.
        assert [(one.number, one.result) for one in sender.send(mails)] == [(1, "sent"), (2, "sent"), (3, "sent")]
        sender.close()
        assert {(user, text) for user, text in got} == {(name, f"for {name}") for name in ("ann", "bea", "cat")}


def test_a_server_that_is_restarted_is_found_again(tmp_path):
    from judge.office import Office

    data = bytes_of(a_mail())
    with Office(tmp_path / "mail.sqlite") as house:
        house.set_user("ann", "secret")
        port = house.smtp_port
        sender = Sender(Account("j@judge.localhost", smtp=Server("smtp", "127.0.0.1", port, "opportunistic", "")))
        mail = Outgoing(1, "j@judge.localhost", "ann@judge.localhost", data)
        assert [one.result for one in sender.send([mail])] == ["sent"]
    with Office(tmp_path / "mail.sqlite", smtp_port=port):
        results = [one.result for _ in range(2) for one in sender.send([mail])]
        assert results[-1] == "sent"
    sender.close()


def test_a_wire_cut_between_two_mails_lets_no_mail_go_astray(office):
    """The next envelope goes before the answer to a mail: when none comes, both wait; the third goes by itself."""
    office.set_user("ann", "secret")
    with Wire(office.smtp_port, [Cut(b"\r\n.\r\n", 0)]) as wire:
        sender = Sender(Account("j@judge.localhost", smtp=Server("smtp", "127.0.0.1", wire.port, "opportunistic", "")))
        data = bytes_of(a_mail())
        mails = [Outgoing(number, "j@judge.localhost", "ann@judge.localhost", data) for number in (1, 2, 3)]
        assert [(one.number, one.result) for one in sender.send(mails)] == [(1, "later"), (2, "later"), (3, "sent")]
        sender.close()


def test_tries_have_an_end():
    waits = [wait_before(tries) for tries in range(1, 12)]
    assert waits[-1] is None
    assert all(one is not None for one in waits[:-1])


@pytest.mark.parametrize("identity", ["<grüße@mail.example>", "no brackets", "<a@b> <c@d>", "<a b@mail.example>", "<>",
    "<a,b@mail.example>", "<a@mail.example>\r\nBcc: all@mail.example", "<" + "a" * 300 + "@mail.example>"])  # fmt: skip
def test_an_answer_to_a_letter_with_an_odd_identity_goes_out_and_names_none(identity):
    mail = message_from_bytes(bytes_of(a_mail(in_reply_to=identity, references=("<root@judge.example>",))))
    assert mail["In-Reply-To"] is None
    assert mail["References"] == "<root@judge.example>"
    assert mail["Bcc"] is None
    usual = "<CAK7+x=_y.12$3@mail.gmail.example>"
    mail = message_from_bytes(bytes_of(a_mail(in_reply_to=usual, references=("<root@judge.example>", identity))))
    assert mail["In-Reply-To"] == usual
    assert mail["References"].split() == ["<root@judge.example>", usual]


WORDS = "Grüße ab=c 😀 €,.;:-'\"<>@()[]{}_%&!?/\\| \t\nxyz1 = "


@pytest.mark.parametrize("seed", range(60))
def test_a_mail_of_words_has_the_bytes_the_library_makes(seed):
    # Drawn: lengths around the folding limit, signs that must be encoded, trailing spaces, dots, long lines.
    draw = random.Random(seed)

    def some(most):
        return "".join(draw.choice(WORDS) for _ in range(draw.randrange(most)))

    mail = a_mail(
        picture=b"", deadline=None, html=f"<p>{some(900)}</p>" if seed % 3 else "", text=some(900),
        subject=some(120) if seed % 2 else "OK: Round 1 " + "x" * draw.randrange(80),
        sender_name=some(40) if seed % 5 else "The Judge",
        reply_to=f"judge+g1.{'a' * draw.randrange(60)}@judge.example",
        message_id=f"<{'b' * draw.randrange(1, 90)}.receipt@judge.example>", recipient=f"ann{seed}+x.y@mail.example",
        in_reply_to=f"<{some(30)}@mail.example>" if seed % 2 else "<4@mail.example>", list_name=some(50),
        list_id="g1.games.judge.example" if seed % 4 else "", marks=(("Game", "g1"), ("Kind", "receipt")),
        at=AT + timedelta(seconds=draw.randrange(10**8)),
    )  # fmt: skip
    assert bytes_of(mail) == _with_parts(mail, hashlib.sha256(mail.message_id.encode()).hexdigest())
