"""The game master by mail: a year of a game from a telephone, and what nobody else can make the Judge do."""

import json
import random
import re

import pytest

from judge.campaign.live import load_game
from judge.campaign.masters import RIGHTS
from judge.campaign.seating import sittings
from judge.campaign.settings import KEYS, RIGHTS_TO_SET
from judge.mail.compose import bytes_of
from judge.mail.headers import heading, message_of
from judge.serve.daemon import Daemon
from judge.store import mails, tables
from tests.serve.table import JUDGE, Table, text_of

GM = "gm@example.org"
HASH, WORD = r"RELEASE g1 (\w+)", r"CONFIRM (\w+)"
PHONE = "\n\nCheers,\nGwen\n\nSent from my iPhone\n"


class Phone:
    """A game master with a telephone: writes above the mail that is answered, which is quoted whole."""

    def __init__(self, table):
        self.table, self.last = table, None

    def says(self, text, *, answering=True, subject="Judge", **more):
        to, quoted = JUDGE, ""
        if answering and self.last is not None:
            to, subject = self.last.reply_to, f"Re: {self.last.subject}"
            quoted = "\nOn Mon, 1 Mar 2027 at 10:00, The Judge wrote:\n" + "\n".join(
                f"> {line}" for line in self.last.text.splitlines()
            )
        row = self.table.write(GM, f"Hi Judge,\n\n{text}{PHONE}{quoted}\n", subject=subject, to=to, **more)
        assert row is not None
        assert row.recipient == GM
        self.last = self.table.written(row)
        return self.last.text

    @property
    def verdict(self):
        return re.search(r"\] (\w[\w ]*?):", self.last.subject)[1]

    def found(self, pattern):
        return re.search(pattern, " ".join(self.last.text.split()))[1]


@pytest.fixture
def phone(tmp_path):
    table = Table(tmp_path / "club", game="diplomacy", seats=7, settings={"nmr": "wait"}).start()
    yield Phone(table)
    table.close()


def everything_goes(table):
    """The outbox is emptied, as the daemon would."""
    with table.campaign.store.begin() as connection:
        mails.mark_sent(connection, [row["id"] for row in table.rows() if row["state"] == "queued"], table.now)


def reports_on_their_way(table):
    waiting = {row["id"] for row in table.rows("report") if row["state"] == "queued"}
    return [one for one in table.out("report") if one.id in waiting]


def acts(table, who="gm"):
    return [one["act"] for one in table.campaign.audit(table.name) if one["actor"] == who]


