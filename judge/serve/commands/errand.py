"""An errand: one command of one letter, with the seat that sends it and the answer that is being written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow
from judge.mail.language import Command
from judge.serve.hand import Answer, Hand, Writer


@dataclass(frozen=True, slots=True)
class Errand:
    """A command that needs no seat. Everything it does belongs to the letter's transaction."""

    hand: Hand
    command: Command

    @property
    def is_amid(self) -> bool:
        """Whether the command was found in a sentence, which is named in the answer."""
        return self.command.number in self.hand.amid

    @property
    def act(self) -> Act:
        """The letter's act."""
        return self.hand.act

    @property
    def writer(self) -> Writer:
        """The letter's writer."""
        return self.hand.writer

    @property
    def answer(self) -> Answer:
        """The answer in the making."""
        return self.hand.answer

    @property
    def player_id(self) -> int:
        """The person whose settings it changes."""
        if self.writer.player_id is None:
            raise NotNow("needs-a-seat", address=self.writer.address)
        return self.writer.player_id


@dataclass(frozen=True, slots=True)
class SeatErrand(Errand):
    """A command of a proven seat of one game."""

    live: Live
    seat: Seat

    @property
    def seat_name(self) -> str:
        """The seat as the table calls it."""
        return self.live.seat_name(self.seat)

    @property
    def player_id(self) -> int:
        """The player of the seat."""
        return next(
            one.player_id
            for one in seating.sittings(self.act.connection, self.live.id)
            if one.seat == self.seat and one.role in ("player", "applicant")
        )


Doer = Callable[[SeatErrand], None]

__all__ = ["Doer", "Errand", "SeatErrand"]
