"""An anonymous game: until it is over nobody, at the table or outside, learns who sits where or when they write.

Names, addresses and a signature are planted; every mail to somebody else and everything public is searched for them.
"""

from __future__ import annotations

import json
import re
from email.utils import parsedate_to_datetime
from itertools import pairwise

import pytest

from judge import report
from judge.adjudicator.dice import order_of, sha256
from judge.campaign import post
from judge.campaign.archive import record_of as site_record
from judge.campaign.live import NotNow, load_game
from judge.campaign.numbers import KEY
from judge.campaign.overview import overview
from judge.campaign.pace import change_settings, pause
from judge.campaign.record import record_of
from judge.campaign.seating import sittings
from judge.cli.main import run
from judge.forum import Target
from judge.forum.publish import requests
from judge.mail.headers import message_of
from judge.report.media.forum import DIALECTS
from judge.report.site import write_site
from judge.store import people
from judge.store.facts import remember
from tests.campaign.conftest import entropy
from tests.serve.table import look
from tests.serve.test_canary import BOTH, words_of
from tests.serve.test_club_door import ask, word_in
from tests.serve.test_standby import newest_offer, stand_by

pytestmark = pytest.mark.parametrize("database", BOTH, indirect=True)

PEOPLE = {
    "amber": ("Wilhelmina Quail", "wq1871@post.example"),
    "blue": ("Barnaby Rook", "rookery@letters.example"),
    "copper": ("Philippa Wren", "pw-nest@aviary.example"),
}


def seated(make_table, **settings):
    """A table at which persons sit who can be told from their seats; the first window open."""
    table = make_table(settings={"anonymous": True, "deadlines": "9d"} | settings, options={"coins": 9})
    for seat, (name, address) in PEOPLE.items():
        table.tokens[seat] = table.campaign.replace("g1", seat, f"{name} <{address}>", table.now)
    return table.start()


def marks_of(seat):
    """All by which a person would be known."""
    name, address = PEOPLE[seat]
    return (*name.split(), address, address.partition("@")[0], address.partition("@")[2].partition(".")[0] + ".example")


def mails(table):
    """Recipient -> all that was sent there, headers included."""
    found = {}
    for row in table.out():
        found.setdefault(row.recipient, []).append(message_of(table.sent_bytes(row)))
    return found


def public(table, folder):
    """Everything that leaves the house for everybody: name -> text."""
    with table.campaign.look() as look:
        write_site([site_record(look, "g1")], folder, "The club", "https://club.example")
        found = {"record": json.dumps(record_of(look.connection, "g1"))}
    made = table.campaign.report("g1", None)
    for medium in ("text", "html", "json", *DIALECTS):
        found[f"report.{medium}"] = report.render(made, medium)
    for kind in ("discourse", "nodebb", "matrix"):
        target = Target(kind, kind, "key", url="https://x.example", topic="1", room="!r:x", user="judge")
        for part, text, page, request in requests(target, "k", made.blocks, {}):
            found[f"post.{kind}.{part}"] = f"{text}{page}{request.shown()}"
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[f"site/{path.name}"] = path.read_text("utf-8")
    return found


def everything_said(table):
    """A morning at an anonymous table: press, answers to it, questions, orders; written at odd minutes."""
    table.pass_time(minutes=17, seconds=23)
    write = {seat: PEOPLE[seat][1] for seat in PEOPLE}
    table.write(write["amber"], "bid 2\n\nPRESS TO blue, copper\nShall we share?\nEND PRESS\n-- \nW. Quail, Hatters\n")
    table.write(write["blue"], "bid 3\nPLAYERS\nSTATUS\nREPORT\n")
    table.write("nobody@elsewhere.example", "GAME g1\nbid 1\n")
    reply = next(row for row in table.out("press") if row.recipient == write["blue"])
    table.write(write["blue"], "Gladly.", to=table.written(reply).reply_to)
    table.write(write["copper"], "bid 1\nRESIGN\n", subject="[club/g1] Barnaby")
    token = table.tokens["amber"]
    table.write(write["copper"], f"TOKEN {token[:-1]}{'y' if token.endswith('x') else 'x'}\nbid 9\n")
    return write


