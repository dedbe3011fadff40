"""Reports: one value per audience, rendered to text, HTML, BBCode, Markdown, Discord and JSON; maps; the site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.adjudicator.protocol import AnyGame, Event, Seat
from judge.report.build import Notes, Report, build, order_form, told_to
from judge.report.media.text import text_of
from judge.report.words import TemplateTrouble, Words

__all__ = ["Notes", "Report", "TemplateTrouble", "Words", "build", "order_form", "render", "text_of_step", "told_to"]


def render(report: Report, medium: str = "text") -> str:
    """A report in a medium."""
    if medium == "text":
        return text_of(report.blocks)
    raise ValueError(f'there is no medium "{medium}"')


def text_of_step(game: AnyGame, before: Any, after: Any, events: Sequence[Event], seat: Seat | None) -> str:
    """The text report of a step for one audience."""
    return render(build(game, before, after, events, seat))
