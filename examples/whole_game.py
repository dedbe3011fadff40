"""Whole games between scripted players, as files: every letter, position, roll and report, and the map at the end."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from judge import report, shelf
from judge.adjudicator.dice import Draw, KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import AnyGame, Seat, Table
from judge.grammar.document import dump
from judge.grammar.options import complete_options
from judge.report.pictures import picture, sketch
from judge.report.site import Phase, Record, write_site

HERE = Path(__file__).resolve().parent
KEPT = ("README.md",)
ENDINGS = {"html": "html", "bbcode": "bbcode.txt", "markdown": "md", "discord": "discord.txt", "json": "json"}
"""What a report's file is called in each medium but text."""
# When each example is said to have been played: a step every three days.
BEGAN = datetime(2027, 3, 1, 20, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Turn:
    """A step of an example, and what was written for it."""

    folder: str
    before: Any
    letters: Mapping[Seat, str]
    state: Any
    events: tuple[Any, ...]
    draws: list[Draw]


@dataclass(frozen=True)
class Example:
    """One game: who plays it by which options, and the word all chance comes from.

    `private`: whose own reports are kept beside the public one (all seats' unless named). `first`: the number that the
    first window's dice and letters are keyed by.
    """

    key: str
    word: str
    seats: tuple[Seat, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    opening: str = "setup"
    first: int = 1
    shown: int = 6
    """The step whose report, for everybody and for one seat, is kept in every medium."""
    private: tuple[Seat, ...] | None = None

    @property
    def folder(self) -> Path:
        """Where the files lie."""
        return HERE / self.key

    def make(self) -> int:
        """Play the game again and write every file of it; returns how many."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for old in sorted(self.folder.iterdir()):
            if old.name not in KEPT:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        number = 0
        for name, text in self.files():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            number += 1
        return number

    def there(self) -> dict[str, str]:
        """The files as they lie there."""
        return {
            path.relative_to(self.folder).as_posix(): path.read_bytes().decode()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.name not in KEPT
        }

    def played(self) -> Iterator[Turn]:
        """The game, step by step, from the setup on."""
        game = shelf.game(self.key)
        dice = KeyedDice.of(f"{self.word}/setup")
        step = game.setup(Table(self.seats, complete_options(game, self.options)), dice)
        yield Turn(f"00-{self.opening}", None, {}, step.state, step.events, dice.draws)
        state: Any = step.state
        number = 0
        while (window := game.window(state)) is not None:
            keyed = number + self.first
            letters = {seat: game.letter(state, seat, f"{self.word}/{keyed}") for seat in sorted(window.asks)}
            sent = {
                seat: take(game, state, seat, window.asks[seat].form, text).orders for seat, text in letters.items()
            }
            dice = KeyedDice.of(f"{self.word}/{keyed}")
            after = close(game, state, sent, dice).step
            number += 1
            yield Turn(f"{number:02d}-{window.key}", state, letters, after.state, after.events, dice.draws)
            state = after.state

    def files(self) -> Iterator[tuple[str, str]]:
        """Every file's name and text, in the order of play."""
        game = shelf.game(self.key)
        phases = []
        for number, turn in enumerate(self.played()):
            if turn.before is not None:
                yield f"{turn.folder}/position.yaml", dump(game.write_position(turn.before))
                letters = "\n\n".join(f"{seat}:\n{text}" for seat, text in turn.letters.items())
                yield f"{turn.folder}/orders.txt", f"{letters}\n"
            yield from self._told(game, turn.folder, turn.before, turn.state, turn.events, turn.draws)
            phases.append(self._phase(number, turn.before, turn.state, turn.events))
        yield "end.yaml", dump(game.write_position(turn.state))
        yield "end.svg", picture(game, game.view(turn.state, None), report.told_to(turn.events, None))
        yield from self._site(game, phases)

    def _phase(self, number: int, before: Any, after: Any, events: tuple[Any, ...]) -> Phase:
        """A step as the archive site shows it."""
        when = (BEGAN + timedelta(days=3 * number)).isoformat()
        return Phase(number, before, after, report.told_to(events, None), when=when)

    def _site(self, game: AnyGame, phases: list[Phase]) -> Iterator[tuple[str, str]]:
        """The game as `judge site` puts it on the web: every page, map and feed."""
        name = self.word.replace(" ", "-")
        record = Record(name, self.word.title(), game, phases, campaign="examples")
        with tempfile.TemporaryDirectory() as made:
            write_site([record], Path(made), f"{game.title}: an example")
            for path in sorted(Path(made).rglob("*")):
                if path.is_file():
                    yield f"site/{path.relative_to(made).as_posix()}", path.read_text(encoding="utf-8")

    def _told(
        self, game: AnyGame, folder: str, before: Any, after: Any, events: tuple[Any, ...], draws: list[Draw]
    ) -> Iterator[tuple[str, str]]:
        """The public report, the seats' own, the dice if there were any, and the map as text."""
        yield f"{folder}/report.txt", report.text_of_step(game, before, after, events, None)
        for seat in self.seats if self.private is None else self.private:
            yield f"{folder}/report-{seat}.txt", report.text_of_step(game, before, after, events, seat)
        if folder.startswith(f"{self.shown:02d}-"):
            for seat in (None, (self.private or self.seats)[-1]):
                made = report.build(game, before, after, events, seat, report.Notes(self.word.replace(" ", "-")))
                for medium, ending in ENDINGS.items():
                    yield f"{folder}/report{f'-{seat}' if seat else ''}.{ending}", report.render(made, medium)
        yield f"{folder}/map.txt", sketch(game, game.view(after, None)).rstrip("\n") + "\n"
        rolls = [f"{draw.label}: {draw.result[0]} of {draw.sides}" for draw in draws if draw.kind == "roll"]
        shuffles = [f"{draw.label}: {', '.join(map(str, draw.result))}" for draw in draws if draw.kind == "shuffle"]
        if draws:
            yield f"{folder}/dice.txt", "\n".join(rolls + shuffles) + "\n"
