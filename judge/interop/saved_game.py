"""Games in the saved-game JSON of the `diplomacy` package: written from our record, read into position documents.

One phase holds the position it began with, the orders given in it, and the result for each unit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.adjudicator.protocol import Event, Seat, Verdict
from judge.grammar.document import Complaint, DocumentError
from judge.variants.diplomacy.game import Diplomacy

SEASONS = {"Spring": "S", "Fall": "F", "Winter": "W"}
PHASES = {"movement": "M", "retreats": "R", "adjustments": "A"}
RESULTS = {
    "fails": "bounce",
    "cut": "cut",
    "disrupted": "disrupted",
    "illegal": "void",
    "invalid": "void",
    "dislodged": "dislodged",
    "destroyed": "disband",
}


@dataclass(frozen=True)
class SavedPhase:
    """One phase: its short name, its position as a document, the orders given in it by seat."""

    name: str
    position: Mapping[str, object]
    orders: Mapping[Seat, tuple[str, ...]]


def short_name(title: str) -> str:
    """`Spring 1901, movement` as `S1901M`."""
    season, year, phase = title.replace(",", "").split()[:3]
    return f"{SEASONS[season]}{int(year):04d}{PHASES[phase]}"


def long_name(name: str) -> str:
    """`S1901M` as `Spring 1901, movement`."""
    season = next((long for long, short in SEASONS.items() if short == name[:1]), None)
    phase = next((long for long, short in PHASES.items() if short == name[-1:]), None)
    if season is None or phase is None or not re.fullmatch(r"[0-9]{1,6}", name[1:-1]):
        raise DocumentError("saved game", [Complaint(1, (name,), f'"{name}" is no phase: S1901M was expected')])
    return f"{season} {int(name[1:-1])}, {phase}"


def write_saved(
    game: Diplomacy,
    identity: str,
    phases: Sequence[tuple[str, Mapping[str, Any], Mapping[Seat, Sequence[str]], Sequence[Event]]],
) -> dict[str, object]:
    """A saved game. `phases`: window title, position document, orders used by seat, and their results."""
    powers = {seat.id: seat.name for seat in game.seats}
    homes = {seat: list(game.chart.homes[seat]) for seat in powers}
    return {
        "id": identity,
        "map": "standard",
        "rules": [],
        "phases": [_phase(powers, homes, title, doc, orders, events) for title, doc, orders, events in phases],
    }


def _phase(
    powers: Mapping[Seat, str],
    homes: Mapping[Seat, list[str]],
    title: str,
    document: Mapping[str, Any],
    orders: Mapping[Seat, Sequence[str]],
    events: Sequence[Event],
) -> dict[str, object]:
    name = short_name(title)

    def by_power(key: str) -> dict[Seat, list[str]]:
        held = document.get(key) or {}
        return {seat: [str(one) for one in held.get(full, [])] for seat, full in powers.items()}

    units, centres, driven = by_power("units"), by_power("centres"), by_power("dislodged")
    options = {str(unit): list(places) for unit, places in (document.get("retreats") or {}).items()}
    builds = {}
    for seat in powers:
        count = len(centres[seat]) - len(units[seat]) if name.endswith("A") else 0
        taken = {unit.split()[1].partition("/")[0] for unit in units[seat]}
        sites = [home for home in homes[seat] if home in centres[seat] and home not in taken] if count > 0 else []
        builds[seat.upper()] = {"count": min(count, len(sites)) if count > 0 else count, "homes": sites}
    results: dict[str, list[str]] = {unit: [] for own in units.values() for unit in own}
    for event in events:
        if isinstance(event, Verdict) and event.result in RESULTS:
            for text in _unit_of(event, orders):
                results.setdefault(text, []).append(RESULTS[event.result])
    return {
        "name": name,
        "state": {
            "timestamp": 0,
            "zobrist_hash": "0",
            "note": "",
            "name": name,
            "units": {seat.upper(): [*units[seat], *(f"*{unit}" for unit in driven[seat])] for seat in powers},
            "retreats": {seat.upper(): {unit: options.get(unit, []) for unit in driven[seat]} for seat in powers},
            "centers": {seat.upper(): centres[seat] for seat in powers},
            "homes": {seat.upper(): homes[seat] for seat in powers},
            "influence": {seat.upper(): [] for seat in powers},
            "civil_disorder": {seat.upper(): 0 for seat in powers},
            "builds": builds,
            "game_id": "",
            "map": "standard",
            "rules": [],
        },
        "orders": {seat.upper(): [*orders.get(seat, ())] for seat in powers},
        "results": results,
        "messages": [],
    }


def _unit_of(event: Verdict, orders: Mapping[Seat, Sequence[str]]) -> list[str]:
    """The unit an order is for, as `A PAR`: the first two words of an order's text."""
    place = str(getattr(event.order, "at", "") or getattr(event.order, "place", ""))
    return [
        " ".join(text.split()[:2])
        for text in orders.get(event.seat, ())
        if len(text.split()) > 1 and place and text.split()[1] == place
    ][:1]


