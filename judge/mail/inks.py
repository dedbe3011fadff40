"""Colours as a mail program reads them, and whether two of them look the same."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache

from PIL import ImageColor

Ink = tuple[int, int, int]

UNKNOWN: Ink = (-1, -1, -1)
"""A colour that only the reader's own program knows, or none at all: words in it count as not seen."""
PICTURE: Ink = (-2, -2, -2)
"""A picture lies behind the words."""
NEAR = 40
"""Colours this near to each other, red, green and blue added up, look the same."""
_BLACK = {"canvastext", "windowtext", "fieldtext", "buttontext", "infotext", "menutext", "captiontext", "text", "auto"}
_WHITE = {"canvas", "window", "field", "background", "infobackground", "menu"}
_ABOVE = {"inherit", "unset", "currentcolor", "revert", "revert-layer"}
_FUNCTION = re.compile(r"([a-z-]{1,40})\(([^()]{0,300})\)")
_COLOURS = re.compile(r"[a-z-]{1,40}\([^()]{0,300}\)|#[0-9a-f]{3,8}|[a-z-]{3,40}")
_VARIABLE = re.compile(r"var\(\s*(--[^\s,()]{1,80})")


def same(one: Ink, other: Ink) -> bool:
    """Whether nobody could tell them apart."""
    return sum(abs(mine - its) for mine, its in zip(one, other, strict=True)) <= NEAR


def inherits(said: str, own_names: frozenset[str]) -> bool:
    """Whether the colour is that of the words around: a name that the page never gives a value is none."""
    named = _VARIABLE.match(said)
    return said in _ABOVE or (named is not None and "," not in said and named[1] not in own_names)


@lru_cache(maxsize=2048)
def colour(said: str, own_names: frozenset[str]) -> Ink | None:
    """A colour; None for what is none, and would be passed over."""
    if said == "transparent":
        return UNKNOWN
    if said == "initial" or said in _BLACK:
        return (0, 0, 0)
    if said in _WHITE:
        return (255, 255, 255)
    if found := _FUNCTION.fullmatch(said):
        return _made(found[1], found[2])
    if "(" in said:
        return UNKNOWN
    if re.fullmatch(r"#[0-9a-f]{4}(?:[0-9a-f]{4})?", said):
        alpha = said[4] * 2 if len(said) == 5 else said[7:]
        if int(alpha, 16) < 26:
            return UNKNOWN
        said = said[:4] if len(said) == 5 else said[:7]
    if not (said in ImageColor.colormap or re.fullmatch(r"#[0-9a-f]{3}(?:[0-9a-f]{3})?", said)):
        return None
    red, green, blue, *_ = ImageColor.getrgb(said)
    return red, green, blue


def _made(function: str, inside: str) -> Ink | None:
    """A colour by a function. One that is not known here may be any."""
    parts = re.findall(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?(?:%|deg)?", inside)
    known = function in ("rgb", "rgba", "hsl", "hsla", "hwb")
    if not known or len(parts) not in (3, 4) or re.search(r"[a-df-z]{2}", inside.replace("deg", "")):
        return UNKNOWN
    if len(parts) == 4 and _share(parts[3]) < 0.1:
        return UNKNOWN
    if function.startswith("rgb"):
        red, green, blue = (_share(one) * 255 if one.endswith("%") else float(one) for one in parts[:3])
    else:
        turn = float(parts[0].removesuffix("deg").removesuffix("%")) % 360 / 360
        one, two = (_share(part if part.endswith("%") else f"{part}%") for part in parts[1:3])
        if function == "hwb":
            value = max(1 - two, one)
            light = colorsys.hsv_to_rgb(turn, 1 - one / value if value else 0, value)
        else:
            light = colorsys.hls_to_rgb(turn, two, one)
        red, green, blue = (share * 255 for share in light)
    return _whole(red), _whole(green), _whole(blue)


def _whole(share: float) -> int:
    return round(min(255.0, max(0.0, share)))


def _share(said: str) -> float:
    found = float(said.removesuffix("%")) / 100 if said.endswith("%") else float(said.removesuffix("deg"))
    return min(1.0, max(0.0, found))


def background(name: str, said: str, so_far: Ink, above: Ink, own_names: frozenset[str]) -> Ink:
    """What lies behind words, after one more declaration."""
    if name not in ("background", "background-color", "background-image"):
        return so_far
    if said in _ABOVE or said in ("initial", "none", "transparent"):
        return so_far if name == "background-image" else above
    if re.search(r"url\(\s*[^\s)]", said):
        # A picture may lie there: then nobody knows what colour is behind the words.
        return PICTURE
    if "gradient" in said:
        return _gradient(said, own_names)
    for word in _COLOURS.findall(said):
        if word == "transparent":
            return above
        if word.startswith("url("):
            continue
        if (found := colour(word, own_names)) is not None:
            return found
    return so_far


def _gradient(said: str, own_names: frozenset[str]) -> Ink:
    """Colours that run into each other: one colour, if they are all alike."""
    inside = said.partition("(")[2]
    found = [made for word in _COLOURS.findall(inside) if (made := colour(word, own_names)) is not None]
    if not found or UNKNOWN in found:
        return UNKNOWN
    return found[0] if all(same(found[0], one) for one in found) else PICTURE
