"""What a player can choose from in the order composer: complete order texts, from the public view alone.

One module a game (its key with underscores) with `subjects(game, view, seat, ask)`. A game without one is composed from
its order form: each line of it is a subject to be written in the player's own words.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast

from judge.adjudicator.protocol import BLANK, AnyGame, Ask, Seat


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


class Composer(Protocol):
    """What judge/report/compose/GAME.py offers."""

    def subjects(self, game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
        """All that this seat may order now."""
        ...

    def plane(self, game: Any, view: Any) -> Mapping[str, int] | None:
        """How a click on the picture becomes a place on the table: left, top, scale (picture units an inch)."""
        ...


def composer(key: str) -> Composer | None:
    """A game's composer, if it has one."""
    name = key.replace("-", "_")
    if not (Path(__file__).parent / f"{name}.py").is_file():
        return None
    return cast(Composer, importlib.import_module(f"judge.report.compose.{name}"))


def subjects(game: AnyGame, view: object, seat: Seat, ask: Ask) -> tuple[Subject, ...]:
    """All that a seat may order in the open window."""
    own = composer(game.key)
    if own is not None:
        return tuple(own.subjects(game, view, seat, ask))
    return tuple(from_line(number, line) for number, line in enumerate(ask.lines))


def from_line(number: int, line: str, choices: tuple[Choice, ...] = (), space: str = "", plane: str = "") -> Subject:
    """A line of the order form as a subject: its blank may be filled in, its comment is its label."""
    order, _, comment = line.partition("//")
    label = order.replace(BLANK, "…").strip()
    said = f"{label} ({comment.strip()})" if comment.strip() else label
    return Subject(f"line-{number}", said, choices, space, order.strip() if BLANK in order else "", plane)


def facts(game: AnyGame, view: object, asks: Mapping[Seat, Ask], address: str, subject: str) -> dict[str, Any]:
    """What the page's script is given."""
    own = composer(game.key)
    names = {seat.id: seat.name for seat in game.seats}
    return {
        "address": address,
        "subject": subject,
        "plane": own.plane(game, view) if own is not None else None,
        "seats": [
            {
                "id": seat,
                "name": names[seat],
                "subjects": [
                    {
                        "id": one.id,
                        "label": one.label,
                        "space": one.space,
                        "free": one.free,
                        "plane": one.plane,
                        "choices": [
                            {"label": choice.label, "text": choice.text, "target": choice.target}
                            for choice in one.choices
                        ],
                    }
                    for one in subjects(game, view, seat, asks[seat])
                ],
            }
            for seat in names
            if seat in asks
        ],
    }
