"""What IF may ask at this table: what lies there, who has how much, and one's own hand; nobody else's."""

import pytest

from judge import shelf
from judge.adjudicator.protocol import Problem
from judge.grammar.document import Document

TABLE = {
    "phase": "Turn 3, building",
    "seats": ["Red", "Blue", "Green"],
    "supervisor": "Blue",
    "cash": {"Red": 31, "Blue": 12, "Green": 20},
    "hands": {"Red": ["Saloon", "Vigilantes", "Miners"], "Blue": ["Church", "Outlaws"], "Green": []},
    "towns": {
        "past": {"town": "Laramie", "cards": ["Saloon of Red", "Saloon of Blue"], "mayhem": ["Drinking", "Gambling"]},
        "present": {"town": "Cheyenne", "cards": ["Brothel of Red"]},
        "future": "Omaha",
    },
}


def ruling(condition, seat="red", **changes):
    game = shelf.game("hell-on-wheels")
    found = game.holds(game.read_position(Document({**TABLE, **changes})), seat, condition)
    return found.code if isinstance(found, Problem) else found


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("Saloon IN Past", True),
        ("no raid IN my hand", False),
        ("raid cards IN my hand", True),
        ("no opportunist IN my hand", True),
        ("no raid IN my hand and no opportunist IN my hand", False),
        ("Red Saloon IN Past", True),
        ("Saloon of Green IN Past", False),
        ("Saloon IN Laramie", True),
        ("Brothel IN Past", False),
        ("Drinking IN Past", True),
        ("Cheyenne IN Present", True),
        ("Cheyenne IN Past", False),
        ("my Brothel IN Present", True),
        ("Blue HAS a Saloon IN Past", True),
        ("Future IS EMPTY", False),
        ("mayhem cards in Past = 2", True),
        ("saloons of Red in Past >= 2", False),
        ("Blue is Supervisor", True),
        ("I am Supervisor", False),
        ("cash of Red >= 31", True),
        ("cash of Blue > 12", False),
        ("Red HAS 2 establishments", True),
        ("Saloon IN my hand", True),
        ("Church IN my hand", False),
        ("hand of Blue = 2", True),
        ("Saloon IN Past AND Blue is Supervisor", True),
        ("Saloon IN Future OR NOT Blue is Supervisor", False),
    ],
)
def test_what_is_so(condition, so):
    assert ruling(condition) is so


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("mayhem >= 2", "condition-without-town"),
        ("Church IN Blue's hand", "condition-hidden"),
        ("Church IN hand of Blue", "condition-hidden"),
        ("Saloon IN Sidney", "town-not-here"),
        ("the moon is full", "condition-unclear"),
    ],
)
def test_what_is_not_understood(condition, why):
    assert ruling(condition) == why


def test_money_in_the_palm_is_for_its_owner_alone():
    palm = {"options": {"hidden_money": True}}
    assert ruling("cash of Red >= 31", **palm) is True
    assert ruling("cash of Red >= 31", "blue", **palm) == "money-is-hidden"
    assert ruling("Red HAS 31K", "blue", **palm) == "money-is-hidden"


def test_whether_a_no_goes_for_both_is_asked_back():
    """`no raid or opportunist IN my hand`: the no, or the hand, may go for one of them alone."""
    assert ruling("no raid or opportunist IN my hand") == "condition-unclear"
    assert ruling("no Saloon or School IN Present") == "condition-unclear"
