"""Players and sitters who leave a seat: they get no more of its reports."""

from __future__ import annotations

from judge.campaign import post
from judge.campaign.act import Act
from judge.campaign.live import Live
from judge.campaign.seating import Sitting


def leave(act: Act, live: Live, one: Sitting, stays: str = "") -> None:
    """Somebody's seat is another's, or nobody's. `stays`: the address that has it again."""
    post.drop_reports(act, live, one, stays)


__all__ = ["leave"]
