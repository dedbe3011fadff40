"""Runs every bench module's `lines()` and prints one table of ratios; `python -m bench diplomacy` runs one of them.

Each line names what it is measured against in the same run: only that says anything on a busy machine, or of another.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import time
from pathlib import Path

from bench.row import Row, table

HERE = Path(__file__).resolve().parent


def modules() -> list[str]:
    """The modules here that have something to measure."""
    return sorted(
        info.name
        for info in pkgutil.iter_modules([str(HERE)])
        if "def lines(" in (HERE / f"{info.name}.py").read_text(encoding="utf-8") and not info.name.startswith("_")
    )


def main(args: list[str]) -> int:
    """Measure and print."""
    as_json = "--json" in args
    wanted = [arg for arg in args if not arg.startswith("-")] or modules()
    unknown = sorted(set(wanted) - set(modules()))
    if unknown:
        print(f"bench: there is no {', '.join(unknown)}; there are {', '.join(modules())}", file=sys.stderr)
        return 2
    rows: list[tuple[str, Row]] = []
    began = time.perf_counter()
    for name in wanted:
        start = time.perf_counter()
        rows += [(name, row) for row in importlib.import_module(f"bench.{name}").lines()]
        print(f"bench: {name} took {time.perf_counter() - start:.0f} s", file=sys.stderr)
    if as_json:
        print(json.dumps([{"bench": name, **row._asdict()} for name, row in rows], indent=2))
        return 0
    print(table(rows))
    print(f"\n{len(rows)} lines in {time.perf_counter() - began:.0f} s; in brackets what this machine did today")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
