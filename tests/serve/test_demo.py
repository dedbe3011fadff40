"""`judge demo` as a user runs it: the command, the servers, the players, what it leaves behind."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.mail.headers import heading, message_of
from judge.store import tables


@pytest.mark.long
def test_the_demonstration(tmp_path):
    out = tmp_path / "demo"
    done = subprocess.run(
        [sys.executable, "-m", "judge", "demo", "--turns", "3", "--out", str(out)],
        capture_output=True, text=True, timeout=240,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert "Summer 1870, movement" in done.stdout
    assert re.search(r"Stopped after \d+ windows", done.stdout)
    mails = [message_of(path.read_bytes()) for path in sorted((out / "mail").rglob("*.eml"))]
    kinds = {heading(mail, "X-Judge-Kind") for mail in mails}
    assert {"token", "report", "receipt"} <= kinds
    receipts = [heading(mail, "Subject") for mail in mails if heading(mail, "X-Judge-Kind") == "receipt"]
    verdicts = {re.sub(r"^\[demo/demo\] ([A-Z ]+):.*", r"\1", subject) for subject in receipts}
    assert {"OK", "ERRORS"} <= verdicts
    # One player slept through the second window: he was reminded, and then the clock did without him.
    assert "reminded: " in done.stdout
    assert "the deadline passed without a letter from " in done.stdout
    assert "NOT READ" not in verdicts
    assert (out / "site" / "index.html").is_file()
    assert list((out / "reports").glob("*.txt"))
    campaign = Campaign.open(out)
    with campaign.store.read() as connection:
        letters = [bytes(raw) for (raw,) in connection.execute(sa.select(tables.inbox.c.raw))]
        states = {state for (state,) in connection.execute(sa.select(tables.inbox.c.state))}
    campaign.close()
    assert states == {"done"}
    # Letters of several programs: quoted, as pages, in base64.
    text = b"\n".join(letters)
    assert b"text/html" in text
    assert b"-----Original Message-----" in text or b"> " in text
    assert b"base64" in text
