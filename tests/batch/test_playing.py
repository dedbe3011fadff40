"""Programs that play: lawful orders, whole games, observations, the environment of PettingZoo."""

import random
from itertools import product

import pytest

from bench.positions import phases
from judge.adjudicator.diplomacy import compiled
from judge.batch import BadLine, Diplomacy, adjudicate, batch
from judge.batch.choices import Choices
from judge.batch.observation import observation, rows


def standing(*units):
    """A position in which the first power has all units."""
    return Diplomacy.at({"phase": "S1901M", "units": {"ENGLAND": list(units)}})


def test_an_army_alone_may_hold_and_go_to_its_neighbours():
    mine = standing("A POR").orders()["ENGLAND"]
    assert mine == {"A POR": ["A POR H", "A POR - SPA"]}


def test_a_convoy_gives_orders_to_the_army_the_fleet_and_who_helps():
    mine = standing("A LON", "F NTH", "A HOL").orders()["ENGLAND"]
    assert "A LON - BEL VIA" in mine["A LON"]
    assert "F NTH C A LON - BEL" in mine["F NTH"]
    assert "A HOL S A LON - BEL" in mine["A HOL"]
    # The fleet that carries it cannot support it as well.
    assert "F NTH S A LON - BEL" not in mine["F NTH"]


def plainly(order):
    """An order without what may be left out: VIA, and the coast it goes to."""
    return order.removesuffix(" VIA").removesuffix("/NC").removesuffix("/SC").removesuffix("/EC")


@pytest.mark.parametrize("interpreted", [True, False])
def test_what_is_listed_is_all_that_is_lawful_and_nothing_else(interpreted):
    if not interpreted and not compiled():
        pytest.skip("the kernel is not compiled here")
    board = batch().board
    choices = Choices(board, interpreted=interpreted)
    for units in (["A LON", "F NTH", "A HOL", "F ENG"], ["F MAO", "A BRE", "A YOR", "F SPA/SC"]):
        every = {f"{unit} H" for unit in units} | {f"{unit} S {other}" for unit, other in product(units, units)}
        for unit, place in product(units, board.place_ids):
            every |= {f"{unit} - {place}", f"{unit} - {place} VIA"}
            for other in units:
                every |= {f"{unit} S {other} - {place}", f"{unit} C {other} - {place}"}
        lawful = set()
        for order in every:
            told = adjudicate({"phase": "S1901M", "units": {"X": units}, "orders": {"X": [order]}})["results"]
            if told != {order: "illegal"}:
                lawful.add(order)
        listed = {order for orders in choices.movement(units).values() for order in orders}
        assert listed <= lawful
        assert set(map(plainly, listed)) == set(map(plainly, lawful))


def test_no_lawful_order_of_a_mid_game_position_is_refused():
    board = batch().board
    choices = Choices(board)
    for phase in phases(board, 1936, 5):
        units = [f"{unit.kind} {unit.place}" for unit in phase.units]
        chance = random.Random(7)
        for _ in range(30):
            orders = [chance.choice(lawful) for lawful in choices.movement(units).values()]
            told = adjudicate({"phase": "S1901M", "units": {"X": units}, "orders": {"X": orders}})
            assert "illegal" not in told["results"].values()


@pytest.mark.parametrize("map_name", ["diplomacy", "diplomacy-chaos"])
def test_whole_games_between_players_who_draw_lots(map_name):
    chance = random.Random(1901)
    for _ in range(2):
        game = Diplomacy.start(map_name, years=8)
        while not game.is_over:
            orders = {power: [chance.choice(one) for one in mine.values()] for power, mine in game.orders().items()}
            assert orders
            after = game.step(orders)
            assert after.phase != game.phase
            game = after
        assert sum(game.scores.values()) <= 34
        assert all(len(unit) >= 5 for units in game.units.values() for unit in units)


