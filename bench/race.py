"""All adjudicators on the same phases in one process, interleaved, the median of five rounds; prints one JSON object.

Started by bench/diplomacy.py in the environment that holds the rivals.
"""

from __future__ import annotations

import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench.positions import Generated, phases
from bench.rivals import Diplomacy, pydip_turns
from judge.adjudicator.diplomacy import compiled
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Court
from judge.batch.lines import Batch
from judge.batch.stream import answers
from judge.grammar.document import load

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
COUNT = 2000


def prepared(court: Court, generated: list[Generated]) -> list[tuple[list[int], list[int]]]:
    """Each phase as order codes and power numbers."""
    board = court.board
    powers = {power: number for number, power in enumerate(board.powers)}
    return [
        (
            [court.code(unit.kind, unit.place, phase.orders[board.province(unit.place)]) for unit in phase.units],
            [powers[unit.power] for unit in phase.units],
        )
        for phase in generated
    ]


def timed(calls: list[Callable[[], object]]) -> float:
    """Seconds for all calls."""
    start = time.perf_counter()
    for call in calls:
        call()
    return time.perf_counter() - start


def kernel_time(court: Court, work: list[tuple[list[int], list[int]]]) -> float:
    """Seconds for all phases: adjudication, words of every order, retreats."""
    run = court.kernel.run
    start = time.perf_counter()
    for codes, powers in work:
        run(codes, powers)
    return time.perf_counter() - start


def batch_time(batch: Batch, lines: list[str], reasons: bool) -> float:
    """Seconds for all phases from JSON to JSON."""
    start = time.perf_counter()
    for _ in answers(batch, lines, reasons=reasons):
        pass
    return time.perf_counter() - start


def main(count: int) -> None:
    """Race them."""
    document = load((ROOT / "maps/diplomacy.yaml").read_text(encoding="utf-8"), "diplomacy.yaml")
    board = Board.from_map(document.value)
    generated = list(phases(board, 1901, count))
    courts = {"interpreted": Court(board, interpreted=True)}
    if compiled():
        courts["compiled"] = Court(board)
    work = {name: prepared(court, generated) for name, court in courts.items()}
    batches = {name: Batch(document.value, interpreted=name == "interpreted") for name in courts}
    lines = [json.dumps(phase.line(board, number)) for number, phase in enumerate(generated)]
    turns = pydip_turns(board, generated)
    theirs = Diplomacy(board)
    texts = [phase.texts(board) for phase in generated]
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        gc.collect()
        for name, court in courts.items():
            found.setdefault(name, []).append(kernel_time(court, work[name]))
            found.setdefault(f"batch {name}", []).append(batch_time(batches[name], lines, True))
            found.setdefault(f"batch {name}, no reasons", []).append(batch_time(batches[name], lines, False))
        found.setdefault("pydip", []).append(timed(turns))
        give = process = 0.0
        for phase, orders in zip(generated, texts, strict=True):
            theirs.set_up(phase)
            start = time.perf_counter()
            theirs.give(orders)
            middle = time.perf_counter()
            theirs.process()
            process += time.perf_counter() - middle
            give += middle - start
        found.setdefault("diplomacy process", []).append(process)
        found.setdefault("diplomacy set_orders + process", []).append(give + process)
    print(json.dumps({name: statistics.median(times) / count * 1e6 for name, times in found.items()}))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
