"""An act: what somebody does to a campaign at one moment, all of it in one transaction. A look changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from judge.campaign.config import Config
from judge.campaign.ledger import Ledger
from judge.store import Connection

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@dataclass(frozen=True, slots=True)
class Look:
    """A campaign as its store is at one moment. `ledger`: what was read of it, and what is to be written."""

    campaign: Campaign
    connection: Connection
    ledger: Ledger

    @property
    def config(self) -> Config:
        """The campaign's file."""
        return self.campaign.config


@dataclass(frozen=True, slots=True)
class Act(Look):
    """One transaction that may write: when it is done, and who does it (gm, gm and a name, clock, letter)."""

    now: datetime
    who: str = "gm"
    reason: str = ""
    """Why, where that was said: on record with all that is done in it."""


@contextmanager
def undone(act: Act) -> Iterator[Act]:
    """An act within the act, of which nothing stays: what would come of something."""
    act.ledger.forget()
    point = act.connection.begin_nested()
    try:
        yield replace(act, ledger=Ledger(act.connection))
    finally:
        point.rollback()
