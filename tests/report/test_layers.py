"""A seat's own map is put together from layers: it is the same picture as one drawn in one piece."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from judge.report import pictures
from judge.report.layers import Layers
from judge.report.own import inks, marked, marks_of
from tests.letters.corpora import corpus
from tests.letters.test_pieces import FRANCE, LAZY_S, TRADERS

WIDTH = 800


def image(png):
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize("table", [FRANCE, LAZY_S, TRADERS], ids=lambda table: table[0])
def test_layers_show_what_one_drawing_shows(table):
    key, at, seat = table
    game, state = corpus(key).game, corpus(key).states[at]
    view, window = game.view(state, seat), game.window(state)
    svg, marks = pictures.picture(game, view, (), "the end"), marks_of(game, view, window, seat)
    assert marks
    layers = Layers(svg, WIDTH, inks(game, view))
    whole = image(pictures.full_colour(marked(svg, marks), WIDTH))
    # As near as a palette of 256 colours comes to a drawing in one piece.
    furthest = max(high for _, high in ImageChops.difference(image(layers.marked(marks)), whole).getextrema())
    assert furthest <= 24
    plain = image(pictures.full_colour(svg, WIDTH))
    assert max(high for _, high in ImageChops.difference(image(layers.marked("")), plain).getextrema()) <= 24
    # One after the other leaves nothing behind.
    assert layers.marked(marks) == Layers(svg, WIDTH, inks(game, view)).marked(marks) != layers.marked("")
