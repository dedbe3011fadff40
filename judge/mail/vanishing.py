"""Whether what a style says of a box leaves nothing of it to see: no room, far off, cut away, turned aside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from judge.mail.stylesheet import PICTURES, plain_name

FAR = 60
"""Pixels before the edge of the page."""
ASIDE = 30
"""Pixels to the left of it, everything that moves a box or its first line added up."""
BEYOND, BESIDE = 2000, 590
"""Pixels behind it, and to the right of it."""
TIGHT = 0.6
"""Lines that are less high than so much of their letters lie on each other."""
WIDE = 1500
"""Pixels that no window shows beside each other."""
SWOLLEN = 10
"""Pixels that a word may be drawn around itself without lying over the line above."""
NARROW = 100
"""Pixels in which no line of orders fits."""
_LENGTH = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?)(%|[a-z]{0,6})")
_UNITS = {"": 1, "px": 1, "pt": 1, "pc": 16, "in": 96, "cm": 38, "mm": 3.8, "q": 0.95}
_OF_LETTERS = {"em", "rem", "ex", "ch", "lh", "rlh", "ic", "cap"}
_OF_THE_PAGE = 6
"""Pixels in a hundredth of a page that is six hundred wide."""
_SIDES = re.compile(r"(?:left|right|top|bottom|inset(?:-.*)?|text-indent|(?:margin|padding)(?:-.*)?)")
_LEFT = ("left", "margin-left", "margin-inline-start", "text-indent", "padding-left", "padding-inline-start")
_ROOM = re.compile(r"(?:max-)?(?:height|width|block-size|inline-size)")
_ONE = re.compile(r"[+-]?(?:0+(?:\.0*)?|\d{1,9}(?:\.\d{0,9})?(?:%|px|pt|pc|in|cm|mm|q|r?em|ex|ch))|auto|none|normal")
"""A length that every program knows."""
_DISPLAYS = {"none", "block", "inline", "inline-block", "list-item", "flex", "inline-flex", "grid", "inline-grid",
             "table", "inline-table", "table-row", "table-cell", "table-caption", "table-row-group",
             "contents"}  # fmt: skip
_NOT_SHOWN = {"none", "table-column", "table-column-group"}
_JUDGED = re.compile(
    r"(?:text-fill-)?color|color-scheme|background.*|opacity|visibility|display|mso-hide|font|font-size|font-family|"
    r"(?:max-)?(?:height|width|block-size|inline-size)|overflow.*|clip|left|right|top|bottom|inset.*|text-indent|margin.*|"
    r"translate|transform|scale|rotate|zoom|content-visibility|z-index|letter-spacing|word-spacing|line-height|speak-as|"
    r"contain|padding.*|unicode-bidi|position|float|border.*|outline.*|box-shadow|text-decoration(?:-line|-thickness)?|min-(?:width|inline-size)|white-space.*|"
    r"direction|flex|flex-basis|flex-direction|flex-flow|content|text-size-adjust"
)
"""The properties that are looked into, here or where colours are."""
_OF_COLOURS = re.compile(r"(?:text-fill-)?color|background.*|border.*|outline.*|text-decoration.*|font-family|float")
_PLAIN = ("none", "normal", "auto", "unset", "initial", "inherit", "revert", "revert-layer")
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?")


@dataclass(frozen=True, slots=True)
class Box:
    """The declarations for an element, by property, and the size of its letters."""

    said: Mapping[str, str]
    size: float

    def is_cut(self, how: tuple[str, ...] = ("hidden", "clip")) -> bool:
        """Whether text that does not fit is hidden. `how`: by these."""
        return any(word in how for name, value in self.said.items() if name.startswith("overflow")
                   for word in value.split())  # fmt: skip


def length(said: str, size: float, hundredth: float = _OF_THE_PAGE) -> float | None:
    """A length in pixels; None for what is none."""
    found = _LENGTH.fullmatch(said)
    if found is None:
        return None
    unit = found[2]
    if unit == "%":
        return float(found[1]) * hundredth
    return float(found[1]) * (size if unit in _OF_LETTERS else _UNITS.get(unit, _OF_THE_PAGE))


def number(said: str, otherwise: float) -> float:
    """A number or a share of a hundred, not below nothing. A value that only a function could tell is none."""
    if "(" in said:
        return 0.0
    found = _NUMBER.match(said)
    if found is None:
        return otherwise
    return max(0.0, float(found[0]) / (100 if said.endswith("%") else 1))


def is_sure(name: str, value: str) -> bool:
    """Whether every program takes this value, so that earlier ones no longer count."""
    if value in _PLAIN[3:]:
        return True
    if name == "display":
        return value in _DISPLAYS
    if name == "visibility":
        return value in ("visible", "hidden", "collapse")
    if name == "opacity":
        return re.fullmatch(r"[\d.]{1,9}%?", value) is not None and value.count(".") < 2
    if name.startswith("overflow"):
        return value in ("visible", "hidden", "clip", "auto", "scroll")
    if _SIDES.fullmatch(name) or _ROOM.fullmatch(name) or name.startswith("padding"):
        return all(_ONE.fullmatch(word) for word in value.split())
    return value in ("none", "auto", "normal")


def vanishes(box: Box) -> bool:
    """Whether nobody sees what is in this box."""
    said = box.said
    if not said:
        return False
    if said.get("display") in _NOT_SHOWN or said.get("speak-as") == "none" or said.get("mso-hide") == "all":
        return True
    if any(_alters(name, value) for name, value in said.items()):
        return True
    if said.get("content-visibility") == "hidden" or said.get("z-index", "").startswith("-") or "all" in said:
        return True
    if "override" in said.get("unicode-bidi", "") or re.search(r"size|strict", said.get("contain", "")):
        return True
    if said.get("position") == "fixed" or "dark" in said.get("color-scheme", "").replace("light dark", ""):
        return True
    return any(sign(box) for sign in _SIGNS)


def _alters(name: str, value: str) -> bool:
    """Whether a property makes it unknowable what is left to see: one that is not looked into, or a value that only the
    page's reader could work out."""
    if value in _PLAIN:
        return name.startswith("mso-style-text")
    name = plain_name(name)
    match name:
        case "text-stroke" | "text-stroke-width" | "order":
            return not re.fullmatch(r"0(?:px|pt)?", value)
        case "content":
            return "(" in value
        case "text-size-adjust":
            return value != "100%"
        case "filter":
            return value != "alpha(opacity=100)"
        case "flex-direction" | "flex-flow":
            return "reverse" in value
        case "font-family":
            return PICTURES.search(value) is not None
    if re.search(r"\b(?:var|env|attr)\(", value) and not _OF_COLOURS.fullmatch(name):
        return True
    return not _JUDGED.fullmatch(name)


