"""Copying a whole store into an empty one, of whichever kind: for moving house, and for backups."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from judge.store.base import Store, StoreError
from judge.store.tables import meta, metadata

BATCH = 500


def copy_store(source: Store, target: Store, progress: Callable[[str, int], None] | None = None) -> dict[str, int]:
    """Copy every row; the target must be empty. Returns how many rows each table had."""
    counts: dict[str, int] = {}
    with source.read() as out, target.begin() as into:
        for table in metadata.sorted_tables:
            if table is not meta and into.execute(sa.select(sa.func.count()).select_from(table)).scalar_one():
                raise StoreError(f"the store to copy into is not empty: its table {table.name} has rows")
        into.execute(meta.delete())
        for table in metadata.sorted_tables:
            order = list(table.primary_key.columns)
            count = 0
            found = out.execute(sa.select(table).order_by(*order)).mappings()
            while rows := found.fetchmany(BATCH):
                into.execute(table.insert(), [dict(row) for row in rows])
                count += len(rows)
            counts[table.name] = count
            if progress:
                progress(table.name, count)
            if not target.is_sqlite and "id" in table.c:
                # Ids were given, so the sequence does not know of them yet.
                into.execute(
                    sa.text(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                        f"COALESCE((SELECT MAX(id) FROM {table.name}), 0) + 1, false)"
                    )
                )
    return counts
