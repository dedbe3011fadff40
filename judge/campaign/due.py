"""The deadline of the open window as mails state it: none while the clock is stopped."""

from __future__ import annotations

from datetime import datetime

from judge.campaign.beacons import awaits_beacon
from judge.campaign.live import Live
from judge.report.saying import Saying
from judge.store.base import moment


def is_stopped(live: Live) -> bool:
    """Whether the clock of the open window is stopped: it is held, or closed and waiting for the beacon."""
    return bool(live.row["held"]) or awaits_beacon(live)


def stated(live: Live) -> datetime | None:
    """When the open window is due; None while nobody can say."""
    due = live.row["deadline"]
    return moment(due) if due and not is_stopped(live) else None


def said(live: Live, now: datetime | None = None) -> Saying | str:
    """The same in words; "" while nobody can say."""
    due = stated(live)
    return live.settings.calendar.said(due, now) if due else ""