def test_nobody_learns_who_sits_where_until_it_is_over(make_table, tmp_path):
    table = seated(make_table)
    write = everything_said(table)
    table.campaign.release("g1", table.now)
    sent = mails(table)
    assert len(sent[write["blue"]]) > 4
    for recipient, letters in sent.items():
        if recipient == "gm@example.org":
            continue
        text = "\n".join(words_of(one) for one in letters)
        for seat, address in write.items():
            for mark in marks_of(seat) if address != recipient else ():
                assert mark not in text, (recipient, seat, mark)
    for what, text in public(table, tmp_path / "site").items():
        for seat in PEOPLE:
            for mark in marks_of(seat):
                assert mark not in text, (what, mark)


def test_the_closing_report_opens_who_sat_where(make_table, tmp_path):
    table = seated(make_table)
    everything_said(table)
    table.campaign.end("g1", ["blue"], "agreed", table.now)
    opened = [message_of(table.sent_bytes(row)) for row in table.out("closing")]
    shown = public(table, tmp_path / "site")
    for said in (*map(words_of, opened), shown["site/closing.html"], shown["record"]):
        assert all(name in said for name, _ in PEOPLE.values())
    for what, text in shown.items():
        assert not any(address in text for _, address in PEOPLE.values()), what


@pytest.mark.parametrize(
    ("names", "shown"),
    [("shown", ["Wilhelmina Quail"]), ("initials", ["W. Q."]), ("hidden", [])],
)
def test_public_pages_tell_as_much_of_names_as_the_game_says(make_table, tmp_path, names, shown):
    """Of any game, while it goes on and when it is over; the players themselves are told the names."""
    table = seated(make_table, anonymous=False, names=names)
    table.write(PEOPLE["blue"][1], "PLAYERS")
    assert "Wilhelmina Quail" in words_of(message_of(table.sent_bytes(table.out("receipt")[-1])))
    running = public(table, tmp_path / "before")
    table.campaign.end("g1", ["blue"], "agreed", table.now)
    over = public(table, tmp_path / "after")
    for pages in (running, over):
        for what in ("report.text", "record", *(["site/closing.html"] if pages is over else [])):
            text = pages[what]
            assert [one for one in ("Wilhelmina Quail", "W. Q.") if one in text] == shown, what
        if names != "shown":
            assert not [what for what, text in pages.items() if "Quail" in text]
    mailed = words_of(message_of(table.sent_bytes(table.out("closing")[0])))
    assert "Wilhelmina Quail" in mailed


def test_times_of_writing_are_told_to_the_hour(make_table):
    """Press goes with the full hour, a window closes early with it, and nobody can watch for a seat to answer."""
    table = seated(make_table)
    write = everything_said(table)
    press = table.rows("press")
    assert [row["due_at"] for row in press] == ["2027-03-01T10:00:00.000000Z"] * 3
    for row in table.out("press"):
        at = parsedate_to_datetime(message_of(table.sent_bytes(row))["Date"])
        assert (at.hour, at.minute, at.second) == (10, 0, 0)
    for address in write.values():
        table.write(address, "STATUS")
    status = words_of(message_of(table.sent_bytes(table.out("receipt")[-1])))
    assert "deadline: " in status
    assert "waiting for" not in status
    table.daemon.tick()
    assert table.live().head == 0
    table.pass_time(minutes=43)
    table.daemon.tick()
    assert table.live().head == 1
    with table.campaign.store.read() as connection:
        acts = record_of(connection, "g1")["audit"]
    assert "resigned" in [one["act"] for one in acts]
    assert {one["at"][13:] for one in acts} == {":00:00.000000Z"}


def test_a_vote_for_more_time_tells_nobody_when_its_last_voter_wrote(make_table):
    table = seated(make_table)
    table.pass_time(minutes=17)
    for seat in ("amber", "blue"):
        table.write(PEOPLE[seat][1], "VOTE EXTEND")
    look(table, minutes=43)
    told = [row for row in table.rows("notice") if "put_off" in row["facts"] or "new-deadline" in row["facts"]]
    assert [row["due_at"] for row in told] == ["2027-03-01T10:00:00.000000Z"] * 3


