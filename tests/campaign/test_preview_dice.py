"""How often a game master looked at the real dice is public, and one who plays does not look once orders are fixed."""

from datetime import timedelta

import pytest

from judge import report
from judge.campaign.live import NotNow
from tests.campaign.conftest import after, begun

TIED = {"amber": "bid 3", "blue": "bid 3", "copper": "bid 3"}


def looked(campaign, settings):
    """The public report of a step that was looked at twice before it was released."""
    begun(campaign, settings=settings, options={"rounds": 3, "coins": 20})
    for seat, bid in TIED.items():
        campaign.enter("first", seat, bid, after(hours=1))
    for hour in (2, 3):
        campaign.preview("first", after(hours=hour))
    campaign.release("first", after(hours=4))
    return " ".join(report.render(campaign.report("first", 1)).split())


def test_looks_at_the_real_dice_are_counted_in_the_report(campaign):
    said = looked(campaign, {"preview_dice": "real"})
    assert "the game master looked at these dice 2 times before releasing them" in said


def test_a_preview_with_dice_of_its_own_is_no_look_at_the_real_ones(campaign):
    said = looked(campaign, {"preview_dice": "own"})
    assert "looked at these dice" not in said


def test_a_game_master_who_plays_sees_no_preview_after_the_deadline(campaign):
    begun(campaign, settings={"gm_plays": True}, options={"rounds": 3, "coins": 20})
    campaign.preview("first", after(hours=1))
    with pytest.raises(NotNow, match="after the deadline there is no preview"):
        campaign.preview("first", after(days=99))


@pytest.mark.parametrize("later", ["put off", "taken back"])
def test_nor_when_it_is_put_off_afterwards_or_when_the_window_is_taken_back(campaign, later):
    begun(campaign, settings={"gm_plays": True}, options={"rounds": 3, "coins": 20})
    if later == "put off":
        campaign.extend("first", timedelta(days=30), "the post is slow", after(days=20))
        at = after(days=21)
    else:
        for seat, bid in TIED.items():
            campaign.enter("first", seat, bid, after(hours=1))
        campaign.release("first", after(hours=1))
        campaign.roll_back("first", 0, after(hours=2))
        at = after(hours=3)
    with pytest.raises(NotNow, match="after the deadline there is no preview"):
        campaign.preview("first", at)
