"""What anybody may ask, with or without a seat: help, the games there are, the rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from judge import shelf
from judge.grammar.lexicon import nearest
from judge.mail.language import Command
from judge.serve.commands.errand import Errand
from judge.store import tables

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
    """The rulings on one game."""
    key = command.rest.split(" ")[0].lower() if command.rest else ""
    folder = shelf.shipped("rulings")
    known = sorted(path.stem for path in folder.glob("*.md"))
    if key not in known:
        near = nearest(key, known)
        hint = f'did you mean "{near}"?' if near else ""
        answer.say(f"RULES and one of {', '.join(known)}. {hint}".strip())
        return
    text = (folder / f"{key}.md").read_text(encoding="utf-8")
    answer.parts.append({"kind": "marked", "text": text[:LONGEST]})


__all__ = ["answer_anybody", "games", "rules"]
