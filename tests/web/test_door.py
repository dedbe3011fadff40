"""The door for programs: a seat's token opens its table, takes its letters and tells its news, as the schema says."""

import json
import threading
from pathlib import Path

import jsonschema
import pytest

from examples.program import play
from judge.web.door.schema import SCHEMA
from tests.serve.table import Table
from tests.serve.test_canary import BOTH
from tests.web.visitor import Visitor

pytestmark = pytest.mark.parametrize("database", BOTH, indirect=True)
DOCS = Path(__file__).resolve().parents[2] / "docs"


class Program:
    """Sits at a seat. Every answer is held against the schema."""

    def __init__(self, visitor, seat, token=None):
        self.visitor, self.token = visitor, token or visitor.table.tokens[seat]

    def ask(self, method, path, name, body=None, status=200):
        raw = json.dumps(body).encode() if body is not None else b""
        got = self.visitor.ask(method, f"/api/{path}", raw, authorization=f"Bearer {self.token}")
        assert got.status == status, got.text
        assert got.headers["cache-control"] == "no-store"
        found = json.loads(got.body)
        checker = jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{name}"}]})
        assert not [error.message for error in checker.iter_errors(found)]
        return found

    def table(self):
        return self.ask("GET", "table", "Table")

    def send(self, text, **more):
        return self.ask("POST", "letters", "Heard", {"text": text, **more})

    def news(self, after=0, wait=0):
        return self.ask("GET", f"news?after={after}&wait={wait}", "News")


@pytest.fixture
def amber(visitor):
    return Program(visitor, "amber")


def test_a_program_reads_its_table_and_gives_orders(visitor, amber):
    assert amber.table()["orders"]["lines"] == []
    got = amber.send("bid 3\nbid one hundred moons\n")
    assert got["answer"]["verdict"] == "ERRORS"
    (set_,) = got["answer"]["sets"]
    assert set_["orders"] == ["bid 3"]
    assert [(one["number"], one["line"]) for one in set_["problems"]] == [(2, "bid one hundred moons")]
    assert "| bid 3" in got["text"]
    assert amber.table()["orders"]["lines"] == ["bid 3"]
    assert visitor.table.orders("amber") == ("bid 3",)


def test_the_answer_is_the_one_that_a_mail_would_get(visitor, amber):
    text = "bid 3\nI will not bid 4\nVOTE DRAW\nPRESS TO blue\nHello\n"
    by_program = amber.send(text)
    by_mail = visitor.table.write("amber", text)
    written = visitor.table.written(by_mail).text

    def words(said):
        return [line for line in said.splitlines() if "eceipt" not in line]

    assert words(by_program["text"]) == words(written)
    assert by_program["answer"]["not_done"][0]["code"] == "block-not-ended"


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer x", "Basic eDp4", "Bearer " + "a" * 5000])
def test_a_guessed_token_opens_nothing(visitor, given):
    for path in ("table", "choices", "report", "map", "news"):
        got = visitor.ask("GET", f"/api/{path}", authorization=given)
        assert got.status == 401
        assert json.loads(got.body) == {"error": "no-token"}
    assert visitor.ask("POST", "/api/letters", b'{"text": "bid 3"}', authorization=given).status == 401
    assert not visitor.table.letters()


def test_a_link_is_no_token_and_a_token_no_link(visitor, amber):
    link = visitor.link("amber").rpartition("/")[2]
    assert visitor.ask("GET", "/api/table", authorization=f"Bearer {link}").status == 401
    assert visitor.get(f"/seat/{amber.token}").status == 404


def test_a_token_that_was_taken_back_opens_nothing(visitor, amber):
    amber.table()
    table = visitor.table
    new = table.campaign.replace(table.name, "amber", "new@mail.example", table.now)
    assert amber.ask("GET", "table", "Refused", status=401) == {"error": "no-token"}
    assert Program(visitor, "amber", new).table()["seat"] == "amber"


