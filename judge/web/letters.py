"""A text from a page as a letter, by the one way in: stored, read, answered as if it had come by mail.

It is sent to the reply address of the seat's own reports, which proves it as the seat's token does.
"""

from __future__ import annotations

import asyncio
import email.policy
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

from starlette.concurrency import run_in_threadpool

from judge.mail.fetch import RawMail
from judge.mail.headers import domain, local_part
from judge.serve.answering import PAGE
from judge.serve.intake import row_of
from judge.store import Connection, daybook, letters
from judge.web.front import Front, Place, Refused

POLICY = email.policy.SMTP
PATIENCE, LOOK = 10.0, 0.05
MOST = 60_000
"""The longest text of a letter, in signs."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a letter. `state`: done, ignored, bad, `new` while nobody has read it, or `unsent`: it was not
    handed in, and `note` says why. `facts`: its answer."""

    state: str
    note: str = ""
    facts: Mapping[str, Any] | None = None

    @property
    def stands(self) -> bool:
        """Whether all of it was taken."""
        return self.facts is not None and self.facts["verdict"] in ("OK", "WARNINGS")


def letter_of(front: Front, place: Place, text: str, window: str, slip: str) -> RawMail:
    """The letter that a form sends. `window`: which one it is for. The same slip and text are the same letter."""
    if len(text) > MOST:
        raise Refused(413, "too-long")
    own, config = front.account.address, front.campaign.config
    known_by = hashlib.sha256(f"{place.row['id']} {slip}".encode()).hexdigest()[:24]
    now = front.now()
    message = EmailMessage(policy=POLICY)
    message["From"] = place.address
    message["To"] = f"{local_part(own)}+{place.game}.{place.word(front.secret)}@{domain(own)}"
    message["Subject"] = f"[{config.name}/{place.game}]" + (f" {{{window}}}" if window else "")
    message["Message-ID"] = f"<{known_by}.{PAGE}@{config.domain}>"
    message["Date"] = format_datetime(now)
    message.set_content(text.encode("utf-8", "replace").decode("utf-8"), cte="quoted-printable")
    raw = message.as_bytes()
    number = int.from_bytes(hashlib.sha256(raw).digest()[:7])
    return RawMail(own, PAGE, 0, number, now, raw)


async def hand_in(front: Front, letter: RawMail) -> Answered:
    """Store a letter, have it read, and tell what became of it."""
    await asyncio.wrap_future(front.slot.hand_in(letter))
    until = time.monotonic() + PATIENCE
    while True:
        answered = await run_in_threadpool(_became, front, letter)
        # Where several processes read letters another one may have it in hand.
        if answered.state != "new" or time.monotonic() > until:
            return answered
        await asyncio.sleep(LOOK)


def was_sent(connection: Connection, letter: RawMail) -> bool:
    """Whether this very letter is here already: a form sent twice."""
    return letters.of_digest(connection, str(row_of(letter)["digest"])) is not None


def _became(front: Front, letter: RawMail) -> Answered:
    row = row_of(letter)
    with front.campaign.store.read() as connection:
        found = letters.of_digest(connection, str(row["digest"]))
        answers = daybook.answers_to(connection, str(row["message_id"]))
    if found is None:
        return Answered("new")
    return Answered(str(found["state"]), str(found["note"] or ""), json.loads(answers[0]["facts"]) if answers else None)


__all__ = ["Answered", "hand_in", "letter_of", "was_sent"]
