"""Figures: what the daemon counts is what happened; what the doctor says of them is a sentence that helps."""

from __future__ import annotations

import re
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from judge.campaign.figures import figures
from judge.campaign.health import health, spell
from judge.grammar.document import DocumentError, load
from judge.mail.fetch import RawMail
from judge.serve.metrics import ask
from judge.serve.serving import read_serving
from judge.store import tables
from judge.store.base import stamp
from judge.store.leases import hold
from tests.serve.table import JUDGE


def text_of(table):
    """What the port answers."""
    with urllib.request.urlopen(f"http://127.0.0.1:{table.daemon.metrics.port}/metrics", timeout=5) as answer:
        return answer.read().decode()


@pytest.fixture
def serving(table):
    """A table whose daemon answers on a port."""
    table.daemon.metrics.serve(0)
    yield table
    table.daemon.metrics.stop()


def test_letters_and_steps_are_counted(serving):
    table = serving
    table.write("amber", "bid 2")
    table.write("blue", "bid the moon")
    table.write("eve@elsewhere.example", "bid 3")
    table.write("auto", "I am away", Auto_Submitted="auto-replied")
    table.write("blue", "bid 1")
    table.write("copper", "bid 0")
    table.daemon.tick()
    said = text_of(table).splitlines()
    assert "judge_letters_fetched_total 6.0" in said
    for result, count in (("OK", 3), ("ERRORS", 1), ("NOT READ", 1), ("ignored", 1)):
        assert f'judge_letters_total{{result="{result}"}} {count}.0' in said
    assert 'judge_clock_total{act="closed",game="lanterns"} 1.0' in said
    assert 'judge_step_seconds_count{game="lanterns"} 1.0' in said
    assert 'judge_games{status="running"} 1.0' in said
    assert "judge_letters_waiting 0.0" in said
    # Five answers, three seats with a token's mail and two reports each, the game master with two.
    assert "judge_mails_waiting 16.0" in said


def test_the_page_names_every_figure_and_no_other(serving):
    page = (Path(__file__).resolve().parents[2] / "docs/operations.md").read_text(encoding="utf-8")
    serving.daemon.tick()
    # Where nothing has been counted yet a figure has its heading all the same.
    given = {line.split()[2] for line in text_of(serving).splitlines() if line.startswith("# TYPE judge_")}
    given -= {name for name in given if name.endswith("_created")}
    assert {name.partition("{")[0] for name in re.findall(r"`(judge_[a-z_]+)", page)} == given


def test_nobody_but_this_machine_is_answered(serving):
    assert serving.daemon.metrics._server.server_address[0] == "127.0.0.1"
    assert ask(serving.daemon.metrics.port)["judge_store_up"] == 1.0
    assert ask(1) is None


def test_what_waits_and_since_when(table):
    for number in (1, 2):
        table.daemon.store([RawMail(JUDGE, "INBOX", 1, number, table.now, table.mail("amber", f"bid {number}"))])
    with table.campaign.store.read() as connection:
        never = {one.what: (one.state, str(one.said)) for one in health(figures(connection, table.now), table.now)}
    assert never["clock"] == ("note", "the daemon has never run here: `judge serve` closes windows and reminds")
    assert never["mail out"] == ("note", "7 to be sent, 0 given up: `judge serve` sends them")
    table.daemon.tick()
    later = table.now + timedelta(minutes=40)
    with table.campaign.store.read() as connection:
        found = figures(connection, later)
    assert (found.letters_waiting, found.oldest_letter) == (2, 2400.0)
    assert (found.mails_waiting, found.oldest_mail) == (7, 2400.0)
    said = {one.what: (one.state, str(one.said)) for one in health(found, later)}
    assert said["letters"][0] == "bad"
    assert "2 to be read" in said["letters"][1]
    assert "40 minutes" in said["letters"][1]
    assert said["mail out"][0] == "bad"
    assert said["clock"][0] == "note"
    assert "last looked 40 minutes ago: no daemon runs" in said["clock"][1]


