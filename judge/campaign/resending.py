"""Mails sent again by the game master's hand."""

from __future__ import annotations

import json

from judge.campaign.act import Act
from judge.campaign.live import NotNow
from judge.campaign.telling import note
from judge.report.saying import Saying
from judge.store import daybook, people
from judge.store.base import stamp


def resend(act: Act, number: int) -> Saying:
    """Put a mail that was sent or given up into the queue once more; returns the answer."""
    row = daybook.mail(act.connection, number)
    if row is None:
        raise NotNow("no-such-mail", number=number)
    if row["state"] == "queued":
        return Saying("answers/waits-to-be-sent")
    if row["state"] not in ("failed", "sent"):
        raise NotNow("mail-not-to-go", number=number, state=row["state"])
    if row["kind"] == "token" and json.loads(row["facts"]).get("sent"):
        raise NotNow("mail-was-a-token", number=number)
    if not row["recipient"] or row["facts"] == "{}":
        raise NotNow("mail-was-to-nobody", number=number)
    # The game master knows better than the count of bounces.
    people.forgive_bounces(act.connection, row["recipient"])
    daybook.send_again(act.connection, number, stamp(act.now))
    note(act, None, "mail sent again", {"mail": number, "kind": row["kind"]}, by="gm")
    return Saying("answers/on-its-way-again", {"address": row["recipient"]})


__all__ = ["resend"]
