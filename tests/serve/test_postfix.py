"""A real Postfix hands letters to the judge's LMTP door, and its real bounces come home to our sealed addresses."""

from __future__ import annotations

import re
import smtplib
import time
from collections import Counter
from dataclasses import replace

import pytest
import sqlalchemy as sa

from judge.campaign.numbers import mail_secret
from judge.mail.accounts import Server
from judge.mail.fetch import Mailbox
from judge.mail.headers import heading, message_of
from judge.office import Office
from judge.serve.door import Door
from judge.store import tables
from tests.mail.conftest import fresh_user

pytestmark = pytest.mark.server
TO = "judge+g1@judge.localhost"


def wait_for(question, seconds=30.0):
    """Until something is so."""
    until = time.monotonic() + seconds
    while not (found := question()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


class House:
    """A table whose letters come, and whose answers go, through Postfix; the world is a post office of our own."""

    def __init__(self, table, postfix, world):
        self.table, self.postfix, self.world = table, postfix, world
        self.got: list[tuple[str, bytes]] = []
        world.watch(lambda user, raw: self.got.append((user, raw)))
        account = replace(
            table.account, lmtp_listen=f"127.0.0.1:{postfix.lmtp_port}",
            smtp=Server("smtp", "127.0.0.1", postfix.port, "opportunistic", ""),
        )  # fmt: skip
        daemon = table.daemon
        daemon.account = daemon.sender.account = daemon.postroom.account = account
        self.door = Door(account, daemon)
        with table.campaign.store.begin() as connection:
            mail_secret(connection)  # As `start` makes it, before anything is sent.

    def post(self, raw, to=TO, sender="amber@mail.example"):
        with smtplib.SMTP("127.0.0.1", self.postfix.port) as link:
            link.sendmail(sender, [to], raw)

    def notes(self):
        return Counter(row["note"] for row in self.table.letters())

    def bounces(self, address):
        with self.table.campaign.store.read() as connection:
            return connection.execute(
                sa.select(tables.addresses.c.bounces).where(tables.addresses.c.address == address)
            ).scalar_one()


@pytest.fixture
def database():
    """The file is enough: what Postfix does is the same on either database."""


@pytest.fixture
def world(postfix, tmp_path):
    """Where everybody else's mail goes: amber has a mailbox there, the others have gone."""
    with Office(tmp_path / "world.sqlite", "mail.example", smtp_port=postfix.world_port) as office:
        office.set_user("amber", "secret")
        yield office


@pytest.fixture
def house(table, postfix, world):
    made = House(table, postfix, world)
    made.door.start()
    yield made
    made.door.stop()
    table.daemon.sender.close()
    postfix.clear()


def test_postfix_hands_letters_over_and_takes_the_answers(house):
    table = house.table
    raw = table.mail("amber", "bid 5\n", number="one")
    house.post(raw)
    house.post(raw)
    assert wait_for(lambda: table.orders("amber") == ("bid 5",))
    assert wait_for(lambda: house.postfix.log().count("status=sent (250 2.0.0 stored)") >= 2)
    assert [row["message_id"] for row in table.letters()] == ["<one@mail.example>"]
    table.daemon.send_waiting()

    def answers():
        mails = [message_of(raw) for user, raw in house.got if user == "amber"]
        return [mail for mail in mails if heading(mail, "In-Reply-To") == "<one@mail.example>"]

    assert wait_for(answers)
    assert [heading(mail, "X-Judge-Kind") for mail in answers()] == ["receipt"]


def test_a_real_bounce_is_counted_and_never_answered(house):
    """Blue and Copper have gone: the world refuses them, and Postfix tells our sealed address so."""
    table = house.table
    for number in (1, 2, 3):
        table.pass_time(seconds=1)
        house.post(table.mail("blue", f"bid {number}\n"), sender="blue@mail.example")
        assert wait_for(lambda number=number: table.orders("blue") == (f"bid {number}",))
    table.daemon.send_waiting()
    mails = [row for row in table.rows() if row["recipient"] == "blue@mail.example"]
    assert len(mails) >= 4  # The report of the start, the seat's token, and three acknowledgements.
    # Three final failures are enough (four quarters each).
    assert wait_for(lambda: house.bounces("blue@mail.example") >= 12), house.postfix.log()[-3000:]
    bounced = [row for row in table.letters() if row["note"] == "bounce"]
    raw = message_of(bytes(bounced[0]["raw"]))
    assert raw.get_content_type() == "multipart/report"
    assert heading(raw, "Return-Path") == "<>"
    assert re.match(r"judge\+b\.\d+\.[0-9a-f]{16}@judge\.localhost", heading(raw, "Delivered-To"))
    told = [row.facts for row in table.out("gm")]
    last = [facts for facts in told if facts["subject"] == "Mail to blue@mail.example comes back"]
    assert len(last) == 1
    assert "no such" in last[0]["text"].lower() or "550" in last[0]["text"]
    everybody = {row.recipient for row in table.out()}
    assert not [one for one in everybody if "mailer-daemon" in one.lower() or one.startswith("judge")]
    # Nothing more goes there.
    before = len(house.got)
    house.post(table.mail("copper", "STATUS\n"), sender="copper@mail.example")
    assert wait_for(lambda: any(row.recipient == "copper@mail.example" for row in table.out("receipt")))
    assert len(house.got) == before
    # Until he writes himself.
    house.post(table.mail("blue", "STATUS\n"), sender="blue@mail.example")
    assert wait_for(lambda: house.bounces("blue@mail.example") == 0)


def test_a_forged_bounce_is_not_counted(house):
    table = house.table
    row = next(row for row in table.rows() if row["recipient"] == "amber@mail.example")
    report = (
        b"From: MAILER-DAEMON@mx.example\r\nTo: judge\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        b"MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n"
        b"--x\r\nContent-Type: text/plain\r\n\r\nIt came back.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n"
        b"Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; amber@mail.example\r\nAction: failed\r\n"
        b"Status: 5.1.1\r\n\r\n--x--\r\n"
    )
    before = len(table.rows())
    for word in ("0" * 16, "f" * 16):
        house.post(report, to=f"judge+b.{row['id']}.{word}@judge.localhost", sender="")
    house.post(report, to="judge@judge.localhost", sender="")
    assert wait_for(lambda: len(table.letters()) >= 2)
    assert wait_for(lambda: all(row["state"] == "ignored" for row in table.letters()))
    assert house.bounces("amber@mail.example") == 0
    assert len(table.rows()) == before


def test_while_the_judge_is_down_postfix_keeps_letters_and_tries_again(house):
    table = house.table
    house.door.stop()
    house.post(table.mail("amber", "bid 4\n"))
    assert wait_for(lambda: "status=deferred" in house.postfix.log())
    assert table.letters() == []
    house.door = Door(house.door.account, table.daemon).start()
    house.postfix.flush()
    assert wait_for(lambda: table.orders("amber") == ("bid 4",))


def test_a_letter_stored_whose_sender_never_heard_so_is_not_acted_on_twice(house, monkeypatch):
    """The judge dies after it stored a letter and before it said so: Postfix brings the letter again."""
    table = house.table
    store = table.daemon.store
    died = []

    def dying(mails):
        store(mails)
        if not died:
            died.append(mails)
            raise OSError("killed here")

    monkeypatch.setattr(table.daemon, "store", dying)
    house.post(table.mail("amber", "bid 7\n", number="again"))
    assert wait_for(lambda: died and "status=deferred" in house.postfix.log())
    house.postfix.flush()
    assert wait_for(lambda: "again@mail.example" in house.postfix.log() and table.orders("amber") == ("bid 7",))
    assert [row["message_id"] for row in table.letters()] == ["<again@mail.example>"]
    assert len([row for row in table.out("receipt") if row.recipient == "amber@mail.example"]) == 1


def test_what_the_door_refuses(house):
    """Too large, not for the judge, a second recipient: each with the code a mail server understands."""
    table = house.table
    port = house.postfix.lmtp_port
    with smtplib.LMTP("127.0.0.1", port) as link:
        link.ehlo()
        assert int(link.esmtp_features["size"]) == 4 * 256 * 1024
        link.mail("amber@mail.example")
        assert link.rcpt("judge@elsewhere.example")[0] == 550
        assert link.rcpt(TO)[0] == 250
        assert link.rcpt(TO)[0] == 452
    huge = table.mail("amber", "bid 1\n" + ("x" * 70 + "\n") * 20_000)
    with smtplib.LMTP("127.0.0.1", port) as link, pytest.raises(smtplib.SMTPException) as refused:
        link.sendmail("amber@mail.example", [TO], huge)
    assert "552" in str(refused.value)
    assert table.letters() == []
    # The mail server's own bounce tells its sender; the judge hears nothing of it.
    house.post(huge)

    def told():
        return [raw for user, raw in house.got if user == "amber" and b"5.3.4" in raw]

    assert wait_for(told)
    assert table.letters() == []
    # One that is too large to be a letter but not for the door is answered by the judge itself.
    house.post(table.mail("amber", "bid 1\n" + ("x" * 70 + "\n") * 5_000))
    assert wait_for(lambda: table.out("receipt"))
    assert table.out("receipt")[0].facts["parts"][0]["code"] == "too-large"


def test_bounces_come_through_dovecot_as_well(house, dovecot, tmp_path):
    """The same, where the judge's mail lies in a mailbox: Postfix, Dovecot's LMTP, then IMAP."""
    table, user = house.table, fresh_user()
    (tmp_path / "word").write_text("secret")
    (tmp_path / "word").chmod(0o600)
    daemon = table.daemon
    account = replace(
        house.door.account, address=f"{user}@mailbox.localhost", secret={"password_file": "word"}, folder=tmp_path,
        imap=Server("imap", "127.0.0.1", dovecot.imap_port, "opportunistic", user),
    )  # fmt: skip
    daemon.account = daemon.sender.account = daemon.postroom.account = daemon.desk.account = account
    daemon.opener.own_address = account.address
    daemon.send_waiting()
    mails = [row for row in table.rows() if row["recipient"] == "blue@mail.example"]
    mailbox = Mailbox(account, daemon.take)

    def all_back():
        mailbox.collect()
        return house.bounces("blue@mail.example") >= 4 * len(mails)

    assert wait_for(all_back)
    mailbox.close()
    # Copper has gone as well; the game master's address has no mailbox there either.
    assert set(house.notes()) == {"bounce"}
    assert not any(row.recipient.startswith(user) for row in table.out())
