"""A player holds what they were promised against the record: commitment, words, and the reports in their mailbox."""

import json
import re
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from judge import report
from judge.adjudicator.chronicle import link_in
from judge.campaign import releasing, taking
from judge.campaign.docket import Said
from judge.campaign.live import load_game
from judge.campaign.record import record_of
from judge.campaign.reports import report_of
from judge.cli import main
from judge.report.languages import worded_in
from tests.adjudicator.honest_record import promises_of
from tests.campaign.conftest import after, begun
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


def mailed(text, kind):
    """A report as it is in a mailbox, in one of the forms in which mail programs send and keep it."""
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "judge@example.org", "The report – Überblick"
    page = f"<html><body><p>Règlement</p><p>{text.replace(chr(10), '<br>')}</p></body></html>"
    if kind == "only a page":
        mail.set_content(page, subtype="html", cte="base64")
    elif kind == "an alternative":
        mail.set_content("The report is the page.")
        mail.add_alternative(page, subtype="html", cte="quoted-printable")
    elif kind == "quoted":
        mail.set_content("Look:\n\n" + "\n".join(f"> {line}" for line in text.splitlines()), cte="8bit")
    else:
        mail.set_content(text, cte="base64" if kind == "base64" else "quoted-printable")
    if kind == "sent along":
        outer = EmailMessage()
        outer["From"], outer["Subject"] = "amber@example.org", "Fwd: the report"
        outer.set_content("See what they told me.")
        outer.add_attachment(mail)
        mail = outer
    raw = mail.as_bytes()
    return raw.replace(b'charset="utf-8"', b'charset="no-such"') if kind == "a charset of its own" else raw


FORMS = ("base64", "quoted-printable", "only a page", "an alternative", "quoted", "sent along", "a charset of its own")


@pytest.mark.parametrize("name", ["report.eml", "1795.M20P3.host:2,S"])
@pytest.mark.parametrize("kind", FORMS)
def test_a_report_is_read_in_whatever_form_it_came(held, tmp_path, kind, name, capsys):
    record, _, files, path = held
    file = tmp_path / name
    file.write_bytes(mailed(Path(files[5]).read_text(), kind))
    assert verified(record, path, "--report", str(file)) == 0
    # The last step is played otherwise: the same mail tells.
    record["steps"][-1]["title"] = "Something else"
    step = record["steps"][-1]
    step["record"] = link_in(record["steps"][-2]["record"], step, promises_of(record, step))
    assert verified(record, path) == 0
    assert verified(record, path, "--report", str(file)) == 1
    assert "that you were told" in capsys.readouterr().out


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
    for nothing in (tmp_path / "none.eml", tmp_path):
        assert verified(record, path, "--report", str(nothing)) == 2
        assert str(nothing) in capsys.readouterr().err


@pytest.mark.parametrize("sign", ["&#8203;", "&shy;", "<b></b>", "<span></span>"])
def test_a_hash_with_signs_in_it_that_nobody_sees_is_read_as_the_reader_sees_it(held, tmp_path, sign, capsys):
    """A true hash stands out of sight, and in sight one of another history that programs were not to find."""
    record, _, files, path = held
    shown = f"record 2: {'ab' * 8}{sign}{'ab' * 8}"
    mail = EmailMessage()
    mail["From"] = "judge@example.org"
    mail.set_content(f"<div style='display:none'>{Path(files[5]).read_text()}</div><p>{shown}</p>", subtype="html")
    file = tmp_path / "report.eml"
    file.write_bytes(mail.as_bytes())
    assert verified(record, path, "--report", str(file)) == 1
    assert f"no step has the record {'ab' * 16} that you were told" in capsys.readouterr().out


