"""Rollback and rollforward, corrections, the record, its verification, import, secrecy, votes, seats."""

import copy
import json

import jsonschema
import pytest
import sqlalchemy as sa

from judge import report
from judge.adjudicator.codec import digest
from judge.campaign.live import NotNow, line_of, load_game
from judge.campaign.record import import_record, read_record, record_of
from judge.campaign.releasing import OrdersChanged
from judge.campaign.schema import SCHEMA
from judge.campaign.seating import by_token
from judge.campaign.secrecy import Hidden
from judge.campaign.verify import verify
from judge.grammar.document import dump, load
from judge.store import tables
from tests.campaign.conftest import START, after, begun


def steps(campaign, name="first"):
    with campaign.store.read() as connection:
        return line_of(connection, load_game(connection, name))


def play(campaign, bids, name="first", hour=1):
    for seat, bid in bids.items():
        campaign.enter(name, seat, f"bid {bid}", after(hours=hour))
    return campaign.release(name, after(hours=hour))


TIED = {"amber": 3, "blue": 3, "copper": 3}


def text(campaign, seat=None, number=None, name="first"):
    return " ".join(report.render(campaign.report(name, number, seat)).split())


def test_the_same_orders_after_a_rollback_give_the_same_dice_and_state(campaign):
    """Five rounds full of ties; back to step 2, the same orders again: every hash and every draw as before."""
    begun(campaign, options={"rounds": 9, "coins": 40})
    for hour in range(1, 6):
        play(campaign, TIED, hour=hour)
    first = [(one["state_hash"], one["draws"]) for one in steps(campaign)]
    assert len({draws for _, draws in first}) > 3
    live = campaign.roll_back("first", 2, after(hours=10))
    assert (live.head, live.need_window().title) == (2, "Round 3, bids")
    # The sets that were in are still in.
    for hour in range(11, 14):
        campaign.release("first", after(hours=hour))
    assert [(one["state_hash"], one["draws"]) for one in steps(campaign)] == first
    with campaign.store.read() as connection:
        assert verify(record_of(connection, "first", full=True)).differences == ()


def test_changed_orders_after_a_rollback_draw_from_a_chain_published_with_it(campaign):
    begun(campaign, options={"rounds": 9, "coins": 40})
    for hour in range(1, 4):
        play(campaign, TIED, hour=hour)
    before = steps(campaign)
    campaign.roll_back("first", 1, after(hours=5))
    published = next(one for one in campaign.audit("first") if one["act"] == "rollback")["detail"]["open"]
    play(campaign, {"amber": 4, "blue": 4, "copper": 4}, hour=6)
    again = steps(campaign)
    assert again[2]["chain"] == 1
    assert before[2]["chain"] == 0
    assert published in text(campaign)
    # On the new line the orders of the old one, for windows yet to come, are not taken over.
    _, entries = campaign.docket("first")
    assert [one.answered for one in entries.values()] == [False] * 3
    with pytest.raises(NotNow, match="no later step was taken back"):
        campaign.roll_forward("first", after(hours=7))


def test_what_was_told_with_a_step_stays_with_its_line_of_play(campaign):
    """Silence is told once in a step made again, and the old line keeps what was told in it."""
    begun(campaign)
    campaign.note("first", "Round 1 is played in the rain.", after(hours=1))
    campaign.enter("first", "amber", "bid 2", after(hours=1))
    campaign.release("first", after(hours=1))
    assert text(campaign).count("No orders came from Blue and Copper") == 1
    campaign.roll_back("first", 0, after(hours=2))
    assert "took the game back from step 1 to step 0" in text(campaign).replace("| ", "")
    campaign.enter("first", "blue", "bid 3", after(hours=3))
    campaign.release("first", after(hours=3))
    again = text(campaign).replace("| ", "")
    assert again.count("No orders came from") == 1
    assert "No orders came from Copper" in again
    assert "in the rain" not in again
    assert "took the game back" in again


def test_an_open_vote_is_told_and_empty_seats_have_none(campaign):
    begun(campaign, settings={"votes": "open"})
    campaign.resign("first", "copper", after(hours=1))
    campaign.vote("first", "amber", "draw", after(hours=2))
    said, _ = campaign.vote("first", "blue", "draw", after(hours=2))
    assert "over" in str(said)
    assert "Amber votes for a draw of Amber, Blue and Copper" in text(campaign)


