"""Browsers that are rung when there is news at a seat: the address of each, and the link it asked by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.door_tables import bells
from judge.store.tables import addresses, seats

MOST = 10
"""Bells for one seat."""


def put(connection: sa.Connection, endpoint: str, seat_id: int, link_hash: str, at: str) -> None:
    """A browser asks to be rung; a seat with many keeps the newest ones."""
    remove(connection, [endpoint])
    values = {"endpoint": endpoint, "seat_id": seat_id, "link_hash": link_hash, "at": at}
    connection.execute(bells.insert().values(**values))
    own = sa.select(bells.c.endpoint).where(bells.c.seat_id == seat_id).order_by(bells.c.at.desc(), bells.c.endpoint)
    remove(connection, list(connection.execute(own.offset(MOST)).scalars()))


def remove(connection: sa.Connection, endpoints: Sequence[str]) -> None:
    """Ring these no more."""
    connection.execute(bells.delete().where(bells.c.endpoint.in_(endpoints)))


def of_mail(connection: sa.Connection, game_id: int, recipient: str, seat: str) -> list[dict[str, Any]]:
    """The bells that a mail to somebody at a table rings, each with its seat's row. `seat`: "" is any of theirs."""
    query = (
        sa.select(bells.c.endpoint, bells.c.link_hash, seats.c.id, seats.c.token_hash, seats.c.links)
        .join(seats, seats.c.id == bells.c.seat_id)
        .join(addresses, addresses.c.player_id == seats.c.player_id)
        .where(seats.c.game_id == game_id, addresses.c.address == recipient)
        .order_by(bells.c.endpoint)
    )
    query = query.where(seats.c.seat == seat) if seat else query
    return [dict(row) for row in connection.execute(query).mappings()]


def forget_gone(connection: sa.Connection) -> None:
    """Delete the bells of seats that are empty, or have another player."""
    connection.execute(
        bells.delete().where(bells.c.seat_id.not_in(sa.select(seats.c.id).where(seats.c.token_hash.is_not(None))))
    )
