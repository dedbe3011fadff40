"""The looks that need no seat: help, the games there are, the rulings."""

from __future__ import annotations

from collections.abc import Collection

from judge import shelf
from judge.campaign import tournaments
from judge.campaign.inviting import invitation
from judge.campaign.live import NotNow
from judge.grammar.lexicon import nearest
from judge.mail.language import Command
from judge.serve.commands.errand import Errand
from judge.serve.hand import Answer
from judge.serve.parts import Games, Help, Marked
from judge.store.games import listed
from judge.variants import GAMES

LONGEST = 40_000


def games(errand: Errand) -> None:
    """Every game of the campaign: free places, rules, deadline and state."""
    found = [row for name, _, _ in listed(errand.act.connection) if (row := invitation(errand.act, name))]
    errand.answer.parts.append(Games(found, tournaments.invitations(errand.act)))


def answer_anybody(command: Command, answer: Answer, help_: Help) -> None:
    """Answers that are the same for all, but for the game that HELP takes an example from."""
    if command.verb == "stop":
        answer.say("why-mails-come")
    else:
        answer.parts.append(help_)


def rules(errand: Errand) -> None:
    """The rulings on one game, all of them or one by its number. RULES alone: those of the game its writer plays."""
    there = {path.stem for path in shelf.shipped("rulings").glob("*.md")}
    kinds = {name: game for name, game, _ in listed(errand.act.connection) if game in there}
    key, number = _rules_named(errand.command.rest, {*there, *kinds})
    if not key:
        own = {kinds.get(str(row["game"]), "") for row in errand.writer.seats}
        key = own.pop() if len(own) == 1 else ""
    key = kinds.get(key, key)
    if not key:
        raise NotNow("rules-is-written", games=sorted(GAMES))
    if key not in GAMES:
        raise NotNow("no-such-rules", text=key, near=nearest(key, GAMES), games=sorted(GAMES))
    try:
        text = "\n\n".join(shelf.ruling(key, number)) if number else shelf.rulings(key)
    except shelf.NotOnShelf as error:
        raise NotNow("no-ruling", game=key, number=number, near=error.near) from None
    errand.answer.parts.append(Marked(text[:LONGEST]))


def _rules_named(rest: str, known: Collection[str]) -> tuple[str, str]:
    """The game of the rulings (`range-war`, `range war`, a game's name), and the number of one."""
    words = rest.lower().split()
    for length in range(min(4, len(words)), 1, -1):
        if "-".join(words[:length]) in known:
            return "-".join(words[:length]), " ".join(rest.split()[length:])
    return (words[0] if words else ""), " ".join(rest.split()[1:])


__all__ = ["answer_anybody", "games", "rules"]
