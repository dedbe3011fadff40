"""The games the Judge knows. Adding a game is its folder and one line in each of the two places here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from judge.adjudicator.protocol import AnyGame
from judge.grammar.document import Document


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered game: `default_map` is the file in maps/ it is played on unless another is named."""

    key: str
    title: str
    default_map: str


GAMES: dict[str, Entry] = {}


def make(key: str, board: Document) -> AnyGame:
    """The game on this map. Imported only when asked for, so that commands that need no game start fast."""
    makers: dict[str, Callable[[Document], AnyGame]] = {}
    return makers[key](board)
