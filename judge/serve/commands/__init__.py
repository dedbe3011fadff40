"""The commands of a letter: what a player may ask of the Judge by mail, and who carries each out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from judge.adjudicator.protocol import Game, Seat
from judge.campaign import connecting
from judge.campaign.live import Live, NoGame, NotNow, load_game
from judge.grammar.courtesy import courtesy
from judge.mail.amid import FOR_A_PLACE
from judge.mail.language import Command, Section
from judge.mail.proof import Grade
from judge.mail.signing_off import signing_in
from judge.report.saying import Saying, said_of
from judge.serve import talks, twice
from judge.serve.commands.asking import forecast, players, report, status
from judge.serve.commands.chats import connect, disconnect
from judge.serve.commands.club import confirm as confirm_place
from judge.serve.commands.club import (
    create,
    decline,
    join,
    leave_tournament,
    observe,
    record,
    show_reputation,
    standby,
    standby_for,
    takeover,
    tournament_named,
)  # fmt: skip
from judge.serve.commands.diary import diary
from judge.serve.commands.errand import Doer, Errand, SeatErrand
from judge.serve.commands.masters import confirm as confirm_requests
from judge.serve.commands.masters import is_theirs
from judge.serve.commands.masters import run as run_requests
from judge.serve.commands.open import answer_anybody as open_answer
from judge.serve.commands.open import games, rules
from judge.serve.commands.presence import here, sitter, who_sits
from judge.serve.commands.press import check_press, press, press_reply
from judge.serve.commands.public import is_about_a_tournament, is_look, look, named, tournament
from judge.serve.commands.steering import check_statement, standing, statement, vote
from judge.serve.commands.table import absent, check_leaving, days_away, resign, set_, word
from judge.serve.commands.waiting import ask_again
from judge.serve.hand import Hand
from judge.serve.parts import Fault, Help, Language
from judge.serve.who import sits_only
from judge.variants import GAMES

ANYBODY = ("help", "games", "rules", "join", "confirm", "here", "stop", "observe", "takeover", "standby", "decline",
           "create", "reputation", "record", "connect", "disconnect")  # fmt: skip
"""The commands that need no seat."""
EMPTY = " IS EMPTY"

HARMLESS = ("help", "games", "rules", "confirm")
"""Commands that even a letter may give against which its mail server speaks. A word that is confirmed is proof
itself."""

ACTS: dict[str, Doer] = {
    "status": status, "report": report, "map": report, "history": report,
    "players": players, "forecast": forecast,
    "vote": vote, "standing": standing, "statement": statement,
    "resign": resign, "absent": absent, "sitter": sitter, "set": set_, "press": press, "word": word, "diary": diary,
}  # fmt: skip

OPEN_ACTS: dict[str, Callable[[Errand], None]] = {
    "join": join, "observe": observe, "standby": standby, "decline": decline, "here": here,
    "create": create, "reputation": show_reputation, "record": record, "games": games, "rules": rules,
    "connect": connect, "disconnect": disconnect,
}  # fmt: skip

ASKED_AGAIN: dict[str, Callable[[Errand], str]] = {
    "standby": lambda errand: " ".join(standby_for(errand)),
    "here": lambda errand: "",
    "disconnect": lambda errand: connecting.chat_of(errand.act, errand.command.rest),
}
"""Commands that wait, if nothing proves their writer, until the address has said so once more; what each names."""

CHECKS: dict[str, Callable[[SeatErrand], object]] = {
    "resign": check_leaving,
    "absent": days_away,
    "sitter": who_sits,
    "press": check_press,
    "statement": check_statement,
}
"""The fault of a command, before its writer is asked to confirm it."""


PERSONAL = ("vote", "statement", "resign", "absent", "sitter", "set", "word", "diary", "standing")
"""The commands that a sitter cannot give."""


def are_for_anybody(hand: Hand, commands: Sequence[Command]) -> bool:
    """Whether all of these need no seat."""
    return bool(commands) and all(_is_for_anybody(hand, command) for command in commands)


def _is_for_anybody(hand: Hand, command: Command) -> bool:
    """RESIGN and a tournament's name leaves no seat, STATUS and its name asks for none."""
    if is_about_a_tournament(hand, command):
        return True
    is_leaving = command.verb == "resign" and command.rest
    return command.verb in ANYBODY or bool(is_leaving and tournament_named(Errand(hand, command), command.rest))


def beside(section: Section) -> tuple[str, ...]:
    """The lines of a section that are no mere courtesy, nor a name below it."""
    signed = signing_in(section.lines, max((one.number for one in section.commands), default=0))
    return tuple(line.text for line in section.lines if courtesy(line.text) is None and line.number not in signed)


