"""An act is one transaction: all of it is stored, or nothing; and what is done in it sees what was done before."""

import pytest
import sqlalchemy as sa

from judge import report
from judge.campaign import ending, filling, releasing, taking
from judge.campaign.docket import Said
from judge.campaign.live import NotNow, load_game
from judge.store import tables
from tests.campaign.conftest import after, begun


def mails(campaign):
    with campaign.store.read() as connection:
        return [tuple(row) for row in connection.execute(sa.select(tables.outbox.c.kind, tables.outbox.c.recipient))]


def row(campaign):
    with campaign.store.read() as connection:
        return load_game(connection, "first").row


def fail(campaign):
    """Orders, a new player, and then something that cannot be done."""
    with campaign.act(after(hours=1)) as act:
        taking.enter(act, "first", "amber", Said("bid 3", "gm"), on_behalf=True)
        filling.replace(act, "first", "blue", "Bea <bea@example.org>")
        filling.unseat(act, "first", "dusk")


def test_an_act_that_fails_leaves_nothing_behind(campaign):
    begun(campaign)
    before, sent = row(campaign), mails(campaign)
    with pytest.raises(NotNow, match="Dusk of first has no player"):
        fail(campaign)
    assert (row(campaign), mails(campaign)) == (before, sent)
    assert campaign.docket("first")[1]["amber"].lines == ()
    assert {one.name for one in campaign.sittings("first")} == {"Amber", "Blue", "Copper"}
    assert "orders on behalf" not in [one["act"] for one in campaign.audit("first")]


def test_what_is_done_in_an_act_sees_what_was_done_before(campaign):
    """Amber alone bids 3, Blue's new player is mailed the report, and the step uses what came in the same act."""
    begun(campaign)
    with campaign.act(after(hours=1)) as act:
        taking.enter(act, "first", "amber", Said("bid 3", "gm"))
        filling.replace(act, "first", "blue", "Bea <bea@example.org>")
        live = releasing.release(act, "first")
        assert live.head == 1
        # Another window is open: nothing is in for it.
        assert taking.docket_of(act, "first")[1]["amber"].lines == ()
    public = " ".join(report.render(campaign.report("first")).split())
    assert "wins the lantern for 3 coins" in public
    assert "Blue (Bea)" in public
    # The report of where the game stood, then that of the step; the player before gets neither.
    assert mails(campaign).count(("report", "bea@example.org")) == 2
    assert mails(campaign).count(("report", "blue@example.org")) == 1


def test_the_clock_looks_no_more_at_a_game_that_was_ended(campaign):
    begun(campaign)
    assert row(campaign)["wake_at"]
    with campaign.act(after(hours=1)) as act:
        taking.enter(act, "first", "amber", Said("bid 3", "gm"))
        ending.end(act, "first", ["amber"], "agreed")
    assert (row(campaign)["status"], row(campaign)["wake_at"]) == ("over", None)
