"""Subset matching: what a scenario expects against what a position holds."""

import pytest

from judge.grammar.text import folded
from judge.scenario.match import differences


def same(one, other):
    return folded(one) == folded(other)


ACTUAL = {
    "phase": "Winter 1870, movement",
    "units": {"Rancho Grande": ["G(HIS)", "G(RAN)"], "Lazy S": []},
    "cash": {"graham": 25, "johnson": 0},
    "lots": ["Regulator", "Regulator", "Saloon"],
    "figures": [{"name": "Digger 1", "at": "12.5, 30", "dead": True}, {"name": "Digger 2", "at": "4, 5"}],
}


@pytest.mark.parametrize(
    "expected",
    [
        {"units": {"Rancho Grande": "G(HiS)"}},
        {"units": {"rancho-grande": "G(HiS), g(ran)"}},
        {"units": {"Rancho Grande": ["G(HiS)"], "Lazy S": None}},
        {"units": {"only": True, "Rancho Grande": "G(HiS), G(Ran)"}},
        {"cash": {"graham": 25}},
        {"lots": "Regulator, Regulator"},
        {"figures": [{"name": "Digger 2"}]},
        {"phase": "winter 1870, movement"},
        {"units": {"Nobody": None}},
    ],
)
def test_what_is_there_matches(expected):
    assert list(differences(expected, ACTUAL, same)) == []


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ({"units": {"Rancho Grande": "G(Coo)"}}, "units/Rancho Grande: g(coo) not there; there is G(HIS), G(RAN)"),
        (
            {"units": {"only": True, "Rancho Grande": "G(HiS)"}},
            "units/Rancho Grande: also there, against `only`: g(ran)",
        ),
        ({"cash": {"graham": 20}}, "cash/graham: expected 20, found 25"),
        ({"cash": {"johnson": None}}, "cash/johnson: expected nothing, found 0"),
        ({"lots": "Regulator, Regulator, Regulator"}, "lots: regulator not there"),
        ({"figures": [{"name": "Digger 2", "dead": True}]}, "figures: nothing there is {name: Digger 2, dead: True}"),
        ({"units": {"Nobody": "G(Ran)"}}, "units/Nobody: g(ran) not there; there is nothing"),
        ({"winner": "graham"}, "winner: graham not there; there is nothing"),
    ],
)
def test_what_is_not_there_is_said(expected, said):
    (difference,) = differences(expected, ACTUAL, same)
    assert difference.startswith(said)
