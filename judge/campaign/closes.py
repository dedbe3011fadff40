"""The open window's conditions for closing, as the table may know them: which seats are in is public, their orders are
not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Look
from judge.campaign.due import is_stopped
from judge.campaign.live import Live
from judge.campaign.seating import is_masked
from judge.campaign.wake import Waiting, closing_of, takes_until, waiting_for
from judge.report.saying import Saying
from judge.store.base import moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Closes:
    """When the open window closes, as facts for a template.

    `how`: `stopped`, `deadline` (it closes then and not before), `held` (somebody said WAIT), `in` (all are, it closes
    `at`), `waits` (for `others` and `you`, and not before `at`), `hidden` (the game is anonymous: one of these).
    `over`: the deadline is past, and letters count `until` then ("": until the window closes).
    """

    how: str
    others: tuple[str, ...]
    you: bool
    faulty: bool
    """Whether the last letter had an error."""
    doubted: bool
    """Whether it proved less of its writer than the seat has proven before."""
    meant: bool
    """Whether the player said that the set is all they mean."""
    by_hand: bool
    over: bool
    until: Saying | str
    at: Saying | str = ""


def closes(look: Look, live: Live, now: datetime, seat: Seat | None = None) -> Closes:
    """When the open window closes. `seat`: the one that asks; it is not named among the others."""
    waiting = waiting_for(look, live)
    calendar = live.settings.calendar
    own = waiting.by_seat.get(seat) if seat is not None else None
    found = Closes(
        how=_how(live, waiting),
        others=tuple(live.seat_name(one) for one in waiting.missing if one != seat),
        you=seat in waiting.missing,
        faulty=bool(own and own.faults and not own.doubted),
        doubted=bool(own and own.doubted),
        meant=bool(own and own.meant),
        by_hand=live.settings.by_hand,
        over=_is_over(live, now),
        until=_counts_until(live, now),
    )
    if is_masked(live) and found.how not in ("stopped", "deadline"):
        # Telling who is in, and when, would show when a seat's player writes.
        return replace(found, how="hidden", others=())
    if found.how not in ("in", "waits"):
        return found
    at, closing = waiting.ready_at or now + calendar.cool_off, closing_of(live)
    if closing is not None and at >= closing:
        return replace(found, how="deadline")
    return replace(found, at=calendar.hour(at, now)) if at > now else found


def _is_over(live: Live, now: datetime) -> bool:
    """Whether the deadline is past, and letters still count."""
    return bool(live.row["deadline"]) and moment(live.row["deadline"]) <= now


def _counts_until(live: Live, now: datetime) -> Saying | str:
    """Until when letters count after the deadline; "" before it, or if the game waits for late players."""
    until = takes_until(live) if _is_over(live, now) else None
    return live.settings.calendar.said(until, now) if until is not None else ""


def _how(live: Live, waiting: Waiting) -> str:
    if is_stopped(live):
        return "stopped"
    if live.settings.early == "never" or (not waiting.missing and waiting.ready_at is None and not waiting.holding):
        return "deadline"
    if waiting.holding:
        return "held"
    return "waits" if waiting.missing else "in"
