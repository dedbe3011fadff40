"""Habits of writing that are put straight before a line is marked: numbers of a list within a line, a coast without a
sign before it, `A Par > Bur`."""

from __future__ import annotations

import re
from collections.abc import Callable

_NUMBERED = re.compile(r"(?<!waive)(?<!waives)(?<!build)(?<!builds)(?:[;,] *| |^)\(?\d{1,2}[.)] +(?=[^\W\d])", re.I)
_GLUED = re.compile(r"(?<![^\W_])([^\W\d_]{3,})([nsew]c)(?![^\W_])", re.IGNORECASE)
_MORE = re.compile(r"(^|[;,])([^;,>-]*\w[^;,>-]*)>(?!>)")
_RETREATS = re.compile(r"\b(?:r|ret\w*|falls? back|withdraws?)\b", re.IGNORECASE)


def put_straight(line: str, is_place: Callable[[str], bool]) -> str:
    """`1. A Par-Bur 2. F Bre H` as two orders, `F Bar - StPnc` as `StP/nc`, and a `>` as a dash: all but between the
    places of a retreat, where it says which is liked better."""
    line = _NUMBERED.sub("; ", line)
    line = _GLUED.sub(lambda found: _coast(found, is_place), line)
    return _MORE.sub(lambda found: found[0] if _RETREATS.search(found[2]) else f"{found[1]}{found[2]}-", line)


def _coast(found: re.Match[str], is_place: Callable[[str], bool]) -> str:
    """The coast of a place that is known without it and unknown with it."""
    return f"{found[1]}/{found[2]}" if is_place(found[1]) and not is_place(found[0]) else found[0]
