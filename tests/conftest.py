"""For all tests: no test is judged by the clock of a busy machine, and what was left out is said in a few lines."""

import gc
import os
import shutil
from collections import Counter

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, settings
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

import tests.toy.register  # noqa: F401 - puts the toy where games are looked for
from judge.variants import GAMES
from tests.daily import DAY, PROOF, is_todays

settings.register_profile("judge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("judge")
SHIPPED = frozenset(GAMES)


@pytest.fixture(autouse=True)
def only_games_that_ship():
    """A test may put the toy game on the list; it goes off again, or the next one would look for its map."""
    yield
    for key in set(GAMES) - SHIPPED:
        del GAMES[key]


OWN_TO_STORES = ("test_store.py", "test_processes.py", "test_four_daemons.py", "test_wakeup.py")


MEMORY = "/dev/shm"
ROOM = 4 << 30
"""Bytes free, from which on tests keep their files in memory: a store waits for the disk at every commit."""


def pytest_configure(config):
    """Files of tests are kept in memory, where there is room."""
    if "PYTEST_DEBUG_TEMPROOT" not in os.environ and os.access(MEMORY, os.W_OK):
        if shutil.disk_usage(MEMORY).free >= ROOM:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = MEMORY


# A process has one store, and words each statement once; tests have thousands, which share what was worded.
SQLiteDialect_pysqlite.__eq__ = lambda self, other: type(self) is type(other)
SQLiteDialect_pysqlite.__hash__ = lambda self: hash(type(self))
WORDED = sa.util.LRUCache(5000)


@sa.event.listens_for(sa.Engine, "engine_connect")
def share_what_was_worded(connection):
    if isinstance(connection.dialect, SQLiteDialect_pysqlite):
        connection.engine._compiled_cache = WORDED


def pytest_collection_finish():
    """What was collected stays to the end: nobody need look through it again for what can be thrown away."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_collection_modifyitems(config, items):
    """What is marked `long` begins first. Of what is marked `daily` a part runs each day, and so on PostgreSQL of what
    runs on either database."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    today = [item for item in items if PROOF or not is_for_another_day(item)]
    if 0 < len(today) < len(items):
        chosen = set(today)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = today


def is_for_another_day(item):
    """Whether a test is left out today: a case of many, or one that is there for SQLite too, on PostgreSQL."""
    mark = item.get_closest_marker("daily")
    if mark is not None and not is_todays(item.nodeid, mark.args[0]):
        return True
    # Tests of the stores run on both databases every day.
    return "[postgresql" in item.name and item.path.name not in OWN_TO_STORES and not is_todays(item.nodeid, 3)


@pytest.fixture
def seed_of(record_property):
    """The seed of a test that draws at random: its usual one, or JUDGE_SEED. The summary names it, passed or failed."""

    def seed(usual: int) -> int:
        chosen = int(os.environ.get("JUDGE_SEED", usual))
        record_property("seed", chosen)
        return chosen

    return seed


def pytest_terminal_summary(terminalreporter):
    """With what seeds tests drew, and why tests were skipped, each reason once."""
    drawn = {
        f"JUDGE_SEED={value}  {report.nodeid}"
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, ())
        for name, value in getattr(report, "user_properties", ())
        if name == "seed"
    }
    if drawn:
        terminalreporter.write_sep("-", "drawn at random; to draw the same again")
        for line in sorted(drawn):
            terminalreporter.write_line(line)
    if not PROOF:
        terminalreporter.write_line(
            f"JUDGE_TENTH={DAY}  chose the part of each large count; `make proof` tries all parts"
        )
    reasons = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reasons[reason.removeprefix("Skipped: ")] += 1
    if reasons:
        terminalreporter.write_sep("-", f"{sum(reasons.values())} left out on this machine")
        for reason, count in reasons.most_common():
            terminalreporter.write_line(f"{count:5}  {reason}")