def test_days_away_are_not_in_the_public_record(make_table):
    """Whoever is away is away in all their games, and would be known from another."""
    table = seated(make_table)
    table.write(PEOPLE["amber"][1], "ABSENT from 2027-03-08 to 2027-03-12")
    with table.campaign.store.read() as connection:
        assert "2027-03-08" not in json.dumps(record_of(connection, "g1"))


@pytest.mark.parametrize("names", ["initials", "hidden"])
def test_a_stranger_hears_by_mail_as_much_of_names_as_the_game_tells_everybody(make_table, names):
    table = seated(make_table, anonymous=False, names=names)
    told = ask(table, "stranger@elsewhere.example", "PLAYERS g1")
    assert ("Quail" in told, "W. Q." in told, "Amber: " in told) == (False, names == "initials", True)
    assert "Quail" in ask(table, PEOPLE["blue"][1], "PLAYERS g1")


def test_no_number_in_a_mail_tells_how_many_letters_others_wrote(make_table):
    """Whoever asks again and again sees receipts, suggestions and addresses, and none of them is counted up."""
    table = seated(make_table)
    amber = PEOPLE["amber"][1]
    for _ in range(60):
        table.write(PEOPLE["blue"][1], "bid 1\nCould you wait for me, please?")
    mine = [table.write(amber, f"bid 2\nbid {number} on the mooon\nCould you wait a day?") for number in (1, 2)]
    texts = [words_of(message_of(table.sent_bytes(row))) for row in mine]
    numbers = [
        [int(one) for one in re.findall(r"(?:Receipt|FIX \d(?: |%20)of(?: |%20)) ?(\d+)", text)] for text in texts
    ]
    assert all(numbers)
    # Sixty letters were written before, and one more mail or receipt lies between the two.
    assert not set(range(1000)) & {one for found in numbers for one in found}
    assert abs(numbers[1][0] - numbers[0][0]) > 1000


def test_no_answer_about_no_game_tells_how_many_letters_others_wrote(make_table):
    table = seated(make_table)
    numbers = []
    for _ in range(3):
        numbers.append(int(table.write(PEOPLE["amber"][1], "HELP").facts["answer"]))
        table.write(PEOPLE["blue"][1], "bid 1")
    assert min(numbers) > 1000
    assert min(abs(one - other) for one, other in pairwise(numbers)) > 1000


@pytest.mark.parametrize("anonymous", [True, False])
def test_a_message_id_is_not_made_of_what_a_player_knows_alone(make_table, anonymous):
    """Else they would try numbers until theirs comes out, and know how many letters, or how much press between
    others, came before it."""
    table, ids = seated(make_table, anonymous=anonymous), []
    piece = post.Piece("receipt", post.To(PEOPLE["amber"][1], "amber"), 7, {})
    for secret in ("01" * 32, "02" * 32):
        with table.campaign.act(table.now) as act:
            remember(act.connection, KEY, secret)
            ids.append(post.message_id(act, table.live(), piece))
    assert ids[0] != ids[1]


@pytest.mark.parametrize("last", ["W. Quail, Hatters", "Yours, Wilhelmina", "wq1871@post.example", "- the mad hatter"])
def test_press_holds_nothing_by_which_its_writer_is_known(make_table, last):
    """A name, an address, what stood below a line of two dashes, or how the letters before ended."""
    table = seated(make_table)
    write = everything_said(table)["amber"]
    table.write(write, "bid 1\n- the mad hatter\n")
    table.write(write, "bid 2\n- the mad hatter\n")
    before = table.count("press")
    answer = table.write(write, f"PRESS TO copper\nLet us share.\n{last}\nEND PRESS\n")
    assert table.count("press") == before
    assert "which would show who you are" in str(answer.facts["parts"])
    table.write(write, "PRESS TO copper\nLet us share. You bid 2, is it so?\nEND PRESS\n")
    table.write(write, "PRESS TO blue\nLet us share. You bid 2, is it so?\nEND PRESS\n")
    assert table.count("press") == before + 2


