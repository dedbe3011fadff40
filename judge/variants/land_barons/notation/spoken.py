"""What is named by words that could not be read: no order for all others speaks of it, as nobody knows what it is to
do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.grammar.finding import Piece
from judge.grammar.shape import Marked
from judge.variants.land_barons.counters import UNITS
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.orders import UnitRef

_BETWEEN = ("at", "in", "on", "from", "the", "my", ",")
"""Words between a unit and its place."""


@dataclass(slots=True)
class Spoken:
    """The units and lots that unread words name."""

    table: Table
    units: set[tuple[str, str]] = field(default_factory=set)
    """Kinds and places; "": of any kind, anywhere."""

    def add(self, marked: Marked | None) -> None:
        """These words could not be read."""
        pieces = marked.pieces if marked is not None else ()
        own = refs(self.table.state, self.table.seat)
        kinds = [(kind, at) for at, one in enumerate(pieces) for kind in _choices(one, "#")]
        named = {kind for kind, _ in kinds}
        self.table.unread |= {lot for lot, kind in enumerate(self.table.state.lots, 1) if kind in named}
        found = {
            (kind, _place_of(kind, pieces, at, own))
            for kind, at in kinds
            if kind in UNITS and not (at and _choices(pieces[at - 1], "%"))
        }
        self.units |= found or {("", space) for one in pieces for space in _choices(one, "@")}

    def has(self, unit: UnitRef) -> bool:
        """Whether they speak of this unit."""
        return any(kind in ("", unit.kind) and space in ("", unit.space) for kind, space in self.units)


def _choices(piece: Piece, sign: str) -> tuple[str, ...]:
    return piece.name.choices if piece.name is not None and piece.name.sign == sign else ()


def _place_of(kind: str, pieces: Sequence[Piece], at: int, own: Sequence[UnitRef]) -> str:
    """The place behind a unit's name, if such a unit stands there."""
    behind = next((one for one in pieces[at + 1 :] if one.sign not in _BETWEEN), None)
    there = _choices(behind, "@") if behind is not None else ()
    return next((ref.space for ref in own if ref.kind == kind and ref.space in there), "")


__all__ = ["Spoken"]
