"""Letters of people who have no seat: a command in the middle of their words, and the public facts.

Commands that only show something are done, and so are those that ask once more by mail; anything else is named with the
line to write.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.campaign import inviting
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.sitters import SITTER
from judge.grammar.door import wished
from judge.grammar.mood import mood
from judge.mail.amid import ASK_AGAIN, FOR_A_PLACE, LOOKS, Amid, amid
from judge.mail.language import Command, OrderLine, Section, command_of
from judge.serve import wishing
from judge.serve.hand import Hand
from judge.serve.parts import Door, Games, ReadAs, Refused, Welcome

MOST_OFFERED = 8


def is_seated(hand: Hand) -> bool:
    """Whether its writer plays somewhere, or will, or runs games here."""
    roles = {row["role"] for row in hand.writer.seats}
    return hand.writer.by_token is not None or hand.writer.master is not None or not roles.isdisjoint(_SEATED)


_SEATED = ("player", APPLICANT, SITTER)


def with_words(hand: Hand, sections: Sequence[Section]) -> list[Section]:
    """The sections of a letter, a line WORD or PASSWORD below JOIN being the game's word, and nothing else."""
    found: list[Section] = []
    tokens = [section.token for section in sections[1:]] + [hand.opened.reading.token]
    for section, token in zip(map(_with_own_word, sections), tokens, strict=False):
        last = section.commands[-1] if section.commands else None
        if token and hand.writer.by_token is None and last is not None and _wants_a_word(last):
            section = replace(section, commands=(*section.commands[:-1], _with_word(last, token)))
        if section.says_something:
            found.append(section)
    return found


def _with_own_word(section: Section) -> Section:
    commands: list[Command] = []
    for command in section.commands:
        if command.verb == "word" and commands and _wants_a_word(commands[-1]):
            commands[-1] = _with_word(commands[-1], command.rest)
        else:
            commands.append(command)
    return replace(section, commands=tuple(commands))


def _wants_a_word(command: Command) -> bool:
    return command.verb in FOR_A_PLACE and " word " not in f" {command.rest.lower()} "


def _with_word(command: Command, word: str) -> Command:
    return replace(command, rest=f"{command.rest} WORD {word}")


def with_subject(hand: Hand, sections: list[Section]) -> list[Section]:
    """The sections of a letter whose lines hold no command, with that of its subject: a newcomer's may be there."""
    said = hand.envelope.subject_commands
    command = command_of(said, 1) if said else None
    lines = [line for section in sections for line in section.lines]
    if (
        command is None
        or is_seated(hand)
        or any(one.commands for one in sections)
        or any(amid(one.text) for one in lines)
    ):
        return sections
    return [replace(sections[0], commands=(command,)), *sections[1:]] if sections else sections


def with_commands(hand: Hand, section: Section) -> Section:
    """A section with the commands that are in the middle of its lines, or are wished for in other words; each such
    line is quoted in the answer."""
    section = wishing.joined(hand, section)
    lines: list[OrderLine] = []
    commands = list(section.commands)
    for line in section.lines:
        found = amid(line.text) or wishing.wish_in(hand, line.text)
        if found is None:
            lines.append(line)
            continue
        is_done = _is_done(line.text, found)
        hand.answer.read_as(line.text, found.text, hand.account.address, done=is_done)
        if is_done:
            hand.amid.add(line.number)
            commands.append(Command(line.number, found.verb, found.rest))
    commands.sort(key=lambda one: one.number)
    return wishing.with_wishes_below(hand, replace(section, lines=tuple(lines), commands=tuple(commands)))


def _is_done(line: str, found: Amid) -> bool:
    """Whether to do the likely meaning of a sentence: it does no harm, or its sentence says it outright."""
    return found.verb in (*LOOKS, *ASK_AGAIN) or mood(line) == ""


def show_what_is_open(hand: Hand) -> None:
    """Tell a person who wants a place, and names no known game, which games are open."""
    answered = any(isinstance(part, ReadAs | Door | Games | Refused) for part in hand.answer.parts)
    if not answered and not is_seated(hand) and any(wished(line.text) for line in hand.opened.reading.lines):
        welcome(hand)


def welcome(hand: Hand) -> None:
    """Tell a newcomer what is open, with a line for each that can be clicked; once."""
    if any(isinstance(part, Welcome) for part in hand.answer.parts):
        return
    games = inviting.open_to_all(hand.act)[:MOST_OFFERED]
    hand.answer.parts.append(Welcome(games, hand.account.address))


__all__ = ["is_seated", "show_what_is_open", "welcome", "with_commands", "with_subject", "with_words"]