def test_it_is_settled_before_a_game_begins(make_table):
    """Else a game master could open at noon what was promised in the morning."""
    table = seated(make_table)
    with (
        pytest.raises(NotNow, match="anonymous cannot change after a game has begun"),
        table.campaign.act(table.now) as act,
    ):
        change_settings(act, "g1", {"anonymous": False})


def test_naming_a_sitter_tells_nobody_who_plays(make_table):
    table = seated(make_table)
    days = "from 2027-03-02 to 2027-03-05"

    def asked(address):
        """All that Amber reads of it, with the address left out."""
        seen = len(table.rows())
        answers = [
            table.written(table.write(PEOPLE["amber"][1], words)).text
            for words in (f"SITTER {address} {days}", "SITTER OFF")
        ]
        answers += [table.written(row).text for row in table.out()[seen:] if row.recipient == PEOPLE["amber"][1]]
        return sorted(" ".join(one.replace(address, "X").split()) for one in answers)

    assert asked(PEOPLE["blue"][1]) == asked("stranger@away.example")
    told = [table.written(row).text for row in table.out() if row.recipient == "gm@example.org"]
    assert any(
        PEOPLE["blue"][1] in one and "at this table already" in one for one in (" ".join(t.split()) for t in told)
    )
    assert not [one for one in table.campaign.sittings("g1") if one.role == "sitter"]


def test_the_players_are_told_that_the_game_is_anonymous(make_table):
    table = seated(make_table)
    welcome, report_ = (
        " ".join(table.written(row).text.split()) for kind in ("token", "report") for row in table.out(kind)[-1:]
    )
    assert "the game is anonymous" in welcome
    assert "PLAYERS says who plays which seat" not in welcome
    assert "The game is anonymous" in report_


def by_command(table, capsys, *command):
    """Exit status and words of a command."""
    status = run([*command, "--campaign", str(table.campaign.config.folder)])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_figures_of_reliability_tell_nobody_who_was_silent_in_an_anonymous_game(make_table, capsys):
    """Copper alone misses a window; the report says which seat it was."""
    table = make_table(settings={"anonymous": True, "gm_plays": True}).start()
    folder = ("--campaign", str(table.campaign.config.folder))

    def figures():
        capsys.readouterr()
        for seat in table.seats:
            assert run(["player", "reputation", f"{seat}@mail.example", *folder]) == 0
        return capsys.readouterr().out.splitlines()[::2]

    for seat in ("amber", "blue"):
        table.write(seat, "bid 1")
    look(table, days=4)
    assert table.live().head == 1
    assert len(set(figures())) == 1
    table.campaign.end("g1", ["amber"], "agreed-on", table.now)
    assert ["missed 1" in line for line in figures()] == [False, False, True]


@pytest.mark.parametrize("plays", [True, False])
def test_a_list_of_an_anonymous_game_names_nobody_unless_it_is_asked_to(make_table, capsys, plays):
    """A game master who plays gives a reason, and all read it; another says that they want the names."""
    table = seated(make_table, gm_plays=plays)
    for command in (["seat", "list", "g1"], ["seat", "list", "g1", "--json"]):
        status, said = by_command(table, capsys, *command)
        assert (status, "amber" in said) == (0, True), said
        assert not [mark for seat in PEOPLE for mark in marks_of(seat) if mark in said], said
    for command in (["player", "list"], ["player", "show", PEOPLE["amber"][1]]):
        said = by_command(table, capsys, *command)[1]
        assert ("g1 (hidden)" in said, "g1 amber" in said) == (True, False), said
    status, said = by_command(table, capsys, "seat", "list", "g1", "--names")
    assert (status, "Quail" in said) == ((2, False) if plays else (0, True))
    status, said = by_command(table, capsys, "seat", "list", "g1", "--override", "mail comes back")
    assert (status, "Quail" in said) == (0, True)
    looks = [one for one in table.campaign.audit("g1") if one["act"] == "looked at hidden things"]
    assert [one["detail"]["reason"] for one in looks] == ["mail comes back"] * plays


@pytest.mark.parametrize("plays", [True, False])
def test_the_dashboard_of_an_anonymous_game_names_nobody(make_table, capsys, plays):
    table = seated(make_table, gm_plays=plays)
    for command in (["status", "g1"], ["status", "g1", "--json"], ["status", "--json"]):
        status, said = by_command(table, capsys, *command)
        assert (status, "amber" in said) == (0, True), said
        assert not [mark for seat in PEOPLE for mark in marks_of(seat) if mark in said], said


