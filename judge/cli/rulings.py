"""`judge rules`: the rulings register, as the game master and the players quote it."""

from __future__ import annotations

import re

import click

from judge.cli.common import Complain, say_json
from judge.cli.opened import complaining, json_option

_NUMBER = re.compile(r"\b([A-Z]{1,2}-(?:Q)?\d+[a-z]?)\b")


@click.command(epilog="Example: judge rules range-war RW-9")
@click.argument("key", metavar="GAME")
@click.argument("number", required=False, metavar="[NUMBER]")
@json_option
def rules(key: str, number: str | None, as_json: bool) -> None:
    """A game's rulings: all of them, or the one with this number (or every one that says this word)."""
    from judge import shelf
    from judge.grammar.lexicon import nearest
    from judge.variants import GAMES

    with complaining():
        if key not in GAMES:
            raise shelf.not_known("game", key, GAMES)
    path = shelf.shipped("rulings") / f"{key}.md"
    if not path.is_file():
        raise Complain(f"the rulings of {key} were not shipped with this Judge")
    text = path.read_text(encoding="utf-8")
    if number is None:
        click.echo(text, nl=False)
        return
    found = passages(text, number)
    if not found:
        known = sorted(set(_NUMBER.findall(text)))
        near = nearest(number.upper(), known)
        raise Complain(f'{key} has no ruling "{number}"' + (f": did you mean {near}?" if near else ""))
    if as_json:
        say_json(found)
        return
    click.echo("\n\n".join(found))


def passages(text: str, number: str) -> list[str]:
    """The paragraphs, list items and table rows that begin with a number; else those that say the word."""
    wanted = number.strip().lower()
    parts: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        parts += re.split(r"\n(?=\s*(?:[-*|]|#+)\s)", block.strip())
    beginning = re.compile(rf"^[\s#|*\-`]*{re.escape(wanted)}(?![0-9])", re.IGNORECASE)
    own = [part for part in parts if beginning.match(part)]
    if own:
        return own
    cited = re.compile(rf"(?<![A-Za-z0-9-]){re.escape(wanted)}(?![0-9])", re.IGNORECASE)
    return [part for part in parts if part and cited.search(part)]
