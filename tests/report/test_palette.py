"""Map pictures have a palette: a third of the bytes, every flat colour exact, every smoothed edge as good as before."""

import struct
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from judge.report import pictures
from judge.report.palette import with_palette

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# The most that a map of the example's end may weigh in a mail, 800 pixels wide.
HEAVIEST = {
    "diplomacy": 80_000,
    "range-war": 100_000,
    "land-barons": 105_000,
    "gold-rush": 60_000,
    "hell-on-wheels": 30_000,
}
GAMES = sorted(HEAVIEST)


@cache
def both(game):
    """A game's map in full colour and with its palette, as PNG."""
    svg = (EXAMPLES / game / "end.svg").read_text(encoding="utf-8")
    return pictures.full_colour(svg, 800), pictures.png(svg, 800)


def drawing(width, height, inside):
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{inside}</svg>'


def image(png):
    return Image.open(BytesIO(png)).convert("RGB")


def colours_of(picture):
    """The colour of each pixel."""
    bands = picture.tobytes()
    return zip(bands[0::3], bands[1::3], bands[2::3], strict=True)


def chunks(png):
    """The parts of a PNG file, as its standard lays them out: length, name, content, check."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, found = 8, []
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + length]))
        at += length + 12
    return found


@pytest.mark.parametrize("game", GAMES)
def test_it_is_a_palette_picture_of_the_same_size_and_light(game):
    full, light = both(game)
    parts = dict(chunks(light))
    width, height, depth, colours, *_ = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    assert (depth, colours) == (8, 3), "eight bits a pixel, colour type 3: indexed"
    assert (width, height) == struct.unpack(">II", dict(chunks(full))[b"IHDR"][:8])
    assert len(parts[b"PLTE"]) <= 3 * 256
    assert len(light) < HEAVIEST[game]
    assert len(light) < 0.45 * len(full)


@pytest.mark.parametrize("game", GAMES)
def test_flat_colours_are_exact_and_edges_close(game):
    full, light = (image(png) for png in both(game))
    pixels = full.width * full.height
    flat = {colour for count, colour in full.getcolors(pixels) if count * 500 >= pixels}
    kept = dict(zip(colours_of(full), colours_of(light), strict=True))
    assert len(flat) >= 6
    assert {colour: kept[colour] for colour in flat} == {colour: colour for colour in flat}
    furthest = max(high for _, high in ImageChops.difference(full, light).getextrema())
    assert furthest <= 24


def test_known_spots_of_the_map_of_diplomacy():
    # On the example's last map, 800 pixels wide: the open Atlantic, which the drawing gives as #c9dcdf, and Ruhr, which
    # belongs to nobody (#f3e9cf).
    light = image(both("diplomacy")[1])
    assert light.getpixel((60, 330)) == (0xC9, 0xDC, 0xDF)
    assert light.getpixel((300, 355)) == (0xF3, 0xE9, 0xCF)


def test_two_fields_in_nearly_the_same_tint_stay_two():
    shades = "".join(
        f'<rect x="{x * 4}" y="{y * 4}" width="4" height="4" fill="rgb({x * 6},{y * 6},{(x + y) * 3})"/>'
        for x in range(40) for y in range(40)
    )  # fmt: skip
    fields = '<rect width="200" height="200" fill="#e7aa90"/><rect x="160" width="40" height="200" fill="#e5a38b"/>'
    light = image(pictures.png(drawing(200, 200, fields + shades)))
    assert light.getpixel((180, 100)) == (0xE5, 0xA3, 0x8B)
    assert light.getpixel((80, 180)) == (0xE7, 0xAA, 0x90)


def test_a_flat_field_is_not_dithered():
    light = pictures.png(drawing(100, 50, '<rect width="100" height="50" fill="#c9dde0"/>'))
    assert image(light).getcolors() == [(5000, (0xC9, 0xDD, 0xE0))]


def test_the_same_drawing_gives_the_same_bytes():
    full, light = both("range-war")
    assert with_palette(full) == light


def test_a_transparent_picture_stays_as_it_is():
    svg = drawing(40, 40, '<circle cx="20" cy="20" r="15" fill="#930"/>')
    assert pictures.png(svg) == pictures.full_colour(svg)
    assert dict(chunks(pictures.png(svg)))[b"IHDR"][9] == 6, "colours with alpha"