def test_a_seat_refused_tells_a_game_master_who_plays_nothing_of_who_sits_where(make_table, capsys):
    """Whoever is at the table is refused in the same words at every seat, and no seat says whose it is."""
    table = seated(make_table, gm_plays=True)
    name, address = PEOPLE["amber"]
    said = {
        by_command(table, capsys, "seat", "replace", "g1", seat, address, "--dry-run")
        for seat in ("amber", "blue", "copper")
    }
    assert len(said) == 1, said
    status, words = said.pop()
    assert (status, "amber" in words) == (2, False)
    words = by_command(table, capsys, "seat", "assign", "g1", "amber", "newt@new.example", "--dry-run")[1]
    assert "(hidden)" in words
    assert not [mark for mark in name.split() if mark in words]


def test_the_number_of_an_applicant_is_not_beside_the_seat_that_they_get(form, capsys):
    table = form(settings={"anonymous": True, "gm_plays": True})
    table.write("newt@new.example", f"CONFIRM {word_in(ask(table, 'newt@new.example', 'JOIN g1'))}")
    (one,) = json.loads(by_command(table, capsys, "seat", "list", "g1", "--json")[1])
    assert len(str(one["number"])) == 10
    by_command(table, capsys, "seat", "move", "g1", "newt@new.example", "amber")
    said = by_command(table, capsys, "seat", "list", "g1")[1]
    assert ("amber" in said, str(one["number"]) in said) == (True, False)


def test_a_vote_tried_out_tells_a_game_master_who_plays_nothing_of_the_others(make_table, capsys):
    """Whether the game would end tells whether all others have voted so."""
    table = seated(make_table, gm_plays=True)
    for seat in ("amber", "blue"):
        table.write(PEOPLE[seat][1], "VOTE DRAW")
    status, said = by_command(table, capsys, "vote", "g1", "copper", "DRAW", "--dry-run")
    assert (status, "hidden until release" in said) == (2, True), said


def test_a_game_master_who_plays_refuses_an_applicant_by_a_number(form, capsys):
    table = form(settings={"anonymous": True, "gm_plays": True})
    table.campaign.assign("g1", "copper", "gm@example.org", table.now)
    table.write("newt@new.example", f"CONFIRM {word_in(ask(table, 'newt@new.example', 'JOIN g1'))}")
    mail = next(
        table.written(row).text for row in table.out() if "(hidden) has signed up" in table.written(row).subject
    )
    assert "newt" not in mail
    number = re.search(r"`judge seat refuse g1 (\w+)`", mail)[1]
    assert number in by_command(table, capsys, "seat", "list", "g1")[1]
    assert by_command(table, capsys, "seat", "refuse", "g1", number)[0] == 0
    assert [one.role for one in table.campaign.sittings("g1")] == ["player"]


def test_the_mail_about_a_letter_that_could_not_be_read_names_nobody(make_table, monkeypatch):
    """Its Message-ID tells the server that it came from, and so the person."""

    def broken(*anything):
        raise RuntimeError("a defect")

    table = seated(make_table, gm_plays=True)
    monkeypatch.setattr(table.daemon.desk, "_read", broken)
    table.arrive(
        re.sub(rb"(?m)^Message-ID:.*$", b"Message-ID: <1871@post.example>", table.mail(PEOPLE["amber"][1], "bid 1"))
    )
    for _ in range(3):
        table.daemon.read_all()
    (told,) = [row for row in table.out("gm") if "could not be read" in row.facts["subject"]]
    assert "post.example" not in table.sent_bytes(told).decode()


