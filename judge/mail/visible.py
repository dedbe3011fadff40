"""The text of a page that nobody can see: hidden, tiny, off the page, transparent, in the colour of its background.

Judged as a mail program would show it: by the styles on the elements and in the page's own style sheet. Nobody orders
what they cannot read, so a value that cannot be judged (a colour or a length from a function) counts as not seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from unicodedata import category

from judge.mail.inks import FAINTEST, LINK, UNKNOWN, Ink, background, colour, inherits, old_colour, same
from judge.mail.stylesheet import MOST_AROUND, PICTURES, Said, Sheet, plain_name, said_in, sheet_of
from judge.mail.vanishing import (
    ASIDE,
    TIGHT,
    WIDE,
    Box,
    aside,
    is_moved,
    is_sure,
    length,
    number,
    overflows,
    paints,
    pushes,
    shrunk,
    swells,
    vanishes,
)  # fmt: skip

SMALLEST = 2.5
"""Points or pixels: below, nothing can be read."""
NOT_READ = {"template", "noscript", "svg", "math", "object", "iframe", "select", "textarea", "button", "audio", "video",
            "canvas", "map", "datalist", "progress", "meter", "noframes", "noembed", "applet", "rp", "title",
            "bdo", "marquee", "embed", "xml"}  # fmt: skip
"""Nobody writes orders there; text in one is reported as unseen."""
STRUCK = {"s", "strike", "del"}
_PICTURES = {"img", "input", "hr"} | NOT_READ
_WIDE_MARKS = ("width", "cellpadding", "cellspacing", "hspace")
_ROOMY = frozenset(
    "p div td th tr table tbody body html ul ol li blockquote pre center h1 h2 h3 h4 h5 h6 section article header"
    " footer main button img input hr dl dt dd figure fieldset form aside nav address details summary".split()
)
"""Elements that are no part of a line: their edges take room."""
_SMALLER = {"small", "sub", "sup"}
_LARGE = 30.0
"""Letters of this size may lie over a line of others."""
_CLEAR = {"none", "transparent", "inherit", "initial", "unset"}
_WORDS_OF_SIZE = {
    "xx-small": 7, "x-small": 8, "small": 10, "medium": 12, "large": 14, "x-large": 18, "xx-large": 24,
    "xxx-large": 36,
}  # fmt: skip
_STYLES = {"normal", "italic", "oblique", "small-caps", "bold", "bolder", "lighter"}
_RELATIVE = {"smaller": 0.83, "larger": 1.2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The look of text at its place. `around`: the names of the elements around it."""

    ink: Ink = (0, 0, 0)
    paper: Ink = (255, 255, 255)
    lies_on_a_box: bool = False
    """Whether its paper is that of something on the page, and not the page's own."""
    link: Ink = LINK
    visited: Ink = LINK
    """The colour of links to where their reader has been."""
    size: float = 12.0
    scale: float = 1.0
    """How much smaller everything is shown."""
    leading: float = 0.0
    """The height of its lines in pixels; 0: as high as its letters need."""
    swollen: bool = False
    """Whether it is drawn over the lines around it, if it stands in the middle of one."""
    left: float = 0.0
    opacity: float = 1.0
    veiled: bool = False
    gone: bool = False
    struck: bool = False
    """Whether a line runs through it."""
    moved: bool = False
    cut: bool = False
    """Whether it is inside something that hides what does not fit."""
    turned: bool = False
    """Whether what stands side by side is shown from right to left."""
    covers: bool = False
    """Whether it, or something around it, may lie over what others say and hide it."""
    around: frozenset[str] = frozenset()

    @property
    def can_be_seen(self) -> bool:
        """Whether somebody reads it."""
        if (
            self.gone
            or self.veiled
            or self.size * self.scale < SMALLEST
            or self.opacity < FAINTEST
            or self.left <= -ASIDE
        ):
            return False
        return UNKNOWN not in (self.ink, self.paper) and not same(self.ink, self.paper)


