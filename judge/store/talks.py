"""Talks with the game master: a row for each letter that began one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from judge.store.base import stamp
from judge.store.tables import addresses, meta, talks


def begin(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """Begin a talk: a letter is passed on to the game master."""
    connection.execute(talks.insert().values(**values))


def of_letter(connection: sa.Connection, letter: int) -> Mapping[str, Any] | None:
    """The talk that a letter began."""
    row = connection.execute(sa.select(talks).where(talks.c.letter == letter)).mappings().first()
    return None if row is None else dict(row)


def letters(connection: sa.Connection) -> list[int]:
    """The letters that began the talks there are."""
    return list(connection.execute(sa.select(talks.c.letter)).scalars())


def go_on(connection: sa.Connection, letter: int, **values: str) -> None:
    """Note an answer: the newest Message-ID of its writer."""
    connection.execute(talks.update().where(talks.c.letter == letter).values(**values))


def begun_since(connection: sa.Connection, address: str, since: str) -> int:
    """How many talks an address has begun since then."""
    query = sa.select(sa.func.count()).select_from(talks).where(talks.c.address == address, talks.c.at > since)
    return int(connection.execute(query).scalar_one())


def begun_by_strangers(connection: sa.Connection, since: str) -> int:
    """How many talks have been begun since then by addresses that are no player's."""
    query = sa.select(sa.func.count()).select_from(talks).where(
        talks.c.at > since, talks.c.address.not_in(sa.select(addresses.c.address))
    )  # fmt: skip
    return int(connection.execute(query).scalar_one())


def forget_before(connection: sa.Connection, before: datetime) -> None:
    """End talks older than this: the next letter begins a new one."""
    connection.execute(talks.delete().where(talks.c.at < stamp(before)))


def letters_of(connection: sa.Connection, addresses: Collection[str]) -> set[int]:
    """The letters with which these began talks."""
    query = sa.select(talks.c.letter).where(talks.c.address.in_(list(addresses)))
    return {int(one) for one in connection.execute(query).scalars()}


def forget_of(connection: sa.Connection, addresses: Collection[str]) -> None:
    """End the talks of these, and drop the words that wait to be sent on to them."""
    for letter in letters_of(connection, addresses):
        held = (meta.c.key.startswith("request:"), meta.c.value.contains(f'"talk": {letter},', autoescape=True))
        connection.execute(meta.delete().where(*held))
    connection.execute(talks.delete().where(talks.c.address.in_(list(addresses))))