def test_news_are_numbered_for_the_seat_alone_and_told_once(visitor, amber):
    first = amber.news()
    assert [(one["number"], one["kind"], one.get("step")) for one in first["news"]] == [(1, "report", 0)]
    visitor.table.write("blue", "bid 2\nPRESS TO amber\nShall we share?\nEND PRESS\n")
    visitor.table.write("copper", "bid 1\n")
    amber.send("bid 3\n")
    then = amber.news(first["next"])
    assert [(one["number"], one["kind"]) for one in then["news"]] == [(2, "press"), (3, "receipt")]
    press, receipt = then["news"]
    assert (press["from"], press["text"].strip()) == ("Blue", "Shall we share?")
    assert receipt["answer"]["sets"][0]["orders"] == ["bid 3"]
    assert amber.news(then["next"])["news"] == []
    assert amber.news(0)["news"] == first["news"] + then["news"]


def test_who_waits_for_news_is_told_when_there_are_some(visitor, amber):
    last, found = amber.news()["next"], []
    waiting = threading.Thread(target=lambda: found.append(amber.news(last, wait=30)))
    waiting.start()
    visitor.table.write("blue", "bid 2\nPRESS TO amber\nNow?\nEND PRESS\n")
    waiting.join(25)
    assert [one["kind"] for one in found[0]["news"]] == ["press"]


def test_what_waits_for_its_hour_is_told_then_and_is_missed_by_nobody(make_table):
    """In an anonymous game press goes with the full hour; a letter's answer, which comes later, is told before it."""
    table = make_table(settings={"anonymous": True, "deadlines": "9d"}).start()
    visitor = Visitor(table)
    try:
        amber = Program(visitor, "amber")
        last = amber.news()["next"]
        table.pass_time(minutes=7)
        table.write("blue", "bid 2\nPRESS TO amber\nPsst\nEND PRESS\n")
        amber.send("bid 3\n")
        then = amber.news(last)
        assert [one["kind"] for one in then["news"]] == ["receipt"]
        table.pass_time(minutes=53)
        assert [one["kind"] for one in amber.news(then["next"])["news"]] == ["press"]
    finally:
        visitor.close()


def test_the_same_letter_sent_twice_under_one_id_is_one_letter(visitor, amber):
    first, second = (amber.send("bid 3\n", id="turn-1.a") for _ in range(2))
    assert first == second
    assert len(visitor.table.letters()) == 1
    visitor.table.pass_time(seconds=1)
    other = amber.send("bid 4\n", id="turn-1.a")
    assert other["answer"]["sets"][0]["orders"] == ["bid 4"]
    assert len(visitor.table.letters()) == 2


def test_orders_for_a_window_that_is_closed_are_not_taken_for_another(visitor, amber):
    window = amber.table()["window"]["key"]
    visitor.table.campaign.release(visitor.table.name, visitor.table.now)
    got = amber.send("bid 3\n", window=window)["answer"]
    assert (got["verdict"], got["not_done"][0]["code"]) == ("NOT READ", "late")
    assert amber.table()["orders"]["lines"] == []


@pytest.mark.parametrize("body", [
    b"", b"bid 3", b"[]", b"{}", b'{"text": ""}', b'{"text": 3}', b'{"text": "bid 3", "seat": "blue"}',
    b'{"text": "bid 3", "id": "a b"}', b'{"text": "bid 3", "window": "x\\r\\nBcc: y"}', b"[" * 100_000,
    b'{"text": "\\ud800"', b"\xff\xfe", json.dumps({"text": "bid 3 " * 20_000}).encode(),
])  # fmt: skip
def test_what_is_no_letter_is_refused_and_nothing_is_stored(visitor, amber, body):
    got = visitor.ask("POST", "/api/letters", body, authorization=f"Bearer {amber.token}")
    assert got.status in (400, 413)
    assert set(json.loads(got.body)) == {"error"}
    assert not visitor.table.letters()


def test_a_program_that_asks_too_often_waits(table):
    visitor = Visitor(table, requests=20)
    try:
        amber = Program(visitor, "amber")
        for _ in range(20):
            amber.table()
        assert amber.ask("GET", "table", "Refused", status=429) == {"error": "too-many"}
        table.pass_time(minutes=1)
        amber.table()
        # Whoever guesses has less.
        tries = [visitor.ask("GET", "/api/table", authorization=f"Bearer guess{one}").status for one in range(4)]
        assert tries == [401, 401, 429, 429]
    finally:
        visitor.close()