@pytest.mark.parametrize("kind", FORMS)
def test_a_deadline_that_a_report_told_is_held_against_the_record(held, tmp_path, kind, capsys):
    record, _, files, path = held
    file = tmp_path / "report.eml"
    file.write_bytes(mailed(Path(files[3]).read_text(), kind))
    assert verified(record, path, "--report", str(file)) == 0
    moment = record["steps"][1]["closes"]
    other = Path(files[3]).read_text().replace(moment, moment.replace("2027", "2028"))
    file.write_bytes(mailed(other, kind))
    assert verified(record, path, "--report", str(file)) == 1
    assert "your report says that the next window closes at 2028" in capsys.readouterr().out


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_was_done_after_the_last_step_of_a_game_is_bound_by_its_last_report(campaign, tmp_path, language, capsys):
    begun(campaign, options={"rounds": 4, "coins": 20})
    play(campaign, TIED, hour=1)
    campaign.end("first", ["amber"], "agreed", after(hours=3))
    with campaign.look() as look, worded_in(language):
        live = load_game(look.connection, "first")
        (tmp_path / "last.txt").write_text(report.render(report_of(look, live, live.head, "amber")))
        record = record_of(look.connection, "first", full=True)
    own = ("--report", str(tmp_path / "last.txt"))
    assert record["acts"][-1]["act"] == "end"
    assert verified(record, tmp_path / "game.json", *own) == 0
    record["acts"][-1]["reason"] = "all gave up"
    assert verified(record, tmp_path / "game.json") == 0
    assert verified(record, tmp_path / "game.json", *own) == 1
    assert "that you were told" in capsys.readouterr().out


def test_the_end_leaves_the_position_as_it_is(campaign, tmp_path, capsys):
    begun(campaign, options={"rounds": 4, "coins": 20})
    play(campaign, TIED, hour=1)
    campaign.end("first", ["amber"], "agreed", after(hours=3))
    with campaign.look() as look:
        record = record_of(look.connection, "first")
    assert verified(record, tmp_path / "game.json") == 0
    for key in ("state", "state_hash"):
        record["steps"][-1][key] = record["steps"][0][key]
    assert verified(record, tmp_path / "game.json") == 1
    assert "step 2: played again it ends in another state" in capsys.readouterr().out


def test_orders_that_the_game_master_entered_and_looks_at_dice_are_named_with_time_and_reason(
    campaign, tmp_path, capsys
):
    begun(campaign, settings={"preview_dice": "real"}, options={"rounds": 4, "coins": 20})
    with campaign.act(after(hours=1)) as act:
        taking.enter(replace(act, reason="by telephone"), "first", "amber", Said("bid 3", "gm"), on_behalf=True)
    with campaign.act(after(hours=2)) as act:
        releasing.preview(replace(act, reason="to see the map"), "first")
    play(campaign, {"blue": 3, "copper": 1}, hour=3)
    with campaign.look() as look:
        record = record_of(look.connection, "first")
    assert verified(record, tmp_path / "game.json") == 0
    said = capsys.readouterr().err
    assert "2027-03-01 10:00 at step 0: orders on behalf for amber (by telephone)\n" in said
    assert "2027-03-01 11:00 at step 0: preview of the real dice (to see the map)\n" in said
    # Both are in the hash of the step, and so in every report.
    for place, key in enumerate(("at", "reason")):
        other = json.loads(json.dumps(record))
        for acts in (other["acts"], other["steps"][1]["acts"]):
            acts[place][key] = "2027-02-28T10:00:00Z"
        assert verified(other, tmp_path / "game.json") == 1


def test_rollbacks_and_corrections_are_named(campaign, tmp_path, capsys):
    begun(campaign, options={"rounds": 4, "coins": 20})
    play(campaign, TIED, hour=1)
    play(campaign, TIED, hour=2)
    from datetime import UTC, datetime

    campaign.roll_back("first", 1, datetime(2026, 3, 2, tzinfo=UTC))
    play(campaign, {"amber": 1, "blue": 2, "copper": 2}, hour=30)
    with campaign.look() as look:
        record = record_of(look.connection, "first")
    assert [back["to"] for back in record["undone"]] == [1]
    assert len(record["undone"][0]["steps"]) == 1
    assert verified(record, tmp_path / "game.json") == 0
    said = capsys.readouterr().err
    assert "rollback from step 2 to step 1" in said
    assert "after the last step" not in said
    assert "at step 2: re-roll: played anew after a rollback, with other orders and other dice" in said
    # What was done after the last step is named as such: it could still be taken back.
    campaign.roll_back("first", 0, datetime(2026, 3, 3, tzinfo=UTC))
    with campaign.look() as look:
        later = record_of(look.connection, "first")
    assert verified(later, tmp_path / "game.json") == 0
    assert "rollback from step 2 to step 0: after the last step, which" in capsys.readouterr().err
    record["undone"] = []
    assert verified(record, tmp_path / "game.json") == 1
