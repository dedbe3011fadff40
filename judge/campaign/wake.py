"""When the clock next looks at a game: who is waited for, whether a window is ready, reminders, deadline, grace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign.docket import Entry, entries
from judge.campaign.live import Live
from judge.store import tables
from judge.store.base import moment, stamp


@dataclass(frozen=True)
class Waiting:
    """The open window's answers so far. `waited`: the seats it stays open for; `missing`: those still silent."""

    by_seat: Mapping[Seat, Entry]
    waited: tuple[Seat, ...]
    missing: tuple[Seat, ...]
    holding: tuple[Seat, ...]
    """Seats that said WAIT: the window then stays open until its deadline."""
    ready_at: datetime | None
    """When the window may close early: everybody has answered, and the cool-off is over."""


def waiting_for(connection: sa.Connection, live: Live) -> Waiting:
    """Who is waited for. A seat that is empty, resigned or in civil disorder is not, unless `vacant: wait`.

    A table at which nobody sits is played by hand: then every seat asked is waited for.
    """
    window = live.need_window()
    by_seat = entries(connection, live)
    states = {
        Seat(row.seat): str(row.state)
        for row in connection.execute(
            sa.select(tables.seats.c.seat, tables.seats.c.state).where(
                tables.seats.c.game_id == live.id, tables.seats.c.role == "player"
            )
        )
    }
    asked = [seat for seat, ask in sorted(window.asks.items()) if ask.waits]
    if not states or live.settings.vacant == "wait":
        waited = tuple(asked)
    else:
        waited = tuple(seat for seat in asked if states.get(seat) == "active")
    missing = tuple(seat for seat in waited if not by_seat[seat].answered)
    holding = tuple(seat for seat, one in sorted(by_seat.items()) if one.wait)
    ready_at = None
    if not missing and not holding and asked:
        ready_at = _last_change(connection, live) + live.settings.calendar.cool_off
    return Waiting(by_seat, waited, missing, holding, ready_at)


def _last_change(connection: sa.Connection, live: Live) -> datetime:
    """When the newest set came in; when the window opened, if none did."""
    found = connection.execute(
        sa.select(sa.func.max(tables.docket.c.changed_at)).where(
            tables.docket.c.game_id == live.id, tables.docket.c.window_key == live.need_window().key
        )
    ).scalar()
    opened = live.row["opened_at"]
    return moment(max(found or opened, opened))


def closing_of(live: Live) -> datetime | None:
    """Deadline and grace; None when the window has no deadline."""
    return live.settings.calendar.closing(moment(live.row["deadline"])) if live.row["deadline"] else None


def takes_until(live: Live) -> datetime | None:
    """Up to when a letter counts for the open window. None: as long as it is open (paused, or waiting for the late)."""
    if live.row["held"] and live.row["paused_at"]:
        return None
    if live.settings.nmr == "wait":
        return None
    return closing_of(live)


def set_wake(connection: sa.Connection, live: Live, now: datetime) -> datetime | None:
    """Store when the clock is to look at this game again; None while it is held."""
    wake = None
    if live.row["status"] == "running" and live.window is not None and not live.row["held"]:
        waiting = waiting_for(connection, live)
        moments = [waiting.ready_at] if waiting.ready_at is not None else []
        if live.row["deadline"]:
            deadline, opened = moment(live.row["deadline"]), moment(live.row["opened_at"])
            closing = live.settings.calendar.closing(deadline)
            if waiting.missing:
                ahead = live.settings.calendar.reminders_due(deadline, opened)
                moments += [one for one in (*ahead, deadline) if one > now]
            if closing > now or not (waiting.missing and live.settings.nmr == "wait"):
                moments.append(closing)
        wake = min(moments, default=None)
    connection.execute(
        tables.games.update().where(tables.games.c.id == live.id).values(wake_at=stamp(wake) if wake else None)
    )
    return wake
