"""The games the Judge knows: each folder here whose `__init__.py` has an `ENTRY`."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from string import hexdigits
from types import ModuleType

from judge.adjudicator.entry import Entry
from judge.adjudicator.protocol import AnyGame
from judge.grammar.document import Document, DocumentError


def _entries() -> dict[str, Entry]:
    """Every game's entry, by key, in the order of their folders. The games themselves are not imported."""
    found = (import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__) if one.ispkg)
    entries = [entry for folder in found if isinstance(entry := getattr(folder, "ENTRY", None), Entry)]
    return {entry.key: entry for entry in entries}


GAMES: dict[str, Entry] = _entries()


def make(key: str, board: Document) -> AnyGame:
    """The game on this map. Imported only when asked for, so that commands that need no game start fast."""
    _check_colours(board)
    module, _, name = GAMES[key].place.partition(":")
    game: AnyGame = getattr(import_module(module), name)(board)
    return game


def _check_colours(board: Document) -> None:
    """Every colour that a map names will be drawn."""
    value = board.value if isinstance(board.value, dict) else {}
    wrong = [
        board.complaint(f'"{row["colour"]}" is no colour: #1f6f43 is one', key, one, "colour")
        for key, rows in value.items()
        for one, row in (rows.items() if isinstance(rows, dict) else ())
        if isinstance(row, dict) and "colour" in row and not _is_colour(row["colour"])
    ]
    if wrong:
        raise DocumentError(board.name, wrong)


def _is_colour(said: object) -> bool:
    return isinstance(said, str) and len(said) == 7 and said[0] == "#" and set(said[1:].lower()) <= set(hexdigits)


def part(key: str, name: str) -> ModuleType | None:
    """A module of a game's own folder that a game may do without: `picture`, `compose`, `mapmaking`."""
    if key not in GAMES:
        return None
    folder = GAMES[key].place.partition(":")[0].rpartition(".")[0]
    module = f"{folder}.{name}"
    return import_module(module) if find_spec(module) is not None else None
