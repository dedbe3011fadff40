"""The strength of each seat as everybody may see it: one number a seat, for tables and charts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from judge.adjudicator.protocol import AnyGame, Seat


@runtime_checkable
class Standing(Protocol):
    """A public view that can say how strong each seat is."""

    @property
    def standings(self) -> Mapping[Seat, int]:
        """Strength by seat."""
        ...


def standings(game: AnyGame, state: Any) -> Mapping[Seat, int]:
    """From the public view alone; a game whose view does not say has no chart."""
    view = game.view(state, None)
    return dict(view.standings) if isinstance(view, Standing) else {}
