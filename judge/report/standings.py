"""The strength of each seat as everybody may see it: one number a seat, for charts, the site, and votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from judge.adjudicator.protocol import AnyGame, Seat

MEASURES: dict[str, tuple[str, Callable[[Any], Mapping[Seat, int]]]] = {
    "diplomacy": ("Supply centres", lambda view: {one.seat: len(one.centres) for one in view.standings}),
    "range-war": ("Centres", lambda view: {one.seat: one.centres for one in view.rows}),
    "land-barons": ("Settlements", lambda view: {one.seat: one.settlements for one in view.standings}),
    "gold-rush": ("Figures in play", lambda view: {one.seat: one.figures for one in view.groups_standing}),
    "hell-on-wheels": (
        "Money in K",
        lambda view: {one.seat: one.cash for one in view.standings if one.cash is not None},
    ),
}
"""What is counted in each game, and how it is read from the public view. A game not listed has no chart."""


def standings(game: AnyGame, state: Any) -> Mapping[Seat, int]:
    """From the public view alone."""
    measure = MEASURES.get(game.key)
    return {} if measure is None else dict(measure[1](game.view(state, None)))


def measured(game: AnyGame) -> str:
    """What the numbers count."""
    return MEASURES[game.key][0] if game.key in MEASURES else ""
