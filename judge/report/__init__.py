"""Reports: one value per audience, rendered to text, HTML, BBCode, Markdown, Discord and JSON; maps; the site."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from judge.adjudicator.codec import plain
from judge.adjudicator.protocol import AnyGame, Event, Seat
from judge.report.build import Notes, Report, build, order_form, told_to
from judge.report.media.text import text_of
from judge.report.standings import measured, standings
from judge.report.words import TemplateTrouble, Words

__all__ = [
    "MEDIA",
    "Notes",
    "Report",
    "TemplateTrouble",
    "UnknownMedium",
    "Words",
    "build",
    "measured",
    "order_form",
    "render",
    "standings",
    "text_of_step",
    "told_to",
]


MEDIA = ("text", "html", "bbcode", "markdown", "discord", "json")


def render(report: Report, medium: str = "text", own_templates: Path | None = None) -> str:
    """A report in a medium: one of MEDIA, or a forum's dialect (`phpbb`, `xenforo`, `discourse` …)."""
    if medium == "text":
        return text_of(report.blocks)
    if medium == "html":
        from judge.report.media.html import page

        return page(f"{report.game_name}: {report.title}", report.blocks, own=own_templates)
    if medium == "json":
        return json.dumps(plain(report), ensure_ascii=False, indent=2) + "\n"
    from judge.report.media.forum import DEFAULTS, DIALECTS, forum_of

    if medium in DEFAULTS or medium in DIALECTS:
        return forum_of(report.blocks, medium)
    raise UnknownMedium(f'there is no medium "{medium}": there are {", ".join((*MEDIA, *DIALECTS))}')


class UnknownMedium(ValueError):
    """A medium nobody knows; the sentence lists those there are."""


def text_of_step(game: AnyGame, before: Any, after: Any, events: Sequence[Event], seat: Seat | None) -> str:
    """The text report of a step for one audience."""
    return render(build(game, before, after, events, seat))
