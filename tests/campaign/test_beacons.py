"""A game with a public beacon in its dice: nobody knows them before the window closes, the operator included."""

import json
import sys
from datetime import UTC, datetime, timedelta

import pytest

pytest.importorskip("py_arkworks_bls12381")

from judge.campaign.beacons import AwaitsBeacon, ClosedUntil, ask_for_release, settled
from judge.campaign.clock import tick
from judge.campaign.founding import mix_in, start
from judge.campaign.held import held_of
from judge.campaign.live import NotNow, load_game
from judge.campaign.record import import_record, record_of
from judge.campaign.releasing import release
from judge.campaign.upkeep import examine
from judge.campaign.verify import verify
from judge.grammar.document import Document
from judge.report.languages import worded_in
from judge.report.saying import Saying, worded
from tests.adjudicator.test_forgeries import in_javascript, in_python, in_the_judge
from tests.campaign.conftest import START, entropy, make_folder
from tests.forum.drand import DEFAULT, Drand
from tests.master import Master
from tests.said import facts_in_words

SEATS = ("amber", "blue")


@pytest.fixture
def drand():
    with Drand() as one:
        yield one


@pytest.fixture
def table(tmp_path, drand):
    """A campaign whose games may use the beacon, and a clock that the test sets."""
    folder = make_folder(tmp_path / "club")
    name_beacon(folder, drand)
    campaign = Master.open(folder, entropy())
    yield campaign
    campaign.close()


def name_beacon(folder, drand):
    beacon, path = drand.beacon, folder / "campaign.yaml"
    before = path.read_text().partition("beacon: {")[0]
    path.write_text(
        f"{before}beacon: {{urls: ['{beacon.urls[0]}'], chain: {beacon.chain}, public_key: '{beacon.public_key}', "
        f"period: {beacon.period}, genesis: {beacon.genesis}, scheme: {beacon.scheme}}}\n"
    )


class Clock:
    """Time that goes on only when somebody waits."""

    def __init__(self):
        self.now, self.waited = START, []

    def __call__(self):
        return self.now

    def wait(self, seconds):
        self.waited.append(seconds)
        self.now += timedelta(seconds=seconds)


def begun(campaign, clock, **settings):
    given = Document({"dice": "beacon", "beacon_notice": "9s", **settings}, name="settings")
    campaign.new_game("first", "lanterns", clock(), seats=SEATS, options={"rounds": 3, "coins": 9}, settings=given)
    for seat in SEATS:
        campaign.assign("first", seat, f"{seat}@example.org", clock())
    return settled(campaign, "first", lambda act: start(act, "first"), clock, clock.wait)


def head(campaign):
    with campaign.look() as look:
        return load_game(look.connection, "first").head


def noticed(campaign):
    """The notices that mails carry, as they are stored."""
    with campaign.look() as look:
        rows = look.connection.exec_driver_sql("SELECT facts FROM outbox ORDER BY id").all()
    return [facts["notice"] for row in rows if "notice" in (facts := json.loads(row[0]))]


def everybody_bids(campaign, now):
    for seat in SEATS:
        campaign.enter("first", seat, "bid 3", now)