def test_rollforward_restores_what_was_without_adjudicating(campaign):
    begun(campaign, options={"rounds": 9, "coins": 40})
    for hour in range(1, 5):
        play(campaign, TIED, hour=hour)
    stood = steps(campaign)
    campaign.roll_back("first", 1, after(hours=5))
    assert campaign.roll_forward("first", after(hours=6), 3).head == 3
    assert campaign.roll_forward("first", after(hours=6)).head == 4
    assert [one["id"] for one in steps(campaign)] == [one["id"] for one in stood]
    acts = [one["act"] for one in campaign.audit("first")]
    assert acts[-3:] == ["rollback", "rollforward", "rollforward"]


def test_after_a_rollback_the_clock_waits_for_the_game_master(campaign):
    from judge.campaign.clock import tick

    begun(campaign)
    play(campaign, TIED)
    campaign.roll_back("first", 0, after(hours=2))
    assert tick(campaign, after(days=9)) == []
    campaign.resume("first", after(days=9))
    assert [one.act for one in tick(campaign, after(days=9, hours=1))] == ["closed"]


def test_a_release_refuses_what_was_not_previewed(campaign):
    begun(campaign)
    campaign.enter("first", "amber", "bid 3", after(hours=1))
    seen = campaign.preview("first", after(hours=2))
    assert campaign.docket("first")[0].head == 0
    with campaign.store.read() as connection:
        sent = connection.execute(sa.select(sa.func.count()).select_from(tables.outbox)).scalar_one()
    campaign.enter("first", "blue", "bid 4", after(hours=3))
    with pytest.raises(OrdersChanged):
        campaign.release("first", after(hours=3), seen.hash)
    again = campaign.preview("first", after(hours=4))
    with campaign.store.read() as connection:
        # The acknowledgement of nothing, the report of nothing: a preview sends nothing.
        assert connection.execute(sa.select(sa.func.count()).select_from(tables.outbox)).scalar_one() == sent
    campaign.release("first", after(hours=4), again.hash)
    for who, shown in again.reports.items():
        sent_report = campaign.report("first", 1, None if who == "public" else who)
        assert report.render(shown) == report.render(sent_report)


def test_a_correction_is_validated_shown_recorded_and_told(campaign):
    begun(campaign)
    play(campaign, TIED)
    document = campaign.position("first")
    wrong = load(dump({**document, "coins": {"amber": "many", "zebra": 3}}), "fixed.yaml")
    with pytest.raises(Exception, match=r"fixed.yaml, line \d+, coins/amber: .*many(.|\n)*|(.|\n)*zebra"):
        campaign.edit("first", wrong, "typing", after(hours=2))
    assert campaign.position("first") == document
    coins = {**document["coins"], "amber": 99}
    right = load(dump({**document, "coins": coins}), "fixed.yaml")
    assert campaign.changes("first", right) == [f"coins/amber: {document['coins']['amber']} -> 99"]
    campaign.enter("first", "blue", "bid 2", after(hours=2))
    due = campaign.docket("first")[0].row["deadline"]
    with pytest.raises(NotNow, match="reason"):
        campaign.edit("first", right, " ", after(hours=3))
    campaign.edit("first", right, "Amber was paid twice too little", after(hours=3))
    live, entries = campaign.docket("first")
    assert live.state.coins["amber"] == 99
    # The same window stays open: its deadline and the sets that are in stand.
    assert live.row["deadline"] == due
    assert entries["blue"].lines == ("bid 2",)
    assert "Amber was paid twice too little" in text(campaign, "copper")
    assert campaign.audit("first")[-1]["detail"]["reason"] == "Amber was paid twice too little"
    play(campaign, {"amber": 50, "blue": 1, "copper": 1}, hour=4)
    with campaign.store.read() as connection:
        assert verify(record_of(connection, "first", full=True)).differences == ()


def finished(campaign, name="first"):
    begun(campaign, name, options={"rounds": 3, "coins": 20})
    for hour in range(1, 4):
        play(campaign, TIED, name, hour)


