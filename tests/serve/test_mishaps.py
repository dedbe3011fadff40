"""What happens to mail servers, wires and disks: nothing is lost, nothing is done twice, and somebody is told."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import random
import smtplib
import subprocess
import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from imapclient import IMAPClient

from judge.campaign import telling
from judge.mail.fetch import CannotFetch, Mailbox, RawMail
from judge.office import Office
from judge.serve.door import READING, Door
from judge.store import tables
from tests.mail.conftest import Server
from tests.serve.house import House, wait_for
from tests.serve.table import JUDGE, Table
from tests.serve.wire import Cut, Wire

WHOLE = os.environ.get("JUDGE_PROOF") == "1"


@pytest.fixture
def world(tmp_path):
    """Everybody else's mail server."""
    with Office(tmp_path / "world.sqlite", "mail.example") as office:
        yield office


@pytest.fixture
def steady(tmp_path, database):
    """A table whose window stays open."""
    table = Table(tmp_path / "club", settings={"deadlines": "900d"}, options={"coins": 99}, store=database).start()
    yield table
    table.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """What waits for minutes in the world waits for moments here; that waits grow is tested where they are made."""
    monkeypatch.setattr("judge.serve.daemon.back_off", lambda failures: 0.03)


def test_the_wire_is_cut_wherever_it_hurts(steady, server, world, seed_of):
    """In the middle of fetching, moving, idling, sending, and after a mail was handed over but before its 250."""
    chance = random.Random(seed_of(1901))
    letters, cuts = (150, 60) if WHOLE else (30, 12)
    fetching = Cut.drawn((b" FETCH ", b" MOVE ", b" IDLE", b" SEARCH "), cuts, chance)
    sending = Cut.drawn((b"DATA\r\n", b"\r\n.\r\n", b"MAIL FROM", b"RCPT TO"), cuts, chance)
    with Wire(server.imap_port, fetching) as near, Wire(world.smtp_port, sending) as far:
        house = House(steady, server, world, imap_port=near.port, smtp_port=far.port)
        house.write_many(range(letters // 2))
        house.daemon.start()
        try:
            for number in range(letters // 2, letters):
                house.write_many([number])
                time.sleep(chance.random() / 10)
            # Letters go on until every cut has been made: the last ones are for whatever is left.
            until = time.monotonic() + 60
            while (near.left or far.left) and time.monotonic() < until:
                house.write_many([len(house.written)])
                wait_for(house.is_settled, 2)
            assert wait_for(house.is_settled, 60), (near.left, far.left, steady.letters()[-1]["state"])
        finally:
            house.daemon.stop()
    assert not near.left
    assert not far.left
    house.check()


def test_a_mail_server_that_is_stopped_and_started_again(steady, server, world):
    """The daemon tries on, the game master is told that the mailbox cannot be read, and then everything goes on."""
    house = House(steady, server, world)
    house.daemon.start()
    try:
        house.write_many(range(6))
        assert wait_for(house.is_settled)
        house.write_many(range(6, 26))
        server.house.stop()
        assert wait_for(lambda: any(row.facts["subject"] == "The mailbox cannot be read" for row in steady.out("gm")))
        server.house.start()
        house.write_many(range(26, 32))
        assert wait_for(house.is_settled)
    finally:
        house.daemon.stop()
    house.check()
    told = [row for row in steady.out("gm") if row.facts["subject"] == "The mailbox cannot be read"]
    assert len(told) == 1


def test_the_gm_hears_of_an_outage_once_though_the_first_try_to_tell_fails(steady, monkeypatch):
    tell, broken = telling.tell_gm, iter((True,))
    monkeypatch.setattr("judge.serve.daemon.tell_gm", lambda *given: 1 / 0 if next(broken, False) else tell(*given))
    for failures in range(1, 8):
        steady.daemon._trouble(CannotFetch("no answer"), failures)
    assert not steady.out("gm")
    for failures in range(8, 12):
        steady.daemon._trouble(CannotFetch("no answer"), failures)
    (told,) = steady.out("gm")
    assert "no answer" in told.facts["text"]


def test_a_sending_server_that_is_stopped_and_started_again(steady, office, world):
    office.set_user("judge", "secret")
    house = House(steady, Server("office", office, "judge"), world)
    world.stop()
    house.daemon.start()
    try:
        house.write_many(range(6))
        assert wait_for(lambda: steady.count("receipt") == 6)
        time.sleep(0.2)
        assert not any(row["state"] == "sent" for row in steady.rows())
        world.start()
        assert wait_for(house.is_settled)
    finally:
        house.daemon.stop()
    house.check()


# --- the mailbox is made anew -------------------------------------------------------------------------------------


def test_a_mailbox_made_anew_under_another_uidvalidity(steady, server, world):
    """The same mails under other numbers, new mails under old ones: none is missed, none is acted on twice."""
    house = House(steady, server, world)
    account = replace(house.account, inbox="Games")
    mailbox = Mailbox(account, house.daemon.take)

    yesterday = datetime.now(UTC) - timedelta(days=1)

    def raw(number):
        seat = steady.seats[number % 3]
        house.last[seat] = f"bid {number}"
        house.written.append(f"<order-{number}@mail.example>")
        # When it came is kept with a mail that is moved from server to server.
        came = yesterday + timedelta(seconds=number)
        return steady.mail(seat, f"bid {number}\nWAIT\n", number=f"order-{number}"), came

    def fill(mails, anew):
        client = IMAPClient("127.0.0.1", server.imap_port, ssl=False, timeout=10)
        client.login(server.user, "secret")
        if anew:
            client.delete_folder("Games")
        client.create_folder("Games")
        for mail, came in mails:
            client.append("Games", mail, msg_time=came)
        found = client.folder_status("Games", ["UIDVALIDITY", "UIDNEXT"])
        client.logout()
        return found[b"UIDVALIDITY"], found[b"UIDNEXT"]

    first = [raw(number) for number in range(4)]
    was = fill(first, anew=False)
    mailbox._move = lambda *anything: (_ for _ in ()).throw(OSError("cut before the move"))
    with pytest.raises(CannotFetch):
        mailbox.collect()
    del mailbox._move
    more = [raw(number) for number in range(4, 7)]
    # The new mails take the numbers the old ones had.
    became = fill(more + first, anew=True)
    assert became[0] != was[0]
    for _ in range(3):
        # A connection that had the old folder open may break first.
        with contextlib.suppress(CannotFetch):
            mailbox.collect()
    assert mailbox.client.folder_status("Games", ["MESSAGES"])[b"MESSAGES"] == 0
    mailbox.close()
    house.daemon.send_waiting()
    house.check()


def test_two_letters_of_one_second_without_a_message_id_are_both_fetched(steady, server, world):
    """By IMAP, from a mailbox that tells when a mail came to the second; once more after the connection broke."""
    house = House(steady, server, world)
    raw = b"\n".join(
        one for one in steady.mail("amber", "bid 5", proven=False).split(b"\n") if b"Message-ID" not in one
    )
    came = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)
    client = IMAPClient("127.0.0.1", server.imap_port, ssl=False, timeout=10)
    client.login(server.user, "secret")
    for _ in range(2):
        client.append(house.account.inbox, raw, msg_time=came)
    client.logout()
    mailbox = Mailbox(house.account, house.daemon.take)
    mailbox._move = lambda *anything: (_ for _ in ()).throw(OSError("cut before the move"))
    with pytest.raises(CannotFetch):
        mailbox.collect()
    del mailbox._move
    mailbox.collect()
    mailbox.close()
    assert len(steady.letters()) == 2
    assert len({row["uid"] for row in steady.letters()}) == 2


def test_a_letter_that_a_mail_server_hands_in_again_is_the_same_and_its_twin_is_not(steady):
    """It did not hear that the first was taken; the twin has another mark of the server's in its head."""
    raw = b"\n".join(
        one for one in steady.mail("amber", "bid 5", proven=False).split(b"\n") if b"Message-ID" not in one
    )
    steady.account = replace(steady.account, lmtp_listen="127.0.0.1:0")
    door = Door(steady.account, steady.daemon).start()
    try:
        for mark in (b"A1", b"A1", b"B2"):
            with smtplib.LMTP("127.0.0.1", door.port) as link:
                head = b"Received: from mx (mx [192.0.2.1]) by judge.localhost with LMTP id " + mark + b"\n"
                link.sendmail("amber@mail.example", [JUDGE], head + raw)
    finally:
        door.stop()
        for one in threading.enumerate():
            if one.name == READING:
                one.join(60)
    assert len(steady.letters()) == 2


def test_a_mailbox_made_anew_under_the_same_uidvalidity(steady):
    """A server that breaks its promise gives old numbers to new mails: they are letters all the same."""
    for words in ("bid 1", "bid 2"):
        raw = steady.mail("amber", words)
        steady.daemon.store([RawMail(JUDGE, "INBOX", 1, 1, steady.now, raw)])
        steady.daemon.store([RawMail(JUDGE, "INBOX", 1, 1, steady.now, raw)])
        steady.daemon.read_all()
        steady.pass_time(seconds=1)
    assert len(steady.letters()) == 2
    assert steady.orders("amber") == ("bid 2",)


@pytest.mark.parametrize("number", ["<a@mail.example>", ""])
def test_a_mailbox_made_anew_after_an_upgrade(steady, number):
    """A store in which letters are known as they were before their heads counted, and a mailbox with new numbers."""
    letters = [steady.mail("amber", words) for words in ("bid 1", "bid 2")]
    if not number:
        letters = [b"\n".join(one for one in raw.split(b"\n") if b"Message-ID" not in one) for raw in letters]
    came = [steady.now - timedelta(seconds=one) for one in (2, 1)]
    steady.daemon.store([RawMail(JUDGE, "INBOX", 1, 1 + one, came[one], letters[one]) for one in (0, 1)])
    steady.daemon.read_all()
    with steady.campaign.store.begin() as connection:
        for row in connection.execute(sa.select(tables.inbox)).mappings().all():
            words = hashlib.sha256(row["raw"].replace(b"\r\n", b"\n").partition(b"\n\n")[2].strip()).hexdigest()
            before = "\n".join((JUDGE, row["message_id"] or row["received_at"], words))
            known_by = hashlib.sha256(before.encode()).hexdigest()
            connection.execute(tables.inbox.update().where(tables.inbox.c.id == row["id"]).values(digest=known_by))
    steady.daemon.store([RawMail(JUDGE, "INBOX", 2, 8, came[0], letters[0])])
    steady.daemon.store([RawMail(JUDGE, "INBOX", 2, 9 - one, came[one], letters[one]) for one in (0, 1)])
    steady.daemon.read_all()
    assert (len(steady.letters()), steady.orders("amber")) == (2, ("bid 2",))
    # A new letter counts.
    steady.daemon.store([RawMail(JUDGE, "INBOX", 2, 10, steady.now, steady.mail("amber", "bid 3"))])
    steady.daemon.read_all()
    assert steady.orders("amber") == ("bid 3",)


# --- no room ------------------------------------------------------------------------------------------------------


class Pages:
    """No room because the store may have no more pages: what SQLite says of a full disk, anywhere."""

    def __init__(self, path):
        self.path = path

    def fill(self, engine):
        engine.dispose()
        sa.event.listen(engine, "connect", self.full)

    def full(self, connection, record):
        used = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={used}")

    def make_room(self, engine):
        sa.event.remove(engine, "connect", self.full)
        engine.dispose()


class Disk:
    """A small disk of its own, in memory, that something else has filled up."""

    def __init__(self, path):
        self.ballast = Path(path) / "ballast"

    def fill(self, engine):
        with self.ballast.open("wb") as file:
            size = 1 << 16
            while size:
                try:
                    os.write(file.fileno(), b"x" * size)
                except OSError:
                    size //= 2

    def make_room(self, engine):
        self.ballast.unlink()


@pytest.fixture(params=["pages", "disk"])
def full(request, tmp_path):
    """A table whose store can be left without room."""
    where = tmp_path / "small"
    where.mkdir()
    mounted = False
    if request.param == "disk":
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(where)], capture_output=True)
        mounted = done.returncode == 0
        if not mounted:
            pytest.skip("only root can mount a small disk; the limit on pages stands for it")
    table = Table(where / "club", settings={"deadlines": "900d"}, options={"coins": 99}).start()
    table.room = Disk(where) if request.param == "disk" else Pages(where)
    yield table
    table.close()
    if mounted:
        subprocess.run(["umount", "-l", str(where)], check=True, timeout=20)