def test_a_game_master_steers_a_year_from_a_telephone(phone):
    table = phone.table
    said = phone.says("Status please", answering=False)
    assert "Spring 1901, movement" in said
    assert "missing: austria, england, france, germany, italy, russia, turkey" in " ".join(said.split())

    phone.says(
        "NOTE g1: Be kind to each other.\nCould you extend the deadline of g1 by 2 days because of the holidays?"
    )
    assert phone.verdict == "OK"
    assert table.live().row["deadline"].startswith("2027-03-06T09:00")

    table.write("france", "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO")
    phone.says("ORDERS FOR italy\nA VEN - TRI\nA ROM H\nF NAP - ION\nEND ORDERS")
    assert phone.verdict == "OK"
    assert table.orders("italy") == ("A VEN - TRI", "A ROM H", "F NAP - ION")
    assert any("on your behalf" in one.facts["text"] for one in table.out("notice") if one.recipient.startswith("it"))

    said = phone.says("please preview g1, thanks!")
    assert "A MAR S A PAR - BUR: *given*" in said
    assert table.live().head == 0
    told = phone.says(f"RELEASE {phone.found(HASH)}")
    assert "Fall 1901, movement is open" in told
    assert table.live().head == 1

    # The spring was wrong: back, with the mails kept, another order, and forward.
    phone.says("Rollback g1 to 0 keep mails: Italy had written to me")
    assert phone.verdict == "WARNINGS"
    assert table.live().head == 1
    everything_goes(table)
    phone.says(f"Confirm {phone.found(WORD)}")
    assert table.live().head == 0
    phone.says("ORDERS FOR italy\nA VEN H\nA ROM H\nF NAP H\nEND ORDERS")
    phone.says("PREVIEW g1")
    phone.says(f"RELEASE g1 {phone.found(HASH)}")
    assert table.live().head == 1
    assert not reports_on_their_way(table)
    phone.says("Send reruns g1")
    subjects = [table.written(one).subject for one in reports_on_their_way(table)]
    assert len(subjects) == 2 * 8
    assert all(one.startswith("[club/g1] RERUN: ") for one in subjects)

    phone.says("PAUSE g1: I am on a train")
    assert str(table.live().held) == "paused: I am on a train"
    phone.says("Resume g1")
    assert table.live().row["held"] is None

    phone.says("REPLACE germany BY Bob <bob@example.net>")
    assert "germany@mail.example" in str(table.campaign.sittings("g1"))
    phone.says(f"CONFIRM {phone.found(WORD)}")
    assert "germany@mail.example" not in str(table.campaign.sittings("g1"))
    phone.says("PRESS TO germany, france\nWelcome, Germany.\n\nFrance is next door.\nEND PRESS")
    assert [one.recipient for one in table.out("press")] == ["france@mail.example", "bob@example.net"]

    for _ in range(4):
        if table.live().window.title.startswith("Spring 1902"):
            break
        phone.says("preview")
        phone.says(f"release {phone.found(HASH)} please")
        assert phone.verdict == "OK"
    assert table.live().window.title == "Spring 1902, movement"

    phone.says("END GAME g1 WON BY france, italy: agreed at dinner")
    assert table.live().row["status"] == "running"
    phone.says(f"CONFIRM {phone.found(WORD)}")
    assert table.live().row["status"] == "over"
    assert table.live().row["outcome"] == '{"winners": ["france", "italy"], "reason": "agreed at dinner"}'
    assert {
        "deadline extended", "orders on behalf", "preview", "release", "rollback", "mails let go", "paused", "resumed",
        "seat replaced", "press of the game master", "official note", "end",
    } <= set(acts(table))  # fmt: skip


def test_a_note_beside_a_rollback_comes_with_the_report_that_goes_again(first):
    """In whatever order the two stand in the letter, though the rollback waits for its second letter."""
    first.table.campaign.release("g1", first.table.now)
    for text in ("NOTE g1: My mistake.\nROLLBACK g1 TO 0: a wrong bid", "ROLLFORWARD g1\nNOTE g1: All is well."):
        everything_goes(first.table)
        first.says(text)
        if "CONFIRM" in first.last.text:
            first.says(f"CONFIRM {first.found(WORD)}")
        word = text.partition("NOTE g1: ")[2].partition("\n")[0]
        written = [first.table.written(one).text for one in reports_on_their_way(first.table)]
        assert len(written) == 4
        assert all(word in one for one in written)


@pytest.fixture
def first(table):
    return Phone(table)


def test_a_bare_address_only_looks(first):
    table = first.table
    assert "First" not in first.says("STATUS", answering=False, proven=False)
    assert first.verdict == "OK"
    first.says("PAUSE g1: a joke", answering=False, proven=False)
    assert table.live().row["held"] is None
    assert first.verdict == "WARNINGS"
    assert "pause" not in " ".join(acts(table))
    # The word went to the game master's own address: with it it is theirs.
    first.says(f"CONFIRM {first.found(WORD)}", answering=False, proven=False)
    assert str(table.live().held) == "paused: a joke"


def test_the_reply_address_of_a_mail_proves_who_writes_from_any_address(first):
    table = first.table
    first.says("STATUS g1", answering=False)
    row = table.write("holiday@hotel.example", "PAUSE g1", to=first.last.reply_to, proven=False, subject="x")
    assert str(table.live().held) == "paused"
    # The answer goes to the registered address, and a copy to the one that wrote.
    assert {one.recipient for one in table.out("receipt")[-2:]} == {GM, "holiday@hotel.example"}
    assert row is not None


