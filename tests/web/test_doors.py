"""What a page refuses, whatever is sent to it; and that its address stands nowhere but in its player's mail."""

from __future__ import annotations

import json
import logging
import random
import re
import urllib.parse

import pytest

from judge.campaign.live import NotNow, load_game
from judge.campaign.masters import GameMaster
from judge.campaign.record import record_of
from judge.campaign.reports import report_of
from judge.campaign.withheld import without_token
from judge.mail.headers import message_of
from judge.report import render
from judge.serve.log import Human, Redact
from judge.serve.secrets import check_no_secret
from judge.web.app import ROUTES
from tests.serve.test_canary import words_of
from tests.web.test_gm import DOORS
from tests.web.test_gm import PATHS as DESK
from tests.web.visitor import BASE, Visitor

WEB = f"web:\n  base_url: {BASE}\n  listen: none\n"
PATHS = ("", "/press", "/archive", "/archive/{}", "/table", "/map/{}.svg", "/mark", "/manifest.webmanifest",
         "/parts/assets/{}/{}", "/worker.js", "/bell", "/{}", "/../{}", "//{}")  # fmt: skip
FIELDS = ("slip", "window", "had", "whole", "letter", "say", "what", "vote", "to", "first", "last", "address", "words",
          "kind", "as", "to-all", "to-blue", "to-gm", "zone", "digest", "mail", "sure", "off", "endpoint")  # fmt: skip
ODD = ("", "0", "-1", "99999999999999999999", "a" * 5000, "%00", "../../etc/passwd", "<script>alert(1)</script>",
       "{{ 7 * 7 }}", "bid 3\r\nBcc: eve@evil.example", "\u202e\ufeff", "END PRESS", "READY", "amber", "draw", "link",
       "PRESS TO blue\nx\nEND PRESS", "2027-13-45", "'; DROP TABLE seats; --",
       "\ud800".encode("utf-8", "surrogatepass"))  # fmt: skip


def fuzz(visitor, times, word):
    chance = random.Random(word)
    own = visitor.link("amber")
    given = visitor.slip(own)
    links = [own, own[:-3], "/seat/1", "/seat/" + "9" * 30, "/assets/x/style.css", "/nowhere", ""]

    def odd():
        return chance.choice(ODD)

    for number in range(times):
        path = chance.choice(links) + chance.choice(PATHS).format(*(urllib.parse.quote(odd()) for _ in range(2)))
        form = {name: odd() for name in chance.sample(FIELDS, chance.randrange(len(FIELDS)))}
        if chance.random() < 0.7:
            form["slip"] = given
        body = urllib.parse.urlencode(form).encode() if chance.random() < 0.9 else chance.randbytes(2000)
        method = chance.choice(("GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"))
        kind = chance.choice(
            ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "a")
        )
        if not own.startswith(path[:5]) and path == "":
            path = "/"
        got = visitor.ask(method, path or "/", body if method != "GET" else b"", content_type=kind)
        assert got.status < 500, (number, method, path, form)
        assert "default-src 'none'" in got.headers["content-security-policy"], (number, method, path)
        assert b"<script>alert" not in got.body, (number, method, path)
        assert b"blue@mail" not in got.body, (number, method, path)


def test_every_route_is_among_those_that_anything_is_sent_to():
    """Here, or at the game master's pages and the door for programs (tests/web/test_gm.py)."""
    tried = {f"/seat/{{}}{path}" for path in PATHS} | {f"/gm/{{}}{path.partition('?')[0]}" for path in DESK}
    tried |= {"/assets/{}/{}", *DOORS}
    routes = {re.sub(r"\{\w+\}", "{}", route.path) for route in ROUTES}

    def is_tried(route):
        return any(re.fullmatch(re.sub(r"\\{\\}", "[^/]+", re.escape(route)), one) for one in tried)

    assert [route for route in sorted(routes) if not is_tried(route)] == []


def test_nothing_that_is_sent_breaks_a_page(visitor):
    fuzz(visitor, 150, "doors")
    assert visitor.table.live().window is not None


