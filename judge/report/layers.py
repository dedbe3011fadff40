"""A map with the marks of each seat in turn: what all of them see is drawn once, and only the marks anew."""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO

from PIL import Image

from judge.report.own import PIECES
from judge.report.palette import fitting, saved, with_inks
from judge.report.pictures import full_colour

_DEFS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_INSET = re.compile(r"<svg [^<>]*><use [^<>]*/>")
"""A part of the map, shown large: it has the layers of the map itself."""
_GROUP = re.compile(r"<(?:svg|g)\b[^<>]*>|</(?:svg|g)>")


class Layers:
    """The ground of a map and what lies on it, and the marks that go between them.

    inks: the colours that marks may have, so that they are in the palette that all pictures share.
    """

    def __init__(self, svg: str, width: int, inks: Iterable[str]) -> None:
        below, pieces, above = svg.partition(PIECES)
        svg_tag, *groups = opened = _open(below)
        self._head = "".join((svg_tag, *_DEFS.findall(below), *groups))
        insets = "".join(f"{inset}</svg>" for inset in _INSET.findall(above))
        self._end = "".join("</g>" if tag.startswith("<g") else f"{insets}</svg>" for tag in reversed(opened))
        self._width = width
        self._ground = self._drawn(below + self._end)
        self._above = self._drawn(self._head + pieces + above)
        plain = Image.alpha_composite(self._ground, self._above).convert("RGB")
        colours = [(ink[0], ink[1], ink[2]) for ink in map(bytes.fromhex, (one[1:] for one in dict.fromkeys(inks)))]
        self._fitting = fitting(with_inks(plain, colours))
        self._plain = self._fitting(plain)

    def marked(self, marks: str) -> bytes:
        """The map as PNG with these marks beneath its pieces and names."""
        between = self._drawn(self._head + marks + self._end)
        box = between.getchannel("A").getbbox()
        made = self._plain.copy()
        if box:
            ground, marked, above = (layer.crop(box) for layer in (self._ground, between, self._above))
            touched = marked.getchannel("A").point([0] + [255] * 255)
            whole = Image.alpha_composite(Image.alpha_composite(ground, marked), above).convert("RGB")
            made.paste(self._fitting(whole), box[:2], touched)
        return saved(made)

    def _drawn(self, svg: str) -> Image.Image:
        with Image.open(BytesIO(full_colour(svg, self._width))) as drawn:
            return drawn.convert("RGBA")


def _open(svg: str) -> list[str]:
    """The groups that are open at the end of a part of a drawing."""
    found: list[str] = []
    for tag in _GROUP.findall(svg):
        if tag.startswith("</"):
            found.pop()
        else:
            found.append(tag)
    return found
