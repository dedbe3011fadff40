"""The set-up as people write it: where figures start, who carries the gold, the mine, the town and the edge."""

from pathlib import Path

import pytest

from judge import shelf
from judge.campaign.told import told
from judge.grammar.document import load
from judge.mail.letter import read_letter

GAME = shelf.game("gold-rush")
EXAMPLES = Path(__file__).parents[2] / "examples" / "gold-rush"


def position(step):
    path = next(EXAMPLES.glob(f"{step}-*")) / "position.yaml"
    return GAME.read_position(load(path.read_text(encoding="utf-8"), "gold-rush"))


FIGURES, TOWN = position("02"), position("01")


def read(state, seat, text):
    letter = read_letter(f"From: t@example.org\nContent-Type: text/plain; charset=utf-8\n\n{text}".encode())
    found = told(GAME, state, seat, letter)
    return list(found.orders), found.verdict


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("T1 carries one, T2 the other.", ["T1 carries 1", "T2 carries 1"]),
        ("One bag goes to T1, the other to T3.", ["T1 carries 1", "T3 carries 1"]),
        ("Gold: T1 1, T2 1.", ["T1 carries 1", "T2 carries 1"]),
        ("T1 and T3 carry 2 between them", ["T1 carries 1", "T3 carries 1"]),
        ("T1 and T3 carry both bags", ["T1 carries 1", "T3 carries 1"]),
        ("T1 and T2 carry no gold, T3 both", ["T1 carries 0", "T2 carries 0", "T3 carries 2"]),
        ("T1 gets the gold, both bags.", ["T1 carries 2"]),
        (
            "T1 at 50,13 with a bag, T2 at 57.5,12.5 with the other.",
            ["T1 at 50,13", "T1 carries 1", "T2 at 57.5,12.5", "T2 carries 1"],
        ),
        ("T1 50,13; T2 next to him at 51.5,12.5", ["T1 at 50,13", "T2 at 51.5,12.5"]),
        ("T1-T3: 50,13; 51.5,13; 55,11.", ["T1 at 50,13", "T2 at 51.5,13", "T3 at 55,11"]),
        ("T1 not at 51.5,13 but 50,13", ["T1 at 50,13"]),
        ("T1 at 51.5,13, no, 50,13.", ["T1 at 50,13"]),
    ],
)
def test_places_and_bags(text, orders):
    assert read(FIGURES, "traders", text)[0] == orders


@pytest.mark.parametrize("text", ["T1 and T2 carry 3 between them", "T1 51.5,13 then 50,13", "T1-T9: 51.5,13; 50,13"])
def test_what_is_not_sure_is_asked_back(text):
    assert read(FIGURES, "traders", text) == ([], "ERRORS")


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("We start in the east. The town I'd put at 55,13.", ["edge east", "town at 55,13"]),
        ("Edge: not west, east. Town 55,13 or, as a last resort, 41,19", ["edge east", "town at 55,13 or 41,19"]),
        ("55,13 please, or 41,19 if it's taken, and if that's gone too 22,23.", ["town at 55,13 or 41,19 or 22,23"]),
        ("Town not at 55,13 but at 41,19, else 22,23", ["town at 41,19 or 22,23"]),
        ("Town at 55,13 unless somebody else is there, then 41,19.", ["town at 55,13 or 41,19"]),
        ("town rather 55,13 than 41,19", ["town at 55,13"]),
    ],
)
def test_the_town_and_the_edge(text, orders):
    assert read(TOWN, "mounties", text)[0] == orders


@pytest.mark.parametrize(
    "text",
    [
        "town at 41,19 last, 55,13 first",
        "town at 41,19 unless 55,13 is free",
        "town 41,19 as a last resort, 55,13",
        "town: 41,19; 55,13 would be best",
    ],
)
def test_choices_are_never_taken_in_another_order_than_is_said(text):
    assert read(TOWN, "mounties", text)[0] == []
