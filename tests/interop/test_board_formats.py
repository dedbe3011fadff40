"""Boards of jDip and godip, and what DPjudge's maps ask for beyond the plain ones. All files are written here."""

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.grammar.document import DocumentError, dump, load
from judge.interop.board import where_in
from judge.interop.dpmap import read_dpmap
from judge.interop.godip import read_godip
from judge.interop.jdip import read_jdip
from judge.variants.diplomacy.game import Diplomacy
from tests.interop.test_dpmap import ISLE

VARIANTS = """<?xml version="1.0"?>
<VARIANTS>
  <DESCRIPTION>Two shores</DESCRIPTION>
  <MAP_DEFINITION id="plain" title="Plain" URI="plain.svg"/>
  <VARIANT name="Shores" version="1.0" default="true">
    <MAP adjacencyURI="shores.xml"><MAP_GRAPHIC ref="plain" default="true"/></MAP>
    <RULEOPTIONS>
      <RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_OWNED"/>
      <RULEOPTION name="OPTION_WINGS" value="VALUE_WINGS_ENABLED"/>
    </RULEOPTIONS>
    <POWER name="Lowland" adjective="Lowlander" altnames="Plain"/>
    <POWER name="Highland" adjective="Highlander"/>
    <POWER name="Hermits" adjective="Hermit" active="false"/>
    <STARTINGTIME turn="Spring, 0450, Movement"/>
    <VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="3"/><GAME_LENGTH value="35"/></VICTORYCONDITIONS>
    <SUPPLYCENTER province="low" homepower="lowland" owner="lowland"/>
    <SUPPLYCENTER province="hig" homepower="highland" owner="highland"/>
    <SUPPLYCENTER province="Hook" homepower="hermits" owner="hermits"/>
    <INITIALSTATE province="low" power="plain" unit="fleet" unitcoast="nc"/>
    <INITIALSTATE province="hig" power="highland" unit="army"/>
    <INITIALSTATE province="hoo" power="hermits" unit="army"/>
    <INITIALSTATE province="hig" power="highland" unit="wing"/>
  </VARIANT>
  <VARIANT name="Shores with nobody" version="1.0"><MAP adjacencyURI="shores.xml"/></VARIANT>
</VARIANTS>"""
ADJACENCY = """<?xml version="1.0"?>
<PROVINCES>
  <BORDER_DEFINITIONS>
    <BORDER id="ice" description="" season="fall"/>
    <BORDER id="pass" description="" from="hig" baseMoveModifier="-1"/>
    <BORDER id="toll" description="" orderTypes="move"/>
  </BORDER_DEFINITIONS>
  <PROVINCE fullname="Low Fields" shortname="low" borders="pass">
    <UNIQUENAME name="fields"/>
    <ADJACENCY type="mv" refs="hig hook"/>
    <ADJACENCY type="nc" refs="nsea hoo"/>
    <ADJACENCY type="sc" refs="sse"/>
  </PROVINCE>
  <PROVINCE fullname="High Moor" shortname="hig" borders="toll"><ADJACENCY type="mv" refs="low hoo"/></PROVINCE>
  <PROVINCE fullname="Hook" shortname="hoo" isConvoyableCoast="true">
    <ADJACENCY type="mv" refs="low hig"/><ADJACENCY type="xc" refs="low-nc nse hig"/>
  </PROVINCE>
  <PROVINCE fullname="North Sea" shortname="nse" borders="ice">
    <UNIQUENAME name="nsea"/><ADJACENCY type="mv" refs="low hoo"/>
  </PROVINCE>
  <PROVINCE fullname="South Sea" shortname="sse"><ADJACENCY type="xc" refs="low-sc"/></PROVINCE>
</PROVINCES>"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:jdipNS="http://jdip.sourceforge.org/jdipNS">
  <g><jdipNS:PROVINCE_DATA>
    <jdipNS:PROVINCE name="low"><jdipNS:UNIT x="10" y="90"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="hig"><jdipNS:UNIT x="90" y="50"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="fields"><jdipNS:UNIT x="12" y="88"/></jdipNS:PROVINCE>
    <jdipNS:PROVINCE name="hoo"><jdipNS:UNIT x="50" y="20"/></jdipNS:PROVINCE>
  </jdipNS:PROVINCE_DATA></g>
</svg>"""
FILES = {"shores.xml": ADJACENCY, "plain.svg": SVG}


