"""Games by mail from before they begin: who is there, substitutes, house rules, votes for more time, sitters."""

import pytest

from judge import variants
from judge.campaign import chance, confirming, correcting, filling, opponents
from judge.campaign.live import NotNow
from judge.store import docket, mails, notices
from tests.serve.table import ask, look, text_of


@pytest.fixture
def form(make_table):
    """A game that has not begun."""

    def made(**words):
        settings = {"confirm": "2d", **words.pop("settings", {})}
        return make_table(settings=settings, **words)

    yield made
    variants.GAMES.pop("lanterns", None)


def substitute(table, address):
    with table.campaign.act(table.now) as act:
        confirming.substitute(act, table.name, address)


def players(table):
    return {one.seat: one.addresses[0] for one in table.campaign.sittings(table.name) if one.role == "player"}


def test_a_game_begins_when_all_have_said_that_they_are_there(form):
    table = form()
    table.campaign.start("g1", table.now)
    asked = [row for row in table.out("token") if "Are you there?" in row.facts.get("subject", "")]
    assert sorted(row.recipient for row in asked) == [f"{seat}@mail.example" for seat in table.seats]
    assert "with a line HERE by Wednesday 3 March 2027, 09:00" in text_of(table, asked[0])
    # Everybody is asked for a word, with the commitments in hand.
    with table.campaign.look() as seen:
        promised = chance.promised(seen.connection, table.live().id)
    assert all(one in text_of(table, row) for row in asked for one in ("WORD tumbleweed", *promised))
    table.write("amber", "HERE\nWORD sagebrush")
    assert table.live().words == {"amber": "sagebrush"}
    assert "begins when everybody has" in ask(table, "blue", "Yes, I am here!")
    assert look(table, hours=1) == []
    assert table.live().step is None
    table.write("copper", "here\n\n-- \nCopper")
    assert look(table, minutes=1) == ["started"]
    assert table.live().window.title == "Round 1, bids"
    assert {row.recipient.partition("@")[0] for row in table.out("report")} >= set(table.seats)


def test_nobody_is_there_by_a_letter_that_anybody_can_write(form):
    """A game begins when all are there: one that is not would hold it up."""
    table = form()
    table.campaign.start("g1", table.now)
    for seat in table.seats:
        table.write(seat, "HERE", proven=seat != "amber")
    assert look(table, hours=1) == []
    asked = table.out("receipt")[0]
    assert asked.recipient == "amber@mail.example"
    word = text_of(table, asked).split("CONFIRM ")[1].split()[0]
    assert "begins when everybody has" in ask(table, "amber", f"CONFIRM {word}", proven=False)
    assert look(table, minutes=1) == ["started"]


def test_a_substitute_who_is_there_takes_the_place_of_who_is_not(form):
    table = form()
    for address in ("cold@sub.example", "warm@sub.example"):
        substitute(table, address)
    table.campaign.start("g1", table.now)
    for sender in ("amber", "copper", "warm@sub.example"):
        table.write(sender, "HERE")
    look(table, days=1)
    assert look(table, days=1) == ["started"]
    assert players(table) == {
        "amber": "amber@mail.example", "blue": "warm@sub.example", "copper": "copper@mail.example"
    }  # fmt: skip
    # Who lost the place hears of it, and the old token is worth nothing.
    assert any(row.recipient == "blue@mail.example" and "went to somebody else" in row.facts.get("subject", "")
               for row in table.out("notice"))  # fmt: skip
    answer = table.write("stranger@else.example", f"TOKEN {table.tokens['blue']}\nbid 1")
    assert answer is None or answer.facts["verdict"] == "NOT READ"
    assert table.write("warm@sub.example", "bid 1").facts["verdict"] == "OK"


def test_without_a_substitute_the_game_master_is_told_and_a_late_word_still_begins_the_game(form):
    table = form()
    table.campaign.start("g1", table.now)
    for seat in ("amber", "copper"):
        table.write(seat, "HERE")
    assert look(table, days=2) == ["held"]
    assert "blue did not say HERE" in table.out("gm")[-1].facts["text"]
    assert look(table, days=1) == []
    table.write("blue", "HERE")
    assert look(table, minutes=1) == ["started"]


def test_the_game_master_begins_without_waiting(form):
    table = form()
    table.campaign.start("g1", table.now)
    with pytest.raises(Exception, match="waits for amber, blue and copper to say HERE"):
        table.campaign.start("g1", table.now)
    assert table.campaign.start("g1", table.now, now=True).window.title == "Round 1, bids"


