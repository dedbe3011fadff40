"""The public strength of each seat: one number for each, for charts, the site, and votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.adjudicator.protocol import AnyGame, Seat


def standings(game: AnyGame, state: Any) -> Mapping[Seat, int]:
    """From the public view alone."""
    return dict(game.standings(game.view(state, None)))


def measured(game: AnyGame) -> str:
    """The name of the thing counted; empty: there is nothing to draw as a chart."""
    return game.measure