def is_moved(box: Box) -> bool:
    """Whether it may be on top of others."""
    said = box.said
    place = said.get("position", "static")
    if place in ("absolute", "fixed", "sticky", "-webkit-sticky") or "(" in place:
        return True
    beside = [name for name in said if _SIDES.fullmatch(name) and not name.startswith(("margin", "padding"))]
    if place == "relative" and beside:
        return True
    if any(said.get(name, "none") not in (*_PLAIN, "1", "100%") for name in _MOVES):
        return True
    if any(name.startswith("grid-") and value not in _PLAIN for name, value in said.items()):
        return True
    return any(name.startswith("margin") and ("-" in value or "(" in value) for name, value in said.items())


_MOVES = ("transform", "translate", "scale", "rotate", "zoom")


def paints(box: Box) -> bool:
    """Whether it has a border, which hides what is behind."""
    return any(
        name.startswith("border") and value not in _PLAIN and not re.match(r"0(?![.\d])", value)
        for name, value in box.said.items()
    )


def overflows(box: Box) -> bool:
    """Whether it draws around itself, over others."""
    said = box.said
    outlined = any(
        name.startswith("outline") and not re.match(r"0(?![.\d])", value) and not value.startswith(_PLAIN)
        for name, value in said.items()
    )
    shadow = said.get("box-shadow", "none")
    framed = any(name.startswith("border-image") and value not in _PLAIN for name, value in said.items())
    shaded = any(one > ASIDE / 3 for one in map(abs, _lengths(said.get("text-shadow", ""), box.size)))
    return outlined or framed or shaded or (shadow not in _PLAIN and said.get("position", "static") != "static")


def aside(box: Box) -> float:
    """How far to the right of its parent the first line of a box begins, in pixels."""
    found = [length(box.said.get(name, ""), box.size) or 0.0 for name in _LEFT]
    for name in ("margin", "padding"):
        words = box.said.get(name, "").split()
        if f"{name}-left" not in box.said and words:
            found.append(length(words[3] if len(words) == 4 else words[min(1, len(words) - 1)], box.size) or 0.0)
    return sum(found)


def _lengths(said: str, size: float, hundredth: float = _OF_THE_PAGE) -> Iterator[float]:
    for found in _LENGTH.finditer(said):
        yield length(found[0], size, hundredth) or 0.0


def _far(box: Box) -> bool:
    """Beyond an edge of the page."""
    for name, value in box.said.items():
        moved = name == "translate" or (name == "transform" and "translate" in value)
        if _SIDES.fullmatch(name) or moved:
            # A box moved by a percentage moves by its own size: half of it puts it into the middle.
            edge, hundredth = (BESIDE, _OF_THE_PAGE) if name in _ACROSS else (BEYOND, 12)
            if any(one <= -FAR or one >= edge for one in _lengths(value, box.size, 1 if moved else hundredth)):
                return True
    return False


_ACROSS = ("left", "right", "text-indent", "margin-left", "margin-inline-start", "padding-left", "padding-inline-start")


