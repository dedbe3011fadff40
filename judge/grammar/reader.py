"""The line reader: a letter's text becomes lines of orders, and one bad line never spoils the others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from judge.adjudicator.protocol import BLANK, Later, Line, Problem
from judge.grammar.text import lines_of

O = TypeVar("O")  # noqa: E741

LONGEST_LINE = 400
MOST_LINES = 500
MOST_HELPED = 60
"""Lines not understood whose writer is told what could have come instead; a letter with more is no letter of orders."""


def read_lines(
    text: str,
    read_one: Callable[[str], O | Problem | Later | list[O | Problem | Later]],
    split: Callable[[str], Iterator[str] | list[str]] | None = None,
) -> tuple[Line[O], ...]:
    """Every line that says something, read by `read_one`; `split` cuts a line that holds several orders.

    A part may be several orders at once (all units of a stack): then `read_one` gives a list.

    A line whose blank was not filled in says nothing. Lines past a hostile length or count are problems, not work.
    """
    found: list[Line[O]] = []
    for number, line in lines_of(text):
        if BLANK in line:
            continue
        if len(found) >= MOST_LINES:
            found.append(Line(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES})))
            break
        if len(line) > LONGEST_LINE:
            found.append(Line(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE})))
            continue
        for part in split(line) if split else (line,):
            said = read_one(part)
            found.extend(Line(number, part, one) for one in (said if isinstance(said, list) else [said]))
    return tuple(found)


def split_at(signs: str = ";,") -> Callable[[str], list[str]]:
    """Cuts a line at these signs, but never inside brackets or quotes."""

    def split(line: str) -> list[str]:
        parts, depth, quoted, start = [], 0, False, 0
        for place, sign in enumerate(line):
            if sign == '"':
                quoted = not quoted
            elif sign in "([":
                depth += 1
            elif sign in ")]":
                depth = max(0, depth - 1)
            elif sign in signs and not depth and not quoted:
                parts.append(line[start:place])
                start = place + 1
        parts.append(line[start:])
        return [part.strip() for part in parts if re.search(r"\w", part)]

    return split
