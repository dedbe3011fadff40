"""The documents say what the game does: every order on the players' page is read, every example position too."""

import re
from pathlib import Path

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Problem
from judge.grammar.document import DocumentError, dump, load
from judge.variants.land_barons.board import draw_board, faults, read_board
from judge.variants.land_barons.counters import RECRUITS, SETTLEMENTS, UNITS, Sort
from judge.variants.land_barons.game import LandBarons

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = shelf.game("land-barons")
POSITION = """
phase: {phase}
options: {{gifts: true, draw_by_vote: true, ranches: placed}}
seats: [graham, johnson]
settlements: {{0407: "Town, graham", 0708: "Town, johnson"}}
units: {{graham: [Baron 0507, 2 Regulators 0507, Cowboys 0507, Gunslinger 0507], johnson: [Baron 1202]}}
cash: {{graham: 90, johnson: 90}}
lots: [Saloon, Gunslinger, Bank]
won: {{graham: [Saloon, Indian Braves, Bank]}}
going: [graham, johnson]
"""
PHASES = {
    "pay-and-bids": "Turn 3, pay and bids",
    "build-and-raid": "Turn 3, build and raid",
    "ranches": "Setup, ranches",
}


def fenced(path, kinds):
    text = (ROOT / path).read_text(encoding="utf-8")
    return [(kind, body) for kind, body in re.findall(r"```([\w-]+)\n(.*?)```", text, re.DOTALL) if kind in kinds]


def orders_on_the_page():
    blocks = fenced("docs/players/land-barons.md", PHASES)
    return [(kind, line) for kind, body in blocks for line in body.splitlines()]


def test_the_page_shows_every_window_of_express_tempo():
    assert {kind for kind, _ in orders_on_the_page()} == set(PHASES)


@pytest.mark.parametrize(("kind", "line"), orders_on_the_page())
def test_every_order_on_the_players_page_is_read_and_stands(kind, line):
    state = GAME.read_position(load(POSITION.format(phase=f'"{PHASES[kind]}"')))
    taken = take(GAME, state, "graham", kind, line)
    assert taken.orders
    assert not taken.unread
    checked = GAME.check(state, "graham", taken.orders)
    assert not checked.refused
    for order in taken.orders:
        again = take(GAME, state, "graham", kind, GAME.write(state, "graham", order))
        assert again.orders == (order,)


def test_the_example_position_reads_and_writes_back():
    [(_, text)] = fenced("docs/positions/land-barons.md", {"yaml"})
    state = GAME.read_position(load(text))
    assert state.phase == "build-and-raid"
    assert [unit.kind for unit in state.units_of("johnson")] == ["baron", "regulator", "regulator", "lawmen-posse"]
    again = GAME.read_position(load(dump(GAME.write_position(state))))
    assert again == state


def test_the_page_of_positions_has_every_field():
    page = (ROOT / "docs/positions/land-barons.md").read_text(encoding="utf-8")
    rows = [f"| `{key}` | {notation} | {about} |" for key, notation, about in GAME.position.table()]
    assert [line for line in page.splitlines() if line.startswith("| `")] == rows


def test_every_mistake_of_a_position_is_named_with_its_line():
    text = (
        "phase: Turn 3, tea\n"
        "settlements: {0101: Castle, 0102: 'Farm, graham, Saloon', 9999: Farm}\n"
        "units: {graham: [Barron 0101, Regulator 9999], johnson: [Outlaw Gang 0201, Local Sheriff 0201]}\n"
        "cash: {graham: lots}\n"
        "discards: {Saloon: 9}\n"
        "colour: red\n"
    )
    with pytest.raises(DocumentError) as caught:
        GAME.read_position(load(text, "p.yaml"))
    said = str(caught.value)
    for wanted in (
        'line 1, phase: "Turn 3, tea" is no phase', '"Castle" is no settlement', "Saloon does not go on Farm",
        '"9999" is no space', '"Barron" is no unit: did you mean Baron?', "will not stack",
        'a whole number is expected, not "lots"', "there are 4 Saloon counters", '"colour" means nothing here',
    ):  # fmt: skip
        assert wanted in said, said


@pytest.mark.parametrize("text", [body for _, body in fenced("docs/maps/land-barons.md", {"yaml"})])
def test_the_example_maps_can_be_played(text):
    game = LandBarons(load(text))
    assert game.lint() == ()
    drawn = read_board(load(f"drawing: |\n{re.sub('^', '  ', draw_board(game.board), flags=re.MULTILINE)}\n"))
    assert drawn.sites == game.board.sites
    assert drawn.absent == game.board.absent


def test_a_drawn_map_keeps_its_fixed_counters_and_its_ranches():
    text = fenced("docs/maps/land-barons.md", {"yaml"})[1][1]
    game = LandBarons(load(text))
    options = {option.key: option.default for option in game.options}
    from judge.adjudicator.protocol import Table

    state = game.setup(Table(("graham", "johnson"), options), KeyedDice.of("drawn")).state
    assert state.settlements["0203"].kind == "farm"
    assert state.settlements["0704"].kind == "gold-mine"
    homes = {space for space, one in state.settlements.items() if one.ranch}
    assert homes < {"1001", "0105", "1008"}
    assert len(homes) == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("size: 12 by 10\nsettlements: [0101]\n", "a size is written"),
        ("size: 12 x 10\nsettlements: [0101, 0101]\n", "0101 stands here twice"),
        ("size: 12 x 10\nsettlements: [1311]\n", "1311 is off the board of 12 x 10"),
        ("size: 12 x 10\nsettlements: {0101: Castle}\n", '"Castle" is no settlement'),
        ("drawing: |\n  . . X\n", 'the sign "X" is none of'),
        ("size: 12 x 10\ncolour: red\n", '"colour" means nothing'),
        ("size: 12 x 10\nnames: {0101: Dodge, 0102: dodge}\n", '"dodge" is the name of 0101 already'),
        ("size: 12 x 10\nplayers: 1-9\n", "players are written"),
    ],
)
def test_a_map_that_cannot_be_read_says_why(text, sentence):
    with pytest.raises(DocumentError) as caught:
        read_board(load(text, "m.yaml"))
    assert sentence in str(caught.value)


