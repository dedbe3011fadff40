"""The daemon: one thread collects and reads, one sends; the clock ticks between letters.

Each loop survives whatever the other end does: a server that goes away is tried again, later and later; a letter that
breaks its reader is laid aside after three tries; a full disk or a locked store holds everything until it is over.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.campaign.clock import OUTAGE, Done, tick
from judge.mail.accounts import Account
from judge.mail.fetch import CannotFetch, Mailbox, RawMail, WrongPassword, back_off
from judge.mail.headers import heading, message_ids, message_of
from judge.mail.send import Sender, wait_before
from judge.serve.desk import Desk
from judge.serve.postroom import Postroom
from judge.serve.reader import Reader, TooMuch
from judge.serve.reading import Opened
from judge.serve.secrets import mail_secret
from judge.store import tables
from judge.store.base import moment, stamp
from judge.store.queue import Arrived, claim_outgoing, mark_failed, mark_sent, store_raw

log = logging.getLogger("judge")

AT_ONCE = 25
NOTED_TOGETHER = 5
MOST_TRIES_IN = 3


def real_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


class Daemon:
    """Everything `judge serve` does. `now`: where the time comes from; `told`: hears of what the clock did."""

    def __init__(
        self,
        campaign: Campaign,
        account: Account,
        *,
        now: Callable[[], datetime] = real_now,
        told: Callable[[Done], None] = lambda done: None,
        apart: bool = True,
        outage: timedelta = OUTAGE,
    ) -> None:
        self.outage = outage
        self.campaign, self.account, self.now, self.told = campaign, account, now, told
        self.owner = f"{socket.gethostname()}/{os.getpid()}"
        self.desk = Desk(campaign, account)
        self.postroom = Postroom(campaign, account)
        self.reader = Reader(account.address, account.server, apart=apart)
        self.sender = Sender(account)
        self.mailbox = Mailbox(account, self.take) if account.imap is not None else None
        self.stopping = threading.Event()
        self.to_send = threading.Event()
        self.collected: datetime | None = None
        self._sent_times: list[float] = []
        self._threads: list[threading.Thread] = []
        self.beat: Callable[[], None] = lambda: None

    # --- in ---------------------------------------------------------------------------------------------------------

    def store(self, mails: Sequence[RawMail]) -> None:
        """Into the inbox, all in one transaction, before the server may forget them."""
        with self.campaign.store.begin() as connection:
            for mail in mails:
                ids = message_ids(
                    heading(message_of(mail.raw[:65536].partition(b"\r\n\r\n")[0] + b"\r\n\r\n"), "Message-ID")
                )
                store_raw(
                    connection, account=mail.account, folder=mail.folder, uidvalidity=mail.uidvalidity, uid=mail.uid,
                    message_id=ids[0] if ids else "", raw=mail.raw, received_at=mail.received_at,
                )  # fmt: skip

    def take(self, mails: Sequence[RawMail]) -> Iterable[bool]:
        """Store, then read; a mail that had to be laid aside goes to Bad."""
        self.store(mails)
        self.read_all()
        with self.campaign.store.read() as connection:
            bad = {
                (int(row.uidvalidity), int(row.uid))
                for row in connection.execute(
                    sa.select(tables.inbox.c.uidvalidity, tables.inbox.c.uid).where(tables.inbox.c.state == "bad")
                )
            }
        return [(mail.uidvalidity, mail.uid) not in bad for mail in mails]

    def read_all(self) -> int:
        """Every letter that waits, oldest first; how many were dealt with."""
        count = 0
        while not self.stopping.is_set():
            claimed = self._claim()
            if not claimed:
                break
            count += self._read_lot(claimed)
            self.to_send.set()
        return count

    def _claim(self) -> list[Arrived]:
        """The next lot of letters, for this process until its lease runs out; each try counts before it begins."""
        now = stamp(self.now())
        inbox = tables.inbox
        with self.campaign.store.begin() as connection:
            rows = connection.execute(
                sa.select(inbox)
                .where(
                    inbox.c.state == "new",
                    sa.or_(inbox.c.lease_until.is_(None), inbox.c.lease_until < now, inbox.c.owner == self.owner),
                )
                .order_by(inbox.c.received_at, inbox.c.uid, inbox.c.id)
                .limit(AT_ONCE)
                .with_for_update(skip_locked=True)
            ).all()
            if rows:
                connection.execute(
                    inbox.update()
                    .where(inbox.c.id.in_([row.id for row in rows]))
                    .values(
                        owner=self.owner, lease_until=stamp(self.now() + timedelta(minutes=2)), tries=inbox.c.tries + 1
                    )
                )
        return [
            Arrived(row.id, row.account, row.folder, row.uidvalidity, row.uid, row.message_id, bytes(row.raw or b""),
                    moment(row.received_at), row.tries + 1)
            for row in rows
        ]  # fmt: skip

    def _read_lot(self, claimed: list[Arrived]) -> int:
        """A lot in one transaction; if one letter breaks it, each by itself."""
        opened = [self._open(arrived) for arrived in claimed]
        if all(isinstance(one, Opened) for one in opened):
            try:
                with self.campaign.store.begin() as connection:
                    for arrived, one in zip(claimed, opened, strict=True):
                        assert isinstance(one, Opened)
                        self.desk.handle(connection, arrived, one, self.now())
                    self.desk.settle(connection, self.now())
                return len(claimed)
            except (sa.exc.OperationalError, OSError):
                raise
            except Exception as error:
                log.warning("a letter broke its lot (%s): each by itself", type(error).__name__)
        for arrived, one in zip(claimed, opened, strict=True):
            self._read_alone(arrived, one)
        return len(claimed)

    def _open(self, arrived: Arrived) -> Opened | Exception:
        try:
            return self.reader.open(arrived.raw)
        except (TooMuch, Exception) as error:
            return error

    def _read_alone(self, arrived: Arrived, opened: Opened | Exception) -> None:
        try:
            if isinstance(opened, Exception):
                raise opened
            with self.campaign.store.begin() as connection:
                self.desk.handle(connection, arrived, opened, self.now())
                self.desk.settle(connection, self.now())
        except (sa.exc.OperationalError, OSError):
            raise
        except Exception as error:
            log.warning("letter %d could not be handled: %s", arrived.id, type(error).__name__)
            log.debug("the letter's error", exc_info=True)
            with self.campaign.store.begin() as connection:
                self.desk.spoiled(connection, arrived, error, self.now())

    # --- the clock --------------------------------------------------------------------------------------------------

    def tick(self) -> list[Done]:
        """One look of the clock; what it did."""
        # A mailbox nobody has looked into yet may hold anything.
        never = datetime.min.replace(tzinfo=UTC)
        collected = (self.collected or never) if self.mailbox is not None else None
        done = tick(self.campaign, self.now(), collected, self.outage)
        for one in done:
            log.info("%s: %s %s", one.game, one.act, one.said)
            self.told(one)
        if done:
            self.to_send.set()
        return done

    def seconds_to_next(self) -> float:
        """Until a game's time has come, at most a minute."""
        with self.campaign.store.read() as connection:
            found = connection.execute(
                sa.select(sa.func.min(tables.games.c.wake_at)).where(
                    tables.games.c.status == "running", tables.games.c.held.is_(None)
                )
            ).scalar()
        if found is None:
            return 60.0
        return min(60.0, max(0.02, (moment(found) - self.now()).total_seconds()))

    # --- out --------------------------------------------------------------------------------------------------------

    def send_waiting(self) -> int:
        """Everything due in the outbox, acknowledgements first; how many mails went."""
        count = 0
        while not self.stopping.is_set():
            room = self._room()
            if room <= 0:
                break
            with self.campaign.store.begin() as connection:
                rows = claim_outgoing(connection, self.owner, self.now(), limit=min(AT_ONCE, room))
            if not rows:
                break
            tries = {row.id: row.tries for row in rows}
            # A notice to the game master that cannot go must not make another one.
            notices = {row.id for row in rows if row.kind == "gm"}
            ready = []
            for row in rows:
                try:
                    # Writing a mail takes long (its map is drawn here): the store stays open to everybody else.
                    with self.campaign.store.read() as connection:
                        one = self.postroom.ready(connection, row, self.now())
                    if one is None:
                        with self.campaign.store.begin() as connection:
                            mark_failed(connection, row.id, "the address bounces", None)
                    else:
                        ready.append(one)
                except (sa.exc.OperationalError, OSError):
                    raise
                except Exception as error:
                    log.error("mail %d could not be written: %s", row.id, type(error).__name__)
                    log.debug("the mail's error", exc_info=True)
                    with self.campaign.store.begin() as connection:
                        mark_failed(connection, row.id, f"could not be written: {error!r}", None)
                        if row.id not in notices:
                            said = f"Mail {row.id} ({row.kind}) could not be written: {type(error).__name__}."
                            self.campaign.tell_gm(
                                connection, None, f"unwritten/{row.id}", "A mail could not be written", said, self.now()
                            )
            down = False
            done = set()
            gone: list[int] = []
            for result in self.sender.send(ready):
                done.add(result.number)
                self._sent_times.append(time.monotonic())
                if result.result == "sent":
                    # A few are noted together: a crash in between repeats them, with the same Message-IDs.
                    gone.append(result.number)
                    count += 1
                    if len(gone) >= NOTED_TOGETHER:
                        self._note_sent(gone)
                    continue
                with self.campaign.store.begin() as connection:
                    if result.result == "refused":
                        mark_failed(connection, result.number, result.reason, None)
                        if result.number not in notices:
                            said = f"Mail {result.number} was refused for good: {result.reason}"
                            self.campaign.tell_gm(
                                connection, None, f"refused/{result.number}", "A mail was refused", said, self.now()
                            )
                    elif result.result == "later":
                        wait = wait_before(tries.get(result.number, 1))
                        mark_failed(connection, result.number, result.reason, self.now() + wait if wait else None)
                    else:
                        down = True
                        log.warning("nothing can be sent: %s", result.reason)
            self._note_sent(gone)
            left = [one.number for one in ready if one.number not in done] + ([result.number] if down else [])
            if left:
                with self.campaign.store.begin() as connection:
                    connection.execute(
                        tables.outbox.update()
                        .where(tables.outbox.c.id.in_(left), tables.outbox.c.state == "queued")
                        .values(owner=None, lease_until=None)
                    )
            if down:
                raise CannotFetch("the sending server cannot be reached")
        return count

    def _note_sent(self, gone: list[int]) -> None:
        """The server has these."""
        if gone:
            with self.campaign.store.begin() as connection:
                for number in gone:
                    mark_sent(connection, number, self.now())
            gone.clear()

    def _room(self) -> int:
        """How many more mails the hour allows."""
        if not self.account.per_hour:
            return AT_ONCE
        edge = time.monotonic() - 3600
        self._sent_times = [one for one in self._sent_times if one > edge]
        return self.account.per_hour - len(self._sent_times)

    # --- the loops --------------------------------------------------------------------------------------------------

    def take_over(self) -> int:
        """What a process of this machine had in hand when it died is anybody's again, without waiting for its lease."""
        freed = 0
        with self.campaign.store.begin() as connection:
            for table in (tables.inbox, tables.outbox):
                owners = connection.execute(sa.select(table.c.owner).where(table.c.owner.is_not(None)).distinct())
                for (owner,) in owners.all():
                    if _is_gone(str(owner)):
                        done = connection.execute(
                            table.update().where(table.c.owner == owner).values(owner=None, lease_until=None)
                        )
                        freed += done.rowcount
        return freed

    def start(self) -> None:
        """Both loops, in threads of their own."""
        self.take_over()
        with self.campaign.store.begin() as connection:
            mail_secret(connection)
        for loop in (self._collecting, self._sending):
            thread = threading.Thread(target=loop, daemon=True, name=loop.__name__.strip("_"))
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Finish what is in hand, and stop."""
        self.stopping.set()
        self.to_send.set()
        if self.mailbox is not None and self.mailbox.client is not None:
            with contextlib.suppress(Exception):
                self.mailbox.client.socket().shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(15)
        self.sender.close()
        if self.mailbox is not None:
            self.mailbox.drop()
        self.reader.close()

    def once(self) -> int:
        """Fetch what there is, read it, tick, send; without the loops. How many mails were fetched."""
        with self.campaign.store.begin() as connection:
            mail_secret(connection)
        count = self.mailbox.collect() if self.mailbox is not None else 0
        self.read_all()
        if self.mailbox is not None:
            self.collected = self.now()
        self.tick()
        self.send_waiting()
        return count

    def _collecting(self) -> None:
        failures = 0
        while not self.stopping.is_set():
            try:
                self.beat()
                if self.mailbox is not None:
                    before = self.now()
                    self.mailbox.collect()
                    self.collected = before
                self.read_all()
                self.tick()
                failures = 0
                wait = self.seconds_to_next()
                if self.mailbox is not None:
                    self.mailbox.wait(wait)
                else:
                    self.stopping.wait(min(wait, 1.0))
            except CannotFetch as error:
                if self.stopping.is_set():
                    break
                failures += 1
                self._trouble(error, failures)
                # The clock goes on, but closes nothing whose letters may lie in a mailbox nobody can open.
                with contextlib.suppress(sa.exc.OperationalError, OSError):
                    self.read_all()
                    self.tick()
                self.stopping.wait(back_off(failures))
            except (sa.exc.OperationalError, OSError) as error:
                failures += 1
                log.error("the store cannot be used just now: %s", type(error).__name__)
                self.stopping.wait(back_off(min(failures, 5)))
            except Exception:
                failures += 1
                log.exception("the collecting loop stumbled")
                self.stopping.wait(back_off(min(failures, 6)))

    def _trouble(self, error: CannotFetch, failures: int) -> None:
        log.warning("%s (failure %d)", error, failures)
        # A wrong password is told at once, an outage when it has lasted.
        if (isinstance(error, WrongPassword) and failures == 3) or failures == 8:
            with contextlib.suppress(Exception), self.campaign.store.begin() as connection:
                self.campaign.tell_gm(
                    connection, None, f"mailbox/{self.now():%Y%m%d}", "The mailbox cannot be read",
                    f"{error}. No window closes on a missing letter until the mailbox has been read again.", self.now(),
                )  # fmt: skip

    def _sending(self) -> None:
        failures = 0
        while not self.stopping.is_set():
            try:
                self.to_send.wait(5.0)
                self.to_send.clear()
                self.send_waiting()
                failures = 0
            except (CannotFetch, sa.exc.OperationalError, OSError) as error:
                failures += 1
                log.warning("sending waits: %s", type(error).__name__)
                self.stopping.wait(min(60.0, back_off(failures)))
                self.to_send.set()
            except Exception:
                failures += 1
                log.exception("the sending loop stumbled")
                self.stopping.wait(back_off(min(failures, 6)))
                self.to_send.set()


def _is_gone(owner: str) -> bool:
    """Whether an owner was a process of this machine that runs no more."""
    host, _, number = owner.rpartition("/")
    if host != socket.gethostname() or not number.isdigit() or int(number) == os.getpid():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def notify(word: str) -> None:
    """A word to systemd, where it listens (READY=1, WATCHDOG=1)."""
    path = os.environ.get("NOTIFY_SOCKET")
    if not path:
        return
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
        link.connect("\0" + path[1:] if path.startswith("@") else path)
        link.send(word.encode())


def watch(daemon: Daemon) -> Callable[[], Any]:
    """What the loops call to say that they are alive."""
    return lambda: notify("WATCHDOG=1")