def test_a_step_changes_nothing_and_says_what_became_of_the_orders():
    game = Diplomacy.start()
    after = game.step({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    assert (game.phase, after.phase) == ("S1901M", "F1901M")
    assert after.results["A PAR - BUR"] == "fails"
    assert "A PAR" in game.units["FRANCE"]


def test_an_answer_fed_back_goes_on_with_its_next_phase():
    first = adjudicate({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})
    second = adjudicate({**first, "orders": {"FRANCE": ["A BUR - MUN"]}})
    assert (second["phase"], second["units"]) == ("F1901M", {"FRANCE": ["A MUN"]})
    with pytest.raises(BadLine, match="over"):
        adjudicate({**second, "next_phase": "COMPLETED"})


def test_a_unit_with_nowhere_to_go_is_listed_as_destroyed():
    told = adjudicate(
        {
            "phase": "S1901M",
            "units": {"FRANCE": ["A POR"], "ENGLAND": ["F MAO", "A SPA"]},
            "orders": {"ENGLAND": ["F MAO - POR", "A SPA S F MAO - POR"]},
        }
    )
    assert told["destroyed"] == {"FRANCE": ["A POR"]}
    assert told["dislodged"] == {}


def test_another_board_from_python():
    line = {
        "phase": "W1900A",
        "units": {},
        "centers": {"HOUSE-ANKARA": ["ANK"]},
        "orders": {"HOUSE-ANKARA": ["A ANK B"]},
    }
    assert adjudicate(line, map_name="diplomacy-chaos")["units"] == {"HOUSE-ANKARA": ["A ANK"]}


def test_an_observation_says_who_stands_where_and_who_looks():
    game = Diplomacy.start()
    board = game.rules.batch.board
    row = rows(game)[board.number["PAR"]]
    france = game.rules.powers.index("FRANCE")
    assert row[:3] == [1, 0, 0]
    assert row[3 : 3 + 8] == [int(place == france) for place in range(8)]
    one, other = observation(game, "FRANCE"), observation(game, "TURKEY")
    assert len(one) == len(other)
    assert one != other
    assert set(one) == {0, 1}


def test_the_environment_passes_the_tests_of_pettingzoo():
    pytest.importorskip("pettingzoo", reason="the-judge[pettingzoo] is not installed")
    from pettingzoo.test import parallel_api_test

    from judge.batch.zoo import parallel_env

    parallel_api_test(parallel_env(years=3), num_cycles=60)


def test_a_map_brings_its_calendar_and_its_options():
    """Ten years from spring to spring, and builds in any centre one owns."""
    game = Diplomacy.start("diplomacy-hundred")
    while "1425" in game.phase:
        game = game.step({})
    assert game.phase == "S1435M"
    line = {"phase": "W1425A", "units": {"ENGLAND": []}, "centers": {"ENGLAND": ["PAR"]}}
    built = {**line, "orders": {"ENGLAND": ["A PAR B"]}}
    assert adjudicate(built, map_name="diplomacy-hundred")["units"] == {"ENGLAND": ["A PAR"]}


def test_armed_neutrals_raise_their_armies_again():
    line = {
        "phase": "W1571A",
        "units": {"TAKEDA": ["A KAI"], "NEUTRAL": ["A BIZ"]},
        "centers": {"NEUTRAL": ["BIZ", "MIN"]},
    }
    after = adjudicate(line, map_name="diplomacy-sengoku")
    assert after["units"] == {"TAKEDA": [], "NEUTRAL": ["A BIZ", "A MIN"]}


def test_years_before_christ_have_no_year_0():
    after = adjudicate({"phase": "F-1M", "units": {"FRANCE": ["A PAR"]}})
    assert after["next_phase"] == "S1M"


def test_a_winter_of_placing_is_named_and_not_played_as_another():
    with pytest.raises(BadLine, match="winter of placing"):
        Diplomacy.start("diplomacy-escalation").step({})
    with pytest.raises(BadLine, match="name their homes"):
        adjudicate({"phase": "W1901A", "units": {"FRANCE": ["A PAR"]}}, map_name="diplomacy-escalation")
