"""A game: its row, its rules on its map, its state, its open window."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from judge import shelf
from judge.adjudicator.codec import Codec
from judge.adjudicator.protocol import AnyGame, Later, Problem, Seat, Verdict, Window
from judge.campaign.settings import Settings, read_settings
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.grammar.seats import find_seat
from judge.report.languages import own_names
from judge.report.saying import Saying, Unable, of_kept
from judge.report.words import Words
from judge.store import Connection, games, steps
from judge.store.facts import recall, recall_under


class NoGame(Unable, LookupError):
    """There is no such game; the nearest is among the facts."""


class NotNow(Unable):
    """The act does not fit the game's present state."""


def game_on(key: str, map_text: str) -> AnyGame:
    """The rules on this very map (the text is kept with the game, so an edited file never changes a running one)."""
    return shelf.game_on(key, map_text, f"{key} map")


def codec_of(game: AnyGame) -> Codec:
    """The codec for a game's states, orders and events."""
    return _codec((game.state_type, *game.order_types, *game.event_types))


@lru_cache(maxsize=32)
def _codec(classes: tuple[type, ...]) -> Codec:
    """Made once, because it learns the classes' type hints."""
    return Codec((*classes, Problem, Verdict, Later))


@lru_cache(maxsize=64)
def _state(classes: tuple[type, ...], text: str) -> Any:
    """A state from its text; the same text is the same frozen value, and a letter looks at it several times."""
    return _codec(classes).load(classes[0], text)


@lru_cache(maxsize=256)
def _settings(text: str, name: str) -> Settings:
    """A game's settings from their text: the same text is the same frozen value."""
    return read_settings(Document(json.loads(text), name=f"settings of {name}"))


@dataclass(frozen=True)
class Live:
    """A game as one transaction sees it."""

    row: Mapping[str, Any]
    step: Mapping[str, Any] | None

    @property
    def id(self) -> int:
        """The game's row."""
        return int(self.row["id"])

    @property
    def name(self) -> str:
        """The game's name in the campaign."""
        return str(self.row["name"])

    @cached_property
    def game(self) -> AnyGame:
        """The rules on the game's own map."""
        return game_on(self.row["game"], self.row["map_text"])

    @cached_property
    def settings(self) -> Settings:
        """The game's settings."""
        return _settings(self.row["settings"], self.name)

    @cached_property
    def options(self) -> dict[str, str | int | bool]:
        """The game's options."""
        return dict(json.loads(self.row["options"]))

    @cached_property
    def state(self) -> Any:
        """The state at the head."""
        return None if self.step is None else state_of(self.game, self.step)

    @cached_property
    def window(self) -> Window | None:
        """The open window; None before the start and after the end."""
        if self.step is None or self.row["status"] == "over":
            return None
        return self.game.window(self.state)

    @cached_property
    def words(self) -> dict[str, str]:
        """The words players mixed in."""
        return dict(json.loads(self.row["words"]))

    @property
    def scheme(self) -> int:
        """The scheme of its dice, fixed when it began."""
        return int(self.row["dice"])

    @property
    def head(self) -> int:
        """The number of the step that the game is at."""
        return int(self.row["head"])

    def seat_name(self, seat: Seat) -> str:
        """A seat's name in prose."""
        return next((one.name for one in self.game.seats if one.id == seat), seat)

    @property
    def branch(self) -> int | None:
        """The line of play that the newest step is on."""
        return int(self.step["branch"]) if self.step else None

    @property
    def held(self) -> Saying | str | None:
        """Why its clock is stopped; None: it runs."""
        return of_kept(self.row["held"]) if self.row["held"] else None

    def need_window(self) -> Window:
        """The open window, or a sentence that says why there is none."""
        if self.step is None:
            raise NotNow("not-begun-start", game=self.name)
        if self.window is None:
            raise NotNow("is-over", game=self.name)
        return self.window


def state_of(game: AnyGame, step: Mapping[str, Any]) -> Any:
    """A step's state."""
    return _state((game.state_type, *game.order_types, *game.event_types), step["state"])


def events_of(game: AnyGame, step: Mapping[str, Any]) -> tuple[Any, ...]:
    """A step's events."""
    return tuple(codec_of(game).load(tuple[object, ...], step["events"]))


def load_game(connection: Connection, name: str, lock: bool = False, skip_locked: bool = False) -> Live:
    """A game by its name; `lock`: nobody else changes it until this transaction ends."""
    row = games.by_name(connection, name, lock, skip_locked)
    if row is None and not skip_locked:
        # Older mails still name a game by the name it had.
        called = recall(connection, renamed(name))
        row = games.by_name(connection, called, lock) if called else None
    if row is None:
        if skip_locked:
            raise NoGame(name)
        names = games.names(connection)
        near = nearest(name, names)
        raise NoGame("no-such-game", text=name, near=near, names=list(names))
    return Live(row, step_at(connection, int(row["id"]), int(row["head"])))


def renamed(name: str) -> str:
    """The key for a game's former name; its value is "" when the game is gone."""
    return f"renamed:{name[:32]}"


def called_before(connection: Connection) -> dict[str, str]:
    """Names that no game has any more, with what their games are called now ("": there is no such game)."""
    led, there = recall_under(connection, renamed("")), set(games.names_begun(connection))
    found = {}
    for old in led.keys() - there:
        new, seen = led[old], {old}
        while new and new not in there and new not in seen:
            seen.add(new)
            new = led.get(new, "")
        found[old] = new if new in there else ""
    return found


def step_at(connection: Connection, game_id: int, number: int) -> Mapping[str, Any] | None:
    """The step of this number on the line the game is on: the newest branch that has it."""
    return steps.at(connection, game_id, number)


def line_of(connection: Connection, live: Live) -> list[dict[str, Any]]:
    """The steps that led to the head, in order."""
    return steps.up_to(connection, live.id, live.head)


def seat_of(game: AnyGame, text: str) -> Seat:
    """The seat that somebody named."""
    found = find_seat(game.seats, text)
    if isinstance(found, Problem) and (own := own_names(text)) != text:
        found = find_seat(game.seats, own)
    if isinstance(found, Problem):
        raise NotNow("no-such-seat", why=Words(game).problem(found), seats=[one.name for one in game.seats])
    return found


def seats_taking_part(live: Live) -> tuple[Seat, ...]:
    """The seats this game is played with."""
    return tuple(Seat(seat) for seat in json.loads(live.row["seats"]))
