"""The store: SQLAlchemy Core over SQLite (inside the campaign) or PostgreSQL (by a URL). No rules.

Every question to the tables is written here and nowhere else, in a module for each group of tables.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from judge.store.base import Store, StoreError, open_store

Row = Mapping[str, Any]
"""A row as it is stored."""

__all__ = ["Connection", "Row", "Store", "StoreError", "open_store"]
