"""Pictures hold what the view holds, in signs as well as colours; the sketch fits a mail."""

import re
from functools import cache

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.animation import go_by_go
from judge.scenario.simulate import play, seats_for
from judge.variants.gold_rush.events import Fired
from judge.variants.gold_rush.picture import plane

GAME = shelf.game("gold-rush")


@cache
def walk():
    table = Table(seats_for(GAME, 0, 7), complete_options(GAME, {"beasts": "both"}))
    return tuple(played for played, _ in zip(play(GAME, table, "pic"), range(7), strict=False))


@pytest.mark.parametrize("place", range(6))
def test_every_stage_can_be_drawn_and_rendered(place):
    played = walk()[place]
    view = GAME.view(played.state, None)
    svg = pictures.picture(GAME, view, report.told_to(played.events, None))
    assert svg == pictures.picture(GAME, view, report.told_to(played.events, None))
    assert "NaN" not in svg
    assert pictures.png(svg, 400).startswith(b"\x89PNG")
    for figure in view.figures:
        if figure.is_living:
            assert f">{figure.code}<" in svg
    sketch = pictures.sketch(GAME, view)
    assert all(len(line) <= 76 for line in sketch.splitlines())
    assert len(sketch.splitlines()) < 40


def drawn(position, orders, dice="drawn"):
    state = GAME.read_position(load(position))
    sent = {seat: take(GAME, state, seat, "go", text).orders for seat, text in orders.items()}
    step = close(GAME, state, sent, KeyedDice.of(dice)).step
    return step, pictures.picture(GAME, GAME.view(step.state, None), step.events)


def test_hits_and_misses_differ_by_line_and_sign_not_by_colour_alone():
    position = "phase: Turn 3\nscenery: {}\nfigures: {T1: '20,20', M1: '22,20', M2: '60,40', T2: '50,40'}"
    seen = {}
    for word in range(40):
        step, svg = drawn(position, {"traders": "1: fire 1 at M1"}, f"shot {word}")
        hit = next(event.hit for event in step.events if isinstance(event, Fired))
        seen[hit] = svg
        if len(seen) == 2:
            break
    legend = seen[True].count('stroke-dasharray="1.5 4"')
    assert seen[False].count('stroke-dasharray="1.5 4"') == legend + 1
    burst = re.compile(r'fill="#fff4c2" stroke="#9c1419"')
    assert len(burst.findall(seen[True])) == len(burst.findall(seen[False])) + 1


def test_a_hidden_count_is_not_drawn():
    position = "phase: Turn 3\nscenery: {}\n%sfigures: {T1: {at: '20,20', gold: 2}, M1: '60,20'}"
    open_state = GAME.read_position(load(position % ""))
    hidden = GAME.read_position(load(position % "options: {hidden: both}\n"))
    bags = 'fill="#f2c531"'
    for state, public, own in ((open_state, 2, 2), (hidden, 0, 2)):
        base = pictures.picture(GAME, GAME.view(state, None), ()).count(bags)
        mine = pictures.picture(GAME, GAME.view(state, "traders"), ()).count(bags)
        assert mine - base == own - public


def test_codes_stay_clear_of_the_ruler():
    """M1 beside the 24 of the ruler once read as M14."""
    figures = ", ".join(f"M{number}: '70.5,{24 + number}'" for number in range(1, 9))
    position = f"phase: Turn 3\nscenery: {{}}\nfigures: {{T1: '1,24', T2: '30,1', T3: '30,47', {figures}}}"
    view = GAME.view(GAME.read_position(load(position)), None)
    svg, table = pictures.picture(GAME, view, ()), plane(view)
    places = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([TM]\d)<', svg)
    assert len({code for _, _, code in places}) == 11
    for x, y, code in places:
        assert table["left"] + 8 < float(x) < table["left"] + 72 * table["scale"] - 8, code
        assert table["top"] + 8 < float(y) < table["top"] + 48 * table["scale"] - 4, code


TWO_GOES = """
phase: Turn 3
order: [traders, mounties]
cards: {traders: 4, mounties: 4}
scenery: {}
figures: {T1: '20,20', T2: '50,40', M1: '24,20', M2: '60,40'}
"""


def shown(svg):
    """What one frame of a replay shows."""
    return re.sub(r'<g class="stand"[^>]* display="none">.*? </g>', "", svg, flags=re.S)


def inches(svg, view):
    """Where the codes of the figures are written, in inches."""
    table, names = plane(view), shown(svg).rpartition('<g class="names"')[2]
    left, top, scale, depth = (table[name] for name in ("left", "top", "scale", "depth"))
    places = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([TM]\d)<', names)
    return {code: ((float(x) - left) / scale, depth - (float(y) - top) / scale) for x, y, code in places}


def test_in_each_go_everybody_stands_where_that_go_left_them():
    """The Traders go first: in their go T1 is in the south already and M1 still where it was."""
    step, svg = drawn(TWO_GOES, {"traders": "1: move to 20,17", "mounties": "1: move to 24,24"})
    view = GAME.view(step.state, None)
    for frame, places in zip(
        go_by_go(svg),
        ({"T1": (20, 17), "M1": (24, 20)}, {"T1": (20, 17), "M1": (24, 24)}, {"T1": (20, 17), "M1": (24, 24)}),
        strict=True,
    ):
        found = inches(frame, view)
        for code, (across, up) in places.items():
            assert abs(found[code][0] - across) < 2, (code, found)
            assert abs(found[code][1] - up) < 2, (code, found)


def test_whoever_is_shot_in_a_later_go_stands_until_then():
    for word in range(40):
        step, svg = drawn(TWO_GOES, {"traders": "2: move to 50,42", "mounties": "1: fire 1 at T1"}, f"shot {word}")
        if any(event.code == "killed" for event in step.events):
            break
    traders = re.compile(r'r="9" fill="#884b14"')
    before, after, whole = (len(traders.findall(shown(frame))) for frame in go_by_go(svg))
    assert (before - after, whole) == (1, after)


def test_a_code_far_from_its_figure_is_led_to_it():
    crowd = ", ".join(f"M{number}: '{20 + number % 3},{20 + number // 3}'" for number in range(8, 0, -1))
    for figures, is_led in (("M1: '20,20'", False), (crowd, True)):
        position = load(f"phase: Turn 3\nscenery: {{}}\nfigures: {{T1: '60,24', {figures}}}")
        svg = pictures.picture(GAME, GAME.view(GAME.read_position(position), None), ())
        assert ("<path" in svg.rpartition('<g class="leads"')[2].partition("\n</g>")[0]) is is_led
