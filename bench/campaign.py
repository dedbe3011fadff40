"""A campaign on SQLite (WAL, synchronous FULL): letters, steps, ticks, verification; and `judge --help`."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)


def lines() -> list[tuple[str, float, str]]:
    """Figures of one process on this machine."""
    found = [("judge --help", _help(), "s wall, median of 7")]
    with tempfile.TemporaryDirectory() as folder:
        found += _campaign(Path(folder) / "bench")
    return found


def _help() -> float:
    command = [sys.executable, "-m", "judge", "--help"]
    return statistics.median(
        _timed(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=60)) for _ in range(7)
    )


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _campaign(folder: Path) -> list[tuple[str, float, str]]:
    from judge.campaign.campaign import Campaign
    from judge.campaign.clock import tick
    from judge.campaign.record import record_of
    from judge.campaign.verify import verify

    Campaign.create(folder, "bench")
    campaign = Campaign.open(folder)
    seats = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
    for number in range(5):
        campaign.new_game(f"game-{number}", "diplomacy", START)
        for seat in seats:
            campaign.assign(f"game-{number}", seat, f"{seat}@example.org", START)
        campaign.start(f"game-{number}", START)
    letters = steps = 0
    taking = closing = 0.0
    for turn in range(1, 7):
        now = START + timedelta(hours=turn)
        for number in range(5):
            live, entries = campaign.docket(f"game-{number}")
            for seat in entries:
                text = live.game.letter(live.state, seat, f"{number}/{turn}")
                taking += _timed(partial(campaign.enter, f"game-{number}", seat, text, now))
                letters += 1
            closing += _timed(partial(campaign.release, f"game-{number}", now))
            steps += 1
    idle = statistics.median(_timed(lambda: tick(campaign, START + timedelta(hours=8))) for _ in range(20))
    with campaign.store.read() as connection:
        record = record_of(connection, "game-0", full=True)
    checking = _timed(lambda: verify(record))
    campaign.close()
    return [
        ("letters taken, acknowledgement included", letters / taking, "a second"),
        ("windows closed, seven reports queued", steps / closing, "a second"),
        ("a look at the clock with nothing to do", idle * 1000, "ms"),
        ("steps replayed by judge verify", len(record["steps"]) / checking, "a second"),
    ]
