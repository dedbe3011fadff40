"""An open campaign: its file, its store, the source of its secrets. Everything done to it is an act."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Self

from judge import private
from judge.campaign.act import Act, Look
from judge.campaign.config import FILE, FIRST, Config, read_config
from judge.campaign.ledger import Ledger
from judge.campaign.masters import GM
from judge.store import Store, open_store


class Campaign:
    """An open campaign. `entropy`: the source of secrets (the operating system; tests bring their own)."""

    def __init__(self, config: Config, store: Store, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self.config, self.store, self.entropy = config, store, entropy
        self.who = GM
        """The default doer of acts."""

    @classmethod
    def create(cls, folder: Path, name: str, zone: str = "UTC") -> Config:
        """A new campaign in a folder, or an old one brought up to date (after a backup of its store)."""
        folder = folder.resolve()
        if not any(private.folder(folder).iterdir()):
            folder.chmod(0o700)
        path = folder / FILE
        if not path.exists():
            private.write(path, FIRST.format(name=name, zone=zone))
        config = read_config(folder)
        open_store(config.store_url, create=True).close()
        return config

    @classmethod
    def open(cls, folder: Path, entropy: Callable[[int], bytes] = os.urandom) -> Self:
        """The campaign in a folder."""
        config = read_config(folder)
        return cls(config, open_store(config.store_url), entropy)

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    @contextmanager
    def act(self, now: datetime, who: str = "", together: int = 1) -> Iterator[Act]:
        """One transaction: all that is done in it is stored, or nothing. `together`: how many letters it is for."""
        with self.store.begin() as connection:
            act = Act(self, connection, Ledger(connection, together), now, who or self.who)
            yield act
            act.ledger.close()

    @contextmanager
    def look(self) -> Iterator[Look]:
        """The campaign at one moment; nothing is written."""
        with self.store.read() as connection:
            yield Look(self, connection, Ledger(connection))
