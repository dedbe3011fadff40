"""Mail of ours that came back: counted for its address, until nothing more is sent there; the GM is told."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.campaign.ledger import Ledger
from judge.mail.guard import Bounce, bounced_number
from judge.serve import secrets
from judge.store import tables

log = logging.getLogger("judge")

TOO_MANY = 12
"""A bounce weighs four when it is for good: the third of those ends it."""


def note_return(
    campaign: Campaign,
    connection: sa.Connection,
    ledger: Ledger,
    bounces: Sequence[Bounce],
    word: str,
    now: datetime,
) -> None:
    """A mail came back to this return path. Only one that carries our own seal is believed."""
    number = bounced_number(secrets.mail_secret(connection), word)
    if number is None:
        return
    row = connection.execute(sa.select(tables.outbox).where(tables.outbox.c.id == number)).mappings().first()
    if row is None:
        return
    weight = max((one.weight for one in bounces), default=4)
    reason = next((one.reason for one in bounces), "") or "no reason given"
    address, own = str(row["recipient"]), tables.addresses
    connection.execute(own.update().where(own.c.address == address).values(bounces=own.c.bounces + weight))
    ledger.forget()
    count = connection.execute(sa.select(own.c.bounces).where(own.c.address == address)).scalar()
    if row["kind"] == "gm" or address == campaign.config.gm:
        # A notice that a notice came back would come back as well.
        log.warning("mail %d to the game master came back: %s", number, reason)
    elif count is not None and int(count) >= TOO_MANY:
        campaign.tell_gm(
            connection, None, f"bounces/{address}/{now:%Y%m%d}", f"Mail to {address} comes back",
            f"Mail to {address} came back for the third time ({reason}). Nothing more is sent there until a letter "
            "comes from it.",
            now,
        )  # fmt: skip
    elif count is not None:
        campaign.tell_gm(
            connection, None, f"bounce/{number}", f"A mail to {address} came back", f"{row['kind']}: {reason}", now
        )


__all__ = ["note_return"]
