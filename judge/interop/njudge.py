"""Result mails in the manner of njudge: the phase they are of, and each power's orders as plain lines.

`France: Army Paris -> Burgundy.  (*bounce*)` becomes `Army Paris -> Burgundy` among France's orders. Only what can be
read without guessing is taken; everything else is left alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEAD = re.compile(
    r"(?P<phase>Movement|Retreat|Adjustment)\s+(?:results|orders)\s+for\s+(?P<season>Spring|Summer|Fall|Autumn|Winter)"
    r"\s+of\s+(?P<year>\d{1,4})",
    re.IGNORECASE,
)
_ORDER = re.compile(r"^(?P<power>[A-Z][A-Za-z]+):\s+(?P<order>\S.*)$")
_MARK = re.compile(r"\s*\(\*[^*]*\*\)\s*")


@dataclass(frozen=True)
class Results:
    """One results mail."""

    title: str
    orders: dict[str, tuple[str, ...]]


def read_results(text: str) -> Results | None:
    """The phase and the orders of a results mail; None when it is not one."""
    head = _HEAD.search(text)
    if head is None:
        return None
    season = {"summer": "Spring", "autumn": "Fall"}.get(head["season"].lower(), head["season"].title())
    phase = {"movement": "movement", "retreat": "retreats", "adjustment": "adjustments"}[head["phase"].lower()]
    if phase == "adjustments":
        season = "Winter"
    orders: dict[str, list[str]] = {}
    for line in _unfolded(text[head.end() :]):
        match = _ORDER.match(line)
        if match is None:
            continue
        order = _MARK.sub(" ", match["order"]).strip().rstrip(".").strip()
        if order:
            orders.setdefault(match["power"], []).append(order)
    return Results(f"{season} {head['year']}, {phase}", {power: tuple(lines) for power, lines in orders.items()})


def _unfolded(text: str) -> list[str]:
    """Lines put together again where a long order was broken: the rest stands indented."""
    lines: list[str] = []
    for raw in text.splitlines():
        if lines and lines[-1] and raw[:1].isspace() and raw.strip():
            lines[-1] = f"{lines[-1]} {raw.strip()}"
        elif not raw.strip() and lines and lines[-1] == "":
            continue
        else:
            lines.append(raw.strip())
    return lines
