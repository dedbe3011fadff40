"""Reports: built and rendered in every medium, maps drawn, and the site of a finished Diplomacy game of 60 phases."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from bench import yardstick
from bench.row import Row
from judge import report, shelf
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.site import Phase, Record, write_site
from judge.scenario.simulate import play, seats_for

STEPS = 12
PHASES = 60
MEDIA = (*report.MEDIA, "xenforo", "reddit")
WIDTH = 1400
PROMISED_SIZE, PROMISED_LOAD = 1_500_000, 2000


def lines() -> list[Row]:
    """Processor time of building and writing reports, of drawing maps, of a site; what its pages weigh and take."""
    found: list[Row] = []
    _, moving, _ = yardstick.movement()
    spent: dict[str, float] = dict.fromkeys(MEDIA, 0.0)
    building, many = 0.0, 0
    for key in ("diplomacy", "range-war", "land-barons", "gold-rush", "hell-on-wheels"):
        built, written, number = _reports(key)
        whole = (built + sum(written.values())) / number
        found.append(Row(f"{key}: a report built, and written in {len(MEDIA)} media", "long", whole / moving,
                         yardstick.NAME, 1 / whole, "reports/s"))  # fmt: skip
        spent = {medium: spent[medium] + written[medium] for medium in MEDIA}
        building, many = building + built, many + number
    found += [
        Row(
            f"a report of any game written as {medium}",
            "long",
            took / building,
            "building it",
            many / took,
            "reports/s",
        )
        for medium, took in spent.items()
    ]
    record = _record()
    svg = record.pages[-1].svg
    drawn = _each(lambda: _drawn(record), 10)
    dotted = _each(lambda: pictures.png(svg, WIDTH), 3)
    found.append(Row("the map of Diplomacy as SVG", "long", drawn / moving, yardstick.NAME, 1 / drawn, "maps/s"))
    found.append(Row(f"the same as PNG, {WIDTH} pixels wide", "long", dotted / drawn, "SVG", 1 / dotted, "maps/s"))
    with tempfile.TemporaryDirectory() as folder:
        record = _record()
        start = time.process_time()
        write_site([record], Path(folder), "Bench")
        took = time.process_time() - start
        phases = len(record.phases)
        found.append(Row(f"a site of a game of {phases} phases", "long", took / phases / drawn,
                         f"{phases} maps as SVG", took, "s"))  # fmt: skip
        largest = max(one.stat().st_size for one in Path(folder).rglob("*.html"))
        largest += max(one.stat().st_size for one in Path(folder).rglob("*.svg"))
        found.append(Row("its largest page with its largest map", "much", largest / PROMISED_SIZE,
                         "promised, 1.5 MB", largest / 1000, "kB"))  # fmt: skip
        found += _loaded(Path(folder) / record.name)
    return found


def _loaded(folder: Path) -> list[Row]:
    """How long pages take in headless Chromium, from asking to the load event; nothing where there is no Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    found = []
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, what in (("index.html", "its game page"), ("orders.html", "its order composer")):
            took = []
            for _ in range(5):
                page.goto((folder / name).as_uri())
                took.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
            middle = statistics.median(took)
            found.append(Row(f"{what} loaded in headless Chromium", "long", middle / PROMISED_LOAD, "promised, 2 s",
                             middle, "ms"))  # fmt: skip
        browser.close()
    return found


def _played(key: str, steps: int, word: str = "bench/reports") -> tuple[Any, list[Any]]:
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(seats_for(game, 0, min(high, max(low, 7))), complete_options(game, {}))
    found = []
    for one in play(game, table, word):
        found.append(one)
        if len(found) == steps:
            break
    return game, found


def _reports(key: str) -> tuple[float, dict[str, float], int]:
    """Seconds of building and of each medium, and the number, of reports of one game for everybody and every seat."""
    game, played = _played(key, STEPS)
    seats = [None, *sorted({seat for one in played if one.window for seat in one.window.asks})]
    notes = report.Notes("bench", deadline="Sunday, 7 March 2027, 18:00 (Europe/Berlin)")
    # Templates are read and compiled once in a process.
    for medium in MEDIA:
        report.render(report.build(game, played[0].before, played[0].state, played[0].events, None, notes), medium)
    spent = dict.fromkeys(MEDIA, 0.0)
    total, number = 0.0, 0
    for one in played:
        for seat in seats:
            start = time.process_time()
            made = report.build(game, one.before, one.state, one.events, seat, notes)
            total += time.process_time() - start
            for medium in MEDIA:
                start = time.process_time()
                report.render(made, medium)
                spent[medium] += time.process_time() - start
            number += 1
    return total, spent, number


def _record() -> Record:
    game, played = _played("diplomacy", PHASES, "site")
    phases = [
        Phase(
            number,
            one.before,
            one.state,
            report.told_to(one.events, None),
            when=f"2027-01-{number % 28 + 1:02d}T20:30:00Z",
        )
        for number, one in enumerate(played)
    ]
    return Record("bench", "Bench", game, phases, campaign="club", judge_address="judge@example.org")


def _drawn(record: Record) -> str:
    last = record.phases[-1]
    return pictures.picture(record.game, record.game.view(last.state, None), last.events, "Bench")


def _each(work: Any, times: int) -> float:
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times
