"""Vacant seats are offered to those who stand by, in turn and for a time; what people can be counted on for is kept."""

import re
from datetime import timedelta

import pytest

from judge.campaign import reliability
from judge.campaign.clock import tick
from judge.store import club
from judge.store import people as persons
from judge.store.facts import recall_under
from tests.serve.table import Table, text_of
from tests.serve.test_club_door import ask, word_in
from tests.serve.test_start_and_sitters import players, substitute


def stand_by(table, *names):
    for name in names:
        table.write(f"{name}@new.example", "Hi,\nSTANDBY\nBest wishes", subject="hello")
        table.pass_time(minutes=1)


def look(table, **later):
    table.pass_time(**later)
    return [str(one.said) for one in tick(table.campaign, table.now, outage=timedelta(days=9)) if one.act == "offered"]


def offered(table):
    """To whom the seat was offered so far."""
    return [row.recipient.partition("@")[0] for row in table.out("token") if row.facts.get("told") == "offer"]


def newest_offer(table):
    return " ".join(
        [table.written(row).text for row in table.out("token") if row.facts.get("told") == "offer"][-1].split()
    )


def counts(table, address):
    with table.campaign.look() as look:
        return reliability.counts_of(look, persons.of_address(look.connection, address))


def test_a_seat_that_was_resigned_goes_down_the_row_until_somebody_takes_it(table):
    stand_by(table, "ann", "bob", "cleo")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    assert offered(table) == ["ann"]
    assert "Blue of g1" in newest_offer(table)
    assert "has resigned" in newest_offer(table)
    assert look(table, hours=23) == []
    assert look(table, hours=2) == ["blue is offered to bob"]
    assert "goes to somebody else" in table.out("notice")[-1].facts.get("subject", "") or any(
        row.facts.get("told") == "lapsed" and row.recipient == "ann@new.example" for row in table.out("notice")
    )
    ask(table, "bob@new.example", "DECLINE\n\nSorry, no time!")
    look(table, minutes=1)
    assert offered(table) == ["ann", "bob", "cleo"]
    assert "is yours" in ask(table, "cleo@new.example", f"CONFIRM {word_in(newest_offer(table))}\n\nGlad to help!")
    assert players(table)["blue"] == "cleo@new.example"
    assert table.write("cleo@new.example", "bid 3").facts["verdict"] == "OK"
    assert look(table, days=1) == []
    assert any("cleo@new.example has taken over Blue" in row.facts.get("text", "") for row in table.out("gm"))


def test_an_offer_that_lapsed_opens_nothing(table):
    stand_by(table, "ann", "bob")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    word = word_in(newest_offer(table))
    look(table, hours=25)
    assert "nothing to confirm" in ask(table, "ann@new.example", f"CONFIRM {word}")
    assert players(table)["blue"] == "blue@mail.example"


def test_an_offer_is_worth_nothing_from_another_address(table):
    stand_by(table, "ann")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    assert "nothing to confirm" in ask(table, "bob@new.example", f"CONFIRM {word_in(newest_offer(table))}")


def test_the_game_master_is_told_once_when_nobody_is_left(table):
    table.write("blue", "RESIGN")
    for _ in range(3):
        look(table, minutes=1)
    told = [row for row in table.out("gm") if row.facts.get("told") == "nobody-left"]
    assert len(told) == 1
    assert "nobody stands by" in table.written(told[0]).text
    # Whoever comes later is asked all the same.
    stand_by(table, "ann")
    look(table, minutes=1)
    assert offered(table) == ["ann"]


def test_one_who_stood_by_is_not_called_all_of_them(table):
    stand_by(table, "ann")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    ask(table, "ann@new.example", "DECLINE")
    look(table, minutes=1)
    (told,) = [row for row in table.out("gm") if row.facts.get("told") == "nobody-left"]
    assert "the only one who stood by was asked" in " ".join(table.written(told).text.split())


@pytest.mark.parametrize(("vacant", "waits"), [("fill", False), ("wait", True)])
def test_while_a_seat_is_offered_the_game_waits_as_its_settings_say(make_table, vacant, waits):
    table = make_table(settings={"vacant": vacant}).start()
    stand_by(table, "ann")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    assert offered(table) == ["ann"]
    assert ("Blue" in ask(table, "amber", "STATUS").partition("waiting for")[2]) is waits


