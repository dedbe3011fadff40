"""How a condition is taken apart, whatever words the names in it are made of."""

import pytest

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.conditions import each, read
from judge.grammar.lexicon import Lexicon
from judge.grammar.sight import Sight, Thing

PLACES = Lexicon("space", {"bur": ("Burgundy", "Bur"), "seek": ("Hide and Seek",), "mid": ("In Between",),
                           "0507": ("0507",), "par": ("Paris", "Par")})  # fmt: skip
SEATS = Lexicon("seat", {"germany": ("Germany", "German"), "france": ("France", "French")})
SIGHT = Sight(
    Seat("france"), SEATS, PLACES.find, lambda said: ("A",) if said in ("a", "army", "armies") else (),
    (Thing("A", "bur", Seat("germany")), Thing("A", "seek", Seat("france"))),
    owners={"par": Seat("france"), "bur": None},
    counts={("cash", "money"): {Seat("france"): 30, Seat("germany"): None}},
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "is_so"),
    [
        ("German A IN BUR", True), ("a German army is in Burgundy", True), ("BUR IS EMPTY", False),
        ("Bur isn't empty", True), ("In Between is empty", True), ("Hide and Seek is occupied", True),
        ("my army in Hide and Seek", True), ("enemy in Hide and Seek", False), ("no army in 0507", True),
        ("NOT BUR IS EMPTY AND 0507 IS EMPTY", True), ("BUR IS EMPTY OR my cash >= 30", True),
        ("my cash is at least 31", False), ("my cash < $31", True), ("I have 30 or more money", True),
        ("France HAS more than 29", True), ("Par is mine", True), ("PAR IS OWNED BY Germany", False),
        ("I own Paris", True), ("Germany does not own Par", True), ("BUR IS NEUTRAL", True),
        ("BUR IS EMPTY OR 0507 IS EMPTY AND PAR IS MINE", True), ("German A BUR", True),
    ],
)  # fmt: skip
def test_what_is_so(said, is_so):
    assert SIGHT.decide(said) is is_so


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("the weather is fine", "condition-unclear"), ("Germany HAS 3 cash", "condition-hidden"),
        ("", "condition-unclear"),
        ("A IN Atlantis", "unknown-space"), ("0507 IS MINE", "condition-not-owned"),
        ("BUR IS EMPTY AND the moon is full", "condition-unclear"),
        (" OR ".join(["BUR IS EMPTY"] * 20), "condition-unclear"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_told_and_holds_for_nobody(said, code):
    ruling = SIGHT.decide(said)
    assert isinstance(ruling, Problem)
    assert ruling.code == code


def test_or_is_weaker_than_and_and_not_is_the_nearest_ones():
    asked = read("NOT BUR IS EMPTY AND PAR IS MINE OR 0507 IS EMPTY", lambda said: False)
    assert asked.how == "some"
    assert [part.how for part in asked.parts if hasattr(part, "how")] == ["every"]
    assert [one.text for one in each(asked)] == ["BUR IS EMPTY", "PAR IS MINE", "0507 IS EMPTY"]


def test_words_without_end_take_no_time():
    assert isinstance(SIGHT.decide("in at on is not or and " * 200), Problem)
