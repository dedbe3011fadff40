"""The game master's pages: who may see and do what, that it is the same as by command, and that large things ask."""

import json
import random
import re
import urllib.parse

import pytest
from sqlalchemy import select

from judge.campaign import pace
from judge.campaign.deadlines import read_length
from judge.campaign.seating import token_hash
from judge.serve.secrets import desk_link
from judge.store import tables
from tests.serve.table import Table
from tests.serve.test_canary import BOTH
from tests.web.test_browser import browser  # noqa: F401
from tests.web.visitor import BASE, Visitor

pytestmark = pytest.mark.parametrize("database", BOTH, indirect=True)
GM, BOB = "gm@example.org", "bob@example.org"
HELPERS = f"game_masters:\n  Bob <{BOB}>: {{games: [g1], may: [clock]}}\n  carl@example.org: {{games: [other]}}\n"
WEB = f"web:\n  base_url: {BASE}\n"


class Desk:
    """A game master in a browser without JavaScript."""

    def __init__(self, table: Table, address=GM, **web):
        self.table, self.visitor, self.address = table, Visitor(table, **web), address

    @property
    def home(self):
        with self.table.campaign.store.read() as connection:
            return f"/gm/{desk_link(connection, self.address)}"

    def get(self, path=""):
        return self.visitor.get(self.home + path)

    def press(self, page, action, **fields):
        """The form of a page that goes to this address, filled in and sent."""
        form = next(one for one in page.tree.css("form") if one.attributes["action"].endswith(action))
        given = {one.attributes["name"]: one.attributes.get("value") or "" for one in form.css("input[type=hidden]")}
        return self.visitor.post(form.attributes["action"], {**given, **fields})

    def do(self, deed, **fields):
        return self.press(self.get("/games/g1"), f"/do/{deed}", **fields)

    def preview(self, **fields):
        return self.press(self.get("/games/g1"), "/preview", **fields)


@pytest.fixture
def make_desk(make_table):
    made = []

    def make(address=GM, **words):
        limits = {"requests": 100_000} if words.pop("is_busy", False) else {}
        made.append(Desk(make_table(more=WEB + HELPERS, **words).start(), address, **limits))
        return made[-1]

    yield make
    for one in made:
        one.visitor.close()


@pytest.fixture
def desk(make_desk):
    return make_desk()


def acts(table):
    """What stands in the audit, without the times."""
    with table.campaign.store.read() as connection:
        rows = connection.execute(tables.audit.select().order_by(tables.audit.c.id)).mappings()
        return [(row["actor"], row["act"], row["step"], json.loads(row["detail"])) for row in rows]


def test_games_are_sorted_by_what_needs_a_hand(desk):
    from judge.grammar.document import Document

    table = desk.table
    for name in ("aaa", "zzz"):
        table.campaign.new_game(name, "lanterns", table.now, settings=Document({"zone": "UTC"}))
    table.campaign.assign("zzz", "amber", "ann@example.org", table.now)
    for seat in ("amber", "blue", "copper"):
        if seat != "amber":
            table.campaign.assign("zzz", seat, f"{seat}2@example.org", table.now)
    table.write("amber", "bid 3\n")
    table.pass_time(days=9)
    got = desk.get()
    assert got.tree.css_first(".desk h2").text() in ("g1", "zzz")
    words = got.words(".desk")
    assert "missing: Blue and Copper" in words


def test_a_link_opens_nothing_once_it_was_renewed_or_its_owner_is_none(desk, capsys):
    from judge.cli.main import run

    old = desk.home
    assert desk.visitor.get(old).status == 200
    folder = str(desk.table.campaign.config.folder)
    assert run(["web", "link", "--campaign", folder]) == 0
    assert capsys.readouterr().out.strip() == BASE + old
    assert run(["web", "link", "--new", "--campaign", folder]) == 0
    assert capsys.readouterr().out.strip() == BASE + desk.home
    assert desk.visitor.get(old).status == 404
    assert desk.visitor.get(desk.home).status == 200
    with desk.table.campaign.store.read() as connection:
        stranger = desk_link(connection, "stranger@example.org")
    assert desk.visitor.get(f"/gm/{stranger}").status == 404
    assert run(["web", "link", "--gm", "stranger@example.org", "--campaign", folder]) == 2