def test_the_record_is_what_the_schema_says_and_verifies(campaign):
    begun(campaign, options={"rounds": 3, "coins": 20})
    play(campaign, TIED)
    with campaign.store.read() as connection:
        public, whole = record_of(connection, "first"), record_of(connection, "first", full=True)
    for record in (public, whole):
        jsonschema.validate(record, SCHEMA)
        found = verify(read_record(json.dumps(record)))
        assert found.differences == ()
        assert found.steps == 2
    assert verify(whole).replayed == 2
    shown = json.dumps(public)
    # Nothing hidden is in it while the game goes on: no bid, no deck, no secret.
    with campaign.store.read() as connection:
        for pair in connection.execute(sa.select(tables.chains)).all():
            assert pair.open_tip not in shown
            assert pair.sealed_tip not in shown
    assert '"deck"' not in shown
    assert "bid 3" not in shown
    assert "LanternSeen" not in shown


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda one: one["steps"][1]["draws"][0].update(result=[7]), "its key gives"),
        (
            lambda one: one["steps"][2]["orders"]["amber"]["text"].__setitem__(0, "bid 2"),
            "are not those whose hash was published",
        ),
        (lambda one: one["steps"][2]["orders"]["amber"]["values"][0].update(coins=2), "the orders of amber"),
        (lambda one: one["steps"][1]["dice"].update(open="00" * 32), "does not lead back"),
        (lambda one: one["dice"][0].update(open_commitment="11" * 32), "does not give its commitment"),
        (
            lambda one: one["game"]["words"].update(amber="a word put in later"),
            "not those that the game was begun with",
        ),
        (lambda one: one["steps"][2]["state"]["coins"].update(blue=77), "not the one that its hash"),
        (lambda one: one["steps"][1]["events"].pop(), "other things happen"),
        (lambda one: one["steps"][1]["orders"]["blue"].update(hash="00" * 16), "the sealed orders of blue"),
        (lambda one: one["steps"][1]["orders"].pop("blue"), "the orders of amber and copper, its window asked amber"),
    ],
)
def test_whatever_is_tampered_with_is_found(campaign, spoil, said):
    finished(campaign)
    with campaign.store.read() as connection:
        record = record_of(connection, "first")
    assert record["full"]
    assert verify(record).differences == ()
    spoilt = copy.deepcopy(record)
    spoil(spoilt)
    assert said in " ".join(str(one.said) for one in verify(spoilt).differences)


def test_a_finished_game_can_be_carried_elsewhere(campaign):
    finished(campaign)
    with campaign.store.read() as connection:
        record = record_of(connection, "first")
    with campaign.store.begin() as connection:
        assert import_record(connection, record, "second") == "second"
    assert [one["state_hash"] for one in steps(campaign, "second")] == [one["state_hash"] for one in steps(campaign)]
    for number in (1, 2, 3):
        sold = next(line for line in text(campaign, number=number, name="second").split("- ") if "wins the" in line)
        winner = sold.split()[0]
        assert f"{winner} wins the lantern for 3 coins" in text(campaign, number=number)
    with campaign.store.read() as connection:
        assert verify(record_of(connection, "second")).differences == ()
    with campaign.store.begin() as connection, pytest.raises(NotNow, match="already"):
        import_record(connection, record, "second")


def test_hidden_things_are_hidden_from_a_game_master_who_plays(folder, database):
    """The GM sits at Amber: own orders yes, others' no, unless overridden, and then everybody reads of it."""
    from tests.campaign.conftest import entropy
    from tests.master import Master

    path = folder / "campaign.yaml"
    path.write_text(path.read_text().replace("gm@example.org", "amber@example.org"))
    campaign = Master.open(folder, entropy())
    begun(campaign, settings={"gm_plays": True})
    campaign.may_look("first", "the orders of amber", START, seat="amber")
    for seat in ("blue", None):
        with pytest.raises(Hidden, match="--override"):
            campaign.may_look("first", "the orders of blue", START, seat=seat)
    campaign.may_look("first", "the orders of blue", START, "a bid of 300 was reported", "blue")
    assert campaign.audit("first")[-1]["detail"]["reason"] == "a bid of 300 was reported"
    play(campaign, TIED)
    assert "looked at what is hidden (the orders of blue): a bid of 300 was reported" in text(
        campaign, "copper"
    ).replace("| ", "")
    campaign.close()


def test_a_refused_line_changes_nothing_that_was_in(campaign):
    begun(campaign)
    campaign.enter("first", "amber", "bid 3", after(hours=1))
    done = campaign.enter("first", "amber", "bid 500", after(hours=2))
    assert (done.orders, done.verdict) == (("bid 3",), "ERRORS")
    assert [(one.code, one.sentence) for one in done.problems] == [
        ("too-dear", "You cannot bid 500: you have 12 coins.")
    ]
    # A letter in which nothing stands is no answer.
    assert not campaign.enter("first", "blue", "bid 500", after(hours=2)).answered


