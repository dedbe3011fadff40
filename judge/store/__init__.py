"""The store: SQLAlchemy Core over SQLite (inside the campaign) or PostgreSQL (by a URL). No rules.

What is asked of the tables is written here and nowhere else, a module a group of tables.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from judge.store.base import Store, StoreError, open_store

Row = Mapping[str, Any]
"""A row as it is stored."""

__all__ = ["Connection", "Row", "Store", "StoreError", "open_store"]
