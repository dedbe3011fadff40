"""Diaries: entries of a player at a seat, read back to them alone, and to everybody when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow, step_at
from judge.report.saying import Saying
from judge.store import notices
from judge.store.base import stamp

MOST_SIGNS, MOST_ENTRIES = 6000, 300
READ = ("read", "show", "all")
"""The words behind DIARY that ask for it, and write nothing."""


def write(act: Act, live: Live, seat: Seat, player: int, text: str) -> Saying:
    """Write an entry; returns the answer to its writer."""
    if live.row["status"] == "over":
        raise NotNow("diary-is-open", game=live.name)
    text = "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()
    if not text:
        raise NotNow("diary-entry-empty")
    if len(text) > MOST_SIGNS:
        raise NotNow("diary-entry-too-long", most=MOST_SIGNS, signs=len(text))
    number = len(notices.diary_of(act.connection, live.id, seat)) + 1
    if number > MOST_ENTRIES:
        raise NotNow("diary-full", most=MOST_ENTRIES)
    notices.add_diary(
        act.connection,
        {
            "game_id": live.id, "seat": seat, "number": number, "player_id": player, "step": live.head, "text": text,
            "at": stamp(act.now),
        },
    )  # fmt: skip
    return Saying("answers/diary-written")


def read(look: Look, live: Live, seat: Seat, player: int) -> Iterator[tuple[Saying, str]]:
    """A player's own entries, each with a title: a new player of a seat does not read the diary of the one before."""
    own = [row for row in notices.diary_of(look.connection, live.id, seat) if row["player_id"] == player]
    if not own:
        raise NotNow("diary-empty")
    for row in own:
        yield Saying("answers/diary-when", _when(look, live, row)), row["text"]


def opened(look: Look, live: Live) -> list[tuple[Seat, list[dict[str, Any]]]]:
    """Every diary, by seat, for the closing report."""
    found = []
    for seat in live.game.seats:
        rows = [row for row in notices.diary_of(look.connection, live.id, seat.id) if row["text"]]
        if rows:
            found.append((seat.id, [{**_when(look, live, row), "text": row["text"]} for row in rows]))
    return found


def _when(look: Look, live: Live, row: Any) -> dict[str, str]:
    """The day of an entry, and the window after which it was written."""
    step = step_at(look.connection, live.id, int(row["step"])) if int(row["step"]) >= 0 else None
    return {"day": str(row["at"])[:10], "window": step["window_title"] if step is not None else ""}


__all__ = ["READ", "opened", "read", "write"]