def look_of(above: Look, tag: str, marks: Mapping[str, str | None], sheet: Sheet) -> Look:
    """The look of this element's text, given the elements around it."""
    names = _names(tag, marks)
    around = above.around if len(above.around) > MOST_AROUND else above.around | names
    shut = "hidden" in marks or tag in NOT_READ or marks.get("aria-hidden") == "true" or "popover" in marks
    shut = shut or (tag == "dialog" and "open" not in marks)
    look = replace(above, around=around if sheet.rules else above.around, gone=above.gone or shut or sheet.spoilt)
    look = _marked(replace(look, swollen=False), tag, marks)
    if tag not in _PICTURES and any((length(marks.get(one) or "", 12) or 0) >= WIDE for one in _WIDE_MARKS):
        look = replace(look, covers=True)
    if (tag == "dialog" and not shut) or (tag in ("col", "colgroup") and look.paper != above.paper):
        look = replace(look, covers=True)
    is_solid = tag in _PICTURES or "bgcolor" in marks or "background" in marks
    if tag in STRUCK or (look.moved and is_solid):
        look = replace(look, struck=look.struck or tag in STRUCK, covers=look.covers or tag not in STRUCK)
    style = marks.get("style") or ""
    if not style and not sheet.rules:
        return _boxed(look, above, tag)
    first, *others = sheet.cascades(names, frozenset(marks), above.around, said_in(style))
    made = _boxed(_styled(look, first, sheet.own_names), above, tag)
    if (made.moved and is_solid) or (tag in ("col", "colgroup") and _is_shaded(made, above)):
        made = replace(made, covers=True)
    for other in (_styled(look, said, sheet.own_names) for said in others):
        gone = made.gone or (made.can_be_seen and not other.can_be_seen)
        covers = other.covers or (other.moved and is_solid)
        swollen = made.swollen or other.swollen
        made = replace(
            made, gone=gone, struck=made.struck or other.struck, covers=made.covers or covers, swollen=swollen
        )
    return replace(made, covers=True) if made.swollen and tag not in _ROOMY else made


def lies_over(look: Look, text: str) -> bool:
    """Whether words may hide others by what they look like: large or made of blocks, and moved."""
    return look.moved and bool(text.strip()) and (look.size >= _LARGE or any(category(one) == "So" for one in text))


def is_dark(scheme: str) -> bool:
    """Whether a page wants to be shown with white letters on black, also to those who do not."""
    return "dark" in scheme and "light" not in scheme


def _is_shaded(column: Look, above: Look) -> bool:
    return column.paper != above.paper or (above.can_be_seen and not column.can_be_seen)


def _boxed(look: Look, above: Look, tag: str) -> Look:
    boxed = above.lies_on_a_box or (look.paper != above.paper and tag not in ("html", "body"))
    return look if boxed is look.lies_on_a_box else replace(look, lies_on_a_box=boxed)


def _marked(look: Look, tag: str, marks: Mapping[str, str | None]) -> Look:
    """The look that the element itself and its attributes give, without any style."""
    if tag == "mark":
        look = replace(look, ink=(0, 0, 0), paper=(255, 255, 0))
    elif tag == "a" and "href" in marks:
        look = replace(look, ink=UNKNOWN if same(look.visited, look.paper) else look.link)
    elif tag == "body":
        link, visited = marks.get("link") or "", marks.get("vlink") or ""
        look = replace(look, link=old_colour(link, look.link), visited=old_colour(visited, look.visited))
    if tag in _SMALLER:
        look = replace(look, size=look.size * _RELATIVE["smaller"])
    is_picture = tag == "font" and PICTURES.search((marks.get("face") or "").lower())
    turned = look.turned if (way := (marks.get("dir") or "").lower()) not in ("rtl", "ltr") else way == "rtl"
    look = replace(look, turned=turned, gone=look.gone or bool(is_picture) or (turned and tag in ("td", "th")))
    if ink := marks.get("color") if tag == "font" else marks.get("text") if tag == "body" else None:
        look = replace(look, ink=old_colour(ink, look.ink))
    if paper := marks.get("bgcolor"):
        look = replace(look, paper=old_colour(paper, look.paper))
    return replace(look, paper=UNKNOWN) if (marks.get("background") or "").strip() else look


def _names(tag: str, marks: Mapping[str, str | None]) -> frozenset[str]:
    found = {tag, *(f".{one}" for one in (marks.get("class") or "").lower().split())}
    if name := (marks.get("id") or "").lower():
        found.add(f"#{name}")
    return frozenset(found)


