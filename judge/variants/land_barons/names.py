"""The names of units and lots, in forms and in canonical orders."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Seat
from judge.grammar.memory import once
from judge.variants.land_barons.counters import RECRUITS, UNITS
from judge.variants.land_barons.orders import UnitRef
from judge.variants.land_barons.state import State, Unit

_RANKS = {kind: rank for rank, kind in enumerate(UNITS)}


@once
def refs(state: State, seat: Seat) -> tuple[UnitRef, ...]:
    """A seat's units as players name them, by space, then by kind in the order of the tables, then by age."""
    units = sorted(state.units_of(seat), key=lambda unit: (unit.space, _RANKS[unit.kind], unit.id))
    seen: dict[tuple[str, str], int] = {}
    found = []
    for unit in units:
        number = seen[unit.space, unit.kind] = seen.get((unit.space, unit.kind), 0) + 1
        found.append(UnitRef(unit.kind, unit.space, number))
    return tuple(found)


def joining(state: State, seat: Seat, placed: Sequence[Unit]) -> list[UnitRef]:
    """Units that join those of a seat, as players name them."""
    found: list[UnitRef] = []
    for unit in placed:
        alike = [ref for ref in (*refs(state, seat), *found) if ref.kind == unit.kind and ref.space == unit.space]
        found.append(UnitRef(unit.kind, unit.space, len(alike) + 1))
    return found


def in_tables(ref: UnitRef) -> tuple[str, int, int]:
    """Where a unit stands in the tables."""
    return ref.space, _RANKS[ref.kind], ref.number


def unit_name(ref: UnitRef) -> str:
    """`Regulator 2 0507`: the number is left out for the first."""
    number = f" {ref.number}" if ref.number > 1 else ""
    return f"{UNITS[ref.kind].name}{number} {ref.space}".rstrip()


def lot_name(state: State, lot: int) -> str:
    """A lot by its counter, numbered where several lots are alike."""
    kind = state.lots[lot - 1]
    name = RECRUITS[kind].name
    return f"{name} {state.lots[:lot].count(kind)}" if state.lots.count(kind) > 1 else name
