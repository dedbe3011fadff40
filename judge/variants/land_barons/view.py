"""A seat's view: the state without its secrets, and the figures for a report (LB-Q7, LB-Q8, LB-Q13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.grammar.memory import once
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import sites, takers
from judge.variants.land_barons.counters import HIDDEN, OFFICES, RECRUITS, UNITS
from judge.variants.land_barons.fight import side_shoot
from judge.variants.land_barons.revenue import steady_revenue
from judge.variants.land_barons.state import Lists, Settlement, State


@dataclass(frozen=True, slots=True)
class Stack:
    """One owner's units in a space, oldest first, and their Shoot values added up."""

    seat: Seat
    space: str
    kinds: tuple[str, ...]
    shoot: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A seat's standing. `cash` None: hidden from this audience."""

    seat: Seat
    settlements: int
    revenue: int
    cash: int | None
    units: int
    shoot: int
    offices: tuple[str, ...]
    is_out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """A counter for sale: what it brings, on which kinds of settlement it goes, and whether this seat has a place."""

    kind: str
    revenue: int
    shoot: int
    takers: tuple[str, ...]
    fits: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that a seat may see (None: the public). `state` holds nothing that is hidden from it."""

    seat: Seat | None
    state: State
    stacks: tuple[Stack, ...]
    standings: tuple[Standing, ...]
    lots: tuple[Lot, ...]
    tags: Mapping[str, str]
    """The notes on kinds of units that do not stack with every other (LB-56 to LB-58)."""
    names: Mapping[str, str]
    width: int
    height: int
    absent: frozenset[str] = frozenset()
    """Labels within the field that are no spaces of this board."""


@once
def masked(state: State, seat: Seat | None) -> State:
    """The state with everything blank that this seat may not know.

    Others' standing lists always; others' cash with `hidden_cash`; face-down counters with `scouting`; the counters
    left over, until the game is over or with `show_unused`.
    """
    own = state.lists.get(seat, Lists()) if seat is not None else Lists()
    lists = {seat: own} if seat is not None and own != Lists() else {}
    changes: dict[str, Any] = {"lists": lists}
    if not state.is_set("show_unused") and state.ended is None:
        changes["unused"] = ()
    if state.is_set("hidden_cash") and state.ended is None:
        changes["cash"] = {one: dollars for one, dollars in state.cash.items() if one == seat}
    if state.is_set("scouting"):
        changes["settlements"] = {
            space: one if one.seen or state.ended is not None else Settlement(HIDDEN, seen=False)
            for space, one in state.settlements.items()
        }
    return replace(state, **changes)


def view(board: Board, state: State, seat: Seat | None) -> View:
    """The source of a report, a picture and a scripted player."""
    known = masked(state, seat)
    return View(
        seat=seat,
        state=known,
        stacks=_stacks(known),
        standings=_standings(known),
        lots=tuple(_lot(known, seat, kind) for kind in known.lots),
        tags={kind: one.tag for kind, one in UNITS.items() if one.tag},
        names=board.names,
        width=board.width,
        height=board.height,
        absent=board.absent,
    )


def _stacks(state: State) -> tuple[Stack, ...]:
    found = []
    for seat in state.seats:
        for space in sorted({unit.space for unit in state.units_of(seat)}):
            there = state.at(seat, space)
            found.append(Stack(seat, space, tuple(unit.kind for unit in there), side_shoot(there)))
    return tuple(found)


def _lot(state: State, seat: Seat | None, kind: str) -> Lot:
    return Lot(
        kind=kind,
        revenue=RECRUITS[kind].revenue,
        shoot=RECRUITS[kind].shoot,
        takers=takers(state, kind),
        fits=seat is None or kind in OFFICES or bool(sites(state, seat, kind)),
    )


def _standings(state: State) -> tuple[Standing, ...]:
    found = []
    for seat in state.seats:
        units = state.units_of(seat)
        offices = tuple(office for office in OFFICES if state.offices.get(office) == seat)
        found.append(
            Standing(
                seat=seat,
                settlements=len(state.owned(seat)),
                revenue=steady_revenue(state, seat),
                cash=state.cash.get(seat),
                units=len(units),
                shoot=sum(UNITS[unit.kind].shoot for unit in units),
                offices=offices,
                is_out=seat in state.fallen,
            )
        )
    return tuple(found)
