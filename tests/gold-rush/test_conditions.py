"""What IF may ask at this table: the conditions of orders, of a figure named or of any of one's own."""

import pytest

from judge import shelf
from judge.adjudicator.protocol import Problem
from judge.grammar.document import Document

# Four inches between T1 and M1, a revolver's short range; T2 stands 30 inches from everybody; M2 is knocked out.
TABLE = {
    "phase": "Turn 3",
    "options": {"beasts": "none"},
    "scenery": {},
    "order": ["traders", "mounties"],
    "figures": {
        "T1": {"at": "20,20", "weapon": "revolver", "loaded": 0, "reloads": 6},
        "T2": {"at": "50,20", "weapon": "revolver", "loaded": 6, "reloads": 6},
        "M1": {"at": "20,24", "weapon": "repeater"},
        "M2": {"at": "20,26", "weapon": "repeater", "out": 3},
    },
}


def ruling(condition, seat="traders"):
    game = shelf.game("gold-rush")
    found = game.holds(game.read_position(Document(TABLE)), seat, condition)
    return found.code if isinstance(found, Problem) else found


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("M1 within 4 of 1", True),
        ("M1 within 3 of 1", False),
        ("1 within 4 of M1", True),
        ("M1 within 6 of 2", False),
        ("M1 within 6", True),
        ("M1 not within 6 of 2", True),
        ("NOT M1 within 6", False),
        ("1: M1 in sight", True),
        ("1 sees M1", True),
        ("M1 in contact with 1", False),
        ("M2 is down", True),
        ("M2 is up", False),
        ("M1 is up AND M2 is dead", False),
        ("M1 is up OR M2 is dead", True),
        ("1 is empty", True),
        ("2 is empty", False),
        ("2 is loaded", True),
        ("Mounties HAVE 2 figures", True),
        ("my figures >= 3", False),
    ],
)
def test_what_is_so(condition, so):
    assert ruling(condition) is so


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("empty", "condition-whose"),
        ("the moon is full", "condition-unclear"),
        ("M9 is up", "condition-unclear"),
        ("M1 IN R1", "condition-unclear"),
    ],
)
def test_what_is_not_understood(condition, why):
    assert ruling(condition) == why
