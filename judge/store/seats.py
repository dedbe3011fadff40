"""Seats: the player, token and state of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.tables import addresses, games, players, seats

_AT_TABLE = (
    sa.select(
        seats.c.id, seats.c.seat, seats.c.role, seats.c.player_id, players.c.name, seats.c.since_step, seats.c.state,
        players.c.settings, addresses.c.address, seats.c.first_day, seats.c.last_day, seats.c.played_by,
    )
    .outerjoin(players, players.c.id == seats.c.player_id)
    .outerjoin(addresses, addresses.c.player_id == players.c.id)
    .where(seats.c.game_id == sa.bindparam("of_game"))
    .order_by(seats.c.role.desc(), seats.c.seat, seats.c.id, addresses.c.first.desc(), addresses.c.address)
)  # fmt: skip
_STATES = sa.select(seats.c.seat, seats.c.state).where(
    seats.c.game_id == sa.bindparam("of_game"), seats.c.role == "player"
)
_WITH_GAME = sa.select(seats, games.c.name.label("game")).join(games, games.c.id == seats.c.game_id)
_WITH_STATUS = sa.select(seats, games.c.name.label("game"), games.c.status).join(games, games.c.id == seats.c.game_id)
_BY_ADDRESS = (
    sa.select(
        seats, games.c.name.label("game"), games.c.status, addresses.c.address,
        addresses.c.player_id.label("whose"), addresses.c.bounces,
    )
    .select_from(addresses)
    .outerjoin(seats, seats.c.player_id == addresses.c.player_id)
    .outerjoin(games, games.c.id == seats.c.game_id)
    .where(addresses.c.confirmed.is_(True))
    .order_by(games.c.name, seats.c.seat)
)  # fmt: skip
_BY_ADDRESSES = _BY_ADDRESS.where(addresses.c.address.in_(sa.bindparam("wanted", expanding=True)))
_BY_ONE_ADDRESS = _BY_ADDRESS.where(addresses.c.address == sa.bindparam("wanted"))


def at_table(connection: sa.Connection, game_id: int) -> Sequence[Any]:
    """Everybody at a table, players first: a row an address."""
    return connection.execute(_AT_TABLE, {"of_game": game_id}).all()


def states(connection: sa.Connection, game_id: int) -> dict[str, str]:
    """The state of each seat that has a player."""
    return {str(row.seat): str(row.state) for row in connection.execute(_STATES, {"of_game": game_id})}


def of_addresses(connection: sa.Connection, wanted: Sequence[str]) -> list[dict[str, Any]]:
    """All seats of the players with these confirmed addresses, with their games' names; an address without a seat."""
    query, given = (_BY_ONE_ADDRESS, wanted[0]) if len(wanted) == 1 else (_BY_ADDRESSES, list(wanted))
    return [dict(row) for row in connection.execute(query, {"wanted": given}).mappings()]


def of_token(connection: sa.Connection, token_hash: str) -> dict[str, Any] | None:
    """The seat of a token, with its game's name."""
    row = connection.execute(_WITH_GAME.where(seats.c.token_hash == token_hash)).mappings().first()
    return None if row is None else dict(row)


def of_number(connection: sa.Connection, number: int) -> dict[str, Any] | None:
    """The row with this number, with its game's name and status."""
    row = connection.execute(_WITH_STATUS.where(seats.c.id == number)).mappings().first()
    return None if row is None else dict(row)


def with_games(connection: sa.Connection, game: str | None) -> list[dict[str, Any]]:
    """All seats with their games' names, or those of one game."""
    query = _WITH_GAME if game is None else _WITH_GAME.where(games.c.name == game)
    return [dict(row) for row in connection.execute(query).mappings()]


def addresses_of_players(connection: sa.Connection, game_id: int) -> Sequence[Any]:
    """Seat, address, row, token's hash and number of links of every player at a table, and of every sitter."""
    query = (
        sa.select(seats.c.seat, addresses.c.address, seats.c.id, seats.c.token_hash, seats.c.links)
        .join(addresses, addresses.c.player_id == seats.c.player_id)
        .where(seats.c.game_id == game_id, seats.c.role.in_(("player", "sitter")))
    )
    return connection.execute(query).all()


