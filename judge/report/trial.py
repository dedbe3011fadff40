"""Testing templates before a report depends on them: syntax, missing words, and whole reports of a short game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import AnyGame, Table, Verdict, kebab
from judge.grammar.options import complete_options
from judge.report.build import Notes, build
from judge.report.madeup import broken_sayings
from judge.report.media.text import text_of
from judge.report.sandbox import SpentAll, TemplateTrouble
from judge.report.words import Words, environment, macro_name

WINDOWS = 4


def broken_files(own: Path | None) -> Iterator[str]:
    """Every template that does not compile, with file and line: a game master's own, or, without any, those shipped."""
    env = environment(own)
    folder = own or shelf.shipped("templates")
    for name in sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.j2")):
        try:
            env.get_template(name)
        except TemplateTrouble as error:
            yield str(error)


def broken_words(game: AnyGame, own: Path | None) -> Iterator[str]:
    """Events without a macro, and the errors in the reports of a short scripted game."""
    words = Words(game, None, own=own)
    for kind in (*game.event_types, Verdict):
        code = kebab(kind.__name__)
        try:
            there = words.has("events", code)
        except TemplateTrouble as error:
            yield str(error)
            return
        if not there:
            yield f"templates/{game.key}/events.j2 has no macro {macro_name(code)}"
    low, high = game.seat_range
    seats = tuple(seat.id for seat in game.seats)[: max(low, min(high, 4))]
    step = game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("trial/setup"))
    before, state, events = None, step.state, step.events
    said: set[str] = set()
    for number in range(WINDOWS + 1):
        for seat in (None, *seats):
            try:
                text_of(build(game, before, state, events, seat, Notes(own_templates=own)).blocks)
            except SpentAll as error:
                yield str(error)
                return
            except TemplateTrouble as error:
                said.add(str(error))
        window = game.window(state)
        if window is None:
            break
        sent = {
            seat: take(game, state, seat, ask.form, game.letter(state, seat, f"trial/{number}")).orders
            for seat, ask in sorted(window.asks.items())
        }
        closed = close(game, state, sent, KeyedDice.of(f"trial/{number}"))
        before, state, events = state, closed.step.state, closed.step.events
    yield from sorted(said)


def check(own: Path | None, keys: tuple[str, ...]) -> Iterator[str]:
    """Every error of a campaign's templates (or the shipped ones), as sentences."""
    broken = [*broken_files(own)]
    broken += broken_sayings(own) if not broken else ()
    yield from broken
    if broken:
        return
    for key in keys:
        yield from broken_words(shelf.game(key), own)