def _cut_short(box: Box) -> bool:
    """In a box of a fixed size that hides what does not fit: nobody can say what does."""
    if not box.is_cut():
        return False
    said = box.said
    if said.get("white-space", "") in ("nowrap", "pre") or "nowrap" in said.get("text-wrap", ""):
        return True
    if any(said.get(name, "auto") not in _PLAIN for name in ("flex", "flex-basis")):
        return True
    for name, value in said.items():
        if _ROOM.fullmatch(name) and value not in _PLAIN and not value.endswith("%"):
            high = length(value, box.size)
            if high is None or name.endswith(("height", "block-size")) or high < NARROW:
                return True
    return False


def _without_room(box: Box) -> bool:
    for name, value in box.said.items():
        if _ROOM.fullmatch(name):
            made = [length(value, box.size)] if "(" not in value else list(_lengths(value, box.size))[:1]
            is_shut = box.is_cut(("hidden", "clip", "auto", "scroll"))
            if any(one is not None and (one <= 0 or (one <= 5 and is_shut)) for one in made):
                return True
    said = box.said.get("line-height", "")
    high = length(said, box.size, box.size / 100)
    # A bare number is so many times the size of the letters. A line without height has no paper behind it.
    times = box.size if said[-1:].isdigit() else 1
    return high is not None and high * times <= box.size * TIGHT


def _clipped(box: Box) -> bool:
    value = box.said.get("clip", "auto")
    if not value.startswith("rect("):
        return False
    sides = [length(one, box.size) for one in re.split(r"[\s,]+", value[5:].rstrip(")").strip())]
    if len(sides) != 4:
        return True
    top, right, bottom, left = sides
    flat = top is not None and bottom is not None and bottom - top <= 1.5
    return flat or (left is not None and right is not None and right - left <= 1.5)


def _turned(box: Box) -> bool:
    """Scaled to nothing, or seen from the side."""
    value = box.said.get("transform", "none")
    if re.search(r"matrix|perspective|rotate|skew", value):
        return True
    return box.said.get("rotate", "none") not in _PLAIN or shrunk(box) < 0.2


def shrunk(box: Box) -> float:
    """How much smaller a box is shown than it is: 1 as it is, or larger."""
    value = box.said.get("transform", "none")
    scales = [*re.findall(r"scale\w{0,2}\(([^()]{0,80})\)", value), box.said.get("scale", ""), box.said.get("zoom", "")]
    found = [float(each[:-1]) / 100 if each.endswith("%") else float(each)
             for one in scales if one not in ("none", "normal", "initial")
             for each in re.findall(_NUMBER.pattern + "%?", one)]  # fmt: skip
    return min((1.0, *map(abs, found)))


def _crowded(box: Box) -> bool:
    """Letters drawn on top of each other."""
    apart = [length(box.said.get(name, ""), box.size) for name in ("letter-spacing", "word-spacing")]
    return any(one is not None and one <= -box.size / 2 for one in apart)


def _barred(box: Box) -> bool:
    """Under a line as thick as letters are high."""
    most = max(6.0, box.size / 3)
    for name, value in box.said.items():
        if name == "text-decoration-thickness" and "(" in value:
            return True
        if name in ("text-decoration", "text-decoration-thickness"):
            made = [length(word, box.size, box.size / 100) for word in value.split() if not word.startswith("#")]
            if any(one is not None and abs(one) > most for one in made):
                return True
    return False


def _lies_under(box: Box) -> bool:
    """Where the next box is drawn upon it."""
    said = box.said
    words = said.get("margin", "0").split() or ["0"]
    below = [said.get("margin-bottom", words[min(2, len(words) - 1)] if len(words) > 2 else words[0]),
             said.get("margin-block-end", "0")]  # fmt: skip
    return any((length(one, box.size) or 0.0) < -SWOLLEN for one in below)


def pushes(box: Box) -> bool:
    """Whether it is so wide that what is beside it, or at its right edge, is in no window."""
    return any(
        one >= WIDE
        for name, value in box.said.items()
        if _WIDTHS.fullmatch(name)
        for one in (length(word, box.size) or 0.0 for word in re.split(r"[\s(),*/]+", value) if word[:1] != "#")
    )


_WIDTHS = re.compile(r"(?:min-)?(?:width|inline-size)|border(?!-image|-radius).*|(?:column-)?gap|padding.*")


def swells(box: Box, is_filled: bool) -> bool:
    """Whether, in the middle of a line, it is drawn over the lines around: its edge and its shadow take no room."""
    said = box.said
    around = [one for name, value in said.items() if name.startswith("border") or "shadow" in name
              for one in _lengths_of(value, box)]  # fmt: skip
    if is_filled:
        around += [one for name, value in said.items() if name.startswith("padding") for one in _lengths_of(value, box)]
    return any(abs(one) > SWOLLEN for one in around)


def _lengths_of(value: str, box: Box) -> Iterator[float]:
    """The lengths in a value, and not the numbers in its colours."""
    value = re.sub(r"#[0-9a-f]+|(?:rgb|hsl|hwb)a?\([^()]*\)", " ", value)
    return (one for word in re.split(r"[\s(),]+", value) if (one := length(word, box.size)) is not None)


_SIGNS = (_far, _without_room, _cut_short, _clipped, _turned, _crowded, _barred, _lies_under)