def playable(value):
    return Diplomacy(load(dump(value), "board.yaml")).lint() == ()


def test_a_board_of_jdip():
    value, passed_over = read_jdip(VARIANTS, "variants.xml", FILES.__getitem__)
    assert value["title"] == "Shores"
    assert value["first"] == "Spring 450"
    assert value["solo"] == 3
    assert value["options"] == {"build_sites": "owned"}
    places = value["provinces"]
    assert places["LOW"]["army"] == ["HIG", "HOO"]
    # A neighbour by another of its names, and the coast from which the way leads.
    assert places["LOW"]["coasts"] == {"NC": ["HOO", "NSE"], "SC": ["SSE"]}
    assert places["HOO"]["fleet"] == ["LOW/NC", "NSE"]
    assert places["HOO"]["carries"] is True
    # Put down as for armies, but everybody sails there.
    assert places["NSE"] == {
        "name": "North Sea",
        "kind": "sea",
        "also": ["nsea"],
        "fleet": ["HOO", "LOW/NC"],
    }
    assert value["powers"]["lowland"]["units"] == ["F LOW/NC"]
    assert value["powers"]["hermits"]["played"] is False
    assert value["borders"] == [
        {"between": ["HIG", "LOW"], "hard": True},
        {"between": ["HOO", "NSE"], "seasons": ["spring"]},
        {"between": ["LOW", "NSE"], "seasons": ["spring"]},
    ]
    where = value["picture"]["where"]
    assert where["LOW"][0] < where["HOO"][0] < where["HIG"][0]
    assert where["HOO"][1] < where["HIG"][1] < where["LOW"][1]
    for word in ("a wing in HIG", "OPTION_WINGS", "GAME_LENGTH", "the border toll", "HOO - HIG", "North Sea"):
        assert any(word in line for line in passed_over), word
    assert playable(value)


@pytest.mark.parametrize(
    ("text", "variant", "said"),
    [
        ("<VARIANTS>", None, "not readable as XML"),
        ("<VARIANTS/>", None, "no VARIANT"),
        (VARIANTS, "Isles", 'no variant "Isles": there are Shores'),
        (VARIANTS.replace('province="low" home', 'province="atl" home'), None, "ATL is a supply centre"),
    ],
)
def test_what_is_no_board_of_jdip_is_said(text, variant, said):
    with pytest.raises(DocumentError, match=said):
        read_jdip(text, "variants.xml", FILES.__getitem__, variant)


def test_a_picture_that_is_missing_is_no_hindrance():
    value, passed_over = read_jdip(VARIANTS, "v", lambda name: FILES[name] if name == "shores.xml" else missing(name))
    assert "picture" not in value
    assert any("plain.svg: the picture is not at hand" in line for line in passed_over)


def missing(name):
    raise FileNotFoundError(name)


def edges(**ways):
    return {other: {"Flags": dict.fromkeys(kinds.split(), True)} for other, kinds in ways.items()}


def node(flags, ways, owner=None, **coasts):
    subs = {"": {"Name": "", "Flags": dict.fromkeys(flags.split(), True), "Edges": ways}}
    subs.update({name: {"Name": name, "Flags": {"Sea": True}, "Edges": way} for name, way in coasts.items()})
    return {"Subs": subs, "SC": owner}


GRAPH = {
    "Name": "Shores",
    "Nations": ["Low", "High Land"],
    "NationColors": {"Low": "#A4352C"},
    "ProvinceLongNames": {"low": "Low Fields", "nse": "North Sea"},
    "Rules": "First to 3 Supply Centers (SC) is the winner.",
    "Flags": ["Anywhere"],
    "Graph": {
        "Nodes": {
            "low": node("Land", edges(hig="Land"), "Low", nc=edges(nse="Sea"), sc=edges(sse="Sea")),
            "hig": node("Land", edges(low="Land", isl="Land"), "High Land"),
            "isl": node("Land Sea Convoyable", edges(hig="Land", nse="Sea"), "Neutral"),
            "nse": node("Sea", {**edges(isl="Sea"), "low/nc": {"Flags": {"Sea": True}}}),
            "sse": node("Sea", {"low/sc": {"Flags": {"Sea": True}}}),
        }
    },
    "Start": {
        "Year": -300,
        "Season": "Spring",
        "Units": {"low/nc": {"Type": "Fleet", "Nation": "Low"}, "hig": {"Type": "Army", "Nation": "High Land"}},
        "SupplyCenters": {"low": "Low", "hig": "High Land"},
    },
}


