"""A game master releases by mail a window whose dice wait for a public beacon: the clock does it in time."""

import pytest

pytest.importorskip("py_arkworks_bls12381")

from judge.campaign.beacons import settled
from judge.campaign.clock import tick
from judge.campaign.founding import start
from tests.forum.drand import Drand
from tests.serve.table import Table
from tests.serve.test_gm_by_mail import HASH, Phone


@pytest.fixture
def drand():
    with Drand() as one:
        yield one


@pytest.fixture
def phone(tmp_path, drand):
    """A table of three that rolls with the beacon, and its game master's telephone."""
    beacon = drand.beacon
    more = (
        f"beacon: {{urls: ['{beacon.urls[0]}'], chain: {beacon.chain}, public_key: '{beacon.public_key}', "
        f"period: {beacon.period}, genesis: {beacon.genesis}}}\n"
    )
    table = Table(tmp_path / "club", settings={"dice": "beacon", "beacon_notice": "9s"}, more=more)
    clock = lambda: table.now  # noqa: E731
    settled(table.campaign, "g1", lambda act: start(act, "g1"), clock, lambda seconds: table.pass_time(seconds=seconds))
    yield Phone(table)
    table.close()


def test_the_window_is_released_once_the_round_is_there_and_the_game_master_told(phone):
    table = phone.table
    phone.says("ORDERS FOR amber\nbid 3\nEND ORDERS")
    phone.says("preview g1")
    told = phone.says(f"RELEASE g1 {phone.found(HASH)}: all are in")
    assert phone.verdict == "OK"
    assert "no letter changes its orders any more" in " ".join(told.split())
    assert table.live().head == 0
    table.pass_time(minutes=1)
    assert [one.act for one in tick(table.campaign, table.now)] == ["closed"]
    assert table.live().head == 1
    (row,) = [one for one in table.out("gm") if one.facts.get("told") == "released"]
    mail = table.written(row)
    assert mail.subject == "[club/g1] g1: Round 1, bids is released"
    assert "Round 2, bids is open" in mail.text
    (released,) = [one for one in table.campaign.audit("g1") if one["act"] == "release"]
    assert (released["actor"], released["detail"]["reason"]) == ("gm", "all are in")


def test_other_orders_than_those_that_were_looked_at_are_not_released(phone):
    table = phone.table
    phone.says("preview g1")
    phone.says(f"RELEASE g1 {phone.found(HASH)}")
    table.write("amber", "bid 3")
    table.pass_time(minutes=1)
    assert [one.act for one in tick(table.campaign, table.now)] == ["held"]
    assert table.live().head == 0
    (row,) = [one for one in table.out("gm") if one.facts.get("told") == "not-released"]
    assert "orders changed after your preview" in table.written(row).text
    # Looked at once more, it goes.
    phone.says("preview g1")
    phone.says(f"RELEASE g1 {phone.found(HASH)}")
    table.pass_time(minutes=1)
    tick(table.campaign, table.now)
    assert table.live().head == 1


def test_a_letter_after_the_round_was_told_does_not_count(phone):
    table = phone.table
    phone.says("ORDERS FOR amber\nbid 3\nEND ORDERS")
    phone.says("preview g1")
    phone.says(f"RELEASE g1 {phone.found(HASH)}")
    table.pass_time(seconds=2)
    told = table.write("amber", "bid 9")
    assert "only the dice are still waited for" in " ".join(table.written(told).text.split())
    table.pass_time(minutes=1)
    assert [one.act for one in tick(table.campaign, table.now)] == ["closed"]
    assert table.live().head == 1


def test_a_wrong_hash_waits_for_no_beacon(phone):
    told = phone.says("RELEASE g1 1234567890ab")
    assert "orders came in since the preview" in " ".join(told.split())
    phone.table.pass_time(minutes=1)
    assert tick(phone.table.campaign, phone.table.now) == []
    assert phone.table.live().head == 0


def test_a_release_that_was_asked_for_is_forgotten_with_its_window(phone):
    table = phone.table
    phone.says("preview g1")
    phone.says(f"RELEASE g1 {phone.found(HASH)}")
    table.pass_time(minutes=1)
    tick(table.campaign, table.now)
    table.campaign.roll_back("g1", 0, table.now)
    phone.says("RESUME g1")
    table.pass_time(minutes=1)
    tick(table.campaign, table.now)
    assert table.live().head == 0
