"""Result mails in the manner of njudge: the phase they are of, and each power's orders as plain lines.

`France: Army Paris -> Burgundy.  (*bounce*)` becomes `Army Paris -> Burgundy` among France's orders. Only what can be
read without guessing is taken; everything else is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_PHASES = {"movement": "movement", "retreat": "retreats", "adjustment": "adjustments"}
_SEASONS = {
    "spring": "Spring", "summer": "Spring", "fall": "Fall", "autumn": "Fall", "winter": "Winter",
}  # fmt: skip


@dataclass(frozen=True)
class Results:
    """One results mail."""

    title: str
    orders: dict[str, tuple[str, ...]]


def read_results(text: str) -> Results | None:
    """The phase and the orders of a results mail; None when it is not one."""
    words = text.split()
    found = next((at for at in range(len(words) - 5) if _is_head(words[at : at + 6])), None)
    if found is None:
        return None
    phase, season, year = _PHASES[words[found].lower()], _SEASONS[words[found + 3].lower()], _year(words[found + 5])
    title = f"{'Winter' if phase == 'adjustments' else season} {year}, {phase}"
    body = text.partition(words[found + 5])[2]
    orders: dict[str, list[str]] = {}
    for line in _unfolded(body):
        power, colon, order = line.partition(":")
        said = _without_marks(order).strip().rstrip(".").strip()
        if colon and order[:1].isspace() and power.isalpha() and power[:1].isupper() and said:
            orders.setdefault(power, []).append(said)
    return Results(title, {power: tuple(lines) for power, lines in orders.items()})


def _is_head(words: Sequence[str]) -> bool:
    """`Movement results for Spring of 1901`."""
    phase, what, for_, season, of, year = (word.lower() for word in words)
    return (
        phase in _PHASES and what in ("results", "orders") and (for_, of) == ("for", "of")
        and season in _SEASONS and bool(_year(year))
    )  # fmt: skip


def _year(word: str) -> str:
    digits = word.rstrip(".,:;)")
    return digits if digits.isdigit() and len(digits) <= 4 else ""


def _without_marks(order: str) -> str:
    """An order without what the judge noted behind it: `(*bounce*)`."""
    while "(*" in order and "*)" in order.partition("(*")[2]:
        before, _, rest = order.partition("(*")
        order = f"{before.rstrip()} {rest.partition('*)')[2].lstrip()}"
    return order


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
