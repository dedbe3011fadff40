"""Which window is open, who is asked, and the form they fill in (LB-Q12, LB-Q59)."""

from __future__ import annotations

from judge.adjudicator.protocol import BLANK, Ask, Seat, Window
from judge.variants.land_barons.build import number_counters, sites
from judge.variants.land_barons.counters import RECRUITS, REGULATOR, UNITS
from judge.variants.land_barons.orders import UnitRef
from judge.variants.land_barons.pay import hired
from judge.variants.land_barons.recruit import may_bid, open_lots
from judge.variants.land_barons.state import State

KINDS = ("deal", "ranches", "pay-and-bids", "pay", "bids", "build-and-raid", "build", "order-bid", "raid")
TITLES = {
    "pay-and-bids": "pay and bids",
    "pay": "pay",
    "bids": "bids",
    "build-and-raid": "build and raid",
    "build": "build",
    "order-bid": "order bid",
}


def title(state: State) -> str:
    """The open window's title, unique in the game's life."""
    if state.phase == "deal":
        return "Setup, deal"
    if state.phase == "ranches":
        return f"Setup, ranch of {state.going[0]}" if state.is_classic else "Setup, ranches"
    if state.phase == "raid":
        return f"Turn {state.turn}, raid of {state.going[0] if state.going else 'nobody'}"
    name = TITLES[state.phase]
    if state.phase == "bids" and not state.is_classic:
        name = TITLES["pay-and-bids"]
    return f"Turn {state.turn}, {name}" + (f", round {state.round}" if state.round > 1 else "")


def asked(state: State) -> tuple[Seat, ...]:
    """Who is asked, by public facts alone: never by cash, which may be hidden."""
    if state.phase in ("ranches", "raid"):
        return state.going[:1] if state.is_classic or state.phase == "raid" else state.going
    if state.phase == "pay":
        return tuple(seat for seat in state.living if hired(state, seat))
    if state.tied:
        tied = {seat for one in state.tied for seat in one.seats}
        return tuple(seat for seat in state.living if seat in tied)
    return state.living


def window(state: State) -> Window | None:
    """The open window; None when the game is over."""
    if state.ended is not None:
        return None
    asks = {seat: Ask(state.phase, lines=tuple(_lines(state, seat))) for seat in asked(state)}
    return Window(title(state), state.phase, asks)


def _lines(state: State, seat: Seat) -> list[str]:
    """The order form: a line for every decision of this window."""
    phase = state.phase
    lines: list[str] = []
    if phase == "ranches":
        lines.append(f"ranch {BLANK}")
    if phase in ("pay", "pay-and-bids") and hired(state, seat):
        lines.append(f"pay {BLANK}")
    if phase in ("bids", "pay-and-bids"):
        lines += [f"bid {BLANK} on {lot_name(state, lot)}" for lot in open_lots(state) if may_bid(state, seat, lot)]
    if phase in ("build", "build-and-raid"):
        numbered = number_counters(state.won.get(seat, ()))
        kinds = [kind for kind, _ in numbered]
        for kind, number in numbered:
            name = RECRUITS[kind].name + (f" {number}" if kinds.count(kind) > 1 else "")
            lines.append(f"{name} to {BLANK}")
        if sites(state, seat, REGULATOR):
            lines.append(f"recruit Regulator at {BLANK}")
    if phase in ("order-bid", "build-and-raid"):
        lines.append(f"bid {BLANK} for order")
    if phase in ("raid", "build-and-raid"):
        lines += [f"{unit_name(ref)}-{BLANK}" for ref in refs(state, seat)]
    return lines


def refs(state: State, seat: Seat) -> tuple[UnitRef, ...]:
    """A seat's units as players name them, by space, then by kind in the order of the tables, then by age."""
    kinds = list(UNITS)
    units = sorted(state.units_of(seat), key=lambda unit: (unit.space, kinds.index(unit.kind), unit.id))
    seen: dict[tuple[str, str], int] = {}
    found = []
    for unit in units:
        number = seen[unit.space, unit.kind] = seen.get((unit.space, unit.kind), 0) + 1
        found.append(UnitRef(unit.kind, unit.space, number))
    return tuple(found)


def unit_name(ref: UnitRef) -> str:
    """`Regulator 2 0507`: the number is left out for the first."""
    number = f" {ref.number}" if ref.number > 1 else ""
    return f"{UNITS[ref.kind].name}{number} {ref.space}".rstrip()


def lot_name(state: State, lot: int) -> str:
    """A lot by its counter, numbered where several lots are alike."""
    kind = state.lots[lot - 1]
    number = state.lots[:lot].count(kind)
    return RECRUITS[kind].name + (f" {number}" if state.lots.count(kind) > 1 else "")
