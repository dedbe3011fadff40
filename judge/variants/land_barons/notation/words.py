"""The names of counters, spaces and lots as players may spell them."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from judge.adjudicator import hexes
from judge.adjudicator.protocol import Problem
from judge.grammar.lexicon import Lexicon
from judge.grammar.text import folded
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import RECRUITS, UNITS, Kind
from judge.variants.land_barons.state import State

ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}


def _lexicon(kind: str, kinds: dict[str, Kind]) -> Lexicon:
    return Lexicon(kind, {key: (one.name, *one.also) for key, one in kinds.items()})


UNIT_WORDS = _lexicon("unit", UNITS)
COUNTER_WORDS = _lexicon("counter", RECRUITS)


@cache
def _space_words(names: tuple[tuple[str, str], ...]) -> Lexicon:
    return Lexicon("space", {space: (name,) for space, name in names})


def find_space(board: Board, text: str) -> str | Problem:
    """A space by its label (`0507`, `E7`) or its name; a label off the board is refused with the board's size."""
    text = text.strip().strip("()[].")
    space = hexes.spelled(text)
    if space is not None:
        if board.is_space(space):
            return space
        return Problem("off-board", {"text": text, "columns": board.width, "rows": board.height})
    if re.fullmatch(r"\d{1,5}", text):
        near = tuple(one for one in (text.zfill(4), f"0{text[:1]}{text[1:].zfill(2)}") if board.is_space(one))
        return Problem("unknown-space", {"text": text, "near": tuple(dict.fromkeys(near))})
    if not board.names:
        return Problem("unknown-space", {"text": text, "near": ()})
    return _space_words(tuple(sorted(board.names.items()))).find(re.sub(r"^the ", "", text))


def is_label(board: Board, text: str) -> bool:
    """Whether a text is a label, or exactly the name of a space."""
    return hexes.spelled(text) is not None or folded(text) in board.spellings


@lru_cache(4096)
def find_unit(text: str) -> str | Problem:
    """A kind of unit."""
    return UNIT_WORDS.find(text)


@lru_cache(4096)
def find_counter(text: str) -> str | Problem:
    """A kind of recruit counter."""
    return COUNTER_WORDS.find(text)


def numbered(text: str) -> tuple[str, int]:
    """A name with its number: `Saloon 2`, `second Saloon` (0: none given)."""
    text = text.strip()
    first, _, rest = text.partition(" ")
    if first.lower() in ORDINALS and rest:
        return rest, ORDINALS[first.lower()]
    found = re.fullmatch(r"(.*\D)\s(?:no\.? ?)?(\d{1,2})", text)
    return (found[1].strip(), int(found[2])) if found else (text, 0)


def find_lot(state: State, text: str, taken: set[int]) -> int | Problem:
    """A lot by its number in the list (`lot 3`), or by its counter; of several alike the first not yet bid on."""
    text = re.sub(r"^(the|a)\s+", "", text.strip(), flags=re.IGNORECASE)
    by_number = re.fullmatch(r"(?:lot|no\.?|number)\s*(\d{1,3})", text, re.IGNORECASE)
    if by_number:
        number = int(by_number[1])
        if 1 <= number <= len(state.lots):
            return number
        return Problem("no-such-lot", {"text": text, "lots": state.lots})
    name, number = numbered(text)
    kind = find_counter(name)
    if isinstance(kind, Problem):
        return kind
    there = [place for place, lot in enumerate(state.lots, 1) if lot == kind]
    if not there or number > len(there):
        return Problem("no-such-lot", {"text": text, "lots": state.lots})
    if number:
        return there[number - 1]
    return next((lot for lot in there if lot not in taken), there[0])
