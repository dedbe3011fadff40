"""A finished game as one file: every report with its map, the closing report, the record its dice are checked by."""

from __future__ import annotations

import base64
from pathlib import Path

from markupsafe import Markup

from judge import report, shelf
from judge.report import charts
from judge.report.blocks import Block, Heading
from judge.report.media.html import html_of
from judge.report.site.record import Record
from judge.report.words import environment


def book(record: Record, title: str, checked: bool, own_templates: Path | None = None) -> str:
    """The book as HTML that needs no other file. `checked`: whether every draw was recomputed and found right."""
    names = {seat.id: record.players.get(seat.id, seat.name) for seat in record.game.seats}
    lines = [one.standings for one in record.pages]
    labels = [one.title.partition(",")[0] for one in record.pages]
    chart = charts.strength_chart(lines, names, labels, report.measured(record.game)) if any(lines) else ""
    chapters = [
        {"number": number, "title": one.title, "map": _picture(one.svg) if one.svg else "", "body": _body(one.blocks)}
        for number, one in enumerate(record.pages)
    ]
    style = (shelf.shipped("templates") / "site" / "style.css").read_text(encoding="utf-8")
    return (
        environment(own_templates)
        .get_template("site/book.html.j2")
        .render(
            site=title, record=record, names=names, chapters=chapters, closing=_body(record.closing),
            chart=_picture(chart) if chart else "", style=Markup(style), checked=checked,
        )
    )  # fmt: skip


def _body(blocks: tuple[Block, ...] | list[Block]) -> Markup:
    """A report without its title, which the chapter has."""
    return Markup(html_of([one for one in blocks if not (isinstance(one, Heading) and one.level == 1)], inline=False))


def _picture(svg: str) -> str:
    """A picture inside the page, apart from the others: names within one never meet those of another."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


__all__ = ["book"]
