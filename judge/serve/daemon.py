"""The daemon: one thread collects and reads, one sends; the clock ticks between letters.

Each loop survives whatever the other end does. A server that goes away is tried again, later and later. A letter that
breaks its reader is laid aside after three tries. A full disk or a locked store holds everything until it is over.

Any number of daemons may do this on one store (see `together`): what one has in hand the others pass over. Each letter,
step and mail is dealt with in a transaction that first makes sure that it is still this daemon's to deal with.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
import socket
import threading
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from judge.campaign.campaign import Campaign
from judge.campaign.clock import OUTAGE, Done, tick
from judge.campaign.jobs import put_daily
from judge.campaign.numbers import mail_secret
from judge.campaign.restoring import end_foreign_doors
from judge.campaign.retention import prune_daily, read_retention
from judge.campaign.telling import tell_gm
from judge.chats import Chat, service_of
from judge.mail.accounts import Account
from judge.mail.fetch import CannotFetch, Mailbox, RawMail, WrongPassword, back_off
from judge.mail.pgp import Seals
from judge.mail.send import Sender
from judge.mail.signature import Signatures
from judge.report.saying import Saying
from judge.serve.desk import Desk
from judge.serve.dispatch import Dispatch
from judge.serve.intake import Intake, Overtaken
from judge.serve.jobs import Jobs
from judge.serve.listening import Listening
from judge.serve.log import about
from judge.serve.metrics import Metrics
from judge.serve.opener import Opener
from judge.serve.postroom import Postroom
from judge.serve.seals import keys_of
from judge.serve.shift import Shift
from judge.serve.together import Spans, Together
from judge.store import games, talks
from judge.store.base import TROUBLE, cause_of, moment
from judge.store.bells import forget_gone
from judge.store.hour import StoreClock
from judge.store.jobs import forget_done
from judge.store.letters import next_letter
from judge.store.mails import next_mail
from judge.store.tally import forget_tallies

log = logging.getLogger("judge")

# How often to look where nobody tells what came: a file does not say that another process wrote to it.
LOOK_IN, LOOK_OUT = 1.0, 5.0
# A window waits at most so long for a chat that cannot be heard.
LONGEST_SILENCE = timedelta(hours=1)
KEPT_JOBS, KEPT_TALKS = timedelta(days=60), timedelta(days=365)
# PostgreSQL's codes for a clash of two transactions: nothing happened, and it can be tried again at once.
MET = ("40P01", "40001", "55P03")


class Daemon:
    """Everything `judge serve` does. `now`: the source of the time.

    `spans`, `at`: how long a claim stays its own, and where it runs, as far as others can tell.
    """

    def __init__(
        self,
        campaign: Campaign,
        account: Account,
        *,
        now: Callable[[], datetime] | None = None,
        apart: bool = True,
        outage: timedelta = OUTAGE,
        spans: Spans | None = None,
        at: str = "",
    ) -> None:
        self.outage = outage
        self.campaign, self.account = campaign, account
        end_foreign_doors(campaign)
        self.told: Callable[[Done], None] = lambda done: None
        """Hears what the clock did."""
        # The store's clock, so that daemons on several hosts agree on every deadline.
        self.now = now or StoreClock(campaign.store).now
        mailbox = f"{account.imap.user or account.address}@{account.imap} {account.inbox}" if account.imap else ""
        self.together = Together(campaign.store, mailbox, spans or Spans(), at)
        self.owner = self.together.owner
        self.desk = Desk(account)
        self.postroom = Postroom(campaign, account)
        self.opener = Opener(
            account.address,
            account.server,
            apart=apart,
            signatures=Signatures(sealers=account.arc) if account.dkim else None,
            seals=Seals(lambda address: keys_of(campaign, address), account.pgp_key) if account.pgp else None,
        )
        self.sender = Sender(account)
        self.mailbox = Mailbox(account, self.take) if account.imap is not None else None
        self.stopping = threading.Event()
        self.to_send = threading.Event()
        self.metrics = Metrics(campaign.store, self.owner, self.now, lambda: self.opener.restarts)
        shift = Shift(campaign, self.together, self.metrics, self.now, self.stopping)
        self.dispatch = Dispatch(shift, self.postroom, self.sender)
        self.intake = Intake(shift, self.desk, self.opener, self._mailed)
        self.jobs = Jobs(shift)
        self.retention = read_retention(campaign.config.retention)
        self._pruned = ""
        self._threads: list[threading.Thread] = []
        self.beat: Callable[[], None] = lambda: None
        self.chats: tuple[Listening, ...] = ()
        self._shift = shift

    def listen_to(self, chats: Iterable[Chat]) -> Daemon:
        """Hear what is written in these as well, and answer there."""
        self.chats = tuple(
            Listening(self._shift, one, service_of(one, self.stopping.wait), self.postroom) for one in chats
        )
        return self

    # --- in ---------------------------------------------------------------------------------------------------------

    def store(self, mails: Sequence[RawMail]) -> None:
        """Into the inbox, before the sender of them may forget them."""
        self.intake.store(mails)

    def take(self, mails: Sequence[RawMail]) -> Iterable[bool]:
        """Store, then read; a mail that had to be laid aside goes to Bad."""
        bad = self.intake.take(mails)
        return [(mail.uidvalidity, mail.uid) not in bad for mail in mails]

    def read_all(self) -> int:
        """Every letter that waits, oldest first; how many were dealt with."""
        return self.intake.read_all()

    # --- the clock --------------------------------------------------------------------------------------------------

    def tick(self) -> list[Done]:
        """One look of the clock; what it did."""
        # A mailbox that was never read may hold anything.
        never = datetime.min.replace(tzinfo=UTC)
        collected = (self.together.collected() or never) if self.mailbox is not None else None
        for chat in self.chats:
            # The clock waits for a chat that cannot be heard, but not for ever.
            heard = max(chat.together.collected() or never, self.now() - LONGEST_SILENCE)
            collected = min(collected or heard, heard)
        done = tick(self.campaign, self.now(), collected, self.outage)
        for one in done:
            self.metrics.clock(one)
            facts = about(game=one.game, window=one.window, act=one.act, seconds=round(one.seconds, 4))
            log.info("%s: %s %s", one.game, one.act, one.said, extra=facts)
            self.told(one)
        if done:
            self._mailed()
        return done

    def _heard(self) -> None:
        """Letters came by another way than the mailbox."""
        self.read_all()
        self.tick()

    def _mailed(self) -> None:
        """There is something to send, or to say."""
        self.to_send.set()
        for chat in self.chats:
            chat.to_say.set()

    def seconds_to_next(self) -> float:
        """Until a game's time has come, or a letter is free that a dead process had in hand; at most a minute."""
        with self.campaign.store.read() as connection:
            found = games.next_wake(connection)
            letter = next_letter(connection)
        waits = [60.0] if letter is None else [60.0, letter]
        if found is not None:
            # One that is past its time waits for somebody else: a letter being read, a game in another's hands.
            left = (moment(found) - self.now()).total_seconds()
            waits.append(max(0.02, left) if left > 0 else 0.2)
        return min(waits)

    # --- out --------------------------------------------------------------------------------------------------------

    def send_waiting(self) -> int:
        """Everything due in the outbox, acknowledgements first; how many mails went."""
        return self.dispatch.send_waiting()

    # --- the loops --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Both loops, in threads of their own."""
        self.together.start(self._mailed)
        with contextlib.suppress(OSError):
            self.opener.prepare()
        with self.campaign.store.begin() as connection:
            mail_secret(connection)
        loops = [self._collecting, self._sending, self._following]
        loops += [partial(one.hear_on, self._heard) for one in self.chats]
        loops += [one.speak_on for one in self.chats]
        for loop in loops:
            thread = threading.Thread(target=loop, daemon=True, name=getattr(loop, "__name__", "listening").strip("_"))
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Finish what is in hand, and stop."""
        self.stopping.set()
        self._mailed()
        self.together.judging.set()
        if self.mailbox is not None and self.mailbox.client is not None:
            with contextlib.suppress(Exception):
                self.mailbox.client.socket().shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(15)
        self.sender.close()
        for chat in self.chats:
            chat.together.stop()
        if self.mailbox is not None:
            self.mailbox.drop()
        self.opener.close()
        with contextlib.suppress(*TROUBLE):
            self.together.stop()
        self.metrics.stop()

    def once(self) -> int:
        """Fetch what there is, read it, tick, send, do what follows; without the loops. How many mails were fetched."""
        with self.campaign.store.begin() as connection:
            mail_secret(connection)
        count = self._collect() + sum(chat.look() for chat in self.chats)
        self.read_all()
        self.tick()
        for chat in self.chats:
            chat.say_waiting()
        self.send_waiting()
        self.jobs.do_waiting()
        return count

    def _collect(self) -> int:
        """Collect the mailbox, if this daemon holds it."""
        if self.mailbox is None:
            return 0
        if not self.together.holds_mailbox():
            self.mailbox.close()
            return 0
        before = self.now()
        count = self.mailbox.collect()
        self.together.note_collected(before)
        return count

    def look_after(self) -> None:
        """Once a day: forget what the policy no longer keeps."""
        today = f"{self.now():%Y-%m-%d}"
        if self._pruned == today:
            return
        self._pruned = today
        with self.campaign.act(self.now(), "daemon") as act:
            forget_tallies(act.connection, act.now)
            forget_gone(act.connection)
            put_daily(act)
            forget_done(act.connection, act.now - KEPT_JOBS)
            talks.forget_before(act.connection, act.now - KEPT_TALKS)
        done = prune_daily(self.campaign.store, self.retention, self.now(), self.owner, self.stopping.is_set)
        if done is not None:
            log.info("the words of %d letters (%d bytes) are kept no longer", done.letters, done.size)

    def _rest(self) -> None:
        """Until a mail comes, a letter is stored, a game's time has come, or the hold on the mailbox wants renewing."""
        wait = self.seconds_to_next()
        if self.mailbox is not None and self.together.fence is not None:
            self.mailbox.wait(min(wait, self.together.pause), self.together.judging)
        elif self.mailbox is not None:
            self.together.judging.wait(min(wait, self.together.pause))
        else:
            self.together.judging.wait(min(wait, LOOK_IN) if self.campaign.store.is_sqlite else wait)

    def _collecting(self) -> None:
        # Counted apart: a full disk is no reason to say that the mailbox cannot be read.
        failures = unread = 0
        unusable = ""
        while not self.stopping.is_set():
            try:
                self.beat()
                self.together.judging.clear()
                self._collect()
                self.read_all()
                self.tick()
                self.look_after()
                if unusable and failures >= 3:
                    self._tell_of_store(unusable)
                failures, unread, unusable = 0, 0, ""
                self._rest()
            except Overtaken as error:
                log.warning("%s", error)
                if self.mailbox is not None:
                    self.mailbox.drop()
            except CannotFetch as error:
                if self.stopping.is_set():
                    break
                unread += 1
                self._trouble(error, unread)
                # The clock goes on, but closes nothing whose letters may lie in a mailbox nobody can open.
                with contextlib.suppress(*TROUBLE):
                    self.read_all()
                    self.tick()
                self.stopping.wait(back_off(unread))
            except TROUBLE as error:
                if _met(error):
                    self.stopping.wait(0.05 + random.random() / 5)
                    continue
                failures += 1
                unusable = cause_of(error)
                log.error("the store cannot be used just now (%s); letters stay in the mailbox", unusable)
                self.stopping.wait(back_off(min(failures, 5)))
            except Exception:
                failures += 1
                log.exception("the collecting loop stumbled")
                self.stopping.wait(back_off(min(failures, 6)))

    def _trouble(self, error: CannotFetch, failures: int) -> None:
        log.warning("%s (failure %d)", error, failures)
        # A wrong password is told at once, an outage when it has lasted: once a day, at whichever try that succeeds.
        if failures >= (3 if isinstance(error, WrongPassword) else 8):
            with contextlib.suppress(Exception), self.campaign.act(self.now(), "daemon") as act:
                tell_gm(
                    act, None, f"mailbox/{act.now:%Y%m%d}", Saying("mails/mailbox-unreadable", {"error": error}),
                )  # fmt: skip

    def _tell_of_store(self, cause: str) -> None:
        """It is over: while it lasted there was nowhere to put a notice."""
        log.info("the store can be used again")
        with self.campaign.act(self.now(), "daemon") as act:
            tell_gm(
                act, None, f"store/{act.now:%Y%m%dT%H}", Saying("mails/store-unusable", {"cause": cause}),
            )  # fmt: skip

    def _seconds_to_mail(self) -> float:
        """Until a mail is due that is not due yet, or comes free; at most a minute."""
        with self.campaign.store.read() as connection:
            wait = next_mail(connection, self.now())
        wait = 60.0 if wait is None else min(60.0, wait)
        return min(wait, LOOK_OUT) if self.campaign.store.is_sqlite else wait

    def _sending(self) -> None:
        failures = 0
        while not self.stopping.is_set():
            try:
                self.to_send.wait(self._seconds_to_mail())
                self.to_send.clear()
                self.send_waiting()
                failures = 0
            except (CannotFetch, *TROUBLE) as error:
                if _met(error):
                    self.to_send.set()
                    continue
                failures += 1
                log.warning("sending waits: %s", cause_of(error))
                self.stopping.wait(min(60.0, back_off(failures)))
                self.to_send.set()
            except Exception:
                failures += 1
                log.exception("the sending loop stumbled")
                self.stopping.wait(back_off(min(failures, 6)))
                self.to_send.set()

    def _following(self) -> None:
        """Do the jobs after steps, as often as the outbox is looked at; a failure of one job is that job's own."""
        while not self.stopping.wait(LOOK_OUT):
            try:
                self.jobs.do_waiting()
            except TROUBLE as error:
                log.warning("what follows a step waits: %s", cause_of(error))
            except Exception:
                log.exception("the loop of what follows a step stumbled")


def _met(error: BaseException) -> bool:
    """Whether two transactions only got into each other's way."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) in MET


def notify(word: str) -> None:
    """A word to systemd, where it listens (READY=1, WATCHDOG=1)."""
    path = os.environ.get("NOTIFY_SOCKET")
    if not path:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.connect("\0" + path[1:] if path.startswith("@") else path)
        link.send(word.encode())


def watch(daemon: Daemon) -> Callable[[], Any]:
    """A function that the loops call to show that they are alive."""
    return lambda: notify("WATCHDOG=1")