def test_who_is_forgotten_stands_by_no_more_and_nothing_is_kept_of_how_they_play(table):
    stand_by(table, "ann")
    silent_turns(table, 1)
    assert counts(table, "blue@mail.example").missed == 1
    with table.campaign.look() as seen:
        blue = persons.of_address(seen.connection, "blue@mail.example")
    for address in ("ann@new.example", "blue@mail.example"):
        table.campaign.forget(address, table.now)
    with table.campaign.look() as seen:
        assert not club.standing_by(seen.connection)
        assert reliability.counts_of(seen, blue) == reliability.Counts()
    look(table, minutes=1)
    assert offered(table) == []


def silent_turns(table, count):
    """Windows in which nothing comes from Blue; whether the clock closed each."""
    for _ in range(count):
        # A letter that crosses the closing of a window is asked about.
        table.pass_time(hours=12)
        for seat in ("amber", "copper"):
            table.write(seat, "bid 1")
        closed = [one.act for one in tick(table.campaign, table.now, outage=timedelta(days=9))]
        for hours in (61, 7):
            table.pass_time(hours=hours)
            closed += [one.act for one in tick(table.campaign, table.now, outage=timedelta(days=9))]
        assert "closed" in closed


def test_two_missed_turns_make_a_seat_vacant_and_a_letter_brings_it_back(table):
    stand_by(table, "ann")
    silent_turns(table, 1)
    assert offered(table) == []
    silent_turns(table, 1)
    look(table, minutes=1)
    assert offered(table) == ["ann"]
    word = word_in(newest_offer(table))
    assert "its player has sent nothing" in " ".join(newest_offer(table).split())
    table.pass_time(hours=12)
    assert table.write("blue", "bid 2").facts["verdict"] == "OK"
    assert look(table, minutes=1) == ["blue is not vacant any more"]
    (told,) = [row for row in table.out("notice") if row.recipient == "ann@new.example"]
    assert "Blue has its player again" in table.written(told).subject
    assert "nothing to confirm" in ask(table, "ann@new.example", f"CONFIRM {word}")
    assert counts(table, "blue@mail.example") == reliability.Counts(missed=2)
    assert counts(table, "amber@mail.example") == reliability.Counts(met=2)


def test_a_seat_that_was_offered_and_is_not_vacant_after_a_rollback_is_taken_by_nobody(table):
    stand_by(table, "ann")
    silent_turns(table, 2)
    look(table, minutes=1)
    word = word_in(newest_offer(table))
    table.campaign.roll_back("g1", 1, table.now)
    assert "was not carried out" in ask(table, "ann@new.example", f"CONFIRM {word}")
    assert players(table)["blue"] == "blue@mail.example"


def test_a_no_over_an_offer_declines_it(table):
    stand_by(table, "ann", "bob")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    quoted = "\n".join(f"> {line}" for line in newest_offer(table).splitlines())
    assert "goes to the next person" in ask(table, "ann@new.example", f"No thanks\n\n{quoted}")
    look(table, minutes=1)
    assert offered(table) == ["ann", "bob"]


def test_nobody_declines_an_offer_or_leaves_the_list_for_another(table):
    stand_by(table, "ann", "bob")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    with_own_token = f"TOKEN {table.tokens['amber']}\nDECLINE"
    assert "nothing in your letter proves" in ask(table, "ann@new.example", "DECLINE", proven=False)
    # Beside Amber's token it is Amber who declines.
    assert "nothing on offer to you" in ask(table, "ann@new.example", with_own_token, proven=False)
    # The server that received these found them forged.
    failed = b"Authentication-Results: mx.judge.localhost; dmarc=fail header.from=new.example\r\n"
    for words in ("DECLINE", "STANDBY OFF"):
        answer = table.arrive(failed + table.mail("ann@new.example", words, proven=False))
        assert "does not come from its sender" in text_of(table, answer), words
    look(table, minutes=1)
    assert offered(table) == ["ann"]
    word = word_in(newest_offer(table))
    assert "goes to the next person" in ask(table, "ann@new.example", f"DECLINE {word}", proven=False)


def test_a_window_that_is_taken_back_counts_no_more(table):
    silent_turns(table, 2)
    assert counts(table, "blue@mail.example").missed == 2
    table.campaign.roll_back("g1", 1, table.now)
    assert counts(table, "blue@mail.example").missed == 1
    table.campaign.roll_forward("g1", table.now)
    assert counts(table, "blue@mail.example").missed == 2


