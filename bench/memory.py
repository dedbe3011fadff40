"""Memory of `judge batch` over many lines: growth from the ten-thousandth line to the last; prints one JSON object."""

from __future__ import annotations

import itertools
import json
import resource
import sys
from pathlib import Path

from bench.positions import phases
from judge.adjudicator.diplomacy.board import Board
from judge.batch import batch
from judge.batch.stream import answers
from judge.shelf import map_document


def peak_of_memory() -> float:
    """In megabytes. What the system tells a child of itself begins with its parent's, so the kernel is asked first."""
    try:
        (line,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:")]
    except (OSError, ValueError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(line.split()[1]) / 1024


def main(count: int) -> None:
    """Run that many lines through, from 2,000 different phases."""
    board = Board.from_map(map_document("diplomacy").value)
    texts = [json.dumps(phase.line(board, number)) for number, phase in enumerate(phases(board, 1901, 2000))]
    peak_early = 0.0
    for number, _ in enumerate(answers(batch(), itertools.islice(itertools.cycle(texts), count))):
        if number == 10_000:
            peak_early = peak_of_memory()
    peak = peak_of_memory()
    print(json.dumps({"last": peak, "early": peak_early}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
