"""The Pay Phase (LB-23 to LB-25, LB-Q17 to LB-Q19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.protocol import Seat
from judge.grammar.memory import once
from judge.variants.land_barons.counters import BARON, shoot
from judge.variants.land_barons.events import UnitsPaid, UnitUnpaid
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.orders import Order, Pay, UnitRef
from judge.variants.land_barons.state import State, Unit

WAGE = 2


@once
def hired(state: State, seat: Seat) -> tuple[Unit, ...]:
    """The units that want pay: Regulators and all of type U, not the Baron (LB-25, LB-Q19); best paid for first.

    Strongest Shoot first, then oldest: the order in which silence pays them (LB-Q17).
    """
    units = [unit for unit in state.units_of(seat) if unit.kind != BARON]
    return tuple(sorted(units, key=lambda unit: (-shoot(unit.kind), unit.id)))


def unit_named(state: State, seat: Seat, ref: UnitRef) -> Unit | None:
    """The unit a player means: the so-manieth of its kind in its space, by age."""
    kind, space, left = ref.kind, ref.space, ref.number
    for unit in state.units_of(seat):
        if unit.kind == kind and (unit.space == space or not space):
            left -= 1
            if left == 0:
                return unit
    return None


def payroll(state: State, seat: Seat, order: Pay, dollars: int) -> tuple[Unit, ...]:
    """Whom an order pays, 2 Dollars each (LB-23), in order while the money lasts: no part payment, no debt (LB-Q17)."""
    everybody = hired(state, seat)
    if order.whom == "all":
        return everybody[: max(0, dollars) // WAGE]
    named = [unit for unit in (unit_named(state, seat, ref) for ref in order.units) if unit is not None]
    if order.whom == "only":
        wanted = [unit for unit in dict.fromkeys(named) if unit.kind != BARON]
    else:
        wanted = [unit for unit in everybody if unit not in named]
    return tuple(wanted[: max(0, dollars) // WAGE])


def pay_units(making: Making, orders: Mapping[Seat, Sequence[Order]]) -> None:
    """Each player pays their units; an unpaid one is discarded on 4 or more on 1D6, else stays (LB-24, LB-Q18)."""
    for seat in making.state.living:
        state = making.state
        everybody = hired(state, seat)
        order = next((one for one in orders.get(seat, ()) if isinstance(one, Pay)), Pay("all"))
        paid = payroll(state, seat, order, state.purse(seat))
        dollars = WAGE * len(paid)
        making.state = state.with_cash(seat, -dollars)
        if everybody:
            making.tell(UnitsPaid(seat=seat, paid=len(paid), units=len(everybody), dollars=dollars))
        for given in orders.get(seat, ()):
            if isinstance(given, Pay):
                making.judge(seat, given, "paid", f"${dollars} for {len(paid)} of {len(everybody)}")
        _dice_for_pay(making, seat, tuple(unit for unit in everybody if unit not in paid))


def _dice_for_pay(making: Making, seat: Seat, unpaid: tuple[Unit, ...]) -> None:
    """One die for each unpaid unit: 1 to 3 it stays, 4 to 6 it is discarded (LB-24)."""
    rolled: dict[tuple[str, str], int] = {}
    for unit in sorted(unpaid, key=lambda one: (one.space, one.kind, one.id)):
        number = rolled[unit.space, unit.kind] = rolled.get((unit.space, unit.kind), 0) + 1
        die = making.roll(f"unpaid/{seat}/{unit.space}/{unit.kind}/{number}")
        making.tell(UnitUnpaid(seat=seat, kind=unit.kind, space=unit.space, rolled=die, stays=die < 4))
        if die >= 4:
            remove_unit(making, seat, unit)


def remove_unit(making: Making, seat: Seat, unit: Unit) -> None:
    """A unit leaves the map; recruit counters go to the discards, Regulators and Barons leave the game (LB-Q58)."""
    left = tuple(one for one in making.state.units_of(seat) if one.id != unit.id)
    making.state = making.state.with_units(seat, left).with_discards(unit.kind)
