"""What a player can choose from in the order composer: complete order texts, from the public view alone.

A game's own `compose` module offers `subjects` and `plane`. A game without one is composed from its order form: each
line of it is a subject to be written in the player's own words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from judge.adjudicator.protocol import AnyGame, Ask, Seat
from judge.drawing.choices import Subject, from_line
from judge.variants import part


class Composer(Protocol):
    """What judge/variants/GAME/compose.py offers."""

    def subjects(self, game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
        """All that this seat may order now."""
        ...

    def plane(self, game: Any, view: Any) -> Mapping[str, int] | None:
        """How a click on the picture becomes a place on the table: left, top, scale (picture units an inch)."""
        ...


def composer(key: str) -> Composer | None:
    """A game's composer, if it has one."""
    return cast(Composer | None, part(key, "compose"))


def subjects(game: AnyGame, view: object, seat: Seat, ask: Ask) -> tuple[Subject, ...]:
    """All that a seat may order in the open window."""
    own = composer(game.key)
    if own is not None:
        return tuple(own.subjects(game, view, seat, ask))
    return tuple(from_line(number, line) for number, line in enumerate(ask.lines))


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