def for_anybody(hand: Hand, commands: Sequence[Command]) -> None:
    """Commands that need no seat."""
    for command in commands:
        errand = Errand(hand, command)
        try:
            if hand.writer.is_forged and command.verb not in HARMLESS:
                raise NotNow("forged-sender")
            match command.verb:
                case "confirm":
                    if not twice.confirm(errand, ACTS) and not confirm_requests(errand):
                        confirm_place(errand, {verb: OPEN_ACTS[verb] for verb in ASKED_AGAIN})
                case "takeover":
                    if not takeover(errand):
                        talks.wish(hand, command)
                case "resign":
                    leave_tournament(errand)
                case "status" | "players":
                    tournament(errand)
                case verb if verb in ASKED_AGAIN and _is_bare(hand, verb):
                    ask_again(errand, ASKED_AGAIN[verb](errand))
                case verb if verb in OPEN_ACTS:
                    OPEN_ACTS[verb](errand)
                case _:
                    answer_anybody(hand, command)
        except (NotNow, NoGame) as error:
            if isinstance(error, NoGame) and talks.is_wish(hand, command):
                talks.wish(hand, command)
            else:
                hand.answer.refuse(command, said_of(error))


def _is_bare(hand: Hand, verb: str) -> bool:
    """Whether nothing proves who says this. HERE is said for a seat, which its token proves; the others, for an
    address."""
    grade = hand.writer.grade if verb == "here" else hand.writer.grade_as_person
    return grade is Grade.BARE


def for_newcomer(hand: Hand, section: Section) -> bool:
    """Answer the parts of a section that are for people without a seat; False: nothing of it was for them."""
    left = []
    for command in section.commands:
        if _is_for_anybody(hand, command):
            for_anybody(hand, (command,))
        elif is_look(command):
            _try(hand, command, lambda command: look(hand, section, command))
        elif command.verb == "set" and hand.writer.player_id is not None and not hand.writer.is_forged:
            _try(hand, command, lambda command: set_(Errand(hand, command)))
        elif command.verb == "set" and command.rest.lower().startswith("language ") and _asks_for_a_place(section):
            # It is kept with what waits to be confirmed.
            hand.answer.parts.append(Language("set"))
        else:
            left.append(command)
    if len(left) == len(section.commands):
        return False
    for command in left:
        hand.answer.refuse(command, Saying("refusals/needs-a-seat", {"address": hand.writer.address}))
    talks.say_beside(hand, beside(section))
    return True


def _asks_for_a_place(section: Section) -> bool:
    return any(one.verb in FOR_A_PLACE for one in section.commands)


def _try(hand: Hand, command: Command, do: Callable[[Command], None]) -> None:
    try:
        do(command)
    except (NotNow, NoGame) as error:
        hand.answer.refuse(command, said_of(error))


def answer_anybody(hand: Hand, command: Command) -> None:
    """HELP and STOP."""
    chats = connecting.names(hand.act)
    own = [load_game(hand.act.connection, str(row["game"])).game for row in hand.writer.seats]
    told = Help(
        hand.account.address, hand.writer.master is not None, chats, _empty(own),
        sorted({game.key for game in own}) or list(GAMES),
    )  # fmt: skip
    open_answer(command, hand.answer, told)


def _empty(own: Sequence[Game[Any, Any]]) -> str:
    """The things that IS EMPTY can ask of in the first of the writer's own games; "" for somebody without one."""
    asked = own[0].conditions if own else ()
    return next((one[: -len(EMPTY)] for one in asked if one.upper().endswith(EMPTY)), "")


def run(hand: Hand, live: Live, seat: Seat, section: Section) -> Live:
    """Every command of a section but those about the order set itself, in order."""
    answer = hand.answer
    for command in section.commands:
        doer = ACTS.get(command.verb)
        other = named(hand, command.rest) if command.verb in ("status", "players") else None
        if _is_for_anybody(hand, command):
            for_anybody(hand, (command,))
        elif other is not None and other.name != live.name:
            _try(hand, command, lambda command: look(hand, section, command))
        elif doer is not None:
            _name_what_is_not_heeded(hand, command, live, seat)
            try:
                errand = SeatErrand(hand, command, live, seat)
                if command.verb in PERSONAL and sits_only(hand, live, seat):
                    raise NotNow("player-alone", command=command.verb.upper(), seat=live.seat_name(seat))
                if twice.is_doubtful(errand):
                    if command.verb in CHECKS:
                        CHECKS[command.verb](errand)
                    doer = twice.ask_again
                doer(errand)
            except NotNow as error:
                # One command that cannot be carried out keeps neither the others nor the letter's orders back.
                answer.refuse(command, said_of(error))
            live = load_game(hand.act.connection, live.name)
            answer.live = live
        elif command.verb in talks.WISHES:
            talks.wish(hand, command, live, seat)
    return live


def _name_what_is_not_heeded(hand: Hand, command: Command, live: Live, seat: Seat) -> None:
    """STATUS and a name that no game has is answered for the writer's own game, and says so."""
    if command.verb in ("status", "players") and command.rest and command.rest.lower() not in (live.name, seat):
        hand.answer.worsen("WARNINGS")
        hand.answer.parts.append(Fault(command.rest, "not-heeded"))


def run_as_master(hand: Hand, section: Section) -> Section:
    """The game master's requests in a section; the rest of it."""
    return run_requests(hand, section, ANYBODY) if is_theirs(hand, section) else section


__all__ = [
    "ACTS",
    "ANYBODY",
    "answer_anybody",
    "are_for_anybody",
    "beside",
    "for_anybody",
    "for_newcomer",
    "press_reply",
    "run",
    "run_as_master",
]