def test_a_game_master_who_plays_reads_of_no_person_and_no_order_in_their_own_mails(make_table):
    """Each event of which a game master gets a mail at once, and the mail of the day."""
    table = seated(make_table, gm_plays=True)
    table.campaign.replace("g1", "copper", "gm@example.org", table.now)
    table.daemon.tick()
    amber, blue = PEOPLE["amber"][1], PEOPLE["blue"][1]
    table.write(amber, "Could you please extend the deadline?")
    table.write(amber, f"SITTER {blue} 3.3.2027 to 5.3.2027")
    table.write(amber, "bid 2", subject="Automatic reply: bid 7777")
    checked = "mx.judge.localhost; dmarc=fail header.from=post.example; spf=fail"
    table.arrive(table.mail(amber, "bid 2", proven=False, Authentication_Results=checked))
    table.write(blue, "RESIGN")
    stand_by(table, "newt")
    look(table, hours=1)
    table.write("newt@new.example", f"CONFIRM {word_in(newest_offer(table))}")
    with table.campaign.store.begin() as connection:
        people.bounced(connection, amber, 4)
    table.pass_time(days=1)
    table.daemon.tick()
    told = [row for row in table.out() if row.recipient == "gm@example.org"]
    words = " ".join(" ".join(f"{table.written(row).subject} {table.written(row).text}".split()) for row in told)
    for event in (
        "Amber of g1 writes to you", "Amber asked for (hidden) as sitter", "(hidden) wrote “(hidden)”",
        "claims to be from (hidden)", "(hidden) has taken over Blue", "- (hidden) (amber of g1)",
        "- amber, g1: judge mail show",
    ):  # fmt: skip
        assert event in words, event
    sent = words + "".join(table.sent_bytes(row).decode() for row in told)
    for mark in (*marks_of("amber"), *marks_of("blue"), "newt", "7777"):
        assert mark not in sent, mark


@pytest.mark.parametrize("settings", [{"anonymous": True}, {"names": "hidden"}, {"names": "initials"}])
def test_the_draw_of_seats_is_on_record_without_the_numbers_of_persons(form, capsys, settings):
    """A person's number stands beside their name on the pages of the club."""
    table = form(settings=settings)
    for name in ("newt", "toad", "frog"):
        address = f"{name}@new.example"
        table.write(address, f"CONFIRM {word_in(ask(table, address, 'JOIN g1'))}")
        table.write(address, f"GAME g1\nWORD {name}-bit-me")
    with table.campaign.look() as look:
        numbers = {f"*{people.of_address(look.connection, f'{name}@new.example')}" for name in ("newt", "toad", "frog")}
        forming = json.dumps(record_of(look.connection, "g1"))
    assert not [one for one in numbers if f'"{one}"' in forming]
    table.start()
    with table.campaign.look() as look:
        record = record_of(look.connection, "g1")
    drawn = next(one for one in record["audit"] if one["act"] == "seats drawn")
    assert not [one for one in numbers if f'"{one}"' in json.dumps(record)], drawn
    if "anonymous" in settings:
        assert not [one for one in numbers if one in by_command(table, capsys, "audit", "g1")[1]]
    table.campaign.end("g1", [], "agreed", table.now)
    with table.campaign.look() as look:
        opened = json.dumps(record_of(look.connection, "g1")["audit"])
    assert all(one in opened for one in numbers) == ("anonymous" in settings)


@pytest.mark.parametrize("anonymous", [True, False])
def test_who_saw_people_sign_up_does_not_work_out_who_got_which_seat(form, anonymous):
    """The link of the first report and the words give the draw to whoever knows in which order people came: not in an
    anonymous game."""
    signed_up = ["newt@new.example", "toad@new.example", "frog@new.example"]
    # Three people at three seats: of secrets drawn at random every sixth would give the same seats by chance.
    table = form(settings={"anonymous": anonymous}, entropy=entropy())
    for address in signed_up:
        table.write(address, f"CONFIRM {word_in(ask(table, address, 'JOIN g1'))}")
    table.start()
    with table.campaign.look() as look:
        public = record_of(look.connection, "g1")
        live = load_game(look.connection, "g1")
        sat = {one.addresses[0]: one.seat for one in sittings(look.connection, live.id)}
    key = sha256(bytes.fromhex(public["steps"][0]["dice"]["open"]), b"seats")
    seats = [one.id for one in live.game.seats]
    free = [seats[place] for place in order_of(key, "seats nobody wished for", len(seats))][:3]
    drawn = dict(zip(order_of(key, "seats", 3), free, strict=True))
    worked_out = [drawn[place] for place in range(3)]
    assert (worked_out == [sat[address] for address in signed_up]) is not anonymous


