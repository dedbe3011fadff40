"""The units that may share a space at the end of a go (LB-55 to LB-58, LB-Q42, LB-Q43). There is no limit to
numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.variants.land_barons.counters import get_along
from judge.variants.land_barons.state import Unit


def settle_stacks(units: Sequence[Unit], routes: Mapping[int, tuple[str, ...]], void: bool) -> dict[int, int]:
    """How far along its route each ordered unit ends (0: at its start).

    Units that did not move have precedence, then those listed first. A later one goes back along its path to the last
    space where it may stay (with `void`, all the way). One that finds no such space does not move at all, which may
    send others back in turn, until nothing changes (LB-Q42).
    """
    kinds = {unit.id: unit.kind for unit in units}
    staying = {number for number, route in routes.items() if len(route) == 1}
    while True:
        ends = _placed(units, kinds, routes, staying, void)
        blocked = [number for number, place in ends.items() if place < 0]
        if not blocked:
            return ends
        staying.add(blocked[0])


def _placed(
    units: Sequence[Unit],
    kinds: Mapping[int, str],
    routes: Mapping[int, tuple[str, ...]],
    staying: set[int],
    void: bool,
) -> dict[int, int]:
    """One pass by precedence; -1 for the first unit that has nowhere to stay."""
    there: dict[str, list[str]] = {}
    for unit in units:
        if unit.id not in routes or unit.id in staying:
            there.setdefault(unit.space, []).append(unit.kind)
    ends = dict.fromkeys(routes, 0)
    for number, route in routes.items():
        if number in staying:
            continue
        tries = (len(route) - 1,) if void else range(len(route) - 1, -1, -1)
        for place in tries:
            if all(get_along(kinds[number], other) for other in there.get(route[place], ())):
                there.setdefault(route[place], []).append(kinds[number])
                ends[number] = place
                break
        else:
            ends[number] = -1
            return ends
    return ends
