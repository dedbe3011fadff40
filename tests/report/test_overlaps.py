"""No name on a map is written over an order or a piece: measured in pixels, on drawn positions of whole games."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from judge import shelf
from judge.adjudicator.protocol import Table
from judge.drawing.taken import width_of
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.animation import go_by_go
from judge.scenario.simulate import play, seats_for

WIDE = 800
MAPS = (
    ("diplomacy", None),
    ("range-war", None),
    ("range-war", "range-war-even"),
    ("gold-rush", None),
    ("land-barons", None),
)


def inked(svg, kind):
    """Where one group of marks has put ink; the light edges around lines and letters are left out."""
    head, body = svg[: svg.index(">") + 1], re.findall(rf'<g class="{kind}"[^>]*>(.*?)\n</g>', svg, re.S)
    assert body, kind
    # The names on the table stand behind those of its inset.
    marks = re.sub(r'<text[^>]* fill="none".*?</text>', "", body[-1])
    marks = "\n".join(mark for mark in marks.split("\n") if 'stroke-opacity="0.7' not in mark)
    with Image.open(BytesIO(pictures.full_colour(f"{head}{marks}</svg>", WIDE))) as drawn:
        return drawn.convert("RGBA").getchannel("A").point(lambda strength: 255 if strength > 110 else 0)


def drawn(game, word, count):
    table = Table(seats_for(game, 0, 7 if game.key == "gold-rush" else None), complete_options(game, {}))
    for number, played in enumerate(play(game, table, word)):
        if number >= count:
            return
        yield number, pictures.picture(game, game.view(played.state, None), played.events)


def overlapping(svg):
    """How many pixels of names lie on ink of orders or pieces."""
    under = ImageChops.lighter(inked(svg, "orders"), inked(svg, "pieces"))
    return ImageChops.multiply(inked(svg, "names"), under).histogram()[255]


@pytest.mark.parametrize(("key", "board"), MAPS)
def test_no_name_lies_on_an_order_or_a_piece(key, board):
    for number, svg in drawn(shelf.game(key, board), "clear", 8):
        for go, frame in enumerate(go_by_go(svg), 1):
            assert overlapping(frame) == 0, f"step {number}, go {go}"


@pytest.mark.proof
@pytest.mark.parametrize(("key", "board"), MAPS)
@pytest.mark.parametrize("word", ["one", "two", "three", "four", "five", "six", "seven", "eight"])
def test_no_name_lies_on_an_order_or_a_piece_in_hundreds_of_positions(key, board, word):
    for number, svg in drawn(shelf.game(key, board), word, 30):
        assert overlapping(svg) == 0, f"step {number}"


def test_the_measure_finds_a_name_under_an_arrow():
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
    name = '<g class="names">\n<text x="50" y="50" font-size="30">Paris</text>\n</g>'
    for y, under in ((42, True), (90, False)):
        arrow = f'<g class="orders">\n<path d="M20 {y}L180 {y}" stroke="#000000" stroke-width="4"/>\n</g>'
        assert (overlapping(f'{head}{arrow}<g class="pieces">\n\n</g>{name}</svg>') > 0) is under


def test_names_are_never_wider_than_reckoned():
    ruler = pictures.ruler()
    for key, board in MAPS:
        for name in shelf.game(key, board).names.values():
            assert width_of(name, 20) >= 20 * ruler(name, False), name
            assert width_of(name, 20) >= 20 * ruler(name, True), name
