"""Posting to boards, against a server on loopback that answers as each board does."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from judge.forum import Refused, Target, Unreached, publish, read_targets, trial
from judge.forum.publish import requests
from judge.forum.wire import Request, call, send
from judge.grammar.document import DocumentError, load
from judge.report.blocks import parse
from tests.loopback import serving


class Board(HTTPServer):
    """Remembers what it was sent; `answers` are taken first, then each board's usual answer."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Answering)
        self.seen = []
        self.answers = []
        self.moved = {}


class Answering(BaseHTTPRequestHandler):
    def answer(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"] or 0)) or "{}")
        self.server.seen.append((self.command, self.path, body, dict(self.headers)))
        status, said = self.server.answers.pop(0) if self.server.answers else (200, self.usual())
        text = json.dumps(said).encode()
        moved = self.server.moved.get(self.path)
        self.send_response(302 if moved else status)
        if moved:
            self.send_header("Location", moved)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def usual(self):
        number = len(self.server.seen)
        if self.path.startswith("/_matrix"):
            return {"event_id": f"$event{number}"}
        if self.path.startswith("/api/v3"):
            return {"status": {"code": "ok"}, "response": {"pid": number}}
        return {"id": number}

    do_GET = do_POST = do_PUT = do_PATCH = answer

    def log_message(self, *args):
        pass


@pytest.fixture
def board():
    with serving(Board()) as server:
        yield server


def target(board, kind):
    address = f"http://127.0.0.1:{board.server_port}"
    if kind == "discord":
        return Target("chat", kind, f"{address}/api/webhooks/1/secret")
    return Target("forum", kind, "secret", url=address, topic="7", room="!r:x", user="judge")


BLOCKS = parse("# Spring 1901\n\nA PAR - BUR **succeeds**.\n")
LATER = parse("# Spring 1901\n\nA PAR - BUR **fails**.\n")
LONG = parse("# Spring\n\n" + "".join(f"## Part {n}\n\n{'word ' * 200}\n\n" for n in range(6)))


@pytest.mark.parametrize("kind", ["discourse", "nodebb", "matrix", "discord"])
def test_posting_is_idempotent(board, kind):
    place = target(board, kind)
    posted = list(publish(place, "g-1", BLOCKS, {}))
    assert [one.part for one in posted] == [1]
    known = {one.part: (one.remote, one.digest) for one in posted}
    assert list(publish(place, "g-1", BLOCKS, known)) == []
    assert len(board.seen) == 1
    (again,) = publish(place, "g-1", LATER, known)
    assert again.edited
    assert again.remote == posted[0].remote
    assert len(board.seen) == 2
    method, path, body, _ = board.seen[1]
    assert method == {"discord": "PATCH"}.get(kind, "PUT")
    assert posted[0].remote in path or body["m.relates_to"]["event_id"] == posted[0].remote
    assert "fails" in json.dumps(body)


def test_each_board_is_spoken_to_in_its_own_way(board):
    for kind in ("discourse", "nodebb", "matrix", "discord"):
        list(publish(target(board, kind), "g-1", BLOCKS, {}))
    discourse, nodebb, matrix, discord = board.seen
    assert discourse[:2] == ("POST", "/posts.json")
    assert discourse[2]["topic_id"] == 7
    assert discourse[3]["Api-Key"] == "secret"
    assert nodebb[:2] == ("POST", "/api/v3/topics/7")
    assert nodebb[3]["Authorization"] == "Bearer secret"
    assert matrix[:2] == ("PUT", "/_matrix/client/v3/rooms/%21r%3Ax/send/m.room.message/g-1-1")
    assert "<strong>succeeds</strong>" in matrix[2]["formatted_body"]
    assert discord[1] == "/api/webhooks/1/secret?wait=true"
    assert discord[2]["allowed_mentions"] == {"parse": []}


def test_a_long_report_is_several_posts_and_what_was_posted_is_known(board):
    board.answers = [(200, {"id": "a"}), (200, {"id": "b"}), (403, {"error": "no"})]
    posts = publish(target(board, "discord"), "g", LONG, {})
    seen = [next(posts), next(posts)]
    with pytest.raises(Refused, match="403"):
        next(posts)
    assert [one.remote for one in seen] == ["a", "b"]
    known = {one.part: (one.remote, one.digest) for one in seen}
    rest = list(publish(target(board, "discord"), "g", LONG, known))
    assert min(one.part for one in rest) == 3


def test_a_board_that_asks_for_patience_gets_it(board):
    waits = []
    board.answers = [(429, {"retry_after_ms": 1500}), (503, {}), (200, {"event_id": "$x"})]
    (posted,) = publish(target(board, "matrix"), "g", BLOCKS, {}, waits.append)
    assert posted.remote == "$x"
    assert waits == [1.5, 2.0]
    board.answers = [(429, {"retry_after": 9999})] * 4
    with pytest.raises(Refused, match="429"):
        list(publish(target(board, "discord"), "g", BLOCKS, {}, waits.append))
    assert max(waits) == 30.0


def test_a_webhook_address_is_never_shown(board):
    board.answers = [(404, {"message": "Unknown Webhook"})]
    with pytest.raises(Refused) as error:
        list(publish(target(board, "discord"), "g", BLOCKS, {}))
    assert "secret" not in str(error.value)
    shown = [request.shown() for _, _, _, request in requests(target(board, "discord"), "g", BLOCKS, {})]
    assert "secret" not in json.dumps(shown)


class SentOn(BaseHTTPRequestHandler):
    """Answers every request with the address of another server."""

    def answer(self):
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(302)
        self.send_header("Location", f"{self.server.onward}{self.path}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *args):
        pass


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
@pytest.mark.parametrize("ask", [send, call])
def test_a_token_goes_to_no_other_server(board, method, ask):
    with serving(HTTPServer(("127.0.0.1", 0), SentOn)) as first:
        for onward in (
            f"http://127.0.0.1:{board.server_port}",
            f"http://localhost:{first.server_port}",
            "https://[::1",
        ):
            first.onward = onward
            with pytest.raises((Refused, Unreached)):
                ask(Request(method, f"http://127.0.0.1:{first.server_port}/x", {}, {"Authorization": "Bearer s3cret"}))
    assert board.seen == []


def test_a_board_that_moved_is_named():
    with serving(HTTPServer(("127.0.0.1", 0), SentOn)) as first:
        first.onward = "https://Forum.example"
        with pytest.raises(Refused, match=r"sends us to https://forum\.example:443, another server"):
            list(publish(target(first, "nodebb"), "g", BLOCKS, {}))


def test_a_board_sends_us_to_another_page_of_its_own(board):
    page = f"http://127.0.0.1:{board.server_port}"
    board.moved = {"/x": f"{page}/y"}
    assert send(Request("GET", f"{page}/x", {}))["id"] == 2
    assert [path for _, path, _, _ in board.seen] == ["/x", "/y"]


def test_nobody_there():
    with pytest.raises(Unreached):
        list(publish(Target("x", "nodebb", "s", url="http://127.0.0.1:9", topic="1"), "g", BLOCKS, {}))
    with pytest.raises(Refused, match="only https"):
        list(publish(Target("x", "nodebb", "s", url="http://forum.example", topic="1"), "g", BLOCKS, {}))


@pytest.mark.parametrize("host", ["localhost.forum.example", "127.0.0.1.forum.example", "localhost@forum.example"])
def test_only_this_machine_is_spoken_to_without_https(host):
    with pytest.raises(Refused, match="only https"):
        list(publish(Target("x", "nodebb", "s", url=f"http://{host}", topic="1"), "g", BLOCKS, {}))


def test_a_test_post(board):
    assert trial(target(board, "nodebb")).remote == "1"


def test_targets_from_a_campaign_file(tmp_path, monkeypatch):
    (tmp_path / "key").write_text("k3y\n")
    monkeypatch.setenv("HOOK", "https://discord.example/api/webhooks/1/x")
    text = (
        "forum: {kind: discourse, url: 'https://forum.example/', topic: 12, user: judge, secret_file: key}\n"
        "chat: {kind: discord, secret_env: HOOK}\n"
    )
    targets = read_targets(load(text), tmp_path)
    assert targets["forum"] == Target(
        "forum", "discourse", "k3y", url="https://forum.example", topic="12", user="judge"
    )
    assert targets["chat"].secret.endswith("/x")
    for wrong, said in (
        ("a: {kind: discorse, secret_env: HOOK}", 'did you mean "discourse"?'),
        ("a: {kind: matrix, url: x, secret_env: HOOK}", "a matrix target needs `room`"),
        ("a: {kind: discord}", "needs `secret_file` or `secret_env`"),
        ("a: {kind: discord, secret_env: NOT_SET_HERE}", "the environment has no NOT_SET_HERE"),
        ("a: {kind: discord, secret: abc}", '"secret" means nothing here'),
    ):
        with pytest.raises(DocumentError) as error:
            read_targets(load(wrong), tmp_path)
        assert said in str(error.value)
