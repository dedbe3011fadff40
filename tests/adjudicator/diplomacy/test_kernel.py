"""The kernel both ways it runs: the same outcomes, the same source, no dependence on the order of anything."""

import importlib
import importlib.util
import random
from itertools import cycle
from pathlib import Path

import pytest

from bench.positions import phases
from judge.adjudicator.diplomacy import compiled
from judge.adjudicator.diplomacy.board import Board, Province
from judge.adjudicator.diplomacy.editions import EDITIONS
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.diplomacy.orders import Convoy, Move, Support, Unit

from .readings import READINGS, mixed

ROOT = Path(__file__).resolve().parents[3]


def tool(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_compiled_kernel_is_made_from_the_sources_that_lie_here():
    if not compiled():
        pytest.skip("the kernel is not compiled here")
    native = importlib.import_module("judge.adjudicator.diplomacy.native")
    text = tool("compile_kernel").one_source(ROOT / "judge/adjudicator/diplomacy")
    assert native.SOURCE in text, "the compiled kernel is out of date: run `make compile`"


@pytest.mark.parametrize("edition", READINGS, ids=[edition.key for edition in READINGS])
def test_interpreted_and_compiled_agree_in_everything(board, edition):
    if not compiled():
        pytest.skip("the kernel is not compiled here")
    one = Court(board, edition, interpreted=True)
    other = Court(board, edition)
    for phase in phases(board, 77, 60 if edition.key in EDITIONS else 12):
        assert one.movement(phase.units, phase.orders) == other.movement(phase.units, phase.orders)


def test_the_order_of_units_and_orders_changes_nothing(board, court):
    chance = random.Random(8)
    for phase in phases(board, 78, 40):
        expected = court.movement(phase.units, phase.orders)
        units = list(phase.units)
        orders = list(phase.orders.items())
        for _ in range(3):
            chance.shuffle(units)
            chance.shuffle(orders)
            assert court.movement(units, dict(orders)) == expected
    # And the resolver itself, whatever numbers the units have.
    for phase in phases(board, 79, 40):
        codes = [court.code(unit.kind, unit.place, phase.orders[board.province(unit.place)]) for unit in phase.units]
        powers = [board.powers.index(unit.power) for unit in phase.units]
        expected = court.kernel.run(codes, powers)
        places = list(range(len(codes)))
        for _ in range(3):
            chance.shuffle(places)
            found = court.kernel.run([codes[i] for i in places], [powers[i] for i in places])
            assert found == [expected[i] for i in places]


def test_every_outcome_is_lawful_by_every_reading(board, court):
    """Whatever the orders: never two units in a province, nobody dislodged by their own power, retreats really open."""
    chance = random.Random(80)
    interpreted = type(court.kernel).__module__.endswith(".witness")
    courts = [court, *(Court(board, one, interpreted=interpreted) for one in (*READINGS, mixed(chance), mixed(chance)))]
    for phase, judging in zip(phases(board, 80, 240), cycle(courts)):
        after = judging.movement(phase.units, phase.orders)
        places = [board.province(unit.place) for unit in after.units]
        assert len(places) == len(set(places))
        assert len(after.units) + len(after.dislodged) == len(phase.units)
        for fallen in after.dislodged:
            assert fallen.attacker.power != fallen.unit.power
            for place in fallen.options:
                assert board.province(place) not in places
                assert board.province(place) not in after.contested
                assert place in board.neighbours(fallen.unit.kind, fallen.unit.place)


def test_many_paradoxes_at_once_are_settled_apart(board, court):
    """Two simple paradoxes (DATC 6.F.14) in two seas: in each the convoyed army stays and the fleet is dislodged."""
    units, orders = [], {}

    def add(power, kind, at, order):
        units.append(Unit(power, kind, at))
        orders[at] = order

    add("england", "F", "LON", Support("LON", "WAL", "ENG"))
    add("england", "F", "WAL", Move("WAL", "ENG"))
    add("france", "A", "BRE", Move("BRE", "LON"))
    add("france", "F", "ENG", Convoy("ENG", "BRE", "LON"))
    add("russia", "F", "ANK", Support("ANK", "CON", "BLA"))
    add("russia", "F", "CON", Move("CON", "BLA"))
    add("turkey", "A", "SEV", Move("SEV", "ANK"))
    add("turkey", "F", "BLA", Convoy("BLA", "SEV", "ANK"))
    after = court.movement(units, orders)
    said = {result.unit.place: result.said for result in after.results}
    assert said == {
        "LON": "given", "WAL": "succeeds", "BRE": "fails", "ENG": "disrupted, dislodged",
        "ANK": "given", "CON": "succeeds", "SEV": "fails", "BLA": "disrupted, dislodged",
    }  # fmt: skip


def test_a_board_names_its_mistakes():
    land = Province("AAA", "A", "land")
    sea = Province("BBB", "B", "sea")
    split = Province("CCC", "C", "coast", coasts=("NC", "SC"))
    with pytest.raises(ValueError, match="no place"):
        Board([land], army=[("AAA", "ZZZ")])
    with pytest.raises(ValueError, match="army cannot stand"):
        Board([land, sea], army=[("AAA", "BBB")])
    with pytest.raises(ValueError, match="no coast"):
        Board([land, sea], fleet=[("AAA", "BBB")])
    with pytest.raises(ValueError, match="say which"):
        Board([split, sea], fleet=[("CCC", "BBB")])
    with pytest.raises(ValueError, match="same id"):
        Board([land, land])


def test_a_court_wants_one_unit_a_province(board, court):
    with pytest.raises(ValueError, match="two units"):
        court.movement([Unit("france", "A", "SPA"), Unit("italy", "F", "SPA/SC")], {})
    with pytest.raises(ValueError, match="cannot stand"):
        court.movement([Unit("france", "F", "PAR")], {})


def test_armies_alone_are_a_board_too():
    """What Range War plays on: no coast, no sea, a circle of three and a bounce."""
    spaces = [Province(name, name, "land") for name in ("AAA", "BBB", "CCC", "DDD")]
    board = Board(spaces, army=[("AAA", "BBB"), ("BBB", "CCC"), ("CCC", "AAA"), ("DDD", "AAA")])
    court = Court(board)
    units = [Unit("x", "A", "AAA"), Unit("y", "A", "BBB"), Unit("x", "A", "CCC")]
    circle = {"AAA": Move("AAA", "BBB"), "BBB": Move("BBB", "CCC"), "CCC": Move("CCC", "AAA")}
    assert {result.said for result in court.movement(units, circle).results} == {"succeeds"}
    disturbed = court.movement([*units, Unit("y", "A", "DDD")], {**circle, "DDD": Move("DDD", "AAA")})
    assert {result.said for result in disturbed.results} == {"fails"}
