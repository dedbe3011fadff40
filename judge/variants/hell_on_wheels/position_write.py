"""A state as a position document (docs/positions/hell-on-wheels.md)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.moments import title
from judge.variants.hell_on_wheels.options import DEFAULTS
from judge.variants.hell_on_wheels.state import State, Town


def write_position(box: Box, state: State) -> dict[str, object]:
    """The state as a document; `read_position` gives an equal state back."""
    names = {seat.id: seat.name for seat in box.seats}
    found: dict[str, object] = {
        "phase": title(state, names[state.goes[0]] if state.goes else ""),
        "seats": [names[seat] for seat in state.seats],
    }
    if state.over is not None:
        found["phase"] = f"Turn {state.turn}, over"
    if state.supervisor is not None:
        found["supervisor"] = names[state.supervisor]
    found["cash"] = {names[seat]: state.cash[seat] for seat in state.seats}
    found["hands"] = {names[seat]: [box.name(card) for card in state.hands[seat]] for seat in state.seats}
    towns: dict[str, object] = {}
    for place in PLACES:
        town = state.towns.get(place)
        if town is not None:
            towns[place] = _town(box, names, state, town)
    found["towns"] = towns
    found["deck"] = [box.name(card) for card in state.deck]
    found["discards"] = [box.name(card) for card in state.discards]
    found["town deck"] = [box.name(town) for town in state.town_deck]
    if state.stirred:
        found["stirred"] = True
    if state.shuffles:
        found["shuffles"] = state.shuffles
    if state.without_player:
        found["without player"] = [names[seat] for seat in state.seats if seat in state.without_player]
    if state.final_houses is not None:
        found["final houses"] = {names[seat]: state.final_houses.get(seat, 0) for seat in state.seats}
    options = {key: value for key, value in state.options.items() if DEFAULTS.get(key) != value}
    if options:
        found["options"] = options
    if state.over is not None:
        found["over"] = {"winners": [names[seat] for seat in state.over.winners], "reason": state.over.reason}
    return found


def _town(box: Box, names: Mapping[Seat, str], state: State, town: Town) -> dict[str, object]:
    """A town with the cards of each owner, in the order in which they were played."""
    found: dict[str, object] = {"town": box.name(town.town)}
    marked = (*town.houses, *town.civilized)
    if marked:
        # One list with owners: the order among owners matters for which of two alike has lain longer.
        found["cards"] = [f"{box.name(one.card)} of {names[one.owner]}" for one in marked]
    if town.customers:
        found["customers"] = [box.name(card) for card in town.customers]
    if town.mayhem:
        found["mayhem"] = [box.name(card) for card in town.mayhem]
    return found