def players_at(connection: sa.Connection, game_id: int) -> dict[str, Any]:
    """The rows of the seats that have players."""
    rows = connection.execute(sa.select(seats).where(seats.c.game_id == game_id, seats.c.role == "player"))
    return {str(row.seat): row for row in rows}


def opponents(connection: sa.Connection, game_id: int) -> list[tuple[str, str, str]]:
    """The seats that the program plays: seat, strength, and the secret that its play depends on."""
    query = (
        sa.select(seats.c.seat, seats.c.played_by, seats.c.token_hash)
        .where(seats.c.game_id == game_id, seats.c.played_by.is_not(None))
        .order_by(seats.c.seat)
    )
    return [(str(row.seat), str(row.played_by), str(row.token_hash)) for row in connection.execute(query)]


def preferences(connection: sa.Connection, game_id: int, role: str) -> dict[str, str]:
    """The seats that each person with a role would like, as stored."""
    query = sa.select(seats.c.seat, seats.c.preferences).where(seats.c.game_id == game_id, seats.c.role == role)
    return {str(row.seat): str(row.preferences) for row in connection.execute(query)}


def add(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """Give somebody a seat."""
    connection.execute(seats.insert().values(**{"since_step": 0, "state": "active", **values}))


def put(connection: sa.Connection, number: int, **values: Any) -> None:
    """Change a seat's row."""
    connection.execute(seats.update().where(seats.c.id == number).values(**values))


def give(connection: sa.Connection, game_id: int, taken: tuple[str, str], seat: str, token_hash: str) -> None:
    """Give a player's seat to a person with a role (seat and role)."""
    connection.execute(
        seats.update()
        .where(seats.c.game_id == game_id, seats.c.seat == taken[0], seats.c.role == taken[1])
        .values(seat=seat, role="player", token_hash=token_hash)
    )


def resign(connection: sa.Connection, game_id: int, seat: str) -> bool:
    """A player gives a seat up; False when it has no player."""
    changed = connection.execute(
        seats.update()
        .where(
            seats.c.game_id == game_id, seats.c.seat == seat, seats.c.role == "player", seats.c.state != "resigned"
        )
        .values(state="resigned")
    )  # fmt: skip
    return changed.rowcount > 0


def remove(connection: sa.Connection, game_id: int, seat: str, role: str = "player", player: int | None = None) -> bool:
    """Take the player (or this one) off a seat; False when there was none."""
    where = [seats.c.game_id == game_id, seats.c.seat == seat, seats.c.role == role]
    if player is not None:
        where.append(seats.c.player_id == player)
    return connection.execute(seats.delete().where(*where)).rowcount > 0


def here(connection: sa.Connection, game_id: int) -> set[int]:
    """The rows of those who said HERE."""
    query = sa.select(seats.c.id).where(seats.c.game_id == game_id, seats.c.here.is_not(None))
    return {int(one) for one in connection.execute(query).scalars()}


def of_everybody(connection: sa.Connection) -> list[dict[str, Any]]:
    """All seats with their games' names and statuses, by game."""
    query = (
        sa.select(seats, games.c.name.label("game"), games.c.status)
        .join(games, games.c.id == seats.c.game_id)
        .order_by(games.c.status == "over", games.c.name, seats.c.seat)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def played_by(connection: sa.Connection, player: int) -> list[tuple[int, str]]:
    """Game and seat wherever a player plays."""
    query = sa.select(seats.c.game_id, seats.c.seat).where(seats.c.player_id == player, seats.c.role == "player")
    return [(int(row.game_id), str(row.seat)) for row in connection.execute(query)]


def remove_player(connection: sa.Connection, player: int) -> int:
    """Empty all seats of a player; how many. The results of finished games stay under their number."""
    over = sa.select(games.c.id).where(games.c.status == "over")
    own = seats.c.player_id == player
    played = (own, seats.c.role == "player", seats.c.game_id.in_(over))
    kept = connection.execute(seats.update().where(*played).values(token_hash=None)).rowcount
    gone = seats.delete().where(own, sa.or_(seats.c.role != "player", seats.c.game_id.not_in(over)))
    return kept + connection.execute(gone).rowcount