@lru_cache(maxsize=4096)
def _styled(look: Look, said: Said, own_names: frozenset[str]) -> Look:
    ink, paper, size = look.ink, look.paper, look.size
    last: dict[str, str] = {}
    filled = filled_in = doubtful = False
    moved = look.moved
    for said_name, value in said:
        name = plain_name(said_name)
        if name in ("color", "text-fill-color"):
            filled = filled or name != "color"
            found = look.ink if inherits(value, own_names) else colour(value)
            if found is not None and (name != "color" or not filled):
                ink = found
        elif name.startswith("background"):
            paper = background(name, value, paper, look.paper, own_names)
            filled_in = filled_in or value not in _CLEAR
        elif name in ("font-size", "font"):
            size = _size(name, value, look.size, size)
            doubtful = doubtful or bool(PICTURES.search(value))
        elif name == said_name and (name not in last or is_sure(name, value)):
            last[name] = value
        else:
            # Some programs pass over what they do not know, and some know more than others.
            box = Box({**last, name: value}, size)
            doubtful = doubtful or vanishes(box) or _opacity(box) < FAINTEST
            moved = moved or is_moved(box)
    box = Box(last, size)
    leading, veiled = _leading(box, look.leading), look.veiled
    swollen = swells(box, filled_in) or (filled_in and 0 < leading < size * TIGHT)
    swollen = swollen and last.get("display", "inline") in ("inline", "contents")
    if (visibility := last.get("visibility")) is not None:
        veiled = visibility in ("hidden", "collapse") or (veiled and visibility not in ("visible", "initial"))
    if (_is_aloof(box) and look.lies_on_a_box and paper == look.paper) or "inset" in last.get("box-shadow", ""):
        # It has left the box whose colour was behind it, or a shadow is laid on that.
        paper = UNKNOWN
    moved = moved or is_moved(box)
    turned = last["direction"] == "rtl" if "direction" in last else look.turned
    lined = any("line-through" in value or "(" in value for name, value in said if "decoration" in name)
    lost = _may_be_cut_away(look, box) or (turned and last.get("display", "").endswith(_SIDE_BY_SIDE))
    return replace(
        look, ink=ink, paper=paper, size=size, opacity=look.opacity * _opacity(box), veiled=veiled,
        gone=look.gone or doubtful or vanishes(box) or lost, left=look.left + aside(box), moved=moved, turned=turned,
        struck=look.struck or lined,
        scale=look.scale * shrunk(box), leading=leading, swollen=swollen,
        covers=look.covers or overflows(box) or pushes(box) or (moved and (filled_in or paints(box))),
        cut=look.cut or box.is_cut(),
    )  # fmt: skip


_SIDE_BY_SIDE = ("flex", "grid", "inline-block", "table-cell")


def _leading(box: Box, above: float) -> float:
    """The height of lines in pixels; one that grows with the letters is no bound."""
    said = box.said.get("line-height", "")
    if not said:
        return above
    return 0.0 if said[-1].isdigit() else length(said, box.size, box.size / 100) or 0.0


def _opacity(box: Box) -> float:
    return number(box.said.get("opacity", "1"), 1.0)


def _is_aloof(box: Box) -> bool:
    said = box.said
    return said.get("position") in ("absolute", "fixed") or said.get("float", "none") in ("left", "right")


def _may_be_cut_away(look: Look, box: Box) -> bool:
    """Whether something inside what hides all that does not fit may not fit: it is moved, or pushed aside by others."""
    is_row = box.said.get("display", "").endswith(("flex", "grid"))
    is_long = box.said.get("white-space", "") in ("nowrap", "pre") or "nowrap" in box.said.get("text-wrap", "")
    return (look.cut and (is_moved(box) or is_long)) or (is_row and (look.cut or box.is_cut()))


def _size(name: str, value: str, above: float, so_far: float) -> float:
    """The size of letters. A size that only a function could tell is none; one that some programs pass over counts
    where it is smaller."""
    words = value.split()
    if name == "font":
        # Of the words before the size the numbers say how bold the letters are; behind it comes a face.
        words = [word.partition("/")[0] for word in words[:-1]]
        while words and (words[0] in _STYLES or (words[0].isdigit() and int(words[0]) > 99)):
            del words[0]
    if not words or (name != "font" and len(words) > 1):
        return above if value in ("inherit", "unset") else so_far
    word = words[0]
    if word in _WORDS_OF_SIZE:
        return float(_WORDS_OF_SIZE[word])
    if word in _RELATIVE:
        return above * _RELATIVE[word]
    if "(" in word:
        return 0.0
    if (found := length(word, above, above / 100)) is not None:
        return found if is_sure("width", word) else min(found, so_far)
    return above if value in ("inherit", "unset") else 12.0 if value in ("initial", "revert") else so_far


__all__ = ["Look", "Sheet", "is_dark", "lies_over", "look_of", "sheet_of"]
