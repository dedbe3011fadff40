"""Games: the state of each, its changes, and which ones the clock looks at next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from judge.store.door_tables import metadata, news
from judge.store.tables import audit, clocks, games, inbox, outbox, seats, sent_words, steps

_BY_NAME = sa.select(games).where(games.c.name == sa.bindparam("of_name"))
_BY_NAME_ALONE = _BY_NAME.with_for_update()
_BY_NAME_UNLOCKED = _BY_NAME.with_for_update(skip_locked=True)
_ONE = games.update().where(games.c.id == sa.bindparam("of_game"))
_COUNT_UP = _ONE.values(revision=games.c.revision + sa.bindparam("more"))
_COUNT_UP_AND_WAKE = _COUNT_UP.values(wake_at=sa.bindparam("at"))
_WAKE = _ONE.values(wake_at=sa.bindparam("at"))
_CLOCKED = (games.c.status.in_(("forming", "running", "confirming")), games.c.held.is_(None))


def by_name(
    connection: sa.Connection, name: str, lock: bool = False, skip_locked: bool = False
) -> dict[str, Any] | None:
    """A game's row. `lock`: nobody else changes it until this transaction ends."""
    query = (_BY_NAME_UNLOCKED if skip_locked else _BY_NAME_ALONE) if lock else _BY_NAME
    row = connection.execute(query, {"of_name": name}).mappings().first()
    return None if row is None else dict(row)


def is_there(connection: sa.Connection, name: str) -> bool:
    """Whether a game has this name."""
    return connection.execute(sa.select(games.c.id).where(games.c.name == name)).first() is not None


def name_of(connection: sa.Connection, game_id: int) -> str | None:
    """A game's name."""
    return connection.execute(sa.select(games.c.name).where(games.c.id == game_id)).scalar()


def names(connection: sa.Connection) -> list[str]:
    """All games, by name."""
    return list(connection.execute(sa.select(games.c.name).order_by(games.c.name)).scalars())


def any_anonymous(connection: sa.Connection) -> bool:
    """Whether a game that is not over hides who plays."""
    hides = games.c.settings.contains('"anonymous": true', autoescape=True)
    found = sa.select(games.c.id).where(hides, games.c.status != "over").limit(1)
    return connection.execute(found).first() is not None


def names_by_deadline(connection: sa.Connection) -> list[str]:
    """All games that are not archived, the next deadline first, those that are over last."""
    order = (games.c.status == "over", games.c.deadline.is_(None), games.c.deadline, games.c.name)
    query = sa.select(games.c.name).where(games.c.archived_at.is_(None)).order_by(*order)
    return list(connection.execute(query).scalars())


def names_put_away(connection: sa.Connection) -> list[str]:
    """The archived games."""
    query = sa.select(games.c.name).where(games.c.archived_at.is_not(None)).order_by(games.c.name)
    return list(connection.execute(query).scalars())


def names_begun(connection: sa.Connection) -> list[str]:
    """The games that have a first step."""
    return list(connection.execute(sa.select(games.c.name).where(games.c.head >= 0).order_by(games.c.name)).scalars())


def names_of_player(connection: sa.Connection, player: int) -> list[str]:
    """The running games in which a player has a seat."""
    return list(
        connection.execute(
            sa.select(games.c.name)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.player_id == player, games.c.status == "running")
            .distinct()
            .order_by(games.c.name)
        ).scalars()
    )


def listed(connection: sa.Connection) -> list[tuple[str, str, str]]:
    """Name, kind and status of every game that is not archived."""
    query = sa.select(games.c.name, games.c.game, games.c.status).where(games.c.archived_at.is_(None))
    rows = connection.execute(query.order_by(games.c.name))
    return [(str(row.name), str(row.game), str(row.status)) for row in rows]


def add(connection: sa.Connection, values: Mapping[str, Any]) -> int:
    """A new game; its number."""
    made = connection.execute(games.insert().values(**values)).inserted_primary_key
    assert made is not None
    return int(made[0])


def erase(connection: sa.Connection, game_id: int) -> dict[str, int]:
    """Delete a game with all that belongs to it; rows by table. The hashes of its letters stay, and the whole audit."""
    letters = inbox.update().where(inbox.c.game_id == game_id).values(game_id=None, raw=None)
    connection.execute(audit.update().where(audit.c.game_id == game_id).values(game_id=None))
    gone = {"letters": connection.execute(letters).rowcount}
    sent = sa.select(outbox.c.id).where(outbox.c.game_id == game_id)
    connection.execute(sent_words.delete().where(sent_words.c.mail.in_(sent)))
    connection.execute(news.delete().where(news.c.mail.in_(sent)))
    made = sa.select(steps.c.id).where(steps.c.game_id == game_id)
    connection.execute(clocks.delete().where(clocks.c.step.in_(made)))
    for table in reversed(metadata.sorted_tables):
        if "game_id" in table.c and table is not inbox:
            gone[table.name] = connection.execute(table.delete().where(table.c.game_id == game_id)).rowcount
    connection.execute(games.delete().where(games.c.id == game_id))
    return {name: count for name, count in gone.items() if count}


def put(connection: sa.Connection, game_id: int, **values: Any) -> None:
    """Change a game's row."""
    connection.execute(games.update().where(games.c.id == game_id).values(**values))


def change(connection: sa.Connection, game_id: int, **values: Any) -> None:
    """Change a game's row and count one new revision."""
    put(connection, game_id, revision=games.c.revision + 1, **values)


def count_up(connection: sa.Connection, game_id: int, more: int) -> None:
    """So many new revisions."""
    connection.execute(_COUNT_UP, {"of_game": game_id, "more": more})


def count_up_and_wake(connection: sa.Connection, game_id: int, more: int, at: str | None) -> None:
    """Count new revisions, and set when the clock looks again."""
    connection.execute(_COUNT_UP_AND_WAKE, {"of_game": game_id, "more": more, "at": at})


def wake(connection: sa.Connection, game_id: int, at: str | None) -> None:
    """Set when the clock looks at a game again."""
    connection.execute(_WAKE, {"of_game": game_id, "at": at})


def due(connection: sa.Connection, now: str) -> list[str]:
    """The games whose time has come, the longest overdue first."""
    query = sa.select(games.c.name).where(*_CLOCKED, games.c.wake_at <= now).order_by(games.c.wake_at)
    return list(connection.execute(query).scalars())


def next_wake(connection: sa.Connection) -> str | None:
    """When the clock must next look at any game."""
    return connection.execute(sa.select(sa.func.min(games.c.wake_at)).where(*_CLOCKED)).scalar()


def deadline(connection: sa.Connection, game_id: int) -> str | None:
    """When the open window of a game is due."""
    return connection.execute(sa.select(games.c.deadline).where(games.c.id == game_id)).scalar()
