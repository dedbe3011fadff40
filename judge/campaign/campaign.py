"""The campaign: every act of a game master, a player or the clock is one method here and one transaction below it.

The acts are in files of their own: founding, filling, taking, releasing, correcting, looking, ending, stating.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from judge import shelf
from judge.campaign.config import FILE, FIRST, Config, read_config
from judge.campaign.correcting import Correcting
from judge.campaign.ending import Ending
from judge.campaign.founding import Founding
from judge.campaign.live import NotNow
from judge.campaign.looking import Looking
from judge.campaign.releasing import OrdersChanged, Previewed, Releasing
from judge.campaign.settings import KEYS
from judge.campaign.stating import Stating
from judge.campaign.taking import Late, Taking
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.store import open_store


class Campaign(Founding, Taking, Releasing, Correcting, Looking, Ending, Stating):
    """An open campaign. `entropy`: where secrets come from (the operating system; tests bring their own)."""

    @classmethod
    def create(cls, folder: Path, name: str, zone: str = "UTC") -> Config:
        """A new campaign in a folder, or an old one brought up to date (after a backup of its store)."""
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        if not path.exists():
            path.write_text(FIRST.format(name=name, zone=zone), encoding="utf-8")
        config = read_config(folder)
        open_store(config.store_url, create=True).close()
        return config

    @classmethod
    def open(cls, folder: Path, entropy: Callable[[int], bytes] = os.urandom) -> Campaign:
        """The campaign in a folder."""
        config = read_config(folder)
        return cls(config, open_store(config.store_url), entropy)


def told_apart(
    campaign: Campaign, key: str, map_name: str | None, given: Mapping[str, object]
) -> tuple[dict[str, object], Document]:
    """`--set` pairs as rules of the game and settings of the table; the nearest of both for a key that is neither.

    `deadlines.movement=5d` sets one kind of window.
    """
    game = shelf.game(key, map_name, campaign.config.own_maps)
    known = {option.key for option in game.options}
    options: dict[str, object] = {}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        outer, _, inner = name.partition(".")
        if name in known:
            options[name] = value
        elif outer in KEYS and inner:
            chosen.setdefault(outer, {})[inner] = value
        elif outer in KEYS:
            chosen[outer] = as_setting(value)
        else:
            near = nearest(name, [*known, *KEYS])
            hint = f'did you mean "{near}"?' if near else f"`judge games show {key}` lists the rules"
            raise NotNow(f'"{name}" is neither a rule of {game.title} nor a setting of the table: {hint}')
    return options, Document(chosen, name="--set")


def as_setting(value: object) -> object:
    """A setting as it stands behind a `=`: numbers and true/false are what they look like."""
    text = str(value)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


__all__ = ["Campaign", "Late", "OrdersChanged", "Previewed", "as_setting", "told_apart"]
