"""The strength of each seat as everybody may see it: one number a seat, for charts, the site, and votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.adjudicator.protocol import AnyGame, Seat


def standings(game: AnyGame, state: Any) -> Mapping[Seat, int]:
    """From the public view alone."""
    return dict(game.standings(game.view(state, None)))


def measured(game: AnyGame) -> str:
    """What the numbers count; empty: nothing that could be drawn as a chart."""
    return game.measure
