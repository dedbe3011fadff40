"""Which mails may wait for a player's hour of the day, and until when.

Acknowledgements, tokens, reminders and closing reports never wait; nor does anything of a game whose deadline would
come too soon after the hour.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from judge.campaign.act import Act
from judge.campaign.live import Live
from judge.campaign.seating import is_masked
from judge.store import games, people
from judge.store.base import moment

CAN_WAIT = ("report", "notice", "press")
LONGEST = timedelta(days=1)
"""The longest time that a report waits for a window in which its reader is asked."""
LEAST_NOTICE = timedelta(hours=12)
"""A player has a mail at least so long before the deadline."""


def next_hour(settings: Mapping[str, Any], now: datetime) -> datetime | None:
    """When the next digest goes to a player with these settings; None: they get each mail as it comes."""
    if not settings.get("digest"):
        return None
    hour, minute = map(int, str(settings["digest"]).split(":"))
    there = now.astimezone(ZoneInfo(settings.get("digest_zone") or settings.get("zone") or "UTC"))
    at = there.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if at <= there:
        # By the calendar, so that the hour stays the same when the clocks change.
        at = (at.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=there.tzinfo)
    return at.astimezone(now.tzinfo)


def until_asked(live: Live, seat: str, now: datetime) -> datetime | None:
    """Until when a report waits for the window that asks its reader, where the table has it so; a day at most."""
    window = live.window
    if live.settings.reports != "asked" or window is None or seat in window.asks:
        return None
    return now + LONGEST


def full_hour(at: datetime) -> datetime:
    """The next full hour: in an anonymous game, the only thing told about when somebody wrote."""
    return at.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)


def told_at(live: Live, now: datetime) -> datetime:
    """When all may learn what a player does now."""
    return full_hour(now) if is_masked(live) else now


def waits_until(act: Act, recipient: str, kind: str, game_id: int | None) -> datetime | None:
    """Until when a mail waits to be sent with others; None: it goes now."""
    if kind not in CAN_WAIT:
        return None
    until = next_hour(json.loads(people.settings_of_address(act.connection, recipient) or "{}"), act.now)
    if until is None or game_id is None:
        return until
    deadline = games.deadline(act.connection, game_id)
    return None if deadline and until + LEAST_NOTICE > moment(deadline) else until
