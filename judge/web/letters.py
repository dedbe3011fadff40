"""A text from a page as a letter, by the one way in: stored, read, answered as if it had come by mail.

It is sent to the reply address of the seat's own reports, which proves it as the seat's token does.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from judge.campaign.act import Look
from judge.mail.compose import POLICY
from judge.mail.fetch import RawMail
from judge.mail.headers import domain, local_part
from judge.mail.lean import lean_bytes
from judge.serve.answering import PAGE
from judge.serve.intake import row_of
from judge.store import Connection, daybook, letters
from judge.web.front import Front, Place, Refused

T = TypeVar("T")
PATIENCE, LOOK = 10.0, 0.05
MOST = 60_000
"""The longest text of a letter, in signs."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of a letter. `state`: done, ignored, bad, `new` while nobody has read it, or `unsent`: it was not
    handed in, and `note` says why. `facts`: its answer."""

    state: str
    note: str = ""
    facts: Mapping[str, Any] | None = None

    @property
    def stands(self) -> bool:
        """Whether all of it was taken."""
        return self.facts is not None and self.facts["verdict"] in ("OK", "WARNINGS")


def letter_of(front: Front, place: Place, text: str, window: str, slip: str) -> RawMail:
    """The letter from a form. `window`: its window. The same slip and text are the same letter."""
    if len(text) > MOST:
        raise Refused(413, "too-long")
    own, config = front.account.address, front.campaign.config
    text = text.encode("utf-8", "replace").decode("utf-8")
    known_by = hashlib.sha256(f"{place.row['id']} {slip} {window}\n{text}".encode()).hexdigest()[:24]
    # Without a Date: the same form sent again later has the same head.
    headers = [
        ("From", place.address),
        ("To", f"{local_part(own)}+{place.game}.{place.word(front.secret)}@{domain(own)}"),
        ("Subject", f"[{config.name}/{place.game}]" + (f" {{{_bare(window)}}}" if window else "")),
        ("Message-ID", f"<{known_by}.{PAGE}@{config.domain}>"),
    ]
    raw = lean_bytes(headers, text, "", "", POLICY)
    number = int.from_bytes(hashlib.sha256(raw).digest()[:7])
    return RawMail(own, PAGE, 0, number, front.now(), raw)


async def hand_in(front: Front, letter: RawMail, tell: Callable[[Look, Answered], T]) -> T:
    """Store a letter, have it read, and tell its result, in the same look in which that is found."""
    await asyncio.wrap_future(front.slot.hand_in(letter))
    until = time.monotonic() + PATIENCE

    def looked() -> T | None:
        with front.campaign.look() as look:
            answered = _became(look.connection, letter)
            # If several processes read letters, another one may have it.
            return tell(look, answered) if answered.state != "new" or time.monotonic() > until else None

    while (told := await run_in_threadpool(looked)) is None:
        await asyncio.sleep(LOOK)
    return told


def _bare(window: str) -> str:
    """The key of a window: small letters, digits, dashes, and nothing that could end a header."""
    return "".join(sign for sign in window[:120] if sign.isascii() and (sign.isalnum() or sign == "-"))


def was_sent(connection: Connection, letter: RawMail) -> bool:
    """Whether this very letter is here already: a form sent twice."""
    return letters.of_digest(connection, str(row_of(letter)["digest"])) is not None


def _became(connection: Connection, letter: RawMail) -> Answered:
    row = row_of(letter)
    found = letters.of_digest(connection, str(row["digest"]))
    answers = daybook.answers_to(connection, str(row["message_id"]))
    if found is None:
        return Answered("new")
    return Answered(str(found["state"]), str(found["note"] or ""), json.loads(answers[0]["facts"]) if answers else None)


__all__ = ["Answered", "hand_in", "letter_of", "was_sent"]
