"""The words behind a command, as values: `arguments.lark` reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lark import Token, Tree

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
_SHAPES = Shapes("arguments.lark", ("readers", "days", "hour"))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ELSEWHERE = {"mär": "mar", "mai": "may", "okt": "oct", "dez": "dec"}


@dataclass(frozen=True, slots=True)
class Readers:
    """The recipients of press, as its writer named them; its kinds; the other sender that it names."""

    names: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    sender: str = ""


@dataclass(frozen=True, slots=True)
class Day:
    """A day as written; a part not said is 0."""

    year: int
    month: int
    day: int


def readers(text: str) -> Readers:
    """Whom `PRESS TO` names, and how."""
    tree = _read(text, "readers")
    if tree is None:
        return Readers((text,))
    names = tuple(" ".join(map(str, one.children)) for one in tree.children if isinstance(one, Tree))
    tokens = [one for one in tree.children if isinstance(one, Token)]
    kinds = tuple(str(one).lower() for one in tokens if one.type == "KIND")
    sender = next((str(one).partition(" ")[2].strip(" .!") for one in tokens if one.type == "AS"), "")
    return Readers(names, kinds, sender)


def days(text: str) -> tuple[Day, ...]:
    """The one or two days named; none: no day is named, or something else with figures in it."""
    tree = _read(text, "days")
    if tree is None:
        return ()
    found = [_day(one) for one in tree.children if isinstance(one, Tree)]
    # "1 - 14 August 2027": what one of them leaves out the other says.
    month, year = max(one.month for one in found), max(one.year for one in found)
    return tuple(Day(one.year or year, one.month or month, one.day) for one in found) if month else ()


def hour(text: str) -> tuple[int, int] | Literal["never"] | None:
    """The hour and the minute named, or a wish for none; None: it says neither."""
    tree = _read(text, "hour")
    if tree is None:
        return None
    said = str(tree.children[0]).lower()
    if said.isalpha():
        return "never"
    hours, _, minutes = said.replace(".", ":").replace("h", ":").partition(":")
    return int(hours), int(minutes or 0)


def _read(text: str, start: str) -> Tree[Token] | None:
    read = _SHAPES.read(plain(text), start) if len(text) <= LONGEST else 0
    return None if isinstance(read, int) else read


def _day(tree: Tree[Token]) -> Day:
    tokens = {one.type: str(one) for one in tree.children if isinstance(one, Token)}
    if "ISO" in tokens:
        year, month, day = map(int, tokens["ISO"].split("-"))
        return Day(year, month, day)
    if "DOTTED" in tokens:
        day, month, year = map(int, tokens["DOTTED"].split("."))
        return Day(year, month, day)
    called = tokens.get("MONTH", "")[:3].lower()
    month = _MONTHS.index(_ELSEWHERE.get(called, called)) + 1 if called else 0
    return Day(int(tokens.get("YEAR", "0").strip(" ,")), month, int(tokens["DAY"].rstrip("stndrh.")))


__all__ = ["Day", "Readers", "days", "hour", "readers"]
