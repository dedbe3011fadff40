"""An errand: one command of one letter, with the seat that sends it and the answer that is being written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live
from judge.mail.language import Command
from judge.serve.hand import Answer, Hand, Writer


@dataclass(frozen=True, slots=True)
class Errand:
    """A command that needs no seat. Everything it does belongs to the letter's transaction."""

    hand: Hand
    command: Command

    @property
    def campaign(self) -> Campaign:
        """The campaign the letter was sent to."""
        return self.hand.campaign

    @property
    def connection(self) -> sa.Connection:
        """The letter's transaction."""
        return self.hand.connection

    @property
    def writer(self) -> Writer:
        """Who wrote it."""
        return self.hand.writer

    @property
    def answer(self) -> Answer:
        """What is being answered."""
        return self.hand.answer

    @property
    def now(self) -> datetime:
        """When it is dealt with."""
        return self.hand.now


@dataclass(frozen=True, slots=True)
class SeatErrand(Errand):
    """A command of a proven seat of one game."""

    live: Live
    seat: Seat

    @property
    def seat_name(self) -> str:
        """The seat as the table calls it."""
        return self.campaign.seat_name(self.live, self.seat)

    @property
    def player_id(self) -> int:
        """The person who sits there."""
        return next(
            one.player_id
            for one in seating.sittings(self.connection, self.live.id)
            if one.seat == self.seat and one.role != "observer"
        )


Act = Callable[[SeatErrand], None]

__all__ = ["Act", "Errand", "SeatErrand"]
