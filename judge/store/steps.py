"""The steps of games, on every line of play, and the chains their dice came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from judge.store.tables import chains, clocks, steps

_AT = (
    sa.select(steps)
    .where(steps.c.game_id == sa.bindparam("of_game"), steps.c.number == sa.bindparam("at"))
    .order_by(steps.c.branch.desc())
    .limit(1)
)


def at(connection: sa.Connection, game_id: int, number: int) -> dict[str, Any] | None:
    """The step of this number on the newest branch that has it."""
    row = connection.execute(_AT, {"of_game": game_id, "at": number}).mappings().first()
    return None if row is None else dict(row)


def up_to(connection: sa.Connection, game_id: int, head: int) -> list[dict[str, Any]]:
    """The steps that led to one, in order: of each number the newest."""
    found: dict[int, dict[str, Any]] = {}
    rows = connection.execute(
        sa.select(steps).where(steps.c.game_id == game_id, steps.c.number <= head).order_by(steps.c.branch)
    ).mappings()
    for row in rows:
        found[int(row["number"])] = dict(row)
    return [found[number] for number in sorted(found)]


def titles_of_turns(connection: sa.Connection, game_id: int, head: int) -> list[str]:
    """The titles of the windows that were played."""
    query = sa.select(steps.c.window_title).where(
        steps.c.game_id == game_id, steps.c.number <= head, steps.c.kind == "turn"
    )
    return list(connection.execute(query).scalars())


def newest_branch(connection: sa.Connection, game_id: int, number: int) -> int | None:
    """The newest branch that has a step of this number."""
    return connection.execute(
        sa.select(sa.func.max(steps.c.branch)).where(steps.c.game_id == game_id, steps.c.number == number)
    ).scalar()


def add(connection: sa.Connection, values: Mapping[str, Any]) -> int:
    """A new step; its row."""
    made = connection.execute(steps.insert().values(**values)).inserted_primary_key
    assert made is not None
    return int(made[0])


def by_row(connection: sa.Connection, row: int) -> dict[str, Any] | None:
    """A step by its row."""
    found = connection.execute(sa.select(steps).where(steps.c.id == row)).mappings().first()
    return None if found is None else dict(found)


def that_drew(connection: sa.Connection, game_id: int, number: int) -> list[dict[str, Any]]:
    """All steps of this number that drew from a chain, oldest branch first."""
    rows = connection.execute(
        sa.select(steps)
        .where(steps.c.game_id == game_id, steps.c.number == number, steps.c.link.is_not(None))
        .order_by(steps.c.branch)
    ).mappings()
    return [dict(row) for row in rows]


def last_link(connection: sa.Connection, game_id: int, chain: int) -> int:
    """The last link of a chain that was used; 0 when none was."""
    query = sa.select(sa.func.max(steps.c.link)).where(steps.c.game_id == game_id, steps.c.chain == chain)
    return int(connection.execute(query).scalar() or 0)


def made(connection: sa.Connection, game_id: int) -> list[dict[str, Any]]:
    """Every step of a game on every line of play, in the order in which they were made."""
    query = sa.select(steps).where(steps.c.game_id == game_id).order_by(steps.c.id)
    return [dict(row) for row in connection.execute(query).mappings()]


def newest_record(connection: sa.Connection, game_id: int) -> str | None:
    """The place in the record of the step that was made last."""
    query = sa.select(steps.c.record).where(steps.c.game_id == game_id).order_by(steps.c.id.desc()).limit(1)
    return connection.execute(query).scalar()


def how_many(connection: sa.Connection, game_id: int) -> int:
    """How many steps were made, those taken back among them."""
    query = sa.select(sa.func.count()).select_from(steps).where(steps.c.game_id == game_id)
    return int(connection.execute(query).scalar() or 0)


def add_chains(connection: sa.Connection, values: Mapping[str, Any]) -> None:
    """A new pair of reels."""
    connection.execute(chains.insert().values(**values))


def chains_of(connection: sa.Connection, game_id: int) -> list[dict[str, Any]]:
    """All pairs of reels of a game, oldest first."""
    query = sa.select(chains).where(chains.c.game_id == game_id).order_by(chains.c.number)
    return [dict(row) for row in connection.execute(query).mappings()]


def keep_clock(connection: sa.Connection, step: int, values: Mapping[str, Any]) -> None:
    """The clock of the window that a step opened, as it is now."""
    connection.execute(clocks.delete().where(clocks.c.step == step))
    connection.execute(clocks.insert().values(step=step, **values))


def clock(connection: sa.Connection, step: int) -> dict[str, Any] | None:
    """The clock of the window that a step opened, as it was kept."""
    row = connection.execute(sa.select(clocks).where(clocks.c.step == step)).mappings().first()
    return None if row is None else dict(row)