def test_what_comes_in_the_grace_is_late(table):
    for seat in ("amber", "copper"):
        table.write(seat, "bid 1")
    table.pass_time(hours=74)
    table.write("blue", "bid 1")
    table.pass_time(hours=7)
    tick(table.campaign, table.now, outage=timedelta(days=9))
    assert counts(table, "blue@mail.example") == reliability.Counts(late=1)
    assert counts(table, "amber@mail.example") == reliability.Counts(met=1)


def test_substitutes_of_the_game_are_asked_first_and_players_of_it_never(table):
    stand_by(table, "ann")
    table.write("amber", "STANDBY", subject="hello")
    substitute(table, "sub@new.example")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    look(table, hours=25)
    look(table, hours=25)
    assert offered(table) == ["sub", "ann"]


# --- records ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def two(make_table, tmp_path):
    """A judge whose records count at another one's."""
    pytest.importorskip("cryptography")
    one = make_table().start()
    silent_turns(one, 2)
    text = one.written(one.write("blue", "my reputation, please")).text
    record = re.search(r"RECORD.*END RECORD", text, re.S)[0]
    from judge.campaign.reputation import own_key

    with one.campaign.act(one.now) as act:
        key = own_key(act)
    config = one.campaign.config.folder / "campaign.yaml"
    return one, record, key, config


@pytest.fixture
def make_other(tmp_path):
    """Another judge, with a store of its own."""
    made = []

    def make(more):
        made.append(Table(tmp_path / "elsewhere", more=more, campaign="elsewhere").start())
        return made[-1]

    yield make
    for table in made:
        table.close()


def test_a_record_is_told_to_its_player_alone(two):
    one, _, _, _ = two
    said = ask(one, "blue", "REPUTATION")
    assert "2 windows asked for your orders: 0 met, 0 late, 2 missed" in said
    assert "newcomer" in said


def test_a_record_holds_as_it_was_signed_and_no_other(two):
    from judge.campaign.live import NotNow
    from judge.campaign.reputation import read_record

    _, record, key, _ = two
    lines = record.splitlines()[1:-1]
    assert read_record(lines, {"club": key}).counts == reliability.Counts(missed=2)
    with pytest.raises(NotNow, match="not as club signed it"):
        read_record([line.replace("missed 2", "missed 0") for line in lines], {"club": key})
    with pytest.raises(NotNow, match="does not know the key"):
        read_record(lines, {"other": key})
    with pytest.raises(NotNow, match="every line of it"):
        read_record(lines[:-1][1:], {"club": key})


def test_a_record_is_carried_by_mail_to_another_judge_and_checked_there(two, make_other):
    one, _, key, _ = two
    answer = one.written(one.write("blue", "REPUTATION")).text
    record = re.search(r"RECORD.*END RECORD", answer, re.S)[0]
    other = make_other(f"club: {{trust: {{club: {key}}}}}\n")
    other.now = one.now
    said = ask(other, "blue@mail.example", f"Hello,\n\n{record}\n\nBest wishes\nBlue")
    assert "is valid and counts here: 2 windows asked, 0 met, 0 late, 2 missed" in said
    assert "2 windows" in ask(other, "blue@mail.example", "REPUTATION")
    assert "counts here" not in ask(other, "ann@new.example", record), "a record serves its own player alone"
    forged = record.replace("missed 2", "missed 0")
    assert "not as club signed it" in ask(other, "blue@mail.example", forged)


def test_a_record_of_a_judge_nobody_trusts_counts_for_nothing(two, make_other):
    _, record, _, _ = two
    assert "does not know the key" in ask(make_other(""), "blue@mail.example", record)


def leave_amber(table, how):
    """Amber's player gives the seat up, and the game master gives it to somebody else."""
    if how == "resigns":
        table.write("amber", "RESIGN")
    table.campaign.replace("g1", "amber", "New <new@x.example>", table.now)
    table.write("blue", "RESIGN")


@pytest.mark.parametrize("how", ["resigns", "is replaced"])
def test_who_has_left_a_seat_takes_over_no_other_of_the_game(make_table, how):
    table = make_table(settings={"sign_up": "open"}).start()
    table.write("amber", "STANDBY")
    leave_amber(table, how)
    look(table, minutes=1)
    assert offered(table) == []
    said = ask(table, "amber@mail.example", "TAKEOVER g1")
    assert "amber@mail.example has held Amber of g1, and knows its secrets" in said
    assert "CONFIRM" not in said
    # Somebody who has held none is offered it, and the game master seats whom they like.
    stand_by(table, "ann")
    look(table, minutes=1)
    assert offered(table) == ["ann"]
    table.campaign.replace("g1", "blue", "amber@mail.example", table.now)
    assert players(table)["blue"] == "amber@mail.example"


