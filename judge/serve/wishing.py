"""Wishes of people without a seat, in words of their own, as the command that does it: `Could you put me down for
spring?` is JOIN spring. If it gives somebody a place, it is done only when a word that went to their address comes
back.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from judge.campaign import inviting
from judge.grammar.courtesy import courtesy
from judge.grammar.door import wished
from judge.grammar.lexicon import Lexicon
from judge.grammar.mood import mood
from judge.grammar.seats import seats_of
from judge.grammar.text import plain
from judge.grammar.wishes import wishes
from judge.mail.amid import FOR_A_PLACE, Amid
from judge.mail.language import Command, OrderLine, Section, command_of
from judge.report.languages import own_names
from judge.serve.hand import Hand
from judge.store import cups, games
from judge.variants import GAMES

_SIGNS = ".,;:!?()\"'„“”«»"


def named_here(hand: Hand, text: str) -> list[str]:
    """The games and tournaments of this campaign that a text names, in its order."""
    there = games.names(hand.act.connection)
    words = dict.fromkeys(word.strip(_SIGNS).lower() for word in plain(text).split())
    return [word for word in words if word in there or (word and cups.is_there(hand.act.connection, word))]


def joined(hand: Hand, section: Section) -> Section:
    """A section whose lines that end in a bare JOIN go on below with the name of a game."""
    lines, commands = list(section.lines), list(section.commands)
    left: list[OrderLine] = []
    while lines:
        line = lines.pop(0)
        below = lines[0] if lines else None
        one = _across(hand, line, below) if below is not None else None
        if one is None or below is None:
            left.append(line)
            continue
        lines.pop(0)
        hand.amid.add(line.number)
        both = f"{line.text.strip()} {below.text.strip()}"
        if both.lower() != f"{one.verb} {one.rest}":
            _quote(hand, both, Amid(one.verb, one.rest))
        commands.append(one)
    commands.sort(key=lambda one: one.number)
    return replace(section, lines=tuple(left), commands=tuple(commands))


def _across(hand: Hand, line: OrderLine, below: OrderLine) -> Command | None:
    """The command that a line begins and the next one ends with nothing but the name of a game."""
    words = below.text.split()
    if not words or not named_here(hand, words[0]) or not (len(words) == 1 or courtesy(" ".join(words[1:]))):
        return None
    name = named_here(hand, words[0])[0]
    last = plain(line.text).strip(" .,:;!-").rpartition(" ")[2]
    found = command_of(f"{last} {name}", line.number)
    if found is not None and found.verb in FOR_A_PLACE:
        return replace(found, rest=name)
    verb = wished(line.text)
    return Command(line.number, verb, name) if verb in FOR_A_PLACE and not named_here(hand, line.text) else None


def wish_in(hand: Hand, text: str) -> Amid | None:
    """The command that a line's plain words wish for, with what it names; None: none that the Judge can do."""
    verb = wished(text)
    if verb == "games":
        return Amid("games", "")
    if verb == "standby":
        return Amid("standby", ", ".join(_kinds_in(text)))
    if not verb:
        return None
    place = _place(hand, verb, text)
    if place is None:
        return None
    if place["rounds"] or verb == "observe":
        return Amid("join" if place["rounds"] else verb, place["name"])
    verb = "takeover" if place["vacant"] and not place["places"] and not place["substitutes"] else verb
    return Amid(verb, " ".join((place["name"], *_seats_in(hand, place["name"], text))))


def _place(hand: Hand, verb: str, text: str) -> dict[str, Any] | None:
    """The one game or tournament that a wish is for: the one it names, else the only one that is open for it."""
    named = named_here(hand, text)
    if len(named) > 1:
        return None
    if named and verb == "observe":
        return {"name": named[0], "rounds": 0}
    kinds = _kinds_in(text)
    found = [one for one in map(_plainly, inviting.open_to_all(hand.act)) if one["open"]]
    if named:
        return next((one for one in found if one["name"] == named[0]), None)
    if kinds:
        found = [one for one in found if one["title"] in kinds]
    if verb == "takeover":
        found = [one for one in found if one["vacant"]]
    return found[0] if len(found) == 1 and verb != "observe" else None


def _kinds_in(text: str) -> tuple[str, ...]:
    """The kinds of games that a text names, by their titles."""
    titles = Lexicon("game", {key: (game.title,) for key, game in GAMES.items()})
    return tuple(GAMES[kind].title for kind in wishes(text, titles).named)


def _plainly(one: dict[str, Any]) -> dict[str, Any]:
    return {"rounds": 0, "vacant": [], "places": 0, "substitutes": False, **one}


def _seats_in(hand: Hand, name: str, text: str) -> tuple[str, ...]:
    """The seats of a game that a sentence names, where none of them is denied."""
    words = [word for word in own_names(plain(text)).split() if word.strip(_SIGNS).lower() != name]
    asked = wishes(" ".join(words), seats_of(hand.act.ledger.game(name).game))
    return () if asked.denies else asked.named


def with_wishes_below(hand: Hand, section: Section) -> Section:
    """A section whose one JOIN has the seats that other lines name: `I would love Italy, but France is fine too`."""
    placing = [one for one in section.commands if one.verb in ("join", "takeover")]
    name = next(iter(named_here(hand, placing[0].rest)), "") if len(placing) == 1 else ""
    if not name or not games.is_there(hand.act.connection, name):
        return section
    lines, command = [], placing[0]
    for line in section.lines:
        asks = mood(line.text) == "asked" and not re.search(r"\b(i|me|we|us|ich|mir|je|moi)\b", line.text.lower())
        wanted = () if asks or courtesy(line.text) else _seats_in(hand, name, line.text)
        if not wanted:
            lines.append(line)
            continue
        command = replace(command, rest=" ".join((command.rest, *wanted)))
        _quote(hand, line.text, Amid(command.verb, command.rest))
    commands = tuple(command if one is placing[0] else one for one in section.commands)
    return replace(section, lines=tuple(lines), commands=commands)


def _quote(hand: Hand, line: str, found: Amid) -> None:
    hand.answer.read_as(line, found.text, hand.account.address)


def _written(hand: Hand, command: Command) -> str:
    lines = hand.opened.letter.lines
    return lines[command.number - 1].text if 0 < command.number <= len(lines) else command.rest


__all__ = ["joined", "named_here", "wish_in", "with_wishes_below"]
