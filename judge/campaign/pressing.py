"""The press of a game as its game master may read it: what went to everybody, and what the table was told is copied."""

from __future__ import annotations

import json
from typing import Any

from judge.campaign.act import Act
from judge.campaign.closing import public_press
from judge.campaign.live import load_game
from judge.campaign.secrecy import Hidden, may_look
from judge.campaign.telling import note, tell
from judge.store import notices


def press_of(act: Act, name: str, override: str | None = None) -> list[dict[str, Any]]:
    """What may be read, oldest first. `override`: a reason to read the private press too, which every player reads."""
    live = load_game(act.connection, name)
    over = live.row["status"] == "over"
    if live.settings.gm_plays:
        may_look(act, name, "the press", override)
    every = notices.press_of(act.connection, live.id)
    if live.settings.press_copy == "all" or (over and live.settings.press_opened == "all"):
        found = every
    elif override:
        live = load_game(act.connection, name, lock=True)
        note(act, live, "looked at hidden things", {"what": "the private press", "reason": override})
        tell(act, live, f"The game master read the private press: {override}")
        found = every
    else:
        found = public_press(act.connection, live)
        if not found and every:
            raise Hidden(
                f"the press of {name} is between its players: `press_copy: all` would have shown it to you. If it "
                'cannot be helped: --override "REASON", which every player will read'
            )
    # Who wrote what is unsigned is for those to know who were told of copies.
    knows = live.settings.press_copy != "none" or bool(override)
    return [
        {
            "at": row["at"], "step": row["step"], "from": row["signed"], "kind": row["kind"],
            "by": live.seat_name(row["sender"]) if knows else "",
            "to": [live.seat_name(seat) for seat in json.loads(row["told"])], "text": row["text"],
        }
        for row in found
    ]  # fmt: skip


__all__ = ["press_of"]
