"""The campaign's mail secret, and numbers that tell nobody how much others write.

Receipts and letters are counted over the whole campaign. In an anonymous game somebody who asks every minute would
learn from them when others write, so its players see other numbers in their place.
"""

from __future__ import annotations

import hashlib
import hmac
import os

from judge.campaign.act import Look
from judge.campaign.live import Live
from judge.store import Connection
from judge.store.facts import recall, remember_first

KEY = "mail-secret"
SMALLEST = 10**9
"""All such numbers have ten digits."""


def mail_secret(connection: Connection) -> bytes:
    """Drawn when it is first needed, kept in the store, never shown."""
    # Of two that draw it at once one is kept, and both take that one.
    known = recall(connection, KEY) or remember_first(connection, KEY, os.urandom(32).hex())
    return bytes.fromhex(known)


def secret_of(look: Look) -> bytes:
    """The same, looked up once in an act."""
    found: bytes = look.ledger.once("mail secret", lambda: mail_secret(look.connection))
    return found


def shown_number(look: Look, live: Live | None, number: int) -> int:
    """A receipt's or a letter's number, as players of the game see it."""
    if live is None or not live.settings.anonymous or not number:
        return number
    mac = hmac.new(secret_of(look), f"number {live.id} {number}".encode(), hashlib.sha256).digest()
    return int.from_bytes(mac, "big") % (9 * SMALLEST) + SMALLEST


def salt(look: Look, live: Live | None) -> str:
    """The secret that keeps a Message-ID of an anonymous game from being guessed back to its parts."""
    return secret_of(look).hex() if live is not None and live.settings.anonymous else ""
