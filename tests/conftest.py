"""For all tests: no test is judged by the clock of a busy machine, and what was left out is said in a few lines."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

from judge.variants import GAMES

settings.register_profile("judge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("judge")
SHIPPED = frozenset(GAMES)


@pytest.fixture(autouse=True)
def only_games_that_ship():
    """A test may put the toy game on the list; it goes off again, or the next one would look for its map."""
    yield
    for key in set(GAMES) - SHIPPED:
        del GAMES[key]


def pytest_terminal_summary(terminalreporter):
    """Why tests were skipped, each reason once."""
    reasons = Counter()
    for report in terminalreporter.stats.get("skipped", ()):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reasons[reason.removeprefix("Skipped: ")] += 1
    if reasons:
        terminalreporter.write_sep("-", f"{sum(reasons.values())} left out on this machine")
        for reason, count in reasons.most_common():
            terminalreporter.write_line(f"{count:5}  {reason}")
