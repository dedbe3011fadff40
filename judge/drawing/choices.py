"""What a composer of orders offers: each piece, lot or list to order about, and the complete orders to choose from."""

from __future__ import annotations

from dataclasses import dataclass

from judge.adjudicator.protocol import BLANK


@dataclass(frozen=True, slots=True)
class Choice:
    """One complete order. `target`: the space on the map that stands for it."""

    label: str
    text: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing to order: a piece, a lot, a list. `space`: where it stands on the map (its `data-space`).

    `free`: a line with a BLANK, when it may be written in own words. `plane`: an order with {x} and {y} in it,
    for a click on a table.
    """

    id: str
    label: str
    choices: tuple[Choice, ...] = ()
    space: str = ""
    free: str = ""
    plane: str = ""


def from_line(number: int, line: str, choices: tuple[Choice, ...] = (), space: str = "", plane: str = "") -> Subject:
    """A line of the order form as a subject: its blank may be filled in, its comment is its label."""
    order, _, comment = line.partition("//")
    label = order.replace(BLANK, "…").strip()
    said = f"{label} ({comment.strip()})" if comment.strip() else label
    return Subject(f"line-{number}", said, choices, space, order.strip() if BLANK in order else "", plane)
