"""One Report value for each audience, from its view and the events told to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from typing import Any

from judge.adjudicator.protocol import AnyGame, Event, Outcome, Seat, Verdict, Window
from judge.report.blocks import Block, Verbatim, parse
from judge.report.compose import samples
from judge.report.gazette import Edition, issue_of
from judge.report.languages import noted, titled
from judge.report.news import news_of, told_to
from judge.report.saying import Saying
from judge.report.words import Words


@dataclass(frozen=True)
class Notes:
    """The campaign's part of a report: names, deadlines, notices; all of it already fit for this audience."""

    game_name: str = ""
    _: KW_ONLY
    campaign: str = ""
    players: Mapping[Seat, str] = field(default_factory=dict)
    deadline: Saying | str = ""
    page: str = ""
    """The address of the reader's own page; nobody else is ever told it."""
    notices: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    house_rules: tuple[tuple[str, str, str], ...] = ()
    """In the first report: each option that is not the default, its value, its meaning."""
    form: bool = True
    own_templates: Path | None = None
    outcome: Outcome | None = None
    """How the table, not the rules, ended the game: an agreed draw or concession, the game master's decision."""
    edition: Edition | None = None
    """The issue of the game's paper that tells the news, if the table wants one."""


@dataclass(frozen=True)
class Report:
    """A report for one audience (`seat` None: the public), in blocks, ready for any medium."""

    game: str
    game_name: str
    title: str
    seat: Seat | None
    blocks: tuple[Block, ...]
    _: KW_ONLY
    window: str | None = None
    form: str | None = None
    is_first: bool = False
    events: tuple[Event, ...] = ()
    """The events told to this audience, for programs."""


def order_form(game_name: str, seat: Seat, window: Window) -> str | None:
    """The block a player fills in and sends back. The notes behind its blanks are in the reader's language."""
    ask = window.asks.get(seat)
    if ask is None:
        return None
    return "\n".join((f"ORDERS {game_name} {seat} {window.key}", *map(_noted, ask.lines), "END ORDERS"))


def _noted(line: str) -> str:
    order, sign, note = line.partition("  # ")
    return f"{order}{sign}{noted(note)}"


def build(
    game: AnyGame,
    before: Any,
    after: Any,
    events: Sequence[Event],
    seat: Seat | None,
    notes: Notes | None = None,
    title: str | None = None,
) -> Report:
    """The report of one step. `before` is None for the first report of a game."""
    notes = notes or Notes()
    name = notes.game_name or game.key
    closed = None if before is None else game.window(before)
    window = None if notes.outcome else game.window(after)
    told = told_to(events, seat)
    words = Words(game, after if before is None else before, notes.players, notes.own_templates)
    heading = title or (closed.title if closed else "The game begins")
    happened = tuple(event for event in told if not isinstance(event, Verdict))
    news = news_of(game.news, happened)
    whole = {code for code, group in news if words.tells_all(code, group)}
    form = order_form(name, seat, window) if window and seat is not None and notes.form else None
    marked = words.marked(
        f"{game.key}/report.j2",
        title=heading,
        view=game.view(after, seat),
        seat=seat,
        events=happened,
        news=news,
        issue=issue_of(game, before, after, events, notes.edition) if notes.edition and words.has_paper else None,
        further=tuple(event for event in happened if event.code not in whole),
        verdicts=tuple(event for event in told if isinstance(event, Verdict)),
        window=window,
        ask=window.asks.get(seat) if window and seat is not None else None,
        outcome=notes.outcome or game.outcome(after),
        notes=notes,
        form=form,
        is_first=before is None,
        samples=_samples(game, after, window, seat) if before is None else {},
        players=[one.id for one in game.seats if words.with_player(one.id) != words.seat_name(one.id)],
    )
    blocks = parse(marked)
    if form and not any(isinstance(block, Verbatim) and block.kind == "orders" for block in blocks):
        blocks = (*blocks, Verbatim(form, "orders"))
    return Report(
        game.key, name, titled(heading), seat, blocks, window=window.key if window else None, form=form,
        is_first=before is None, events=told,
    )  # fmt: skip


def _samples(game: AnyGame, state: Any, window: Window | None, seat: Seat | None) -> Mapping[str, str]:
    """Orders by their verb that a newcomer can learn from; none where nothing is asked."""
    ask = window.asks.get(seat) if window and seat is not None else None
    return samples(game, game.view(state, seat), seat, ask) if ask and seat is not None else {}