def test_sealed_orders_have_a_hash_in_the_public_report(campaign):
    begun(campaign)
    play(campaign, TIED)
    row = json.loads(steps(campaign)[1]["orders"])
    for seat in TIED:
        assert f"sealed orders of {seat}: {row[seat]['hash']}" in text(campaign)
    assert len({one["hash"] for one in row.values()}) == 3


def test_a_replacement_ends_the_old_token_and_gives_a_whole_window(campaign):
    live = begun(campaign)
    due = live.row["deadline"]
    with campaign.store.read() as connection:
        old = by_token(connection, "nonsense")
    assert old is None
    new = campaign.replace("first", "blue", "Bea <bea@example.org>", after(days=3))
    with campaign.store.read() as connection:
        assert by_token(connection, new)["seat"] == "blue"
        names = {one.seat: one.name for one in campaign.sittings("first")}
    assert names["blue"] == "Bea"
    assert campaign.docket("first")[0].row["deadline"] > due
    assert len(new) >= 16


def test_who_takes_a_seat_over_gets_the_newest_report_of_that_seat(campaign):
    begun(campaign)
    campaign.replace("first", "blue", "Bea <bea@example.org>", after(days=3))
    with campaign.store.read() as connection:
        rows = connection.execute(sa.select(tables.outbox).where(tables.outbox.c.recipient == "bea@example.org")).all()
    assert sorted(row.kind for row in rows) == ["report", "token"]
    facts = json.loads(next(row.facts for row in rows if row.kind == "report"))
    assert (facts["seat"], facts["step"]) == ("blue", campaign.docket("first")[0].head)


def test_before_a_game_begins_there_is_no_report_to_send(campaign):
    campaign.new_game("first", "lanterns", START, seats=("amber", "blue"))
    campaign.assign("first", "amber", "Ann <ann@example.org>", START)
    with campaign.store.read() as connection:
        assert [row.kind for row in connection.execute(sa.select(tables.outbox.c.kind))] == ["token"]


def test_tokens_are_nowhere_stored_in_clear(campaign):
    campaign.new_game("first", "lanterns", START, seats=("amber", "blue"))
    token = campaign.assign("first", "amber", "Ann <ann@example.org>", START)
    from judge.store.mails import claim_outgoing, mark_sent

    with campaign.store.begin() as connection:
        for one in claim_outgoing(connection, "me", START):
            assert token == one.facts["token"]
            mark_sent(connection, one.id, START)
    with campaign.store.read() as connection:
        for table in tables.metadata.sorted_tables:
            assert token not in str(connection.execute(sa.select(table)).all())


def test_extensions_are_capped_and_the_same_reason_counts_once(campaign):
    from datetime import timedelta

    begun(campaign, settings={"extensions": 2})
    first = campaign.docket("first")[0].row["deadline"]
    day = timedelta(days=1)
    later = campaign.extend("first", day, "holiday", after(hours=1))
    assert campaign.extend("first", day, "holiday", after(hours=2)) == later
    assert campaign.docket("first")[0].row["deadline"] > first
    campaign.pause("first", "the GM moves house", after(hours=3))
    assert "paused: the GM moves house" in str(campaign.docket("first")[0].held)
    assert campaign.resume("first", after(hours=13)) == later + timedelta(hours=10)
    with pytest.raises(NotNow, match="extensions=3"):
        campaign.extend("first", day, "once more", after(hours=14))


def test_an_absence_moves_the_deadline_and_has_a_cap(campaign):
    from datetime import date

    begun(campaign, settings={"absence_days": 5})
    player = campaign.sittings("first")[0].player_id
    moved = campaign.be_away(player, date(2027, 3, 3), date(2027, 8, 1), after(hours=1))
    # Due on the 4th; away from the 3rd, of which five days count: the 8th, at the same 20:30 in Berlin.
    assert [(name, due.isoformat()) for name, due in moved] == [("first", "2027-03-08T19:30:00+00:00")]