def test_the_link_is_mailed_to_its_owner_alone_and_kept_nowhere(desk):
    table = desk.table
    before = desk.home
    answer = table.write(GM, "LINK\n", subject="Judge")
    assert desk.home not in table.written(answer).text
    (row,) = [one for one in table.out("token") if one.facts.get("told") == "desk-link"]
    assert row.recipient == GM
    assert BASE + desk.home in table.written(row).text
    with table.campaign.store.read() as connection:
        kept = repr(connection.execute(tables.outbox.select()).all())
    assert desk.home.rpartition("/")[2] not in kept
    # Whoever only writes the address gets a question, and the owner is asked.
    forged = table.write(GM, "LINK NEW\n", subject="Judge", proven=False)
    assert "CONFIRM" in table.written(forged).text
    assert desk.home == before
    table.write(GM, "LINK NEW\n", subject="Judge")
    assert desk.home != before
    assert table.write("amber", "LINK\nbid 3\n").facts["verdict"] != "OK"


@pytest.mark.parametrize("path", ["", "/games/g1", "/games/g1/orders", "/letters", "/letters/in-1"])
def test_a_guessed_link_opens_nothing(desk, path):
    desk.table.write("amber", "bid 3\n")
    for link in ("x", "a" * 26, desk.home[4:-1], desk.visitor.link("amber").rpartition("/")[2]):
        assert desk.visitor.get(f"/gm/{link}{path}").status == 404


def test_a_preview_stands_beside_the_position_and_is_released_by_its_hash(make_desk):
    desk = make_desk(game="range-war", seats=99)
    table = desk.table
    live = table.live()
    for seat in sorted(live.window.asks):
        table.write(seat, live.game.letter(live.state, seat, "x"))
    shown = desk.preview()
    assert [one.text() for one in shown.tree.css(".sides h2")] == ["Now", "After the release"]
    maps = [one.attributes["src"] for one in shown.tree.css(".sides img")]
    assert len(set(maps)) == 2
    assert len(shown.tree.css("details .report")) == 9
    assert table.live().head == 0
    made = table.campaign.preview("g1", table.now)
    assert made.hash in shown.text
    done = desk.press(shown, "/release")
    assert done.status == 303
    assert done.headers["location"].endswith("?done=release")
    assert table.live().head == 1
    assert [one[:2] for one in acts(table)][-3:] == [("gm", "preview"), ("gm", "preview"), ("gm", "release")]


def test_what_changed_since_the_preview_is_not_released(desk):
    shown = desk.preview()
    desk.table.write("amber", "bid 3\n")
    refused = desk.press(shown, "/release")
    assert refused.status == 409
    assert "orders came in since the preview" in refused.words()
    assert desk.table.live().head == 0
    assert desk.press(shown, "/release", hash="").status == 409


def test_it_is_the_same_act_as_by_command(make_desk, tmp_path):
    """Extend, pause, resume and a note: the audit and the mails are those of the commands."""
    by_page = make_desk()
    other = Table(tmp_path / "other", more=WEB + HELPERS).start()
    try:
        by_page.do("extend", by="24h", reason="a holiday")
        by_page.do("note", text="Be kind.", seat="blue")
        by_page.do("pause", reason="a storm")
        by_page.do("resume")
        from dataclasses import replace

        from judge.campaign import correcting

        for do, why in (
            (lambda act: pace.extend(act, "g1", read_length("24h"), "a holiday"), "a holiday"),
            (lambda act: correcting.official_word(act, "g1", "Be kind.", ("blue",)), ""),
            (lambda act: pace.pause(act, "g1", "a storm"), "a storm"),
            (lambda act: pace.resume(act, "g1"), ""),
        ):
            with other.campaign.act(other.now) as act:
                do(replace(act, reason=why))
        start = ("dice committed", "game made", "made")
        mine, theirs = ([one for one in acts(table) if one[1] not in start and "hash" not in one[3]]
                        for table in (by_page.table, other))  # fmt: skip
        assert [one[1] for one in mine][-4:] == ["deadline extended", "official note", "paused", "resumed"]
        assert mine[-4:] == theirs[-4:]
        told = [[(row["kind"], row["recipient"]) for row in table.rows("notice")] for table in (by_page.table, other)]
        assert told[0] == told[1]
        assert told[0]
    finally:
        other.close()


