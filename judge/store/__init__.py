"""The store: SQLAlchemy Core over SQLite (inside the campaign) or PostgreSQL (by a URL). No rules."""

from judge.store.base import Store, StoreError, open_store

__all__ = ["Store", "StoreError", "open_store"]
