"""The clock: deadlines, reminders, grace, silence, cool-off, WAIT, absence of the Judge itself."""

from datetime import timedelta

import sqlalchemy as sa

from judge.campaign.clock import tick
from judge.store import games, tables
from judge.store.base import stamp
from tests.campaign.conftest import START, after, begun

# Opened on Monday 1 March 2027, 10:00 in Berlin: due on Thursday 4 March, 20:30; grace until Friday 02:30.
DUE = {"days": 3, "hours": 10, "minutes": 30}


def acts(done):
    return [(one.act, str(one.said)) for one in done]


def mails(campaign, kind):
    with campaign.store.read() as connection:
        rows = connection.execute(
            sa.select(tables.outbox.c.recipient).where(
                tables.outbox.c.kind == kind, tables.outbox.c.state != "withdrawn"
            )
        )
        return sorted(rows.scalars())


def head(campaign, name="first"):
    return campaign.docket(name)[0].head


def test_a_window_closes_as_soon_as_all_have_answered(campaign):
    begun(campaign)
    for seat in ("amber", "blue"):
        campaign.enter("first", seat, "bid 3", after(hours=1))
    assert tick(campaign, after(hours=2)) == []
    campaign.enter("first", "copper", "bid 1", after(hours=3))
    assert acts(tick(campaign, after(hours=3))) == [("closed", "Round 1, bids")]
    assert head(campaign) == 1


def test_silence_is_filled_after_deadline_and_grace(campaign):
    begun(campaign)
    campaign.enter("first", "amber", "bid 3", after(hours=1))
    tick(campaign, after(**DUE))
    assert head(campaign) == 0
    tick(campaign, after(days=3, hours=16))
    assert head(campaign) == 0
    assert acts(tick(campaign, after(days=3, hours=16, minutes=30))) == [("closed", "Round 1, bids")]
    public = str(campaign.report("first").blocks)
    assert "No orders came from Blue and Copper" in public
    assert "Amber wins the lantern for 3 coins" in public.replace("Amber (Amber)", "Amber")


def test_exactly_two_reminders_and_one_late_notice_to_the_missing_only(campaign):
    """Reminders 24 and 6 hours before, one notice when the deadline is past: to those missing, once each."""
    begun(campaign)
    campaign.enter("first", "amber", "bid 3", after(hours=1))
    campaign.enter("first", "copper", "bid 3", after(hours=1))
    moment = after(hours=2)
    while moment < after(days=3, hours=16):
        tick(campaign, moment)
        tick(campaign, moment)
        moment += after(minutes=20) - after()
    assert mails(campaign, "reminder") == ["blue@example.org"] * 3


def test_nobody_is_reminded_once_all_are_in_and_wait(campaign):
    begun(campaign)
    for seat in ("amber", "blue", "copper"):
        campaign.enter("first", seat, "bid 3", after(hours=1), wait=True)
    for hours in range(2, 82, 2):
        assert tick(campaign, after(hours=hours)) == []
    assert mails(campaign, "reminder") == []
    # WAIT holds a window open until its deadline, not beyond.
    tick(campaign, after(days=3, hours=16, minutes=20))
    assert acts(tick(campaign, after(days=3, hours=17))) == [("closed", "Round 1, bids")]


def test_cool_off_counts_from_the_last_change(campaign):
    begun(campaign, settings={"cool_off": "2h"})
    for hour, seat in enumerate(("amber", "blue", "copper")):
        campaign.enter("first", seat, "bid 3", after(hours=hour))
    assert tick(campaign, after(hours=3)) == []
    campaign.enter("first", "amber", "bid 4", after(hours=3, minutes=30))
    assert tick(campaign, after(hours=4)) == []
    assert acts(tick(campaign, after(hours=5, minutes=30))) == [("closed", "Round 1, bids")]


def test_waiting_for_orders_goes_on_until_they_come(campaign):
    begun(campaign, settings={"nmr": "wait"})
    campaign.enter("first", "amber", "bid 3", after(hours=1))
    campaign.enter("first", "copper", "bid 3", after(hours=1))
    tick(campaign, after(days=3, hours=16, minutes=20))
    done = tick(campaign, after(days=3, hours=16, minutes=31))
    assert acts(done) == [("late", "Blue")]
    assert mails(campaign, "gm") == ["gm@example.org"]
    assert tick(campaign, after(days=9)) == []
    campaign.enter("first", "blue", "bid 2", after(days=9))
    assert acts(tick(campaign, after(days=9, minutes=1))) == [("closed", "Round 1, bids")]


def test_fill_after_one_missed_deadline(campaign):
    begun(campaign, settings={"nmr": "fill-after 1", "grace": "0h"})
    tick(campaign, after(days=3, hours=10))
    assert acts(tick(campaign, after(**DUE)))[0][0] == "put off"
    assert head(campaign) == 0
    # Put off on Thursday 20:30 by another three days: Sunday 7 March, 20:30.
    tick(campaign, after(days=6, hours=10, minutes=10))
    assert head(campaign) == 0
    assert acts(tick(campaign, after(days=6, hours=10, minutes=31))) == [("closed", "Round 1, bids")]


