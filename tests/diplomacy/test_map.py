"""The standard board: counts everybody can check against the printed one, and edges that stand at both ends."""

from pathlib import Path

import pytest

from judge.grammar.document import load
from judge.grammar.text import folded

FILE = Path(__file__).resolve().parents[2] / "maps" / "diplomacy.yaml"
MAP = load(FILE.read_text(encoding="utf-8"), FILE.name).value
PROVINCES = MAP["provinces"]


def fleet_edges() -> dict[str, list[str]]:
    edges = {}
    for code, province in PROVINCES.items():
        if "fleet" in province:
            edges[code] = province["fleet"]
        for coast, ways in province.get("coasts", {}).items():
            edges[f"{code}/{coast}"] = ways
    return edges


def army_edges() -> dict[str, list[str]]:
    return {code: province["army"] for code, province in PROVINCES.items() if "army" in province}


def test_counts_of_the_printed_board():
    kinds = [province["kind"] for province in PROVINCES.values()]
    assert len(PROVINCES) == 75
    assert (kinds.count("sea"), kinds.count("land"), kinds.count("coast")) == (19, 14, 42)
    assert sum(province.get("centre", False) for province in PROVINCES.values()) == 34
    assert sorted(code for code, province in PROVINCES.items() if "coasts" in province) == ["BUL", "SPA", "STP"]


@pytest.mark.parametrize("edges", [army_edges(), fleet_edges()], ids=["army", "fleet"])
def test_every_edge_stands_at_both_ends(edges):
    one_sided = [(one, other) for one, ways in edges.items() for other in ways if one not in edges.get(other, ())]
    assert one_sided == []
    assert all(len(set(ways)) == len(ways) and code not in ways for code, ways in edges.items())


def test_kinds_of_province_have_the_edges_of_their_kind():
    for code, province in PROVINCES.items():
        assert ("army" in province) == (province["kind"] != "sea"), code
        assert ("fleet" in province or "coasts" in province) == (province["kind"] != "land"), code
        if province["kind"] == "coast":
            ways = province.get("fleet") or [way for coast in province["coasts"].values() for way in coast]
            assert any(PROVINCES[way[:3]]["kind"] == "sea" for way in ways), f"{code} has no sea"
    for code, ways in fleet_edges().items():
        assert all(PROVINCES[way[:3]]["kind"] != "land" for way in ways), code


def test_homes_are_centres_and_start_units_stand_in_them():
    homes = [home for power in MAP["powers"].values() for home in power["homes"]]
    assert len(homes) == len(set(homes)) == 22
    assert all(PROVINCES[home].get("centre") for home in homes)
    for name, power in MAP["powers"].items():
        assert sorted(unit[2:5] for unit in power["units"]) == sorted(power["homes"]), name


def test_every_spelling_means_one_province_or_is_listed_as_ambiguous():
    meant: dict[str, set[str]] = {}
    for code, province in PROVINCES.items():
        for spelling in (code, province["name"], *province["also"]):
            meant.setdefault(folded(spelling), set()).add(code)
    shared = {spelling: codes for spelling, codes in meant.items() if len(codes) > 1}
    assert shared == {}
    for spelling, codes in MAP["ambiguous"].items():
        assert len(codes) > 1, spelling
        assert set(codes) <= PROVINCES.keys(), spelling
