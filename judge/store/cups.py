"""Tournaments in the store: their plans, their entrants, and who was drawn to which seat of which board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from judge.store.club_tables import entrants, pairings, tournaments
from judge.store.facts import insert_new
from judge.store.tables import addresses, games, players


def add(connection: sa.Connection, name: str, plan: str, at: str) -> bool:
    """A new tournament; False when there is one of this name."""
    return insert_new(connection, tournaments, {"name": name, "plan": plan, "created_at": at})


def names(connection: sa.Connection) -> list[str]:
    """All tournaments, the oldest first."""
    query = sa.select(tournaments.c.name).order_by(tournaments.c.created_at, tournaments.c.name)
    return list(connection.execute(query).scalars())


def is_there(connection: sa.Connection, name: str) -> bool:
    """Whether there is a tournament of this name."""
    return plan(connection, name) is not None


def plan(connection: sa.Connection, name: str) -> str | None:
    """The content of a tournament's file."""
    return connection.execute(sa.select(tournaments.c.plan).where(tournaments.c.name == name)).scalar()


def enter(connection: sa.Connection, name: str, player: int, at: str) -> bool:
    """Enter somebody in a tournament; False when they are in it already."""
    return insert_new(connection, entrants, {"tournament": name, "player_id": player, "at": at})


def entered(connection: sa.Connection, name: str) -> list[dict[str, Any]]:
    """The entrants of a tournament: number, name, first address (None: forgotten)."""
    query = (
        sa.select(entrants.c.player_id, players.c.name, players.c.settings, addresses.c.address)
        .join(players, players.c.id == entrants.c.player_id)
        .outerjoin(addresses, sa.and_(addresses.c.player_id == entrants.c.player_id, addresses.c.first.is_(True)))
        .where(entrants.c.tournament == name)
        .order_by(entrants.c.player_id)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def draw(connection: sa.Connection, name: str, number: int, rows: Sequence[dict[str, Any]]) -> None:
    """The boards of a round; without a game: a bye."""
    connection.execute(pairings.insert(), [{"tournament": name, "round": number, **row} for row in rows])


def drawn(connection: sa.Connection, name: str) -> list[dict[str, Any]]:
    """Everybody's place in every round, with the board's name and state."""
    query = (
        sa.select(pairings, games.c.name.label("game"), games.c.status)
        .outerjoin(games, games.c.id == pairings.c.game_id)
        .where(pairings.c.tournament == name)
        .order_by(pairings.c.round, games.c.name, pairings.c.seat, pairings.c.player_id)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def withdraw(connection: sa.Connection, player: int, name: str | None = None) -> bool:
    """Take somebody out of further rounds, of one tournament or of all; their earlier places stay."""
    gone = entrants.delete().where(entrants.c.player_id == player)
    if name is not None:
        gone = gone.where(entrants.c.tournament == name)
    return connection.execute(gone).rowcount > 0