def test_civil_disorder_after_two_silent_windows(campaign):
    begun(campaign, settings={"civil_disorder_after": 2, "grace": "0h", "deadlines": "1d"})
    for day in (1, 2):
        for seat in ("amber", "blue"):
            campaign.enter("first", seat, "bid 1", after(days=day - 1, hours=1))
        tick(campaign, after(days=day - 1, hours=23, minutes=50))
        tick(campaign, after(days=day, minutes=day))
    assert "Copper is in civil disorder" in str(campaign.report("first").blocks)
    # From now on Copper is not waited for.
    for seat in ("amber", "blue"):
        campaign.enter("first", seat, "bid 1", after(days=2, hours=1))
    assert acts(tick(campaign, after(days=2, hours=1))) == [("closed", "Round 3, bids")]


def test_down_across_a_deadline_holds_and_tells_the_game_master(campaign):
    begun(campaign)
    tick(campaign, after(days=2))
    campaign.enter("first", "amber", "bid 3", after(days=5))
    assert acts(tick(campaign, after(days=5))) == [("held", "outage")]
    assert mails(campaign, "gm") == ["gm@example.org"]
    assert head(campaign) == 0
    assert tick(campaign, after(days=6)) == []
    campaign.release("first", after(days=6))
    assert head(campaign) == 1


def test_a_mailbox_not_read_up_to_the_closing_time_holds_the_window(campaign):
    begun(campaign)
    closing = after(days=3, hours=16, minutes=30)
    tick(campaign, after(days=3, hours=16, minutes=20))
    assert tick(campaign, after(days=3, hours=16, minutes=40), collected=after(days=3, hours=16)) == []
    assert head(campaign) == 0
    assert acts(tick(campaign, after(days=3, hours=16, minutes=45), collected=closing)) == [("closed", "Round 1, bids")]


def test_a_letter_not_read_yet_holds_the_window(campaign):
    from judge.store.letters import claim_letters, finish_letters, raw_row, store_all

    begun(campaign)
    for seat in ("amber", "blue", "copper"):
        campaign.enter("first", seat, "bid 3", after(hours=1))
    with campaign.store.begin() as connection:
        store_all(connection, [raw_row("judge", "INBOX", 1, 7, "<a@b>", b"From: a@b\n\nbid 4", after(hours=1))])
    assert tick(campaign, after(hours=2)) == []
    with campaign.store.begin() as connection:
        (letter,) = claim_letters(connection, "me")
        finish_letters(
            connection, [{"letter": letter.id, "became": "done", "said": "", "of_game": None, "of_seat": "", "why": ""}]
        )
    assert acts(tick(campaign, after(hours=2))) == [("closed", "Round 1, bids")]


def test_by_hand_the_window_is_sealed_and_waits(campaign):
    begun(campaign, settings={"release": "by-hand"})
    for seat in ("amber", "blue", "copper"):
        campaign.enter("first", seat, "bid 3", after(hours=1))
    assert acts(tick(campaign, after(hours=1))) == [("held", "Round 1, bids")]
    record = [one for one in campaign.audit("first") if one["act"] == "window closed"]
    sealed = record[0]["detail"]["sealed"]
    campaign.release("first", after(hours=5))
    released = [one for one in campaign.audit("first") if one["act"] == "release"]
    assert released[0]["detail"]["sealed"] == sealed
    assert head(campaign) == 1


def test_two_games_do_not_disturb_each_other(campaign):
    begun(campaign, "first")
    begun(campaign, "second", ("amber", "dusk"), {"deadlines": "1h", "grace": "0h", "remind": ""})
    tick(campaign, after(minutes=50))
    assert acts(tick(campaign, after(hours=1))) == [("closed", "Round 1, bids")]
    assert head(campaign, "second") == 1
    assert head(campaign, "first") == 0


def test_a_game_that_breaks_the_clock_is_held_and_the_others_go_on(campaign):
    """It may have come with somebody else's store."""
    begun(campaign)
    campaign.new_game("second", "lanterns", START)
    for seat in ("amber", "blue", "copper"):
        campaign.assign("second", seat, f"{seat}@elsewhere.example", START)
    campaign.start("second", START)
    with campaign.store.begin() as connection:
        row = games.by_name(connection, "first")
        games.put(connection, int(row["id"]), settings='{"zone": "nowhere at all"}', wake_at=stamp(START))
    late = {"days": 3, "hours": 20}
    done = tick(campaign, after(**late), outage=timedelta(days=9))
    assert {one.game: one.act for one in done} == {"first": "held", "second": "closed"}
    assert tick(campaign, after(**late), outage=timedelta(days=9)) == []
    assert mails(campaign, "gm") == [campaign.config.gm]
