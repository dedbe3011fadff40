"""The slowest phases we know how to make, against the median mid-game phase; prints one JSON object.

Dense boards: 60 units all ordered at each other. Paradoxes: a ring of convoys, each bound for the unit that helps to
attack the next one's fleet, as many as the seas hold. Circles: every army of a full board moves on to the next.
"""

from __future__ import annotations

import json
import random
import statistics
import time

from bench.positions import Generated, phase, phases
from bench.race import prepared
from judge.adjudicator.diplomacy import compiled
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.diplomacy.orders import Convoy, Move, Movement, Support, Unit
from judge.shelf import map_document

# Second-order and sixth-order paradoxes, as in DATC 6.F.22 and 6.F.29, and three at once.
PARADOXES = (
    """E F EDI - NTH; E F LON S F EDI - NTH; F A BRE - LON; F F ENG C A BRE - LON; G F BEL S F PIC - ENG; G F PIC - ENG;
    R A NWY - BEL; R F NTH C A NWY - BEL""",
    """R F FIN - BOT; R F STP/SC S F FIN - BOT; R F PRU - BAL; R F SWE S F PRU - BAL; R F SKA - NTH;
    R F DEN S F SKA - NTH;
    R F NWY - NWG; R F CLY S F NWY - NWG; G A LVN - SWE; G F BOT C A LVN - SWE; G A BER - DEN; G F BAL C A BER - DEN;
    G A HOL - LON; G F NTH C A HOL - LON; G A BEL - BRE; G F ENG C A BEL - BRE; E F WAL - ENG; E F LON S F WAL - ENG;
    E A NAF - CLY; E F MAO C A NAF - CLY; E F NAO C A NAF - CLY; E A EDI - STP; E F NWG C A EDI - STP;
    E F BAR C A EDI - STP; E F POR S F MAO; F F SPA/NC - MAO; F F BRE S F SPA/NC - MAO""",
    """E F LON S F WAL - ENG; E F WAL - ENG; F A BRE - LON; F F ENG C A BRE - LON; I A TUN - NAP; I F TYS C A TUN - NAP;
    A F NAP S F ROM - TYS; A F ROM - TYS; T A ALB - GRE; T F ION C A ALB - GRE; A F GRE S F AEG - ION; A F AEG - ION;
    R A BER - SWE; R F BAL C A BER - SWE; G F SWE S F BOT - BAL; G F BOT - BAL; T A SEV - ANK; T F BLA C A SEV - ANK;
    R F ANK S F CON - BLA; R F CON - BLA""",
)


def read(texts: str) -> Generated:
    """A phase from orders in short notation."""
    units: list[Unit] = []
    orders: dict[str, Movement] = {}
    for text in texts.replace("\n", " ").split(";"):
        power, kind, at, *rest = text.split()
        units.append(Unit({"E": "england", "F": "france", "G": "germany", "R": "russia", "I": "italy", "A": "austria",
                           "T": "turkey"}[power], "A" if kind == "A" else "F", at))  # fmt: skip
        match rest:
            case ["-", to]:
                orders[at[:3]] = Move(at, to)
            case ["S", _, of]:
                orders[at[:3]] = Support(at, of)
            case ["S", _, of, "-", to]:
                orders[at[:3]] = Support(at, of, to)
            case ["C", _, of, "-", to]:
                orders[at[:3]] = Convoy(at, of, to)
    return Generated(tuple(units), orders)


def circle(board: Board, seed: int) -> Generated:
    """Armies on every land province, each following another where it can."""
    chance = random.Random(seed)
    units, orders = [], {}
    for province in range(board.province_count):
        near = board.army_next[province]
        if board.sea[province] or not near:
            continue
        name = board.ids[province]
        units.append(Unit(chance.choice(board.powers), "A", name))
        orders[name] = Move(name, board.ids[chance.choice(near)])
    return Generated(tuple(units), orders)


def main() -> None:
    """Time each kind; the worst phase of each kind against the median of the mid-game."""
    board = Board.from_map(map_document("diplomacy").value)
    chance = random.Random(6)
    kinds = {
        "paradoxes, worst": [read(texts) for texts in PARADOXES],
        "dense boards of 60 units, worst of 300": [phase(board, chance, 60) for _ in range(300)],
        "circles of 56 armies, worst of 300": [circle(board, seed) for seed in range(300)],
    }
    found: dict[str, float] = {}
    courts = {"interpreted": Court(board, interpreted=True)} | ({"compiled": Court(board)} if compiled() else {})
    for how, court in courts.items():
        usual = prepared(court, list(phases(board, 1901, 500)))
        groups = {name: prepared(court, generated) for name, generated in kinds.items()}
        run = court.kernel.run

        def best(work: tuple[list[int], list[int]]) -> float:
            times = []
            for _ in range(7):
                start = time.perf_counter()
                run(*work)  # noqa: B023
                times.append(time.perf_counter() - start)
            return min(times)

        median = statistics.median(best(work) for work in usual)
        for name, works in groups.items():
            found[f"{name}, {how}"] = max(best(work) for work in works) / median
    print(json.dumps(found))


if __name__ == "__main__":
    main()
