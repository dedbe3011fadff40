"""Copying a whole store into an empty one, of whichever kind: for moving house, and for backups.

Written rows are read back before they count. If one table's rows do not have the hash of their source, nothing is
copied.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa

from judge.store.base import Store, StoreError, cause_of, open_store
from judge.store.door_tables import metadata
from judge.store.tables import meta

BATCH = 500
WHOLE = 1 << 256


class CopyDiffers(StoreError):
    """The rows read back differ from the rows copied."""


def check_whole(store: Store, scratch: str) -> None:
    """Copy a store to a throwaway address. Raises StoreError where it is damaged, or a row fits no table."""
    trial = open_store(scratch, create=True)
    try:
        copy_store(store, trial)
    except (sa.exc.SQLAlchemyError, ValueError, TypeError, LookupError) as error:
        raise StoreError(f"the store is damaged: {cause_of(error)}") from None
    finally:
        trial.close()


def copy_store(source: Store, target: Store, progress: Callable[[int, int], None] | None = None) -> dict[str, int]:
    """Copy every row; the target must be empty. Returns how many rows each table had.

    `progress`: hears how many rows of how many are copied and read back; each counts twice.
    """
    counts: dict[str, int] = {}
    # The source as it is at one moment, even if somebody writes to it meanwhile; the target whole or not at all.
    with source.read() as out, target.begin() as into:
        for table in metadata.sorted_tables:
            if table is not meta and into.execute(sa.select(sa.func.count()).select_from(table)).scalar_one():
                raise StoreError(f"the store to copy into is not empty: its table {table.name} has rows")
        into.execute(meta.delete())
        whole = 2 * sum(
            int(out.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
            for table in metadata.sorted_tables
        )
        done = 0

        def on(rows: int) -> None:
            nonlocal done
            done += rows
            if progress:
                progress(done, whole)

        for table in metadata.sorted_tables:
            order = list(table.primary_key.columns)
            query, seen, count = sa.select(table).order_by(*order), 0, 0
            found = out.execution_options(stream_results=True).execute(query).mappings()
            while rows := [dict(row) for row in found.fetchmany(BATCH)]:
                into.execute(table.insert(), rows)
                seen = (seen + sum(row_hash(row) for row in rows)) % WHOLE
                count += len(rows)
                on(len(rows))
            counts[table.name] = count
            if (there := table_hash(into, table, on)) != (f"{seen:064x}", count):
                raise CopyDiffers(
                    f"the copy of the table {table.name} is not what was copied: {count} rows with the hash "
                    f"{seen:064x}, read back as {there[1]} rows with {there[0]}; nothing was kept"
                )
            if not target.is_sqlite and "id" in table.c:
                # Ids were given, so the sequence does not know of them yet.
                into.execute(
                    sa.text(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                        f"COALESCE((SELECT MAX(id) FROM {table.name}), 0) + 1, false)"
                    )
                )
    return counts


def table_hash(
    connection: sa.Connection, table: sa.Table, on: Callable[[int], None] = lambda rows: None
) -> tuple[str, int]:
    """One number for all rows of a table, alike on both databases, and how many there are.

    The sum of the rows' SHA-256: databases sort texts each in their own way, and a sum knows no order.
    """
    seen = count = 0
    found = connection.execute(sa.select(table)).mappings()
    while rows := [dict(row) for row in found.fetchmany(BATCH)]:
        seen = (seen + sum(row_hash(row) for row in rows)) % WHOLE
        count += len(rows)
        on(len(rows))
    return f"{seen:064x}", count


def row_hash(row: Mapping[str, Any]) -> int:
    """A row by its content, not by the database's form of it."""
    said = {
        key: bytes(value).hex() if isinstance(value, bytes | bytearray | memoryview) else value
        for key, value in row.items()
    }
    return int.from_bytes(hashlib.sha256(json.dumps(said, sort_keys=True).encode()).digest())