def test_a_letter_that_its_server_calls_forged_does_nothing(first):
    table = first.table
    row = table.write(
        GM, "PAUSE g1", proven=False, subject="x",
        Authentication_Results="mx.judge.localhost; dmarc=fail (p=reject) header.from=example.org",
    )  # fmt: skip
    assert "does not come from its sender's address" in " ".join(table.written(row).text.split())
    assert table.live().row["held"] is None
    assert any("forged" in one.facts["subject"] for one in table.out("gm"))


@pytest.mark.parametrize("line", ["PAUSE g1", "EXTEND g1 2d", "END GAME g1: mine", "ROLLBACK 0", "NOTE g1: hello"])
def test_no_player_steers_the_game(table, line):
    row = table.write("amber", f"{line}\nbid 3")
    after = table.live()
    assert (after.row["held"], after.head, after.row["status"]) == (None, 0, "running")
    assert table.orders("amber") == ("bid 3",)
    assert table.written(row).subject.startswith("[club/g1] ERRORS")
    assert line in table.written(row).text


def test_a_word_of_another_letter_or_of_a_player_confirms_nothing(first):
    table = first.table
    first.says("END GAME g1: over", answering=False)
    word = first.found(WORD)
    table.write("amber", f"CONFIRM {word}")
    assert table.live().row["status"] == "running"
    table.pass_time(days=3)
    first.says(f"CONFIRM {word}", answering=False)
    assert first.verdict == "ERRORS"
    assert table.live().row["status"] == "running"


def test_what_was_asked_for_lapses_when_the_game_goes_on(first):
    table = first.table
    first.says("UNSEAT g1 blue", answering=False)
    word = first.found(WORD)
    table.campaign.release("g1", table.now)
    first.says(f"CONFIRM {word}", answering=False)
    assert "has gone on" in first.last.text
    assert "blue@mail.example" in str(table.campaign.sittings("g1"))


def test_a_letter_that_comes_twice_extends_once(first):
    table = first.table
    table.write(GM, "EXTEND g1 2d", number="same")
    once = table.live().row["deadline"]
    table.write(GM, "EXTEND g1 2d", number="same", X_Second="yes")
    assert table.live().row["deadline"] == once
    first.says("EXTEND g1 2d", answering=False)
    assert table.live().row["deadline"] > once


def test_each_line_that_is_not_understood_is_named(first):
    said = " ".join(first.says("RELAESE g1 abc\nEXTEND g1\nThe train is late.\nRESUME g1", answering=False).split())
    assert "“RELAESE g1 abc” was skipped" in said
    assert "“EXTEND g1” was not carried out: it was not understood: EXTEND spring 2d: the reason" in said
    assert "“The train is late.” was skipped" in said
    assert "g1 is not held" in said
    assert "Gwen" not in said
    assert first.verdict == "ERRORS"


def test_a_release_wants_the_hash_of_what_was_seen(first):
    table = first.table
    first.says("PREVIEW g1", answering=False)
    seen = first.found(HASH)
    table.write("amber", "bid 4")
    first.says(f"RELEASE g1 {seen}")
    assert (first.verdict, table.live().head) == ("ERRORS", 0)
    first.says("RELEASE g1")
    assert (first.verdict, table.live().head) == ("ERRORS", 0)


def test_a_game_master_who_plays_sees_nothing_by_mail(make_table):
    table = make_table(settings={"gm_plays": True})
    table.campaign.replace("g1", "amber", GM, table.now)
    phone = Phone(table.start())
    table.write("blue", "bid 7")
    phone.says("SEAT GM\nPREVIEW g1\nORDERS\nORDERS FOR blue\nbid 1\nEND ORDERS", answering=False)
    assert phone.verdict == "ERRORS"
    assert "bid 7" not in phone.last.text
    assert table.orders("blue") == ("bid 7",)
    # The same address without that line speaks for its seat, and both can stand in one letter.
    phone.says("bid 3\nPAUSE g1: lunch", answering=False, subject="[club/g1] x")
    assert table.orders("amber") == ("bid 3",)
    assert str(table.live().held) == "paused: lunch"