def test_a_game_is_filled_begun_and_set_on_its_page(desk):
    """Seats to persons and to the program, the beginning, a deadline, a setting: each on record, each told by mail."""
    from judge.grammar.document import Document

    table = desk.table
    table.campaign.new_game("new", "lanterns", table.now, settings=Document({"zone": "Europe/Berlin"}))

    def do(deed, **fields):
        return desk.press(desk.get("/games/new"), f"/games/new/do/{deed}", **fields)

    assert do("assign", seat="amber", person="Ann <ann@example.org>").status == 303
    assert do("assign", seat="blue", person="bob@example.org").status == 303
    for nobody in ({}, {"person": "nobody"}, {"person": "eve@example.org", "strength": "idle"}):
        assert do("assign", seat="copper", **nobody).status == 409, nobody
    assert do("assign", seat="copper", person="carl@example.org").status == 303
    assert {one.recipient for one in table.out("token")} >= {"ann@example.org", "bob@example.org", "carl@example.org"}
    free = desk.get("/games/new").tree.css("form[action$=assign] option:not([value=''])")
    assert {one.attributes["value"] for one in free}.isdisjoint(("amber", "blue", "copper"))
    assert "has begun" in desk.visitor.get(do("start").headers["location"]).words(".done")
    assert not desk.get("/games/new").tree.css("form[action$=start]")

    assert do("deadline", at="2027-04-01T20:30", reason="Easter").status == 303
    assert "1 April 2027, 20:30 CEST" in desk.get("/games/new").words("dl")
    assert do("deadline", at="2027-04-01", reason="Easter").status == 409
    settings = desk.get("/games/new/settings?key=grace")
    assert settings.tree.css_first("option[selected]").text() == "grace"
    assert desk.press(settings, "/do/set", key="grace", value="7h").status == 303
    assert re.search(r"grace 7h how long after a deadline", desk.get("/games/new/settings").words("table"))
    wrong = desk.press(settings, "/do/set", key="graze", value="7h")
    assert (wrong.status, "grace" in wrong.words()) == (409, True)
    assert desk.press(desk.get("/games/new/settings"), "/do/set", key="grace", value="soon").status == 409
    assert [one[1] for one in acts(table) if one[0] == "gm"][-4:] == [
        "seat assigned", "start", "deadline extended", "settings"
    ]  # fmt: skip


def test_the_page_of_a_game_leads_to_its_last_report_and_its_map(make_desk):
    desk = make_desk(game="range-war", seats=99)
    links = {one.text(): one.attributes["href"] for one in desk.get("/games/g1").tree.css("a")}
    report = desk.visitor.get(links["The last report"])
    assert "Lone Star" in report.words("article")
    assert report.tree.css_first("figure img").attributes["src"] == links["The map"]
    assert desk.visitor.get(links["The map"]).headers["content-type"] == "image/svg+xml"


def test_no_page_shows_the_marks_around_a_command(make_desk):
    desk = make_desk()
    desk.do("pause", reason="Easter")
    for path in ("/games/g1", "/games/g1/settings"):
        page = desk.get(path)
        assert "`" not in page.words("main"), path
    assert "judge release" in desk.get("/games/g1/settings").words("td code")


def test_a_seat_passes_on_when_its_question_was_answered(desk):
    table = desk.table
    old = desk.visitor.link("blue")
    asked = desk.do("replace", seat="blue", person="Bob <bob2@example.org>")
    assert asked.words("h1") == "Give blue of g1 to Bob <bob2@example.org>?"
    assert "Nothing is done yet" in asked.words()
    assert desk.visitor.get(old).status == 200
    assert desk.press(asked, "/do/replace", person="Eve <eve@example.org>").status == 403
    assert desk.press(asked, "/do/replace").status == 303
    assert desk.visitor.get(old).status == 404
    assert "bob2@example.org" in str(table.campaign.sittings("g1"))
    again = desk.do("token", seat="amber")
    assert again.words("h1") == "A new token for amber of g1?"
    assert desk.press(again, "/do/token").status == 303
    assert [one[1] for one in acts(table)][-2:] == ["seat replaced", "token renewed"]


def test_the_program_takes_a_seat_over(make_desk):
    desk = make_desk(game="range-war", seats=99)
    asked = desk.do("replace", seat="lazy-s", strength="idle")
    assert asked.words("h1") == "Give lazy-s of g1 to the program?"
    assert desk.press(asked, "/do/replace").status == 303
    assert [one[1] for one in acts(desk.table)][-1] == "opponent seated"


