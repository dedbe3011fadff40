"""Whether a game can be played on a map at all: somebody can move, everybody can do something, nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.protocol import Problem

if TYPE_CHECKING:
    from judge.variants.diplomacy.chart import Chart


def lifeless(chart: Chart, board: Board) -> Iterator[Problem]:
    """The reasons why a game cannot go on, on a map with no other mistake; none when it can be played."""
    opening = chart.opening({})
    if not (opening.units or opening.placing or opening.phase(chart.calendar) == "adjustments"):
        yield Problem("map-no-units", {})
    for seat in chart.players:
        can_move = any(board.neighbours(unit.kind, unit.place) for unit in opening.units if unit.power == seat.id)
        if not (can_move or opening.placing or chart.homes[seat.id] or seat.id in opening.centres.values()):
            yield Problem("map-idle-power", {"seat": seat.id})
    for code in sorted({*chart.centres, *(chart.province(unit.place) for unit in opening.units)}):
        number = board.number[code]
        sails = any(board.fleet_next[place] for place in (number, *board.coasts_of[number]))
        if not (sails or board.army_next[number]):
            yield Problem("map-cut-off", {"place": code})
