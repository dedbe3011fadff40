"""The picture of the map: outlines that fit the board, orders drawn as they came out, and the sketch in letters."""

import re

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Seat, Table
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.scenario.simulate import play, seats_for
from judge.variants.diplomacy.picture_outlines import Outlines

GAME = shelf.game("diplomacy")
SHEET = GAME.chart.value["picture"]
OUTLINES = Outlines.of(SHEET)


def neighbours():
    """Every pair of provinces between which some unit can step."""
    pairs = set()
    for code, sheet in GAME.chart.value["provinces"].items():
        ways = [*sheet.get("army", ()), *sheet.get("fleet", ())]
        ways += [way for coast in (sheet.get("coasts") or {}).values() for way in coast]
        pairs |= {tuple(sorted((code, way[:3]))) for way in ways}
    return pairs


def test_provinces_share_a_line_where_units_can_step_and_nowhere_else():
    drawn = {tuple(sorted((one, other))) for one, other, _ in OUTLINES.lines if not {"land", "edge"} & {one, other}}
    assert drawn == neighbours()


def test_every_province_is_closed_and_holds_its_unit():
    for code in GAME.chart.value["provinces"]:
        rings = OUTLINES.rings(code)
        assert rings, code
        assert all(ring[0] == ring[-1] and len(ring) > 3 for ring in rings), code
        x, y = OUTLINES.unit(code)
        assert 0 < x < SHEET["size"][0], code
        assert 0 < y < SHEET["size"][1], code


def test_every_place_a_unit_can_stand_in_has_its_spot():
    spots = {}
    for place in GAME.chart.board.place_ids:
        at = OUTLINES.unit(place)
        if place not in ("BUL", "SPA", "STP"):
            assert all(abs(at[0] - x) + abs(at[1] - y) > 20 for x, y in spots.values()), place
            spots[place] = at


def drawn(given, orders):
    state = GAME.read_position(load(given))
    window = GAME.window(state)
    sent = {
        Seat(seat): take(GAME, state, Seat(seat), window.asks[Seat(seat)].form, text).orders
        for seat, text in orders.items()
    }
    step = close(GAME, state, sent, KeyedDice.of("picture")).step
    return pictures.picture(GAME, GAME.view(step.state, None), step.events)


def words(svg):
    return re.findall(r">([^<>]+)</text>", svg)


def test_orders_are_drawn_with_their_results():
    svg = drawn(
        "units: {France: [A PAR, A MAR, F ENG, A LON], Germany: [A BUR, A MUN], Italy: [A PIE]}",
        {
            "france": "A PAR - BUR\nA MAR S A PAR - BUR\nF ENG C A LON - BRE\nA LON - BRE",
            "germany": "A BUR H\nA MUN - TYR",
            "italy": "A PIE - MAR",
        },
    )
    said = words(svg)
    for sign in ("moves", "move that failed", "support cut", "convoys", "stands"):
        assert sign in said
    assert "dislodged" not in said
    assert "Spring 1901, movement" not in said
    assert "Fall 1901, movement" in said


def test_a_dislodged_unit_is_drawn_beside_its_attacker():
    svg = drawn(
        "units: {France: [A BUR], Germany: [A MUN, A RUH]}",
        {"germany": "A MUN - BUR\nA RUH S A MUN - BUR", "france": "A BUR H"},
    )
    assert "dislodged" in words(svg)


def test_builds_and_removals_are_marked():
    svg = drawn(
        "phase: Winter 1901, adjustments\nunits: {France: [A BUR], Italy: [A ROM, A VEN]}\n"
        "centres: {France: [PAR, BRE], Italy: [ROM]}",
        {"france": "Build A PAR", "italy": "Remove A VEN"},
    )
    assert {"built", "lost or removed"} <= set(words(svg))


@pytest.mark.parametrize("word", ["one", "two"])
def test_every_window_of_a_game_has_its_picture_and_sketch(word):
    table = Table(seats_for(GAME, 0, None), complete_options(GAME, {}))
    for number, played in enumerate(play(GAME, table, word)):
        view = GAME.view(played.state, None)
        svg = pictures.picture(GAME, view, played.events)
        assert svg.startswith("<svg")
        assert "nan" not in svg
        sketch = pictures.sketch(GAME, view)
        assert max(map(len, sketch.splitlines())) <= 76
        for unit in view.units:
            assert f"{unit.place[:3]}=" in sketch
        if number > 12:
            break


def test_a_map_without_outlines_has_no_picture_and_still_a_sketch():
    value = {key: part for key, part in GAME.chart.value.items() if key != "picture"}
    bare = type(GAME)(type(GAME.chart.document)(value, {}, "bare.yaml"))
    state = bare.setup(Table(seats_for(bare, 0, None), complete_options(bare, {})), KeyedDice.of("bare")).state
    view = bare.view(state, None)
    assert pictures.picture(bare, view) == ""
    assert "A MAR" in pictures.sketch(bare, view)


def test_the_picture_is_made_of_letters_a_renderer_can_draw():
    state = GAME.setup(Table(seats_for(GAME, 0, None), complete_options(GAME, {})), KeyedDice.of("png")).state
    png = pictures.png(pictures.picture(GAME, GAME.view(state, None)), 800)
    assert png.startswith(b"\x89PNG")
    assert len(png) > 50_000


@pytest.mark.parametrize(("fog", "maps"), [(False, 1), (True, 7)])
def test_all_have_one_map_but_in_the_fog_each_has_its_own(fog, maps):
    state = GAME.setup(Table(seats_for(GAME, 0, 7), complete_options(GAME, {"fog": fog})), KeyedDice.of("fog")).state
    assert len({pictures.picture(GAME, GAME.view(state, seat.id)) for seat in GAME.seats}) == maps
