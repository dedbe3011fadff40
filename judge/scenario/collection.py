"""A file's scenarios, each with the game it is played on: on the map of the file, on its own, or on a map changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from judge import shelf
from judge.adjudicator.protocol import AnyGame
from judge.grammar.document import Document
from judge.scenario.files import Scenario, ScenarioFile, read_file, read_scenario
from judge.variants import GAMES, make


def scenarios(document: Document, own_maps: Path | None = None) -> Iterator[tuple[AnyGame, Scenario]]:
    """Every scenario of a file with its game. DocumentError and NotOnShelf name the fault."""
    for _, game, scenario in on_their_maps(document, own_maps):
        yield game, scenario


def on_their_maps(document: Document, own_maps: Path | None = None) -> Iterator[tuple[Document, AnyGame, Scenario]]:
    """Every scenario of a file with its map and its game."""
    outer = read_file(document)
    if outer.game not in GAMES:
        raise shelf.not_known("game", outer.game, GAMES)
    known: dict[str | None, tuple[Document, AnyGame]] = {}
    for part in outer.scenarios:
        own = part.value.get("map") if isinstance(part.value, Mapping) else None
        if isinstance(own, Mapping):
            board = changed_map(outer, own, own_maps)
            game = make(outer.game, board)
        else:
            name = outer.map if own is None else str(own)
            if name not in known:
                board = shelf.map_document(name or GAMES[outer.game].default_map, own_maps)
                known[name] = board, make(outer.game, board)
            board, game = known[name]
        yield board, game, read_scenario(part, game, outer.options)


def changed_map(outer: ScenarioFile, changes: Mapping[str, Any], own_maps: Path | None = None) -> Document:
    """The file's map with some keys changed: what would a mistake there lead to?"""
    board = shelf.map_document(outer.map or GAMES[outer.game].default_map, own_maps)
    return Document(changed(board.value, changes), board.lines, board.name)


def changed(value: Any, changes: Any) -> Any:
    """A value with changes: mappings key by key (null takes a key away), anything else as a whole."""
    if not isinstance(value, Mapping) or not isinstance(changes, Mapping):
        return changes
    kept = {key: part for key, part in value.items() if key not in changes}
    return {
        **kept,
        **{key: changed(value.get(key), part) for key, part in changes.items() if part is not None},
    }
