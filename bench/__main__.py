"""Runs every bench module's `lines()` and prints one table; `python -m bench diplomacy` runs one of them.

Only ratios measured in one process, interleaved, say anything on a busy machine; the rest is for orientation.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
import time
from pathlib import Path

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
    table: list[tuple[str, str, float, str]] = []
    for name in wanted:
        start = time.perf_counter()
        found = importlib.import_module(f"bench.{name}").lines()
        table += [(name, label, float(value), unit) for label, value, unit in found]
        print(f"bench: {name} took {time.perf_counter() - start:.0f} s", file=sys.stderr)
    if as_json:
        print(json.dumps([dict(zip(("bench", "what", "value", "unit"), row, strict=True)) for row in table], indent=2))
        return 0
    width = max((len(label) for _, label, _, _ in table), default=0)
    last = ""
    for name, label, value, unit in table:
        if name != last:
            print(f"\n{name}")
            last = name
        shown = f"{value:,.0f}" if abs(value) >= 100 else f"{value:,.2f}"
        print(f"  {label:<{width}}  {shown:>12} {unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
