"""Small facts of a whole campaign, kept by a key; and a row that is inserted only once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from judge.store.tables import meta


def insert_new(connection: sa.Connection, table: sa.Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless one of its unique keys is there already; whether it was inserted."""
    insert = sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
    made = insert.values(dict(values)).on_conflict_do_nothing().returning(*table.primary_key.columns)
    return connection.execute(made).first() is not None


def remember(connection: sa.Connection, key: str, value: str) -> None:
    """Keep a small fact of the whole campaign."""
    if not insert_new(connection, meta, {"key": key, "value": value}):
        connection.execute(meta.update().where(meta.c.key == key).values(value=value))


def is_new(connection: sa.Connection, key: str, value: str) -> bool:
    """Keep a fact unless there is one already; whether there was none."""
    return insert_new(connection, meta, {"key": key, "value": value})


def recall(connection: sa.Connection, key: str) -> str | None:
    """A fact kept by `remember`."""
    found = connection.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar()
    return None if found is None else str(found)


def recall_under(connection: sa.Connection, prefix: str) -> dict[str, str]:
    """The facts whose keys begin with this prefix, by the rest of their keys."""
    rows = connection.execute(sa.select(meta.c.key, meta.c.value).where(meta.c.key.startswith(prefix)))
    return {str(key)[len(prefix) :]: str(value) for key, value in rows}


def remember_first(connection: sa.Connection, key: str, value: str) -> str:
    """Keep a fact unless there is one already; returns the one kept."""
    insert_new(connection, meta, {"key": key, "value": value})
    found = recall(connection, key)
    assert found is not None
    return found
