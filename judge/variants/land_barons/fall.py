"""A Baron's end and its effects (LB-4, LB-Q26, LB-Q51, LB-Q55)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.control import end_game
from judge.variants.land_barons.counters import OFFICES
from judge.variants.land_barons.events import BaronFell
from judge.variants.land_barons.making import Making


def fall(making: Making, seat: Seat, killer: Seat | None) -> None:
    """A player is eliminated if their Baron is killed (LB-4), and at once: units, offices and counters to the discards,

    money to the bank, markers off; the ranch is a neutral settlement worth 20 (LB-Q51). With `spoils` the killer takes
    money and markers. Giving up is the same without a killer (LB-Q55). The last Baron alive wins (LB-Q53).
    """
    state = making.state
    spoils = killer is not None and state.is_set("spoils")
    heir = killer if spoils else None
    owned = state.owned(seat)
    units = state.units_of(seat)
    dollars = state.purse(seat)
    offices = tuple(office for office in OFFICES if state.offices.get(office) == seat)
    settlements = {
        space: replace(one, owner=heir) if one.owner == seat else one for space, one in state.settlements.items()
    }
    making.state = replace(
        state.with_discards(*(unit.kind for unit in units), *state.won.get(seat, ()), *offices),
        settlements=settlements,
        units={other: mine for other, mine in state.units.items() if other != seat},
        won={other: mine for other, mine in state.won.items() if other != seat},
        offices={office: holder for office, holder in state.offices.items() if holder != seat},
        lists={other: mine for other, mine in state.lists.items() if other != seat},
        cash={**state.cash, seat: 0},
        going=tuple(other for other in state.going if other != seat),
        fallen=(*state.fallen, seat),
    )
    if heir is not None:
        making.state = making.state.with_cash(heir, dollars)
    stacks: dict[str, tuple[str, ...]] = {}
    for unit in units:
        stacks[unit.space] = (*stacks.get(unit.space, ()), unit.kind)
    making.tell(
        BaronFell(
            seat=seat,
            killer=killer,
            units=len(units),
            settlements=len(owned),
            dollars=dollars,
            spoils=heir is not None,
            lost=tuple(sorted(stacks.items())),
        )
    )
    living = making.state.living
    if len(living) < 2:
        end_game(making, living, "last-baron" if living else "nobody")
