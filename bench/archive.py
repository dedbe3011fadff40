"""A generated archive: whole games from Spring 1901 on as lines of `judge batch`, every phase of them, centres and all.

Orders are drawn as in bench/positions.py; the next position is what `judge batch` answers. With `sloppy` the lines
contain what archives of real games contain: units without orders, orders for nobody, twice the same, wrong coasts,
VIA without a convoy, powers that sent nothing, orders in any sequence.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bench.positions import convoys, moves, supports, text
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.orders import Movement, Unit
from judge.batch.lines import Batch

YEARS = 12
START = {
    "AUSTRIA": ["A VIE", "A BUD", "F TRI"],
    "ENGLAND": ["F LON", "F EDI", "A LVP"],
    "FRANCE": ["A PAR", "A MAR", "F BRE"],
    "GERMANY": ["A BER", "A MUN", "F KIE"],
    "ITALY": ["A ROM", "A VEN", "F NAP"],
    "RUSSIA": ["A WAR", "A MOS", "F SEV", "F STP/SC"],
    "TURKEY": ["A CON", "A SMY", "F ANK"],
}
ODDITIES = (
    "A PAR - BUR VIA", "F STP/NC - BOT", "F SPA - LYO", "A MOS - LON", "forward!", "", "WAIVE", "A MUN H", "F KIE B",
    "A XXX - YYY", "F LON S F NTH - BUL/SC", "A ROM R VEN", "a par-bur", "F ENG C A BRE - LON",
)  # fmt: skip

Line = dict[str, Any]


def archive(batch: Batch, seed: int, *, sloppy: bool = False) -> Iterator[Line]:
    """Lines without end, game after game."""
    chance = random.Random(seed)
    game = 0
    while True:
        game += 1
        line: Line = {
            "game": f"g{game}",
            "phase": "S1901M",
            "units": START,
            "centers": {power: [unit[2:5] for unit in units] for power, units in START.items()},
        }
        while line["phase"] != "COMPLETED" and int(line["phase"][1:-1]) < 1901 + YEARS:
            line["orders"] = orders(batch.board, chance, line)
            if sloppy:
                spoil(chance, line)
            yield mislaid(chance, line) if sloppy else line
            out = batch.result(line, reasons=False)
            kept = {key: out[key] for key in ("units", "centers", "dislodged", "retreats")}
            line = {"game": line["game"], "phase": out["next_phase"], **kept}


def orders(board: Board, chance: random.Random, line: Line) -> dict[str, list[str]]:
    """What the powers order in the phase of this line."""
    task = line["phase"][-1]
    if task == "M":
        return movement(board, chance, line["units"])
    if task == "R":
        return {
            power: [
                f"{unit} R {chance.choice(line['retreats'][unit])}" if chance.random() < 0.8 else f"{unit} D"
                for unit in units
            ]
            for power, units in line["dislodged"].items()
        }
    return winter(board, chance, line)


def movement(board: Board, chance: random.Random, units: dict[str, list[str]]) -> dict[str, list[str]]:
    """Moves, supports and convoys that mostly meet."""
    standing: dict[int, Unit] = {}
    for power, texts in units.items():
        for one in texts:
            kind = "A" if one[0] == "A" else "F"
            standing[board.province_of[board.place(one[2:])]] = Unit(power, kind, one[2:])
    drawn: dict[int, Movement] = {}
    convoys(board, chance, standing, drawn)
    moves(board, chance, standing, drawn)
    supports(board, chance, standing, drawn)
    kinds = {board.ids[province]: f"{unit.kind} {unit.place}" for province, unit in standing.items()}
    return {
        power: [text(kinds, board, drawn[board.province_of[board.place(one[2:])]]) for one in texts]
        for power, texts in units.items()
        if texts
    }


def winter(board: Board, chance: random.Random, line: Line) -> dict[str, list[str]]:
    """Builds at home, removals, now and then a build waived."""
    taken = {unit[2:5] for units in line["units"].values() for unit in units}
    said: dict[str, list[str]] = {}
    for power, held in line["centers"].items():
        own = line["units"].get(power, [])
        left = len(held) - len(own)
        if left > 0:
            free = [board.ids[home] for home in board.homes.get(power, ())]
            free = [home for home in free if home in held and home not in taken][:left]
            said[power] = [
                "WAIVE" if chance.random() < 0.1 else _build(board, chance, home) for home in free
            ]  # fmt: skip
        elif left < 0:
            said[power] = [f"{unit} D" for unit in chance.sample(own, -left)]
    return {power: texts for power, texts in said.items() if texts}


def _build(board: Board, chance: random.Random, home: str) -> str:
    province = board.number[home]
    coasts = board.coasts_of[province]
    if board.coastal[province] and chance.random() < 0.4:
        return f"F {board.place_ids[chance.choice(coasts)] if coasts else home} B"
    return f"A {home} B"


def spoil(chance: random.Random, line: Line) -> None:
    """What people and programs do to their orders."""
    said: dict[str, list[str]] = line["orders"]
    for power in list(said):
        draw = chance.random()
        texts = said[power]
        if draw < 0.1 and texts:
            texts.pop(chance.randrange(len(texts)))
        elif draw < 0.2:
            texts.insert(chance.randrange(len(texts) + 1), chance.choice(ODDITIES))
        elif draw < 0.25 and texts:
            texts.append(chance.choice(texts))
        elif draw < 0.3 and texts:
            texts.append(f"{chance.choice(texts)[:5]} H")
        elif draw < 0.35:
            chance.shuffle(texts)
        elif draw < 0.4:
            said[chance.choice(list(said))].append(chance.choice(texts) if texts else "WAIVE")
        elif draw < 0.45:
            del said[power]
        elif draw < 0.5:
            said[power.title()] = [each.lower() for each in said.pop(power)]
    if chance.random() < 0.1:
        line["orders"] = {power: said[power] for power in chance.sample(sorted(said), len(said))}
    if chance.random() < 0.1:
        line["note"] = {"from": "somebody's files", "page": chance.random()}


def mislaid(chance: random.Random, line: Line) -> Line:
    """The line as somebody's program wrote it: now and then without its retreats, or with a unit too many."""
    draw = chance.random()
    if draw < 0.05:
        return {key: value for key, value in line.items() if key != "retreats"}
    if draw < 0.1:
        wrong = chance.choice(("A PAR", "A ZZZ", "F STP", "*A BUR"))
        return {**line, "units": {**line["units"], "ITALY": [*line["units"].get("ITALY", []), wrong]}}
    return line
