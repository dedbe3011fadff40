"""What was fetched is stored, read, and safe before it is moved: also where a letter cannot be read at once."""

from __future__ import annotations

import os
import stat
from dataclasses import replace

import pytest
import sqlalchemy as sa

from judge.mail.fetch import RawMail
from judge.serve.door import Door
from judge.serve.intake import Overtaken, row_of
from judge.store import tables
from judge.store.leases import hold
from judge.store.letters import store_all
from tests.serve.table import JUDGE, Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path / "club", settings={"deadlines": "900d"}, options={"coins": 99}).start()
    table.daemon.together.name = "mailbox"
    yield table
    table.close()


def fetched(table, *letters):
    return [RawMail(JUDGE, "INBOX", 1, uid, table.now, raw) for uid, raw in enumerate(letters, 1)]


@pytest.fixture
def loose():
    """A umask that lets everybody read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_nobody_else_comes_in_at_the_socket_of_the_door_from_its_first_moment(table, tmp_path, loose, monkeypatch):
    monkeypatch.setattr(os, "chmod", lambda *given, **more: None)
    where = tmp_path / "door"
    door = Door(replace(table.account, lmtp_listen=str(where)), table.daemon).start()
    try:
        assert stat.S_ISSOCK(where.stat().st_mode)
        assert not where.stat().st_mode & 0o007
    finally:
        door.stop()
    assert os.umask(0) == 0


def test_a_file_where_the_socket_of_the_door_should_be_is_not_deleted(table, tmp_path):
    where = tmp_path / "letters.txt"
    where.write_text("mine")
    with pytest.raises(OSError, match="in use"):
        Door(replace(table.account, lmtp_listen=str(where)), table.daemon).start()
    assert where.read_text() == "mine"


def disk_waits(table):
    """Whether each transaction that was stored waited for the disk."""
    found, level = [], ["FULL"]

    def heard(statement):
        if statement.startswith("PRAGMA synchronous="):
            level[0] = statement.partition("=")[2]
        elif statement == "COMMIT":
            found.append(level[0] == "FULL")

    @sa.event.listens_for(table.campaign.store.engine, "checkout")
    def listened_to(connection, record, proxy):
        connection.set_trace_callback(heard)

    return found


def test_the_disk_is_waited_for_once_a_lot(table):
    """Storing alone need not wait: the letters lie in the mailbox still. Dealing with them does, before they move."""
    waits = disk_waits(table)
    letters = [table.mail(seat, "bid 1\n") for seat in table.seats]
    assert list(table.daemon.take(fetched(table, *letters))) == [True, True, True]
    assert waits == [False, True]
    assert [row["state"] for row in table.letters()] == ["done"] * 3


def test_a_letter_that_waits_for_another_look_is_on_the_disk_before_it_moves(table, monkeypatch):
    read = table.daemon.desk._read
    broken = iter((True, True, False))
    monkeypatch.setattr(table.daemon.desk, "_read", lambda hand: 1 / 0 if next(broken, False) else read(hand))
    waits = disk_waits(table)
    # Its lot breaks, it breaks by itself, it is read at the third try.
    assert list(table.daemon.take(fetched(table, table.mail("amber", "bid 1\n")))) == [True]
    assert waits[-1]
    assert [row["state"] for row in table.letters()] == ["done"]


def test_a_letter_laid_aside_goes_to_bad_and_the_others_do_not(table, monkeypatch):
    read = table.daemon.desk._read

    def broken(hand):
        if hand.arrived.uid == 2:
            raise RuntimeError("a defect")
        return read(hand)

    monkeypatch.setattr(table.daemon.desk, "_read", broken)
    letters = [table.mail(seat, "bid 1\n") for seat in table.seats]
    waits = disk_waits(table)
    assert list(table.daemon.take(fetched(table, *letters))) == [True, False, True]
    assert waits[-1]
    assert [row["state"] for row in table.letters()] == ["done", "bad", "done"]


def test_letters_that_are_here_already_are_not_read_again(table):
    """A mail that was stored and not moved is fetched again, among new ones."""
    first, second = table.mail("amber", "bid 1\n"), table.mail("blue", "bid 2\n")
    table.daemon.take(fetched(table, first))
    assert list(table.daemon.take(fetched(table, first, second, second))) == [True, True, True]
    assert [(row["state"], row["tries"]) for row in table.letters()] == [("done", 1), ("done", 1)]
    assert len(table.out("receipt")) == 2


def test_letters_a_dead_process_had_in_hand_are_read_with_those_fetched_again(table):
    mails = fetched(table, table.mail("amber", "bid 1\n"), table.mail("blue", "bid 2\n"))
    with table.campaign.store.begin() as connection:
        store_all(connection, [row_of(mails[0])], "a process that died", 1)
        connection.execute(tables.inbox.update().values(lease_until="2020-01-01T00:00:00.000000Z"))
    assert list(table.daemon.take(mails)) == [True, True]
    # The first try counts, though nothing came of it.
    assert [(row["state"], row["tries"]) for row in table.letters()] == [("done", 2), ("done", 1)]
    assert [row.recipient for row in table.out("receipt")] == ["blue@mail.example", "amber@mail.example"]


def test_who_lost_the_mailbox_stores_nothing(table):
    with table.campaign.store.begin() as connection:
        hold(connection, "mailbox", "another", table.daemon.together.spans.mailbox)
    with pytest.raises(Overtaken):
        table.daemon.take(fetched(table, table.mail("amber", "bid 1\n")))
    assert table.letters() == []
