"""Names as people write them, and near misses."""

import pytest

from judge.adjudicator.protocol import Problem
from judge.grammar.lexicon import Lexicon, nearest
from judge.grammar.text import folded, lines_of, plain

SPACES = Lexicon(
    "space",
    {
        "RAT": ("Rattlesnake Creek",),
        "RED": ("Red River",),
        "RDR": ("Red Dog Ridge",),
        "CRI": ("Cripple Creek",),
        "STP": ("St. Petersburg", "St Petersburg"),
    },
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("RAT", "RAT"),
        ("rat", "RAT"),
        ("Rattlesnake Creek", "RAT"),
        ("rattle", "RAT"),
        ("Ratt Cr", "RAT"),
        ("St. Petersburg", "STP"),
        ("st petersburg", "STP"),
        ("Red River", "RED"),
        ("red", "RED"),
    ],
)
def test_names(text, key):
    assert SPACES.find(text) == key


def test_a_beginning_that_several_share_is_not_guessed():
    lexicon = Lexicon("space", {"NAO": ("North Atlantic",), "NTH": ("North Sea",)})
    found = lexicon.find("north")
    assert found == Problem("ambiguous-space", {"text": "north", "choices": ("North Atlantic", "North Sea")})


def test_a_near_miss_is_suggested_and_never_taken():
    found = SPACES.find("Ratlesnake Crek")
    assert isinstance(found, Problem)
    assert found.code == "unknown-space"
    assert found.detail["near"][0] == "Rattlesnake Creek"
    assert SPACES.find("zzz").detail["near"] == ()


def test_nearest_word():
    assert nearest("rangewar", ["range-war", "diplomacy"]) == "range-war"
    assert nearest("xyzzy", ["range-war", "diplomacy"]) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A PAR → BUR", "A PAR - BUR"),
        ("A PAR –> BUR", "A PAR - BUR"),
        ("A PAR — BUR", "A PAR - BUR"),
        ("A\u00a0PAR\u200b -> BUR", "A PAR - BUR"),
        ("Ｇ（Ｌｚｙ）－Ｆｉｒ", "G(Lzy)-Fir"),
        ("Coogan’s Bluff", "Coogan's Bluff"),
    ],
)
def test_signs_made_plain(text, said):
    assert plain(text) == said


def test_lists_and_comments():
    text = "1. A PAR - BUR\n2) F BRE - MAO // west\n\n- A MAR H\n* F X # y\n(3) a"
    assert lines_of(text) == ((1, "A PAR - BUR"), (2, "F BRE - MAO"), (4, "A MAR H"), (5, "F X"), (6, "a"))


def test_folding():
    assert folded("São  Paulo (North-Coast)") == "sao paulo north coast"
