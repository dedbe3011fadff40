"""The kernel and `judge batch` against `pydip` and `diplomacy`, worst cases, memory and start-up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.rival_venv import rival_python

ROOT = Path(__file__).resolve().parent.parent
Row = tuple[str, float, str]


def lines() -> list[Row]:
    """Every figure docs/performance.md quotes."""
    return [*race(), *worst(), *memory(), *start_up()]


def _json(python: str, *args: str) -> dict[str, float]:
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run([python, *args], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[-1000:])
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def race() -> list[Row]:
    """Ratios on the same 2,000 phases, one process, interleaved, median of five."""
    times = _json(rival_python(), "-m", "bench.race")
    process = times["diplomacy process"]
    given = times["diplomacy set_orders + process"]
    rows: list[Row] = [
        ("diplomacy 1.1.2, process()", process, "us a phase"),
        ("diplomacy 1.1.2, set_orders + process()", given, "us a phase"),
        ("pydip 0.1.8, resolve_turn", times["pydip"], "us a phase"),
    ]
    for how in ("interpreted", "compiled"):
        if how not in times:
            continue
        rows += [
            (f"kernel {how}", times[how], "us a phase"),
            (f"kernel {how} : pydip", times["pydip"] / times[how], "times as fast"),
            (f"kernel {how} : diplomacy process()", process / times[how], "times as fast"),
        ]
        for what, label in ((f"batch {how}", "judge batch"), (f"batch {how}, no reasons", "judge batch --no-reasons")):
            rows += [
                (f"{label} {how}", times[what], "us a phase"),
                (f"{label} {how} : diplomacy set_orders + process()", given / times[what], "times as fast"),
            ]
    return rows


def worst() -> list[Row]:
    """Dense and paradox-ridden boards against the median mid-game phase."""
    found = _json(sys.executable, "-m", "bench.worst")
    return [(name, value, "times the median phase") for name, value in found.items()]


def memory() -> list[Row]:
    """What a run of `judge batch` over many lines adds to its memory."""
    found = _json(sys.executable, "-m", "bench.memory", os.environ.get("BENCH_LINES", "1000000"))
    return [(name, value, "MB") for name, value in found.items()]


def start_up() -> list[Row]:
    """Imports in a fresh interpreter, the interpreter's own start taken off, best of five, processor time."""
    code = "import time; t=time.process_time(); import {}; print(time.process_time()-t)"
    rows: list[Row] = []
    for module in ("judge.adjudicator", "judge.adjudicator.diplomacy.movement", "judge.batch"):
        times = [
            float(subprocess.run([sys.executable, "-c", code.format(module)], cwd=ROOT, capture_output=True, text=True,
                                 check=True).stdout)
            for _ in range(5)
        ]  # fmt: skip
        rows.append((f"import {module}", min(times) * 1000, "ms"))
    return rows
