"""`judge rules`: the register of rulings, for game masters and players to quote."""

from __future__ import annotations

import click

from judge.cli.common import say_json
from judge.cli.opened import complaining, json_option


@click.command(epilog="Example: judge rules range-war RW-9")
@click.argument("key", metavar="GAME")
@click.argument("number", required=False, metavar="[NUMBER]")
@json_option
def rules(key: str, number: str | None, as_json: bool) -> None:
    """A game's rulings: all of them, or the one with this number (or every one that says this word)."""
    from judge import shelf
    from judge.variants import GAMES

    with complaining():
        if key not in GAMES:
            raise shelf.not_known("game", key, GAMES)
        text = shelf.rulings(key)
        found = [text] if number is None else shelf.ruling(key, number)
    if number is None:
        click.echo(text, nl=False)
        return
    if as_json:
        say_json(found)
        return
    click.echo("\n\n".join(found))
