"""A state as a position document: YAML a game master can read and change (docs/positions/land-barons.md)."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Option
from judge.variants.land_barons.counters import OFFICES, PILE, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.state import Lists, Settlement, State
from judge.variants.land_barons.windows import title

ANYWHERE = "anywhere"


def write_position(state: State, defaults: Sequence[Option]) -> dict[str, object]:
    """The state as a position document."""
    usual = {option.key: option.default for option in defaults}
    found: dict[str, object] = {"phase": _written_phase(state)}
    options = {key: value for key, value in state.options.items() if usual.get(key) != value}
    if options:
        found["options"] = options
    found["seats"] = [str(seat) for seat in state.seats]
    found["settlements"] = {space: _settlement(state.settlements[space]) for space in sorted(state.settlements)}
    found["units"] = {
        str(seat): [f"{UNITS[unit.kind].name} {unit.space}" for unit in state.units_of(seat)]
        for seat in state.seats
        if state.units_of(seat)
    }
    found["cash"] = {str(seat): state.purse(seat) for seat in state.seats}
    found["lots"] = [RECRUITS[kind].name for kind in state.lots]
    if state.tied:
        found["tied"] = {one.lot: [str(seat) for seat in one.seats] for one in state.tied}
    found["won"] = {str(seat): [RECRUITS[kind].name for kind in won] for seat, won in state.won.items() if won}
    found["offices"] = {
        RECRUITS[office].name: str(state.offices[office]) for office in OFFICES if office in state.offices
    }
    found["pile"] = {RECRUITS[kind].name: state.pile[kind] for kind in PILE if state.pile.get(kind)}
    found["discards"] = {RECRUITS[kind].name: state.discards[kind] for kind in PILE if state.discards.get(kind)}
    found["unused"] = [SETTLEMENTS[kind].name for kind in state.unused]
    found["lists"] = {str(seat): _lists(mine) for seat, mine in sorted(state.lists.items())}
    if state.going:
        found["going"] = [str(seat) for seat in state.going]
    if state.fallen:
        found["fallen"] = [str(seat) for seat in state.fallen]
    if state.ended is not None:
        found["over"] = f"{', '.join(state.ended.winners) or 'nobody'}: {state.ended.reason}"
    return found


def _written_phase(state: State) -> str:
    return f"Turn {state.turn}, over" if state.phase == "over" else title(state)


def _settlement(settlement: Settlement) -> str:
    """`Town, graham, Saloon, Bank`: kind, whose marker, improvements."""
    if settlement.kind == RANCH:
        name = f"Ranch of {settlement.ranch}" if settlement.ranch else "Ranch"
    else:
        name = SETTLEMENTS[settlement.kind].name if settlement.kind in SETTLEMENTS else "open"
    parts = [name, *([str(settlement.owner)] if settlement.owner else [])]
    parts += [RECRUITS[one].name for one in settlement.improvements]
    return ", ".join(parts + ([] if settlement.seen else ["face down"]))


def _lists(lists: Lists) -> dict[str, object]:
    found: dict[str, object] = {}
    if lists.lose:
        found["lose"] = [UNITS[kind].name for kind in lists.lose]
    if lists.retreat:
        found["retreat"] = {start or ANYWHERE: list(spaces) for start, spaces in lists.retreat.items()}
    return found
