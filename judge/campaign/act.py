"""An act: something done to a campaign at one moment, all of it in one transaction. A look changes nothing."""

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
    """A campaign as its store is at one moment. `ledger`: everything read from it, and everything to write."""

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
    """The reason, if one was given: on record with everything that the act does."""


@contextmanager
def undone(act: Act) -> Iterator[Act]:
    """An act within the act that is undone completely: it shows what would happen."""
    act.ledger.forget()
    point = act.connection.begin_nested()
    try:
        yield replace(act, ledger=Ledger(act.connection))
    finally:
        point.rollback()