def board(rows, players="2-2"):
    body = "\n".join(f"  {row}" for row in rows)
    return read_board(load(f"players: {players}\ndrawing: |\n{body}\n"))


EMPTY = ". " * 12


def codes(found):
    return {problem.code for problem in found}


def test_the_lint_refuses_a_board_that_is_too_small():
    assert codes(faults(board([". . . . ."] * 6))) == {"too-small"}


def test_the_lint_refuses_hexes_that_cannot_be_reached():
    rows = ["* . * . # # # # . * . *"] * 8
    assert "unreachable" in codes(faults(board(rows)))


def test_the_lint_refuses_too_many_or_too_few_settlements():
    assert codes(faults(board([EMPTY] * 9 + ["* * " + ". " * 10]))) == {"settlement-number"}
    assert "settlement-number" in codes(faults(board(["* " * 12] * 4 + [EMPTY] * 4)))


def test_the_lint_refuses_more_counters_than_there_are():
    assert "too-many-counters" in codes(faults(board(["G " * 5 + ". " * 7, "* " * 12] + [EMPTY] * 8)))


def test_the_lint_refuses_ranches_that_would_lie_too_close():
    rows = ["R R " + "* " * 10] + [EMPTY] * 9
    assert codes(faults(board(rows))) == {"ranches-too-close"}
    assert "too-few-ranches" in codes(faults(board(rows, "2-3")))


def test_the_lint_refuses_a_ranch_with_nothing_around_it():
    rows = ["R " + ". " * 11] + [EMPTY] * 8 + [". " * 3 + "* " * 8 + "R", "* " * 12]
    assert codes(faults(board(rows))) == {"unfair-ranches"}


def test_the_counters_are_those_of_the_rules():
    """LB-18 and LB-51: numbers, sums and values as printed, typed again here."""
    assert [(one.name, one.number, one.revenue) for one in SETTLEMENTS.values()] == [
        ("Farm", 10, 10), ("Coal Mine", 6, 20), ("Gold Mine", 4, 30), ("Town", 6, 10), ("Trading Post", 4, 10),
    ]  # fmt: skip
    assert sum(one.number for one in SETTLEMENTS.values()) == 30
    assert sum(one.number * one.revenue for one in SETTLEMENTS.values()) == 440
    table = """
    Governor 8 G 0 0 |Govt Contracts 6 C 40 0 |Railway Station 4 T 10 0 |Saloon 4 T 10 0 |Bank 4 T 10 0
    Gambling Hall 4 T 10 0 |Trappers 2 P 10 0 |Horse Traders 2 P 10 0 |Cotton Mill 2 F 10 0 |Gin Mill 2 F 10 0
    Mother lode 2 M 10 0 |Cowboys 4 U 0 15 |Indian Braves 4 U 0 15 Red|Mexican Bandidos 4 U 0 15 Outlaws
    Outlaw Gang 4 U 0 20 Outlaws|Lawmen Posse 4 U 0 15 Law|Lynch Mob 2 U 0 10 Law|Gunslinger 4 U 0 30 Outlaws
    Local Sheriff 2 U 0 20 Law|Federal Marshall 2 U 0 30 Law|Confederate Rebels 2 U 0 25 South
    Union Veterans 2 U 0 25 North|Texas Rangers 2 U 0 25 Law|Mountain Men 2 U 0 15 White
    """
    wanted = [part.strip() for line in table.strip().splitlines() for part in line.split("|")]
    found = [
        f"{one.name} {one.number} {one.sort.value} {one.revenue} {one.shoot} {one.tag}".strip()
        for one in RECRUITS.values()
    ]
    assert found == wanted
    assert len(RECRUITS) == 24
    assert sum(one.number for one in RECRUITS.values()) == 78
    assert sum(one.number for one in RECRUITS.values() if one.sort is Sort.UNIT) == 38
    assert sum(one.number * one.shoot for one in RECRUITS.values()) == 740
    assert (UNITS["baron"].shoot, UNITS["regulator"].shoot) == (30, 20)
    assert {one.tag for one in UNITS.values()} == {"", "Red", "White", "Outlaws", "Law", "North", "South"}


def test_no_reader_leaves_a_problem_without_facts():
    """A complaint quotes what it is about."""
    state = GAME.read_position(load(POSITION.format(phase='"Turn 3, build and raid"')))
    for line in ("Pinkertons 0507-0607", "Baron 0507-9999", "Baron 0507-Nowhere", "fly to the moon", "Saloon to 1399"):
        [said] = [one.said for one in GAME.read(state, "graham", "build-and-raid", line)]
        assert isinstance(said, Problem)
        assert said.detail