def test_a_round_comes_after_the_window_closed_and_stands_in_the_record(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    settled(table, "first", lambda act: release(act, "first"), clock, clock.wait)
    assert all(9 < seconds <= 9 + drand.beacon.period + 1 for seconds in clock.waited)
    with table.look() as look:
        record = record_of(look.connection, "first")
        whole = record_of(look.connection, "first", full=True)
    for step in record["steps"]:
        beat = step["dice"]["beacon"]
        assert drand.beacon.comes_at(beat["round"]) > beat["closed"]
        assert drand.round(beat["round"])["randomness"] == beat["randomness"]
    assert in_python(record)[0] == []
    assert in_python(record)[1] > 0
    assert verify(whole).differences == ()


def test_the_same_secrets_and_orders_with_another_round_give_other_dice(tmp_path, drand, table):
    from judge.campaign.chance import Drawn, dice_for, pairs

    clock = Clock()
    begun(table, clock)
    with table.look() as look:
        pair = pairs(look.connection, load_game(look.connection, "first").id)[0]
    rolls = {
        tuple(dice_for(Drawn(pair, 2, {"amber": ["bid 3"]}), {}, beat).roll(f"x/{n}", 100) for n in range(5))
        for beat in (b"", b"1" * 32, b"2" * 32)
    }
    assert len(rolls) == 3


def test_everybody_is_told_the_round_and_the_orders_it_is_for_before_it_can_be_known(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    with pytest.raises(AwaitsBeacon) as waits, table.act(clock()) as act:
        release(act, "first")
    with table.act(clock()) as act:
        ask_for_release(act, load_game(act.connection, "first"), waits.value)
    told = [one for one in noticed(table) if one["code"] == "mails/round-fixed"][-2:]
    assert [one["facts"]["round"] for one in told] == [drand.beacon.round_after(clock() + timedelta(seconds=9))] * 2
    clock.wait(15)
    tick(table, clock())
    with table.look() as look:
        record = record_of(look.connection, "first")
    sealed = [one["hash"] for one in record["steps"][1]["orders"].values()]
    assert [one.rpartition(": ")[2] for one in told[0]["facts"]["orders"]] == sealed
    held = [one["facts"]["hash"] for one in told]
    for check in (in_python, in_javascript, in_the_judge):
        assert check(record, records=held)[0] == []


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_mail_that_tells_a_round_has_what_a_player_compares_with_the_beacons_own_record(
    table, drand, tmp_path, language
):
    clock = Clock()
    begun(table, clock)
    (notice,) = [one for one in noticed(table) if one["code"] == "mails/round-fixed"][-1:]
    with worded_in(language):
        said = worded(Saying(notice["code"], notice["facts"]))
    beacon, number = drand.beacon, notice["facts"]["round"]
    comes = datetime.fromtimestamp(beacon.genesis + (number - 1) * beacon.period, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for figure in (beacon.chain, beacon.public_key, beacon.genesis, beacon.period, number, comes):
        assert str(figure) in said
    (tmp_path / "mail.txt").write_text(said)
    (tmp_path / "info.json").write_text(json.dumps(drand.info))
    with table.look() as look:
        record = record_of(look.connection, "first")
    given = {"reports": [tmp_path / "mail.txt"], "beacons": [tmp_path / "info.json"]}
    assert verify(record, held=held_of([], [], **given)).differences == ()
    (tmp_path / "mail.txt").write_text(said.replace(comes, "2027-03-01T00:00:00Z"))
    (tmp_path / "info.json").write_text(json.dumps(drand.info | {"genesis_time": 1}))
    found = " ".join(str(one.said) for one in verify(record, held=held_of([], [], **given)).differences)
    assert "your mail says that its round comes at 2027-03-01T00:00:00Z" in found
    assert "its beacon is none of those that you looked up" in found


def test_a_game_is_dealt_by_the_clock_once_the_round_that_its_players_were_told_is_there(table, drand):
    clock = Clock()
    with pytest.raises(ClosedUntil, match="everybody is told the round of its dice"):
        begun(table, clock, beacon_notice="10m")
    assert clock.waited == []
    assert [one["code"] for one in noticed(table)][-2:] == ["mails/round-fixed"] * 2
    clock.wait(9 * 60)
    assert tick(table, clock()) == []
    clock.wait(2 * 60)
    assert [one.act for one in tick(table, clock())] == ["started"]
    assert head(table) == 0


def test_words_given_after_the_round_was_told_have_another_round(table, drand):
    clock = Clock()
    with pytest.raises(ClosedUntil):
        begun(table, clock, beacon_notice="10m")
    with table.act(clock()) as act:
        mix_in(act, "first", "amber", "tumbleweed")
    clock.wait(11 * 60)
    assert [one.act for one in tick(table, clock())] == ["awaits the beacon"]
    clock.wait(11 * 60)
    assert [one.act for one in tick(table, clock())] == ["started"]
    with table.look() as look:
        record = record_of(look.connection, "first")
    assert [act["act"] for act in record["acts"]] == ["round fixed"] * 2
    for check in (in_python, in_javascript, in_the_judge):
        assert check(record, words=[["amber", "tumbleweed"]])[0] == []


def test_a_window_that_the_clock_closes_takes_the_round_that_follows_its_deadline(table, drand):
    clock = Clock()
    begun(table, clock)
    with table.look() as look:
        record = record_of(look.connection, "first")
    due = datetime.fromisoformat(record["steps"][0]["closes"])
    clock.now = due + timedelta(seconds=3)
    tick(table, clock())
    clock.wait(15)
    tick(table, clock())
    with table.look() as look:
        record = record_of(look.connection, "first")
    assert record["steps"][1]["dice"]["beacon"]["closed"] == due.timestamp()
    assert in_the_judge(record)[0] == []


def test_a_step_made_again_with_the_same_orders_has_the_round_it_had(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    settled(table, "first", lambda act: release(act, "first"), clock, clock.wait)
    clock.wait(3600)
    table.roll_back("first", 0, clock())
    table.release("first", clock())
    with table.look() as look:
        record = record_of(look.connection, "first")
    assert record["steps"][1]["dice"] == record["undone"][0]["steps"][0]["dice"]
    assert record["steps"][1]["draws"] == record["undone"][0]["steps"][0]["draws"]
    for check in (in_python, in_javascript, in_the_judge):
        assert check(record)[0] == []


def test_another_beacon_in_the_middle_of_a_game_is_told_and_on_record_and_counts_for_rounds_to_come(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    settled(table, "first", lambda act: release(act, "first"), clock, clock.wait)
    everybody_bids(table, clock())
    # The old one dies while the window waits for it.
    drand.upto = 0
    clock.wait(60)
    tick(table, clock())
    with Drand(secret=7) as other:
        name_beacon(table.config.folder, other)
        again = Master.open(table.config.folder, entropy())
        for _ in range(3):
            clock.wait(60)
            tick(again, clock())
        assert head(again) == 2
        told = [one["facts"]["beacon"] for one in noticed(again) if one["code"] == "mails/round-fixed"]
        assert told[-2:] == [other.beacon.public_key] * 2
        assert not any(told[:-2])
        with again.look() as look:
            record, whole = record_of(look.connection, "first"), record_of(look.connection, "first", full=True)
        again.close()
    assert [act["act"] for act in record["steps"][2]["acts"]] == ["round fixed", "beacon changed", "round fixed"]
    assert verify(whole).differences == ()
    for check in (in_python, in_javascript):
        assert check(record)[0] == []


@pytest.mark.parametrize("key", ["dice", "beacon_notice", "beacon_patience", "beacon_after"])
def test_no_setting_of_the_beacon_changes_once_the_game_has_begun(table, key):
    from judge.campaign.pace import change_settings

    clock = Clock()
    begun(table, clock)
    value = {"dice": "own", "beacon_after": "chain"}.get(key, "1m")
    with pytest.raises(NotNow, match="cannot change after"), table.act(clock()) as act:
        change_settings(act, "first", {key: value})


def test_the_clock_waits_for_the_round_and_asks_again_until_it_has_come(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    drand.upto = 0
    clock.wait(60)
    (done,) = tick(table, clock())
    assert done.act == "awaits the beacon"
    clock.wait(30)
    assert tick(table, clock()) == []
    assert head(table) == 0
    with table.look() as look:
        told = look.connection.exec_driver_sql("SELECT facts FROM outbox").all()
    waits = [facts_in_words(json.loads(row[0])).get("subject", "") for row in told]
    assert sum("waits for the beacon" in one for one in waits) == 1
    drand.upto = None
    clock.wait(120)
    assert [one.act for one in tick(table, clock())] == ["closed"]
    assert head(table) == 1


def test_a_window_whose_round_was_told_has_no_later_deadline(table, drand):
    """Its players would be told of time that no letter of theirs has."""
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    clock.wait(60)
    tick(table, clock())
    for seconds in (0, 10):
        clock.wait(seconds)
        with pytest.raises(NotNow, match="everybody was told the round of its dice"):
            table.extend("first", timedelta(days=1), "the round does not please me", clock())
    clock.wait(10)
    tick(table, clock())
    assert head(table) == 1
    with table.look() as look:
        assert len([act for act in record_of(look.connection, "first")["acts"] if act["act"] == "round fixed"]) == 2


def test_orders_that_change_while_the_round_is_awaited_get_another_round(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    clock.wait(60)
    tick(table, clock())
    with table.look() as look:
        first = json.loads(load_game(look.connection, "first").row["beacon"])
    table.enter("first", "amber", "bid 9", clock())
    clock.wait(15)
    tick(table, clock())
    with table.look() as look:
        second = json.loads(load_game(look.connection, "first").row["beacon"])
    assert second["round"] > first["round"]
    assert head(table) == 0
    clock.wait(15)
    tick(table, clock())
    assert head(table) == 1


def test_after_its_patience_a_game_goes_on_without_only_where_its_setting_says_so(table, drand):
    clock = Clock()
    begun(table, clock, beacon_patience="2h", beacon_after="chain")
    everybody_bids(table, clock())
    drand.upto = 0
    clock.wait(60)
    tick(table, clock())
    clock.wait(3600)
    tick(table, clock())
    assert head(table) == 0
    clock.wait(2 * 3600)
    tick(table, clock())
    assert head(table) == 1
    with table.look() as look:
        record = record_of(look.connection, "first")
    assert record["steps"][1]["dice"]["beacon"]["missing"] is True
    assert in_python(record)[0] == []
    record["beacon"]["else"] = "wait"
    assert "step 1: it was drawn without the beacon" in in_python(record)[0]


def test_a_preview_shows_dice_of_its_own_and_a_release_is_held_against_the_orders(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    seen = table.preview("first", clock())
    assert head(table) == 0
    table.enter("first", "amber", "bid 2", clock())
    assert table.preview("first", clock()).hash != seen.hash
    table.enter("first", "amber", "bid 3", clock())
    live = settled(table, "first", lambda act: release(act, "first", seen.hash), clock, clock.wait)
    assert live.head == 1


def test_it_needs_a_beacon_that_is_named(table, tmp_path):
    clock = Clock()
    begun(table, clock)
    other = Master.open(make_folder(tmp_path / "other"), entropy("other"))
    with pytest.raises(Exception, match="needs `beacon:`"):
        begun(other, clock)
    other.close()


def test_without_the_round_nothing_is_stored(table):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    with pytest.raises(AwaitsBeacon), table.act(clock()) as act:
        release(act, "first")
    assert head(table) == 0


def test_the_doctor_says_whether_the_signature_of_a_round_is_checked(table, monkeypatch):
    assert {one.state for one in examine(table, START) if one.what == "beacon"} == {"ok"}
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    (told,) = [one for one in examine(table, START) if one.what == "beacon"]
    assert told.state == "note"
    assert "pip install 'the-judge[beacon]'" in str(told.said)


def test_a_round_that_the_beacons_key_did_not_sign_is_found(table, drand):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    settled(table, "first", lambda act: release(act, "first"), clock, clock.wait)
    with table.look() as look:
        record = record_of(look.connection, "first")
    beat = record["steps"][1]["dice"]["beacon"]
    other = Drand(secret=7)
    forged = other.round(beat["round"])
    other.server.server_close()
    beat |= {key: forged[key] for key in ("signature", "randomness")}
    assert "the beacon's key did not sign this round" in [str(one.said) for one in verify(record).differences]


def test_a_beacon_without_a_key_is_found(table):
    begun(table, Clock())
    with table.look() as look:
        record = record_of(look.connection, "first")
    record["beacon"]["public_key"] = None
    said = " ".join(str(one.said) for one in verify(record).differences)
    assert "its beacon has no key, so that anybody could have made its rounds" in said


def test_a_beacon_that_chains_its_rounds_is_kept_with_the_signature_before(tmp_path):
    with Drand(scheme=DEFAULT) as drand:
        folder = make_folder(tmp_path / "club")
        name_beacon(folder, drand)
        campaign = Master.open(folder, entropy())
        clock = Clock()
        begun(campaign, clock)
        with campaign.look() as look:
            record = record_of(look.connection, "first", full=True)
        assert record["steps"][0]["dice"]["beacon"]["previous"]
        assert verify(record).differences == ()
        for previous in ("ab" * 32, None):
            record["steps"][0]["dice"]["beacon"]["previous"] = previous
            said = [str(one.said) for one in verify(record).differences]
            assert "the beacon's key did not sign this round" in said
        campaign.close()


def test_a_game_with_a_beacon_is_carried_elsewhere_with_its_rounds(table):
    clock = Clock()
    begun(table, clock)
    everybody_bids(table, clock())
    settled(table, "first", lambda act: release(act, "first"), clock, clock.wait)
    with table.look() as look:
        whole = record_of(look.connection, "first", full=True)
    with table.store.begin() as connection:
        import_record(connection, whole, "second")
    with table.look() as look:
        again = record_of(look.connection, "second", full=True)
    assert [step["dice"] for step in again["steps"]] == [step["dice"] for step in whole["steps"]]
    assert verify(again).differences == ()
