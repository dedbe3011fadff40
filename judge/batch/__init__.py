"""Diplomacy for tools and bots: one phase in, one phase out, as plain dictionaries or as whole numbers; whole games.

    from judge.batch import adjudicate
    adjudicate({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})

    game = Diplomacy.start()
    game = game.step({"FRANCE": ["A PAR - BUR"]})

`adjudicate` does what one line of `judge batch` does. `prepared` gives the board itself, for callers who keep positions
as numbers. docs/api.md shows both.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.movement import Court
from judge.batch.lines import Batch, House, by_map
from judge.batch.play import Diplomacy
from judge.batch.shape import BadLine

__all__ = ["BadLine", "Batch", "Diplomacy", "House", "adjudicate", "batch", "prepared"]


@cache
def map_value(name: str) -> Mapping[str, Any]:
    """A map file, read once."""
    from judge.shelf import map_document

    value: Mapping[str, Any] = map_document(name).value
    return value


@cache
def batch(edition: str | Edition = "2023", map_name: str = "diplomacy", house: House | None = None) -> Batch:
    """The adjudicator of phases on a map (a name, or a path to a file), made once for each edition.

    With an edition's name and no house, the map's own rules count as well (D-80).
    """
    value = map_value(map_name)
    chosen, usual = by_map(value, {"edition": edition if isinstance(edition, str) else "2023"})
    return Batch(value, chosen if isinstance(edition, str) else edition, house or usual)


def adjudicate(
    phase: Mapping[str, Any], *, edition: str = "2023", reasons: bool = True, map_name: str = "diplomacy"
) -> dict[str, Any]:
    """Carry out one phase, given and answered in the form of `judge batch`. BadLine says what is wrong with it."""
    return batch(edition, map_name).result(phase, reasons=reasons)


@cache
def prepared(edition: str = "2023", map_name: str = "diplomacy") -> Court:
    """A map ready for phases without any text: `court.code(kind, place, order)` gives an order's number;
    `court.kernel.run(codes, powers)` carries out a movement phase and gives an outcome number for each."""
    # A court of its own: a batch may forget its codes, but a caller must be able to keep them.
    value = map_value(map_name)
    return Batch(value, *by_map(value, {"edition": edition})).court
