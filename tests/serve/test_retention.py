"""Letters' words go when their game has been over for long enough; everything that proves what happened stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from judge.campaign.record import record_of
from judge.campaign.retention import Retention, prune, prune_daily, read_retention
from judge.campaign.verify import verify
from judge.grammar.document import Document, DocumentError, load
from judge.mail.fetch import RawMail
from tests.serve.table import JUDGE

MONTHS = Retention(timedelta(days=90))


@pytest.fixture
def table(make_table):
    """Two games with letters, the first soon over; letters for no game; one that nobody has read yet."""
    table = make_table(options={"rounds": 1}).start()
    table.campaign.new_game("g2", "lanterns", table.now, settings=Document({"zone": "UTC"}))
    for seat in table.seats:
        table.campaign.assign("g2", seat, f"{seat}@mail.example", table.now)
    table.campaign.start("g2", table.now)
    table.played = [table.mail(seat, f"bid {place}") for place, seat in enumerate(table.seats)]
    for raw in table.played:
        table.arrive(raw)
    table.write("amber", "bid 3", subject="[club/g2] orders")
    table.write("eve@elsewhere.example", "hello")
    table.daemon.tick()
    assert table.live().row["status"] == "over"
    return table


def kept(table):
    return {row["id"]: row["raw"] is not None for row in table.letters()}


def test_what_goes_and_what_stays(table):
    with table.campaign.store.read() as connection:
        before = record_of(connection, "g1", full=True)
    # Letters 1 to 3 are for the game that is over, 4 for the other, 5 is a stranger's.
    long = table.now + timedelta(days=91)
    table.daemon.store([RawMail(JUDGE, "INBOX", 1, 99, table.now, table.mail("amber", "bid 2", number="unread"))])
    would = prune(table.campaign.store, MONTHS, long, dry_run=True)
    assert would.letters == 4
    assert would.size == sum(len(row["raw"]) for row in table.letters() if row["id"] in (1, 2, 3, 5))
    assert all(kept(table).values())
    assert prune(table.campaign.store, MONTHS, table.now + timedelta(days=89)).letters == 0
    assert prune(table.campaign.store, MONTHS, long) == would
    assert kept(table) == {1: False, 2: False, 3: False, 4: True, 5: False, 6: True}
    assert prune(table.campaign.store, MONTHS, long).letters == 0
    # The very same letter again is known by its hash, and nothing is answered twice.
    answers = table.count("receipt")
    for place, raw in enumerate(table.played):
        table.daemon.store([RawMail(JUDGE, "INBOX", 2, 500 + place, long, raw)])
    table.daemon.read_all()
    assert len(table.letters()) == 6
    assert table.count("receipt") == answers + 1  # the letter that was unread
    with table.campaign.store.read() as connection:
        after = record_of(connection, "g1", full=True)
    assert after == before
    assert verify(after).differences == ()


def test_nothing_goes_without_a_policy(table):
    assert prune(table.campaign.store, Retention(), table.now + timedelta(days=9999)).letters == 0
    assert all(kept(table).values())


def test_a_daemon_does_it_once_a_day(table):
    store, long = table.campaign.store, table.now + timedelta(days=91)
    assert prune_daily(store, MONTHS, long, "host/1/a").letters == 4
    assert prune_daily(store, MONTHS, long + timedelta(hours=1), "host/2/b") is None
    assert prune_daily(store, MONTHS, long + timedelta(days=1), "host/2/b").letters == 0
    assert prune_daily(store, Retention(), long + timedelta(days=2), "host/2/b") is None


def test_the_daemon_itself(table):
    table.daemon.retention = MONTHS
    table.pass_time(days=91)
    table.daemon.look_after()
    assert kept(table) == {1: False, 2: False, 3: False, 4: True, 5: False}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("keep_raw_mail: long", 'such as 90 days, or for ever, not "long"'),
        ("keep_mail: 3d", 'did you mean "keep_raw_mail"?'),
    ],
)
def test_mistakes_in_the_policy_are_named(text, said):
    with pytest.raises(DocumentError) as caught:
        read_retention(load(text, "campaign.yaml"))
    assert said in str(caught.value)


def test_the_policy_is_read():
    assert read_retention(load("keep_raw_mail: 90 days", "campaign.yaml")) == MONTHS
    assert read_retention(load("keep_raw_mail: for ever", "campaign.yaml")) == Retention()
