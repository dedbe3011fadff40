"""What a player is warned of, and what not: a warning where nothing is amiss teaches players to read past them."""

import pytest

from judge import shelf
from judge.adjudicator.protocol import Seat
from judge.grammar.document import load

GAME = shelf.game("range-war")
STATE = GAME.read_position(
    load(
        "units: {Lazy S: [G(Lzy), G(URG)], South Fork: G(Com)}\n"
        "herds: {Lazy S: [Coo, URG], South Fork: Mon, wild: Lzy}\n"
    )
)


def said(text):
    orders = [line.said for line in GAME.read(STATE, Seat("lazy-s"), "movement", text)]
    checked = GAME.check(STATE, Seat("lazy-s"), orders)
    assert not checked.refused
    return [problem.code for problem in checked.warned.values()]


@pytest.mark.parametrize(
    "text",
    [
        "H(Coo)",
        "H(Lzy)",
        "H(URG)",
        "G(Lzy)-Mon",
        "GH(Lzy)-DMG",
        "GH(URG)-Eag",
        "G(URG) H",
        "G(Lzy)-Mon, G(URG)-Lzy, H(Coo)",
    ],
)
def test_nothing_is_amiss(text):
    expected = ["herd-left-in-river"] if "G(URG)-Lzy" in text else []
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("H(Mon)", "not-your-herd"),
        ("H(Tom)", "no-herd-there"),
        ("GH(Lzy)-Mon", "herd-may-stay"),
        ("GH(URG)-Coo", "herd-may-drown"),
        ("G(URG)-Eag", "herd-left-in-river"),
        ("G(Lzy) S G(URG)-Coo", "helped-stays"),
        ("G(URG)-RGM, G(Lzy) S G(URG)", "supported-moves"),
    ],
)
def test_something_is(text, code):
    assert code in said(text)


@pytest.mark.parametrize(("to", "across"), [("Eag", True), ("Tom", False)])
def test_only_a_step_across_the_river_is_told_of_the_river(to, across):
    (line,) = GAME.read(STATE, Seat("lazy-s"), "movement", f"G(Lzy)-{to}")
    (problem,) = GAME.check(STATE, Seat("lazy-s"), [line.said]).refused.values()
    assert problem.code == "not-adjacent"
    assert problem.detail["border"] is across
