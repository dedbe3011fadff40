"""Raid orders: units, a path, conditions and what to do else."""

from __future__ import annotations

import re

from judge.adjudicator.protocol import Problem
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.notation.units import UnitReader
from judge.variants.land_barons.notation.words import find_space
from judge.variants.land_barons.orders import Condition, Move

_ELSE = re.compile(r"[,\s]*\b(?:else|otherwise)\b[:,\s]*", re.IGNORECASE)
_IF = re.compile(r"[,\s]*\b(if|unless)\b\s*", re.IGNORECASE)
_STANDS = re.compile(r"[\s,:]*\b(?:stands?(?: still)?|holds?|stays?(?: put)?|waits?)\.?$", re.IGNORECASE)
_STEP_WORDS = re.compile(r"\s+(?:to|via|then|through|into|by way of)\s+", re.IGNORECASE)
_MEASURED = re.compile(
    r"(?P<space>.+?)\s+(?:has\s+)?(?:the\s+)?(?:enem(?:y|ies)\s+)?(?P<measure>shoot|strength|units?)?\s*(?:is\s+)?"
    r"(?P<sign><=|>=|!=|<|>|=|≤|≥|at most|at least|less than|more than|under|over|below|above)\s*(?P<number>\d{1,5})",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"(?P<space>.+?)\s+(?:is\s+)?(?:empty|clear|free|unguarded)(?: of enemies)?", re.IGNORECASE)
_HELD = re.compile(r"(?P<space>.+?)\s+(?:is\s+|has\s+)?(?:enem(?:y|ies)|held|occupied|guarded)", re.IGNORECASE)
SIGNS = {
    "≤": "<=", "≥": ">=", "at most": "<=", "at least": ">=", "less than": "<", "more than": ">", "under": "<",
    "over": ">", "below": "<", "above": ">",
}  # fmt: skip

Path = tuple[str, ...]


def read_move(units: UnitReader, text: str, expected: str) -> list[Move | Problem]:
    """`2 Regulators 0507-0607 if 0607 enemy shoot <= 40 else stand`: an order for each unit."""
    head, *rest = _ELSE.split(text, maxsplit=1)
    head, *conditions = _IF.split(head)
    found: list[Condition] = []
    for word, said in zip(conditions[::2], conditions[1::2], strict=True):
        for part in re.split(r"\band\b|,", said):
            condition = read_condition(units.board, part.strip(), word.lower() == "unless")
            if isinstance(condition, Problem):
                return [condition]
            found.append(condition)
    read = _head(units, head.strip(), expected)
    if isinstance(read, Problem):
        return [read]
    phrase, start, path = read
    refs = units.at(phrase, start)
    if isinstance(refs, Problem):
        return [refs]
    otherwise = _otherwise(units, rest[0], refs[0].space) if rest else ()
    if isinstance(otherwise, Problem):
        return [otherwise]
    return [Move(ref, path, tuple(found), otherwise) for ref in refs]


def _head(units: UnitReader, text: str, expected: str) -> tuple[str, str | None, Path] | Problem:
    """The units, where they start (None: not said), and their path (): they stand."""
    if re.match(r"(?:hold|stand|stay)\s+\D", text, re.IGNORECASE):
        text = f"{text.partition(' ')[2]} stands"
    standing = _STANDS.search(text)
    if standing:
        phrase, start = units.split_place(text[: standing.start()].rstrip(" -"))
        if isinstance(start, Problem):
            return start
        return phrase, start, ()
    steps = _steps(text)
    if not steps:
        return Problem("not-understood", {"text": text, "expected": expected})
    phrase, place = units.split_place(steps[0])
    if isinstance(place, Problem):
        return place
    path: list[str] = []
    for step in steps[1:]:
        space = find_space(units.board, step)
        if isinstance(space, Problem):
            return space
        path.append(space)
    if not phrase or not path:
        return Problem("not-understood", {"text": text, "expected": expected})
    return phrase, place, tuple(path)


def _steps(text: str) -> list[str]:
    """What stands between the dashes: `Baron 0507`, `0607`, `0708`."""
    text = _STEP_WORDS.sub("-", f" {text} ").strip()
    text = re.sub(r"(\d{4})[\s,]+(?=\d{4})", r"\1-", text)
    return [part.strip() for part in text.split("-") if part.strip()]


def _otherwise(units: UnitReader, text: str, start: str) -> Path | Problem:
    """What to do when a condition fails: `stand`, or another path."""
    if _STANDS.search(f" {text.strip()}"):
        return ()
    found: list[str] = []
    for step in _steps(re.sub(r"^\s*(?:move |go )?(?:to )?", "", text, flags=re.IGNORECASE)):
        space = find_space(units.board, step)
        if isinstance(space, Problem):
            return space
        found.append(space)
    return tuple(found[1:] if found[:1] == [start] else found)


def read_condition(board: Board, text: str, unless: bool = False) -> Condition | Problem:
    """`0607 enemy shoot <= 40`, `0607 units < 2`, `0607 empty`, `0607 held`."""
    text = re.sub(r"^(?:at|in)\s+", "", text, flags=re.IGNORECASE)
    measured = _MEASURED.fullmatch(text)
    empty, held = _EMPTY.fullmatch(text), _HELD.fullmatch(text)
    found = measured or empty or held
    if found is None:
        return Problem("no-condition", {"text": text})
    space = find_space(board, found["space"])
    if isinstance(space, Problem):
        return space
    if measured:
        measure = "units" if (measured["measure"] or "").lower().startswith("unit") else "shoot"
        sign = measured["sign"].lower()
        return Condition(space, measure, SIGNS.get(sign, sign), int(measured["number"]), unless)
    return Condition(space, "units", "=" if empty else ">=", 0 if empty else 1, unless)
