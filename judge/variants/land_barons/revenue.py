"""The Revenue Phase and the drawing of lots that follows it (LB-20 to LB-22, LB-26, LB-32 to LB-35, LB-Q57)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.counters import CONTRACTS, GOVERNOR, OFFICES, RECRUITS
from judge.variants.land_barons.events import LotsDrawn, OfficeLost, PileReshuffled, RevenueCollected
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.state import State, counted, listed

BY_NAME = {kind.name: key for key, kind in RECRUITS.items()}


def collect_revenue(making: Making) -> None:
    """All players collect the revenue of each settlement they control, in Dollars (LB-20, LB-21, LB-22).

    Improvements pay with their settlement (LB-Q16), the Govt Contracts pay 40, and the Governor's holder rolls 1D6x10
    (LB-Q15).
    """
    for seat in making.state.living:
        state = making.state
        spaces = state.owned(seat)
        settlements = state.revenue(seat)
        contracts = RECRUITS[CONTRACTS].revenue if state.offices.get(CONTRACTS) == seat else 0
        rolled = making.roll("governor") if state.offices.get(GOVERNOR) == seat else 0
        total = settlements + contracts + 10 * rolled
        making.state = state.with_cash(seat, total)
        making.tell(
            RevenueCollected(
                seat=seat, settlements=settlements, spaces=len(spaces), contracts=contracts, rolled=rolled, total=total
            )
        )


def draw_lots(making: Making) -> None:
    """N+1 counters are drawn, N the players still living (LB-26, LB-Q24); what was not sold lies there too (LB-Q23)."""
    carried = list(making.state.lots)
    drawn: list[str] = []
    number = 0
    wanted = len(making.state.living) + 1
    shuffles = 0
    order: list[str] = []
    while number < wanted:
        if not order:
            pile = listed(making.state.pile)
            if not pile and not _reshuffle(making):
                break
            shuffles += 1
            label = f"T{making.state.turn}/lots" + (f"/{shuffles}" if shuffles > 1 else "")
            # Shuffled by name: a game master who scripts the draw writes "Saloon".
            names = [RECRUITS[one].name for one in listed(making.state.pile)]
            order = [BY_NAME[name] for name in making.dice.shuffle(label, names, sealed=False)]
        kind = order.pop(0)
        pile_left = dict(making.state.pile)
        pile_left[kind] -= 1
        making.state = replace(making.state, pile={one: number for one, number in pile_left.items() if number})
        number += 1
        if kind in OFFICES:
            _vacate(making, kind, drawn)
            for earlier in (carried, drawn):
                if kind in earlier:
                    earlier.remove(kind)
            if making.state.choice("discard_office") == "pile_too":
                order = [other for other in order if other != kind]
        making.state = replace(making.state, lots=(*making.state.lots, kind))
        drawn.append(kind)
    left = sum(making.state.pile.values())
    making.tell(LotsDrawn(drawn=tuple(drawn), carried=tuple(carried), left=left))


def _reshuffle(making: Making) -> bool:
    """When the pile is empty the discards become the new pile (LB-Q26); `no_reshuffle`: then fewer lots are drawn."""
    state = making.state
    number = sum(state.discards.values())
    if not number or state.is_set("no_reshuffle"):
        return False
    making.state = replace(state, pile=counted(listed(state.discards)), discards={})
    making.tell(PileReshuffled(number=number))
    return True


def _vacate(making: Making, office: str, drawn: list[str]) -> None:
    """Only one Governor, and one Govt Contracts, at a time (LB-32 to LB-35, LB-Q25, LB-Q71).

    A new one discards the one in a player's hands (unless it is held until sold) and the one among the lots;
    `discard_office: pile_too` discards those in the pile as well.
    """
    state = making.state
    if office in state.lots:
        lots = list(state.lots)
        lots.remove(office)
        making.state = replace(state, lots=tuple(lots)).with_discards(office)
        making.tell(OfficeLost(office=office, seat=None, drawn=office in drawn))
    holder = making.state.offices.get(office)
    if holder is not None and not state.is_set("office_until_sold"):
        lose_office(making, office, holder)
    inside = making.state.pile.get(office, 0)
    if inside and state.choice("discard_office") == "pile_too":
        pile = {kind: number for kind, number in making.state.pile.items() if kind != office}
        making.state = replace(making.state, pile=pile).with_discards(*[office] * inside)
        making.tell(OfficeLost(office=office, seat=None, number=inside))


def lose_office(making: Making, office: str, holder: Seat) -> None:
    """The holder's counter goes to the discards; the office is vacant."""
    offices = {one: seat for one, seat in making.state.offices.items() if one != office}
    making.state = replace(making.state, offices=offices).with_discards(office)
    making.tell(OfficeLost(office=office, seat=holder))


def steady_revenue(state: State, seat: Seat) -> int:
    """A seat's income of a turn without dice: settlements and contracts, for standings and the turn limit."""
    return state.revenue(seat) + (RECRUITS[CONTRACTS].revenue if state.offices.get(CONTRACTS) == seat else 0)
