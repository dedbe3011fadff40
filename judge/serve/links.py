"""A seat's own link to its page: the word that opens one seat of one game.

No link is kept anywhere. Its word is made from the campaign's mail secret, the row at the table, the hash of its token
and how often SET LINK NEW was said. So a new token, another player, or SET LINK NEW ends it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from judge.campaign.seating import is_word
from judge.serve.secrets import link_of
from judge.store import Connection, seats

_LONGEST = 60


def link_hash(link: str) -> str:
    """The hash that binds a bell to a link: the bell ends with the link."""
    return hashlib.sha256(link.encode()).hexdigest()


def seat_by_link(connection: Connection, secret: bytes, link: str) -> Mapping[str, Any] | None:
    """The row at a table (with its game's name and status) that a link opens; None for a link that opens nothing."""
    number = link.partition("-")[0]
    if len(link) > _LONGEST or not (number.isascii() and number.isdigit()) or len(number) > 15:
        return None
    row = seats.of_number(connection, int(number))
    # A row that is not there takes as long as a word that is wrong.
    known = row is not None and bool(row["token_hash"])
    right = link_of(secret, int(number), str(row["token_hash"]) if row else "", int(row["links"]) if row else 0)
    if not is_word(right, link) or not known:
        return None
    return row