def test_a_board_of_godip():
    value, passed_over = read_godip(json.dumps(GRAPH), "shores")
    assert (value["title"], value["first"], value["solo"]) == ("Shores", "Spring 300 BC", 3)
    assert value["options"] == {"build_sites": "owned"}
    places = value["provinces"]
    assert places["LOW"] == {
        "name": "Low Fields",
        "kind": "coast",
        "centre": True,
        "army": ["HIG"],
        "coasts": {"NC": ["NSE"], "SC": ["SSE"]},
    }
    assert places["ISL"]["carries"] is True
    assert places["ISL"]["centre"] is True
    assert places["NSE"]["fleet"] == ["ISL", "LOW/NC"]
    assert value["powers"]["low"] == {"name": "Low", "colour": "#a4352c", "homes": ["LOW"], "units": ["F LOW/NC"]}
    assert value["powers"]["high-land"]["homes"] == ["HIG"]
    assert any("First to 3" in line for line in passed_over)
    assert playable(value)


def test_a_way_that_one_end_tells_of_is_named():
    graph = json.loads(json.dumps(GRAPH))
    del graph["Graph"]["Nodes"]["isl"]["Subs"][""]["Edges"]["nse"]
    value, passed_over = read_godip(json.dumps(graph), "shores")
    assert value["provinces"]["ISL"]["fleet"] == ["NSE"]
    assert any(line.startswith("NSE - ISL: told of from one end only") for line in passed_over)


WAYS = [("low", "hig", "army"), ("hig", "low", "army"), ("hig", "sea", "fleet"), ("sea", "hig", "fleet")]
WAYS += [("sea", "low", "fleet"), ("sea", "low/nc", "fleet")]
FLAT = {
    "name": "Flat",
    "nations": [{"id": "low", "name": "Low", "color": "#112233", "non_playable": False}],
    "provinces": [
        {
            "id": code,
            "name": code.title(),
            "type": "coastal",
            "supplyCenter": code != "sea",
            "adjacencies": [{"to": to, "pass": kind} for at, to, kind in WAYS if at == code],
            **({"homeNation": "low"} if code == "low" else {}),
        }
        for code in ("low", "hig", "sea")
    ],
    "namedCoasts": [{"id": "low/nc", "parentProvince": "low", "adjacencies": [{"to": "sea"}]}],
    "victoryConditions": [{"type": "majority", "supplyCenters": 2}, {"type": "most at the end"}],
    "initialState": {
        "phase": {"season": "Spring", "year": 1800, "type": "Movement"},
        "units": [{"nation": "low", "type": "Army", "location": "low"}],
    },
}


def test_a_flat_board_as_json():
    value, passed_over = read_godip(json.dumps(FLAT), "flat")
    assert value["provinces"]["LOW"]["coasts"] == {"NC": ["SEA"]}
    assert value["provinces"]["SEA"]["fleet"] == ["HIG", "LOW/NC"]
    assert value["powers"]["low"]["units"] == ["A LOW"]
    assert value["solo"] == 2
    assert any("most at the end" in line for line in passed_over)
    assert playable(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not readable as JSON"),
        ("[]", "a board is an object"),
        ("{}", "a board has a `Graph`"),
        ('{"provinces": [{"id": "low", "name": "Low"}], "nations": []}', "LOW has no `adjacencies`"),
        ('{"Graph": {"Nodes": {"low": 3}}, "Nations": []}', "not in a known form"),
        (json.dumps(FLAT | {"victoryConditions": [{"type": "majority", "supplyCenters": ":"}]}), "not in a known form"),
    ],
)
def test_what_is_no_board_as_json_is_said(text, said):
    with pytest.raises(DocumentError, match=said):
        read_godip(text, "board")


