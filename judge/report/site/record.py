"""The input of the site: a game's public record, phase by phase, without any secret."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import Any

from judge import report
from judge.adjudicator.protocol import AnyGame, Event, Outcome, Seat, Window, slug
from judge.report import pictures
from judge.report.blocks import Block, Heading, words
from judge.report.build import Notes
from judge.report.charted import Charted, charted
from judge.report.chat import news_part
from judge.report.counted import counted, short_title
from judge.report.languages import ENGLISH
from judge.report.saying import Saying
from judge.report.words import Words

CLOSING = "closing.html"


@dataclass(frozen=True)
class Phase:
    """One step of a game as everybody may see it. `before` is None for the setup."""

    number: int
    before: Any
    state: Any
    events: tuple[Event, ...]
    _: KW_ONLY
    when: str = ""
    title: str = ""
    notes: Notes | None = None
    """The campaign's part of the public report: its notices, the links of its dice, its own templates."""


@dataclass(frozen=True)
class Record:
    """A game's public record. `when` texts are ISO dates in the game's zone, given by the campaign."""

    name: str
    title: str
    game: AnyGame
    phases: Sequence[Phase]
    _: KW_ONLY
    players: Mapping[Seat, str] = field(default_factory=dict)
    deadline: Saying | str = ""
    house_rules: Sequence[tuple[str, str, str]] = ()
    campaign: str = ""
    language: str = ENGLISH
    """The language of its pages: the game's."""
    judge_address: str = ""
    press: Sequence[tuple[str, str]] = ()
    ended: Outcome | None = None
    """How the table, not the rules, ended the game."""
    closing: tuple[Block, ...] = ()
    """The closing report of a game that is over."""
    proof: Mapping[str, Any] = field(default_factory=dict)
    """The public record of the game, for checking its dice; empty if there is nothing to check."""

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The phases with the content of their pages, drawn once."""
        return tuple(Page(self, phase) for phase in self.phases)

    @cached_property
    def charts(self) -> tuple[Charted, ...]:
        """The charts besides strength, from the events told to everybody."""
        steps = [(short_title(page.title), page.phase.state, page.phase.events) for page in self.pages]
        notes = self.phases[-1].notes if self.phases else None
        said = Words(self.game, None, {}, notes.own_templates if notes else None)
        return charted(said, counted(self.game, steps), pictures.colours(self.game, self.game.view(self.state, None)))

    @property
    def id(self) -> str:
        """The same name for the same game for ever, as feeds want it."""
        return uuid.uuid5(uuid.NAMESPACE_URL, f"judge/{self.campaign}/{self.name}").urn

    @property
    def window(self) -> Window | None:
        """The open window."""
        return self.game.window(self.phases[-1].state) if self.phases and self.outcome is None else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self.ended or (self.game.outcome(self.phases[-1].state) if self.phases else None)

    @property
    def ending(self) -> Saying | None:
        """How it ended."""
        if self.outcome is None:
            return None
        names = {seat.id: seat.name for seat in self.game.seats}
        winners = [names.get(seat, seat) for seat in self.outcome.winners]
        facts = {"winners": winners, "reason": self.outcome.reason}
        return Saying("status/won-by" if winners else "status/without-winner", facts)

    @property
    def state(self) -> Any:
        """The present state."""
        return self.phases[-1].state


def page_file(number: int, title: str) -> str:
    """The permanent name of the page of a step."""
    return f"{number:03d}-{slug(title)}.html"


class Page:
    """One phase's page."""

    def __init__(self, record: Record, phase: Phase) -> None:
        self.record = record
        self.phase = phase
        closed = record.game.window(phase.before) if phase.before is not None else None
        self.title = phase.title or (closed.title if closed else "The game begins")
        self.key = slug(self.title)

    @property
    def file(self) -> str:
        """The page's permanent name."""
        return page_file(self.phase.number, self.title)

    @property
    def id(self) -> str:
        """The page's name in feeds, whatever address it has."""
        return uuid.uuid5(uuid.UUID(self.record.id), str(self.phase.number)).urn

    @property
    def map_file(self) -> str:
        """The map's permanent name."""
        return f"{self.phase.number:03d}-{self.key}.svg"

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """The public report, without the frame's question about orders."""
        notes = self.phase.notes or Notes(game_name=self.record.name, players=self.record.players, form=False)
        made = report.build(
            self.record.game, self.phase.before, self.phase.state, self.phase.events, None, notes, self.title
        )
        return made.blocks

    @property
    def headline(self) -> str:
        """The first heading of the news; below the name of the paper, where the game has one. "" without a heading."""
        said = [block for block in news_part(self.blocks) if isinstance(block, Heading)]
        paper = [block for block in said if block.level > 2] if self.phase.notes and self.phase.notes.edition else said
        return words(paper[0].spans) if paper else ""

    @cached_property
    def svg(self) -> str:
        """The public map with this phase's orders on it."""
        game = self.record.game
        view = game.view(self.phase.state, None)
        return pictures.picture(game, view, report.told_to(self.phase.events, None), self.title)

    @cached_property
    def goes(self) -> tuple[tuple[str, ...], ...]:
        """The events one after the other, in sentences; empty if their order does not matter, or there is no map."""
        told = report.told_to(self.phase.events, None)
        parts = pictures.goes(self.record.game, told) if self.svg else ()
        notes = self.phase.notes
        said = Words(self.record.game, self.phase.before, {}, notes.own_templates if notes else None)
        sentences = (tuple(filter(None, map(said.sentence, part))) for part in parts)
        return tuple(sentences) if len(parts) > 1 else ()

    @cached_property
    def standings(self) -> Mapping[Seat, int]:
        """The strength of each seat after this phase, for the chart."""
        return report.standings(self.record.game, self.phase.state)
