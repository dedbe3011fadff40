"""`judge map-check`: is a map file fit to play on?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from judge.cli.common import Complain, not_so, read_text, say_json, words_of
from judge.grammar.document import Document, DocumentError, load


@click.command("map-check", epilog="Example: judge map-check maps/range-war.yaml")
@click.argument("file", type=click.Path())
@click.option("--game", "key", help="The game the map is for (default: what its `game:` says).")
@click.option("--json", "as_json", is_flag=True, help="Print what is wrong as JSON.")
def map_check(file: str, key: str | None, as_json: bool) -> None:
    """Check a map: borders, names, reach, counts, places. Exit status 1 if anything is wrong with it.

    FILE is a file, or the name of a shipped map.
    """
    from judge.report.sandbox import TemplateTrouble
    from judge.report.words import Words
    from judge.variants import GAMES, make

    try:
        document = _document(file)
        chosen = key or _game_of(document)
        if chosen not in GAMES:
            raise Complain(f'there is no game "{chosen}": there are {", ".join(GAMES)}')
    except DocumentError as error:
        raise Complain(words_of(error)) from None
    wrong: list[dict[str, object]] = []
    try:
        game = make(chosen, document)
        words = Words(game)
        for problem in game.lint():
            try:
                sentence = words.problem(problem)
            except TemplateTrouble:
                # A code without words is better than nothing.
                sentence = f"{problem.code}: {dict(problem.detail)}"
            wrong.append({"code": problem.code, "sentence": sentence})
    except DocumentError as error:
        # The file does not have the shape of a map: the faults are told with their lines.
        wrong += [{"code": "shape", "sentence": one.said(error.name)} for one in error.complaints]
    if as_json:
        say_json({"file": file, "game": chosen, "wrong": wrong})
    else:
        for one in wrong:
            click.echo(f"{file}: {one['sentence']}")
        if not wrong:
            click.echo(f"{file}: a map for {GAMES[chosen].title}, and nothing is wrong with it")
    if wrong:
        not_so()


def _document(file: str) -> Document:
    from judge import shelf

    try:
        if Path(file).suffix in (".yaml", ".yml") or Path(file).exists() or file == "-":
            return load(shelf.completed(read_text(file)), file)
        return shelf.map_document(file)
    except shelf.NotOnShelf as error:
        raise Complain(words_of(error)) from None


def _game_of(document: Document) -> str:
    """The game a map names, or the one whose maps look like it."""
    from judge.variants import GAMES

    value: Mapping[Any, Any] = document.value if isinstance(document.value, dict) else {}
    if "game" in value:
        return str(value["game"])
    for key, game in GAMES.items():
        if game.telling in value:
            return key
    raise Complain(f"{document.name} does not say `game: …`: name the game with --game")
