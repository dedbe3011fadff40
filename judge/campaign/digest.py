"""One mail a day for players who want that: everything that has waited for its hour goes out in one piece."""

from __future__ import annotations

from itertools import groupby

from judge.campaign import post
from judge.campaign.act import Act
from judge.store import mails
from judge.store.base import stamp


def bundle(act: Act) -> int:
    """Send the mails that waited for this hour: one alone goes as it is, several go as one. How many mails went out."""
    made = 0
    for recipient, group in groupby(mails.held(act.connection, stamp(act.now)), key=lambda row: str(row.recipient)):
        waiting = list(group)
        numbers = [int(row.id) for row in waiting]
        if len(numbers) == 1:
            mails.release(act.connection, numbers, stamp(act.now))
        else:
            number = f"{waiting[-1].due_at}/{numbers[-1]}"
            post.put(act, None, post.Piece("digest", post.To(recipient), number, {"rows": numbers}))
            mails.bundled(act.connection, numbers)
        made += 1
    return made


def release_all(act: Act, player: int) -> None:
    """A player wants each mail as it comes: send what waited now."""
    mails.release(act.connection, mails.held_for(act.connection, player), stamp(act.now))