def test_a_window_that_should_be_closed(table):
    late = table.now + timedelta(days=3, hours=8)
    with table.campaign.store.read() as connection:
        found = figures(connection, late)
    # The deadline is in three days, then six hours of grace; but the clock wakes for its reminders before.
    assert found.due == 1
    said = {one.what: str(one.said) for one in health(found, late) if one.state == "bad"}
    assert said["deadlines"].startswith("1 window should have been closed by now")


def test_who_collects_and_until_when(table):
    with table.campaign.store.begin() as connection:
        assert hold(connection, "mailbox judge@imap.example:993 INBOX", "host/1/a", timedelta(minutes=1)) == 1
    together = table.daemon.together
    together.mailbox = "judge@imap.example:993 INBOX"
    together.note_collected(table.now)
    later = table.now + timedelta(minutes=20)
    with table.campaign.store.read() as connection:
        found = figures(connection, later)
    (box,) = found.mailboxes
    assert (box.name, box.collected, box.holder) == ("judge@imap.example:993 INBOX", table.now, "host/1/a")
    (said,) = [one for one in health(found, later) if one.what == "mailbox"]
    assert said.state == "bad"
    assert str(said.said).startswith("judge@imap.example:993 INBOX was last read 20 minutes ago: no window closes")
    # What was known is never forgotten for something earlier.
    together.note_collected(table.now - timedelta(hours=1))
    assert together.collected() == table.now


def test_mail_given_up_is_told_for_a_week(table):
    with table.campaign.store.begin() as connection:
        connection.execute(
            tables.outbox.update().where(tables.outbox.c.id == 1).values(state="failed", due_at=stamp(table.now))
        )
    for days, state in ((1, "bad"), (8, "ok")):
        with table.campaign.store.begin() as connection:
            connection.execute(tables.outbox.update().where(tables.outbox.c.state == "queued").values(state="sent"))
        with table.campaign.store.read() as connection:
            found = figures(connection, table.now + timedelta(days=days))
        assert [one.state for one in health(found, table.now) if one.what == "mail out"] == [state]


def test_the_running_daemon_is_asked(serving):
    serving.write("amber", "bid 2")
    with serving.campaign.store.read() as connection:
        found = figures(connection, serving.now)
    running = ask(serving.daemon.metrics.port)
    (said,) = [one for one in health(found, serving.now, running) if one.what == "daemon"]
    assert said.state == "ok"
    assert str(said.said).startswith("since it started: 1 letter read in ")
    (said,) = [
        one
        for one in health(found, serving.now, {**running, "judge_reader_restarts_total": 2.0})
        if one.what == "daemon"
    ]
    assert said.state == "note"
    assert "2 letters too much for the reader" in str(said.said)


def test_a_store_that_does_not_answer_is_said(serving, monkeypatch):
    def gone(*anything):
        raise sa.exc.OperationalError("SELECT", {}, OSError("gone"))

    monkeypatch.setattr("judge.serve.metrics.figures", gone)
    assert "judge_store_up 0.0" in text_of(serving)


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 seconds"), (1, "1 second"), (61, "1 minute"), (7199, "119 minutes"), (172800, "2 days")],
)
def test_spans_are_spelled(seconds, said):
    assert spell(seconds) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("metrics: here", 'metrics is the number of a port, such as 9187, not "here"'),
        ("log: loud", 'log is human or json, not "loud"'),
        ("log_addresses: yes", 'log_addresses is show or hide, not "yes"'),
        ("hold: 1s", 'hold is from 5s to 1h, not "1s"'),
        ("hold: soon", '"soon" is no length of time'),
        ("metric: 9187", '"metric" means nothing here: did you mean "metrics"?'),
    ],
)
def test_mistakes_in_the_settings_are_named(text, said):
    with pytest.raises(DocumentError) as caught:
        read_serving(load(text, "campaign.yaml"))
    assert said in str(caught.value)


def test_settings_are_read():
    serving = read_serving(load("metrics: 9187\nlog: json\nlog_addresses: show\nhold: 30s", "campaign.yaml"))
    assert (serving.metrics, serving.log, serving.addresses) == (9187, "json", True)
    assert serving.spans.mailbox == timedelta(seconds=30)
