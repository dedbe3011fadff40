"""The retreats of an archive: orders found for dislodged units, the phase carried out, its results by their texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Dislodged
from judge.adjudicator.diplomacy.orders import Disband, Retreat, Retreating
from judge.adjudicator.diplomacy.retreats import retreats
from judge.batch.notation import read_order
from judge.batch.shape import BadLine, ByPower, Done, Line, each_order, plain, units_of


def retreat_phase(board: Board, line: Line, orders: ByPower) -> Done:
    """Carry out a phase of retreats."""
    units = units_of(board, line)
    taken = {board.province(unit.place) for unit in units}
    if len(taken) != len(units):
        raise BadLine("two units stand in one province")
    fallen = driven_out(board, line, taken)
    chosen: dict[str, Retreating] = {}
    keys: dict[str, str] = {}
    results: dict[str, str] = {}
    why: dict[str, dict[str, object]] = {}
    for power, text, key in each_order(orders):
        order = read_order(text)
        if not isinstance(order, Retreat | Disband):
            code = "not-understood" if order is None else "wrong-phase"
            results[key] = "illegal"
            why[key] = {"code": code, "text": text} if order is None else {"code": code, "wanted": "retreats"}
            continue
        at = board.province(order.at) if order.at in board.number else order.at
        loser = key
        if at not in fallen or fallen[at].unit.power != power:
            results[key], why[key] = "illegal", {"code": "not-dislodged", "place": at}
            continue
        if at not in keys:
            chosen[at], keys[at] = order, key
            continue
        if not is_lawful(board, fallen[at], chosen[at]) and is_lawful(board, fallen[at], order):
            loser, keys[at], chosen[at] = keys[at], key, order
        if loser != keys[at]:
            results[loser], why[loser] = "illegal", {"code": "second-order", "unit": f"{fallen[at].unit.kind} {at}"}
    done = retreats(board, units, tuple(fallen.values()), chosen)
    for result in done.results:
        key = keys.get(board.province(result.unit.place), "")
        if key:
            results[key] = result.word
            if result.reason is not None:
                why[key] = plain(result.reason)
    return Done.of(line, done.units, results, why, done.gone)


def driven_out(board: Board, line: Line, taken: set[str]) -> dict[str, Dislodged]:
    """The dislodged units by province, and the retreats open to each: from `retreats`, else any vacant neighbour."""
    given: Any = line.get("retreats") or {}
    if not isinstance(given, Mapping):
        raise BadLine('"retreats" must be an object: {"A BUR": ["PIC", "GAS"]}')
    fallen: dict[str, Dislodged] = {}
    for unit in units_of(board, line, "dislodged"):
        wanted = given.get(f"{unit.kind} {unit.place}")
        if wanted is not None and not isinstance(wanted, list | tuple):
            raise BadLine(f'"retreats" of {unit.kind} {unit.place} must be a list of places')
        near = board.neighbours(unit.kind, unit.place)
        if wanted is None:
            options = tuple(place for place in near if board.province(place) not in taken)
        else:
            options = tuple(place for place in near if place in wanted or board.province(place) in wanted)
        fallen[board.province(unit.place)] = Dislodged(unit, unit, options)
    return fallen


def is_lawful(board: Board, fallen: Dislodged, order: Retreating) -> bool:
    """Whether the unit may do that: of several orders the first lawful one counts."""
    if isinstance(order, Disband):
        return True
    return any(to in (place, board.province(place)) for to in order.to for place in fallen.options)
