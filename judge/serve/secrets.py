"""The campaign's own mail secret, and what is derived from it: reply addresses and the seal on return paths."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from judge.store import tables
from judge.store.queue import insert_new, recall

KEY = "mail-secret"


def mail_secret(connection: sa.Connection) -> bytes:
    """Drawn when it is first needed, kept in the store, never shown."""
    known = recall(connection, KEY)
    if known is None:
        # Of two that draw it at once one is kept, and both take that one.
        insert_new(connection, tables.meta, {"key": KEY, "value": os.urandom(32).hex()})
        known = recall(connection, KEY)
    assert known is not None
    return bytes.fromhex(known)


def reply_word(secret: bytes, seat_id: int, token_hash: str) -> str:
    """What the reply address of a seat's reports carries: as good as its token, and gone with it."""
    mac = hmac.new(secret, f"reply {seat_id} {token_hash}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:18].decode().lower()


def seat_by_reply(connection: sa.Connection, word: str, game: str | None) -> Mapping[str, Any] | None:
    """The seat (with its game's name) whose reply address this is."""
    secret = mail_secret(connection)
    query = sa.select(tables.seats, tables.games.c.name.label("game")).join(
        tables.games, tables.games.c.id == tables.seats.c.game_id
    )
    if game is not None:
        query = query.where(tables.games.c.name == game)
    for row in connection.execute(query).mappings():
        if row["token_hash"] and hmac.compare_digest(reply_word(secret, row["id"], row["token_hash"]), word.lower()):
            return dict(row)
    return None