def test_addresses_from_which_mail_comes_back_are_told_to_whom_all_is_open(make_table):
    table = make_table(more="game_masters:\n  Dan <dan@example.org>: {games: [g1], may: [clock]}\n").start()
    with table.campaign.store.begin() as connection:
        connection.execute(tables.addresses.update().values(bounces=20))
    assert "blue@mail.example" in table.written(table.write(GM, "STATUS", subject="x")).text
    told = table.written(table.write("dan@example.org", "STATUS", subject="x")).text
    assert "g1" in told
    assert "mail.example" not in told


def test_others_do_what_campaign_yaml_lets_them(make_table):
    more = "game_masters:\n  Bob <bob@example.org>: {games: [g1], may: [clock]}\n  eve@example.org: {games: [g2]}\n"
    table = make_table(more=more).start()
    row = table.write("bob@example.org", "PAUSE g1: Bob says so\nUNSEAT g1 blue", subject="x")
    assert row.recipient == "bob@example.org"
    assert str(table.live().held) == "paused: Bob says so"
    assert "may not do that (assign, replace, remove)" in " ".join(table.written(row).text.split())
    assert acts(table, "gm Bob") == ["paused"]
    row = table.write("eve@example.org", "STATUS\nRESUME g1", subject="x")
    assert "g1 is not among the games of gm eve" in " ".join(table.written(row).text.split())
    assert "missing" not in table.written(row).text
    assert table.live().row["held"]


def test_a_word_does_nothing_for_a_helper_whose_right_was_taken_meanwhile(tmp_path):
    """Bob asks for a seat to be emptied; before he says the word, campaign.yaml gives him the clock alone."""
    more = "game_masters:\n  Bob <bob@example.org>: {games: [g1], may: [seats]}\n"
    first = Table(tmp_path / "club", more=more).start()
    word = re.search(WORD, text_of(first, first.write("bob@example.org", "UNSEAT g1 blue", subject="x")))[1]
    file = first.campaign.config.folder / "campaign.yaml"
    file.write_text(file.read_text().replace("may: [seats]", "may: [clock]"))
    first.campaign = first.campaign.open(file.parent)
    first.daemon.opener.close()
    first.daemon = Daemon(first.campaign, first.account, now=lambda: first.now, apart=False)
    assert "may not do that" in text_of(first, first.write("bob@example.org", f"CONFIRM {word}", subject="x"))
    assert "blue@mail.example" in str(first.campaign.sittings("g1"))
    first.close()


def test_persons_of_an_anonymous_game_are_for_who_gives_seats_and_has_none(make_table):
    """Amber is a helper as well, with all rights, and plays."""
    more = (
        "game_masters:\n  bob@example.org: {games: [g1], may: [clock]}\n"
        "  carl@example.org: {games: [g1], may: [seats]}\n  amber@mail.example: {games: [g1]}\n"
    )
    table = make_table(more=more, settings={"anonymous": True, "gm_plays": True}).start()
    for words in ("PLAYERS", "STATUS g1"):
        for who in ("bob@example.org", "amber@mail.example"):
            said = text_of(table, table.write(who, f"SEAT gm\n{words}"))
            assert "blue@mail.example" not in said, (words, who)
            assert "Blue: a player" in said or "blue: a player" in said, (words, who)
    assert "blue@mail.example" in text_of(table, table.write("carl@example.org", "PLAYERS"))


def test_a_helper_sets_what_their_right_covers_and_nothing_else(make_table):
    """Over all settings and rights: each helper asks for everything, in one letter."""
    rights = [right for right in RIGHTS if right != "look"]
    more = "game_masters:\n" + "".join(f"  {one}@example.org: {{may: [{one}]}}\n" for one in rights)
    table = make_table(more=more).start()
    for right in rights:
        before = table.live().row["settings"]
        row = table.write(f"{right}@example.org", "\n".join(f"SET g1 {key}=?" for key in KEYS), subject="x")
        refused = {
            part["line"].split()[2].partition("=")[0]
            for part in row.facts["parts"]
            if "may not do that" in str(part["text"])
        }
        assert refused == {key for key in KEYS if RIGHTS_TO_SET[key] != right}, right
        assert table.live().row["settings"] == before
    table.write("clock@example.org", "SET g1 grace=12h\nSET g1 auth=any", subject="x")
    assert json.loads(table.live().row["settings"]).items() >= {"grace": "12h"}.items()
    answer = table.write("clock@example.org", "SET g1 press_copy=all", subject="x", proven=False)
    assert "CONFIRM" not in text_of(table, answer)


