"""Diaries: entries of a player at a seat, read back to them alone, and to everybody when the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow, step_at
from judge.store import notices
from judge.store.base import stamp

MOST_SIGNS, MOST_ENTRIES = 6000, 300


def write(act: Act, live: Live, seat: Seat, player: int, text: str) -> str:
    """A new entry; what its writer is told."""
    if live.row["status"] == "over":
        raise NotNow(f"{live.name} is over, and its diaries are open: STATEMENT adds a last word")
    text = "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()
    if not text:
        raise NotNow("there is nothing between DIARY and END DIARY: SHOW DIARY sends what you have written")
    if len(text) > MOST_SIGNS:
        raise NotNow(f"an entry has at most {MOST_SIGNS} signs; this one has {len(text)}")
    number = len(notices.diary_of(act.connection, live.id, seat)) + 1
    if number > MOST_ENTRIES:
        raise NotNow(f"a diary has at most {MOST_ENTRIES} entries")
    notices.add_diary(
        act.connection,
        {
            "game_id": live.id, "seat": seat, "number": number, "player_id": player, "step": live.head, "text": text,
            "at": stamp(act.now),
        },
    )  # fmt: skip
    return (
        "It stands in your diary. Nobody reads it while the game goes on; the closing report opens it to everybody. "
        "SHOW DIARY sends you all of it."
    )


def read(look: Look, live: Live, seat: Seat, player: int) -> Iterator[tuple[str, str]]:
    """A player's own entries, each with a title: who took a seat over does not read the diary of who had it before."""
    own = [row for row in notices.diary_of(look.connection, live.id, seat) if row["player_id"] == player]
    if not own:
        raise NotNow("your diary is empty: DIARY, your words, END DIARY")
    for row in own:
        yield f"{_when(look, live, row)}:", row["text"]


def opened(look: Look, live: Live) -> list[tuple[Seat, list[dict[str, Any]]]]:
    """Every diary, by seat, for the closing report."""
    found = []
    for seat in live.game.seats:
        rows = [row for row in notices.diary_of(look.connection, live.id, seat.id) if row["text"]]
        if rows:
            found.append((seat.id, [{"when": _when(look, live, row), "text": row["text"]} for row in rows]))
    return found


def _when(look: Look, live: Live, row: Any) -> str:
    """`2027-03-04, after Spring 1901, movement`."""
    step = step_at(look.connection, live.id, int(row["step"])) if int(row["step"]) >= 0 else None
    return str(row["at"])[:10] + (f", after {step['window_title']}" if step is not None else "")


__all__ = ["opened", "read", "write"]
