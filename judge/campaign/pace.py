"""The game master and the clock: extensions, pauses, resuming, settings of a running game. Capped, and on record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.settings import KEYS, read_settings
from judge.campaign.turns import away, deadline_of
from judge.campaign.wake import set_wake
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.store import tables
from judge.store.base import moment, stamp

GIVEN = ("deadline extended", "paused")
"""Acts that count against the cap."""


def extend(campaign: Campaign, name: str, span: timedelta, reason: str, now: datetime) -> datetime:
    """Put the deadline off. The same reason for the same window counts once, so a repeated call changes nothing."""
    with campaign.store.begin() as connection:
        live = _running(connection, name)
        due = deadline_of(live)
        if due is None:
            raise NotNow(f"{live.need_window().title} of {live.name} has no deadline")
        window = live.need_window()
        before = _acts(connection, live)
        if any(one["detail"].get("window") == window.key and one["detail"].get("reason") == reason for one in before):
            return due
        _cap(live, before)
        later = due + span
        _store(connection, live, {"deadline": stamp(later), "held": None})
        campaign.note_act(
            connection, live, "gm", "deadline extended",
            {"window": window.key, "by": int(span.total_seconds()), "to": stamp(later), "reason": reason}, now,
        )  # fmt: skip
        said = live.settings.calendar.said(later)
        campaign.tell_next(connection, live, f"The deadline of {window.title} was put off to {said}: {reason}", now)
        _tell_players(campaign, connection, live, f"extended/{window.key}/{stamp(later)}", f"New deadline: {said}",
                      f"The deadline of {window.title} is now {said}: {reason}", now)  # fmt: skip
        set_wake(connection, load_game(connection, name), now)
    return later


def set_deadline(campaign: Campaign, name: str, to: datetime, reason: str, now: datetime) -> datetime:
    """A deadline of the game master's own choice; it counts as an extension when it is later."""
    with campaign.store.read() as connection:
        due = deadline_of(load_game(connection, name))
    if due is not None and to > due:
        return extend(campaign, name, to - due, reason, now)
    with campaign.store.begin() as connection:
        live = _running(connection, name)
        if to <= now:
            raise NotNow("a deadline lies in the future; `judge release` closes a window now")
        _store(connection, live, {"deadline": stamp(to), "held": None})
        campaign.note_act(
            connection, live, "gm", "deadline moved up",
            {"window": live.need_window().key, "to": stamp(to), "reason": reason}, now,
        )  # fmt: skip
        said = live.settings.calendar.said(to)
        _tell_players(campaign, connection, live, f"deadline/{stamp(to)}", f"New deadline: {said}",
                      f"The deadline of {live.need_window().title} is now {said}: {reason}", now)  # fmt: skip
        set_wake(connection, load_game(connection, name), now)
    return to


def pause(campaign: Campaign, name: str, reason: str, now: datetime) -> None:
    """Stop the clock. Orders are still taken."""
    with campaign.store.begin() as connection:
        live = _running(connection, name)
        if live.row["paused_at"]:
            raise NotNow(f"{live.name} is paused already")
        _cap(live, _acts(connection, live))
        _store(connection, live, {"held": f"paused: {reason}", "paused_at": stamp(now), "wake_at": None})
        campaign.note_act(connection, live, "gm", "paused", {"window": live.need_window().key, "reason": reason}, now)
        _tell_players(campaign, connection, live, f"paused/{stamp(now)}", "The game is paused",
                      f"The clock of {live.name} is stopped: {reason}", now)  # fmt: skip


def resume(campaign: Campaign, name: str, now: datetime) -> datetime | None:
    """Start the clock again: after a pause with the time that was left, after any other hold with a whole window."""
    with campaign.store.begin() as connection:
        live = _running(connection, name)
        if not live.row["held"]:
            raise NotNow(f"{live.name} is not held: its clock is running")
        window, due = live.need_window(), deadline_of(live)
        values: dict[str, Any] = {"held": None, "paused_at": None}
        if live.row["paused_at"] and due is not None:
            due += now - moment(live.row["paused_at"])
        elif due is None or due <= now or not live.row["paused_at"]:
            due = live.settings.calendar.deadline(window.kind, now, away(connection, live, window))
            values["opened_at"] = stamp(now)
        values["deadline"] = stamp(due)
        _store(connection, live, values)
        campaign.note_act(connection, live, "gm", "resumed", {"window": window.key, "to": stamp(due)}, now)
        said = live.settings.calendar.said(due)
        _tell_players(campaign, connection, live, f"resumed/{stamp(now)}", f"The clock runs again: {said}",
                      f"The deadline of {window.title} is {said}.", now)  # fmt: skip
        set_wake(connection, load_game(connection, name), now)
    return due


def change_settings(campaign: Campaign, name: str, given: Mapping[str, object], now: datetime) -> dict[str, object]:
    """Settings of a game, from now on; on record, and told in the next report."""
    with campaign.store.begin() as connection:
        live = load_game(connection, name, lock=True)
        for key in given:
            if key not in KEYS:
                near = nearest(key, KEYS)
                hint = f'did you mean "{near}"?' if near else f"the settings are {', '.join(KEYS)}"
                raise NotNow(f'there is no setting "{key}": {hint}')
        if "gm_plays" in given and live.step is not None:
            raise NotNow("gm_plays is settled before a game begins")
        whole = {**json.loads(live.row["settings"]), **given}
        read_settings(Document(whole, name="settings"), live.game.kinds)
        _store(connection, live, {"settings": json.dumps(whole, sort_keys=True)})
        campaign.note_act(connection, live, "gm", "settings", dict(given), now)
        if live.step is not None:
            said = ", ".join(f"{key} = {value}" for key, value in sorted(given.items()))
            campaign.tell_next(connection, live, f"The game master changed the settings: {said}.", now)
            set_wake(connection, load_game(connection, name), now)
    return whole


def _running(connection: sa.Connection, name: str) -> Live:
    live = load_game(connection, name, lock=True)
    live.need_window()
    return live


def _acts(connection: sa.Connection, live: Live) -> list[dict[str, Any]]:
    rows = connection.execute(
        sa.select(tables.audit.c.act, tables.audit.c.detail).where(
            tables.audit.c.game_id == live.id, tables.audit.c.act.in_(GIVEN)
        )
    )
    return [{"act": row.act, "detail": json.loads(row.detail)} for row in rows]


def _cap(live: Live, before: list[dict[str, Any]]) -> None:
    most = live.settings.extensions
    if len(before) >= most:
        raise NotNow(
            f"{live.name} was extended or paused {len(before)} times, and its cap is {most}: "
            f"`judge set {live.name} extensions={most + 1}` raises it, and the players are told"
        )


def _store(connection: sa.Connection, live: Live, values: Mapping[str, Any]) -> None:
    connection.execute(
        tables.games.update()
        .where(tables.games.c.id == live.id)
        .values(**{"revision": tables.games.c.revision + 1, **values})
    )


def _tell_players(
    campaign: Campaign, connection: sa.Connection, live: Live, key: str, subject: str, text: str, now: datetime
) -> None:
    from judge.campaign import post
    from judge.campaign.seating import sittings

    for one in sittings(connection, live.id):
        if one.addresses:
            post.put_notice(
                connection, campaign.config.name, campaign.domain, live, one.addresses[0], key, subject, text, now,
                seat=f"{one.role}:{one.seat}",
            )  # fmt: skip
