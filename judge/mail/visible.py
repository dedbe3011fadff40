"""What of a page nobody can see: hidden, tiny, off the page, transparent, in the colour of what lies behind it.

Judged as a mail program would show it: by what stands on the elements and in the page's own style sheet. Nobody orders
what they cannot read, so what cannot be judged (a colour or a length that a function makes) counts as not seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.mail.inks import PICTURE, UNKNOWN, Ink, background, colour, inherits, same
from judge.mail.stylesheet import MOST_AROUND, Said, Sheet, said_in, sheet_of
from judge.mail.vanishing import Box, length, number, vanishes

SMALLEST = 2.5
"""Points or pixels: below, nothing can be read."""
FAINTEST = 0.1
"""Less opaque than this is not seen."""
NOT_READ = {"template", "noscript", "svg", "math", "object", "iframe", "select", "textarea", "button", "audio", "video",
            "canvas", "map", "datalist", "progress", "meter", "noframes"}  # fmt: skip
"""Nobody writes orders there; what stands in one is named as what nobody sees."""
_WORDS_OF_SIZE = {
    "xx-small": 7, "x-small": 8, "small": 10, "medium": 12, "large": 14, "x-large": 18, "xx-large": 24,
    "xxx-large": 36,
}  # fmt: skip
_RELATIVE = {"smaller": 0.83, "larger": 1.2}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How text is shown where it stands. `around`: the names of the elements it stands in."""

    ink: Ink = (0, 0, 0)
    paper: Ink = (255, 255, 255)
    size: float = 12.0
    opacity: float = 1.0
    veiled: bool = False
    gone: bool = False
    around: frozenset[str] = frozenset()

    @property
    def can_be_seen(self) -> bool:
        """Whether somebody reads it."""
        if self.gone or self.veiled or self.size < SMALLEST or self.opacity < FAINTEST:
            return False
        if UNKNOWN in (self.ink, self.paper):
            return False
        return self.paper == PICTURE or not same(self.ink, self.paper)


def look_of(above: Look, tag: str, marks: Mapping[str, str | None], sheet: Sheet) -> Look:
    """How what is in this element looks, inside what it stands in."""
    names = _names(tag, marks)
    around = above.around if len(above.around) > MOST_AROUND else above.around | names
    shut = "hidden" in marks or tag in NOT_READ or (tag == "dialog" and "open" not in marks)
    look = replace(above, around=around if sheet.rules else above.around, gone=above.gone or shut)
    if tag == "mark":
        look = replace(look, ink=(0, 0, 0), paper=(255, 255, 0))
    ink = marks.get("color") if tag == "font" else marks.get("text") if tag == "body" else None
    if ink:
        look = replace(look, ink=_old(ink, look.ink))
    if paper := marks.get("bgcolor"):
        look = replace(look, paper=_old(paper, look.paper))
    style = marks.get("style") or ""
    if not style and not sheet.rules:
        return replace(look, gone=look.gone or sheet.spoilt)
    said = sheet.cascade(names, frozenset(marks), above.around, said_in(style))
    return _styled(look, said, sheet)


def _names(tag: str, marks: Mapping[str, str | None]) -> frozenset[str]:
    found = {tag, *(f".{one}" for one in (marks.get("class") or "").lower().split())}
    if name := (marks.get("id") or "").lower():
        found.add(f"#{name}")
    return frozenset(found)


def _old(said: str, above: Ink) -> Ink:
    """A colour in an attribute, where the # may be missing."""
    said = said.strip().lower()
    bare = len(said) in (3, 6) and all(one in "0123456789abcdef" for one in said)
    found = colour(f"#{said}" if bare else said, frozenset())
    return above if found is None else found


def _styled(look: Look, said: Said, sheet: Sheet) -> Look:
    ink, paper, size = look.ink, look.paper, look.size
    last: dict[str, str] = {}
    filled = False
    for name, value in said:
        if name in ("color", "-webkit-text-fill-color"):
            filled = filled or name != "color"
            found = look.ink if inherits(value, sheet.own_names) else colour(value, sheet.own_names)
            if found is not None and (name != "color" or not filled):
                ink = found
        elif name.startswith("background"):
            paper = background(name, value, paper, look.paper, sheet.own_names)
        elif name in ("font-size", "font"):
            size = _size(name, value, look.size, size)
        else:
            last[name] = value
    opacity = look.opacity * number(last.get("opacity", "1"), 1.0)
    veiled = look.veiled
    if (visibility := last.get("visibility")) is not None:
        veiled = visibility in ("hidden", "collapse") or (veiled and visibility not in ("visible", "initial"))
    gone = look.gone or sheet.spoilt or vanishes(Box(last, size))
    return replace(look, ink=ink, paper=paper, size=size, opacity=opacity, veiled=veiled, gone=gone)


def _size(name: str, value: str, above: float, so_far: float) -> float:
    """The size of letters. What only a function could tell is none."""
    words = value.partition("/")[0].split() if name == "font" else [value]
    for word in words:
        if word in _WORDS_OF_SIZE:
            return float(_WORDS_OF_SIZE[word])
        if word in _RELATIVE:
            return above * _RELATIVE[word]
        if "(" in word:
            return 0.0
        # `700` in a shorthand is how bold the letters are.
        bare = word.isdigit() and word != "0" and name == "font"
        if not bare and (found := length(word, above, above / 100)) is not None:
            return found
    return above if value in ("inherit", "unset") else 12.0 if value in ("initial", "revert") else so_far


__all__ = ["Look", "Sheet", "look_of", "sheet_of"]
