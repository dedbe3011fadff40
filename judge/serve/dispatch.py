"""Out of the outbox: claimed, written, sent, and noted as sent only when the server has said so.

Acknowledgements go before everything else, and many of them together: written in one look at the store, sent over one
connection. Each is noted as soon as the server has it: a crash repeats one at most, with the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from judge.campaign.telling import tell_gm
from judge.mail.fetch import CannotFetch
from judge.mail.send import Outgoing as Ready
from judge.mail.send import Sender, Sent, wait_before
from judge.report.saying import Saying
from judge.serve.log import about
from judge.serve.postroom import Postroom
from judge.serve.shift import Shift
from judge.store.base import TROUBLE
from judge.store.mails import Outgoing, claim_outgoing, free, mark_failed, mark_sent
from judge.store.sent import put_words

log = logging.getLogger("judge")

AT_ONCE = 100
# A mail that could not be written is written again, then given up.
MOST_TRIES_TO_WRITE, TO_WRITE_AGAIN = 4, timedelta(seconds=5)


class Dispatch:
    """The mails that one process sends."""

    def __init__(self, shift: Shift, postroom: Postroom, sender: Sender) -> None:
        self.campaign, self.metrics, self.now, self.stopping = shift.campaign, shift.metrics, shift.now, shift.stopping
        self.owner, self.lease = shift.together.owner, shift.together.spans.mail
        self.postroom, self.sender = postroom, sender
        # Mails that the server has and the store was not told of; claimed mails that may not have gone.
        self.gone: list[int] = []
        self.in_hand: set[int] = set()
        self.before: Callable[[], None] = lambda: None
        """Called before anything is sent."""
        self.went: Callable[[Outgoing], None] = lambda mail: None
        """Hears of each mail that the server has."""

    def send_waiting(self) -> int:
        """Everything due, acknowledgements first; how many mails went."""
        count = 0
        self._after_a_fall()
        self.before()
        self.postroom.prepare()
        while not self.stopping.is_set():
            with self.campaign.store.begin() as connection:
                rows = claim_outgoing(
                    connection, self.owner, self.now(), AT_ONCE, self.lease, self.sender.account.per_hour
                )
            if not rows:
                break
            self.in_hand = {row.id for row in rows}
            count += self._send(rows, self._written(rows))
            self.in_hand = set()
        return count

    def _after_a_fall(self) -> None:
        """The store failed while mails were in hand: those that went are noted now, not sent again; others are free."""
        if self.gone or self.in_hand:
            with self.campaign.store.begin() as connection:
                mark_sent(connection, self.gone, self.now())
                free(connection, self.owner, self.in_hand)
            self.gone, self.in_hand = [], set()

    def _written(self, rows: Sequence[Outgoing]) -> list[Ready]:
        """The mails of these rows; the outcome of every other one is noted."""
        ready: list[Ready] = []
        unwritten: list[tuple[Outgoing, Exception | None]] = []
        # Writing a mail may take long (its map is drawn here): the store stays open to everybody else.
        with self.campaign.look() as look, self.postroom.lot(look, rows):
            for row in rows:
                try:
                    one = self.postroom.ready(look, row, self.now())
                except TROUBLE:
                    raise
                except Exception as error:
                    log.error("a mail could not be written", exc_info=True, extra=about(mail=row.id, tries=row.tries))
                    unwritten.append((row, error))
                else:
                    if one is None:
                        unwritten.append((row, None))
                    else:
                        ready.append(one)
        for row, trouble in unwritten:
            self._not_written(row, trouble)
        self._keep_words(ready, rows)
        return ready

    def _keep_words(self, ready: Sequence[Ready], rows: Sequence[Outgoing]) -> None:
        """Before a mail goes its words are stored, so that we recognise them when they come back."""
        kinds = {row.id: row.kind for row in rows}
        kept = [
            {
                "mail": one.number,
                "address": one.recipient.lower(),
                "is_press": one.index.is_press,
                "runs": one.index.kept(),
            }
            for one in ready
            if one.index is not None and kinds[one.number] not in ("gm", "token")
        ]
        if kept:
            with self.campaign.store.begin() as connection:
                put_words(connection, kept)

    def _not_written(self, row: Outgoing, error: Exception | None) -> None:
        if error is None:
            with self.campaign.store.begin() as connection:
                mark_failed(connection, row.id, "the address bounces", None)
            return
        self.metrics.mail(row.kind, "unwritten")
        # The cause may be over in a moment: an answer is given up only after several tries.
        last = row.tries >= MOST_TRIES_TO_WRITE
        again = None if last else self.now() + TO_WRITE_AGAIN * row.tries
        with self.campaign.act(self.now(), "post") as act:
            mark_failed(act.connection, row.id, f"could not be written: {error!r}", again)
            # A notice to the game master that cannot go must not make another one.
            if last and row.kind != "gm":
                tell_gm(
                    act,
                    None,
                    f"unwritten/{row.id}",
                    Saying("mails/mail-unwritten", {"mail": row.id, "kind": row.kind, "what": type(error).__name__}),
                )

    def _send(self, rows: Sequence[Outgoing], ready: Sequence[Ready]) -> int:
        by_number = {row.id: row for row in rows}
        count, down, done = 0, False, set()
        for result in self._noting(self.sender.send(ready)):
            row = by_number[result.number]
            self.metrics.mail(row.kind, result.result)
            if result.result == "down":
                down = True
                log.warning("nothing can be sent: %s", result.reason)
                continue
            done.add(result.number)
            log.debug("a mail went out: %s", row.kind, extra=about(mail=row.id, result=result.result))
            if result.result == "sent":
                count += 1
                self.went(row)
            else:
                self._not_sent(row, result)
        left = [one.number for one in ready if one.number not in done]
        if left:
            with self.campaign.store.begin() as connection:
                free(connection, self.owner, left)
        if down:
            raise CannotFetch("the sending server cannot be reached")
        return count

    def _noting(self, results: Iterator[Sent]) -> Iterator[Sent]:
        """Results as they come; what the server has is noted at once, so that a crash repeats one mail at most."""
        for result in results:
            if result.result == "sent":
                self.gone.append(result.number)
                # Not waiting for the disk: a process that is killed has told the store all the same.
                with self.campaign.store.begin(had_again=True) as connection:
                    mark_sent(connection, self.gone, self.now())
                self.gone = []
            yield result

    def _not_sent(self, row: Outgoing, result: Sent) -> None:
        wait = wait_before(row.tries) if result.result == "later" else None
        with self.campaign.act(self.now(), "post") as act:
            mark_failed(act.connection, row.id, result.reason, self.now() + wait if wait else None)
            # A notice to the game master that cannot go must not make another one.
            if wait is None and row.kind != "gm":
                tell_gm(
                    act,
                    None,
                    f"refused/{row.id}",
                    Saying(
                        "mails/mail-not-sent",
                        {
                            "refused": result.result == "refused",
                            "mail": row.id,
                            "reason": result.reason,
                            "address": row.recipient,
                        },
                    ),
                )
