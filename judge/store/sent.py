"""Sent mail, as far as reading its answers needs it: the words of mails as indices, and the offers of answers."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.tables import offers, sent_words

MOST = 60
"""The number of newest mails to one address whose words are looked for in its letters."""

_PUT = {
    "sqlite": sqlite.insert(sent_words).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(sent_words).on_conflict_do_nothing(),
}
_NONE = offers.delete().where(offers.c.game_id == sa.bindparam("of_game"), offers.c.seat == sa.bindparam("of_seat"))
_OF = (
    sa.select(sent_words.c.runs, sent_words.c.is_press)
    .where(sent_words.c.address == sa.bindparam("of_address"))
    .order_by(sent_words.c.mail.desc())
    .limit(MOST)
)


def put_words(connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Mails as indices; each mail is kept once, however often it goes."""
    connection.execute(_PUT[connection.dialect.name], [dict(row) for row in rows])


def words_to(connection: sa.Connection, address: str) -> list[tuple[bytes, bool]]:
    """The indices of the newest mails to an address, and whether each is press."""
    return [(bytes(row.runs), bool(row.is_press)) for row in connection.execute(_OF, {"of_address": address})]


def forget_words_to(connection: sa.Connection, addresses: Collection[str]) -> None:
    """Forget the words of everything sent to these."""
    connection.execute(sent_words.delete().where(sent_words.c.address.in_(list(addresses))))


def put_offers(connection: sa.Connection, made: Mapping[tuple[int, str], Mapping[str, Any]]) -> None:
    """Set the offers of the newest answer to each of these seats; earlier offers go."""
    connection.execute(_NONE, [{"of_game": game_id, "of_seat": seat} for game_id, seat in made])
    rows = [
        {**values, "game_id": game_id, "seat": seat, "texts": json.dumps(values["texts"], ensure_ascii=False)}
        for (game_id, seat), values in made.items()
        if values["texts"]
    ]
    if rows:
        connection.execute(offers.insert(), rows)


def offered(connection: sa.Connection, game_id: int, seat: str) -> Mapping[str, Any] | None:
    """The offers of the newest answer to a seat."""
    query = sa.select(offers).where(offers.c.game_id == game_id, offers.c.seat == seat)
    row = connection.execute(query).mappings().first()
    return None if row is None else {**row, "texts": json.loads(row["texts"])}
