"""Conditions on the board: `German A IN BUR`, `BUR IS EMPTY`, `Germany OWNS MUN`, `Germany HAS at least 4 centres`."""

from __future__ import annotations

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.sight import Ruling, Sight, Thing
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.view import Seen

CONDITIONS = ("German A IN BUR", "BUR IS EMPTY", "Germany OWNS MUN", "Germany HAS at least 4 centres")

_KINDS = {"a": "A", "army": "A", "armies": "A", "f": "F", "fleet": "F", "fleets": "F"}


def holds(chart: Chart, seen: Seen, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees: all but orders."""
    return _sight(chart, seen, seat).decide(text)


def _sight(chart: Chart, seen: Seen, seat: Seat) -> Sight:
    def place(said: str) -> str | Problem:
        named = chart.tongue.place(said)
        if named is None or named.guessed or not named.coast:
            return chart.tongue.places.find(said)
        province = chart.tongue.places.find(named.text)
        coast = f"{province}/{named.coast}"
        return coast if coast in chart.board.number else province

    return Sight(
        seat,
        chart.tongue.owners,
        place,
        lambda said: (_KINDS[said],) if said in _KINDS else (),
        tuple(Thing(unit.kind, unit.place, Seat(unit.power)) for unit in seen.units),
        {centre: seen.centres.get(centre) for centre in chart.centres},
        counts={
            ("centres", "centre", "center", "supply center", "supply centre"): {
                one.seat: one.count for one in seen.standings
            },
            ("units", "unit"): {one.seat: one.strength for one in seen.standings},
            ("armies", "army"): {one.seat: sum(unit.kind == "A" for unit in one.units) for one in seen.standings},
            ("fleets", "fleet"): {one.seat: sum(unit.kind == "F" for unit in one.units) for one in seen.standings},
        },
    )
