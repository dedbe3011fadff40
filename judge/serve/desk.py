"""The desk: one letter in, everything it does in one transaction, one answer out.

Its writer, its game and seat, its orders and commands, the receipt, and that the letter is done: all of it is stored
together, or none of it.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act
from judge.campaign.live import Live, NoGame, NotNow
from judge.campaign.telling import tell_gm
from judge.campaign.wake import set_wake
from judge.grammar.text import struck_in
from judge.mail.accounts import Account
from judge.mail.envelope import Envelope, envelope_of
from judge.mail.hearing import lines_of
from judge.mail.language import HARMLESS, MOST_COMMANDS, Section, command_of, read
from judge.mail.proof import Proof
from judge.report.languages import worded_in
from judge.report.saying import Saying
from judge.serve import assent, commands, newcomers, room, seals, talks
from judge.serve.answering import PAGE, put_answer
from judge.serve.hand import OF_THE_SET, Hand, NotRead
from judge.serve.offering import language_of_writer, offer_language
from judge.serve.opened import Opened
from judge.serve.parts import Attached, Fault, Later, Note, Orders, Seen, Unheeded
from judge.serve.recognising import recognised, with_forms
from judge.serve.relaying import orders_in
from judge.serve.returned import note_return
from judge.serve.sets import doubt_sets, take_orders, with_fixes
from judge.serve.spoken import spoken_of
from judge.serve.who import end_what_others_read, game_of, seat_for, writer_of
from judge.store.letters import Arrived

MOST_TRIES = 3
MOST_HIDDEN = 200
NOT_BEGUN = "not-begun-start"
_LOST = ("unknown-sender", "nothing-said", "which-game")
"""Why a letter was not read of somebody who may be new here."""


@dataclass(frozen=True, slots=True)
class Handled:
    """The result of a letter: the answer's verdict, or `ignored`."""

    letter: int
    result: str
    game: str = ""
    window: str = ""


