"""Persons: their names and settings, their addresses, the days on which they are away."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from judge.store.tables import absences, addresses, players, seats

_SETTINGS = sa.select(players.c.settings).where(players.c.id == sa.bindparam("of_player"))


def of_address(connection: sa.Connection, address: str) -> int | None:
    """The player with this address."""
    return connection.execute(sa.select(addresses.c.player_id).where(addresses.c.address == address)).scalar()


def of_confirmed_address(connection: sa.Connection, address: str) -> int | None:
    """The player who has confirmed this address."""
    query = sa.select(addresses.c.player_id).where(addresses.c.address == address, addresses.c.confirmed.is_(True))
    return connection.execute(query).scalar()


def name_of_address(connection: sa.Connection, address: str) -> str:
    """The name of the player with this address."""
    query = sa.select(players.c.name).join(addresses, addresses.c.player_id == players.c.id)
    return str(connection.execute(query.where(addresses.c.address == address)).scalar() or "")


def add(connection: sa.Connection, name: str, address: str) -> int:
    """A new player with a first address; the player's number."""
    made = connection.execute(players.insert().values(name=name, settings="{}")).inserted_primary_key
    assert made is not None
    add_address(connection, int(made[0]), address, first=True)
    return int(made[0])


def add_address(connection: sa.Connection, player: int, address: str, first: bool = False) -> None:
    """An address of a player. Mail goes to the first."""
    connection.execute(
        addresses.insert().values(address=address, player_id=player, confirmed=True, bounces=0, first=first)
    )


def addresses_of(connection: sa.Connection, player: int) -> list[str]:
    """All addresses of a player."""
    query = sa.select(addresses.c.address).where(addresses.c.player_id == player)
    return [str(one) for one in connection.execute(query).scalars()]


def addresses_at(connection: sa.Connection, host: str) -> list[str]:
    """All addresses at a host."""
    query = sa.select(addresses.c.address).where(addresses.c.address.like(f"%@{host}")).order_by(addresses.c.address)
    return [str(one) for one in connection.execute(query).scalars()]


def with_addresses(connection: sa.Connection) -> list[dict[str, Any]]:
    """Number, name, address and bounces of everybody who has an address; the first address of each first."""
    query = (
        sa.select(players.c.id, players.c.name, addresses.c.address, addresses.c.bounces)
        .join(addresses, addresses.c.player_id == players.c.id)
        .order_by(players.c.id, addresses.c.first.desc(), addresses.c.address)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def settings(connection: sa.Connection, player: int | None) -> str | None:
    """A player's settings, as stored."""
    return connection.execute(_SETTINGS, {"of_player": player}).scalar()


def settings_of_address(connection: sa.Connection, address: str) -> str | None:
    """The settings of the player with this address, as stored."""
    return connection.execute(
        sa.select(players.c.settings)
        .join(addresses, addresses.c.player_id == players.c.id)
        .where(addresses.c.address == address)
    ).scalar()


def put(connection: sa.Connection, player: int, **values: Any) -> None:
    """Set a player's name or settings."""
    connection.execute(players.update().where(players.c.id == player).values(**values))


def forget(connection: sa.Connection, player: int) -> None:
    """Delete a player's addresses, absences, name and settings."""
    connection.execute(addresses.delete().where(addresses.c.player_id == player))
    connection.execute(absences.delete().where(absences.c.player_id == player))
    put(connection, player, name="a former player", settings="{}")


# --- mail that comes back ---------------------------------------------------------------------------------------------


def recipients(connection: sa.Connection, wanted: Collection[str]) -> list[dict[str, Any]]:
    """Address, bounces and settings of those who are known."""
    query = (
        sa.select(addresses.c.address, addresses.c.bounces, players.c.settings)
        .outerjoin(players, addresses.c.player_id == players.c.id)
        .where(addresses.c.address.in_(wanted))
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def bounced(connection: sa.Connection, address: str, weight: int) -> None:
    """Count a mail that an address sent back."""
    connection.execute(
        addresses.update().where(addresses.c.address == address).values(bounces=addresses.c.bounces + weight)
    )


def bounces(connection: sa.Connection, address: str) -> int | None:
    """The bounces of an address so far; None for nobody's."""
    found = connection.execute(sa.select(addresses.c.bounces).where(addresses.c.address == address)).scalar()
    return None if found is None else int(found)


def forgive_bounces(connection: sa.Connection, address: str) -> None:
    """Forget an address's earlier bounces."""
    connection.execute(addresses.update().where(addresses.c.address == address).values(bounces=0))


def bouncing(connection: sa.Connection, least: int) -> list[str]:
    """The addresses with at least so many bounces."""
    query = sa.select(addresses.c.address).where(addresses.c.bounces >= least).order_by(addresses.c.address)
    return list(connection.execute(query).scalars())


# --- away -------------------------------------------------------------------------------------------------------------


def add_absence(connection: sa.Connection, player: int, first: str, last: str) -> None:
    """Days on which a player is away."""
    connection.execute(absences.insert().values(player_id=player, first_day=first, last_day=last))


def absences_of(connection: sa.Connection, player: int) -> list[tuple[str, str]]:
    """First and last days on which a player is away."""
    query = sa.select(absences.c.first_day, absences.c.last_day).where(absences.c.player_id == player)
    return [(str(row.first_day), str(row.last_day)) for row in connection.execute(query.order_by(absences.c.first_day))]


def absences_at(connection: sa.Connection, game_id: int, asked: Collection[str]) -> list[tuple[str, str]]:
    """First and last days on which the players of these seats are away."""
    rows = connection.execute(
        sa.select(absences.c.first_day, absences.c.last_day)
        .join(seats, seats.c.player_id == absences.c.player_id)
        .where(seats.c.game_id == game_id, seats.c.seat.in_([*asked] or [""]))
    )
    return [(str(row.first_day), str(row.last_day)) for row in rows]
