"""Reports: one value per audience, rendered to text, HTML, BBCode, Markdown, Discord and JSON; maps; the site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from judge.adjudicator.protocol import AnyGame, Event, Seat
from judge.report.build import Notes, Report, build, order_form
from judge.report.media.text import text_of
from judge.report.news import told_to
from judge.report.sandbox import TemplateTrouble
from judge.report.standings import measured, standings
from judge.report.words import Words

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
    "writer",
]


MEDIA = ("text", "html", "bbcode", "markdown", "discord", "json")


def render(report: Report, medium: str = "text", own_templates: Path | None = None) -> str:
    """A report in a medium: one of MEDIA, or a forum's dialect (`phpbb`, `xenforo`, `discourse` …)."""
    return writer(medium)(report, own_templates)


def writer(medium: str) -> Callable[[Report, Path | None], str]:
    """A writer of reports in one medium. A medium is imported when it is first asked for."""
    if medium in _WRITERS:
        return _WRITERS[medium]
    from judge.report.media.forum import DEFAULTS, DIALECTS, forum_of

    if medium not in DEFAULTS and medium not in DIALECTS:
        raise UnknownMedium(f'there is no medium "{medium}": there are {", ".join(dict.fromkeys((*MEDIA, *DIALECTS)))}')
    return lambda report, own: forum_of(report.blocks, medium)


def _html(report: Report, own: Path | None) -> str:
    from judge.report.media.html import page

    return page(f"{report.game_name}: {report.title}", report.blocks, own=own)


def _json(report: Report, own: Path | None) -> str:
    from judge.report.media.facts import json_of

    return json_of(report)


_WRITERS: dict[str, Callable[[Report, Path | None], str]] = {
    "text": lambda report, own: text_of(report.blocks),
    "html": _html,
    "json": _json,
}


class UnknownMedium(ValueError):
    """A medium nobody knows; the sentence lists those there are."""


def text_of_step(
    game: AnyGame,
    before: Any,
    after: Any,
    events: Sequence[Event],
    seat: Seat | None,
    own_templates: Path | None = None,
) -> str:
    """The text report of a step for one audience."""
    return render(build(game, before, after, events, seat, Notes(own_templates=own_templates)))
