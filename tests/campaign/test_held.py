"""A player holds what they were promised against the record: commitment, words, and the reports in their mailbox."""

import json
import re
from pathlib import Path

import pytest

from judge import report
from judge.campaign.live import load_game
from judge.campaign.record import record_of
from judge.campaign.reports import report_of
from judge.cli import main
from tests.campaign.conftest import begun
from tests.campaign.test_history import TIED, play


@pytest.fixture
def held(campaign, tmp_path):
    """A game of two steps, its export, and Amber's reports as they were received."""
    begun(campaign, options={"rounds": 4, "coins": 20})
    play(campaign, TIED, hour=1)
    play(campaign, TIED, hour=2)
    files = []
    with campaign.look() as look:
        live = load_game(look.connection, "first")
        for number in range(3):
            path = tmp_path / f"{number}.txt"
            path.write_text(report.render(report_of(look, live, number, "amber")))
            files += ["--report", str(path)]
        record = record_of(look.connection, "first")
        whole = record_of(look.connection, "first", full=True)
    return record, whole, files, tmp_path / "game.json"


def verified(record, path, *words):
    path.write_text(json.dumps(record))
    return main.run(["verify", str(path), *words])


def test_a_true_record_agrees_with_every_report(held, capsys):
    record, whole, files, path = held
    first = record["dice"][0]["open_commitment"]
    assert verified(record, path, "--commitment", first, *files) == 0
    assert verified(whole, path, "--commitment", first, *files) == 0


def test_a_game_played_anew_from_nothing_does_not(held, campaign, capsys):
    record, _, files, path = held
    begun(campaign, name="other", options={"rounds": 4, "coins": 20})
    with campaign.look() as look:
        other = record_of(look.connection, "other")
    assert verified(other, path) == 0
    assert verified(other, path, "--commitment", record["dice"][0]["open_commitment"]) == 1
    assert verified(other, path, *files) == 1
    assert "that you were told" in capsys.readouterr().out


def test_what_one_seat_alone_was_told_cannot_be_changed_afterwards(held, capsys):
    _, whole, files, path = held
    for step in whole["steps"]:
        for event in step["events"]:
            if event["told"] == ["amber"] and "worth" in event:
                event["worth"] = 1 + event["worth"] % 6
    assert verified(whole, path, *files) == 1
    assert "it was changed after it was told" in capsys.readouterr().out


def test_each_report_carries_the_record_so_far_and_the_seat_s_own(held):
    record, _, files, _ = held
    for number, path in enumerate(files[1::2]):
        (line,) = re.findall(r"record (\d+):\s+(\w{32}),\s+yours\s+(\w{32})", Path(path).read_text())
        assert line[0] == str(number + 1)
        assert line[1] == record["steps"][number]["record"]


def test_a_file_that_is_no_report_is_told_apart(held, tmp_path, capsys):
    record, _, _, path = held
    other = tmp_path / "letter.txt"
    other.write_text("Dear all,")
    assert verified(record, path, "--report", str(other)) == 2
    assert "carries no record of a game" in capsys.readouterr().err
    assert verified(record, path, "--word", "tumbleweed") == 2


def test_rollbacks_and_corrections_are_named(campaign, tmp_path, capsys):
    begun(campaign, options={"rounds": 4, "coins": 20})
    play(campaign, TIED, hour=1)
    play(campaign, TIED, hour=2)
    from datetime import UTC, datetime

    campaign.roll_back("first", 1, datetime(2026, 3, 2, tzinfo=UTC))
    play(campaign, {"amber": "bid 1"}, hour=30)
    with campaign.look() as look:
        record = record_of(look.connection, "first")
    assert [back["to"] for back in record["undone"]] == [1]
    assert len(record["undone"][0]["steps"]) == 1
    assert verified(record, tmp_path / "game.json") == 0
    assert "rollback from step 2 to step 1" in capsys.readouterr().err
    record["undone"] = []
    assert verified(record, tmp_path / "game.json") == 1
