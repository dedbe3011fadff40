"""Which games are meant: by their names, all of them, or those of which something is so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fnmatch import fnmatchcase
from typing import Any

from judge.campaign.act import Look
from judge.campaign.live import NotNow, load_game
from judge.campaign.overview import overview
from judge.grammar.lexicon import nearest

VALUES = ("name", "game", "status", "phase", "seat", "player", "missing")
IS = ("held", "late", "open", "needs")
"""The questions about a game: with a value (`game=diplomacy`, `name=spring-*`), or without one."""


def chosen(look: Look, now: datetime, names: Sequence[str], every: bool, where: Sequence[str]) -> list[str]:
    """The names of the games that are meant."""
    if names and (every or where):
        raise NotNow("games-named-twice")
    if names:
        return list(dict.fromkeys(load_game(look.connection, name).name for name in names))
    if not every and not where:
        raise NotNow("which-game-or-all")
    found = [one["name"] for one in overview(look, now)["games"] if is_so(one, where)]
    if not found:
        raise NotNow("no-game-with", conditions=list(where))
    return found


def is_so(one: Mapping[str, Any], where: Sequence[str]) -> bool:
    """Whether all conditions are true of a game of the dashboard. Raises NotNow for an unknown one."""
    return all(_is(one, condition) for condition in where)


def _is(one: Mapping[str, Any], condition: str) -> bool:
    key, sign, value = (part.strip().lower() for part in condition.partition("="))
    if not sign and key in IS:
        about = {"held": one["held"], "late": one["overdue"], "open": one["window"], "needs": one["needs"]}
        return bool(about[key])
    if key not in VALUES or not sign:
        near = nearest(key, (*VALUES, *IS))
        raise NotNow(
            "no-such-condition", condition=condition, near=near, known=[f"{key}=" for key in VALUES], words=list(IS)
        )
    return any(fnmatchcase(said.lower(), value) for said in _said(one, key))


def _said(one: Mapping[str, Any], key: str) -> list[str]:
    match key:
        case "phase":
            return [one["phase"] or ""]
        case "seat":
            return [seat["seat"] for seat in one["seats"]]
        case "player":
            return [seat["player"] or "" for seat in one["seats"]]
        case "missing":
            return list(one["missing"])
        case _:
            return [str(one[key])]


__all__ = ["chosen", "is_so"]