def test_an_offer_from_before_is_not_taken_by_who_has_held_another_seat_since(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    stand_by(table, "ann")
    table.write("blue", "RESIGN")
    look(table, minutes=1)
    word = word_in(newest_offer(table))
    table.campaign.replace("g1", "amber", "ann@new.example", table.now)
    table.campaign.replace("g1", "amber", "New <new@x.example>", table.now)
    assert "has held Amber of g1" in ask(table, "ann@new.example", f"CONFIRM {word}")
    assert players(table)["blue"] == "blue@mail.example"


def test_where_a_person_may_have_several_seats_they_take_another_over_after_the_first(make_table):
    table = make_table(settings={"sign_up": "open", "several_seats": True}).start()
    leave_amber(table, "resigns")
    assert "to take over Blue of g1" in ask(table, "amber@mail.example", "TAKEOVER g1")


def test_who_has_left_a_seat_may_have_it_back(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    leave_amber(table, "resigns")
    table.pass_time(minutes=1)
    table.write("new@x.example", "RESIGN")
    assert "to take over Amber of g1" in ask(table, "amber@mail.example", "TAKEOVER g1 amber")


def test_who_sat_for_a_seat_takes_over_no_other_of_the_game_and_sits_for_none(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    days = "from 2027-03-01 to 2027-03-05"
    table.write("amber", f"SITTER ann@sit.example {days}")
    assert "at this table already" in ask(table, "copper", f"SITTER ann@sit.example {days}")
    table.write("blue", f"SITTER sam@sit.example {days}")
    table.write("blue", "SITTER OFF")
    assert "sam@sit.example has held Blue of g1 or sat there" in ask(table, "copper", f"SITTER sam@sit.example {days}")
    # Whose days never came has seen nothing.
    table.write("blue", "SITTER tom@sit.example from 2027-03-03 to 2027-03-05")
    table.write("blue", "SITTER OFF")
    table.write("amber", "RESIGN")
    assert "and knows its secrets" in ask(table, "sam@sit.example", "TAKEOVER g1")
    assert "to take over Amber of g1" in ask(table, "tom@sit.example", "TAKEOVER g1")


@pytest.mark.parametrize("by_offer", [True, False], ids=["offered", "asked for"])
def test_who_is_named_as_a_sitter_before_they_say_the_word_takes_over_no_other_seat(make_table, by_offer):
    """Ann may have the seat of Blue; before she says so, Amber names her as a sitter."""
    table = make_table(settings={"sign_up": "open"}).start()
    if by_offer:
        table.write("ann@sit.example", "STANDBY")
    table.write("blue", "RESIGN")
    if by_offer:
        look(table, hours=1)
        said = next(text_of(table, row) for row in table.out("token") if row.recipient == "ann@sit.example")
    else:
        said = ask(table, "ann@sit.example", "TAKEOVER g1 blue")
    table.write("amber", "SITTER ann@sit.example from 2027-03-01 to 2027-03-05")
    assert "was not carried out" in ask(table, "ann@sit.example", "CONFIRM " + said.partition("CONFIRM ")[2].split()[0])
    assert [one.seat for one in table.campaign.sittings("g1") if "ann@sit.example" in one.addresses] == ["amber"]


def test_who_was_forgotten_takes_over_no_other_seat_of_a_game_that_goes_on(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    table.campaign.forget("amber@mail.example", table.now)
    table.write("blue", "RESIGN")
    said = ask(table, "amber@mail.example", "TAKEOVER g1 blue")
    assert "has held Amber of g1, and knows its secrets" in said
    with table.campaign.store.read() as connection:
        assert "amber@mail" not in repr(recall_under(connection, ""))
        assert recall_under(connection, "former:")
    # With the game goes what was kept.
    table.campaign.end("g1", ["copper"], "agreed-on", table.now)
    with table.campaign.store.read() as connection:
        assert recall_under(connection, "former:") == {}


def test_leaving_a_seat_without_giving_it_up_is_no_matter_of_reliability(table):
    table.campaign.replace("g1", "amber", "New <new@x.example>", table.now)
    assert counts(table, "amber@mail.example") == reliability.Counts()
