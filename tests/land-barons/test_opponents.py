"""What a keen opponent sees that a player would."""

import pytest

from judge import shelf
from judge.grammar.document import load
from judge.variants.land_barons.orders import Move
from judge.variants.opponents import orders_for

GAME = shelf.game("land-barons")


def ends_of(given, strength="keen", word="a word"):
    """The spaces to which Graham's units are sent."""
    position = 'phase: "Turn 3, build and raid"\nseats: [graham, johnson]\ncash: {graham: 0, johnson: 0}\n' + given
    orders = orders_for(GAME, GAME.read_position(load(position)), "graham", strength, word)
    return sorted(order.path[-1] for order in orders if isinstance(order, Move) and order.path)


def test_units_share_the_settlements_out():
    """The nearest unit to 0504 is the only one that reaches 0601: it goes there, and the other one to 0504."""
    assert ends_of("""
settlements: {0507: "Ranch of graham, graham", 1210: "Ranch of johnson, johnson", 0504: Farm, 0601: Gold Mine}
units: {graham: [Baron 0507, Regulator 0503, Regulator 0506], johnson: [Baron 1210]}
""") == ["0504", "0601"]


def test_units_with_nothing_in_reach_go_different_ways():
    """Two settlements to the west and the east are out of reach: each unit goes towards one of them."""
    ends = ends_of("""
settlements: {0610: "Ranch of graham, graham", 1201: "Ranch of johnson, johnson", 0110: Farm, 1210: Farm}
units: {graham: [Baron 0610, 2 Regulators 0610], johnson: [Baron 1201]}
""")
    assert len(ends) == 2
    assert ends[0] < "06" < ends[1], ends


@pytest.mark.parametrize("strength", ["easy", "fair", "keen"])
def test_of_two_settlements_alike_either_may_be_taken_first(strength):
    """0504 and 0704 are alike to the one unit that is free: no board is won by who has the lower labels."""
    alike = """
settlements: {0610: "Ranch of graham, graham", 1201: "Ranch of johnson, johnson", 0504: Farm, 0704: Farm}
units: {graham: [Baron 0610, Regulator 0605], johnson: [Baron 1201]}
"""
    assert {tuple(ends_of(alike, strength, f"word {number}")) for number in range(12)} >= {("0504",), ("0704",)}
