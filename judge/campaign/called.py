"""Names of persons on pages of ratings, results and tournaments: as far as they and their games agree.

A number is beside a name only where that name is the person's everywhere. A game that hides names counts for no person:
anybody could subtract the games that tell names and learn who played.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.campaign.seating import initials
from judge.campaign.settings import NAMES

NOBODY = ("", 0)


@dataclass(frozen=True, slots=True)
class Called:
    """The names of persons: the least that any of their finished games tells of each (see NAMES)."""

    persons: Mapping[int, Mapping[str, Any]]
    strictest: Mapping[int, str]

    def has_page(self, player: int) -> bool:
        """Whether somebody may be named."""
        return self._by_rule(player, self.strictest.get(player, "shown")) != ""

    def everywhere(self, player: int) -> str:
        """Somebody's name where all their games count: name, initials or number."""
        return self._by_rule(player, self.strictest.get(player, "shown")) or f"player {player}"

    def at(self, player: int, how: str) -> tuple[str, int]:
        """The name and number of somebody at one table that tells names so; empty where they would be found out."""
        row = self.persons.get(player)
        if row is None or how == "hidden":
            return NOBODY
        if not row["reachable"]:
            return f"player {player}", player
        name = self._by_rule(player, how)
        return name, player if name and name == self.everywhere(player) else 0

    def _by_rule(self, player: int, how: str) -> str:
        row = self.persons.get(player)
        if row is None or not row["reachable"] or how == "hidden":
            return ""
        if json.loads(row["settings"] or "{}").get("pages") is False:
            return ""
        return str(row["name"]) if how == "shown" else initials(str(row["name"]))


def called(persons: Mapping[int, Mapping[str, Any]], tables: Sequence[tuple[str, Sequence[int]]]) -> Called:
    """The players of each finished game, and how it shows their names."""
    strictest: dict[int, str] = {}
    for how, sat in tables:
        for player in sat if how != "hidden" else ():
            strictest[player] = max(strictest.get(player, "shown"), how, key=NAMES.index)
    return Called(persons, strictest)


__all__ = ["Called", "called"]
