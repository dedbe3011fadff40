"""What anybody may ask, with or without a seat: help, the games there are, the rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from judge import shelf
from judge.mail.language import Command
from judge.serve.commands.errand import Errand
from judge.store import tables
from judge.variants import GAMES

if TYPE_CHECKING:
    from judge.serve.desk import Answer

LONGEST = 40_000


def games(errand: Errand) -> None:
    """Every game of the campaign, and how it stands."""
    rows = errand.connection.execute(
        sa.select(tables.games.c.name, tables.games.c.game, tables.games.c.status).order_by(tables.games.c.name)
    )
    lines = [f"{row.name}: {row.game}, {row.status}" for row in rows]
    errand.answer.parts.append({"kind": "list", "title": "Games", "lines": lines or ["There is no game yet."]})


def answer_anybody(address: str, command: Command, answer: Answer) -> None:
    """Answers that ask nothing of the store. `address`: the judge's own."""
    if command.verb == "rules":
        rules(command, answer)
    elif command.verb == "stop":
        answer.say("Reports come to you because you have a seat. RESIGN gives it up; SET MAIL TEXT makes them shorter.")
    else:
        answer.parts.append({"kind": "help", "address": address})


def rules(command: Command, answer: Answer) -> None:
    """The rulings on one game, or one of them by its number."""
    key, _, number = command.rest.partition(" ")
    try:
        text = "\n\n".join(shelf.ruling(key.lower(), number)) if number else shelf.rulings(key.lower())
    except shelf.NotOnShelf as error:
        said = str(error)
        answer.say(f"RULES and a game: {said}." if key else f"RULES and one of {', '.join(sorted(GAMES))}.")
        return
    answer.parts.append({"kind": "marked", "text": text[:LONGEST]})


__all__ = ["answer_anybody", "games", "rules"]
