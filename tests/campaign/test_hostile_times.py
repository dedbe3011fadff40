"""Times in what comes from somebody else, a record or a backup: they run no game through, and none is out of reach."""

import json

import pytest

from judge.campaign.clock import tick
from judge.campaign.live import load_game
from judge.campaign.record import NoRecord, import_record, read_record, record_of
from judge.campaign.restoring import restore
from judge.campaign.upkeep import backup
from judge.grammar.document import DocumentError
from judge.report.saying import worded
from judge.store import tables
from tests.campaign.conftest import after, begun, entropy, make_folder
from tests.master import Master


def whole(campaign):
    with campaign.store.read() as connection:
        return json.loads(json.dumps(record_of(connection, "first", full=True)))


def take_in(campaign, record):
    with campaign.store.begin() as connection:
        import_record(connection, read_record(json.dumps(record)), "again")


@pytest.mark.parametrize("deadlines", ["1s", "0s", {"bids": "1s"}])
def test_a_record_whose_windows_close_at_once_is_not_taken_in(campaign, deadlines):
    begun(campaign)
    record = whole(campaign)
    record["game"]["settings"]["deadlines"] = deadlines
    with pytest.raises(NoRecord, match="less than 5 minutes"):
        take_in(campaign, record)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59-14:00"])
@pytest.mark.parametrize("where", ["created", "made", "act"])
def test_a_record_of_a_time_that_no_game_sees_is_not_taken_in(campaign, where, at):
    begun(campaign)
    record = whole(campaign)
    if where == "created":
        record["game"]["created_at"] = at
    elif where == "made":
        record["steps"][-1]["made_at"] = at
    else:
        record["audit"] = [{"step": 0, "actor": "gm", "act": "edit", "at": at, "detail": {}}]
    with pytest.raises(NoRecord, match="impossible"):
        take_in(campaign, record)


@pytest.mark.parametrize(("key", "value"), [("absence_days", 10**12), ("extensions", -3), ("statements", 10**9)])
def test_a_record_with_a_number_of_days_without_end_is_not_taken_in(campaign, key, value):
    begun(campaign)
    record = whole(campaign)
    record["game"]["settings"][key] = value
    with pytest.raises(DocumentError, match="a whole number from 0 to 36500"):
        take_in(campaign, record)


@pytest.mark.parametrize("deadlines", ["1s", "3d"])
def test_a_game_of_a_backup_that_would_run_through_by_itself_is_held_and_named(tmp_path, deadlines):
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    begun(campaign)
    with campaign.store.begin() as connection:
        given = json.loads(load_game(connection, "first").row["settings"])
        connection.execute(tables.games.update().values(settings=json.dumps({**given, "deadlines": deadlines})))
    backup(campaign, tmp_path / "club.tar.gz", after(hours=2))
    campaign.close()
    said = " ".join(worded(one) for one in restore(tmp_path / "club.tar.gz", tmp_path / "back", after(hours=4)))
    back = Master.open(tmp_path / "back", entropy())
    hurries = deadlines == "1s"
    assert ("the running clock of first" in said) == hurries
    with back.store.read() as connection:
        assert ("before anybody can read" in str(load_game(connection, "first").held)) == hurries
    if hurries:
        for minutes in range(5):
            tick(back, after(days=9, minutes=minutes))
        with back.store.read() as connection:
            assert load_game(connection, "first").head == 0
    back.close()
