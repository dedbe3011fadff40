"""A picture in 256 colours of its own, for mails: a quarter of the bytes, and nobody sees a difference.

A drawn map is a few dozen flat colours and thousands of shades between them, where lines and letters are smoothed.
Every flat colour stays exactly what it was; each shade becomes the nearest of the rest, a few steps off at most.
Nothing is dithered: a flat surface stays flat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from math import isqrt

from PIL import Image, ImageChops

Colour = tuple[int, int, int]

COLOURS = 256
# A colour is flat when it covers one pixel in FLAT. SPARE colours are kept for flat ones that would otherwise share an
# entry with another: two neighbours' fields in nearly the same tint stay two tints.
FLAT, SPARE = 500, 16
# Each shade moves to the middle of the pixels it is used for, until fewer than one pixel in SETTLED changes.
SETTLED = 200
# So many frames of a moving picture, from its beginning to its end, give it its palette.
SAMPLES = 6


def with_palette(png: bytes) -> bytes:
    """The same picture as PNG with a palette. One with transparent parts stays as it is."""
    with Image.open(BytesIO(png)) as opened:
        if "A" in opened.getbands() and opened.getextrema()[-1] != (255, 255):
            return png
        full = opened.convert("RGB")
    return saved(_in_few(full)[0])


def saved(picture: Image.Image) -> bytes:
    """A picture as the bytes of a PNG file."""
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


def fitting(sample: Image.Image) -> Callable[[Image.Image], Image.Image]:
    """Puts pictures into the palette of a sample: what is a flat colour there is the same in all of them."""
    few, kept = _in_few(sample)

    def fitted(full: Image.Image) -> Image.Image:
        one = full.quantize(palette=few, dither=Image.Dither.NONE)
        for colour, place in kept.items():
            one.paste(place, mask=_only(full, colour))
        return one

    return fitted


def with_inks(full: Image.Image, inks: Sequence[Colour]) -> Image.Image:
    """A sample for pictures with thin lines of these inks added: a field of each, and of its way to white, below."""
    side = isqrt(full.width * full.height // FLAT) + 1
    in_a_row = full.width // side
    fields = [ink for ink in inks for _ in ("whole", "thinning")]
    sample = Image.new("RGB", (full.width, full.height + side * -(-len(fields) // in_a_row)))
    sample.paste(full)
    for number, ink in enumerate(fields):
        left, top = side * (number % in_a_row), full.height + side * (number // in_a_row)
        for x in range(side):
            part = x if number % 2 else 0
            shade = tuple(band + (255 - band) * part // side for band in ink)
            sample.paste(shade, (left + x, top, left + x + 1, top + side))
    return sample


def in_one_palette(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """The frames of a moving picture, all of one size, in one palette: a flat colour is the same in all of them."""
    wide, high = frames[0].size
    shown = frames[:: -(-len(frames) // SAMPLES)]
    sample = Image.new("RGB", (wide, high * len(shown)))
    for place, frame in enumerate(shown):
        sample.paste(frame, (0, high * place))
    fitted = fitting(sample)
    return [fitted(frame) for frame in frames]


def _in_few(full: Image.Image) -> tuple[Image.Image, dict[Colour, int]]:
    """A picture with a palette, and the places of its flat colours in it."""
    pixels = full.width * full.height
    few = full.quantize(
        COLOURS - SPARE,
        method=Image.Quantize.MAXCOVERAGE,
        kmeans=max(1, pixels // SETTLED),
        dither=Image.Dither.NONE,
    )
    palette = (few.getpalette() or [])[: 3 * (COLOURS - SPARE)]
    palette += [0] * (3 * COLOURS - len(palette))
    kept: dict[Colour, int] = {}
    free = iter(range(COLOURS - SPARE, COLOURS))
    for colour, place in _flat(full, few):
        if place in kept.values():
            other = next(free, None)
            if other is None:
                break
            few.paste(other, mask=_only(full, colour))
            place = other
        kept[colour] = place
        palette[3 * place : 3 * place + 3] = colour
    few.putpalette(palette)
    return few, kept


def _flat(full: Image.Image, few: Image.Image) -> list[tuple[Colour, int]]:
    """The flat colours, the largest first, each with its place in the palette."""
    pixels = full.width * full.height
    places = Image.frombytes("L", few.size, few.tobytes())
    pairs = Image.merge("RGBA", (*full.split(), places)).getcolors(pixels) or []
    large = sorted((-count, pair) for count, pair in pairs if isinstance(pair, tuple) and count * FLAT >= pixels)
    return [((red, green, blue), place) for _, (red, green, blue, place) in large]


def _only(full: Image.Image, colour: Colour) -> Image.Image:
    """A mask of the pixels with exactly this colour."""
    red, green, blue = ImageChops.difference(full, Image.new("RGB", full.size, colour)).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point([255] + [0] * 255)
