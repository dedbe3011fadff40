"""Maps in the .map format: a small one written here, and those of the installed `diplomacy` package."""

import os
from pathlib import Path

import pytest

from bench.rival_venv import NoRivals, rival_python
from judge.adjudicator.diplomacy.board import Board
from judge.grammar.document import DocumentError, dump, load
from judge.interop.dpmap import read_dpmap
from judge.variants.diplomacy.chart import Chart

ROOT = Path(__file__).resolve().parent.parent.parent

ISLE = """
# a small isle
BEGIN SPRING 1650 MOVEMENT
VICTORY 3
REDS   (RED)    AAA
A AAA
BLUES  (BLUE:B) CCC
F CCC/NC
UNOWNED BBB
Alphaville          = aaa alpha
Beta Bay            = bbb beta
Gamma (north coast) = ccc/nc
Gamma (south coast) = ccc/sc
Gamma               = ccc gamma+town
Deep Sea            = dee deep
Loch                = loc
LAND  AAA    ABUTS BBB CCC
COAST BBB    ABUTS AAA DEE ccc
COAST CCC/NC ABUTS DEE
COAST CCC/SC ABUTS LOC
COAST ccc    ABUTS AAA BBB DEE LOC
WATER DEE    ABUTS BBB CCC/NC
WATER LOC    ABUTS CCC/SC
RULES SOMETHING
"""


def test_a_small_map():
    value, passed_over = read_dpmap(ISLE, "isle")
    assert value["first"] == "Spring 1650"
    assert value["solo"] == 3
    assert value["powers"] == {
        "reds": {"name": "Reds", "adjective": "Red", "homes": ["AAA"], "units": ["A AAA"]},
        "blues": {"name": "Blues", "adjective": "Blue", "homes": ["CCC"], "units": ["F CCC/NC"]},
    }
    places = value["provinces"]
    assert places["AAA"] == {
        "name": "Alphaville",
        "kind": "land",
        "centre": True,
        "also": ["alpha"],
        "army": ["BBB", "CCC"],
    }
    # In small letters: armies may walk from BBB to CCC, fleets may not sail.
    assert places["BBB"]["army"] == ["AAA", "CCC"]
    assert places["BBB"]["fleet"] == ["DEE"]
    assert places["CCC"]["coasts"] == {"NC": ["DEE"], "SC": ["LOC"]}
    assert "fleet" not in places["CCC"]
    assert places["CCC"]["name"] == "Gamma"
    assert places["DEE"] == {"name": "Deep Sea", "kind": "sea", "also": ["deep"], "fleet": ["BBB", "CCC/NC"]}
    assert len(passed_over) == 1
    assert passed_over[0].endswith("RULES SOMETHING")
    assert load(dump(value)).value == value


def test_a_spelling_of_two_provinces_is_listed_and_a_code_is_its_own_provinces_alone():
    value, passed_over = read_dpmap(
        ISLE.replace("bbb beta", "bbb beta town aaa?").replace("gamma+town", "town"), "isle"
    )
    assert value["ambiguous"] == {"town": ["BBB", "CCC"]}
    assert value["provinces"]["BBB"]["also"] == ["beta", "town"]
    assert 'BBB: "aaa" is the code of another province, and no spelling of it' in passed_over
    assert "map-two-meanings" not in {problem.code for problem in Chart(load(dump(value), "isle")).lint()}


def test_initials_head_a_power_with_and_without_their_pluses():
    value, _ = read_dpmap(ISLE.replace("REDS   (RED)    AAA\nA AAA", "R+E+D  (RED)    AAA\nRED\nA AAA"), "isle")
    assert {key: (one["name"], one["homes"], one["units"]) for key, one in value["powers"].items()} == {
        "red": ("RED", ["AAA"], ["A AAA"]),
        "blues": ("Blues", ["CCC"], ["F CCC/NC"]),
    }


def test_a_map_that_builds_on_another():
    value, _ = read_dpmap("MAP isle.map\nUNPLAYED REDS\nREDS (RED) AAA BBB\nA AAA\nA BBB\n", "more", lambda name: ISLE)
    assert value["powers"]["reds"]["homes"] == ["AAA", "BBB"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("MAP other.map\n", "builds on other.map, which is not at hand"),
        ("REDS (RED) AAA\nLAND AAA ABUTS ZZZ\n", "AAA abuts ZZZ, which the map does not describe"),
        ("LAND AAA ABUTS AAA\n", "no power"),
        ("", "no location"),
    ],
)
def test_what_cannot_be_read_is_said(text, said):
    with pytest.raises(DocumentError) as error:
        read_dpmap(text, "bad")
    assert said in str(error.value)


def installed_maps():
    """The maps of the installed package, read where they lie; none is copied into the project."""
    try:
        python = rival_python()
    except NoRivals as error:
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(str(error))
        pytest.skip(str(error))
    return next(Path(python).parents[1].glob("lib/python*/site-packages/diplomacy/maps"))


def test_the_standard_map_is_the_same_in_both_programs():
    """Two hands wrote the same board: every neighbour, coast, centre, home and start unit agrees."""
    theirs, _ = read_dpmap((installed_maps() / "standard.map").read_text(encoding="utf-8"), "standard")
    ours = load((ROOT / "maps" / "diplomacy.yaml").read_text(encoding="utf-8")).value
    assert set(theirs["provinces"]) == set(ours["provinces"])
    for code, sheet in theirs["provinces"].items():
        own = ours["provinces"][code]
        for key in ("kind", "centre"):
            assert sheet.get(key) == own.get(key), (code, key)
        for key in ("army", "fleet"):
            assert sorted(sheet.get(key, [])) == sorted(own.get(key, [])), (code, key)
        assert {one: sorted(abuts) for one, abuts in own.get("coasts", {}).items()} == sheet.get("coasts", {}), code
    for power, sheet in theirs["powers"].items():
        assert sorted(sheet["homes"]) == sorted(ours["powers"][power]["homes"])
        assert sorted(sheet["units"]) == sorted(ours["powers"][power]["units"])


@pytest.mark.parametrize(
    ("name", "provinces", "solo"), [("modern", 141, 33), ("colonial", 119, 30), ("ancmed", 79, 18), ("pure", 7, 4)]
)
def test_variant_maps_are_playable_boards(name, provinces, solo):
    value, _ = read_dpmap((installed_maps() / f"{name}.map").read_text(encoding="utf-8"), name)
    board = Board.from_map(value)
    assert board.province_count == provinces
    assert value["solo"] == solo
