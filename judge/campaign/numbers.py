"""The campaign's mail secret, and numbers that tell nobody how much others write.

Receipts and letters are counted over the whole campaign. Somebody who asks every minute would learn from them when
others write, so everybody sees other numbers in their place while any of its games is anonymous.
"""

from __future__ import annotations

import hashlib
import hmac
import os

from judge.campaign.act import Look
from judge.campaign.live import Live
from judge.store import Connection, games
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
    """The number of a receipt or a letter, as its writer sees it."""
    if not number or not look.ledger.once("any anonymous", lambda: games.any_anonymous(look.connection)):
        return number
    return _other(look, live.id if live is not None else 0, number)


def number_of_person(look: Look, live: Live, number: int) -> int:
    """The number of a person, as a game master sees it who may not know them."""
    return _other(look, live.id, number) if live.settings.anonymous and number else number


def _other(look: Look, game: int, number: int) -> int:
    mac = hmac.new(secret_of(look), f"number {game} {number}".encode(), hashlib.sha256).digest()
    return int.from_bytes(mac, "big") % (9 * SMALLEST) + SMALLEST
