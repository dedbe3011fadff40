"""The end of a game: its closing report, what players say, and who gets it how."""

import json
from datetime import timedelta

import pytest
import sqlalchemy as sa

from judge import report
from judge.campaign.archive import record_of as site_record
from judge.campaign.closing import chart_of
from judge.campaign.live import NotNow, load_game
from judge.campaign.pace import change_settings
from judge.campaign.record import import_record, record_of
from judge.campaign.stating import state_in
from judge.campaign.verify import verify
from judge.report.languages import worded_in
from judge.report.site import write_site
from judge.store import tables
from tests.campaign.conftest import after, begun

BIDS = ({"amber": 3, "blue": 5, "copper": 1}, {"amber": 4, "blue": 2, "copper": 6})


def finished(campaign, **settings):
    begun(campaign, settings=settings or None, options={"rounds": 9, "coins": 40})
    for hour, bids in enumerate(BIDS, 1):
        for seat, bid in bids.items():
            campaign.enter("first", seat, f"bid {bid}", after(hours=hour))
        campaign.release("first", after(hours=hour))
    return campaign.end("first", ["blue"], "agreed-on", after(hours=3))


def closing(campaign, medium="text"):
    return report.render(campaign.closing("first"), medium)


def queued(campaign, kind="closing"):
    with campaign.store.read() as connection:
        rows = connection.execute(sa.select(tables.outbox).where(tables.outbox.c.kind == kind).order_by("id"))
        return [dict(row) for row in rows.mappings()]


def press(campaign, sender, told, text):
    with campaign.store.begin() as connection:
        live = load_game(connection, "first")
        connection.execute(
            tables.press.insert().values(
                game_id=live.id, step=1, sender=sender, told=json.dumps(told), signed=sender.title(), text=text, at=""
            )
        )


def test_it_waits_for_the_end(campaign):
    begun(campaign)
    with pytest.raises(NotNow, match="goes on"):
        campaign.closing("first")
    with pytest.raises(NotNow, match="goes on"):
        campaign.state("first", "blue", "I win.", after(hours=1))
    assert queued(campaign) == []


def test_it_opens_every_order_and_every_secret_of_the_dice(campaign):
    finished(campaign)
    text = closing(campaign)
    assert "*Blue* won (agreed on) after 2 turns." in text
    for bids in BIDS:
        for seat, bid in bids.items():
            assert f"*{seat.title()}*: bid {bid}" in text
    with campaign.store.read() as connection:
        secrets = connection.execute(sa.select(tables.chains.c.open_tip, tables.chains.c.sealed_tip)).one()
        assert verify(record_of(connection, "first")).differences == ()
    assert all(secret in text for secret in secrets)
    assert "check_dice.py first.json" in text
    assert all(len(line) <= 76 for line in text.splitlines())


def test_everybody_gets_it_once_by_mail(campaign):
    finished(campaign)
    assert sorted(row["recipient"] for row in queued(campaign)) == [
        "amber@example.org", "blue@example.org", "copper@example.org", "gm@example.org",
    ]  # fmt: skip
    campaign.state("first", "amber", "Well played.", after(hours=4))
    assert len(queued(campaign)) == 4


def test_a_game_taken_back_from_its_end_sends_and_opens_nothing(campaign, tmp_path):
    finished(campaign)
    with campaign.look() as look:
        write_site([site_record(look, "first")], tmp_path, "The club")
    assert "secret" in (tmp_path / "first" / "closing.html").read_text()
    campaign.roll_back("first", 1, after(hours=4))
    assert {row["state"] for row in queued(campaign)} == {"withdrawn"}
    with pytest.raises(NotNow, match="goes on"):
        campaign.closing("first")
    with campaign.look() as look:
        write_site([site_record(look, "first")], tmp_path, "The club")
    assert not (tmp_path / "first" / "closing.html").exists()


def test_statements_are_added_replaced_and_taken_away(campaign):
    finished(campaign)
    before = closing(campaign)
    campaign.state("first", "blue", "First words.", after(days=1))
    campaign.state("first", "amber", "I owe it all\nto *luck*.\n\nAnd to @blue.", after(days=2))
    text = closing(campaign)
    assert "What the players say" in text
    assert "| I owe it all to *luck*." in text
    assert text.index("I owe it all") < text.index("First words.")
    assert "First words." in closing(campaign, "bbcode")
    assert "@blue" not in closing(campaign, "discourse")
    campaign.state("first", "blue", "Better words.", after(days=3))
    assert "First words." not in closing(campaign)
    for seat in ("blue", "amber"):
        campaign.state("first", seat, "  \n", after(days=4))
    assert closing(campaign) == before


