"""A seat's own map is put together from layers: it is the same picture as one drawn in one piece."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from judge import shelf
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.layers import Layers
from judge.report.own import inks, marked, marks_of
from judge.scenario.simulate import play, seats_for
from tests.daily import todays
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


def test_what_is_shown_large_has_its_ground_its_shots_and_the_marks():
    """Gold Rush's inset: the part of the table where most was done."""
    game = shelf.game("gold-rush")
    table = Table(seats_for(game, 0, None), complete_options(game, {}))
    step = next(step for step in play(game, table, "inset") if "<use " in drawn(game, step))
    window = game.window(step.state)
    for seat in todays(window.asks, 3):
        view = game.view(step.state, seat)
        svg, marks = pictures.picture(game, view, step.events), marks_of(game, view, window, seat)
        whole = image(pictures.full_colour(marked(svg, marks), WIDTH))
        made = image(Layers(svg, WIDTH, inks(game, view)).marked(marks))
        # A wood, a shot or a ring that was missing would be a step of 100 and more; edges of thin lines differ by less.
        assert max(high for _, high in ImageChops.difference(made, whole).getextrema()) <= 48, seat


def drawn(game, step):
    return pictures.picture(game, game.view(step.state, None), step.events) if game.window(step.state) else ""
