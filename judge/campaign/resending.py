"""Mails sent again by the game master's hand."""

from __future__ import annotations

import json

from judge.campaign.act import Act
from judge.campaign.live import NotNow
from judge.campaign.telling import note
from judge.store import daybook, people
from judge.store.base import stamp


def resend(act: Act, number: int) -> str:
    """Put a mail that was sent or given up into the queue once more; what is said of it."""
    row = daybook.mail(act.connection, number)
    if row is None:
        raise NotNow(f"there is no mail out-{number}: `judge mail list` shows those there are")
    if row["state"] == "queued":
        return "it waits to be sent already"
    if row["state"] not in ("failed", "sent"):
        raise NotNow(f"out-{number} is {row['state']}: it is not to go any more")
    if row["kind"] == "token" and json.loads(row["facts"]).get("sent"):
        raise NotNow(f"out-{number} was a token, which is not kept: `judge seat token` draws a new one")
    if not row["recipient"] or row["facts"] == "{}":
        raise NotNow(f"out-{number} was to somebody who is forgotten")
    # The game master knows better than the bounces that were counted.
    people.forgive_bounces(act.connection, row["recipient"])
    daybook.send_again(act.connection, number, stamp(act.now))
    note(act, None, "mail sent again", {"mail": number, "kind": row["kind"]}, by="gm")
    return f"on its way to {row['recipient']} once more"


__all__ = ["resend"]
