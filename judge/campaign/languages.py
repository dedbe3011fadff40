"""The language of each reader and writer: the player's own, else the game's, else the campaign's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Look
from judge.campaign.config import Config
from judge.campaign.live import Live
from judge.grammar.phrasebook import Phrasebook
from judge.report.languages import ENGLISH, phrasebooks


def language_of(settings: Mapping[str, Any], live: Live | None, config: Config) -> str:
    """The language in which somebody with these settings is written to, about a game or about nothing of one."""
    if live is not None:
        return str(settings.get("language") or live.settings.language)
    defaults = config.defaults.value
    common = defaults.get("language") if isinstance(defaults, dict) else None
    return str(settings.get("language") or common or ENGLISH)


def books_for(look: Look, live: Live, seat: Seat) -> tuple[Phrasebook, ...]:
    """The phrasebooks for a seat's orders: its player's and its game's."""
    return phrasebooks(
        live.settings.language, *(str(one.get("language") or ENGLISH) for one in _settings(look, live, seat))
    )


def language_at(look: Look, live: Live, seat: Seat) -> str:
    """The language of a seat's player, else the game's."""
    return next((language_of(one, live, look.config) for one in _settings(look, live, seat)), live.settings.language)


def _settings(look: Look, live: Live, seat: Seat) -> list[dict[str, Any]]:
    return [json.loads(one.settings) for one in look.ledger.sittings(live.id) if one.seat == seat and one.settings]


__all__ = ["books_for", "language_at", "language_of"]