def test_orders_on_behalf_of_a_seat_are_read_as_its_letter(desk):
    table = desk.table
    listed = desk.get("/games/g1/orders")
    path = next(one.attributes["href"] for one in listed.tree.css("a") if one.attributes["href"].endswith("/amber"))
    page = desk.visitor.get(path)
    answer = desk.press(page, "/amber/enter", text="bid 3\r\nbit 2\r\n")
    assert "ERRORS" in answer.words(".done")
    assert "“bit 2”" in answer.words(".done")
    assert answer.words("pre") == "bid 3"
    assert "bid 3" in str(table.campaign.docket("g1")[1]["amber"].lines)
    # Sent twice it is entered once.
    told = len(table.out("notice"))
    assert told
    desk.press(page, "/amber/enter", text="bid 3\r\nbit 2\r\n")
    assert "bid 3" in str(table.campaign.docket("g1")[1]["amber"].lines)
    assert len(table.out("notice")) == told
    assert desk.press(answer, "/amber/enter", clear="yes").words().count("Nothing is ordered") == 1
    assert desk.press(answer, "/amber/enter", text=" ").status == 409
    assert [one[:2] for one in acts(table)][-2:] == [("gm", "orders on behalf")] * 2
    assert desk.get("/games/g1/orders/nobody").status == 409


def test_what_was_suggested_for_a_line_is_taken_at_a_press(make_desk):
    desk = make_desk(game="range-war", seats=99)
    answer = desk.press(desk.get("/games/g1/orders/lazy-s"), "/lazy-s/enter", text="G(Lzy)-Mno")
    assert "“G(Lzy)-Mno”" in answer.words(".done")
    fixed = desk.press(answer, "/lazy-s/enter")
    assert "G(Lzy)-Mon" in fixed.words("pre")


def test_orders_on_behalf_are_hidden_from_a_game_master_who_plays(make_desk):
    desk = make_desk(settings={"gm_plays": True})
    hidden = desk.get("/games/g1/orders/amber")
    assert hidden.status == 403
    page = desk.press(hidden, "/orders/amber", override="amber asked me to")
    assert desk.press(page, "/amber/enter", text="bid 3").words("pre") == "bid 3"
    assert desk.press(page, "/amber/enter", text="bid 2", override="").status == 403
    assert "bid 3" in str(desk.table.campaign.docket("g1")[1]["amber"].lines)


def test_words_to_players_go_at_once_and_give_no_seat_away(desk):
    table = desk.table
    assert desk.do("press", text="Dinner\r\nat eight.", seat="blue").status == 303
    (row,) = table.out("press")
    assert (row.recipient, row.facts["text"]) == ("blue@mail.example", "Dinner\nat eight.")
    assert desk.do("press", text="To all.").status == 303
    assert len(table.out("press")) == 1 + 3
    for deed in ("press", "note"):
        refused = desk.do(deed, text=f"play with {table.tokens['blue']}")
        assert refused.status == 409, deed
    assert acts(table)[-1][1:] == (
        "press of the game master", 0, {"told": ["amber", "blue", "copper"], "text": "To all."}
    )  # fmt: skip


def test_a_form_that_is_sent_twice_is_done_once(desk):
    page = desk.get("/games/g1")
    for _ in range(2):
        assert desk.press(page, "/do/note", text="Be kind.").status == 303
    assert [one[1] for one in acts(desk.table)].count("official note") == 1


def test_large_things_ask_and_say_what_they_would_do(desk):
    table = desk.table
    table.campaign.release("g1", table.now)
    asked = desk.do("rollback", step="0", reason="a wrong rule")
    assert asked.status == 200
    assert "Nothing is done yet" in asked.words()
    assert "g1 at step 0" in asked.words()
    assert table.live().head == 1
    assert desk.press(asked, "/do/rollback", sure="").words("h1").startswith("Take g1 back")
    assert desk.press(asked, "/do/rollback", step="1").status == 403
    assert desk.press(asked, "/do/rollback").status == 303
    assert table.live().head == 0
    (row,) = [one for one in acts(table) if one[1] == "rollback"]
    assert (row[0], row[3]["reason"], row[3]["to"]) == ("gm", "a wrong rule", 0)
    for deed, fields in (("unseat", {"seat": "blue"}), ("end", {"reason": "abandoned"})):
        assert "Nothing is done yet" in desk.do(deed, **fields).words()
    assert table.live().row["status"] == "running"


