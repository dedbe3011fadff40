"""The desk: one letter in, everything it does in one transaction, one answer out.

Who wrote it, which game and seat it is for, its orders and commands, the receipt: all of it is stored together with
the letter's being done, or none of it.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import ahead, conditions, docket, post, seating
from judge.campaign.campaign import Campaign
from judge.campaign.drawing import APPLICANT
from judge.campaign.ledger import Ledger
from judge.campaign.live import Live, NoGame, NotNow
from judge.campaign.wake import set_wake, takes_until
from judge.mail.accounts import Account
from judge.mail.envelope import Envelope, envelope_of
from judge.mail.guard import Proof, answers_enough, bounced_number, is_flood
from judge.mail.language import Command, OrderLine, Section, filled
from judge.mail.letter import Letter
from judge.serve import seals, secrets
from judge.serve.reading import Opened
from judge.store import tables
from judge.store.base import moment, stamp
from judge.store.queue import Arrived, finish_letter
from judge.store.tally import ANSWERS, LETTERS

log = logging.getLogger("judge")

MOST_TRIES = 3
OF_THE_SET = ("clear", "orders", "wait", "ready")
"""Commands about the set of orders itself, which are carried out along with it."""


class NotRead(Exception):
    """A letter nothing was done with; the sentence tells its writer why, and what would help."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass
class Answer:
    """What will be answered: parts in order; the subject's verdict is the worst of them."""

    parts: list[dict[str, Any]] = field(default_factory=list)
    verdict: str = "OK"
    game: str = ""
    title: str = ""
    key: str = ""
    receipt: int = 0
    reports: list[dict[str, Any]] = field(default_factory=list)
    live: Live | None = None
    seat: Seat | None = None

    def say(self, text: str, **more: Any) -> None:
        """A part in words."""
        self.parts.append({"kind": "said", "text": text, **more})

    def refuse(self, command: Command, why: str) -> None:
        """A command that was not carried out, in its writer's words, and why."""
        self.worsen("ERRORS")
        self.parts.append({"kind": "refused", "line": f"{command.verb.upper()} {command.rest}".strip(), "text": why})

    def worsen(self, verdict: str) -> None:
        """The verdict is at least as bad as this."""
        ranks = ("OK", "WARNINGS", "ERRORS", "NOT READ")
        if ranks.index(verdict) > ranks.index(self.verdict):
            self.verdict = verdict


