"""The campaign's own mail secret, and what is derived from it: reply addresses and the seal on return paths."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from judge.campaign.live import NotNow
from judge.campaign.masters import GameMaster
from judge.campaign.seating import TOKEN_LENGTH, token_hash
from judge.store import Connection, seats
from judge.store.facts import recall, remember_first

KEY = "mail-secret"
_OTHER = re.compile(r"[^a-z2-7]+")
"""What no token is made of."""
_REPLY_ADDRESS = re.compile(r"\b[\w.-]{1,60}\+[\w.-]{1,120}@[\w.-]{1,120}\b")
_TOKEN_LINE = re.compile(r"(?im)^(\W*(?:token|password|key)\W+)\S+")
_ADDRESS = re.compile(r"[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}")


def mail_secret(connection: Connection) -> bytes:
    """Drawn when it is first needed, kept in the store, never shown."""
    # Of two that draw it at once one is kept, and both take that one.
    known = recall(connection, KEY) or remember_first(connection, KEY, os.urandom(32).hex())
    return bytes.fromhex(known)


def reply_word(secret: bytes, seat_id: int, token_hash: str) -> str:
    """What the reply address of a seat's reports carries: as good as its token, and gone with it."""
    mac = hmac.new(secret, f"reply {seat_id} {token_hash}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:18].decode().lower()


def talk_word(secret: bytes, letter: int, side: str) -> str:
    """What the reply address of a talk's mails carries: whose answer comes there, `gm` or `player`."""
    mac = hmac.new(secret, f"talk {letter} {side}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:18].decode().lower()


def master_word(secret: bytes, address: str) -> str:
    """What the reply address of a game master's mails carries: as good as their own word."""
    mac = hmac.new(secret, f"game master {address}".encode(), hashlib.sha256).digest()
    # Told from the name of a game by its first sign.
    return "2" + base64.b32encode(mac)[:17].decode().lower()


def master_by_word(connection: Connection, word: str, masters: Sequence[GameMaster]) -> GameMaster | None:
    """The game master whose reply address this is."""
    secret = mail_secret(connection)
    return next(
        (one for one in masters if one.address and hmac.compare_digest(master_word(secret, one.address), word.lower())),
        None,
    )


def check_no_secret(connection: Connection, text: str, masters: Sequence[GameMaster] = ()) -> None:
    """Words that others will read hold no token and no reply address, however they are written: in capitals, spaced
    out, with signs between, in the middle of a sentence. Raises NotNow. `masters`: whose words they may hold."""
    rows = seats.with_games(connection, None)
    known = {str(row["token_hash"]) for row in rows if row["token_hash"]}
    words = {reply_word(mail_secret(connection), row["id"], row["token_hash"]) for row in rows if row["token_hash"]}
    words |= {master_word(mail_secret(connection), one.address) for one in masters if one.address}
    written = _OTHER.sub("", text.lower())
    if any(word in written for word in words) or any(
        token_hash(written[at : at + TOKEN_LENGTH]) in known for at in range(len(written) - TOKEN_LENGTH + 1)
    ):
        raise NotNow("holds-a-token")


def seat_by_reply(connection: Connection, word: str, game: str | None) -> Mapping[str, Any] | None:
    """The seat (with its game's name) whose reply address this is."""
    secret = mail_secret(connection)
    for row in seats.with_games(connection, game):
        if row["token_hash"] and hmac.compare_digest(reply_word(secret, row["id"], row["token_hash"]), word.lower()):
            return row
    return None


def without_token(text: str) -> str:
    """Words for others with everything that looks like a token or a reply address taken out."""
    return _TOKEN_LINE.sub(r"\1(removed)", _REPLY_ADDRESS.sub("(address removed)", text))


def address_in(text: str) -> str | None:
    """The first mail address in a text."""
    found = _ADDRESS.search(text)
    return found[0] if found else None