def test_whatever_a_game_master_writes_is_answered(first):
    table = first.table
    words = (
        "PREVIEW RELEASE EXTEND PAUSE RESUME NOTE REPLACE ASSIGN UNSEAT ORDERS FOR END GAME ROLLBACK TO SET STATUS "
        "PRESS CONFIRM STEP BY g1 g2 amber blue 2d 0 7 abc123ff bob@x.example : = , please the grace=12h > 2027-03-04 "
        "20:30 SEAT GM KEEP MAILS IF THEN FIX ALL HELP"
    ).split()
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    for _ in range(40):
        text = "\n".join(" ".join(chance.choices(words, k=chance.randint(1, 6))) for _ in range(chance.randint(1, 4)))
        row = table.write(GM, text, subject="x", number=f"any-{chance.random()}")
        assert row is not None, (seed, text)
        assert table.letters()[-1]["state"] == "done", (seed, text)
    with table.campaign.store.read() as connection:
        assert load_game(connection, "g1").row["status"] == "running"


def test_the_end_of_a_note_that_nobody_began_is_quoted_back(first):
    answer = first.says("END NOTE\nSTATUS g1", answering=False)
    assert first.verdict != "OK"
    assert "“END NOTE”: There is nothing here that it ends." in answer


def test_what_goes_to_a_game_master_holds_their_word_and_nobody_elses_mail_does(first):
    table = first.table
    first.says("STATUS g1", answering=False)
    word = re.search(r"\+g1\.(\w+)@", first.last.reply_to)[1]
    for row in table.out():
        whole = bytes_of(table.written(row)).decode("utf-8", "replace")
        assert (word in whole) == (row.recipient == GM), row.kind
    first.says(f"PRESS TO ALL\nWrite to {word}\nEND PRESS", answering=False)
    assert table.out("press") == []
    assert heading(message_of(bytes_of(first.last)), "Reply-To")


def test_a_look_at_a_game_needs_no_second_letter(first):
    shown = first.says("Preview g1 please", answering=False)
    assert "CONFIRM" not in shown
    # The line can be copied as it stands.
    assert [line for line in shown.splitlines() if re.fullmatch(r"RELEASE g1 [0-9a-f]{12}", line.strip())]
    shown = first.says("ORDERS g1", answering=False, proven=False)
    assert "not understood" not in shown
    assert first.verdict == "OK"
    assert "(nothing yet)" in shown


@pytest.mark.parametrize("plays", [True, False])
def test_nobody_has_the_players_told_of_a_look_by_a_letter_that_anybody_can_write(make_table, plays):
    """Every report counts the looks at its dice, and says why a game master who plays looked at what is hidden."""
    table = make_table(settings={"gm_plays": plays}).start()
    answer = table.write(GM, "PREVIEW g1 OVERRIDE I am curious", subject="x", proven=False)
    assert (answer.recipient, "is not done yet" in text_of(table, answer).lower()) == (GM, False)
    assert re.search(WORD, text_of(table, answer))
    assert "looked at hidden things" not in acts(table)
    assert "preview" not in acts(table)
    table.campaign.release("g1", table.now)
    for row in table.out("report"):
        assert not re.search("looked|curious", text_of(table, row)), row.recipient


def test_a_helper_for_one_game_renames_nobody_who_plays_in_another(make_table):
    table = make_table(more="game_masters:\n  Helper <help@example.org>: {games: [g2]}\n").start()
    table.campaign.new_game("g2", "lanterns", table.now)
    table.write("help@example.org", "ASSIGN g2 blue TO Mud <amber@mail.example>", subject="x")
    table.write("help@example.org", "ASSIGN g2 amber TO Newt <newt@mail.example>", subject="x")
    with table.campaign.store.read() as connection:
        names = {one.seat: one.name for one in sittings(connection, load_game(connection, "g2").id)}
    assert names == {"blue": "amber", "amber": "Newt"}


