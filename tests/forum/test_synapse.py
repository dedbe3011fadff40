"""Posting to a real Matrix homeserver: created, edited in place, never twice, whatever breaks in between."""

import json
import os

import pytest

from judge.cli.main import run
from judge.forum import Refused, Target, publish, trial
from judge.report.blocks import parse
from tests.forum.synapse import Synapse, python_with_synapse
from tests.toy.register import furnish, register

pytestmark = pytest.mark.server
BLOCKS = parse(
    "# Spring 1901\n\nA PAR - BUR **succeeds**, says @room and [b]me[/b].\n\n| A | B |\n|---|---|\n| 1 | 2 |\n"
)
LATER = parse("# Spring 1901\n\nA PAR - BUR **fails**.\n")
# Tables weigh more in HTML than in text: the part of a report that comes nearest to a server's limit.
TABLES = parse("# Tables\n\n" + "".join(
    f"## {part}\n\n| a | b | c | d |\n|---|---|---|---|\n" + "| é | 2 | 3 | 4 |\n" * 300 + "\n" for part in range(9)
))  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    python = python_with_synapse()
    if python is None:
        reason = "no Matrix homeserver here: `make synapse` puts Synapse into an environment of its own"
        if os.environ.get("JUDGE_REQUIRE_SERVERS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    running = Synapse(python, tmp_path_factory.mktemp("synapse"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def token(server):
    return server.register("judge")


@pytest.fixture
def target(server, token):
    return Target("room", "matrix", token, url=server.url, room=server.room(token))


def texts(server, target):
    return [one["content"]["body"] for one in server.messages(target.secret, target.room)]


def known(posted):
    return {one.part: (one.remote, one.digest) for one in posted}


def test_a_report_is_posted_and_edited_in_place(server, target):
    (first,) = publish(target, "g-1", BLOCKS, {})
    (seen,) = server.messages(target.secret, target.room)
    assert seen["event_id"] == first.remote
    assert "<strong>succeeds</strong>" in seen["content"]["formatted_body"]
    assert "<td" in seen["content"]["formatted_body"]
    assert "@room" not in seen["content"]["formatted_body"]
    assert seen["content"]["m.mentions"] == {}
    (again,) = publish(target, "g-1", LATER, known([first]))
    assert (again.edited, again.remote) == (True, first.remote)
    (seen,) = server.messages(target.secret, target.room)
    assert seen["edited"]
    assert "fails" in seen["content"]["body"]
    # A second edit is of the same message, not of the edit; the same text again is none.
    (back,) = publish(target, "g-1", BLOCKS, known([again]))
    assert list(publish(target, "g-1", BLOCKS, known([back]))) == []
    (seen,) = server.messages(target.secret, target.room)
    assert "succeeds" in seen["content"]["body"]


def test_what_was_posted_before_a_crash_is_not_posted_again(server, target):
    """The process died after the server took the post and before its name was stored."""
    (first,) = publish(target, "g-2", BLOCKS, {})
    (again,) = publish(target, "g-2", BLOCKS, {})
    assert again.remote == first.remote
    assert len(texts(server, target)) == 1


def test_the_largest_parts_fit_both_new_and_edited(server, target):
    posted = list(publish(target, "g-3", TABLES, {}))
    assert len(posted) > 1
    assert len(texts(server, target)) == len(posted)
    changed = parse("# Tables again\n\n")[:1] + TABLES[1:]
    edited = list(publish(target, "g-3", changed, known(posted)))
    assert edited
    assert all(one.edited for one in edited)
    assert len(texts(server, target)) == len(posted)


def test_a_test_post(server, target):
    trial(target)
    assert "test post" in texts(server, target)[0]


def test_a_wrong_token_is_refused_in_words(server, target):
    with pytest.raises(Refused, match="401"):
        list(publish(Target("room", "matrix", "wrong", url=server.url, room=target.room), "g-4", BLOCKS, {}))


def test_a_server_that_asks_for_patience_gets_it(tmp_path):
    """A real limit of one message every two seconds: the Judge waits as long as it is told, and all parts arrive."""
    python = python_with_synapse()
    if python is None:
        pytest.skip("no Matrix homeserver here: `make synapse` puts Synapse into an environment of its own")
    slow = Synapse(python, tmp_path, pace=1, burst=1)
    try:
        token = slow.register("judge")
        target = Target("room", "matrix", token, url=slow.url, room=slow.room(token))
        waits = []

        def wait(seconds):
            import time

            waits.append(seconds)
            time.sleep(seconds)

        for number in range(3):
            list(publish(target, f"g-{number}", LATER, {}, wait))
        assert len(texts(slow, target)) == 3
        assert waits
        assert all(0 < seconds <= 30 for seconds in waits)
    finally:
        slow.stop()


def test_judge_post_from_the_command_line(server, target, tmp_path, monkeypatch, capsys):
    register()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JUDGE_NOW", "2027-03-01T09:00:00Z")
    monkeypatch.setenv("MATRIX_TOKEN", target.secret)
    assert run(["init", "club"]) == 0
    monkeypatch.chdir(tmp_path / "club")
    furnish(tmp_path / "club")
    with open("campaign.yaml", "a", encoding="utf-8") as file:
        room = json.dumps(target.room)
        file.write(
            f"\ntargets:\n  room: {{kind: matrix, url: '{server.url}', room: {room}, secret_env: MATRIX_TOKEN}}\n"
        )
    assert run(["new", "first", "--game", "lanterns"]) == 0
    assert run(["start", "first"]) == 0

    def post(*more):
        capsys.readouterr()
        assert run(["post", "first", "--to", "room", *more]) == 0
        return capsys.readouterr().out

    assert "would be sent" in post("--dry-run")
    assert texts(server, target) == []
    assert "posted as $" in post()
    assert "nothing to do" in post()
    assert len(texts(server, target)) == 1
    assert run(["end", "first", "--winner", "blue", "--reason", "agreed", "--yes"]) == 0
    assert "posted as $" in post("--closing")
    (tmp_path / "words.txt").write_text("Thank you all.")
    assert run(["statement", "first", "blue", str(tmp_path / "words.txt")]) == 0
    # A last word is on the page that the message leads to; the message itself stays as it was.
    assert "nothing to do" in post("--closing")
    said = texts(server, target)
    assert len(said) == 2
    assert target.secret not in post("--dry-run", "--closing")
