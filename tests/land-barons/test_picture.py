"""The map of Land Barons: what is written on it can be read, and it tells who stands where and what a fight cost."""

import math
import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.drawing.kit import INK
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report.pictures import ruler
from judge.scenario.simulate import play, seats_for
from judge.variants.land_barons.counters import UNITS
from judge.variants.land_barons.events import CounterPlaced, RegulatorRecruited, StackMoved
from judge.variants.land_barons.picture import FAINT, GRASS, goes, picture, tint
from judge.variants.land_barons.picture_signs import COLOURS, ON, UNIT_CODES
from judge.variants.land_barons.picture_stands import stands

GAME = shelf.game("land-barons")
POSITION = """
phase: Turn 3, raid of graham
options: {tempo: classic}
going: [graham]
settlements: {0101: "Farm, graham", 1201: "Farm, johnson"}
units: {graham: [Baron 0101, Gunslinger 0507], johnson: [Regulator 0607, Cowboys 0607, Baron 1201]}
"""


def light(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def fought(word):
    state = GAME.read_position(load(POSITION))
    taken = take(GAME, state, "graham", "raid", "Gunslinger 0507-0607")
    return close(GAME, state, {"graham": taken.orders}, KeyedDice.of(word)).step


def words(svg):
    return [node.text for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text") and node.text]


@pytest.mark.parametrize("seat", COLOURS)
def test_letters_stand_out_from_what_they_are_written_on(seat):
    """4.5 to 1 is what small letters need."""
    assert contrast(FAINT, GRASS) >= 4.5
    assert contrast(ON.get(seat, "#ffffff"), COLOURS[seat]) >= 4.5
    assert contrast(INK, tint(COLOURS[seat], 62)) >= 4.5


def test_labels_of_hexes_can_be_read_at_800_pixels():
    svg = picture(GAME, GAME.view(GAME.read_position(load(POSITION)), None), ())
    root = ElementTree.fromstring(svg)
    scale = 800 / float(root.get("viewBox").split()[2])
    sizes = [float(node.get("font-size")) for node in root.iter() if node.tag.endswith("text") and node.text == "0103"]
    assert sizes
    assert min(sizes) * scale >= 10


def test_a_stack_shows_which_units_it_has():
    said = words(picture(GAME, GAME.view(GAME.read_position(load(POSITION)), None), ()))
    assert f"{UNIT_CODES['regulator']} {UNIT_CODES['cowboys']}" in said
    assert "Gunslinger" in said
    assert "Lynch Mob" not in said


def test_the_dead_of_a_gunfight_are_named_on_the_map():
    told = set()
    for word in ("a", "b", "c", "d", "e", "f"):
        step = fought(word)
        said = words(picture(GAME, GAME.view(step.state, None), step.events))
        fights = [event for event in step.events if event.code == "fought"]
        dead = [shot.kind for event in fights for shot in event.shots if shot.kind]
        for kind in dead:
            assert any(UNIT_CODES[kind] in line.split() for line in said if line[:2] in ("G ", "J ")), (word, kind)
        told |= set(dead)
    assert "gunslinger" in told
    assert told & {"cowboys", "regulator"}


def test_no_counter_hides_the_number_of_a_hex():
    """The counter nearest to a number begins below its digits."""
    svg = picture(GAME, GAME.view(GAME.read_position(load(POSITION)), None), ())
    nodes = list(ElementTree.fromstring(svg).iter())
    digits = next(node for node in nodes if node.text == "0607")
    x, y = float(digits.get("x")), float(digits.get("y"))
    tops = [
        float(node.get("y"))
        for node in nodes
        if node.tag.endswith("rect")
        and abs(float(node.get("x", 0)) + 15 - x) < 40
        and abs(float(node.get("y", 0)) - y) < 40
    ]
    assert len(tops) == 2
    assert min(tops) > y


CROWDED = """
phase: Turn 3, raid of graham
options: {tempo: classic}
going: [graham]
settlements: {0605: "Town, graham, Bank, Saloon", 0607: "Town, graham", 0101: "Farm, graham", 1201: "Farm, johnson"}
units:
  graham: [Baron 0605, Regulator 0605, Cowboys 0605, Lynch Mob 0605, Local Sheriff 0605, Federal Marshall 0605]
  johnson: [Baron 1201]
"""


def test_the_codes_of_a_stack_fit_its_counter():
    svg = picture(GAME, GAME.view(GAME.read_position(load(CROWDED)), None), ())
    nodes = list(ElementTree.fromstring(svg).iter())
    counters = [node for node in nodes if node.tag.endswith("rect") and node.get("fill") == COLOURS["graham"]]
    left, right = float(counters[0].get("x")), float(counters[0].get("x")) + float(counters[0].get("width"))
    rows = [node for node in nodes if node.text and set(node.text.split()) <= set(UNIT_CODES.values())]
    rows = [node for node in rows if len(node.text.split()) > 1 and left < float(node.get("x")) < right]
    assert rows
    for node in rows:
        half = ruler()(node.text, False) * float(node.get("font-size")) / 2
        assert left <= float(node.get("x")) - half, node.text
        assert float(node.get("x")) + half <= right, node.text


GATHERED = """
phase: Turn 3, raid of graham
options: {tempo: classic}
going: [graham]
settlements: {0605: "Gold Mine, graham", 0101: "Farm, graham", 1201: "Farm, johnson"}
units:
  graham: [Baron 0605, Regulator 0605, Regulator 0605, Cowboys 0605, Mountain Men 0605]
  johnson: [Baron 1201]
"""


def test_a_counter_leaves_the_sign_of_its_settlement_in_sight():
    """Two Regulators are one code with a number; the rest of the codes has a row of its own."""
    svg = picture(GAME, GAME.view(GAME.read_position(load(GATHERED)), None), ())
    nodes = list(ElementTree.fromstring(svg).iter())
    assert {f"2{UNIT_CODES['regulator']} {UNIT_CODES['cowboys']}", UNIT_CODES["mountain-men"]} <= set(words(svg))
    box = next(node for node in nodes if node.tag.endswith("rect") and node.get("fill") == COLOURS["graham"])
    code = next(node for node in nodes if node.text == "0605")
    # The mouth of the mine is left of the middle of its hex.
    assert float(box.get("x")) > float(code.get("x")) - 15


def test_an_arrowhead_alone_is_the_tip_of_a_raid():
    raid = StackMoved(seat="graham", kinds=("gunslinger",), path=("0101", "0102", "0103"), how="moves")
    drawn = picture(GAME, GAME.view(GAME.read_position(load(CROWDED)), None), (raid,)).partition('<g class="orders"')[2]
    line, head = re.findall(r'd="M([^"]*)" fill="none"', drawn)[1], re.search(r'd="M([\d.]+) ([\d.]+)[^"]*Z"', drawn)
    end = [float(part) for part in line.split("L")[-1].split()]
    assert math.dist(end, (float(head[1]), float(head[2]))) > 4


def test_who_was_turned_back_has_a_broken_line_with_a_cross():
    whole = StackMoved(seat="graham", kinds=("gunslinger",), path=("0101", "0102", "0103"), how="moves")
    broken = replace(whole, how="turned back")
    view = GAME.view(GAME.read_position(load(CROWDED)), None)
    lines = [picture(GAME, view, (event,)).partition('<g class="orders"')[2].partition("\n</g>")[0]
             for event in (whole, broken)]  # fmt: skip
    assert ["stroke-dasharray" in line for line in lines] == [False, True]


@pytest.mark.parametrize("word", ["one", "two", "three"])
def test_a_replay_begins_with_every_stack_where_it_stood_before_the_raids(word):
    """Found by going back from where all stands now; the living and the dead, those of fallen Barons too."""
    table = Table(seats_for(GAME, 0, None), complete_options(GAME, {}))
    before, raids = None, 0
    for played in play(GAME, table, word):
        numbers = goes(GAME, played.events)
        if before is not None and any(numbers):
            stacks = GAME.view(played.state, None).stacks
            # One event more, before all: how things stood after it is how the raids found them.
            later = tuple(number and number + 1 for number in numbers)
            found = stands(stacks, (None, *played.events), (1, *later))
            there = Counter(
                (one.stack.seat, one.stack.space, kind) for one in found if one.first == 1 for kind in one.stack.kinds
            )
            came = Counter(
                (event.seat, event.space, getattr(event, "kind", "regulator"))
                for event in played.events
                if isinstance(event, RegulatorRecruited) or (isinstance(event, CounterPlaced) and event.kind in UNITS)
            )
            assert there == came + Counter((unit.seat, unit.space, kind) for unit in before for kind in unit.kinds)
            raids += 1
        before = GAME.view(played.state, None).stacks
    assert raids > 3
