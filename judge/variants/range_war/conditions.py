"""Conditions on the board: `G IN Coo`, `Coo IS EMPTY`, `Lone Star OWNS Tom`, `Lone Star HAS at least 9 centres`."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.grammar.sight import Ruling, Sight, Thing
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.view import Seen

CONDITIONS = ("Lone Star G IN Coo", "Coo IS EMPTY", "Lone Star OWNS Tom", "Lone Star HAS at least 9 centres")

_KINDS = {
    "g": ("gang",), "gang": ("gang",), "gangs": ("gang",), "h": ("herd",), "herd": ("herd",), "herds": ("herd",),
    "wild herd": ("wild",), "wild": ("wild",),
}  # fmt: skip


def holds(chart: Chart, seen: Seen, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees: all but orders. A herd fills a space as a gang does."""
    return _sight(chart, seen, seat).decide(text)


def _sight(chart: Chart, seen: Seen, seat: Seat) -> Sight:
    return Sight(
        seat,
        chart.owners,
        chart.places.find,
        lambda said: _KINDS.get(said, ()),
        (
            *(Thing("gang", space, owner) for space, owner in seen.gangs.items()),
            *(Thing("herd", space, brand.seat) for space, brand in seen.herds.items()),
            *(Thing("wild", space) for space in seen.wild),
        ),
        {space: seen.centres.get(space) for space in seen.fixed},
        counts={
            ("centres", "centre", "center"): {row.seat: row.centres for row in seen.rows},
            ("gangs", "gang"): {row.seat: len(row.gangs) for row in seen.rows},
            ("herds", "herd"): {row.seat: len(row.herds) for row in seen.rows},
        },
    )
