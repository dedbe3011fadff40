"""A text from a page as a letter, by the one way in: stored, read, answered as if it had come by mail.

It is sent to the reply address of the seat's own reports, which proves it as the seat's token does.
"""

from __future__ import annotations

import asyncio
import email.policy
import hashlib
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
from judge.store import letters, mails
from judge.web.front import Front, Place, Refused

POLICY = email.policy.SMTP
PATIENCE, LOOK = 10.0, 0.05
MOST = 60_000
"""The longest text of a letter, in signs."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a letter. `state`: done, ignored, bad, or new while nobody has read it; `facts`: its answer."""

    state: str
    note: str
    facts: Mapping[str, Any] | None


def letter_of(front: Front, place: Place, text: str, window: str, slip: str) -> RawMail:
    """The letter that a form of a seat's page sends. `window`: the one it was written for."""
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


async def hand_in(front: Front, place: Place, text: str, window: str, slip: str) -> Answered:
    """Store a letter, have it read, and tell what became of it."""
    if len(text) > MOST:
        raise Refused(413, "too-long")
    letter = await run_in_threadpool(letter_of, front, place, text, window, slip)
    await asyncio.wrap_future(front.slot.hand_in(letter))
    row = row_of(letter)
    until = time.monotonic() + PATIENCE
    while True:
        answered = await run_in_threadpool(_found, front, str(row["digest"]), str(row["message_id"]))
        # Where several processes read letters another one may have it in hand.
        if answered.state != "new" or time.monotonic() > until:
            return answered
        await asyncio.sleep(LOOK)


def _found(front: Front, digest: str, message_id: str) -> Answered:
    with front.campaign.store.read() as connection:
        row = letters.of_message(connection, digest)
        facts = mails.answer_to(connection, message_id)
    return Answered(str(row["state"]) if row else "new", str(row["note"] or "") if row else "", facts)


__all__ = ["MOST", "Answered", "hand_in", "letter_of"]