def test_each_game_master_has_their_games_and_their_rights(make_desk):
    bob = make_desk(BOB)
    got = bob.get("/games/g1")
    offered = {one.attributes["action"].rpartition("/")[2] for one in got.tree.css("form")}
    assert offered == {"preview", "extend", "deadline", "pause"}
    assert bob.press(got, "/do/extend", by="1d", reason="a holiday").status == 303
    assert ("gm Bob", "deadline extended") in [one[:2] for one in acts(bob.table)]
    shown = bob.preview()
    assert shown.status == 200
    assert "Release" not in shown.words("form")
    slip = got.tree.css_first("form[action$=extend] input[name=slip]").attributes["value"]
    for path in ("/do/note", "/do/press", "/do/replace", "/do/rollback", "/release", "/orders/amber/enter"):
        assert bob.visitor.post(f"{bob.home}/games/g1{path}", {"slip": slip, "text": "x"}).status == 403
    assert bob.get("/letters").status == 409
    carl = Desk(bob.table, "carl@example.org")
    try:
        assert "There is no game of yours" in carl.get().words()
        assert carl.get("/games/g1").status == 409
        assert "g1 is not among the games" in carl.get("/games/g1/orders").words()
    finally:
        carl.visitor.close()


def test_a_helper_for_one_game_reads_nothing_of_another(make_table, capsys, monkeypatch):
    from judge.cli.main import run
    from judge.grammar.document import Document

    helpers = f"game_masters:\n  Bob <{BOB}>: {{games: [other]}}\n"
    table = make_table(more=WEB + helpers).start()
    table.campaign.new_game("other", "lanterns", table.now, settings=Document({"zone": "UTC"}))
    table.campaign.assign("other", "amber", "ann@example.org", table.now)
    table.write("blue", "bid 7\nPRESS TO copper\na secret plan\nEND PRESS\n", subject="[club/g1] bid 7")
    with table.campaign.store.begin() as connection:
        connection.execute(tables.addresses.update().values(bounces=20))
    bob = Desk(table, BOB)
    try:
        assert "mail.example" not in bob.get().words()
        listed = bob.get("/letters")
        assert "ann@example.org" in listed.words("table")
        assert "g1" not in listed.words("table")
        assert bob.get("/letters?game=g1").status == 409
        pages = [bob.get(f"/letters/in-{number}") for number in range(1, 1 + len(table.letters()))]
        pages += [bob.get(f"/letters/out-{row['id']}") for row in table.rows() if row["recipient"] != "ann@example.org"]
        assert {got.status for got in pages} == {409}
    finally:
        bob.visitor.close()
    monkeypatch.setenv("JUDGE_GM", BOB)
    folder = ("--campaign", str(table.campaign.config.folder))
    assert run(["mail", "list", *folder]) == 0
    assert "g1" not in capsys.readouterr().out
    assert run(["mail", "show", "in-1", *folder]) == 2


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_helper_who_reads_an_answer_reads_no_word_that_confirms(make_table, language):
    """They could write under the player's address, and confirm it."""
    table = make_table(more=f"{WEB}game_masters:\n  Bob <{BOB}>: {{games: [g1]}}\n").start()
    table.write("blue", f"SET LANGUAGE {language}")
    table.write("blue", "bid 7")
    for words in (
        "RESIGN",
        "PRESS TO copper\na plan\nEND PRESS",
        "SET LINK NEW",
        "bid 6",
        "PHASE bids\nbid 1\nENDPHASE",
    ):
        table.write("blue", words, proven=False)
    deeds = [row for row in table.rows() if row["recipient"] == "blue@mail.example"]
    table.write("blue", f"no, I mean this:\n> {table.written(table.out('receipt')[-1]).text}")
    with table.campaign.store.read() as connection:
        asked = {key.partition(":")[2] for key in connection.execute(select(tables.meta.c.key)).scalars()}
    looks = re.findall(r"\b[a-z2-7]{17}\b", json.dumps([row["facts"] for row in deeds]))
    found = [word for word in looks if token_hash(word)[:32] in asked]
    assert len(found) >= 4
    bob = Desk(table, BOB)
    try:
        shown = [bob.get(f"/letters/out-{row['id']}") for row in deeds]
        shown += [bob.get(f"/letters/in-{number}") for number in range(1, 1 + len(table.letters()))]
        assert {got.status for got in shown} == {200}
        for word in found:
            assert not any(word in got.words() for got in shown), word
    finally:
        bob.visitor.close()


