"""Colours as a mail program reads them, and whether two of them look the same; tinycss2 knows their ways of writing."""

from __future__ import annotations

import re
from functools import lru_cache

from tinycss2 import color4

Ink = tuple[int, int, int]

UNKNOWN: Ink = (-1, -1, -1)
"""A colour that only the reader's own program knows, or none at all, or a picture: words in it count as not seen."""
LINK: Ink = (0, 0, 238)
NEAR = 40
"""Colours this near to each other, red, green and blue added up, look the same."""
NEARLY, LEAST = 120, 1.25
"""Those not much further apart do as well, where one is so little lighter than the other."""
FAINTEST = 0.1
"""Less opaque than this is not seen."""
PALE = 0.5
"""Nor are letters in a colour that is less opaque than this."""
_BLACK = {"canvastext", "windowtext", "fieldtext", "buttontext", "infotext", "menutext", "text", "auto",
          "initial"}  # fmt: skip
_WHITE = {"canvas", "window", "field", "background", "infobackground", "menu"}
_GREY = {"buttonface", "buttonhighlight", "buttonshadow", "threedface", "threedhighlight", "threedlightshadow",
         "threedshadow", "threeddarkshadow", "activeborder", "inactiveborder", "activecaption", "inactivecaption",
         "appworkspace", "scrollbar", "captiontext", "inactivecaptiontext"}  # fmt: skip
"""Names of long ago, for colours that each program chooses as it likes."""
_ABOVE = {"inherit", "unset", "currentcolor", "revert", "revert-layer"}
_PLACES = {"none", "repeat", "repeat-x", "repeat-y", "no-repeat", "space", "round", "scroll", "fixed", "local", "left",
           "center", "top", "right", "bottom", "border-box", "padding-box", "content-box", "auto", "cover", "contain",
           "/"}  # fmt: skip
"""Other words beside a colour that would be about a picture, where there is none."""
_WORD = re.compile(r"[^\s(]*(?:\([^()]*\))?")
_PLACE = re.compile(r"[+-]?[\d.]+(?:%|px|em|pt)?(?:/[+-]?[\d.]+(?:%|px|em|pt)?)?")
_VARIABLE = re.compile(r"var\(\s*(--[^\s,()]{1,80})")
_WITHOUT_A_SIGN = re.compile(r"[0-9a-f]{3}|[0-9a-f]{6}")


def same(one: Ink, other: Ink) -> bool:
    """Whether nobody could tell them apart, or could read one on the other."""
    apart = sum(abs(mine - its) for mine, its in zip(one, other, strict=True))
    return apart <= NEAR or (apart <= NEARLY and _contrast(one, other) < LEAST)


def _contrast(one: Ink, other: Ink) -> float:
    """How much lighter one colour is than the other, by WCAG 2."""
    low, high = sorted(0.2126 * _light(red) + 0.7152 * _light(green) + 0.0722 * _light(blue)
                       for red, green, blue in (one, other))  # fmt: skip
    return (high + 0.05) / (low + 0.05)


def _light(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def inherits(said: str, own_names: frozenset[str]) -> bool:
    """Whether the colour is that of the words around: a name that the page never gives a value is none."""
    named = _VARIABLE.match(said)
    return said in _ABOVE or (named is not None and "," not in said and named[1] not in own_names)


@lru_cache(maxsize=2048)
def colour(said: str) -> Ink | None:
    """A colour; None for a value that is none, and would be passed over."""
    if said in _BLACK:
        return (0, 0, 0)
    if said in _WHITE:
        return (255, 255, 255)
    if said in _GREY or said.startswith("-moz-"):
        return UNKNOWN
    found = color4.parse_color(said)
    if found is None:
        # Some pages have colours without the sign, and on some that is none.
        return UNKNOWN if "(" in said or _WITHOUT_A_SIGN.fullmatch(said) else None
    if isinstance(found, str) or found.space not in ("srgb", "hsl", "hwb") or found.alpha < PALE:
        return UNKNOWN
    return _ink(found)


def _ink(found: color4.Color) -> Ink:
    red, green, blue = (round(255 * min(1.0, max(0.0, one or 0.0))) for one in found.to("srgb").coordinates)
    return red, green, blue


def old_colour(said: str, above: Ink) -> Ink:
    """A colour in an attribute, where the # may be missing, and where other words are a colour that nobody meant."""
    said = said.strip().lower()
    found = colour(f"#{said}" if _WITHOUT_A_SIGN.fullmatch(said) else said)
    return above if said in ("", "transparent") else UNKNOWN if found is None or "(" in said else found


def background(name: str, said: str, so_far: Ink, above: Ink, own_names: frozenset[str]) -> Ink:
    """The background of words, after one more declaration. Nobody knows what colour a picture has, or whether it is
    shown."""
    if name == "background-clip":
        return UNKNOWN if "text" in said else so_far
    if name not in ("background", "background-color", "background-image"):
        return so_far
    if "currentcolor" in said:
        # It is that of the words on it.
        return UNKNOWN
    if inherits(said, own_names) or said in ("initial", "none", "transparent"):
        return so_far if name == "background-image" else above
    words = [one for one in _WORD.findall(said) if one]
    found = [one for one in words if colour(one) is not None]
    others = [one for one in words if one not in found and one not in _PLACES and not _PLACE.fullmatch(one)]
    if others or len(found) > 1 or name == "background-image":
        return UNKNOWN
    return _over(found[0], above) if found else above


def _over(said: str, below: Ink) -> Ink:
    """A colour as it looks over another."""
    found = color4.parse_color(said)
    if found is None or isinstance(found, str) or found.space not in ("srgb", "hsl", "hwb") or found.alpha == 1:
        return colour(said) or UNKNOWN
    if found.alpha == 0 or below == UNKNOWN:
        return below
    red, green, blue = (
        round(found.alpha * its + (1 - found.alpha) * mine) for its, mine in zip(_ink(found), below, strict=True)
    )
    return red, green, blue