def test_a_release_that_waits_for_its_word_tells_a_game_master_who_plays_nothing(make_table):
    table = make_table(settings={"gm_plays": True}).start()
    table.write("blue", "bid 7")
    asked = text_of(table, table.write(GM, "RELEASE g1", subject="x", proven=False))
    assert "its outcome is hidden until it is done" in asked
    assert not re.search("Round 2|No orders came|report", asked), asked
    table.write(GM, f"CONFIRM {re.search(WORD, asked)[1]}", subject="x")
    assert table.live().head == 1


def test_a_release_by_a_wrong_hash_tells_a_game_master_who_plays_nothing_of_the_orders(make_table):
    """Else guesses could be tried until one has that hash, and it would tell when somebody writes."""
    table = make_table(settings={"gm_plays": True}).start()
    told = []
    for words in ("bid 7", "bid 8", "bid 8"):
        table.write("blue", words)
        told.append(text_of(table, table.write(GM, "RELEASE g1 0000aaaa0000", subject="x")))
    assert "a release now would not be 0000aaaa0000 any more" in told[0]
    assert told == [told[0]] * 3
    assert table.live().head == 0
    # There is no preview to take a hash from: without one the window closes.
    table.write(GM, "RELEASE g1", subject="x")
    assert table.live().head == 1


@pytest.mark.parametrize("plays", [True, False])
def test_who_plays_and_ends_a_game_to_see_it_open_and_takes_that_back_is_named(make_table, plays):
    table = make_table(settings={"gm_plays": plays}).start()
    table.campaign.release("g1", table.now)
    table.campaign.end("g1", [], "by mistake", table.now)
    everything_goes(table)
    table.campaign.roll_back("g1", 1, table.now)
    told = {row.recipient: text_of(table, row) for row in reports_on_their_way(table)}
    assert len(told) == 4
    for words in told.values():
        assert ("nothing in it was hidden from its game master" in words.replace("| ", "")) == plays


def test_a_line_that_is_no_request_is_named_wherever_it_stands(first):
    """Below a request that is done, below thanks, at the very end: no line that says something is taken for a name."""
    phone = first
    for letter, line in (
        ("STATUS\nStart g1 please", "Start g1 please"),
        ("Please start the clock again\nPlease kick Blue out.", "Please kick Blue out."),
        ("STATUS\nMake it so", "Make it so"),
        ("STATUS\n\nThanks\nKick Blue out", "Kick Blue out"),
    ):
        said = " ".join(phone.says(letter, answering=False).split())
        assert f"“{line}” was skipped: I cannot do that." in said, letter
        assert phone.verdict == "WARNINGS", letter


def test_a_yes_above_the_mail_that_asks_does_what_its_word_does(first):
    phone, table = first, first.table
    phone.says("REPLACE g1 amber BY vic@new.example")
    assert "CONFIRM" in phone.last.text
    phone.says("Yes please")
    assert "“Yes please” was read as CONFIRM." in " ".join(phone.last.text.split())
    assert any(one.addresses == ("vic@new.example",) for one in table.campaign.sittings("g1"))


def test_a_no_above_the_mail_that_asks_ends_it(first):
    phone, table = first, first.table
    word = (phone.says("REPLACE g1 amber BY vic@new.example"), phone.found(WORD))[1]
    assert "nothing is done" in phone.says("No thanks")
    phone.says(f"CONFIRM {word}", answering=False)
    assert not any("vic@new.example" in one.addresses for one in table.campaign.sittings("g1"))


def test_a_reason_ends_where_the_question_does(first):
    phone, table = first, first.table
    phone.says("Could you extend the deadline of g1 by 2 days because of the holidays?")
    notice = table.written(table.out("notice")[-1]).text
    assert "the holidays" in notice
    assert "holidays?" not in notice