def test_a_seat_has_few_requests_that_wait_at_once(visitor, amber):
    last, got = amber.news()["next"], []

    def waits():
        path, bearer = f"/api/news?after={last}&wait=30", f"Bearer {amber.token}"
        got.append(visitor.ask("GET", path, authorization=bearer))

    waiting = [threading.Thread(target=waits) for _ in range(4)]
    for one in waiting:
        one.start()
    while not got and any(one.is_alive() for one in waiting):
        waiting[0].join(0.05)
    assert [(one.status, json.loads(one.body)) for one in got] == [(429, {"error": "too-many-wait"})]
    visitor.table.write("blue", "bid 2\nPRESS TO amber\nNow?\nEND PRESS\n")
    for one in waiting:
        one.join(25)
    assert sorted(one.status for one in got) == [200, 200, 200, 429]


def test_the_end_of_a_game_is_told_and_can_be_read(visitor, amber):
    last = amber.news()["next"]
    visitor.table.campaign.end(visitor.table.name, ["blue"], "agreed", visitor.table.now)
    kinds = [one["kind"] for one in amber.news(last)["news"]]
    assert kinds == ["report", "closing"]
    found = amber.table()
    assert (found["status"], found["window"], found["orders"]) == ("over", None, None)
    assert amber.ask("GET", "choices", "Refused", status=409)["error"] == "not-now"


EVERY = ["diplomacy", "hell-on-wheels", *(
    pytest.param(game, marks=pytest.mark.proof) for game in ("range-war", "land-barons", "gold-rush")
)]  # fmt: skip


@pytest.mark.parametrize("game", EVERY)
def test_every_game_can_be_asked_and_played(make_table, game):
    """What is listed as an order is one: sent, it is taken. The form of the table says the rest."""
    table: Table = make_table(game=game, seats=99).start()
    visitor = Visitor(table)
    try:
        seat = sorted(table.live().window.asks)[0]
        program = Program(visitor, seat)
        seen = program.table()
        assert seen["window"]["asked"]
        assert seen["view"]
        assert program.ask("GET", "report", "Report")["form"] == seen["window"]["form"]
        assert program.ask("GET", "report?step=0", "Report")["seat"] == seat
        subjects = program.ask("GET", "choices", "Choices")["subjects"]
        assert subjects
        listed = [one["choices"][-1]["text"] for one in subjects if "choices" in one]
        if listed:
            (taken,) = program.send("\n".join(listed[:1]))["answer"]["sets"]
            assert not taken["problems"]
            assert taken["orders"]
        got = visitor.ask("GET", "/api/map", authorization=f"Bearer {program.token}")
        assert got.status in (200, 404)
        assert got.status == 404 or got.body.startswith(b"<svg")
    finally:
        visitor.close()


def test_the_published_schema_is_the_one_that_is_used(database):
    assert json.loads((DOCS / "door.schema.json").read_text(encoding="utf-8")) == SCHEMA


def test_programs_of_thirty_lines_play_a_game_to_its_end(make_table):
    table = make_table(settings={"deadlines": "900d"}).start()
    visitor = Visitor(table)
    base = f"http://127.0.0.1:{visitor.pages.port}"
    wrong = []

    def plays(token):
        try:
            play(base, token)
        except Exception as error:
            wrong.append(error)

    players = [threading.Thread(target=plays, args=(table.tokens[seat],), daemon=True) for seat in table.seats]
    try:
        for one in players:
            one.start()
        while any(one.is_alive() for one in players) and not wrong:
            # What comes as a window opens may have been meant for the one before.
            table.pass_time(minutes=11)
            table.daemon.tick()
            players[0].join(0.1)
        assert not wrong
        assert table.live().row["status"] == "over"
        assert {row["note"] for row in table.letters()} == {"OK"}
    finally:
        visitor.close()