class Desk:
    """Handles letters. `account`: the judge's own address and its limits."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self.handled: list[Handled] = []
        """The fates of this transaction's letters, to be counted once it is stored."""

    def drop(self) -> None:
        """The transaction came to nothing."""
        self.handled.clear()

    def handle_all(self, act: Act, lot: Sequence[tuple[Arrived, Opened]], now: Callable[[], datetime]) -> None:
        """Do what these letters ask for, in one act; what is known of their writers is looked up together."""
        act.ledger.expect({opened.letter.sender for _, opened in lot if opened.letter.sender})
        outsides = [envelope_of(opened.letter, self.account.address, act.config.name) for _, opened in lot]
        if len(lot) > 1:
            # In one order, so that two processes never wait for each other.
            for name in sorted({one.game for one in outsides if one.game}):
                with contextlib.suppress(NoGame):
                    act.ledger.game(name)
        touched: set[str] = set()
        for (arrived, opened), outside in zip(lot, outsides, strict=True):
            touched |= self._handle(replace(act, now=now()), arrived, opened, outside)
        # When the clock looks at the games these letters were for.
        act = replace(act, now=now())
        for name in sorted(touched):
            set_wake(act, act.ledger.game(name))

    def _handle(self, act: Act, arrived: Arrived, opened: Opened, envelope: Envelope) -> set[str]:
        """Do what a letter asks for; the games in which it changed a seat's set."""
        spoken = spoken_of(arrived)
        if spoken is not None:
            opened = replace(opened, ignore=None, proof=Proof(account=spoken.account))
        opened = seals.as_proven_here(opened, arrived, self.account.address)
        ignored = self._ignored(act, opened, envelope)
        if ignored is None:
            came = opened.letter.lines
            opened, echoes = recognised(act, opened, arrived.folder == PAGE)
            writer = writer_of(act, opened, envelope)
            opened = with_forms(act, writer, opened, came)
            hand = Hand(act, self.account, arrived, opened, envelope, writer, echoes=echoes, spoken=spoken)
            ignored = room.too_much(hand) or None
        if ignored is not None:
            act.ledger.finish(arrived.id, "ignored", ignored)
            self.handled.append(Handled(arrived.id, "ignored"))
            return set()
        with worded_in(language_of_writer(hand)):
            return self._handled(hand)

    def _handled(self, hand: Hand) -> set[str]:
        """Do what a letter asks for, and answer it in its writer's language."""
        act, arrived, answer = hand.act, hand.arrived, hand.answer
        try:
            self._read(hand)
        except NotRead as error:
            answer.worsen("NOT READ")
            answer.parts.append(Unheeded(error.code, error.said))
            if error.code in _LOST and not newcomers.is_seated(hand):
                newcomers.welcome(hand)
        except (NotNow, NoGame) as error:
            answer.worsen("NOT READ" if not answer.receipt else "ERRORS")
            # How the game master begins a game is nothing that a player can do.
            answer.pass_on(Saying("refusals/not-begun", error.said.facts) if error.code == NOT_BEGUN else error.said)
        _name_what_was_not_read(hand)
        seals.say_doubts(hand)
        _say_that_others_read_it(hand)
        doubt_sets(hand)
        newcomers.show_what_is_open(hand)
        talks.pass_on(hand)
        offer_language(hand)
        act.ledger.finish(
            arrived.id, "done", answer.verdict, answer.live.id if answer.live else None,
            seat=answer.seat or "", codes=answer.codes,
        )  # fmt: skip
        put_answer(hand)
        self.handled.append(Handled(arrived.id, answer.verdict, answer.game, answer.key))
        return hand.touched

    def _ignored(self, act: Act, opened: Opened, envelope: Envelope) -> str | None:
        """Why nothing is done with a letter: mail of ours that came back, what no player wrote."""
        sender = opened.letter.sender or ""
        is_known = act.ledger.known(sender).player_id is not None or act.config.master_at(sender) is not None
        is_odd = opened.ignore is None and not envelope.is_to_us and not is_known
        if envelope.bounce is not None and (opened.bounces or is_odd):
            note_return(act, opened.bounces, envelope.bounce)
            return "bounce"
        if opened.ignore == "automatic-subject" and act.ledger.known(sender).player_id is not None:
            # A player's own letter, as far as its headers say: somebody should know that it was not read. Of those that
            # anybody may have written, one a day tells of all.
            is_proven = opened.proof.vouches_for(sender)
            which = (opened.letter.message_id or opened.letter.subject) if is_proven else f"{sender}/{act.now:%Y%m%d}"
            said = {"address": sender, "subject": opened.letter.subject[:200], "bare": not is_proven}
            tell_gm(act, None, f"automatic/{which}", Saying("mails/looked-automatic", said))
        return opened.ignore

    def spoiled(self, act: Act, arrived: Arrived, error: BaseException) -> bool:
        """A letter that could not be handled: after three tries it is laid aside and the GM told. True: laid aside."""
        if arrived.tries < MOST_TRIES:
            return False
        trail = traceback.format_exception(error)[-6:]
        act.ledger.finish(arrived.id, "bad", "".join(trail)[-2000:])
        tell_gm(
            act,
            None,
            f"bad/{arrived.id}",
            Saying(
                "mails/letter-unreadable",
                {
                    "letter": arrived.id,
                    "tries": arrived.tries,
                    "what": type(error).__name__,
                },
            ),
        )
        return True

    # --- what it says -----------------------------------------------------------------------------------------------

    def _read(self, hand: Hand) -> None:
        """Everything a letter asks for, section by section."""
        answer, reading = hand.answer, hand.opened.reading
        if hand.writer.is_unclear:
            raise NotRead("whose-word", own=hand.account.address)
        seals.check(hand)
        end_what_others_read(hand)
        if "too-large" in hand.opened.letter.notes:
            raise NotRead(
                "too-large",
            )
        if hand.envelope.talk is not None:
            hand.act.ledger.forget()
            if talks.go_on(hand):
                return
        if hand.envelope.seat and hand.envelope.seat.startswith("press:") and not reading.commands:
            hand.act.ledger.forget()
            commands.press_reply(hand)
            return
        if assent.confirmed(hand):
            return
        sections = newcomers.with_subject(hand, newcomers.with_words(hand, reading.sections))
        if not sections and not reading.faults:
            self._nothing_said(hand)
            return
        sections = _not_too_many(hand, sections)
        for error in self._read_sections(hand, sections):
            # One part that cannot be acted upon keeps the others not back.
            answer.worsen("ERRORS")
            answer.parts.append(Unheeded(error.code, error.said, part=True))
        for line, code in reading.faults:
            answer.worsen("WARNINGS" if code in HARMLESS else "ERRORS")
            answer.parts.append(Fault(line, code))

    def _read_sections(self, hand: Hand, sections: Sequence[Section]) -> list[NotRead]:
        """Every section, in order; why some were not acted upon. Where none was, the letter is not read."""
        wrong: list[NotRead] = []
        for section in sections:
            try:
                self._read_section(hand, section)
            except (NotRead, NotNow) as error:
                if talks.ask_instead(hand, section, error.code):
                    continue
                if not isinstance(error, NotRead):
                    raise
                wrong.append(error)
        if wrong and len(wrong) == len(sections):
            raise wrong[0]
        return wrong

    def _read_section(self, hand: Hand, section: Section) -> None:
        """Do the requests of a letter for one seat of one game, or for no seat."""
        answer, ledger = hand.answer, hand.act.ledger
        if hand.writer.master is not None:
            ledger.forget()
            section = commands.run_as_master(hand, section)
            ledger.forget()
            if not section.says_something:
                return
        if not newcomers.is_seated(hand):
            ledger.forget()
            done = commands.for_newcomer(hand, newcomers.with_commands(hand, section))
            ledger.forget()
            if done:
                return
        elif commands.are_for_anybody(hand, section.commands) and not commands.beside(section):
            # Courtesy around them is for nobody's seat.
            ledger.forget()
            commands.for_anybody(hand, section.commands)
            ledger.forget()
            return
        if not hand.writer.is_known:
            raise NotRead("unknown-sender", address=hand.writer.address)
        live = game_of(hand, section)
        answer.live, answer.game = live, live.name
        seat = seat_for(hand, live, section)
        answer.seat = seat
        section = with_fixes(hand, live, seat, section)
        seals.demand(hand, live, seat, bool(section.lines))
        verbs = [command.verb for command in section.commands]
        if any(verb not in OF_THE_SET for verb in verbs):
            # A command looks at the store itself, and may change anything there.
            ledger.forget()
            live = commands.run(hand, live, seat, section)
            ledger.forget()
        _tell_of_hidden(hand, live, seat)
        if section.lines or any(verb in OF_THE_SET for verb in verbs):
            take_orders(hand, live, seat, section)

    def _nothing_said(self, hand: Hand) -> None:
        """Nothing to act upon: a command in the subject, or else say so."""
        if "encrypted" in hand.opened.letter.notes:
            raise NotRead(
                "encrypted",
            )
        said = hand.envelope.subject_commands
        command = command_of(said, 1) if said else None
        # PGP is over the words of a letter, and not over its subject.
        hand.writer = replace(hand.writer, proof=replace(hand.writer.proof, pgp=""))
        if command is not None and (command.verb in commands.ANYBODY or hand.writer.is_known):
            hand.act.ledger.forget()
            self._read_section(hand, Section(commands=(command,)))
            return
        if hand.writer.master is not None and said:
            # A telephone writes a subject more easily than a letter.
            requests = read(lines_of(said), (), by_master=True).sections
            if any(one.commands and not one.lines for one in requests):
                self._read_sections(hand, requests)
                return
        raise NotRead(
            "nothing-said",
        )