def test_who_plays_in_an_anonymous_game_sees_in_no_list_who_wrote(make_table):
    """Amber's player is a game master with all rights."""
    helpers = "game_masters:\n  amber@mail.example: all\n"
    table = make_table(more=WEB + helpers, settings={"anonymous": True, "gm_plays": True}).start()
    for seat in table.seats:
        table.write(seat, "bid 2")
    amber = Desk(table, "amber@mail.example")
    try:
        for path in ("", "/letters", "/games/g1"):
            shown = amber.get(path).words()
            assert "blue@mail.example" not in shown, path
        assert "amber@mail.example" in amber.get("/letters").words()
    finally:
        amber.visitor.close()


def test_a_letter_for_two_games_is_not_for_the_helper_of_one(make_table):
    from judge.grammar.document import Document

    helpers = f"game_masters:\n  Bob <{BOB}>: {{games: [g1]}}\n"
    table = make_table(more=WEB + helpers).start()
    table.campaign.new_game("quartz", "lanterns", table.now, settings=Document({"zone": "UTC"}))
    table.campaign.assign("quartz", "amber", "blue@mail.example", table.now)
    for words in ("bid 2", "bid 3\nGAME quartz\nbid 4", "bid 3\nRESIGN quartz"):
        table.write("blue", words, subject="[club/g1]")
    bob = Desk(table, BOB)
    try:
        assert [bob.get(f"/letters/in-{one['id']}").status for one in table.letters()] == [200, 409, 409]
        both = [row["id"] for row in table.rows("receipt") if "quartz" in row["facts"]]
        assert both
        assert {bob.get(f"/letters/out-{one}").status for one in both} == {409}
    finally:
        bob.visitor.close()


def test_who_takes_a_seat_over_does_not_read_the_press_of_the_player_before(make_table):
    table = make_table(more=WEB).start()
    table.write("blue", "PRESS TO amber\nI am Bob of Hamburg\nEND PRESS")
    table.campaign.replace("g1", "blue", "new@mail.example", table.now)
    table.pass_time(minutes=1)
    table.write("new", "PRESS TO amber\nHere is somebody new\nEND PRESS", subject="[club/g1]")
    visitor = Visitor(table)
    try:
        shown = visitor.get(visitor.link("blue") + "/press").text
        assert "somebody new" in shown
        assert "Hamburg" not in shown
    finally:
        visitor.close()


def test_one_game_master_does_not_see_the_orders_of_another_who_plays(make_table):
    helpers = f"game_masters:\n  Bob <{BOB}>: {{games: [g1], may: [orders]}}\n"
    table = make_table(more=WEB + helpers, settings={"gm_plays": True})
    table.campaign.replace("g1", "amber", GM, table.now)
    table.start()
    table.write(GM, "bid 9", subject="[club/g1] x")
    assert table.orders("amber") == ("bid 9",)
    bob, first = Desk(table, BOB), Desk(table)
    try:
        assert "bid 9" in first.get("/games/g1/orders/amber").text
        hidden = bob.get("/games/g1/orders/amber")
        assert hidden.status == 403
        assert "bid 9" not in hidden.text
        table.write(BOB, "ORDERS FOR g1 amber:\nbid 1\nEND ORDERS", subject="x")
        assert table.orders("amber") == ("bid 9",)
    finally:
        bob.visitor.close()
        first.visitor.close()


def test_a_form_of_another_page_or_another_person_is_refused(desk):
    page = desk.get("/games/g1")
    other = Desk(desk.table, BOB)
    try:
        slip = page.tree.css_first("form[action$=note] input[name=slip]").attributes["value"]
        for home, deed in ((desk.home, "pause"), (other.home, "note")):
            given = {"slip": slip, "text": "x", "reason": "y"}
            assert desk.visitor.post(f"{home}/games/g1/do/{deed}", given).status == 403
        note = {"slip": slip, "text": "x"}
        path = f"{desk.home}/games/g1/do/note"
        assert desk.visitor.post(path, note, origin="https://evil.example").status == 403
        assert desk.visitor.post(path, note, sec_fetch_site="cross-site").status == 403
        assert not [one for one in acts(desk.table) if one[1] in ("official note", "paused")]
    finally:
        other.visitor.close()