def lying_in(server, name):
    """How many mails a folder of the server's user holds."""
    client = IMAPClient("127.0.0.1", server.imap_port, ssl=False, timeout=10)
    client.login(server.user, "secret")
    count = client.folder_status(name, ["MESSAGES"])[b"MESSAGES"] if client.folder_exists(name) else 0
    client.logout()
    return count


def test_a_full_disk_keeps_letters_in_the_mailbox(full, server, world, caplog):
    caplog.set_level(logging.INFO)
    house = House(full, server, world)
    engine = full.campaign.store.engine
    house.daemon.start()
    try:
        house.write_many(range(3))
        assert wait_for(house.is_settled)
        full.room.fill(engine)
        # Big ones: the last free page of the store is not enough for them.
        letters = [full.mail(seat, f"bid {n}\nWAIT\n-- \n" + ("x" * 70 + "\n") * 2500, number=f"order-{n}")
                   for n, seat in enumerate(full.seats * 2, start=3)]  # fmt: skip
        for number, raw in enumerate(letters, start=3):
            server.deliver(raw)
            house.written.append(f"<order-{number}@mail.example>")
            house.last[full.seats[number % 3]] = f"bid {number}"
        # The game master is told of what lasted: three tries, however long each takes on a busy machine.
        assert wait_for(lambda: caplog.text.count("letters stay in the mailbox") >= 3)
        assert "is full" in caplog.text
        time.sleep(0.3)
        stored = len(full.letters())
        assert stored < len(house.written)
        assert lying_in(server, "INBOX") >= len(house.written) - stored
        assert "letters stay in the mailbox" in caplog.text
        assert "Traceback" not in caplog.text
        full.room.make_room(engine)
        assert wait_for(house.is_settled), [row["state"] for row in full.letters()]
        assert wait_for(lambda: lying_in(server, "INBOX") == 0)
    finally:
        house.daemon.stop()
    assert lying_in(server, "Done") == 10
    told = [row.facts for row in full.out("gm") if row.facts["subject"] == "The store could not be used for a while"]
    assert len(told) == 1
    assert "is full" in told[0]["text"]
    house.check()