def _tell_of_hidden(hand: Hand, live: Live, seat: Seat) -> None:
    """Lines that nobody sees who reads the letter are nobody's words, and what is struck out is taken back. The writer
    hears of those that would have been orders or commands."""
    if (live.name, seat) in hand.looked_for_hidden:
        return
    hand.looked_for_hidden.add((live.name, seat))
    letter = hand.opened.letter
    struck = [struck_in(line.text) for line in letter.lines if line.is_own]
    for lines, code in ((letter.hidden[:MOST_HIDDEN], "hidden-lines"), (struck[:MOST_HIDDEN], "struck-lines")):
        lines = tuple(filter(None, lines))
        read = [*(line for line in lines if command_of(line, 1) is not None), *orders_in(live, seat, lines)]
        if read:
            hand.answer.worsen("WARNINGS" if code == "hidden-lines" else "OK")
            hand.answer.say(code, lines=[f"“{one}”" for one in dict.fromkeys(read)])


def _not_too_many(hand: Hand, sections: list[Section]) -> list[Section]:
    """The sections that are read of a letter, as many as it may have commands; the first of the others is named."""
    for left in sections[MOST_COMMANDS : MOST_COMMANDS + 1]:
        first = [*(line.text for line in left.lines), *(command.verb.upper() for command in left.commands)]
        hand.answer.worsen("ERRORS")
        hand.answer.parts.append(Fault(first[0], "too-many-commands"))
    return sections[:MOST_COMMANDS]


def _say_that_others_read_it(hand: Hand) -> None:
    """Orders that were written in company, in a game whose orders are not given there in the open."""
    spoken, answer = hand.spoken, hand.answer
    if spoken is None or not spoken.in_company:
        return
    about = {part.game for part in answer.parts if isinstance(part, Orders)}
    about |= {answer.game} if any(isinstance(part, Later) for part in answer.parts) else set()
    if about - {spoken.open_game}:
        answer.worsen("WARNINGS")
        answer.parts.append(Seen(sorted(about - {spoken.open_game}), spoken.chat))


def _name_what_was_not_read(hand: Hand) -> None:
    """Tell the writer which parts of a letter were not looked at, by name where they have one."""
    letter, answer = hand.opened.letter, hand.answer
    answer.parts += [Note(code) for code in letter.notes]
    answer.parts += [Attached(name) for name in letter.unread]
    if letter.notes or letter.unread:
        answer.worsen("WARNINGS")


__all__ = ["Desk", "Handled"]
