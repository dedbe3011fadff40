"""Orders and units in their canonical text; `read` gives the same order back."""

from __future__ import annotations

from typing import assert_never

from judge.adjudicator.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Home,
    Move,
    Order,
    Remove,
    Retreat,
    Routed,
    Support,
    Transform,
    Unit,
    Waive,
)
from judge.variants.diplomacy.state import State


def unit_text(unit: Unit) -> str:
    """`A PAR`, `F STP/SC`."""
    return f"{unit.kind} {unit.place}"


def _piece(state: State, place: str) -> str:
    """The unit in a place; the place alone when there is none."""
    unit = state.unit(place.partition("/")[0])
    return f"{unit.kind} {place}" if unit else place


def _fallen(state: State, place: str) -> str:
    driven = state.driven(place.partition("/")[0])
    return unit_text(driven.unit) if driven else _piece(state, place)


def write(state: State, order: Order) -> str:
    """An order in the notation of the reports: `A PAR - BUR`, `F BRE S A PAR - PIC`, `Build F STP/NC`."""
    match order:
        case Hold(at):
            return f"{_piece(state, at)} H"
        case Routed(at, to, _, route):
            return f"{_piece(state, at)} - {' - '.join((*route, to))}"
        case Transform(at, kind, to):
            return f"{_piece(state, at)} becomes {kind}{f' {to}' if '/' in to else ''}"
        case Move(at, to, via):
            return f"{_piece(state, at)} - {to}{' VIA' if via else ''}"
        case Support(at, of, to):
            return f"{_piece(state, at)} S {_piece(state, of)}{f' - {to}' if to else ''}"
        case Convoy(at, of, to):
            return f"{_piece(state, at)} C {_piece(state, of)} - {to}"
        case Retreat(at, to):
            return f"{_fallen(state, at)} R {', '.join(to)}"
        case Disband(at):
            return f"{_fallen(state, at)} D"
        case Build(kind, at):
            return f"Build {kind} {at}"
        case Remove(at):
            return f"Remove {_piece(state, at)}"
        case Home(at):
            return f"Home {at}"
        case Waive(number):
            return f"Waive {number}" if number > 1 else "Waive"
        case _:
            assert_never(order)