def test_who_is_late_closes_no_window_in_the_minute_in_which_they_write(make_table):
    """The game waits for the late (`nmr: wait`); Copper is, and the report comes with the hour."""
    table = seated(make_table, nmr="wait", deadlines="1d", grace="0h")
    for seat in ("amber", "blue"):
        table.write(PEOPLE[seat][1], "bid 1\nREADY")
    assert look(table, days=1, minutes=1) == ["late"]
    table.pass_time(minutes=17)
    table.write(PEOPLE["copper"][1], "bid 1\nREADY")
    assert look(table, seconds=1) == []
    assert look(table, minutes=41) == []
    assert look(table, minutes=1) == ["closed"]


@pytest.mark.parametrize("words", ["VOTE EXTEND", "ABSENT from 2027-03-10 to 2027-03-11"])
def test_a_deadline_is_put_off_with_the_full_hour(make_table, words):
    """By vote or absence: until then everybody reads the deadline that there was, wherever they look."""
    table = seated(make_table)
    before = table.live().row["deadline"]
    table.pass_time(minutes=17)
    told = [ask(table, PEOPLE[seat][1], words) for seat in ("amber", "blue")]
    assert not any("of 3 players" in one or "2027, 09:00" in one for one in told), told
    assert look(table, minutes=42) == []
    assert table.live().row["deadline"] == before
    assert "Wednesday 10 March 2027, 09:00" in ask(table, PEOPLE["copper"][1], "STATUS")
    look(table, minutes=1)
    assert table.live().row["deadline"] > before
    assert table.now.minute == 0


def test_a_deadline_before_the_full_hour_is_put_off_in_time(make_table):
    table = seated(make_table, deadlines="1d at 20:30", grace="0h", nmr="fill")
    before = table.live().row["deadline"]
    table.pass_time(days=1, hours=11, minutes=10)
    for seat in ("amber", "blue"):
        table.write(PEOPLE[seat][1], "VOTE EXTEND")
    assert look(table, minutes=19) == []
    look(table, minutes=1)
    assert (table.live().head, table.live().row["deadline"] > before) == (0, True)


def test_a_seat_given_up_is_vacant_with_the_full_hour(make_table):
    """To whoever asks, and to those who stand by."""
    table = seated(make_table, sign_up="open")
    stand_by(table, "tom")
    table.pass_time(minutes=17)
    table.write(PEOPLE["amber"][1], "RESIGN")
    look(table, seconds=1)
    assert "Without a player" not in ask(table, PEOPLE["blue"][1], "GAMES")
    assert "No seat of g1 is vacant now" in ask(table, "jane@elsewhere.example", "TAKEOVER g1")
    assert not [row for row in table.out("token") if row.facts.get("told") == "offer"]
    look(table, minutes=43)
    assert "Without a player: Amber" in ask(table, PEOPLE["blue"][1], "GAMES")
    assert newest_offer(table)


def test_a_game_begins_with_the_full_hour_after_the_last_here(make_table):
    table = make_table(settings={"anonymous": True, "deadlines": "9d", "confirm": "3d"}, options={"coins": 9}).start()
    table.pass_time(minutes=17)
    for seat in ("amber", "blue", "copper"):
        table.write(seat, "HERE")
    look(table, minutes=42)
    assert table.live().step is None
    look(table, minutes=1)
    assert table.live().step is not None


def test_rules_for_a_seat_without_a_player_are_applied_with_the_full_hour(make_table):
    """Hell on Wheels makes a step of it, which every player is told of."""
    table = make_table(game="hell-on-wheels", settings={"anonymous": True, "deadlines": "9d"}).start()
    table.pass_time(minutes=17)
    head, seat = table.live().head, table.seats[0]
    table.write(seat, "RESIGN")
    look(table, minutes=42)
    assert table.live().head == head
    look(table, minutes=1)
    assert table.live().head == head + 1