def test_house_rules_stand_in_the_first_report_and_in_status(make_table):
    table = make_table(game="range-war", seats=8, options={"last_year": "1875"}).start()
    first = table.out("report")[0]
    assert "last_year = 1875" in table.written(first).text
    assert "House rules" in table.written(first).text
    said = ask(table, "lazy-s", "STATUS")
    assert "house rule: last_year = 1875" in said
    assert "attended" not in said


def test_a_game_as_its_rules_have_it_has_no_house_rules(make_table):
    table = make_table(game="range-war", seats=8).start()
    assert "House rules" not in table.written(table.out("report")[0]).text


# --- votes for more time ----------------------------------------------------------------------------------------------


def test_more_than_half_of_the_players_put_a_deadline_off_once(table):
    due = table.live().row["deadline"]
    assert "1 of 3 players want more time" in ask(table, "amber", "VOTE EXTEND")
    assert table.live().row["deadline"] == due
    assert "put the deadline off to Friday 5 March 2027, 09:00" in ask(table, "blue", "I vote to extend the deadline")
    later = table.live().row["deadline"]
    assert later > due
    assert "that is allowed once" in ask(table, "copper", "VOTE EXTEND")
    assert table.live().row["deadline"] == later


def test_a_vote_for_more_time_leaves_a_vote_for_a_draw_alone(table):
    table.write("amber", "VOTE DRAW")
    table.write("amber", "VOTE EXTEND")
    table.write("blue", "VOTE DRAW")
    assert "the game is over" in ask(table, "copper", "VOTE DRAW")


def test_a_vote_that_proves_nothing_counts_for_nothing(table):
    table.write("amber", "VOTE EXTEND")
    assert "not done yet" in ask(table, "blue", "VOTE EXTEND", proven=False)
    assert table.live().row["deadline"].startswith("2027-03-04T09:00")


# --- sitters ----------------------------------------------------------------------------------------------------------

DAYS = "from 2027-03-02 to 2027-03-05"


def test_a_sitter_plays_on_their_days_and_on_no_other(table):
    assert "is your sitter" in ask(table, "blue", f"SITTER sam@sit.example {DAYS}")
    invited = [row for row in table.out("token") if row.recipient == "sam@sit.example"]
    assert "Will you sit for Blue" in invited[0].facts.get("subject", "")
    assert any("sam@sit.example is the sitter of Blue" in row.facts["text"] for row in table.out("gm"))
    # The day before.
    assert table.write("sam@sit.example", "bid 3").facts["verdict"] == "NOT READ"
    table.pass_time(days=1)
    assert table.write("sam@sit.example", "bid 3").facts["verdict"] == "OK"
    assert table.orders("blue") == ("bid 3",)
    # The player's own letters count as ever.
    table.write("blue", "bid 2")
    assert table.orders("blue") == ("bid 2",)
    # Reports and reminders come to both.
    for seat in ("amber", "copper"):
        table.write(seat, "bid 1")
    assert look(table) == ["closed"]
    to_sam = [row for row in table.out("report") if row.recipient == "sam@sit.example"]
    assert to_sam[-1].facts["seat"] == "blue"
    assert "ORDERS g1 blue" in table.written(to_sam[-1]).text
    assert "Blue has a sitter from 2027-03-02 to 2027-03-05" in " ".join(table.written(to_sam[-1]).text.split())
    # The day after, neither the address nor what the sitter's mails carried opens the seat.
    reply = table.written(to_sam[-1]).reply_to
    table.pass_time(days=4)
    assert table.write("sam@sit.example", "bid 1", to=reply).facts["verdict"] == "NOT READ"
    assert table.orders("blue") == ()


def test_a_sitter_cannot_resign_vote_or_pass_the_seat_on(table):
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    for words in ("RESIGN", "VOTE DRAW", "VOTE EXTEND", "SITTER tom@sit.example " + DAYS, "SET NAME Sam", "DIARY READ",
                  "ABSENT from 2027-03-02 to 2027-03-04"):  # fmt: skip
        assert "only the player of Blue" in ask(table, "sam@sit.example", words), words
    assert "ORDERS g1 blue" in table.written(table.out("report")[-1]).text
    assert players(table)["blue"] == "blue@mail.example"