def test_statements_have_their_time_and_their_length(campaign):
    live = finished(campaign, statements=2)

    def say(text, **span):
        with campaign.act(after(**span)) as act:
            return state_in(act, load_game(act.connection, live.name), "blue", text)

    assert "is in the closing report" in str(say("In time.", days=2))
    with pytest.raises(NotNow, match="for 2 days after the end"):
        say("Late.", days=3)
    assert "is in the closing report" in str(
        campaign.state("first", "blue", "Late, by the game master.", after(days=30))
    )
    with pytest.raises(NotNow, match="6000 characters"):
        say("x" * 6001, days=1)
    with pytest.raises(NotNow, match="took no part"):
        campaign.state("first", "dusk", "I watched.", after(days=1))


def test_a_forgotten_player_leaves_no_words(campaign):
    finished(campaign)
    campaign.state("first", "blue", "Blue words.", after(days=1))
    campaign.forget("blue@example.org", after(days=2))
    assert "Blue words." not in closing(campaign)


def test_statements_travel_with_the_record(campaign):
    finished(campaign)
    campaign.state("first", "blue", "Blue words.", after(days=1))
    with campaign.store.begin() as connection:
        record = record_of(connection, "first")
        assert record["statements"] == {"blue": "Blue words."}
        import_record(connection, json.loads(json.dumps(record)), "again")
    assert "Blue words." in report.render(campaign.closing("again"))


def test_private_press_stays_private_unless_it_was_said(campaign):
    finished(campaign)
    press(campaign, "amber", ["blue"], "a word in private")
    press(campaign, "amber", ["blue", "copper"], "a word to all")
    text = closing(campaign)
    assert "a word to all" in text
    assert "a word in private" not in text
    with campaign.look() as look:
        assert [said for _, said in site_record(look, "first").press] == ["a word to all"]


def test_private_press_is_opened_where_the_settings_say_so(campaign):
    finished(campaign, press_opened="all")
    press(campaign, "amber", ["blue"], "a word in private")
    assert "a word in private" in closing(campaign)


def test_nothing_is_opened_that_was_hidden_when_it_was_written(campaign):
    def setting(**given):
        with campaign.act(after(hours=4)) as act:
            change_settings(act, "first", given)

    finished(campaign, names="initials", audit="gm")
    press(campaign, "amber", ["blue"], "a word in private")
    for given in ({"press_opened": "all"}, {"names": "shown"}, {"votes": "open"}, {"audit": "public"}):
        with pytest.raises(NotNow, match="may show less than before, not more"):
            setting(**given)
    setting(names="hidden", press_opened="public")
    with pytest.raises(NotNow, match="cannot go from hidden to initials"):
        setting(names="initials")
    assert "a word in private" not in closing(campaign)


def test_a_game_master_may_open_less_press_than_was_said(campaign):
    finished(campaign, press_opened="all")
    press(campaign, "amber", ["blue"], "a word in private")
    with campaign.act(after(hours=4)) as act:
        change_settings(act, "first", {"press_opened": "public"})
    assert "a word in private" not in closing(campaign)


def test_the_site_says_that_the_game_is_over(campaign, tmp_path):
    """Ended by the table: no window is shown as open, and no page asks for orders."""
    finished(campaign)
    with campaign.look() as look:
        write_site([site_record(look, "first")], tmp_path, "The club")
    page = (tmp_path / "first" / "index.html").read_text()
    assert "won by Blue (agreed on)" in page
    assert "won by Blue (agreed on)" in (tmp_path / "index.html").read_text()
    assert 'href="closing.html"' in page
    assert not (tmp_path / "first" / "orders.html").exists()


def test_the_standings_over_the_game_are_drawn(campaign):
    campaign.new_game("dip", "diplomacy", after())
    campaign.start("dip", after())
    live = campaign.end("dip", ["france"], "concession", after(hours=1))
    with campaign.look() as look:
        chart = chart_of(look, live)
        assert 'aria-label="Supply centres of each seat over time"' in chart
        assert "France 3" in chart
        with worded_in("de"):
            chart = chart_of(look, live)
        assert 'aria-label="Stärke aller Plätze im Verlauf (Versorgungszentren)"' in chart
        assert "Frankreich 3" in chart
    mail = report.render(campaign.closing("dip"))
    assert "France won (a concession) after 0 turns." in mail.replace("*", "")


def test_it_says_all_that_the_game_master_did(campaign):
    begun(campaign, options={"rounds": 9, "coins": 40})
    campaign.extend("first", timedelta(hours=6), "the post is slow", after(minutes=5))
    with campaign.act(after(minutes=10)) as act:
        change_settings(act, "first", {"press_copy": "all"})
    campaign.preview("first", after(minutes=20))
    campaign.end("first", ["blue"], "agreed-on", after(hours=3))
    did = " ".join(closing(campaign).partition("What the game master did")[2].split())
    for said in ("deadline extended (the post is slow)", "settings (press_copy = all)", ": preview", "end (agreed-on)"):
        assert said in did, said
