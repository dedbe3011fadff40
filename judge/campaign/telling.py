"""An act's traces in words: the record of who did what, notices in reports, notices to the game master."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.codec import plain
from judge.adjudicator.protocol import Seat
from judge.campaign import post
from judge.campaign.act import Act
from judge.campaign.live import Live
from judge.campaign.unnamed import for_master
from judge.report.saying import Saying, kept
from judge.store import notices
from judge.store.base import stamp

OF = "of"
"""The key under which an act keeps the name of a deleted game."""


def note(act: Act, live: Live | None, what: str, detail: Mapping[str, Any], by: str = "") -> None:
    """On record, for a game or for the whole campaign. `by`: where it is not the act's own doer who did it."""
    given = {"reason": act.reason, **detail} if act.reason else detail
    notices.note(
        act.connection,
        {
            "game_id": live.id if live else None, "step": live.head if live else -1, "actor": by or act.who,
            "act": what, "detail": json.dumps(plain(given), ensure_ascii=False, sort_keys=True), "at": stamp(act.now),
        },
    )  # fmt: skip


def tell(act: Act, live: Live, said: Saying, told: Sequence[Seat] | None = None, step: int | None = None) -> None:
    """A notice in the report of a step (the next one unless said otherwise), to everybody or to some seats."""
    notices.tell(
        act.connection,
        [
            {
                "game_id": live.id,
                "step": live.head + 1 if step is None else step,
                "branch": live.branch if step == live.head else None,
                "told": json.dumps(list(told)) if told is not None else None,
                "text": "",
                "said": kept(said),
                "at": stamp(act.now),
            }
        ],
    )


def tell_gm(act: Act, live: Live | None, key: str, said: Saying) -> None:
    """A notice to the game master, without what they may not know; the same key is told once."""
    if act.config.gm:
        post.put_notice(act, live, post.To(act.config.gm, "*gm"), key, for_master(act, live, said), "gm")


def tell_players(act: Act, live: Live, key: str, said: Saying) -> None:
    """A notice to everybody at the table."""
    for to in post.everybody(act, live):
        post.put_notice(act, live, to, key, said)


def tell_player(act: Act, live: Live, seat: Seat, key: str | int, said: Saying, kind: str = "notice") -> None:
    """A notice to the player of a seat. `kind`: `token` for one that must not wait for anybody's hour."""
    for one in act.ledger.sittings(live.id):
        if one.seat == seat and one.role == "player" and one.addresses:
            post.put_notice(act, live, post.To(one.addresses[0], seat), key, said, kind)
