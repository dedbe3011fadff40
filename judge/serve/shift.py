"""Shared by the loops of one daemon: the campaign, this daemon's name among others, its figures, its clock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from judge.campaign.campaign import Campaign
from judge.serve.metrics import Metrics
from judge.serve.together import Together


@dataclass(frozen=True, slots=True)
class Shift:
    """`stopping`: is set when all is to end."""

    campaign: Campaign
    together: Together
    metrics: Metrics
    now: Callable[[], datetime]
    stopping: threading.Event
