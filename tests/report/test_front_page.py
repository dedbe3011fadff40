"""The page of a paper as a picture: as wide as chats show well, with the map, whatever players write in it."""

import sys
from io import BytesIO

import pytest
from PIL import Image

from judge.report.blocks import parse
from judge.report.media.front_page import NoPage, front_page

PAPER = "## The Courier\n\n*No. 3 · Fall 1901*\n\n### Vienna falls\n\n{}\n\n- By cable: nothing else.\n"
GREEN = '<rect width="200" height="100" fill="#00ff00"/>'
MAP = f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">{GREEN}</svg>'


def drawn(marked, svg=""):
    with Image.open(BytesIO(front_page(parse(marked), svg, "The map"))) as opened:
        return opened.convert("RGB")


def green(picture):
    return {colour: many for many, colour in picture.getcolors(1 << 24)}.get((0, 255, 0), 0)


def test_the_map_stands_on_the_page():
    assert green(drawn(PAPER.format("It is so."), MAP)) > 900 * 400
    assert green(drawn(PAPER.format("It is so."))) == 0


def test_a_longer_story_makes_a_longer_page_and_never_a_wider_one():
    short, long = (drawn(PAPER.format("It is told at length. " * many)) for many in (1, 80))
    assert short.width == long.width == 1011
    assert long.height > short.height + 200
    # Both columns have words down to about the same height.
    halves = [long.crop((at, 0, at + 450, long.height)).convert("L") for at in (40, 520)]
    ends = [half.point(lambda light: 255 * (light < 120)).getbbox()[3] for half in halves]
    assert abs(ends[0] - ends[1]) < 120, ends


def test_what_players_write_is_no_command_of_the_page():
    letter = '> &#35;panic(1) $x$ @here &#35;image("/etc/passwd") \\ " ] } 😀\n'
    assert drawn(PAPER.format(letter)).width == 1011


def test_a_page_of_a_game_masters_own_without_a_headline_is_set_as_well():
    assert drawn("Only a sentence.\n").height < 400


def test_who_lacks_the_package_is_told_its_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(NoPage, match=r"\[pdf\]"):
        front_page(parse(PAPER), "", "")
