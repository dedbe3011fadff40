"""Pictures drawn from borders alone: whole, true, always the same, and moved by hand."""

import math

import pytest
from shapely import Polygon, box

from judge.drawing.atlas import atlas
from judge.drawing.atlas.plan import spread
from judge.grammar.document import load
from judge.report import drawn as drawing
from judge.report import pictures
from judge.report.drawn import Undrawn, with_picture
from judge.variants.diplomacy.game import Diplomacy
from judge.variants.diplomacy.picture_outlines import Outlines

# Two coasts, an island, a lake, and a square of provinces whose diagonals both are borders: no flat sheet holds that.
BOARD = """# A board of the tests.
game: diplomacy
title: Corners
powers:
  one: {name: One, homes: [NWE], units: [A NWE]}   # the first
  two: {name: Two, homes: [SEA], units: [F SEA/EC]}
picture: {where: {}}
provinces:
  NWE: {name: Northwest, kind: coast, centre: true, army: [NEA, SWE, SEA], fleet: [WAT]}
  NEA: {name: Northeast, kind: coast, army: [NWE, SWE, SEA], fleet: [WAT]}
  SWE: {name: Southwest, kind: coast, army: [NWE, NEA, SEA], fleet: [WAT]}
  SEA:
    name: Southeast
    kind: coast
    centre: true
    army: [NWE, NEA, SWE, MID]
    coasts: {EC: [WAT], WC: [LAK]}
  MID: {name: Middle, kind: land, army: [SEA]}
  ISL: {name: The Island of All the Winds, kind: coast, fleet: [WAT]}
  WAT: {name: Water, kind: sea, fleet: [NWE, NEA, SWE, SEA/EC, ISL]}
  LAK: {name: Lake, kind: sea, fleet: [SEA/WC]}
"""
NAME = "corners.yaml"


@pytest.fixture(scope="module")
def first():
    return with_picture("diplomacy", BOARD, NAME)


def outlines(text):
    return Outlines.of(load(text, NAME).value["picture"])


def shape(found, code):
    return max((Polygon(ring).buffer(0) for ring in found.rings(code)), key=lambda one: one.area)


def test_what_can_be_drawn_is_drawn_and_the_rest_is_dotted(first):
    text, measures = first
    assert measures.missing == ()
    assert measures.false == ()
    assert measures.outside == ()
    assert measures.drawn + len(measures.linked) == measures.borders == 13
    assert 1 <= len(measures.linked) <= 2
    picture = load(text, NAME).value["picture"]
    assert {tuple(two.split()) for two in picture["links"]} == set(measures.linked)
    game = Diplomacy(load(text, NAME))
    assert game.lint() == ()
    for place in game.chart.board.place_ids:
        x, y = outlines(text).unit(place)
        assert shape(outlines(text), place[:3]).contains(box(x - 4, y - 4, x + 4, y + 4)), place


def test_a_border_too_short_to_be_seen_is_dotted_too(first, monkeypatch):
    monkeypatch.setattr(atlas, "SEEN", 300.0)
    _, measures = with_picture("diplomacy", BOARD, NAME)
    assert measures.missing == ()
    assert set(measures.linked) > set(first[1].linked)


def test_letters_can_be_read(first):
    text, _ = first
    found = outlines(text)
    for code, (x, y, size, *_) in found.marks.items():
        assert size * 1200 / found.size[0] >= 9
        assert shape(found, code).contains(Polygon([(x - 5, y), (x, y - 5), (x + 5, y), (x, y + 5)]))


def test_it_is_the_same_every_time_and_the_file_stays_as_it_was(first):
    text, _ = first
    assert with_picture("diplomacy", BOARD, NAME)[0] == text
    before = BOARD.partition("picture:")
    assert text.startswith(before[0])
    assert text.rstrip().endswith("LAK: {name: Lake, kind: sea, fleet: [SEA/WC]}")


def test_a_province_that_is_moved_by_hand_is_drawn_elsewhere(first):
    text, _ = first
    picture = load(text, NAME).value["picture"]
    x, y = picture["where"]["SWE"]
    goal = [round(0.5 * x + 0.25, 3), round(0.5 * y + 0.25, 3)]
    moved = text.replace(f"    SWE: [{x}, {y}]", f"    SWE: {goal}")
    assert moved != text
    again, measures = with_picture("diplomacy", moved, NAME)
    assert measures.false == ()
    there = load(again, NAME).value["picture"]["where"]["SWE"]
    assert math.dist(there, goal) < math.dist((x, y), goal)


def test_orders_are_drawn_on_it(first):
    game = Diplomacy(load(first[0], NAME))
    state = game.read_position(load("units: {One: [A NWE], Two: [F SEA/WC]}"))
    svg = pictures.picture(game, game.view(state, None), title="A look")
    for word in ("CORNERS", "A look", "Northwest", "Island", "Winds", "One"):
        assert word in svg
    # The map lies beside the standings, which hide none of it.
    assert all(x > 340 for line in outlines(first[0]).lines for x, _ in line[2])


def test_what_cannot_be_drawn_is_said(monkeypatch):
    two = "  NWE: {name: N, kind: land, centre: true, army: [NEA]}\n  NEA: {name: E, kind: land, army: [NWE]}\n"
    powers = "powers: {one: {name: One, homes: [NWE], units: [A NWE]}}\n"
    with pytest.raises(Undrawn, match="fewer than three places"):
        with_picture("diplomacy", f"{powers}provinces:\n{two}", NAME)
    with pytest.raises(Undrawn, match="not of land-barons"):
        with_picture("land-barons", "", "x.yaml")

    def none(key, name):
        raise ModuleNotFoundError("No module named 'scipy'", name="scipy")

    monkeypatch.setattr(drawing, "part", none)
    with pytest.raises(Undrawn, match=r"pip install '.*\[boards\]'"):
        with_picture("diplomacy", BOARD, NAME)


def test_points_read_off_another_picture_keep_their_sides():
    found = spread({"W": (10.0, 50.0), "E": (900.0, 40.0), "N": (300.0, 5.0), "S": (310.0, 80.0)})
    assert found["W"][0] < found["N"][0] < found["S"][0] < found["E"][0]
    assert found["N"][1] < found["E"][1] < found["W"][1] < found["S"][1]
    assert all(0 < part < 1 for point in found.values() for part in point)
