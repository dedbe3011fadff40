"""The desk: one letter in, everything it does in one transaction, one answer out.

Who wrote it, which game and seat it is for, its orders and commands, the receipt: all of it is stored together with
the letter's being done, or none of it.
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.campaign.ledger import Ledger
from judge.campaign.live import NoGame, NotNow
from judge.campaign.wake import set_wake
from judge.mail.accounts import Account
from judge.mail.envelope import envelope_of
from judge.mail.guard import is_flood
from judge.mail.language import Section, command_of
from judge.serve import commands, seals
from judge.serve.answering import put_answer
from judge.serve.hand import Hand, NotRead
from judge.serve.reading import Opened
from judge.serve.returned import note_return
from judge.serve.sets import OF_THE_SET, take_orders
from judge.serve.who import game_of, seat_for, writer_of
from judge.store.queue import Arrived, finish_letter
from judge.store.tally import LETTERS

MOST_TRIES = 3


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a letter. `result`: the answer's verdict, or `ignored`."""

    letter: int
    result: str
    game: str = ""
    window: str = ""


class Desk:
    """Handles letters. `account`: the judge's own address and its limits."""

    def __init__(self, campaign: Campaign, account: Account) -> None:
        self.campaign, self.account = campaign, account
        self._touched: set[str] = set()
        self._ledger: Ledger | None = None
        self.handled: list[Handled] = []
        """What became of the letters of this transaction: to be counted once it is stored."""

    # --- one transaction ------------------------------------------------------------------------------------------

    def begin(self, connection: sa.Connection, opened: Sequence[Opened]) -> None:
        """These letters will be handled in this transaction: what is known of their writers is looked up together."""
        self._ledger = Ledger(connection, len(opened))
        self._ledger.expect({one.letter.sender for one in opened if one.letter.sender})

    def ledger(self, connection: sa.Connection) -> Ledger:
        """This transaction's."""
        if self._ledger is None or self._ledger.connection is not connection:
            self._ledger = Ledger(connection)
        return self._ledger

    def settle(self, connection: sa.Connection, now: datetime) -> None:
        """Write out what waits, and say when the clock looks at the games these letters were for."""
        ledger = self.ledger(connection)
        touched, self._touched = self._touched, set()
        for name in sorted(touched):
            set_wake(connection, ledger.game(name), now, ledger)
        ledger.write()
        ledger.tallies.store()
        self._ledger = None

    def drop(self) -> None:
        """The transaction came to nothing."""
        self._ledger = None
        self._touched.clear()
        self.handled.clear()

    # --- one letter ---------------------------------------------------------------------------------------------

    def handle(self, connection: sa.Connection, arrived: Arrived, opened: Opened, now: datetime) -> str:
        """Do what a letter asks for; `done`, `ignored` or `bad`. In the caller's transaction."""
        state = self._handle(connection, arrived, opened, now)
        if state == "ignored":
            self.handled.append(Handled(arrived.id, state))
        return state

    def _handle(self, connection: sa.Connection, arrived: Arrived, opened: Opened, now: datetime) -> str:
        ledger = self.ledger(connection)
        envelope = envelope_of(opened.letter, self.account.address, self.campaign.config.name)
        if envelope.bounce is not None:
            note_return(self.campaign, connection, ledger, opened.bounces, envelope.bounce, now)
            ledger.finish(arrived.id, "ignored", "bounce")
            return "ignored"
        if opened.ignore is not None:
            ledger.finish(arrived.id, "ignored", opened.ignore)
            return "ignored"
        sender = opened.letter.sender or ""
        ledger.tallies.add(LETTERS, sender, now)
        if is_flood(ledger.tallies.count(LETTERS, sender, now)[0], self.account.limits):
            ledger.finish(arrived.id, "ignored", "flood")
            self.campaign.tell_gm(
                connection, None, f"flood/{sender}/{now:%Y%m%d}", "A flood of letters",
                f"{sender} writes more than anybody reads. Its letters of this hour are kept, unread.", now,
            )  # fmt: skip
            return "ignored"
        writer = writer_of(connection, ledger, opened, envelope, now)
        hand = Hand(self.campaign, self.account, connection, ledger, arrived, opened, envelope, writer, now)
        answer = hand.answer
        try:
            self._read(hand)
        except NotRead as error:
            answer.worsen("NOT READ")
            answer.parts.append({"kind": "not-read", "code": error.code, "text": str(error)})
        except (NotNow, NoGame) as error:
            answer.worsen("NOT READ" if not answer.receipt else "ERRORS")
            answer.say(str(error))
        self._touched |= hand.touched
        answer.parts += [{"kind": "note", "code": code} for code in opened.letter.notes]
        if opened.letter.notes:
            answer.worsen("WARNINGS")
        ledger.finish(arrived.id, "done", answer.verdict, answer.live.id if answer.live else None)
        put_answer(hand)
        self.handled.append(Handled(arrived.id, answer.verdict, answer.game, answer.key))
        return "done"

    def spoiled(self, connection: sa.Connection, arrived: Arrived, error: BaseException, now: datetime) -> bool:
        """A letter that could not be handled: after three tries it is laid aside and the GM told. True: laid aside."""
        if arrived.tries < MOST_TRIES:
            return False
        trail = traceback.format_exception(error)[-6:]
        finish_letter(connection, arrived.id, "bad", "".join(trail)[-2000:])
        self.campaign.tell_gm(
            connection, None, f"bad/{arrived.id}", "A letter could not be read",
            f"Letter {arrived.id} (Message-ID {arrived.message_id or 'none'}) was tried {arrived.tries} times and laid "
            f"aside: {type(error).__name__}. `judge doctor` shows what is known of it.", now,
        )  # fmt: skip
        return True

    # --- what it says -----------------------------------------------------------------------------------------------

    def _read(self, hand: Hand) -> None:
        """Everything a letter asks for, section by section."""
        answer, ledger, reading = hand.answer, hand.ledger, hand.opened.reading
        seals.check(hand)
        if "too-large" in hand.opened.letter.notes:
            raise NotRead(
                "too-large",
                "a letter may have at most 256 kilobytes. Send orders as plain text, without pictures or attachments.",
            )
        if hand.envelope.seat and hand.envelope.seat.startswith("press:") and not reading.commands:
            ledger.forget()
            commands.press_reply(hand)
            return
        sections = [section for section in reading.sections if section.says_something]
        if not sections and not reading.faults:
            self._nothing_said(hand)
            return
        for section in sections:
            self._read_section(hand, section)
        for line, code in reading.faults:
            answer.worsen("WARNINGS")
            answer.parts.append({"kind": "fault", "line": line, "code": code})

    def _read_section(self, hand: Hand, section: Section) -> None:
        """What a letter asks for one seat of one game, or for nobody's."""
        answer, ledger = hand.answer, hand.ledger
        if not section.lines and commands.are_for_anybody(section.commands):
            ledger.forget()
            commands.for_anybody(hand, section.commands)
            ledger.forget()
            return
        if not hand.writer.is_known:
            raise NotRead(
                "unknown-sender",
                f"nobody here is known by the address {hand.writer.address}. Write from your registered address, "
                "or add a line TOKEN followed by your seat's token. HELP tells how to join a game.",
            )
        live = game_of(hand, section)
        answer.live, answer.game = live, live.name
        seat = seat_for(hand, live, section)
        answer.seat = seat
        seals.demand(hand, live, seat, bool(section.lines))
        verbs = [command.verb for command in section.commands]
        if any(verb not in OF_THE_SET for verb in verbs):
            # A command looks at the store itself, and may change anything there.
            ledger.forget()
            live = commands.run(hand, live, seat, section)
            ledger.forget()
        if section.lines or any(verb in OF_THE_SET for verb in verbs):
            take_orders(hand, live, seat, section)

    def _nothing_said(self, hand: Hand) -> None:
        """Nothing to act upon: a command in the subject, or else say so."""
        said = hand.envelope.subject_commands
        command = command_of(said, 1) if said else None
        if command is not None and command.verb in commands.ANYBODY:
            commands.answer_anybody(hand, command)
            return
        if "encrypted" in hand.opened.letter.notes:
            raise NotRead(
                "encrypted",
                "it is encrypted, and this judge has no key that opens it: send it again without encryption. A "
                "signature does no harm.",
            )
        raise NotRead(
            "nothing-said",
            "there is no order and no command in it: write orders on lines of their own, not quoted (or fill in the "
            "order form of the last report). HELP lists the commands.",
        )


__all__ = ["Desk", "Handled"]
