"""A finished game as one file, a page for browsers or a PDF: every report with its map, the closing report, the turning
points, and the record for checking its dice."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from judge import report, shelf
from judge.report.blocks import Block, Heading, parse
from judge.report.charted import strength
from judge.report.languages import titled
from judge.report.media.html import html_of
from judge.report.media.pdf import pdf
from judge.report.media.typeset import string, typeset
from judge.report.saying import worded
from judge.report.site.record import Record
from judge.report.turning import turning_points
from judge.report.words import Words, environment


def book(record: Record, site: str, checked: bool, own_templates: Path | None = None) -> str:
    """The book as HTML that needs no other file. `checked`: whether every draw was recomputed and found right."""
    chapters = [
        {"number": number, "title": one.title, "map": _picture(one.svg) if one.svg else "", "body": _html(one.blocks)}
        for number, one in enumerate(record.pages)
    ]
    chart = _chart(record, own_templates)
    style = (shelf.shipped("templates") / "site" / "style.css").read_text(encoding="utf-8")
    return (
        environment(own_templates)
        .get_template("site/book.html.j2")
        .render(
            title=record.title, front=Markup(html_of(_front(record, site, checked, own_templates), inline=False)),
            chapters=chapters, closing=_html(record.closing), chart=_picture(chart) if chart else "",
            style=Markup(style),
        )
    )  # fmt: skip


def book_pdf(record: Record, site: str, checked: bool, own_templates: Path | None = None) -> bytes:
    """The book as a PDF."""
    chapters = [
        {
            "number": number, "title": _set(titled(one.title)), "map": bool(one.svg),
            "body": _typeset(one.blocks),
        }
        for number, one in enumerate(record.pages)
    ]  # fmt: skip
    chart = _chart(record, own_templates)
    source = (
        environment(own_templates)
        .get_template("site/book.typ.j2")
        .render(
            title=_set(record.title), front=Markup(typeset(_front(record, site, checked, own_templates))),
            chapters=chapters, closing=_typeset(record.closing), chart=bool(chart),
        )
    )  # fmt: skip
    drawn = {f"map-{number}": one.svg for number, one in enumerate(record.pages) if one.svg}
    return pdf(source, drawn | ({"chart": chart} if chart else {}))


def _front(record: Record, site: str, checked: bool, own_templates: Path | None) -> tuple[Block, ...]:
    """The first pages: who played, how it ended, where it turned, and that its dice were right."""
    standings = [one.standings for one in record.pages]
    taking = {seat for one in standings for seat in one} | set(record.players)
    words = Words(record.game, None, record.players, own_templates)
    turns = [
        {"title": record.pages[one.place].title, "kind": one.kind, "seat": one.seat, "before": one.before,
         "after": one.after}
        for one in turning_points(standings)
    ]  # fmt: skip
    marked = words.marked(
        "common/book.j2", title=record.title, site=site, checked=checked, turns=turns,
        ending=worded(record.ending or "", own_templates),
        seats=[seat.id for seat in record.game.seats if seat.id in taking or not taking],
        measured=report.measured(record.game),
    )  # fmt: skip
    return parse(marked)


def _chart(record: Record, own_templates: Path | None) -> str:
    """Strength over time; "" where a game counts nothing."""
    pages = record.pages
    return strength(record.game, [one.standings for one in pages], [one.title for one in pages], own_templates)


def _untitled(blocks: Sequence[Block]) -> list[Block]:
    """A report without its title, which the chapter has."""
    return [one for one in blocks if not (isinstance(one, Heading) and one.level == 1)]


def _html(blocks: Sequence[Block]) -> Markup:
    return Markup(html_of(_untitled(blocks), inline=False))


def _typeset(blocks: Sequence[Block]) -> Markup:
    return Markup(typeset(_untitled(blocks)))


def _set(text: str) -> Markup:
    return Markup(string(text))


def _picture(svg: str) -> str:
    """A picture inside the page, apart from the others: names within one never meet those of another."""
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


__all__ = ["book", "book_pdf"]
