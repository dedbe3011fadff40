"""A variant that is a map file alone: three powers round one sea."""

import re

import pytest

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Problem, Seat, Table, Verdict
from judge.grammar.document import DocumentError, dump, load
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for
from judge.variants.diplomacy.game import Diplomacy

MAP = """
game: diplomacy
first: Spring 1648
powers:
  north: {name: North, adjective: Northern, homes: [HAV, KEP], units: [A KEP, F HAV]}
  east: {name: East, adjective: Eastern, homes: [TOW, PIK], units: [A TOW, A PIK]}
  south: {name: South, adjective: Southern, homes: [BAY, COV], units: [A COV, F BAY]}
provinces:
  HAV: {name: Haven, kind: coast, centre: true, army: [KEP, PIK], fleet: [LAG]}
  KEP: {name: Keep, kind: land, centre: true, army: [HAV, PIK]}
  PIK: {name: Pike, kind: land, centre: true, army: [HAV, KEP, TOW]}
  TOW: {name: Tower, kind: coast, centre: true, army: [PIK, COV], fleet: [LAG, COV]}
  COV: {name: Cove, kind: coast, centre: true, army: [TOW, BAY], fleet: [LAG, TOW, BAY]}
  BAY: {name: Bay, kind: coast, centre: true, army: [COV], fleet: [LAG, COV]}
  ISL: {name: Isle, kind: coast, centre: true, fleet: [LAG]}
  LAG: {name: Lagoon, kind: sea, fleet: [HAV, TOW, COV, BAY, ISL]}
"""


def game(text=MAP):
    return Diplomacy(load(text, "lagoon.yaml"))


def test_it_is_played_to_its_end():
    lagoon = game()
    assert lagoon.lint() == ()
    table = Table(seats_for(lagoon, 0, None), complete_options(lagoon, {"last_year": 1655}))
    said = set()
    for played in play(lagoon, table, "lagoon"):
        said |= {event.result for event in played.events if isinstance(event, Verdict)}
        last = played.state
    assert last.over is not None
    assert last.over.reason in ("solo", "last-year")
    assert "succeeds" in said


def test_more_than_half_of_its_centres_win():
    lagoon = game()
    state = lagoon.read_position(
        load(
            "phase: Fall 1650, movement\nunits: {North: [A PIK, F LAG, A HAV]}\n"
            "centres: {North: [HAV, KEP, PIK], East: [TOW], South: [BAY, COV]}"
        )
    )
    orders = [line.said for line in lagoon.read(state, Seat("north"), "movement", "A Pike to Tower; F Lagoon to Isle")]
    checked = lagoon.check(state, Seat("north"), orders)
    step = lagoon.resolve(state, {Seat("north"): checked.accepted + checked.filled}, KeyedDice.of("won"))
    assert step.state.over is not None
    assert step.state.over.winners == ("north",)


def test_orders_in_its_names():
    lagoon = game()
    state = lagoon.setup(Table(seats_for(lagoon, 0, None), complete_options(lagoon, {})), KeyedDice.of("x")).state
    (line,) = lagoon.read(state, Seat("south"), "movement", "fleet bay supports the eastern army in tower to cove")
    assert lagoon.write(state, Seat("south"), line.said) == "F BAY S A TOW - COV"
    (line,) = lagoon.read(state, Seat("south"), "movement", "A COV - Towr")
    assert lagoon.write(state, Seat("south"), line.said) == "A COV - TOW"
    assert [note.code for note in line.notes] == ["taken-for"]


WRONG = {
    "one way": ("army: [KEP, PIK], fleet: [LAG]", "army: [PIK], fleet: [LAG]", "map-one-way"),
    "home without centre": ("homes: [HAV, KEP]", "homes: [HAV, LAG]", "map-home-no-centre"),
    "unit at sea": ("units: [A KEP, F HAV]", "units: [A LAG, F HAV]", "map-unit"),
    "same name": ("name: Tower", "name: Haven", "map-two-meanings"),
    "cut off": (
        "ISL: {name: Isle, kind: coast, centre: true, fleet: [LAG]}\n  LAG: {name: Lagoon, kind: sea, "
        "fleet: [HAV, TOW, COV, BAY, ISL]}",
        "ISL: {name: Isle, kind: coast, centre: true}\n  LAG: {name: Lagoon, kind: sea, fleet: [HAV, TOW, COV, BAY]}",
        "map-cut-off",
    ),
    "idle power": ("homes: [HAV, KEP], units: [A KEP, F HAV]", "homes: [], units: []", "map-idle-power"),
    "two units in one place": ("units: [A KEP, F HAV]", "units: [A KEP, F HAV, A HAV]", "map-mistake"),
    "no such neighbour": ("army: [HAV, PIK]}", "army: [HAV, PIK, MOO]}", "map-mistake"),
}


@pytest.mark.parametrize(("old", "new", "code"), WRONG.values(), ids=WRONG)
def test_lint_says_what_is_wrong_with_a_map(old, new, code):
    assert old in MAP
    try:
        found = game(MAP.replace(old, new)).lint()
    except DocumentError as error:
        found = (Problem("map-mistake", {"text": str(error)}),)
    assert code in {problem.code for problem in found}


def test_a_map_on_which_nobody_can_ever_move_is_refused():
    bare = re.sub(r"units: \[[^]]*\]", "units: []", MAP)
    assert {problem.code for problem in game(bare).lint()} == {"map-no-units"}
    # In winter the first units are built, so there is something to do.
    assert game(bare.replace("Spring 1648", "Winter 1647")).lint() == ()


@pytest.mark.parametrize("text", ["", "powers: 3", "powers: {}\nprovinces: {A: {name: 1}}", "- 1"])
def test_what_is_no_map_is_told_as_one(text):
    with pytest.raises(DocumentError):
        game(text)


def first_winter(first, **options):
    """The game on the lagoon, and its state after a year in which nobody moves."""
    lagoon = game(MAP.replace("Spring 1648", first))
    table = Table(seats_for(lagoon, 0, None), complete_options(lagoon, options))
    state = lagoon.setup(table, KeyedDice.of("years")).state
    for _ in range(2):
        holds = {seat.id: lagoon.check(state, seat.id, ()).filled for seat in lagoon.seats}
        state = lagoon.resolve(state, holds, KeyedDice.of("years")).state
    return lagoon, state


@pytest.mark.parametrize(("first", "last"), [("Spring 1994", 2023), ("Spring 480 BC", -451), ("Spring 10 BC", 20)])
def test_the_last_year_is_the_thirtieth_of_the_map(first, last):
    lagoon, state = first_winter(first)
    assert {option.key: option.default for option in lagoon.options}["last_year"] == last
    assert state.over is None


def test_a_map_may_begin_before_christ():
    lagoon, state = first_winter("Spring 2 BC")
    assert lagoon.window(state).title == "Spring 1 BC, movement"
    assert lagoon.read_position(load(dump(lagoon.write_position(state)))) == state
    holds = {seat.id: lagoon.check(state, seat.id, ()).filled for seat in lagoon.seats}
    for _ in range(2):
        state = lagoon.resolve(state, holds, KeyedDice.of("years")).state
    assert lagoon.window(state).title == "Spring 1, movement"
    assert [count.year for count in state.history] == [-2, -1]
    _, over = first_winter("Spring 480 BC", last_year=-480)
    assert over.over.reason == "last-year"