def test_all_must_agree_to_a_draw(campaign):
    begun(campaign)
    assert "counted" in str(campaign.vote("first", "amber", "draw", after(hours=1))[0])
    assert "counted" in str(campaign.vote("first", "blue", "draw", after(hours=1))[0])
    said, live = campaign.vote("first", "copper", "draw", after(hours=1))
    assert "over" in str(said)
    assert live.row["status"] == "over"
    assert "share the victory* (a draw by agreement)" in text(campaign)
    assert "ORDERS" not in text(campaign, "amber")


def test_those_who_sign_up_get_their_wishes_by_a_drawn_order(campaign):
    from judge.grammar.document import Document

    campaign.new_game("first", "lanterns", START, settings=Document({"sign_up": "open"}, name="s"))
    for name, wish in (("ann", "blue"), ("bob", "blue"), ("cyd", "dusk")):
        campaign.join("first", f"{name.title()} <{name}@example.org>", START, [wish], f"{name}'s word")
    with pytest.raises(NotNow, match="already"):
        campaign.join("first", "ann@example.org", START)
    campaign.start("first", after(hours=1))
    sat = {one.name: one.seat for one in campaign.sittings("first")}
    assert sat["Cyd"] == "dusk"
    assert "blue" in (sat["Ann"], sat["Bob"])
    assert len(set(sat.values())) == 3
    with campaign.store.read() as connection:
        record = record_of(connection, "first")
    assert set(record["game"]["words"]) == set(sat.values())
    assert verify(record).differences == ()


def test_a_person_can_be_forgotten(campaign):
    from judge.store.letters import raw_row, store_all

    begun(campaign)
    with campaign.store.begin() as connection:
        raw = b"From: Blue <blue@example.org>\n\nbid 4"
        store_all(connection, [raw_row("j", "INBOX", 1, 1, "<x@example.org>", raw, START)])
    gone = campaign.forget("blue@example.org", after(hours=1))
    assert gone == {"addresses": 1, "letters": 1, "mails": 2, "seats": 1}
    with campaign.store.read() as connection:
        for table in tables.metadata.sorted_tables:
            assert "blue@example.org" not in str(connection.execute(sa.select(table)).all()), table.name
        kept = connection.execute(sa.select(tables.inbox.c.digest)).scalar_one()
    assert len(kept) == 64


def test_states_come_back_from_the_store_as_they_were(campaign):
    finished(campaign)
    with campaign.store.read() as connection:
        live = load_game(connection, "first")
        assert digest(live.state) == live.step["state_hash"]


def test_a_reel_that_is_used_up_is_followed_by_one_published_before(campaign, monkeypatch):
    """Reels of two chains of three links: the seventh draw comes from a reel published with the sixth step."""
    from judge.adjudicator.dice import Reel
    from judge.campaign import chance

    monkeypatch.setattr(chance, "Reel", lambda secret: Reel(secret, 3, 2))
    begun(campaign, options={"rounds": 9, "coins": 40})
    for hour in range(1, 9):
        play(campaign, TIED, hour=hour)
    rows = steps(campaign)
    assert [(one["chain"], one["link"]) for one in rows] == [(0, n) for n in range(1, 7)] + [(1, n) for n in (1, 2, 3)]
    with campaign.store.read() as connection:
        opened = record_of(connection, "first", full=True)
        assert opened["dice"][1]["open_commitment"] in text(campaign, number=5)
        # Link 3 is the tip of the first chain: with its salt it proves the chain after it.
        assert "next" in opened["steps"][2]["dice"]
        for full in (True, False):
            assert verify(record_of(connection, "first", full=full)).differences == ()


def test_a_game_that_was_taken_back_is_carried_elsewhere_with_every_act_and_rollback(campaign):
    """With the audit kept private: the acts that everybody may know of go along all the same."""
    begun(campaign, options={"rounds": 3, "coins": 20})
    campaign.preview("first", after(hours=1))
    play(campaign, TIED, hour=1)
    campaign.roll_back("first", 0, after(hours=2))
    for hour in (3, 4, 5):
        play(campaign, {"amber": hour, "blue": 1, "copper": 1}, hour=hour)
    with campaign.store.read() as connection:
        record = json.loads(json.dumps(record_of(connection, "first")))
    assert record["full"]
    assert [act["act"] for act in record["acts"]] == ["preview", "rollback"]
    with campaign.store.begin() as connection:
        import_record(connection, {**record, "audit": []}, "second")
    with campaign.store.read() as connection:
        again = record_of(connection, "second")
    assert [again["acts"], again["undone"]] == [record["acts"], record["undone"]]
    assert verify(again).differences == ()
