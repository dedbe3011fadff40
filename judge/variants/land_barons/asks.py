"""The seats asked in a window, by public facts alone (never by cash, which may be hidden), and their forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from judge.adjudicator.protocol import BLANK, Ask, Rows, Seat
from judge.grammar.memory import once
from judge.variants.land_barons.build import number_counters, sites
from judge.variants.land_barons.counters import RECRUITS, REGULATOR, Sort
from judge.variants.land_barons.names import lot_name, refs, unit_name
from judge.variants.land_barons.pay import hired
from judge.variants.land_barons.recruit import may_bid, open_lots
from judge.variants.land_barons.state import State

Lines = Callable[[State, Seat], Iterable[str]]


def form(name: str, whom: Callable[[State], Iterable[Seat]], *parts: Lines) -> Callable[..., Mapping[Seat, Ask]]:
    """A question to these seats, with a line of the form for every decision."""

    @once
    def asked(state: State) -> Mapping[Seat, Ask]:
        return {seat: Ask(name, lines=Rows(partial(rows, state, seat))) for seat in whom(state)}

    def rows(state: State, seat: Seat) -> tuple[str, ...]:
        return tuple(line for part in parts for line in part(state, seat))

    return lambda board, state: asked(state)


# -- who --------------------------------------------------------------------------------------------------------------


def the_living(state: State) -> tuple[Seat, ...]:
    """Everybody still in the game."""
    return state.living


def those_to_place(state: State) -> tuple[Seat, ...]:
    """All whose ranch is still to be placed; in classic tempo one after another."""
    return state.going[:1] if state.is_classic else state.going


def whose_go_it_is(state: State) -> tuple[Seat, ...]:
    """The one whose raid it is."""
    return state.going[:1]


def those_with_hands(state: State) -> tuple[Seat, ...]:
    """Those with units that want pay; were there none, everybody."""
    return tuple(seat for seat in state.living if hired(state, seat)) or state.living


def the_bidders(state: State) -> tuple[Seat, ...]:
    """Everybody; in an extra round those who tied."""
    tied = {seat for one in state.tied for seat in one.seats}
    return tuple(seat for seat in state.living if seat in tied) if state.tied else state.living


# -- the lines of the form --------------------------------------------------------------------------------------------


def ranch_line(state: State, seat: Seat) -> Iterable[str]:
    """Where the ranch is to be."""
    yield f"ranch {BLANK}"


def pay_line(state: State, seat: Seat) -> Iterable[str]:
    """Whom to pay, where somebody wants pay."""
    if hired(state, seat):
        yield f"pay {BLANK}"


def bid_lines(state: State, seat: Seat) -> Iterable[str]:
    """A bid a lot."""
    return (f"bid {BLANK} on {lot_name(state, lot)}" for lot in open_lots(state) if may_bid(state, seat, lot))


def build_lines(state: State, seat: Seat) -> Iterable[str]:
    """Where each counter won goes, and a Regulator where one may be hired."""
    numbered = number_counters(state.won.get(seat, ()))
    kinds = [kind for kind, _ in numbered]
    for kind, number in numbered:
        name = RECRUITS[kind].name + (f" {number}" if kinds.count(kind) > 1 else "")
        yield f"place {name} at {BLANK}" if RECRUITS[kind].sort is Sort.UNIT else f"{name} to {BLANK}"
    if sites(state, seat, REGULATOR):
        yield f"recruit Regulator at {BLANK}"


def order_bid_line(state: State, seat: Seat) -> Iterable[str]:
    """The bid for the order of raids."""
    yield f"bid {BLANK} for order"


def raid_lines(state: State, seat: Seat) -> Iterable[str]:
    """A move a unit."""
    return (f"{unit_name(ref)}-{BLANK}" for ref in refs(state, seat))
