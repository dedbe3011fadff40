"""One daemon among others on the same store: its name, its mailbox, and how it is woken.

A mailbox has one collector at a time. It holds the mailbox's name in the store, for a while and by the store's clock,
and renews it while it works; if it does not, another takes it over. Any number of daemons do everything else side by
side; the rows themselves say who has claimed them.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.campaign.figures import COLLECTED, MAILBOX
from judge.store import Connection, Store
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember
from judge.store.leases import free_the_dead, hold, let_go, new_owner
from judge.store.wakeup import MAIL, Listener, Wake

log = logging.getLogger("judge")


@dataclass(frozen=True, slots=True)
class Spans:
    """The time for which a process keeps a claim without renewing it."""

    mailbox: timedelta = timedelta(seconds=60)
    letter: timedelta = timedelta(minutes=2)
    mail: timedelta = timedelta(minutes=5)


class Together:
    """`mailbox`: the name of the one this daemon would collect from ("": none)."""

    def __init__(self, store: Store, mailbox: str, spans: Spans = Spans(), at: str = "") -> None:
        self.store, self.spans = store, spans
        self.mailbox = mailbox[:100]
        self.name = f"{MAILBOX}{self.mailbox}" if mailbox else ""
        self.owner = new_owner(at)
        self.fence: int | None = None
        """The number of this holding of the mailbox; None while another daemon has it."""
        self.judging = Wake()
        self._to_send: Callable[[], None] = lambda: None
        self._listener = Listener(store, self._told)

    # --- being woken ------------------------------------------------------------------------------------------------

    def start(self, to_send: Callable[[], None]) -> None:
        """Free what dead processes of this machine held, and listen. `to_send`: is called when a mail is to go."""
        self._to_send = to_send
        freed = free_the_dead(self.store, self.owner)
        if freed:
            log.info("%d things that a process which ended had in hand are free again", freed)
        self._listener.start()

    def stop(self) -> None:
        """Stop listening, and leave the mailbox to anybody at once."""
        self._listener.stop()
        if self.fence is not None:
            with self.store.begin() as connection:
                let_go(connection, self.name, self.owner)
            self.fence = None

    def _told(self, word: str) -> None:
        if word == MAIL:
            self._to_send()
        else:
            self.judging.set()

    # --- the mailbox ------------------------------------------------------------------------------------------------

    def holds_mailbox(self) -> bool:
        """Take the mailbox or renew the hold on it. False: another daemon collects from it."""
        before = self.fence
        with self.store.begin() as connection:
            self.fence = hold(connection, self.name, self.owner, self.spans.mailbox, before)
        if self.fence is not None and before is None:
            log.info("collecting from %s (holding %d)", self.name, self.fence)
        elif self.fence is None and before is not None:
            log.warning("%s is another daemon's now", self.name)
        return self.fence is not None

    def renew(self, connection: Connection) -> bool:
        """The same in the transaction that stores fetched mails. False: it was taken over, so leave off."""
        if not self.name:
            return True
        self.fence = hold(connection, self.name, self.owner, self.spans.mailbox, self.fence)
        return self.fence is not None

    @property
    def pause(self) -> float:
        """The longest a holder may sleep without losing the mailbox, and a waiter without missing its turn."""
        return self.spans.mailbox.total_seconds() / 3

    # --- until when the mailbox was read ----------------------------------------------------------------------------

    def note_collected(self, until: datetime) -> None:
        """Every letter that came before this is in the store. All daemons know what one knows."""
        with self.store.begin() as connection:
            known = recall(connection, self._key)
            if known is None or known.partition(" ")[0] < stamp(until):
                remember(connection, self._key, f"{stamp(until)} {self.mailbox}")

    def collected(self) -> datetime | None:
        """Until when the mailbox was read, by any daemon."""
        with self.store.read() as connection:
            known = recall(connection, self._key)
        return moment(known.partition(" ")[0]) if known else None

    @property
    def _key(self) -> str:
        return f"{COLLECTED}{hashlib.sha256(self.mailbox.encode()).hexdigest()[:32]}"
