"""Seats, and what succeeded from what failed, stay apart for readers with red-blind and green-blind eyes."""

from __future__ import annotations

import itertools
import math

import pytest

from judge import shelf
from judge.drawing import kit
from judge.report import charts
from judge.variants.gold_rush import picture as gold_rush
from judge.variants.land_barons import picture as land_barons

# A full dichromacy as matrices on linear RGB (Machado, Oliveira and Fernandes 2009), and no change at all.
EYES = {
    "every colour": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
# The distance in CIELAB that is seen at a glance between two signs that do not touch.
APART = 15


def lab(colour: str, eye: str) -> tuple[float, float, float]:
    """A colour as that eye sees it, in CIELAB under D65."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in EYES[eye])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def on_the_map(key: str) -> dict[str, str]:
    """The colours of a map's seats, as its file names them."""
    value = shelf.map_document(key).value
    return {seat: row["colour"] for seat, row in value.get("seats", value.get("powers")).items()}


PALETTES = {
    "diplomacy": lambda: on_the_map("diplomacy"),
    "range-war": lambda: on_the_map("range-war"),
    "hell-on-wheels": lambda: on_the_map("hell-on-wheels"),
    "land-barons": lambda: land_barons.COLOURS,
    "gold-rush": lambda: gold_rush.COLOURS,
    "charts": lambda: {str(number): colour for number, colour in enumerate(charts.FREE)},
    "success and failure": lambda: {"done": kit.DONE, "failed": kit.FAILED},
}


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("palette", PALETTES)
def test_any_two_colours_are_told_apart(palette: str, eye: str) -> None:
    colours = PALETTES[palette]()
    assert len(colours) >= 2
    for (one, this), (other, that) in itertools.combinations(colours.items(), 2):
        distance = math.dist(lab(this, eye), lab(that, eye))
        assert distance >= APART, f"{one} {this} and {other} {that} are {distance:.1f} apart"
