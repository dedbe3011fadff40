"""Whether a game can be played on a map at all: somebody can move, everybody can do something, nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.protocol import Problem

if TYPE_CHECKING:
    from judge.variants.diplomacy.chart import Chart


def lifeless(chart: Chart, board: Board) -> Iterator[Problem]:
    """What keeps a game on this map from going on; nothing when it can be played."""
    units = {seat.id: chart.start(seat.id) for seat in chart.seats}
    if any(not board.can_stand(unit.kind, unit.place) for own in units.values() for unit in own):
        return
    begins = str(chart.value.get("first", "Spring 1901")).partition(" ")[0].lower()
    if begins == "spring" and not any(units.values()) and not chart.value.get("placing"):
        yield Problem("map-no-units", {})
    for seat in chart.seats:
        sheet = chart.value["powers"][seat.id]
        can_move = any(board.neighbours(unit.kind, unit.place) for unit in units[seat.id])
        if not (can_move or sheet.get("homes") or sheet.get("owns") or sheet.get("played") is False):
            yield Problem("map-idle-power", {"seat": seat.id})
    wanted = {*chart.centres, *(chart.province(unit.place) for own in units.values() for unit in own)}
    for code in sorted(wanted):
        number = board.number[code]
        ways = [
            *board.army_next[number],
            *(one for at in (number, *board.coasts_of[number]) for one in board.fleet_next[at]),
        ]
        if not ways:
            yield Problem("map-cut-off", {"place": code})
