"""Every case of DATC 3.2, chapter 6, straight through the kernel: each order's resolution must match."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from judge.adjudicator.diplomacy.adjustments import adjustments
from judge.adjudicator.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    Support,
    Unit,
)
from judge.adjudicator.diplomacy.retreats import retreats

UNIT = re.compile(r"([AF]) ([A-Z]{3}(?:/[NSE]C)?)(?: (.*))?")


@dataclass
class Case:
    key: str
    winter: bool = False
    owns: list = field(default_factory=list)
    orders: list = field(default_factory=list)
    retreats: list = field(default_factory=list)


def cases():
    found, part = [], None
    for line in (Path(__file__).parent / "datc.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if re.match(r"6\.[A-J]\.", line):
            found.append(Case(line.split()[0], line.endswith(" W")))
            part = found[-1].orders
        elif line == "RETREATS":
            part = found[-1].retreats
        elif line.startswith("OWNS"):
            found[-1].owns.append(line[5:])
        else:
            said, expected = line.split(" = ")
            part.append((said[0], said[2:], expected))
    return found


CASES = cases()

# Where the printed resolution is not ours, and why.
OURS = {
    # Prussia attacks Berlin, so Berlin's support of Kiel is cut; nobody attacks Kiel and nothing comes of it.
    ("6.D.4", "A BER S F KIE"): "cut",
    # Dislodged with nowhere to go: our word for it is `destroyed`, as the cases themselves print it elsewhere (6.H.17).
    ("6.D.8", "A GRE - NAP"): "invalid, destroyed",
    ("6.F.21", "F CLY S F NAO"): "cut, destroyed",
    ("6.F.28", "F NWG C A EDI - STP"): "disrupted, destroyed",
    ("6.F.28", "F BOT C A LVN - SWE"): "disrupted, destroyed",
    ("6.H.15", "F POR H"): "destroyed",
}


def read(text):
    """One movement order in the file's notation: kind, place, order."""
    kind, at, rest = UNIT.fullmatch(text).groups()
    if rest == "H":
        return kind, at, Hold(at)
    if rest.startswith("- "):
        return kind, at, Move(at, rest.split()[1], rest.endswith(" VIA"))
    verb, target = rest[0], rest[4:]
    if " - " in target:
        of, to = target.split(" - ")
        return kind, at, (Convoy if verb == "C" else Support)(at, of, to)
    return kind, at, Support(at, target)


def setting(board, case):
    """Units, and orders by province; None for an order to a unit of somebody else."""
    units = {}
    for line in case.owns:
        power, rest = line[0], line[2:]
        if rest.startswith("SC"):
            continue
        kind, at = rest.split()
        units[board.province(at)] = Unit(power, kind, at)
    orders = {}
    for power, text, expected in case.orders:
        kind, at, order = read(text)
        unit = units.setdefault(board.province(at), Unit(power, kind, at))
        if unit.power == power:
            orders[board.province(at)] = (text, order, expected)
    return units, orders


def test_there_are_176_cases():
    assert len(CASES) == 176


@pytest.mark.parametrize("case", [case for case in CASES if not case.winter], ids=lambda case: case.key)
def test_movement(board, court, case):
    units, orders = setting(board, case)
    after = court.movement(tuple(units.values()), {name: order for name, (_, order, _) in orders.items()})
    said = {board.province(result.unit.place): result.said for result in after.results}
    assert {text: said[name] for name, (text, _, _) in orders.items()} == {
        text: OURS.get((case.key, text), expected) for text, _, expected in orders.values()
    }
    for result in after.results:
        simply_worked = result.said in ("succeeds", "given", "available", "stands")
        assert (result.reason is None) == simply_worked, result


def retreat(text):
    _, at, rest = UNIT.fullmatch(text).groups()
    return Disband(at) if rest == "D" else Retreat(at, (rest[2:],))


@pytest.mark.parametrize("case", [case for case in CASES if case.retreats], ids=lambda case: case.key)
def test_retreats(board, court, case):
    units, orders = setting(board, case)
    moved = court.movement(tuple(units.values()), {name: order for name, (_, order, _) in orders.items()})
    driven = {board.province(fallen.unit.place) for fallen in moved.dislodged}
    given, expected = {}, {}
    for _, text, word in case.retreats:
        at = board.province(text[2:5])
        if at in driven and text[5:8] in (" R ", " D"):
            given[at] = retreat(text)
            expected[at] = word
        else:
            # A unit that was not dislodged, one destroyed at once, or an order of another kind: illegal, not ours.
            assert word == "illegal", text
    after = retreats(board, moved.units, moved.dislodged, given)
    said = {board.province(result.unit.place): result.word for result in after.results}
    assert {at: said[at] for at in given} == expected


@pytest.mark.parametrize("case", [case for case in CASES if case.winter], ids=lambda case: case.key)
def test_adjustments(board, case):
    names = {"A": "austria", "F": "france", "G": "germany", "I": "italy", "R": "russia"}
    units, centres, orders, expected, gone = [], {}, {}, [], set()
    for line in case.owns:
        power, kind, place = line.split()
        if kind == "SC":
            centres.setdefault(names[power], []).append(place)
        else:
            units.append(Unit(names[power], kind, place))
    for letter, text, word in case.orders:
        verb, kind, place = text.split()
        if verb == "AUTO":
            gone.add(place)
            continue
        order = Build(kind, place) if verb == "BUILD" else Remove(place)
        orders.setdefault(names[letter], []).append(order)
        expected.append((order, word))
    after = adjustments(board, units, centres, orders)
    assert [(result.order, result.word) for result in after.results] == expected
    assert {unit.place for unit in after.disordered} == gone
