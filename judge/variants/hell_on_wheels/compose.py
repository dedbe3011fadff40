"""Hell on Wheels on the composer: the order form. Hands are hidden, so the page offers sums and passes, never cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Choice, Subject, from_line


def plane(game: Any, view: Any) -> Mapping[str, int] | None:
    """No table."""
    return None


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each line of the form; bids and extra cards can be picked, cards are written."""
    found = []
    for number, line in enumerate(ask.lines):
        choices: tuple[Choice, ...] = ()
        if line.startswith("bid "):
            choices = tuple(Choice(f"bid {sum_}K", f"bid {sum_}K") for sum_ in range(11))
        elif line.startswith("draw "):
            choices = tuple(Choice(f"{cards} extra", f"draw {cards} extra") for cards in range(4))
        elif line.startswith("window "):
            choices = (Choice("pass", line.replace("___", "pass")),)
        found.append(from_line(number, line, choices))
    return found