@pytest.mark.server
def test_a_database_that_can_only_be_read(tmp_path, cluster, office, world, caplog):
    """A PostgreSQL that has become read-only, or is gone: letters wait, and are acted on once when it is back."""
    office.set_user("judge", "secret")
    server = Server("office", office, "judge")
    url = cluster.database()
    table = Table(tmp_path / "club", settings={"deadlines": "900d"}, options={"coins": 99}, store=url).start()
    house = House(table, server, world)
    name = url.rpartition("/")[2]

    def say(*statements):
        import psycopg

        with psycopg.connect(f"host=127.0.0.1 port={cluster.port} user=judge dbname=postgres", autocommit=True) as link:
            for statement in statements:
                link.execute(statement)
        table.campaign.store.engine.dispose()

    # The test reads the same database: it waits until every connection is gone, and forgets its own.
    out = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{name}'"
    house.daemon.start()
    try:
        house.write_many(range(3))
        assert wait_for(house.is_settled)
        for wrong, right in (
            (f"ALTER DATABASE {name} SET default_transaction_read_only = on",
             f"ALTER DATABASE {name} RESET default_transaction_read_only"),
            (f"ALTER DATABASE {name} ALLOW_CONNECTIONS false", f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"),
        ):  # fmt: skip
            caplog.clear()
            say(wrong, out)
            house.write_many(range(len(house.written), len(house.written) + 3), duplicate_every=100)
            assert wait_for(lambda: "letters stay in the mailbox" in caplog.text)
            assert lying_in(server, "INBOX") == 3
            assert "Traceback" not in caplog.text
            say(right, out)
            assert wait_for(house.is_settled, 90)
    finally:
        house.daemon.stop()
        table.close()
    with table.campaign.store.read() as connection:
        assert connection.execute(sa.select(sa.func.max(tables.inbox.c.tries))).scalar_one() <= 3
    house.check()