def test_letters_are_shown_with_the_fate_of_every_line(desk):
    table = desk.table
    table.write("amber", "bid 3\nbid one hundred moons\nThanks, Ann\n")
    listed = desk.get("/letters?game=g1").words("table")
    assert "in-1" in listed
    assert "ERRORS" in listed
    shown = desk.get("/letters/in-1")
    rows = [[cell.text(strip=True) for cell in row.css("td")] for row in shown.tree.css("table tbody tr")]
    assert [(row[0], row[1], row[2]) for row in rows[:3]] == [
        ("1", "order", "bid 3"), ("2", "refused", "bid one hundred moons"), ("3", "courtesy", "Thanks, Ann")
    ]  # fmt: skip
    assert "was not understood" in shown.words()
    assert "Answered: out-" in shown.words("h2")
    token = next(row["id"] for row in table.rows("token"))
    assert "only its player may read it" in desk.get(f"/letters/out-{token}").words()
    for wrong in ("in-99", "out-99", "in-x", "x", "in-1%00"):
        assert desk.get(f"/letters/{wrong}").status in (404, 409)


def test_no_mail_or_letter_shows_what_opens_a_seat_or_the_pages(desk):
    table, visitor = desk.table, desk.visitor
    table.write("amber", f"TOKEN {table.tokens['amber']}\nbid 3\n")
    table.write("amber", "REPORT\n")
    table.write(GM, "LINK\n", subject="Judge")
    secrets = [visitor.link("amber").rpartition("/")[2], table.tokens["amber"], desk.home.rpartition("/")[2]]
    mails = [table.written(one).text for one in table.out()]
    for secret in (secrets[0], secrets[2]):
        assert any(secret in one for one in mails), f"{secret} was mailed to nobody: the test tests nothing"
    pages = [desk.get(f"/letters/out-{row['id']}") for row in table.rows()]
    pages += [desk.get(f"/letters/in-{number}") for number in range(1, 1 + len(table.letters()))]
    assert any("TOKEN […]" in page.text for page in pages)
    assert any("/[…]" in page.text for page in pages)
    for page in pages:
        shown = page.text.replace(desk.home, "")
        assert not [one for one in secrets if one in shown]


def test_seats_are_named_on_the_pages_and_acts_are_told_without_signs_of_programs(desk):
    table = desk.table
    table.campaign.pause(table.name, "a wedding", table.now)
    pages = [desk.get(path) for path in ("", "/games/g1")]
    for page in pages:
        assert "Amber" in page.words("main")
        assert "amber" not in page.words("dl, .desk, table.close")
    assert "seats: Amber, Blue" in pages[1].words("table")
    assert not set('[]{}"') & set(pages[1].words("table"))


def test_a_game_master_who_plays_sees_what_such_a_one_may_see(make_desk):
    desk = make_desk(settings={"gm_plays": True})
    table = desk.table
    table.write("amber", "bid 3\n")
    hidden = (desk.get("/games/g1/orders"), desk.preview(), desk.get("/letters/in-1"))
    for got in hidden:
        assert got.status == 403
        assert "until release you are not shown" in got.words()
        assert "bid 3" not in got.text
    assert "bid 3" not in desk.get("/games/g1").text
    table.write("amber", "bid 4", subject="[club/g1] bid 4, or more")
    listed = desk.get("/letters?game=g1").words("table")
    assert "in-2" in listed
    assert "bid 4" not in listed
    assert not [one for one in acts(table) if one[1] in ("preview", "looked at hidden things")]
    shown = desk.press(hidden[0], "/orders", override="a player asked me to")
    assert "bid 4" in shown.words("pre")
    row = next(one for one in acts(table) if one[1] == "looked at hidden things")
    assert (row[0], row[3]["reason"]) == ("gm", "a player asked me to")
    table.campaign.release("g1", table.now)
    assert "a player asked me to" in " ".join(table.written(table.out("report")[-1]).text.split())


def test_every_page_is_one_of_a_strict_page_and_knows_no_other_site(desk):
    desk.table.write("amber", "bid 3\n")
    for path in ("", "/games/g1", "/games/g1/orders", "/letters", "/letters/in-1", "/games/none", "/nowhere"):
        got = desk.get(path)
        assert "default-src 'none'" in got.headers["content-security-policy"]
        assert got.headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in got.headers
        assert not re.findall(r"<script|\sstyle=|\son\w+=|https?://(?!play\.example)", got.text)


