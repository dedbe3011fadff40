"""kill -9, again and again: every letter judged exactly once, no answer missing, repeats only with the same ID."""

from __future__ import annotations

import os
import random
import signal
import smtplib
import subprocess
import sys
import time
from collections import Counter

import pytest
import sqlalchemy as sa

from judge.mail.headers import heading, message_of
from judge.office import Office
from judge.store import tables
from tests.serve.table import Table

WHOLE = os.environ.get("JUDGE_PROOF") == "1"
LETTERS, KILLS = (900, 60) if WHOLE else (300, 20)


@pytest.mark.long
@pytest.mark.server
def test_killed_at_random_nothing_is_lost_and_nothing_is_done_twice(tmp_path, dovecot, seed_of):
    chance = random.Random(seed_of(1901))
    # A window that stays open, so that every letter is for it.
    table = Table(tmp_path / "club", seats=4, settings={"deadlines": "900d"}, options={"coins": 99}).start()
    campaign = table.campaign
    (tmp_path / "club" / "secret").write_text("secret")
    (tmp_path / "club" / "secret").chmod(0o600)
    # The answers go to a post office of our own, which keeps every copy of each.
    with Office(tmp_path / "out.sqlite", "mail.example") as out:
        got: list[bytes] = []
        for seat in table.seats:
            out.set_user(seat, "secret")
        out.watch(lambda user, raw: got.append(raw))
        arguments = [sys.executable, "-m", "tests.serve.steady", str(tmp_path / "club"), str(dovecot.imap_port),
                     str(out.smtp_port)]  # fmt: skip
        process = None
        kills = 0

        def again() -> subprocess.Popen[bytes]:
            return subprocess.Popen(arguments, stderr=subprocess.DEVNULL)

        try:
            process = again()
            written = []
            waits = [chance.uniform(0.35, 1.1) for _ in range(KILLS)]
            next_kill = time.monotonic() + waits[0]
            with smtplib.LMTP("127.0.0.1", dovecot.lmtp_port) as door:
                for number in range(LETTERS):
                    seat = table.seats[number % len(table.seats)]
                    # WAIT keeps the window open although all have answered.
                    raw = table.mail(seat, f"bid {number % 90}\nWAIT\n", number=f"order-{number}")
                    copies = 2 if number % 10 == 0 else 1
                    written.append(f"<order-{number}@mail.example>")
                    for _ in range(copies):
                        door.sendmail(f"{seat}@mail.example", ["judge@localhost"], raw)
                    if kills < KILLS and time.monotonic() > next_kill:
                        process.send_signal(signal.SIGKILL)
                        process.wait()
                        kills += 1
                        process = again()
                        next_kill = time.monotonic() + waits[kills % KILLS]
                    time.sleep(0.02)
            until = time.monotonic() + 180
            while time.monotonic() < until:
                with campaign.store.read() as connection:
                    letters = connection.execute(
                        sa.select(tables.inbox.c.state, sa.func.count()).group_by(tables.inbox.c.state)
                    ).all()
                    queued = connection.execute(
                        sa.select(sa.func.count()).where(
                            tables.outbox.c.state == "queued", tables.outbox.c.kind == "receipt"
                        )
                    ).scalar_one()
                done = {row[0]: row[1] for row in letters}
                if done.get("done", 0) == LETTERS and not queued and kills == KILLS:
                    break
                # The rest of the kills fall while the backlog is worked off.
                if kills < KILLS and time.monotonic() > next_kill:
                    process.send_signal(signal.SIGKILL)
                    process.wait()
                    kills += 1
                    process = again()
                    next_kill = time.monotonic() + waits[kills % KILLS]
                time.sleep(0.1)
            time.sleep(0.5)
        finally:
            if process is not None:
                process.kill()
                process.wait()
    assert kills == KILLS
    rows = table.letters()
    assert Counter(row["state"] for row in rows) == {"done": LETTERS}
    assert {row["message_id"] for row in rows} == set(written)
    with campaign.store.read() as connection:
        sources = [row.source for row in connection.execute(sa.select(tables.receipts.c.source))]
    judged = Counter(source.split()[1] for source in sources if source.startswith("letter"))
    assert set(judged) == set(written)
    assert max(judged.values()) == 1
    answers = [message_of(raw) for raw in got if heading(message_of(raw), "X-Judge-Kind") == "receipt"]
    answered = {heading(mail, "In-Reply-To") for mail in answers}
    assert answered == set(written)
    by_letter: dict[str, set[str]] = {}
    for mail in answers:
        by_letter.setdefault(heading(mail, "In-Reply-To"), set()).add(heading(mail, "Message-ID"))
    assert all(len(ids) == 1 for ids in by_letter.values())
    # At most one answer is repeated a crash: the one that had gone and was not yet noted.
    assert len(answers) - LETTERS <= KILLS
    # What stands is each seat's last letter, by receipt time and UID.
    last = {seat: max(n for n in range(LETTERS) if table.seats[n % len(table.seats)] == seat) for seat in table.seats}
    assert {seat: table.orders(seat) for seat in table.seats} == {
        seat: (f"bid {number % 90}",) for seat, number in last.items()
    }