@pytest.mark.proof
def test_nothing_at_all_that_is_sent_breaks_a_page(visitor):
    fuzz(visitor, 5000, "more doors")


def test_too_much_at_once_is_not_taken(visitor):
    got = visitor.post(visitor.link("amber"), {"letter": "a" * 400_000})
    assert got.status == 413
    got = visitor.send("amber", "bid 1\n" * 20_000)
    assert got.status == 413
    assert not visitor.table.letters()


def test_whoever_tries_links_is_stopped_and_players_are_not(table):
    visitor = Visitor(table, requests=50)
    try:
        tries = [visitor.get(f"/seat/1-{number:026d}").status for number in range(8)]
        assert tries == [404] * 5 + [429] * 3
        assert visitor.get(visitor.link("amber")).status == 200
        looks = [visitor.get(f"{visitor.link('amber')}/mark").status for _ in range(60)]
        assert 200 in looks
        assert looks[-1] == 429
        assert visitor.get(visitor.link("blue")).status == 200
        table.pass_time(minutes=1)
        assert visitor.get(visitor.link("amber")).status == 200
    finally:
        visitor.close()


def test_a_fault_of_ours_tells_neither_visitor_nor_log_a_word_of_it(visitor, caplog, monkeypatch):
    caplog.handler.setFormatter(Human(Redact()))

    def broken(*anything, **more):
        raise RuntimeError("canary at the page")

    monkeypatch.setattr("judge.web.seat.report_of", broken)
    link = visitor.link("amber")
    got = visitor.get(link)
    assert got.status == 500
    assert "canary" not in got.text
    assert "RuntimeError" in caplog.text
    assert "canary" not in caplog.text
    assert link.rpartition("-")[2] not in caplog.text


@pytest.fixture
def linked(make_table):
    """A table whose reports carry links."""
    table = make_table(more=WEB).start()
    visitor = Visitor(table)
    yield visitor
    visitor.close()


def test_a_link_stands_in_its_own_players_mail_and_nowhere_else(linked, caplog):
    caplog.set_level(logging.DEBUG)
    table = linked.table
    for seat in table.seats:
        linked.send(seat, "bid 1\n")
        table.write(seat, "REPORT\nSTATUS\nORDERS\n")
    table.pass_time(days=4)
    table.daemon.tick()
    words = {seat: linked.link(seat).rpartition("-")[2] for seat in table.seats}
    told = {seat: [] for seat in words}
    for row in table.out():
        text = words_of(message_of(table.sent_bytes(row)))
        for seat, word in words.items():
            if word in text:
                told[seat].append((row.recipient, row.kind))
    for seat, places in told.items():
        assert {recipient for recipient, _ in places} == {f"{seat}@mail.example"}
        assert "report" in {kind for _, kind in places}
    with table.campaign.look() as look:
        exported = json.dumps([record_of(look.connection, table.name, full=full) for full in (False, True)])
        live = load_game(look.connection, table.name)
        public = "".join(render(report_of(look, live, step, None), "bbcode") for step in range(live.head + 1))
    for word in words.values():
        assert word not in exported
        assert word not in public
        assert word not in caplog.text


def test_press_that_holds_a_link_is_not_sent(linked):
    table = linked.table
    own = f"{BASE}{linked.link('amber')}"
    got = linked.post(
        linked.link("amber") + "/press",
        {"slip": linked.slip(linked.link("amber")), "to-blue": "yes", "words": f"play for me: {own}"},
    )
    assert "a link to a page" in got.words(".answer")
    assert not table.out("press")
    assert own.rpartition("/")[2] not in without_token(f"see {own} there")
    with table.campaign.store.read() as connection, pytest.raises(NotNow):
        check_no_secret(connection, own.upper(), (GameMaster(),))


def test_a_log_that_quotes_a_link_hides_it(linked):
    own = linked.link("amber")
    assert own.rpartition("-")[2] not in Redact()(f"GET {own} 200")
