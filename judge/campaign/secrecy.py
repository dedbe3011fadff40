"""A game master who plays: hands and other seats' orders stay hidden from every command until release."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.seating import plain_address, sittings


class Hidden(NotNow):
    """The game master plays in this game: this look is not his."""


def own_seats(connection: sa.Connection, campaign: Campaign, live: Live) -> frozenset[Seat]:
    """The seats that the game master plays himself."""
    if not campaign.config.gm:
        return frozenset()
    _, address = plain_address(campaign.config.gm)
    return frozenset(
        one.seat for one in sittings(connection, live.id) if one.role == "player" and address in one.addresses
    )


def may_look(
    campaign: Campaign, name: str, what: str, now: datetime, override: str | None = None, seat: Seat | None = None
) -> bool:
    """Whether a look is the game master's; raises `Hidden` where it is not. `seat`: what one seat alone may see.

    `override` is a reason to look all the same: it is put on record, and every player reads it in the next report.
    """
    with campaign.store.begin() as connection:
        live = load_game(connection, name)
        if not live.settings.gm_plays or live.row["status"] == "over":
            return True
        if seat is not None and seat in own_seats(connection, campaign, live):
            return True
        if not override:
            raise Hidden(
                f"the game master plays in {live.name}, so {what} is hidden until release. "
                'If it cannot be helped: --override "REASON", which every player will read'
            )
        live = load_game(connection, name, lock=True)
        campaign.note_act(connection, live, "gm", "looked at hidden things", {"what": what, "reason": override}, now)
        campaign.tell_next(
            connection, live, f"The game master, who plays, looked at what is hidden ({what}): {override}", now
        )
    return True
