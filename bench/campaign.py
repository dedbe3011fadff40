"""A campaign on SQLite (WAL, synchronous FULL): letters, steps, ticks, verification; and `judge --help`."""

from __future__ import annotations

import contextlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from bench import yardstick
from bench.row import Row

START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)


def lines() -> list[Row]:
    """What the store costs is measured against bare transactions of the same database, on the same disk."""
    bare, helped = _started("-c", "pass"), _started("-m", "judge", "--help")
    found = [Row("judge --help", "long", helped / bare, "a bare start of Python", helped * 1000, "ms")]
    with tempfile.TemporaryDirectory() as folder:
        found += _campaign(Path(folder) / "bench")
    return found


def _started(*words: str) -> float:
    command = [sys.executable, *words]
    return statistics.median(
        _timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)) for _ in range(7)
    )


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _bare(file: Path) -> float:
    """Seconds for one durable transaction of SQLite: a row of two kilobytes."""
    with contextlib.closing(sqlite3.connect(file)) as link:
        link.execute("PRAGMA journal_mode=WAL")
        link.execute("PRAGMA synchronous=FULL")
        link.execute("CREATE TABLE words (id INTEGER PRIMARY KEY, text TEXT)")
        link.commit()

        def one() -> None:
            link.execute("INSERT INTO words (text) VALUES (?)", ("x" * 2000,))
            link.commit()

        return statistics.median(_timed(one) for _ in range(200))


def _campaign(folder: Path) -> list[Row]:
    from judge.campaign import filling, founding, releasing
    from judge.campaign.campaign import Campaign
    from judge.campaign.clock import tick
    from judge.campaign.docket import Said
    from judge.campaign.record import record_of
    from judge.campaign.taking import docket_of
    from judge.campaign.taking import enter as take_in
    from judge.campaign.verify import verify

    Campaign.create(folder, "bench")
    campaign = Campaign.open(folder)
    seats = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
    for number in range(5):
        with campaign.act(START) as act:
            founding.new_game(act, f"game-{number}", "diplomacy")
            for seat in seats:
                filling.assign(act, f"game-{number}", seat, f"{seat}@example.org")
            founding.start(act, f"game-{number}")

    def enter(name: str, seat: str, text: str, now: datetime) -> None:
        with campaign.act(now) as act:
            take_in(act, name, seat, Said(text, "bench"))

    def release(name: str, now: datetime) -> None:
        with campaign.act(now) as act:
            releasing.release(act, name)

    letters = steps = 0
    bare = _bare(folder / "bare.sqlite")
    taking = closing = 0.0
    for turn in range(1, 7):
        now = START + timedelta(hours=turn)
        for number in range(5):
            with campaign.look() as look:
                live, entries = docket_of(look, f"game-{number}")
            for seat in entries:
                text = live.game.letter(live.state, seat, f"{number}/{turn}")
                taking += _timed(partial(enter, f"game-{number}", seat, text, now))
                letters += 1
            closing += _timed(partial(release, f"game-{number}", now))
            steps += 1
    idle = statistics.median(_timed(lambda: tick(campaign, START + timedelta(hours=8))) for _ in range(20))
    with campaign.store.read() as connection:
        record = record_of(connection, "game-0", full=True)
    checking = _timed(lambda: verify(record))
    campaign.close()
    bare = (bare + _bare(folder / "bare-again.sqlite")) / 2
    each, step, replayed = taking / letters, closing / steps, checking / len(record["steps"])
    one, movement = "a bare durable transaction of SQLite", yardstick.movement()[1]
    return [
        Row("a letter taken, acknowledgement included", "long", each / bare, one, each * 1000, "ms"),
        Row("a window closed, seven reports queued", "long", step / bare, one, step * 1000, "ms"),
        Row("a look at the clock, nothing to do", "long", idle / bare, one, idle * 1000, "ms"),
        Row("a step replayed by judge verify", "long", replayed / movement, yardstick.NAME, replayed * 1000, "ms"),
    ]
