"""Figures for Prometheus: this daemon's work, and the waiting rows of the store, as text on a port of this machine."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.parser import text_string_to_metric_families

from judge.campaign.clock import Done
from judge.campaign.figures import figures
from judge.store.base import REFUSED, Store

STEPS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30)
LATE = (1, 5, 15, 60, 300, 900, 3600, 21600)


class Metrics:
    """Counts what one daemon does. `restarts`: how often its reader was replaced; `owner`: its name in the store."""

    def __init__(
        self, store: Store, owner: str, now: Callable[[], datetime], restarts: Callable[[], int] = lambda: 0
    ) -> None:
        self.store, self.owner, self.now, self.restarts = store, owner, now, restarts
        self.registry = CollectorRegistry()
        self._fetched = self._counter("judge_letters_fetched", "Letters fetched from the mailbox or taken at the door.")
        self._letters = self._counter(
            "judge_letters", "Letters dealt with: OK, WARNINGS, ERRORS, NOT READ (refused), ignored, bad.", "result"
        )
        self._mails = self._counter("judge_mails", "Mails that went, that were refused, or wait.", "kind", "result")
        self._acts = self._counter("judge_clock", "What the clock did to games.", "game", "act")
        self._letter_seconds = self._histogram("judge_letter_seconds", "To read a letter and store what it did.", STEPS)
        self._step_seconds = self._histogram("judge_step_seconds", "To adjudicate and store a step.", STEPS, "game")
        self._lateness = self._histogram(
            "judge_step_late_seconds", "How long after it could be closed a window was.", LATE
        )
        self.registry.register(_FromStore(self))
        self._server: Any = None
        self.port = 0

    def _counter(self, name: str, said: str, *labels: str) -> Counter:
        return Counter(name, said, labels, registry=self.registry)

    def _histogram(self, name: str, said: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, said, labels, buckets=buckets, registry=self.registry)

    def fetched(self, count: int) -> None:
        """So many letters came."""
        self._fetched.inc(count)

    def letter(self, result: str, seconds: float) -> None:
        """A letter was dealt with."""
        self._letters.labels(result).inc()
        self._letter_seconds.observe(seconds)

    def mail(self, kind: str, result: str) -> None:
        """A mail went, or did not."""
        self._mails.labels(kind, result).inc()

    def clock(self, done: Done) -> None:
        """The clock did something."""
        self._acts.labels(done.kind, done.act).inc()
        if done.act == "closed":
            self._step_seconds.labels(done.kind).observe(done.seconds)
            self._lateness.observe(done.late)

    def serve(self, port: int, host: str = "127.0.0.1") -> int:
        """Answer requests from this machine; returns the port."""
        self._server, _ = start_http_server(port, addr=host, registry=self.registry)
        self.port = int(self._server.server_port)
        return self.port

    def stop(self) -> None:
        """Stop answering."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


class _FromStore:
    """Figures from the store, looked up when somebody asks."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def collect(self) -> Iterator[Metric]:
        """All gauges."""
        metrics = self.metrics
        yield CounterMetricFamily(
            "judge_reader_restarts", "Letters that were too much for their reader.", value=metrics.restarts()
        )
        try:
            with metrics.store.read() as connection:
                now = metrics.now()
                found = figures(connection, now)
        except (REFUSED, OSError):
            yield GaugeMetricFamily("judge_store_up", "Whether the store answers.", value=0)
            return
        yield GaugeMetricFamily("judge_store_up", "Whether the store answers.", value=1)
        for name, said, value in (
            ("judge_letters_waiting", "Letters stored and not read yet.", found.letters_waiting),
            ("judge_oldest_letter_seconds", "Since when the oldest of them waits.", found.oldest_letter),
            ("judge_letters_bad", "Letters laid aside within a week.", found.letters_bad),
            ("judge_mails_waiting", "Mails that are due and have not gone.", found.mails_waiting),
            ("judge_mails_later", "Mails that are to be tried again later.", found.mails_later),
            ("judge_oldest_mail_seconds", "Since when the oldest due mail waits.", found.oldest_mail),
            ("judge_mails_failed", "Mails given up within a week.", found.mails_failed),
            ("judge_games_held", "Running games that wait for the game master.", found.held),
            ("judge_games_due", "Games whose time has come and at which nobody looked yet.", found.due),
            ("judge_deadline_lag_seconds", "By how much the most overdue of them is.", found.lag),
        ):
            yield GaugeMetricFamily(name, said, value=value)
        if found.last_look is not None:
            yield GaugeMetricFamily(
                "judge_last_look_timestamp_seconds", "When a clock last looked.", value=found.last_look.timestamp()
            )
        games = GaugeMetricFamily("judge_games", "Games by status.", labels=["status"])
        for status, count in sorted(found.games.items()):
            games.add_metric([status], count)
        yield games
        held = GaugeMetricFamily(
            "judge_mailbox_holder", "Who collects from a mailbox: 1 for its holder.", labels=["mailbox", "daemon"]
        )
        mine = GaugeMetricFamily("judge_mailbox_held", "Whether this daemon does.", labels=["mailbox"])
        at = GaugeMetricFamily(
            "judge_mailbox_collected_timestamp_seconds", "Until when a mailbox was read.", labels=["mailbox"]
        )
        for box in found.mailboxes:
            if box.holder:
                held.add_metric([box.name, box.holder], 1)
            mine.add_metric([box.name], int(box.holder == metrics.owner))
            if box.collected is not None:
                at.add_metric([box.name], box.collected.timestamp())
        yield from (held, mine, at)


def ask(port: int, host: str = "127.0.0.1", seconds: float = 3.0) -> dict[str, float] | None:
    """A running daemon's figures, summed over labels; None if none runs."""
    try:
        # Straight to this machine, whatever proxy is set for the world.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://{host}:{port}/metrics", timeout=seconds) as answer:
            text = answer.read().decode("utf-8")
    except OSError:
        return None
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found
