"""Mails that cannot be written are written again; what all daemons together may send in an hour is one number."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from judge.mail.send import Sent
from judge.store.mails import claim_outgoing, mark_sent


@pytest.fixture
def went(table, monkeypatch):
    """The numbers of the mails that a server took."""
    taken = []

    def send(mails):
        for mail in mails:
            taken.append(mail.number)
            yield Sent(mail.number, "sent")

    monkeypatch.setattr(table.daemon.sender, "send", send)
    return taken


def test_what_broke_a_mail_may_be_over_in_a_moment(table, went, monkeypatch):
    table.daemon.send_waiting()
    table.write("amber", "bid 3")
    (row,) = table.rows("receipt")
    ready, fails = table.daemon.postroom.ready, iter([True, True, False])

    def sometimes(*words):
        if next(fails):
            raise RuntimeError("half of a module")
        return ready(*words)

    monkeypatch.setattr(table.daemon.postroom, "ready", sometimes)
    before = len(went)
    for _ in range(3):
        table.daemon.send_waiting()
        table.pass_time(seconds=20)
    assert went[before:] == [row["id"]]
    assert not [one for one in table.out("gm") if "could not be written" in one.facts["subject"]]


def test_a_mail_that_is_never_written_is_given_up_and_told(table, went, monkeypatch):
    table.daemon.send_waiting()
    table.write("amber", "bid 3")
    (row,) = table.rows("receipt")
    ready = table.daemon.postroom.ready

    def never(connection, one, now):
        if one.id == row["id"]:
            raise RuntimeError("no such template")
        return ready(connection, one, now)

    monkeypatch.setattr(table.daemon.postroom, "ready", never)
    for _ in range(5):
        table.daemon.send_waiting()
        table.pass_time(seconds=20)
    (row,) = table.rows("receipt")
    assert (row["state"], row["tries"]) == ("failed", 4)
    (told,) = [one for one in table.out("gm") if "could not be written" in one.facts["subject"]]
    assert [row["state"] for row in table.rows("gm") if row["id"] == told.id] == ["sent"]


def test_the_hours_limit_counts_all_daemons(table):
    """Seven mails wait; four an hour may go, whoever asks, and what somebody has in hand counts."""
    store, now = table.campaign.store, table.now

    def take(owner, at, limit=25):
        with store.begin() as connection:
            return claim_outgoing(connection, owner, at, limit, per_hour=4)

    first = take("host/1/a", now, 3)
    assert len(first) == 3
    assert len(take("host/2/b", now)) == 1
    assert take("host/3/c", now) == []
    with store.begin() as connection:
        for one in first:
            mark_sent(connection, one.id, now)
    assert take("host/3/c", now + timedelta(minutes=59)) == []
    # After an hour the three that went count no more; the one in hand still does.
    assert len(take("host/3/c", now + timedelta(minutes=61))) == 3


def test_a_store_that_fails_when_a_mail_has_gone_hears_of_it_later_and_nothing_goes_twice(table, went, monkeypatch):
    """Nothing waits for the lease either: what had not gone is free at the next look."""
    table.daemon.send_waiting()
    for seat in table.seats:
        table.write(seat, "bid 3\nWAIT")
    rows = [row["id"] for row in table.rows("receipt")]
    fails = iter([True, True])

    def full(*words):
        if next(fails, False):
            raise sa.exc.OperationalError("UPDATE", {}, Exception("database or disk is full"))
        return mark_sent(*words)

    monkeypatch.setattr("judge.serve.dispatch.mark_sent", full)
    before = len(went)
    for _ in range(2):
        with pytest.raises(sa.exc.OperationalError):
            table.daemon.send_waiting()
    table.daemon.send_waiting()
    assert went[before:] == rows
    assert {row["state"] for row in table.rows("receipt")} == {"sent"}
