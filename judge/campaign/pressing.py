"""The press of a game as its game master may read it: what went to everybody, and what the table was told is copied."""

from __future__ import annotations

import json
from typing import Any

from judge.campaign.act import Act
from judge.campaign.closing import public_press
from judge.campaign.live import Live, load_game
from judge.campaign.pace import COPIES
from judge.campaign.secrecy import Hidden, may_look
from judge.campaign.telling import note, tell
from judge.report.saying import Saying
from judge.store import notices


def press_of(act: Act, name: str, override: str | None = None) -> list[dict[str, Any]]:
    """What may be read, oldest first. `override`: a reason to read the private press too, which every player reads."""
    live = load_game(act.connection, name)
    over = live.row["status"] == "over"
    if live.settings.gm_plays:
        may_look(act, name, Saying("looks/press"), override)
    every = notices.press_of(act.connection, live.id)
    copies = _Copies(act, live)
    if over and live.settings.press_opened == "all":
        found = every
    elif override:
        live = load_game(act.connection, name, lock=True)
        note(act, live, "looked at hidden things", {"what": "the private press", "reason": override})
        tell(act, live, Saying("notices/press-was-read", {"reason": override}))
        found = every
    else:
        public = {row["id"] for row in public_press(act.connection, live)}
        found = [row for row in every if row["id"] in public or copies.at(row["at"]) == "all"]
        if not found and every:
            raise Hidden("press-is-between-players", game=name)
    # Who wrote what is unsigned is for those to know who were told of copies.
    knowing = {row["id"] for row in found if override or copies.at(row["at"]) != "none"}
    return [
        {
            "at": row["at"], "step": row["step"], "from": row["signed"], "kind": row["kind"],
            "by": live.seat_name(row["sender"]) if row["id"] in knowing else "",
            "to": [live.seat_name(seat) for seat in json.loads(row["told"])], "text": row["text"],
        }
        for row in found
    ]  # fmt: skip


class _Copies:
    """Of which press the table was told, at any time, that its game master gets a copy."""

    def __init__(self, act: Act, live: Live) -> None:
        rows = [row for row in notices.acts(act.connection, live.id) if row["act"] == COPIES]
        self.changes = [(str(row["at"]), json.loads(row["detail"])) for row in rows]
        self.first = str(self.changes[0][1]["from"]) if self.changes else live.settings.press_copy

    def at(self, when: str) -> str:
        """The setting `press_copy` at this time."""
        return next((str(one["to"]) for at, one in reversed(self.changes) if at < when), self.first)


__all__ = ["press_of"]