def test_a_game_master_who_plays_reads_nowhere_when_a_seat_wrote(make_table, capsys):
    """In the list of letters, in the state of the game, in the mail of the day."""
    table = seated(make_table, gm_plays=True)
    table.campaign.replace("g1", "copper", "gm@example.org", table.now)
    table.daemon.tick()
    table.pass_time(minutes=17)
    table.write(PEOPLE["amber"][1], "bid 1\nREADY")
    table.write(PEOPLE["blue"][1], "bid a zillion")
    folder = str(table.campaign.config.folder)
    assert run(["mail", "list", "--json", "--campaign", folder]) == 0
    assert run(["status", "g1", "--json", "--campaign", folder]) == 0
    shown = capsys.readouterr().out
    assert (shown.count("in-"), ":17:" in shown) == (2, False)
    for told in ('"seat": "amber"', '"seat": "blue"'):
        assert told not in shown.partition('"in":')[0]
    assert '"in": []' in " ".join(shown.split())
    table.pass_time(days=1)
    table.daemon.tick()
    (day,) = table.rows("day")
    assert "T09:17" not in day["facts"]
    # When the deadline is past somebody has to know who is late.
    table.pass_time(days=9)
    with table.campaign.look() as at:
        assert "blue" in overview(at, table.now, "g1")["games"][0]["missing"]


def test_a_seat_taken_over_leaves_the_vacant_ones_with_the_full_hour(make_table):
    """To whoever asks; the first who asked has it then, and the second is told."""
    table = seated(make_table, sign_up="open")
    table.write(PEOPLE["amber"][1], "RESIGN")
    look(table, hours=1)
    table.pass_time(minutes=17)
    for who in ("jane", "tom"):
        address = f"{who}@elsewhere.example"
        code = word_in(ask(table, address, "TAKEOVER g1 Amber"))
        assert "with the next full hour" in ask(table, address, f"CONFIRM {code}")
        look(table, minutes=1)
        assert "Without a player: Amber" in ask(table, PEOPLE["blue"][1], "GAMES")
        assert not [row for row in table.out("token") if row.recipient == address and row.facts.get("token")]
    look(table, minutes=41)
    assert "Without a player" not in ask(table, PEOPLE["blue"][1], "GAMES")
    welcomed = [row.recipient for row in table.out("token") if row.facts.get("told") == "welcome"]
    assert welcomed[-1] == "jane@elsewhere.example"
    assert "tom@elsewhere.example" not in welcomed
    (told,) = [row for row in table.out("notice") if row.recipient == "tom@elsewhere.example"]
    assert "Amber of g1 is not vacant any more" in " ".join(table.written(told).text.split())


def test_a_seat_that_was_offered_leaves_the_vacant_ones_with_the_full_hour(make_table):
    table = seated(make_table, sign_up="open")
    stand_by(table, "tom")
    table.write(PEOPLE["amber"][1], "RESIGN")
    look(table, hours=1)
    table.pass_time(minutes=17)
    assert "with the next full hour" in ask(table, "tom@new.example", f"CONFIRM {word_in(newest_offer(table))}")
    look(table, minutes=1)
    assert "Without a player: Amber" in ask(table, PEOPLE["blue"][1], "GAMES")
    look(table, minutes=42)
    assert "Without a player" not in ask(table, PEOPLE["blue"][1], "GAMES")
    assert "bid 2" in ask(table, "tom@new.example", "GAME g1\nbid 2")


def test_a_seat_of_a_held_game_is_taken_over_with_the_full_hour_all_the_same(make_table):
    """The game master holds it until somebody plays the seat."""
    table = seated(make_table, sign_up="open")
    table.write(PEOPLE["amber"][1], "RESIGN")
    look(table, hours=1)
    with table.campaign.act(table.now) as act:
        pause(act, "g1", "until somebody plays Amber")
    table.pass_time(minutes=17)
    code = word_in(ask(table, "jane@elsewhere.example", "TAKEOVER g1 Amber"))
    ask(table, "jane@elsewhere.example", f"CONFIRM {code}")
    look(table, minutes=43)
    with table.campaign.look() as seen:
        sat = sittings(seen.connection, table.live().id)
    assert "jane@elsewhere.example" in {own for one in sat if one.seat == "amber" for own in one.addresses}
