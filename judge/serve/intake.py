"""Into the inbox, and from there to the desk: stored before the server may forget, judged once, many at a time.

A lot of letters is opened together, handled in one transaction and written out together. If one of them breaks it,
each has a transaction of its own, and only the one that is to blame is tried again and laid aside in the end.
"""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from judge.mail.fetch import CannotFetch, RawMail
from judge.mail.headers import heading, message_ids, message_of
from judge.serve.desk import Desk
from judge.serve.log import about
from judge.serve.opened import Opened
from judge.serve.opener import Opener, Opening
from judge.serve.shift import Shift
from judge.store import Connection
from judge.store.base import TROUBLE
from judge.store.letters import Arrived, claim_letters, laid_aside, raw_row, still_mine, store_all

log = logging.getLogger("judge")

AT_ONCE = 100
# Where several daemons read, each takes a few letters at a time and leaves the others some.
SHARED = 5
# On a server a transaction locks the games of its letters: of few, for a tenth of a second.
LOCKED = 10
_ID = re.compile(rb"(?im)^message-id:[ \t]*(<[!-;=?-~]{1,250}>)[ \t]*\r?\n(?![ \t])")


class Overtaken(CannotFetch):
    """Another daemon collects from this mailbox now."""


class Intake:
    """The letters that one process takes in. `mailed`: is called when there is something to send."""

    def __init__(self, shift: Shift, desk: Desk, opener: Opener, mailed: Callable[[], None]) -> None:
        self.campaign, self.together, self.metrics = shift.campaign, shift.together, shift.metrics
        self.now, self.stopping = shift.now, shift.stopping
        self.desk, self.opener, self.mailed = desk, opener, mailed
        self._reading = threading.Lock()

    def store(self, mails: Sequence[RawMail]) -> None:
        """Store these in the inbox, all in one transaction, before the server that brought them may forget them."""
        rows = [row_of(mail) for mail in mails]
        with self.campaign.store.begin() as connection:
            store_all(connection, rows)
        self.metrics.fetched(len(mails))

    def hand_in(self, mails: Sequence[RawMail]) -> None:
        """Store letters handed in at pages, each on the disk before it is read, and read them at once."""
        rows = [row_of(mail) for mail in mails]
        with self._reading:
            opening = self.opener.begin([mail.raw for mail in mails])
            try:
                with self.campaign.store.begin() as connection:
                    claimed = store_all(connection, rows, self.together.owner, len(rows), self.together.spans.letter)
                self.metrics.fetched(len(mails))
                self._read(claimed, opening)
            finally:
                opening.close()

    def take(self, mails: Sequence[RawMail]) -> set[tuple[int, int]]:
        """Store mails fetched from the mailbox, and read them. Returns those that were laid aside: the UIDs.

        The mails stay in the mailbox until this returns. Only the transaction that deals with them waits for the disk;
        it also writes what was stored.
        """
        with self._reading:
            opening = self.opener.begin([mail.raw for mail in mails[: self.most]])
            try:
                claimed = self._collect(mails)
                done = self._read(claimed, opening)
            finally:
                opening.close()
        if done == len(mails):
            return set()
        self.read_all()
        return self._laid_aside(mails)

    def _collect(self, mails: Sequence[RawMail]) -> list[Arrived | None]:
        """Store these in the inbox, and claim as many as one lot takes. Only the holder of a mailbox takes from it."""
        rows = [row_of(mail) for mail in mails]
        with self.campaign.store.begin(had_again=True) as connection:
            self._hold(connection)
            claimed = store_all(connection, rows, self.together.owner, self.most, self.together.spans.letter)
        self.metrics.fetched(len(mails))
        return claimed

    def _laid_aside(self, mails: Sequence[RawMail]) -> set[tuple[int, int]]:
        """Which of these were laid aside. Those that wait for another look are on the disk after this."""
        with self.campaign.store.begin() as connection:
            # A write makes the transaction wait for the disk. A daemon that lost the mailbox meanwhile moves nothing.
            self._hold(connection)
            return laid_aside(connection, [mail.uid for mail in mails])

    def _hold(self, connection: Connection) -> None:
        if not self.together.renew(connection):
            raise Overtaken(f"another daemon collects from {self.together.name}")

    @property
    def most(self) -> int:
        """The number of letters taken in hand at once."""
        return AT_ONCE if self.campaign.store.is_sqlite else SHARED

    def read_all(self) -> int:
        """Every letter that waits, oldest first; how many were dealt with."""
        count = 0
        with self._reading:
            while not self.stopping.is_set():
                with self.campaign.store.begin() as connection:
                    claimed = claim_letters(connection, self.together.owner, self.most, self.together.spans.letter)
                if not claimed:
                    break
                opening = self.opener.begin([one.raw for one in claimed])
                try:
                    count += self._read(claimed, opening)
                finally:
                    opening.close()
        return count

    def _read(self, claimed: Sequence[Arrived | None], opening: Opening) -> int:
        """These letters as they are opened; how many were dealt with."""
        count = place = 0
        began = time.perf_counter()
        for opened in opening:
            pairs = list(zip(claimed[place : place + len(opened)], opened, strict=True))
            place += len(opened)
            ours = [(arrived, one) for arrived, one in pairs if arrived is not None]
            lot = max(1, len(ours)) if self.campaign.store.is_sqlite else LOCKED
            for first in range(0, len(ours), lot):
                if self.stopping.is_set():
                    return count
                count += self._read_lot(ours[first : first + lot], began)
                self.mailed()
                began = time.perf_counter()
        return count

    def _read_lot(self, lot: Sequence[tuple[Arrived, Opened | Exception]], began: float) -> int:
        """A lot in one transaction; if one letter breaks it, each by itself."""
        fine = [(arrived, one) for arrived, one in lot if isinstance(one, Opened)]
        if len(fine) == len(lot):
            try:
                mine = self._handle(fine)
                self._heard(began, mine)
                return mine
            except Exception as error:
                self.desk.drop()
                # Two lots that want each other's rows: the server breaks one of them off.
                if isinstance(error, TROUBLE) and len(fine) == 1:
                    raise
                log.warning("a letter broke its lot (%s): each by itself", type(error).__name__)
        return sum(self._read_alone(arrived, one) for arrived, one in lot)

    def _handle(self, lot: Sequence[tuple[Arrived, Opened]]) -> int:
        """Deal with these letters, all or none; returns how many this process still held."""
        with self.campaign.act(self.now(), "letter", len(lot)) as act:
            mine = still_mine(act.connection, self.together.owner, [arrived.id for arrived, _ in lot])
            self.desk.handle_all(act, [(arrived, one) for arrived, one in lot if arrived.id in mine], self.now)
        return len(mine)

    def _heard(self, began: float, count: int) -> None:
        """The results of letters, once stored: never their words."""
        took = (time.perf_counter() - began) / max(1, count)
        for one in self.desk.handled:
            self.metrics.letter(one.result, took)
            facts = about(letter=one.letter, game=one.game, window=one.window, seconds=round(took, 4))
            log.info("a letter was read: %s", one.result, extra=facts)
        self.desk.handled.clear()

    def _read_alone(self, arrived: Arrived, opened: Opened | Exception) -> int:
        """A letter by itself; 1 when it was dealt with well."""
        began = time.perf_counter()
        try:
            if isinstance(opened, Exception):
                raise opened
            mine = self._handle([(arrived, opened)])
            self._heard(began, 1)
            return mine
        except TROUBLE:
            self.desk.drop()
            raise
        except Exception as error:
            self.desk.drop()
            log.warning("a letter could not be handled: %s", type(error).__name__, extra=about(letter=arrived.id))
            log.debug("where it happened", exc_info=True)
            with self.campaign.act(self.now(), "letter") as act:
                mine_still = still_mine(act.connection, self.together.owner, [arrived.id])
                bad = mine_still and self.desk.spoiled(act, arrived, error)
            if bad:
                self.metrics.letter("bad", time.perf_counter() - began)
        return 0


def row_of(mail: RawMail) -> dict[str, Any]:
    """A fetched mail as a row of the inbox."""
    return raw_row(
        mail.account, mail.folder, mail.uidvalidity, mail.uid, message_id_of(mail.raw), mail.raw, mail.received_at
    )


def message_id_of(raw: bytes) -> str:
    """A mail's Message-ID; "" when it has none. Almost always it is there plainly."""
    head, gap, _ = raw[:65536].partition(b"\r\n\r\n")
    found = _ID.findall(head + b"\r\n")
    if len(found) == 1 and head.lower().count(b"message-id:") == 1:
        return bytes(found[0]).decode("ascii")
    ids = message_ids(heading(message_of(head + (gap or b"\r\n\r\n")), "Message-ID"))
    return ids[0] if ids else ""


__all__ = ["Intake", "Overtaken", "message_id_of", "row_of"]
