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
from datetime import datetime

import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.mail.fetch import CannotFetch, RawMail
from judge.mail.headers import heading, message_ids, message_of
from judge.serve.desk import Desk
from judge.serve.log import about
from judge.serve.metrics import Metrics
from judge.serve.reader import Reader
from judge.serve.reading import Opened
from judge.serve.together import Together
from judge.store import tables
from judge.store.base import TROUBLE
from judge.store.queue import Arrived, claim_letters, raw_row, still_mine, store_all

log = logging.getLogger("judge")

AT_ONCE = 100
# Where several daemons read, each takes a few letters at a time and leaves the others some.
SHARED = 5
_ID = re.compile(rb"(?im)^message-id:[ \t]*(<[!-;=?-~]{1,250}>)[ \t]*\r?\n(?![ \t])")


class Overtaken(CannotFetch):
    """Another daemon collects from this mailbox now."""


class Intake:
    """What one process takes in. `mailed`: is called when there is something to send."""

    def __init__(
        self,
        campaign: Campaign,
        desk: Desk,
        reader: Reader,
        together: Together,
        metrics: Metrics,
        now: Callable[[], datetime],
        stopping: threading.Event,
        mailed: Callable[[], None],
    ) -> None:
        self.campaign, self.desk, self.reader, self.together = campaign, desk, reader, together
        self.metrics, self.now, self.stopping, self.mailed = metrics, now, stopping, mailed
        self._reading = threading.Lock()

    def store(self, mails: Sequence[RawMail], collecting: bool = False) -> None:
        """Into the inbox, all in one transaction, before the server may forget them.

        `collecting`: out of the mailbox, which only its holder takes from.
        """
        rows = [
            raw_row(
                mail.account, mail.folder, mail.uidvalidity, mail.uid, message_id_of(mail.raw), mail.raw,
                mail.received_at,
            )
            for mail in mails
        ]  # fmt: skip
        with self.campaign.store.begin() as connection:
            if collecting and not self.together.renew(connection):
                raise Overtaken(f"another daemon collects from {self.together.name}")
            store_all(connection, rows)
        self.metrics.fetched(len(mails))

    def bad(self, mails: Sequence[RawMail]) -> set[tuple[int, int]]:
        """Which of these had to be laid aside: their UIDs."""
        inbox = tables.inbox
        with self.campaign.store.read() as connection:
            found = connection.execute(
                sa.select(inbox.c.uidvalidity, inbox.c.uid).where(
                    inbox.c.state == "bad", inbox.c.uid.in_([mail.uid for mail in mails])
                )
            )
            return {(int(row.uidvalidity), int(row.uid)) for row in found}

    def read_all(self) -> int:
        """Every letter that waits, oldest first; how many were dealt with."""
        count = 0
        with self._reading:
            while not self.stopping.is_set():
                most = AT_ONCE if self.campaign.store.is_sqlite else SHARED
                with self.campaign.store.begin() as connection:
                    claimed = claim_letters(connection, self.together.owner, most, self.together.spans.letter)
                if not claimed:
                    break
                # On a server every letter has a transaction of its own: it locks its game, and nobody else's.
                lot = AT_ONCE if self.campaign.store.is_sqlite else 1
                for first in range(0, len(claimed), lot):
                    if self.stopping.is_set():
                        break
                    count += self._read_lot(claimed[first : first + lot])
                    self.mailed()
        return count

    def _read_lot(self, claimed: list[Arrived]) -> int:
        """A lot in one transaction; if one letter breaks it, each by itself."""
        began = time.perf_counter()
        opened = self.reader.open_all([one.raw for one in claimed])
        fine = [one for one in opened if isinstance(one, Opened)]
        if len(fine) == len(opened):
            try:
                mine = self._handle(claimed, fine)
                self._heard(began, mine)
                return mine
            except TROUBLE:
                self.desk.drop()
                raise
            except Exception as error:
                self.desk.drop()
                log.warning("a letter broke its lot (%s): each by itself", type(error).__name__)
        for arrived, one in zip(claimed, opened, strict=True):
            self._read_alone(arrived, one)
        return len(claimed)

    def _handle(self, claimed: Sequence[Arrived], opened: Sequence[Opened]) -> int:
        """What these letters ask for, all or nothing; how many were still this process's to deal with."""
        with self.campaign.store.begin() as connection:
            mine = still_mine(connection, self.together.owner, [one.id for one in claimed])
            ours = [(arrived, one) for arrived, one in zip(claimed, opened, strict=True) if arrived.id in mine]
            self.desk.begin(connection, [one for _, one in ours])
            for arrived, one in ours:
                self.desk.handle(connection, arrived, one, self.now())
            self.desk.settle(connection, self.now())
        return len(mine)

    def _heard(self, began: float, count: int) -> None:
        """What became of letters, once it is stored: never what they say."""
        took = (time.perf_counter() - began) / max(1, count)
        for one in self.desk.handled:
            self.metrics.letter(one.result, took)
            facts = about(letter=one.letter, game=one.game, window=one.window, seconds=round(took, 4))
            log.info("a letter was read: %s", one.result, extra=facts)
        self.desk.handled.clear()

    def _read_alone(self, arrived: Arrived, opened: Opened | Exception) -> None:
        began = time.perf_counter()
        try:
            if isinstance(opened, Exception):
                raise opened
            self._handle([arrived], [opened])
            self._heard(began, 1)
        except TROUBLE:
            self.desk.drop()
            raise
        except Exception as error:
            self.desk.drop()
            log.warning("a letter could not be handled: %s", type(error).__name__, extra=about(letter=arrived.id))
            log.debug("the letter's error", exc_info=True)
            with self.campaign.store.begin() as connection:
                laid_aside = still_mine(connection, self.together.owner, [arrived.id]) and self.desk.spoiled(
                    connection, arrived, error, self.now()
                )
            if laid_aside:
                self.metrics.letter("bad", time.perf_counter() - began)


def message_id_of(raw: bytes) -> str:
    """A mail's Message-ID; "" when it has none. Almost always it stands there plainly."""
    head, gap, _ = raw[:65536].partition(b"\r\n\r\n")
    found = _ID.findall(head + b"\r\n")
    if len(found) == 1 and head.lower().count(b"message-id:") == 1:
        return bytes(found[0]).decode("ascii")
    ids = message_ids(heading(message_of(head + (gap or b"\r\n\r\n")), "Message-ID"))
    return ids[0] if ids else ""


__all__ = ["Intake", "Overtaken", "message_id_of"]