@dataclass(frozen=True)
class Writer:
    """Who wrote a letter, as far as it is proven."""

    address: str
    seats: tuple[Mapping[str, Any], ...]
    by_token: Mapping[str, Any] | None
    proof: Proof
    player_id: int | None
    at: datetime
    key: str = ""
    """The public key that came along."""

    @property
    def is_known(self) -> bool:
        """A registered address, or a token."""
        return self.by_token is not None or self.player_id is not None


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
        envelope = envelope_of(opened.letter, self.account.address, self.campaign.config.name)
        if envelope.bounce is not None:
            self._bounce(connection, opened, envelope.bounce, now)
            self.ledger(connection).finish(arrived.id, "ignored", "bounce")
            return "ignored"
        if opened.ignore is not None:
            self.ledger(connection).finish(arrived.id, "ignored", opened.ignore)
            return "ignored"
        sender = opened.letter.sender or ""
        tallies = self.ledger(connection).tallies
        tallies.add(LETTERS, sender, now)
        if is_flood(tallies.count(LETTERS, sender, now)[0], self.account.limits):
            self.ledger(connection).finish(arrived.id, "ignored", "flood")
            self._tell_gm(
                connection,
                f"flood/{sender}/{now:%Y%m%d}",
                "A flood of letters",
                f"{sender} writes more than anybody reads. Its letters of this hour are kept, unread.",
                now,
            )
            return "ignored"
        writer = self._writer(connection, opened, envelope, now)
        answer = Answer()
        try:
            self._read(connection, arrived, opened, envelope, writer, answer, now)
        except NotRead as error:
            answer.worsen("NOT READ")
            answer.parts.append({"kind": "not-read", "code": error.code, "text": str(error)})
        except (NotNow, NoGame) as error:
            answer.worsen("NOT READ" if not answer.receipt else "ERRORS")
            answer.say(str(error))
        answer.parts += [{"kind": "note", "code": code} for code in opened.letter.notes]
        if opened.letter.notes:
            answer.worsen("WARNINGS")
        self.ledger(connection).finish(arrived.id, "done", answer.verdict, answer.live.id if answer.live else None)
        self._answer(connection, arrived, opened, writer, answer, now)
        self.handled.append(Handled(arrived.id, answer.verdict, answer.game, answer.key))
        return "done"

    def spoiled(self, connection: sa.Connection, arrived: Arrived, error: BaseException, now: datetime) -> bool:
        """A letter that could not be handled: after three tries it is laid aside and the GM told. True: laid aside."""
        if arrived.tries < MOST_TRIES:
            return False
        trail = traceback.format_exception(error)[-6:]
        finish_letter(connection, arrived.id, "bad", "".join(trail)[-2000:])
        self._tell_gm(
            connection, f"bad/{arrived.id}", "A letter could not be read",
            f"Letter {arrived.id} (Message-ID {arrived.message_id or 'none'}) was tried {arrived.tries} times and laid "
            f"aside: {type(error).__name__}. `judge doctor` shows what is known of it.", now,
        )  # fmt: skip
        return True

    # --- who ------------------------------------------------------------------------------------------------------

    def _writer(self, connection: sa.Connection, opened: Opened, envelope: Envelope, now: datetime) -> Writer:
        address = opened.letter.sender or ""
        ledger = self.ledger(connection)
        known = ledger.known(address)
        if known.bounces:
            # Who writes is there again: what came back before counts no more.
            connection.execute(tables.addresses.update().where(tables.addresses.c.address == address).values(bounces=0))
            ledger.forget()
            known = ledger.known(address)
        tokens = [section.token for section in opened.reading.sections if section.token]
        tokens += [envelope.token] if envelope.token else []
        found = None
        for token in tokens[:5]:
            found = self._seat_by(connection, token, envelope.game)
            if found is not None:
                break
        return Writer(address, known.seats, found, opened.proof, known.player_id, now, opened.key)

    def _seat_by(self, connection: sa.Connection, token: str, game: str | None) -> Mapping[str, Any] | None:
        """The seat that a token opens, or the word of a reply address."""
        return self.ledger(connection).once(
            ("token", token, game),
            lambda: seating.by_token(connection, token) or secrets.seat_by_reply(connection, token, game),
        )

    def _seat_for(self, live: Live, section: Section, writer: Writer, connection: sa.Connection) -> Seat:
        """The seat a section speaks for, proven as the game demands."""
        auth = live.settings.auth
        own = [
            row for row in writer.seats if row["game"] == live.name and row["role"] in ("player", APPLICANT)
        ]  # fmt: skip
        token_here = writer.by_token is not None and writer.by_token["game"] == live.name
        if writer.proof.speaks_against(writer.address) and not token_here:
            self._tell_gm_of_forgery(connection, live, writer)
            raise NotRead(
                "forged",
                "the mail server that received this letter says that it does not come from its sender's address. Add a "
                "line TOKEN followed by your seat's token, or answer the last report.",
            )
        signed = writer.proof.pgp == "pass"
        if auth == "token" and not token_here and not signed:
            raise NotRead(
                "token-missing",
                f"{live.name} takes orders with the seat's token only: answer the last report, or add a line "
                "TOKEN followed by your token.",
            )
        if auth == "dkim" and not token_here and not writer.proof.vouches_for(writer.address):
            raise NotRead(
                "not-vouched-for",
                f"your mail provider did not vouch for your address, which {live.name} asks for. A line TOKEN "
                "followed by your seat's token does as well.",
            )
        if auth == "address" and not own:
            raise NotRead(
                "not-yours",
                f"{writer.address} has no seat in {live.name}, and {live.name} takes orders from registered "
                "addresses only.",
            )
        mine = {Seat(row["seat"]) for row in own}
        if token_here and writer.by_token is not None and writer.by_token["role"] == "player":
            mine.add(Seat(writer.by_token["seat"]))
        if not mine:
            raise NotRead(
                "not-yours",
                f"{writer.address} has no seat in {live.name}. Write from your registered address, or add a line TOKEN "
                "followed by your seat's token.",
            )
        if section.seat:
            chosen = self.campaign.seat_of(live.game, section.seat)
            if chosen not in mine:
                raise NotRead("not-yours", f"{self.campaign.seat_name(live, chosen)} of {live.name} is not yours.")
            return chosen
        if token_here and writer.by_token is not None:
            return Seat(writer.by_token["seat"])
        if len(mine) > 1:
            listed = ", ".join(sorted(mine))
            raise NotRead(
                "which-seat",
                f"you have several seats in {live.name}: put a line SEAT and its name before the orders of each "
                f"({listed}).",
            )
        return next(iter(mine))

    # --- which game -------------------------------------------------------------------------------------------------

    def _game_of(self, connection: sa.Connection, section: Section, envelope: Envelope, writer: Writer) -> Live:
        name = section.game or envelope.game
        if name is None and writer.by_token is not None:
            name = str(writer.by_token["game"])
        if name is None:
            own = sorted({row["game"] for row in writer.seats if row["role"] in ("player", APPLICANT)})
            running = [
                one for one in own
                if any(row["game"] == one and row["status"] == "running" for row in writer.seats)
            ]  # fmt: skip
            if len(running) == 1:
                name = running[0]
            elif len(own) == 1:
                name = own[0]
            else:
                known = f"Your games: {', '.join(own)}." if own else "You have no seat in any game."
                raise NotRead(
                    "which-game",
                    "it does not say which game it is for: put a line GAME and its name on top, or answer a "
                    f"report of the game. {known}",
                )
        try:
            return self.ledger(connection).game(name)
        except NoGame as unknown:
            try:
                # Older judges write the power's letter before the name.
                return self.ledger(connection).game(name[1:] if len(name) > 1 and section.game else name)
            except NoGame:
                raise unknown from None

    # --- what ---------------------------------------------------------------------------------------------------------

    def _read(
        self,
        connection: sa.Connection,
        arrived: Arrived,
        opened: Opened,
        envelope: Envelope,
        writer: Writer,
        answer: Answer,
        now: datetime,
    ) -> None:
        from judge.serve import commands

        letter, reading = opened.letter, opened.reading
        seals.check(self, connection, writer)
        if "too-large" in letter.notes:
            raise NotRead(
                "too-large",
                "a letter may have at most 256 kilobytes. Send orders as plain text, without pictures or attachments.",
            )
        if envelope.seat and envelope.seat.startswith("press:") and not reading.commands:
            self.ledger(connection).forget()
            commands.press_reply(self, connection, envelope, writer, letter, answer, now)
            return
        sections = [section for section in reading.sections if section.says_something]
        if not sections and not reading.faults:
            self._nothing_said(opened, envelope, writer, answer)
            return
        for section in sections:
            if not section.lines and commands.are_for_anybody(section.commands):
                self.ledger(connection).forget()
                commands.for_anybody(self, connection, section.commands, writer, answer, now)
                self.ledger(connection).forget()
                continue
            if not writer.is_known:
                raise NotRead(
                    "unknown-sender",
                    f"nobody here is known by the address {writer.address}. Write from your registered address, "
                    "or add a line TOKEN followed by your seat's token. HELP tells how to join a game.",
                )
            live = self._game_of(connection, section, envelope, writer)
            answer.live, answer.game = live, live.name
            seat = self._seat_for(live, section, writer, connection)
            answer.seat = seat
            seals.demand(self.ledger(connection), live, seat, writer, bool(section.lines))
            if any(one.verb not in OF_THE_SET for one in section.commands):
                # A command looks at the store itself, and may change anything there.
                self.ledger(connection).forget()
                live = commands.run(self, connection, live, seat, section, writer, answer, now)
                self.ledger(connection).forget()
            wants = bool(section.lines) or any(one.verb in OF_THE_SET for one in section.commands)
            if wants:
                self._orders(connection, live, seat, section, envelope, opened, arrived, answer, now)
        for line, code in reading.faults:
            answer.worsen("WARNINGS")
            answer.parts.append({"kind": "fault", "line": line, "code": code})

    def _nothing_said(self, opened: Opened, envelope: Envelope, writer: Writer, answer: Answer) -> None:
        """Nothing to act upon: a command in the subject, or else say so."""
        from judge.mail.language import command_of
        from judge.serve import commands

        command = command_of(envelope.subject_commands, 1) if envelope.subject_commands else None
        if command is not None and command.verb in commands.ANYBODY:
            commands.answer_anybody(self, command, answer)
            return
        if "encrypted" in opened.letter.notes:
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

    def _orders(
        self,
        connection: sa.Connection,
        live: Live,
        seat: Seat,
        section: Section,
        envelope: Envelope,
        opened: Opened,
        arrived: Arrived,
        answer: Answer,
        now: datetime,
    ) -> None:
        """Orders into the docket, and the part of the answer that shows the whole set."""
        clears = any(command.verb == "clear" for command in section.commands)
        waits = {"wait": True, "ready": False}
        wait = next((waits[one.verb] for one in reversed(section.commands) if one.verb in waits), None)
        if section.later is not None and not ahead.is_for_now(live, section.later):
            self._later(connection, live, seat, section, answer, alone=len(opened.reading.sections) == 1)
            return
        window = live.need_window()
        named = section.window or envelope.window
        if (section.lines or clears) and named is not None and named != window.key:
            raise NotRead(
                "late",
                f"it is for a window that is closed ({named}); {window.title} is open now. Nothing was changed: "
                "send new orders, or answer the last report.",
            )
        until = takes_until(live)
        if (section.lines or clears) and until is not None and arrived.received_at > until:
            raise NotRead(
                "late", f"it arrived after the deadline of {window.title} and its grace. Nothing was changed."
            )
        ask = window.asks.get(seat)
        lines = section.lines
        if section.form and ask is not None:
            lines = filled(lines, ask.lines)
        if ask is None:
            if not lines:
                answer.say(f"{self.campaign.seat_name(live, seat)} is not asked for anything in {window.title}.")
                kept = [f"{for_what}: “{text}”" for for_what, text in ahead.kept(connection, live, seat)]
                if kept:
                    answer.parts.append({"kind": "list", "title": "Kept, for", "lines": kept})
                return
            raise NotRead(
                "not-asked", f"{self.campaign.seat_name(live, seat)} is not asked for anything in {window.title}."
            )
        stood = conditions.stand(live, seat, lines, self.campaign.config.own_templates)
        lines = self._questions(live, seat, stood.lines, answer)
        text, passed = self._without_courtesies(live, seat, ask.form, lines)
        changes = bool(text.strip()) or clears or wait is not None
        if stood.wrong:
            answer.worsen("ERRORS")
        decided = bool(stood.told or stood.wrong)
        if not changes and answer.parts and not decided and not any(one.verb == "orders" for one in section.commands):
            return
        if not changes:
            before = docket.entry(connection, live, seat, self.ledger(connection))
            shown = self._shown(live, seat, window, before, passed, now)
            shown |= {
                "kept": ahead.kept(connection, live, seat),
                "conditions": list(stood.told),
                "problems": [list(one) for one in stood.wrong],
            }
            answer.parts.append(shown)
            answer.title, answer.key = window.title, window.key
            return
        source = f"letter {arrived.message_id or arrived.id} received {stamp(arrived.received_at)}"
        source += f", {seals.SIGNED}" if opened.proof.pgp == "pass" else ""
        done = docket.receive(
            connection, live, seat, text, now, source, clear=clears, wait=wait,
            players=self.ledger(connection).players_by_seat(live.id), own_templates=self.campaign.config.own_templates,
            came=docket.Came(stamp(arrived.received_at), arrived.uid), ledger=self.ledger(connection),
        )  # fmt: skip
        self._touched.add(live.name)
        answer.worsen(done.verdict)
        answer.receipt = answer.receipt or done.receipt
        answer.title, answer.key = window.title, window.key
        answer.parts.append(
            {
                "kind": "orders", "game": live.name, "seat": self.campaign.seat_name(live, seat),
                "window": window.title, "orders": list(done.orders), "silence": list(done.silence),
                "problems": [*map(list, stood.wrong), *([line, sentence] for line, _, sentence in done.problems)],
                "warnings": [[line, sentence] for line, _, sentence in done.warnings],
                "kept": ahead.kept(connection, live, seat), "deadline": done.deadline, "receipt": done.receipt,
                "hash": done.hash, "waiting": done.waiting, "conditions": list(stood.told), "passed": passed,
            }
        )  # fmt: skip

    def _without_courtesies(
        self, live: Live, seat: Seat, form: str, lines: tuple[OrderLine, ...]
    ) -> tuple[str, list[str]]:
        """The text for the game: soft lines only where the game understands them."""
        from judge.adjudicator.protocol import Problem

        kept, passed = [], []
        for line in lines:
            if line.soft:
                read = live.game.read(live.state, seat, form, line.text)
                if not read or any(isinstance(one.said, Problem) for one in read):
                    passed.append(line.text)
                    continue
            kept.append(line.text)
        return "\n".join(kept), passed

    def _questions(self, live: Live, seat: Seat, lines: tuple[OrderLine, ...], answer: Answer) -> tuple[OrderLine, ...]:
        """Free questions are answered at once from the seat's own view; what is left are orders."""
        from judge.report.words import Words

        left = []
        for line in lines:
            events = live.game.answer(live.state, seat, line.text)
            if events:
                words = Words(live.game, live.state, None, self.campaign.config.own_templates)
                said = [words.sentence(event) for event in events]
                answer.parts.append({"kind": "list", "title": line.text, "lines": said})
            else:
                left.append(line)
        return tuple(left)

    def _later(
        self, connection: sa.Connection, live: Live, seat: Seat, section: Section, answer: Answer, *, alone: bool
    ) -> None:
        """Orders for a later window: kept as they are until that window opens."""
        said, emptied = section.later or "", any(command.verb == "clear" for command in section.commands)
        try:
            window = ahead.put_aside(connection, live, seat, said, section.lines, clear=emptied)
        except NotNow as error:
            if alone:
                raise NotRead("which-phase", f"{error}.") from None
            # The rest of the letter is not to suffer for it.
            answer.worsen("ERRORS")
            answer.parts.append({"kind": "refused", "line": f"PHASE {said}", "text": str(error)})
            return
        own, texts = self.campaign.config.own_templates, [line.text for line in section.lines]
        doubts = ahead.doubts(live, seat, said, texts, own)
        if doubts:
            answer.worsen("WARNINGS")
        lines = conditions.written(section.lines).splitlines()
        answer.parts.append({"kind": "later", "window": window, "lines": lines, "doubts": doubts})

    def _shown(
        self, live: Live, seat: Seat, window: Any, entry: docket.Entry, passed: list[str], now: datetime
    ) -> dict[str, Any]:
        """What a seat has in, without changing it."""
        due = live.row["deadline"]

        return {
            "kind": "orders", "game": live.name, "seat": self.campaign.seat_name(live, seat), "window": window.title,
            "orders": list(entry.lines),
            "silence": [live.game.write(live.state, seat, order) for order in entry.checked.filled],
            "problems": [], "warnings": [], "kept": [], "receipt": 0, "hash": "", "waiting": entry.wait,
            "deadline": live.settings.calendar.said(moment(due), now) if due else "",
            "conditions": [], "passed": passed,
        }  # fmt: skip

    # --- answering ----------------------------------------------------------------------------------------------------

    def _answer(
        self,
        connection: sa.Connection,
        arrived: Arrived,
        opened: Opened,
        writer: Writer,
        answer: Answer,
        now: datetime,
    ) -> None:
        """One mail to the registered address; one more to the address that wrote, if that is another."""
        if not answer.parts and not answer.reports:
            return
        address = writer.address
        tallies = self.ledger(connection).tallies
        hour, today = tallies.count(ANSWERS, address, now)
        if answers_enough(hour, today, writer.is_known, self.account.limits):
            self._tell_gm(
                connection,
                f"answers/{address}/{now:%Y%m%d}",
                "No more answers today",
                f"{address} has had its answers for now: {today} in a day. Its letters are still read.",
                now,
            )
            return
        tallies.add(ANSWERS, address, now)
        if answer.live is not None and answer.live.window is not None and not answer.key:
            # So that a plain reply carries the window that is open.
            answer.title, answer.key = answer.live.window.title, answer.live.window.key
        registered = self._registered(connection, answer, writer)
        number = answer.receipt or f"letter {arrived.id}"
        self._say_when_there(connection, answer, writer)
        for recipient in dict.fromkeys((registered or address, address)):
            post.put(
                connection, self.campaign.config.name, self.campaign.domain,
                game_id=answer.live.id if answer.live else None, game=answer.game,
                step=answer.live.head if answer.live else 0,
                revision=int(answer.live.row["branch"]) if answer.live else 0,
                seat=answer.seat or "", kind="receipt", number=number, recipient=recipient,
                facts={
                    "game": answer.game, "seat": answer.seat or "", "verdict": answer.verdict, "title": answer.title,
                    "key": answer.key, "parts": answer.parts, "stranger": recipient != address and address,
                },
                now=now, in_reply_to=opened.letter.message_id or None, ledger=self.ledger(connection),
            )  # fmt: skip
        for number_of, one in enumerate(answer.reports):
            post.put(
                connection, self.campaign.config.name, self.campaign.domain,
                game_id=answer.live.id if answer.live else None, game=answer.game, step=one["step"],
                revision=int(answer.live.row["branch"]) if answer.live else 0, seat=one["seat"], kind="report",
                number=f"again/{arrived.id}/{number_of}", recipient=registered or address, facts=one, now=now,
            )  # fmt: skip

    def _say_when_there(self, connection: sa.Connection, answer: Answer, writer: Writer) -> None:
        """The deadline by the player's own clock as well, where SET ZONE asked for that."""
        due = answer.live.row["deadline"] if answer.live is not None else None
        shown = [part for part in answer.parts if part["kind"] == "orders" and part["deadline"]]
        if not due or not shown or writer.player_id is None:
            return
        zone = self.ledger(connection).settings(writer.player_id, answer.live.id if answer.live else None).get("zone")
        if zone:
            there = moment(due).astimezone(ZoneInfo(zone))
            for part in shown:
                part["there"] = f"{there:%A} {there.day} {there:%B %Y, %H:%M} ({zone})"

    def _registered(self, connection: sa.Connection, answer: Answer, writer: Writer) -> str | None:
        """The registered address of the seat that was acted for."""
        if answer.live is None or answer.seat is None:
            return None
        for row in writer.seats:
            if row["game"] == answer.live.name and row["seat"] == answer.seat:
                return writer.address
        return next(
            (
                one.addresses[0]
                for one in self.ledger(connection).sittings(answer.live.id)
                if one.seat == answer.seat and one.role == "player" and one.addresses
            ),
            None,
        )

    def _tell_gm(self, connection: sa.Connection, key: str, subject: str, text: str, now: datetime) -> None:
        self.campaign.tell_gm(connection, None, key, subject, text, now)

    def _tell_gm_of_forgery(self, connection: sa.Connection, live: Live, writer: Writer) -> None:
        text = (
            f"A letter for {live.name} claims to be from {writer.address}, and the receiving server says it is not. "
            "It was not acted upon."
        )
        self.campaign.tell_gm(
            connection, live, f"forged/{writer.address}/{live.head}", "A forged letter", text, writer.at
        )

    # --- bounces ------------------------------------------------------------------------------------------------------

    def _bounce(self, connection: sa.Connection, opened: Opened, word: str, now: datetime) -> None:
        """A mail of ours came back. Only an address that carries our own seal is believed."""
        number = bounced_number(secrets.mail_secret(connection), word)
        if number is None:
            return
        row = connection.execute(sa.select(tables.outbox).where(tables.outbox.c.id == number)).mappings().first()
        if row is None:
            return
        weight = max((one.weight for one in opened.bounces), default=4)
        address = str(row["recipient"])
        connection.execute(
            tables.addresses.update()
            .where(tables.addresses.c.address == address)
            .values(bounces=tables.addresses.c.bounces + weight)
        )
        self.ledger(connection).forget()
        count = connection.execute(
            sa.select(tables.addresses.c.bounces).where(tables.addresses.c.address == address)
        ).scalar()
        reason = next((one.reason for one in opened.bounces), "") or "no reason given"
        if row["kind"] == "gm" or address == self.campaign.config.gm:
            # A notice that a notice came back would come back as well.
            log.warning("mail %d to the game master came back: %s", number, reason)
            return
        if count is not None and int(count) >= 12:
            self._tell_gm(
                connection,
                f"bounces/{address}/{now:%Y%m%d}",
                f"Mail to {address} comes back",
                f"Mail to {address} came back for the third time ({reason}). Nothing more is sent there until a "
                "letter comes from it.",
                now,
            )
        elif count is not None:
            self._tell_gm(
                connection, f"bounce/{number}", f"A mail to {address} came back", f"{row['kind']}: {reason}", now
            )


__all__ = ["Answer", "Desk", "Letter", "NotRead", "Writer"]
