"""How points, measures and codes are written: `12.5,30`, `M2`, `Digger 3` (GR-Q1)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.plane import Point, Polygon
from judge.adjudicator.protocol import Seat
from judge.grammar.lexicon import Lexicon
from judge.variants.gold_rush.packs import BEAR, FIGURES, HORSE, INCH, LETTERS, MULE, WOLF

TITLES = {
    "traders": "Traders",
    "indians": "Native Indians",
    "diggers-1": "Gold Diggers 1",
    "diggers-2": "Gold Diggers 2",
    "diggers-3": "Gold Diggers 3",
    "diggers-4": "Gold Diggers 4",
    "mounties": "Mounties",
}

CODES = Lexicon(
    "figure",
    {
        f"{letter}{number}": ()
        for letter in (*LETTERS.values(), MULE, HORSE, BEAR, WOLF)
        for number in range(1, max(FIGURES) + 1)
    },
)
"""Pieces with a letter and a number: a line that names one is more than talk."""


def inches(hundredths: int) -> str:
    """1250 as `12.5`."""
    whole, rest = divmod(abs(hundredths), INCH)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else f"{sign}{whole}"


def exact(hundredths: int) -> str:
    """1250 as `12.50`: for tables of distances."""
    return f"{hundredths // INCH}.{hundredths % INCH:02}"


def hundredths(text: str) -> int | None:
    """`12.5` as 1250; None when it is no measure with up to two decimals."""
    whole, dot, rest = text.strip().removeprefix("-").partition(".")
    if not is_number(whole, 4) or (dot and not is_number(rest, 2)):
        return None
    value = int(whole) * INCH + int(rest.ljust(2, "0"))
    return -value if text.strip().startswith("-") else value


def is_number(text: str, most: int) -> bool:
    """Whether a text is one to so many plain digits."""
    return text.isascii() and text.isdigit() and len(text) <= most


def coded(code: str) -> int | None:
    """The number of a code: `M2` is 2; None when it is none, a letter and a number without a leading 0."""
    letter, digits = code[:1], code[1:]
    is_code = letter.isascii() and letter.isupper() and is_number(digits, 2) and digits[0] != "0"
    return int(digits) if is_code else None


def point(text: str) -> Point | None:
    """`12.5, 30` as a point; None when it is none."""
    parts = [hundredths(part) for part in text.strip().strip("()").replace("/", ",").split(",")]
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    return parts[0], parts[1]


def write_point(at: Point) -> str:
    """A point as players write it."""
    return f"{inches(at[0])},{inches(at[1])}"


def polygon(text: str) -> Polygon | None:
    """`12,10 14,10 14,12.5` as a polygon; None when a corner is no point."""
    corners = [point(part) for part in ",".join(part.strip() for part in text.split(",")).split()]
    return None if None in corners else tuple(corner for corner in corners if corner is not None)


def write_polygon(shape: Polygon) -> str:
    """A polygon as map files write it."""
    return " ".join(map(write_point, shape))


def seat_of(code: str, groups: Mapping[Seat, str]) -> Seat | None:
    """The seat whose figure a code is."""
    return next((seat for seat in sorted(groups) if LETTERS[groups[seat]] == code[:1]), None)