ODD = (
    "", "0", "-1", "9" * 30, "a" * 3000, "%00", "../../etc/passwd", "<script>alert(1)</script>", "{{ 7 * 7 }}", "24h",
    "\u202e", "amber",
    "9999999d", "0001-01-01T00:00", "9999-12-31T23:59", "deadlines", "Ann <ann@example.org>", "idle",
    "in-1", "out-999999999999999999999", "'; DROP TABLE games; --", "g1", "2027-13-45",
)  # fmt: skip
PATHS = (
    "", "/games/{}", "/games/g1/{}", "/games/g1/do/{}", "/games/{}/do/{}", "/games/g1/preview", "/games/g1/release",
    "/letters/{}", "/letters?game={}&failed={}", "/../{}", "/games/g1/settings?key={}", "/games/g1/orders/{}",
    "/games/g1/orders", "/games/g1/settings", "/letters",
    "/games/g1/map.svg", "/games/g1/report", "/games/g1/orders/amber/enter",
    "/games/g1/do/set", "/games/g1/do/deadline", "/games/g1/do/assign",
)  # fmt: skip
DOORS = ("/api/table", "/api/choices", "/api/report", "/api/map", "/api/letters", "/api/news")
FIELDS = (
    "slip", "sure", "hash", "window", "override", "by", "reason", "text", "seat", "step", "keep", "winners", "at",
    "key", "value", "person", "strength", "clear", "fix",
)  # fmt: skip


def fuzz(desk, times, word):
    chance = random.Random(word)
    page, table = desk.get("/games/g1"), desk.table
    pages = (page, desk.get("/games/g1/settings"), desk.get("/games/g1/orders/amber"))
    slips = [one.attributes["value"] for page in pages for one in page.tree.css("input[name=slip]")]
    doors = [desk.home, *DOORS]
    for number in range(times):
        home = chance.choice((desk.home, desk.home, *doors))
        path = home + chance.choice(PATHS).format(*(urllib.parse.quote(chance.choice(ODD)) for _ in range(2)))
        path += chance.choice(("", f"?step={urllib.parse.quote(chance.choice(ODD))}"))
        form = {name: chance.choice(ODD) for name in chance.sample(FIELDS, chance.randrange(len(FIELDS)))}
        form["slip"] = chance.choice((*slips, chance.choice(ODD)))
        body = urllib.parse.urlencode(form).encode() if chance.random() < 0.9 else chance.randbytes(500)
        method = chance.choice(("GET", "POST", "POST", "PUT", "HEAD"))
        token = chance.choice((table.tokens["amber"], chance.choice(ODD).encode("ascii", "replace").decode()))
        got = desk.visitor.ask(method, path, body if method != "GET" else b"", authorization=f"Bearer {token}",
                               content_type="application/x-www-form-urlencoded")  # fmt: skip
        assert got.status < 500, (number, method, path, form)
        assert "default-src 'none'" in got.headers["content-security-policy"], (number, method, path)
        assert b"<script>alert" not in got.body, (number, method, path)


def test_nothing_that_is_sent_breaks_a_page_or_the_door(make_desk):
    desk = make_desk(is_busy=True)
    desk.table.write("amber", "bid 3\n")
    fuzz(desk, 100, "desk")
    assert desk.table.live().row["status"] == "running"


@pytest.mark.proof
def test_nothing_at_all_that_is_sent_breaks_a_page_or_the_door(make_desk):
    desk = make_desk(is_busy=True)
    desk.table.write("amber", "bid 3\n")
    fuzz(desk, 4000, "more desks")


@pytest.mark.proof
@pytest.mark.server
@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_fits_its_screen_and_can_be_read_by_everybody(make_desk, browser, width):  # noqa: F811
    from axe_playwright_python.sync_playwright import Axe

    desk = make_desk(game="range-war", seats=99, is_busy=True)
    desk.table.write("lazy-s", "G(Lzy) H\nfoo bar\n")
    context = browser.new_context(viewport={"width": width, "height": 900}, java_script_enabled=True)
    page = context.new_page()
    base = f"http://127.0.0.1:{desk.visitor.pages.port}{desk.home}"
    try:
        for path, press in (
            ("", ""), ("/games/g1", ""), ("/games/g1/orders", ""), ("/letters", ""), ("/letters/in-1", ""),
            ("/games/g1", "Preview a release"), ("/games/g1/settings?key=grace", ""),
            ("/games/g1/orders/lazy-s", ""), ("/games/g1/orders/lazy-s", "Enter them"), ("/games/g1/report", ""),
        ):  # fmt: skip
            page.goto(base + path)
            if press == "Enter them":
                page.fill("#text", "G(Lzy)-Mno")
            for closed in page.query_selector_all("summary"):
                closed.click()
            if press:
                page.click(f"text={press}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, press)
            found = Axe().run(page)
            assert not found.violations_count, (path, press, found.generate_report())
    finally:
        context.close()
