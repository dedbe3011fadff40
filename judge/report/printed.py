"""Printed paper: pages of the manual, and the order sheet of a seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from judge.adjudicator.protocol import BLANK
from judge.report.blocks import Block, Heading, Verbatim, parse, words
from judge.report.languages import called
from judge.report.media.pdf import PAPERS, pdf
from judge.report.media.typeset import string, typeset
from judge.report.words import environment

_LINK = re.compile(r"\[([^\]]*)\]\([^)\s]*\)")


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The order sheet of a seat, made only from what the seat may see."""

    game: str
    rules: str
    seat: str
    window: str
    deadline: str
    picture: str
    """The map as SVG; empty for a game without one."""
    lines: tuple[str, ...]
    """The order form, with a blank in each line that must be filled in."""
    report: tuple[Block, ...]


def page_pdf(text: str, paper: str) -> bytes:
    """A page of the manual, its links as plain words."""
    blocks = parse(_LINK.sub(r"\1", text))
    title = next((words(one.spans) for one in blocks if isinstance(one, Heading)), "")
    source = (
        environment()
        .get_template("printed/page.typ.j2")
        .render(title=_set(title), paper=_set(PAPERS[paper]), body=Markup(typeset(blocks)))
    )
    return pdf(source)


def sheet_pdf(sheet: Sheet, paper: str, own_templates: Path | None = None) -> bytes:
    """The order sheet with the map and a line to write on for each blank; the seat's report on the pages after it."""
    source = (
        environment(own_templates)
        .get_template("printed/sheet.typ.j2")
        .render(
            game=_set(sheet.game), rules=_set(sheet.rules), seat=_set(called(sheet.seat)), window=_set(sheet.window),
            deadline=_set(sheet.deadline) if sheet.deadline else "", paper=_set(PAPERS[paper]),
            map=bool(sheet.picture), lines=[_blanks(line) for line in sheet.lines],
            report=Markup(typeset(_without_form(sheet.report))),
        )
    )  # fmt: skip
    return pdf(source, {"map": sheet.picture} if sheet.picture else {})


def _without_form(blocks: Sequence[Block]) -> list[Block]:
    """A report without the form, which is on the sheet."""
    return [one for one in blocks if not (isinstance(one, Verbatim) and one.kind == "orders")]


def _blanks(line: str) -> list[Markup]:
    """The words of a line of the form, cut at its blanks."""
    return [_set(part.strip()) for part in line.split(BLANK)]


def _set(text: str) -> Markup:
    return Markup(string(text))


__all__ = ["Sheet", "page_pdf", "sheet_pdf"]
