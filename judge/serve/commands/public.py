"""The public facts of a game: its state, its players, its public report for those who get them."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.campaign import tournaments
from judge.campaign.live import Live, NotNow
from judge.mail.language import Command, Section
from judge.report.saying import Saying
from judge.serve.commands.asking import players, report, status
from judge.serve.commands.errand import Errand, SeatErrand
from judge.serve.hand import Hand
from judge.store import cups
from judge.store.games import is_there
from judge.variants import GAMES

PUBLIC = Seat("*public")
_LOOKS = {"status": status, "players": players, "report": report, "map": report, "history": report}
_REPORTS = ("report", "map", "history")


def is_look(command: Command) -> bool:
    """Whether a command asks for public facts."""
    return command.verb in _LOOKS


def look(hand: Hand, section: Section, command: Command) -> None:
    """One game as everybody may see it."""
    live = _game(hand, section, command)
    rows = [row for row in hand.writer.seats if row["game"] == live.name]
    rules = hand.act.config.club
    if not rows and not rules.may_come(hand.writer.address):
        raise NotNow("no-sign-ups", campaign=hand.act.config.title, address=hand.writer.address)
    if not rows and rules.join_word(live.name):
        raise NotNow("join-word", game=live.name, verb="OBSERVE", word="")
    if not rows and command.verb in _REPORTS:
        raise NotNow("report-for-observers", game=live.name)
    hand.answer.live = live
    hand.answer.game = live.name
    _LOOKS[command.verb](SeatErrand(hand, command, live, PUBLIC))


def is_about_a_tournament(hand: Hand, command: Command) -> bool:
    """Whether STATUS or PLAYERS names a tournament."""
    return command.verb in ("status", "players") and cups.is_there(hand.act.connection, command.rest.lower())


def tournament(errand: Errand) -> None:
    """The standings of a tournament, as everybody may see them."""
    name, act = errand.command.rest.lower(), errand.act
    if not tournaments.plays_in(act, name, errand.writer.player_id):
        if not act.config.club.may_come(errand.writer.address):
            raise NotNow("no-sign-ups", campaign=act.config.title, address=errand.writer.address)
        if act.config.club.join_word(name):
            raise NotNow("join-word", game=name, verb="JOIN", word="")
    found = tournaments.standings(act, name)
    about = {key: found[key] for key in ("drawn", "rounds", "scoring")}
    lines = [Saying("status/tournament", {**about, "game": GAMES[found["game"]].title})]
    for one in found["standings"]:
        facts = {**{key: one[key] for key in ("place", "name", "left")}, "drawn": found["drawn"]}
        lines.append(Saying("status/entrant", {**facts, "points": f"{one['points'] / 1000:.3f}"}))
    errand.answer.show(name, lines)


def named(hand: Hand, name: str) -> Live | None:
    """The game that STATUS or PLAYERS names; None: it names none that there is."""
    return hand.act.ledger.game(name.lower()) if name and is_there(hand.act.connection, name.lower()) else None


def _game(hand: Hand, section: Section, command: Command) -> Live:
    """The game of a look: named by the look, by its section or the mail, or the only one of its writer's."""
    if command.verb in ("status", "players") and command.rest:
        return hand.act.ledger.game(command.rest.lower())
    own = sorted({str(row["game"]) for row in hand.writer.seats})
    name = section.game or hand.envelope.game or hand.answer.game or (own[0] if len(own) == 1 else None)
    if name is None:
        raise NotNow("which-game-to-see", verb=command.verb.upper(), games=own)
    return hand.act.ledger.game(name)


__all__ = ["is_about_a_tournament", "is_look", "look", "named", "tournament"]