def test_a_sitter_leaves_no_standing_orders_for_the_time_after_their_days(table):
    table.write("blue", "STANDING bids: bid 1\nSITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    assert "only the player of Blue" in ask(table, "sam@sit.example", "STANDING bids: bid 4")
    assert "only the player of Blue" in ask(table, "sam@sit.example", "STANDING bids")
    with table.campaign.store.read() as connection:
        assert [row.text for row in docket.kept(connection, table.live().id, "blue")] == ["bid 1"]


def test_what_a_sitter_sends_ahead_counts_on_their_days_alone(table):
    """One text is for a window on the last of their days, one for the window after it."""
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-03")
    table.write("sam@sit.example", "PHASE Round 2, bids\nbid 4")
    table.write("sam@sit.example", "PHASE Round 3, bids\nbid 3")
    assert "Round 3 bids, if your sitter’s days last until then: “bid 3”" in ask(table, "blue", "ORDERS")
    for seat in table.seats:
        table.write(seat, "bid 1")
    assert look(table) == ["closed"]
    assert table.orders("blue") == ("bid 4",)
    table.pass_time(days=3)
    for seat in ("amber", "copper"):
        table.write(seat, "bid 1")
    assert look(table) == ["closed"]
    assert table.orders("blue") == ()
    (report,) = [row for row in table.out("report") if row.recipient == "blue@mail.example"][-1:]
    told = table.written(report).text.replace("\n| ", " ")
    assert "Orders sent ahead do not count any more: bid 3." in told


def test_what_a_sitter_sent_ahead_goes_with_them(table):
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-30\nPHASE Round 3, bids\nbid 2")
    table.write("sam@sit.example", "PHASE Round 2, bids\nbid 4")
    table.write("blue", "SITTER OFF")
    with table.campaign.store.read() as connection:
        assert [row.text for row in docket.kept(connection, table.live().id, "blue")] == ["bid 2"]


def test_a_sitter_is_no_player_by_writing_their_address(table):
    """Sam answers their own report, with Blue's address in From."""
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    (report,) = [row for row in table.out("report") if row.recipient == "sam@sit.example"][-1:]
    own = {"to": table.written(report).reply_to, "proven": False}
    for words in ("RESIGN", "VOTE DRAW", "SET NAME Sam"):
        assert "nothing proves which of you wrote it" in ask(table, "blue", words, **own), words
        assert "only the player of Blue" in ask(table, "sam@sit.example", words, **own), words
    assert table.write("sam@sit.example", "bid 4", **own).facts["verdict"] == "OK"
    assert "You have resigned" in ask(table, "blue", "RESIGN")


def test_a_sitters_word_counts_on_their_days_alone(table):
    """Press that Sam asked for without proof, on their last day."""
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-01")
    words = [
        ask(table, "sam@sit.example", f"PRESS TO amber\n{said}\nEND PRESS", proven=False).partition("CONFIRM ")[2][:17]
        for said in ("I give in", "so be it")
    ]
    assert "Press sent to Amber" in ask(table, "sam@sit.example", f"CONFIRM {words[0]}")
    table.pass_time(days=1)
    assert "was not carried out" in ask(table, "sam@sit.example", f"CONFIRM {words[1]}")
    assert [row.facts["text"] for row in table.out("press")] == ["I give in"]


def test_naming_sitters_mails_no_crowd_of_strangers(table):
    def asked(*names):
        letter = "".join(f"SITTER {name}@sit.example {DAYS}\n" for name in names)
        return text_of(table, table.write("blue", letter))

    def mailed():
        return [row.recipient.partition("@")[0] for row in table.out("token") if row.recipient.endswith("sit.example")]

    said = asked(*(f"stranger{number}" for number in range(20)))
    assert said.count("a letter may say SITTER once") == 19
    assert mailed() == ["stranger0"]
    asked("stranger0")
    assert "I have asked stranger0@sit.example twice today" in asked("stranger0")
    asked("sam")
    assert "a seat names 3 sitters a day at most" in asked("tom")
    assert mailed() == ["stranger0", "stranger0", "sam"]
    table.pass_time(days=1, hours=1)
    asked("tom")
    assert mailed()[-1] == "tom"


def test_a_sitter_needs_proof_and_a_seat_that_is_free_of_the_table(table):
    assert "not done yet" in ask(table, "blue", f"SITTER sam@sit.example {DAYS}", proven=False)
    assert not [one for one in table.campaign.sittings("g1") if one.role == "sitter"]
    assert "at this table already" in ask(table, "blue", f"SITTER amber@mail.example {DAYS}")
    assert "SITTER bob@example.org from" in ask(table, "blue", "SITTER sam@sit.example while I am away")


def test_a_sitter_goes_with_a_word_and_with_the_player(table):
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    assert "You have no sitter any more" in ask(table, "blue", "SITTER OFF")
    assert table.write("sam@sit.example", "bid 3").facts["verdict"] == "NOT READ"
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    table.campaign.replace("g1", "blue", "new@mail.example", table.now)
    assert table.write("sam@sit.example", "bid 3").facts["verdict"] == "NOT READ"


def states_of_reports(table, address):
    return {row["state"] for row in table.rows("report") if row["recipient"] == address}


LEAVING = {
    "is replaced": lambda act: filling.replace(act, "g1", "blue", "New <new@x.example>"),
    "is taken off": lambda act: filling.unseat(act, "g1", "blue"),
    "gives way to the program": lambda act: opponents.put_at(act, "g1", "blue", "idle", instead=True),
}


@pytest.mark.parametrize("how", LEAVING)
def test_reports_kept_back_never_go_to_who_has_left_the_seat(table, how):
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    table.campaign.release("g1", table.now)
    with table.campaign.act(table.now) as act:
        mails.mark_sent(act.connection, [row["id"] for row in table.rows()], table.now)
        correcting.roll_back(act, "g1", 0, keep=True)
    table.campaign.release("g1", table.now)
    at_blue = ("blue@mail.example", "sam@sit.example")
    for who in (*at_blue, "amber@mail.example"):
        assert states_of_reports(table, who) == {"sent", "kept"}, who
    with table.campaign.act(table.now) as act:
        LEAVING[how](act)
        correcting.let_go(act, "g1")
    for who in at_blue:
        assert states_of_reports(table, who) == {"sent", "withdrawn"}, who
    assert states_of_reports(table, "amber@mail.example") == {"sent", "queued"}


def test_a_sitter_goes_with_a_player_who_is_forgotten(table):
    table.write("blue", "SITTER sam@sit.example from 2027-03-01 to 2027-03-05")
    table.campaign.forget("blue@mail.example", table.now)
    assert not [one for one in table.campaign.sittings("g1") if one.role == "sitter"]
    assert table.write("sam@sit.example", "bid 3").facts["verdict"] == "NOT READ"


@pytest.mark.parametrize("role", ["observer", "co-gm"])
def test_whoever_looks_on_or_helps_is_dismissed_by_their_address(table, role):
    """What is on its way to them stays here."""
    eve = "eve@elsewhere.example"
    table.campaign.assign("g1", f"*{role}", eve, table.now, role)
    table.campaign.release("g1", table.now)
    waiting = [row for row in table.rows("report") if row["recipient"] == eve and row["state"] == "queued"]
    assert waiting
    with table.campaign.act(table.now) as act:
        filling.unseat(act, "g1", eve)
    assert not [row for row in table.rows("report") if row["recipient"] == eve and row["state"] == "queued"]
    before = len(table.rows())
    table.campaign.release("g1", table.now)
    assert eve not in {row["recipient"] for row in table.rows()[before:]}
    with table.campaign.act(table.now) as act, pytest.raises(NotNow, match="neither looks on"):
        filling.unseat(act, "g1", eve)


@pytest.mark.parametrize("how", ["replaced", "program"])
def test_no_vote_and_no_suggestion_of_a_player_counts_for_whoever_has_the_seat_next(table, how):
    table.write("amber", "VOTE EXTEND")
    table.write("amber", "bid 2\nREDY")
    with table.campaign.look() as seen:
        offered = seen.ledger.offered(table.live().id, "amber")
    assert offered["texts"]
    with table.campaign.act(table.now) as act:
        if how == "replaced":
            filling.replace(act, "g1", "amber", "ann@elsewhere.example")
        else:
            opponents.put_at(act, "g1", "amber", "idle", instead=True)
    with table.campaign.look() as seen:
        assert not (seen.ledger.offered(table.live().id, "amber") or {}).get("texts")
        assert not notices.extend_votes(seen.connection, table.live().id, table.live().window.key)
    assert "1 of" in ask(table, "blue", "VOTE EXTEND")