KEYS = st.sampled_from(["Graph", "Nodes", "Subs", "provinces", "nations", "id", "name", "adjacencies", "Start"])
ANY = st.recursive(
    st.none() | st.text(max_size=4) | st.integers(0, 9),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(KEYS, part, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60)
@given(ANY)
def test_any_json_is_read_or_refused_with_a_sentence(value):
    # Any other error than this one is a failure.
    with suppress(DocumentError):
        read_godip(json.dumps(value), "any")


MORE = """
USE isle.map
begin winter 1702 adjustments
DUMMY BLUES
RULE BUILD_ANY HIBERNATE
Alphaville -> {}
AMEND BBB ABUTS -DEE EEE ~CCC
COAST EEE ABUTS BBB DEE AAA~
Ebb = eee
REDS
OWNS EEE
A EEE
GREENS BBB
A BBB
NOBODY KNOWS
FLAGS standard
"""


def test_who_begins_where_another_power_began_takes_the_place_and_it_is_said():
    value, passed_over = read_dpmap("USE isle.map\nGREENS BBB\nA CCC\n", "more", lambda name: ISLE)
    assert (value["powers"]["blues"]["units"], value["powers"]["greens"]["units"]) == ([], ["A CCC"])
    assert "BLUES F CCC/NC: GREENS has A CCC there" in passed_over


def test_a_map_that_amends_another():
    text = MORE.replace("Alphaville -> {}\n", "").replace(" ~CCC", " *CCC")
    value, passed_over = read_dpmap(text, "more", lambda name: ISLE)
    assert value["first"] == "Winter 1702"
    assert value["options"] == {"build_sites": "owned"}
    assert value["provinces"]["BBB"]["fleet"] == ["EEE"]
    assert value["provinces"]["EEE"]["centre"] is True
    assert value["borders"] == [{"between": ["AAA", "EEE"], "hard": True}]
    # A bare heading goes on with a power that is known, or begins one.
    assert value["powers"]["reds"]["units"] == ["A AAA", "A EEE"]
    assert value["powers"]["reds"]["owns"] == ["EEE"]
    assert value["powers"]["greens"] == {
        "name": "Greens",
        "adjective": "Greens",
        "homes": ["BBB"],
        "units": ["A BBB"],
    }
    assert value["powers"]["blues"]["played"] is False
    assert {line.partition(": ")[2] for line in passed_over} == {
        "RULES SOMETHING",
        "RULE BUILD_ANY HIBERNATE",
        "NOBODY KNOWS",
        "the border is open like any other",
    }


def test_provinces_are_dropped_and_renamed_everywhere():
    value, _ = read_dpmap("USE isle.map\nDROP LOC\nBBB -> Bight = bgt bight\n", "less", lambda name: ISLE)
    assert "LOC" not in value["provinces"]
    assert "BBB" not in value["provinces"]
    assert value["provinces"]["BGT"]["name"] == "Bight"
    assert value["provinces"]["AAA"]["army"] == ["BGT", "CCC"]
    assert value["provinces"]["BGT"]["centre"] is True


def test_units_under_no_power_are_said():
    with pytest.raises(DocumentError, match="A AAA stands under no power"):
        read_dpmap(f"{ISLE}UNOWNED BBB\nA AAA\n", "isle", None)


@given(st.lists(st.sampled_from([*ISLE.splitlines(), *MORE.splitlines(), "DROP AAA", "AMEND X", "DUMMY", "OWNS", "A"])))
def test_any_lines_of_maps_are_read_or_refused_with_a_sentence(lines):
    with suppress(DocumentError):
        value, _ = read_dpmap("\n".join(lines), "any", lambda name: ISLE)
        assert load(dump(value)).value == value


def test_a_board_without_end_is_refused_with_a_sentence():
    ways = {str(one): {"Flags": {"Land": True}} for one in range(200)}
    nodes = {str(one): {"Subs": {"": {"Edges": ways, "Flags": {"Land": True}}}} for one in range(200)}
    crowded = json.dumps({"Graph": {"Nodes": nodes}, "Nations": []})
    deep, long = "[" * 100_000, '{"Graph": ' + "9" * 20_000 + "}"
    for text, said in ((deep, "nested too deeply"), (long, "a number too long"), (crowded, "has at most 10000 ways")):
        with pytest.raises(DocumentError, match=said):
            read_godip(text, "endless")
    board = json.dumps({"Graph": {"Nodes": {}}, "Nations": []})
    picture = "<svg>" + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>"
    assert any("not readable as SVG" in one for one in read_godip(board, "flat", picture)[1])


def test_a_place_that_is_nowhere_is_none():
    assert (
        where_in('<svg><circle id="lowCenter" cx="nan" cy="1"/><circle id="higCenter" cx="2" cy="1e999"/></svg>') == {}
    )
