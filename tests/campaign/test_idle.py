"""Who has nothing to choose is answered for, at a time that tells nothing; reports wait for whoever is asked next."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from judge.campaign.clock import tick
from judge.grammar.document import Document
from judge.store import tables
from tests.campaign.conftest import START, after, entropy, make_folder
from tests.master import Master

SEATS = ("red", "blue", "green")


@pytest.fixture
def table(tmp_path):
    """Opens a campaign with a strict game of Hell on Wheels; the same word gives the same secrets."""
    opened = []

    def begin(**settings):
        folder = make_folder(tmp_path / str(len(opened)))
        campaign = Master.open(folder, entropy())
        opened.append(campaign)
        settings = Document({"deadlines": "2d", **settings}, name="settings")
        campaign.new_game("first", "hell-on-wheels", START, seats=SEATS, options={"tempo": "strict"}, settings=settings)
        for seat in SEATS:
            campaign.assign("first", seat, f"{seat.title()} <{seat}@example.org>", START)
        campaign.start("first", START)
        for seat, bid in zip(SEATS, (3, 2, 1), strict=True):
            campaign.enter("first", seat, f"bid {bid}", after(minutes=1))
        tick(campaign, after(minutes=1))
        return campaign

    yield begin
    for campaign in opened:
        campaign.close()


def title(campaign):
    return campaign.docket("first")[0].window.title


def closes(campaign, limit=60):
    """After how many minutes the open window closes; None: not within the hours given."""
    window = title(campaign)
    for minutes in range(2, limit * 60, 5):
        tick(campaign, after(minutes=minutes))
        if title(campaign) != window:
            return minutes
    return None


def test_an_empty_hand_is_passed_for_within_the_time_of_the_table(table):
    """Before the first cards are dealt nobody holds anything to play in window 1."""
    campaign = table(idle="6h")
    assert title(campaign) == "Turn 1, window 1, Red"
    at = closes(campaign)
    assert at is not None
    assert at < 6 * 60 + 10
    assert "You had no card to play in Turn 1, window 1, Red" in str(campaign.report("first", seat="red").blocks)
    assert "You had no card to play" not in str(campaign.report("first", seat="blue").blocks)
    assert "No orders came" not in str(campaign.report("first").blocks)


def test_whoever_passes_at_once_closes_the_window_no_earlier(table):
    """So the hour at which a window closes does not tell whether its player had a card."""
    silent, quick = table(idle="6h"), table(idle="6h")
    quick.enter("first", "red", "pass", after(minutes=1))
    assert closes(silent) == closes(quick)


def test_without_the_setting_nobody_is_answered_for(table):
    campaign = table()
    assert closes(campaign, 40) is None
    campaign.enter("first", "red", "pass", after(hours=41))
    tick(campaign, after(hours=41))
    assert title(campaign) == "Turn 1, window 1, Blue"


def test_what_everybody_may_choose_is_never_answered_for(table):
    """Additional cards are bought with money: nobody decides that for a player."""
    campaign = table(idle="1h")
    now = START
    while "window 1" in title(campaign):
        now += timedelta(minutes=10)
        tick(campaign, now)
    assert title(campaign) == "Turn 1, extra cards, Red"
    for _ in range(40):
        now += timedelta(hours=1)
        tick(campaign, now)
    assert title(campaign) == "Turn 1, extra cards, Red"


def reports(campaign, seat):
    with campaign.store.read() as connection:
        rows = connection.execute(
            sa.select(tables.outbox.c.kind, tables.outbox.c.state)
            .where(tables.outbox.c.recipient == f"{seat}@example.org", tables.outbox.c.kind.in_(("report", "digest")))
            .order_by(tables.outbox.c.id)
        )
        return [tuple(row) for row in rows]


def test_reports_wait_until_their_reader_is_asked_and_come_as_one(table):
    campaign = table(reports="asked")
    # Green was asked to bid; window 1 asks Red, then Blue, then Green.
    assert reports(campaign, "green") == [("report", "queued"), ("report", "held")]
    campaign.enter("first", "red", "pass", after(minutes=2))
    tick(campaign, after(minutes=2))
    assert [state for _, state in reports(campaign, "green")] == ["queued", "held", "held"]
    campaign.enter("first", "blue", "pass", after(minutes=3))
    tick(campaign, after(minutes=3))
    tick(campaign, after(minutes=4))
    assert reports(campaign, "green")[1:] == [("report", "bundled")] * 3 + [("digest", "queued")]


def test_a_report_waits_no_longer_than_a_day(table):
    campaign = table(reports="asked")
    tick(campaign, after(hours=23))
    assert reports(campaign, "green")[-1] == ("report", "held")
    tick(campaign, after(hours=24, minutes=5))
    assert reports(campaign, "green")[-1] == ("report", "queued")
