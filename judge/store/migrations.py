"""Migrations: what brings a store of one version to the next. Statements that both databases understand."""

from __future__ import annotations

VERSION = 1

MIGRATIONS: dict[int, tuple[str, ...]] = {}
