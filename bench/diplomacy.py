"""The kernel and `judge batch` against `pydip` and `diplomacy`, worst cases, memory and start-up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.rival_venv import rival_python
from bench.row import Row

ROOT = Path(__file__).resolve().parent.parent


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
    theirs, whole = "`diplomacy` 1.1.2, process()", "`diplomacy` 1.1.2, set_orders + process()"
    rows = [
        Row("pydip 0.1.8, resolve_turn", "fast", process / times["pydip"], theirs, times["pydip"], "us a phase"),
        Row("`diplomacy`, set_orders + process()", "long", given / process, theirs, given, "us a phase"),
    ]
    for how in ("interpreted", "compiled"):
        if how not in times:
            continue
        own = times[how]
        rows += [
            Row(f"kernel {how}", "fast", times["pydip"] / own, "pydip 0.1.8, resolve_turn", own, "us a phase"),
            Row(f"kernel {how}", "fast", process / own, theirs, own, "us a phase"),
        ]
        for what, label in ((f"batch {how}, no reasons", "judge batch --no-reasons"), (f"batch {how}", "judge batch")):
            rows.append(Row(f"{label} {how}", "fast", given / times[what], whole, times[what], "us a phase"))
        for what, label in (("convoys", "convoys"), ("convoys new", "convoys, order texts never met")):
            own = times[f"{what} {how}"]
            ratio = times["diplomacy convoys"] / own
            rows.append(Row(f"judge batch, {label} {how}", "fast", ratio, whole, own, "us a phase"))
        listed = times["diplomacy legal orders"]
        own = times[f"legal orders {how}"]
        rows.append(
            Row(f"all lawful orders, {how}", "fast", listed / own, "get_all_possible_orders()", own, "us a phase")
        )
    theirs, own = times["diplomacy games"], times["games"]
    rows.append(Row("whole games by lot", "fast", theirs / own, "`diplomacy`, the same", own, "ms a game"))
    return rows


def worst() -> list[Row]:
    """Dense and paradox-ridden boards against the median mid-game phase."""
    found = _json(sys.executable, "-m", "bench.worst")
    usual = "the median mid-game phase"
    return [Row(name, "long", value, usual, value, "medians") for name, value in found.items()]


def memory() -> list[Row]:
    """What a run of `judge batch` over many lines adds to its memory."""
    count = int(os.environ.get("BENCH_LINES", "1000000"))
    found = _json(sys.executable, "-m", "bench.memory", str(count))
    return [
        Row(
            f"memory of judge batch after {count:,} lines", "much", found["last"] / found["early"],
            "after 10,000 lines", found["last"], "MB",
        )
    ]  # fmt: skip


def start_up() -> list[Row]:
    """Imports in a fresh interpreter, the interpreter's own start taken off, best of five, processor time."""
    code = "import time; t=time.process_time(); import {}; print(time.process_time()-t)"
    modules = ("email.message", "judge.adjudicator", "judge.adjudicator.diplomacy.movement", "judge.batch")
    times = {
        module: min(
            float(subprocess.run([sys.executable, "-c", code.format(module)], cwd=ROOT, capture_output=True, text=True,
                                 check=True).stdout)
            for _ in range(5)
        )
        for module in modules
    }  # fmt: skip
    usual = modules[0]
    return [
        Row(f"import {module}", "long", times[module] / times[usual], f"import {usual}", times[module] * 1000, "ms")
        for module in modules[1:]
    ]
