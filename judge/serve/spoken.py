"""Letters from a chat: how one is stored, and the facts about it for the desk."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from typing import Any

from judge.chats import Heard
from judge.grammar.text import without_controls
from judge.mail.headers import heading, message_of
from judge.store.letters import Arrived, raw_row

MARK = "chat "
"""Before the name of a chat, the inbox has this in place of a mailbox; no mail address begins so."""
PRIVATE, COMPANY = "private", "company"
ACCOUNT, OPEN = "Judge-Account", "Judge-Open"
_NUMBERS = 4096


@dataclass(frozen=True, slots=True)
class Spoken:
    """The chat and the account of a letter. `open_game`: the game whose orders are given there in the open;
    `in_company`: others read it."""

    chat: str
    account: str
    in_company: bool
    open_game: str


def spoken_of(arrived: Arrived) -> Spoken | None:
    """The facts about a letter from a chat; None: it came by mail."""
    if not arrived.account.startswith(MARK):
        return None
    head = message_of(arrived.raw.partition(b"\n\n")[0] + b"\n\n")
    return Spoken(
        arrived.account.removeprefix(MARK), heading(head, ACCOUNT), arrived.folder == COMPANY, heading(head, OPEN)
    )


def message_id_of(chat: str, key: str) -> str:
    """The Message-ID of a message on a chat, the same however often it is heard."""
    return f"<{hashlib.sha256(f'{chat}/{key}'.encode()).hexdigest()[:32]}@{chat}.chat.invalid>"


def row_of(chat: str, one: Heard, address: str, tag: tuple[str, str], received: datetime) -> Mapping[str, Any]:
    """A message as a row of the inbox: a letter from the address that its account has connected.

    `tag`: the campaign, and the game whose orders are given in the open where it was said ("": none).
    """
    campaign, game = tag
    mail = EmailMessage()
    mail["From"] = address
    mail["Message-ID"] = message_id_of(chat, one.key)
    mail["Subject"] = f"[{campaign}/{game}]" if game else ""
    mail[ACCOUNT] = one.account
    if game:
        mail[OPEN] = game
    mail.set_content(one.text.replace("\r", ""), cte="base64")
    for name in one.files:
        said = " ".join(without_controls(name).split())[:80] or None
        mail.add_attachment(b"-", maintype="application", subtype="octet-stream", filename=said)
    # Letters of one moment stay in the order in which they were said.
    number = int(one.at.timestamp() * 1000) * _NUMBERS + int(hashlib.sha256(one.key.encode()).hexdigest()[:3], 16)
    where = PRIVATE if one.is_private else COMPANY
    return raw_row(MARK + chat, where, 0, number, str(mail["Message-ID"]), mail.as_bytes(), received)
