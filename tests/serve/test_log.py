"""The log says what happened to which letter, game and window, and of secrets nothing, however much it may say."""

from __future__ import annotations

import io
import json
import logging

import pytest

from judge.serve.log import Redact, about, set_up
from tests.serve.table import JUDGE

BIDS = {"amber": 71, "blue": 53, "copper": 37}
PASSWORD = "correct-horse-battery"


@pytest.fixture
def logged():
    """Sets the log up to be read; puts everything back afterwards."""
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    stream = io.StringIO()

    def begin(form, **words):
        set_up(form, verbose=True, campaign="club", daemon="here/1", known=[PASSWORD], stream=stream, **words)
        return stream

    yield begin
    root.handlers[:] = before
    root.setLevel(level)


def stir(table, monkeypatch):
    """Letters good and bad, errors that quote them, a clock, mails that cannot be written."""
    for seat, bid in BIDS.items():
        table.write(seat, f"bid {bid}\ncanary-{seat}\nTOKEN {table.tokens[seat]}\nWAIT\n")
    table.write("eve@elsewhere.example", "bid 3\n")
    read = type(table.daemon.desk)._read

    def breaks(desk, hand):
        raise RuntimeError(f"cannot: {hand.arrived.raw.decode()} with {PASSWORD}")

    monkeypatch.setattr(type(table.daemon.desk), "_read", breaks)
    table.write("amber", "bid 88\ncanary-broken\n")
    monkeypatch.setattr(type(table.daemon.desk), "_read", read)

    def unwritable(*anything):
        raise RuntimeError(f"cannot write to {anything[1].recipient}: {anything[1].facts}")

    monkeypatch.setattr(table.daemon.postroom, "ready", unwritable)
    table.pass_time(days=3, hours=7)
    table.daemon.tick()
    table.daemon.send_waiting()
    log = logging.getLogger("judge")
    log.warning("%s", f"the server said: LOGIN judge {PASSWORD}; write to judge+g1.abcdefghijklmnopqr@judge.localhost")
    log.warning("postgresql+psycopg://judge:%s@db/judge does not answer", "another-secret")


SECRETS = ("canary", "bid 71", "bid 53", "bid 37", "bid 88", PASSWORD, "another-secret", "abcdefghijklmnopqr")


@pytest.mark.parametrize("form", ["human", "json"])
def test_no_order_token_password_or_address_is_said(table, logged, monkeypatch, form):
    stream = logged(form)
    stir(table, monkeypatch)
    said = stream.getvalue()
    for secret in (*SECRETS, *table.tokens.values(), "@mail.example", "@elsewhere.example"):
        assert secret not in said, secret
    # It is not silent either: the error's kind and place are there.
    assert "RuntimeError" in said
    assert "test_log.py" in said


def test_addresses_are_shown_where_the_game_master_wants_them(table, logged, monkeypatch):
    stream = logged("human", addresses=True)
    stir(table, monkeypatch)
    logging.getLogger("judge").info("mail for amber@mail.example is refused")
    assert "amber@mail.example" in stream.getvalue()
    for secret in (*SECRETS, *table.tokens.values()):
        assert secret not in stream.getvalue(), secret


def test_each_line_is_json_with_what_it_is_about(table, logged, monkeypatch):
    stream = logged("json")
    stir(table, monkeypatch)
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert {line["campaign"] for line in lines} == {"club"}
    assert {line["daemon"] for line in lines} == {"here/1"}
    read = [line for line in lines if line["said"].startswith("a letter was read")]
    verdicts = [line["said"].rpartition(": ")[2] for line in read]
    told = [(line["letter"], line.get("game"), line.get("window")) for line in read]
    assert [(*one, verdict) for one, verdict in zip(told, verdicts, strict=True)] == [
        (1, "g1", "round-1-bids", "ERRORS"), (2, "g1", "round-1-bids", "ERRORS"), (3, "g1", "round-1-bids", "ERRORS"),
        (4, None, None, "NOT READ"),
    ]  # fmt: skip
    broken = [line for line in lines if line.get("letter") == 5]
    assert {line["level"] for line in broken} == {"warning"}
    (closed,) = [line for line in lines if line.get("act") == "closed"]
    assert (closed["game"], closed["window"]) == ("g1", "round-1-bids")
    assert closed["seconds"] > 0
    assert next(line["error"][0] for line in lines if "error" in line) == "RuntimeError"


def test_the_same_person_is_the_same_mark():
    hidden = Redact()
    one, other = hidden("from ann@example.org"), hidden("to ANN@example.org")
    assert one.removeprefix("from ") == other.removeprefix("to ")
    assert hidden("from bob@example.org").removeprefix("from ") != one.removeprefix("from ")
    assert hidden('password: "x y z" and token=abc, then on') == "password: *** and token=***, then on"
    assert Redact(addresses=True)(f"reply to {JUDGE.replace('@', '+g1.secretword@')}") == (
        "reply to judge+***@judge.localhost"
    )


def test_what_is_empty_is_left_out():
    assert about(game="first", window="", letter=None, seconds=0.0) == {"about": {"game": "first", "seconds": 0.0}}


def test_what_is_said_closely_is_the_judges_own(table, logged):
    stream = logged("human")
    table.write("amber", "bid 3\n")
    logging.getLogger("urllib3.connectionpool").debug("a library speaks")
    logging.getLogger("somebody").info("so does another")
    logging.getLogger("somebody").warning("this is worth knowing")
    lines = stream.getvalue().splitlines()
    assert [line for line in lines if "a letter was read: OK" in line]
    assert not [line for line in lines if "speaks" in line or "another" in line]
    assert [line for line in lines if "worth knowing" in line]
