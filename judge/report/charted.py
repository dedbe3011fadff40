"""Charts with their words: each as blocks with a table for any medium, and as a picture of the same table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.adjudicator.protocol import AnyGame, Seat
from judge.report.blocks import Block, Grid, Heading, parse, words
from judge.report.charts import bars_chart, pairs_chart, strength_chart
from judge.report.counted import Counted, short_title
from judge.report.languages import called, titled
from judge.report.saying import Saying, worded
from judge.report.words import Words


@dataclass(frozen=True, slots=True)
class Charted:
    """A chart. `blocks`: the text below its title, its table last."""

    code: str
    title: str
    blocks: tuple[Block, ...]
    svg: str


def charted(said: Words, charts: Sequence[Counted], colours: Mapping[Seat, str]) -> tuple[Charted, ...]:
    """The charts of a game in the words of common/charts.j2."""
    found: list[list[Block]] = []
    for block in parse(said.marked("common/charts.j2", charts=[one.thinned() for one in charts])):
        if isinstance(block, Heading):
            found.append([])
        if found:
            found[-1].append(block)
    return tuple(_charted(one, blocks, colours) for one, blocks in zip(charts, found, strict=True))


def _charted(one: Counted, blocks: Sequence[Block], colours: Mapping[Seat, str]) -> Charted:
    title = words(blocks[0].spans) if isinstance(blocks[0], Heading) else ""
    table = next((block for block in blocks if isinstance(block, Grid)), Grid((), (), ()))
    rows = [[words(cell) for cell in row] for row in table.rows]
    shown = [colours.get(seat, "") for seat, _ in one.rows]
    if one.kind == "time":
        names = {seat: cells[0] for (seat, _), cells in zip(one.rows, rows, strict=True)}
        had = [{seat: row[place] for seat, row in one.rows} for place in range(len(one.columns))]
        svg = strength_chart(had, names, one.columns, title, colours)
    elif one.kind == "pairs":
        svg = pairs_chart(title, rows, [row[0] for _, row in one.rows], shown)
    else:
        # Due luck is counted in sixtieths, actual luck in dice.
        scale = [60 if column == "due" else 1 for column in one.columns]
        lengths = [[value / by for value, by in zip(row, scale, strict=True)] for _, row in one.rows]
        svg = bars_chart(title, [words(cell) for cell in table.head[1:]], rows, lengths, shown)
    return Charted(one.code, title, tuple(blocks[1:]), svg)


def strength_title(game: AnyGame, own_templates: Path | None) -> str:
    """The name of the chart of everybody's strength, in the reader's words."""
    return worded(Saying("mail/chart", {"measured": game.measure}), own_templates)


def strength(
    game: AnyGame,
    lines: Sequence[Mapping[Seat, int]],
    titles: Sequence[str],
    own_templates: Path | None,
    colours: Mapping[Seat, str] | None = None,
) -> str:
    """The chart of everybody's strength as SVG, in the reader's words; "" where a game counts nothing. `titles`: those
    of the windows, one a step."""
    if not any(lines):
        return ""
    names = {seat.id: called(seat.name) for seat in game.seats}
    labels = [titled(short_title(title)) for title in titles]
    return strength_chart(lines, names, labels, strength_title(game, own_templates), colours)
