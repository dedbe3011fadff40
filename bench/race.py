"""All adjudicators on the same phases in one process, interleaved block by block, the median of five rounds;
prints one JSON object. Processor time, not the clock on the wall: other programs on the machine are not in it.

Started by bench/diplomacy.py in the environment that holds the rivals.
"""

from __future__ import annotations

import gc
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from bench.positions import Generated, phases
from bench.rivals import Diplomacy, drawn_lots, pydip_turns
from judge.adjudicator.diplomacy import compiled
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Court
from judge.batch.choices import Choices
from judge.batch.lines import Batch
from judge.batch.notation import read_order
from judge.batch.play import Diplomacy as Whole
from judge.batch.stream import answers
from judge.grammar.document import load

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 5
COUNT = 2000
BLOCK = 200


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
    start = time.process_time()
    for call in calls:
        call()
    return time.process_time() - start


def kernel_time(court: Court, work: list[tuple[list[int], list[int]]]) -> float:
    """Seconds for all phases: adjudication, words of every order, retreats."""
    run = court.kernel.run
    start = time.process_time()
    for codes, powers in work:
        run(codes, powers)
    return time.process_time() - start


def batch_time(batch: Batch, lines: list[str], reasons: bool) -> float:
    """Seconds for all phases from JSON to JSON."""
    start = time.process_time()
    for _ in answers(batch, lines, reasons=reasons):
        pass
    return time.process_time() - start


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
    standing = [[f"{unit.kind} {unit.place}" for unit in phase.units] for phase in generated]
    choices = {name: Choices(board, interpreted=name == "interpreted") for name in courts}
    # What was prepared for one must not be walked by the garbage collector on another's time.
    gc.collect()
    gc.freeze()
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        spent: dict[str, float] = {}

        def add(name: str, seconds: float) -> None:
            spent[name] = spent.get(name, 0.0) + seconds  # noqa: B023 - called within this round only

        # Block by block, so that a slow moment of the machine falls on everybody.
        for start in range(0, count, BLOCK):
            block = slice(start, start + BLOCK)
            gc.collect()
            for name, court in courts.items():
                add(name, kernel_time(court, work[name][block]))
                add(
                    f"legal orders {name}", timed([partial(choices[name].movement, units) for units in standing[block]])
                )
                add(f"batch {name}", batch_time(batches[name], lines[block], True))
                add(f"batch {name}, no reasons", batch_time(batches[name], lines[block], False))
            add("pydip", timed(turns[block]))
            give = process = listed = 0.0
            for phase, orders in zip(generated[block], texts[block], strict=True):
                theirs.set_up(phase)
                listed += timed([theirs.game.get_all_possible_orders])
                begin = time.process_time()
                theirs.give(orders)
                middle = time.process_time()
                theirs.process()
                process += time.process_time() - middle
                give += middle - begin
            add("diplomacy legal orders", listed)
            add("diplomacy process", process)
            add("diplomacy set_orders + process", give + process)
        for name, seconds in spent.items():
            found.setdefault(name, []).append(seconds)
    medians = {name: statistics.median(times) / count * 1e6 for name, times in found.items()}
    print(json.dumps({**medians, **crossings(board, document.value, batches, theirs, count), **games()}))


def crossings(
    board: Board, map_value: Mapping[str, Any], batches: Mapping[str, Batch], theirs: Diplomacy, most: int
) -> dict[str, float]:
    """Microseconds a phase from JSON to JSON where most armies on the coast are carried, and of `diplomacy` there.

    `new`: an archive five times as long, read by a batch that has met no order text before.
    """
    count = most // 4
    archive = [
        json.dumps(phase.line(board, number))
        for number, phase in enumerate(phases(board, 1902, most * 5, seafaring=True))
    ]
    generated = list(phases(board, 1902, count, seafaring=True))
    lines = archive[:count]
    texts = [phase.texts(board) for phase in generated]
    found: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        spent: Counter[str] = Counter()
        for start in range(0, count, BLOCK // 2):
            block = slice(start, start + BLOCK // 2)
            gc.collect()
            for name, batch in batches.items():
                spent[f"convoys {name}"] += batch_time(batch, lines[block], True)
                spent[f"convoys {name}, no reasons"] += batch_time(batch, lines[block], False)
            for phase, orders in zip(generated[block], texts[block], strict=True):
                theirs.set_up(phase)
                spent["diplomacy convoys"] += timed([partial(theirs.give, orders), theirs.process])
        for name in batches:
            read_order.cache_clear()
            new = Batch(map_value, interpreted=name == "interpreted")
            spent[f"convoys new {name}"] = batch_time(new, archive, True) * count / len(archive)
        for name, seconds in spent.items():
            found.setdefault(name, []).append(seconds)
    return {name: statistics.median(times) / count * 1e6 for name, times in found.items()}


def games() -> dict[str, float]:
    """Milliseconds of a whole game to the end of 1919 between players who draw lots, ours and theirs in turn."""
    chance = random.Random(1901)
    spent: dict[str, list[float]] = {"games": [], "diplomacy games": []}
    ours(chance, 100)
    for _ in range(ROUNDS):
        spent["games"].append(timed([partial(ours, chance, 10)]) / 10)
        spent["diplomacy games"].append(timed([partial(drawn_lots, chance)]))
    return {name: statistics.median(times) * 1e3 for name, times in spent.items()}


def ours(chance: random.Random, count: int) -> None:
    """So many games by us."""
    for _ in range(count):
        game = Whole.start(years=19)
        while not game.is_over:
            orders = {power: [chance.choice(said) for said in own.values()] for power, own in game.orders().items()}
            game = game.step(orders)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT)
