"""Press and the game master: their words to seats, and the players' press that they may read: messages to everybody,
and copies that the table was told of."""

from __future__ import annotations

import json
from typing import Any

from judge.campaign import post
from judge.campaign.act import Act
from judge.campaign.closing import public_press
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.pace import COPIES
from judge.campaign.seating import sittings
from judge.campaign.secrecy import Hidden, may_look
from judge.campaign.telling import note, tell
from judge.report.saying import Saying
from judge.report.words import listed
from judge.store import notices


def write_to(act: Act, live: Live, to: str, text: str, known_by: str) -> list[str]:
    """Send words of the game master to seats (`all`, or their names), at once; the names of those that are reached.

    `known_by`: tells these words from the same ones sent again.
    """
    if not text:
        raise NotNow("press-is-empty")
    taking_part = seats_taking_part(live) or tuple(seat.id for seat in live.game.seats)
    names = [one.strip() for one in to.replace("&", ",").replace(" and ", ",").split(",") if one.strip()]
    everybody = any(one.lower() in ("all", "everybody", "everyone") for one in names)
    told = taking_part if everybody else tuple(dict.fromkeys(seat_of(live.game, one) for one in names))
    said = {"from": "", "to": "all" if everybody else listed(map(live.seat_name, told)), "text": text}
    reached = []
    for one in sittings(act.connection, live.id):
        if one.role == "player" and one.addresses and one.seat in told:
            facts = {"game": live.name, "seat": one.seat, **said, "reply": ""}
            post.put(act, live, post.Piece("press", post.To(one.addresses[0], one.seat), known_by, facts))
            reached.append(live.seat_name(one.seat))
    if not reached:
        raise NotNow("nobody-reads-it")
    note(act, live, "press of the game master", {"told": list(told), "text": text})
    return reached


def press_of(act: Act, name: str, override: str | None = None) -> list[dict[str, Any]]:
    """The press that may be read, oldest first. `override`: a reason to read the private press too, which every player
    reads."""
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
    # The writers of unsigned press are shown only where the table was told of copies.
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


__all__ = ["press_of", "write_to"]