def read_saved(game: Diplomacy, saved: Mapping[str, Any]) -> tuple[SavedPhase, ...]:
    """The phases of a saved game; every mistake is named with its phase."""
    try:
        return _read(game, saved)
    except (LookupError, TypeError, AttributeError) as error:
        said = f"this is no saved game: something in it is not what belongs there ({error})"
        raise DocumentError("saved game", [Complaint(1, (), said)]) from None


def _read(game: Diplomacy, saved: Mapping[str, Any]) -> tuple[SavedPhase, ...]:
    complaints: list[Complaint] = []
    if not isinstance(saved.get("phases"), list) or not saved["phases"]:
        raise DocumentError("saved game", [Complaint(1, (), "a saved game has a list of phases")])
    if saved.get("map", "standard") != "standard":
        complaints.append(Complaint(1, ("map",), f"only the standard map is read here, not {saved['map']}"))
    names = {seat.id.upper(): seat.name for seat in game.seats}
    found = []
    for number, phase in enumerate(saved["phases"]):
        state = phase.get("state") if isinstance(phase, dict) else None
        if not isinstance(state, dict):
            complaints.append(Complaint(1, ("phases", number), "a phase has a state"))
            continue
        name = str(phase.get("name", ""))
        if name == "COMPLETED":
            continue
        unknown = [power for power in state.get("units", {}) if power not in names]
        if unknown:
            complaints.append(Complaint(1, ("phases", name), f"{', '.join(unknown)} is no power of the standard map"))
            continue
        found.append(SavedPhase(name, _position(names, name, state), _orders(phase)))
    if complaints:
        raise DocumentError("saved game", complaints)
    return tuple(found)


def _position(names: Mapping[str, str], name: str, state: Mapping[str, Any]) -> dict[str, object]:
    units: dict[str, list[str]] = {}
    driven: dict[str, list[str]] = {}
    retreats: dict[str, list[str]] = {}
    for power, own in state.get("units", {}).items():
        for unit in own:
            side = driven if unit.startswith("*") else units
            side.setdefault(names[power], []).append(unit.lstrip("*"))
    for options in state.get("retreats", {}).values():
        for unit, places in (options or {}).items():
            retreats[unit.lstrip("*")] = list(places)
    document: dict[str, object] = {
        "phase": long_name(name),
        "units": units,
        "centres": {names[power]: list(own) for power, own in state.get("centers", {}).items() if own},
    }
    if driven:
        document["dislodged"] = driven
        document["retreats"] = retreats
    return document


def _orders(phase: Mapping[str, Any]) -> dict[Seat, tuple[str, ...]]:
    return {Seat(power.lower()): tuple(map(str, own or ())) for power, own in (phase.get("orders") or {}).items()}
