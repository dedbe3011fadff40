"""What of a page nobody can see: hidden, tiny, off the page, transparent, in the colour of what lies behind it.

Judged by what is written on the elements and in the page's own style sheet, as a mail program would show it. Nobody
orders what they cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import ImageColor

LONGEST_SHEET = 50_000
SMALLEST = 2.5
"""Points or pixels: below, nothing can be read."""
FAR = 200
"""Pixels off the page."""
NEAR = 40
"""Colours this near to each other, red, green and blue added up, look the same."""

Colour = tuple[int, int, int]

_GONE = re.compile(
    r"(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0?(?:\.0\d*)?(?=;|$)|opacity:[0-4]%|"
    r"(?:max-)?(?:height|width):0(?:[a-z%]+)?(?=;|$|!)|clip:rect\(0|clip-path:inset\((?:50|100)%|"
    r"transform:[^;]*scale\(0(?:\.0\d*)?[,)]|filter:[^;]*opacity\((?:0|0%)\)|"
    r"(?:left|top|right|bottom|text-indent|margin-left|margin-top):-(?P<far>\d{1,6})(?:px|pt)?)"
)
_FAR = re.compile(r"(?:^|;)(?:left|top|right|bottom|text-indent|margin-left|margin-top):-(\d{1,6})(px|pt|em|rem|vw|%)?")
_TRANSLATED = re.compile(r"translate[xy]?\(-(\d{3,6})(?:px|%)")
_SIZE = re.compile(
    r"(?:^|;)font(?:-size)?:(?:[^;]{0,200}?\s)?(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(px|pt|em|rem|%)?(?=[;\s/!]|$)"
)
_INK = re.compile(r"(?:^|;)(?:-webkit-text-fill-)?color:([^;!]{1,60})")
_PAPER = re.compile(r"(?:^|;)background(?:-color)?:([^;]{1,200})")
_RULE = re.compile(r"([^{}]{1,400})\{([^{}]{0,2000})\}")
_AT_BLOCK = re.compile(r"(?s)@[^{};]{1,200}\{(?:[^{}]{0,4000}\{[^{}]{0,2000}\}){0,200}[^{}]{0,400}\}")
_PLAIN = re.compile(r"(?:[a-z][a-z0-9]{0,20})?(?:[.#][\w-]{1,80})|[a-z][a-z0-9]{0,20}", re.I)

Sheet = Mapping[str, str]
"""What a page's style sheet says, by element, class (`.x`) and id (`#x`)."""


@dataclass(frozen=True, slots=True)
class Look:
    """How text is shown where it stands."""

    ink: Colour | None = (0, 0, 0)
    paper: Colour | None = (255, 255, 255)
    size: float = 12.0
    gone: bool = False

    @property
    def can_be_seen(self) -> bool:
        """Whether somebody reads it."""
        if self.gone or self.size < SMALLEST:
            return False
        if self.ink is None or self.paper is None:
            return True
        return sum(abs(one - other) for one, other in zip(self.ink, self.paper, strict=True)) > NEAR


def sheet_of(text: str) -> Sheet:
    """A style sheet's rules for plain selectors. What holds for some screens only is left aside."""
    text = re.sub(r"(?s)/\*.{0,5000}?\*/|<!--|-->", "", text[:LONGEST_SHEET])
    found: dict[str, str] = {}
    for selectors, said in _RULE.findall(_AT_BLOCK.sub("", text)):
        for selector in selectors.split(",")[:40]:
            last = selector.strip().split(" ")[-1].rpartition(">")[2]
            if _PLAIN.fullmatch(last):
                # `p.x` is kept as `.x`: too much hidden is told, too little is read.
                sign = next((one for one in ".#" if one in last), "")
                key = f"{sign}{last.partition(sign)[2]}" if sign else last.lower()
                found[key] = f"{found.get(key, '')};{said}"
    return found


def look_of(above: Look, tag: str, marks: Mapping[str, str | None], sheet: Sheet) -> Look:
    """How what is in this element looks, inside what it stands in."""
    rules = [sheet.get(tag, "")] if sheet else []
    if sheet:
        rules += [sheet.get(f".{one}", "") for one in (marks.get("class") or "").split()[:20]]
        rules.append(sheet.get(f"#{marks.get('id') or ''}", ""))
    style = _squeezed(";".join((*rules, marks.get("style") or "")))
    look = above
    ink = marks.get("color") or (marks.get("text") if tag == "body" else None)
    if ink:
        look = replace(look, ink=_colour(ink))
    if paper := marks.get("bgcolor"):
        look = replace(look, paper=_colour(paper))
    if not style:
        return replace(look, gone=True) if "hidden" in marks else look
    return _styled(look, style, "hidden" in marks)


def _styled(look: Look, style: str, hidden: bool) -> Look:
    far = any(int(number) * (12 if unit in ("em", "rem") else 4 if unit in ("vw", "%") else 1) >= FAR
              for number, unit in _FAR.findall(style)) or bool(_TRANSLATED.search(style))  # fmt: skip
    found = _GONE.search(style)
    gone = look.gone or hidden or far or (found is not None and found["far"] is None)
    size = look.size
    for number, unit in _SIZE.findall(style)[-1:]:
        size = float(number) * (look.size if unit in ("em", "rem") else look.size / 100 if unit == "%" else 1)
    ink, paper = look.ink, look.paper
    for said in _INK.findall(style)[-1:]:
        ink = _colour(said)
    for said in _PAPER.findall(style)[-1:]:
        # A picture may lie there: then nobody knows what colour is behind the words.
        paper = None if "url(" in said or "gradient" in said else _background(said, look.paper)
    return Look(ink, paper, size, gone)


@lru_cache(maxsize=1024)
def _squeezed(style: str) -> str:
    """A style in lower case, spaces only where they tell words apart."""
    return re.sub(r"\s*([:;,(){}])\s*", r"\1", re.sub(r"\s+", " ", style[:4000].lower())).strip()


def _background(said: str, above: Colour | None) -> Colour | None:
    for word in re.findall(r"rgba?\([^)]*\)|#[0-9a-f]{3,8}|[a-z]+", said):
        if word in ("transparent", "none", "inherit", "initial", "unset"):
            return above
        if (found := _colour(word)) is not None:
            return found
    return above


@lru_cache(maxsize=1024)
def _colour(said: str) -> Colour | None:
    """A colour as a mail program reads it; None for one that is not known. What is transparent looks like paper."""
    said = said.strip().lower()
    if said == "transparent" or re.fullmatch(r"rgba\([^)]*,\s*0?(?:\.0\d*)?\)", said):
        return (255, 255, 255)
    try:
        found = ImageColor.getrgb(re.sub(r"^rgba\(([^)]*),[^,)]*\)$", r"rgb(\1)", said))
    except (ValueError, OverflowError):
        return None
    return found[0], found[1], found[2]


__all__ = ["Look", "Sheet", "look_of", "sheet_of"]
