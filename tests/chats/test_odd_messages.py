"""Whatever a stranger's program sends as a message: it is heard once, and nothing behind it is lost."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from hypothesis import given, settings
from hypothesis import strategies as st

from judge.chats import Chat, service_of
from judge.chats.service import addressed, own_words
from judge.mail.letter import read_letter
from judge.serve.spoken import row_of
from tests.loopback import serving

KEYS = st.sampled_from(["body", "msgtype", "m.relates_to", "rel_type", "event_id", "m.new_content", "m.mentions",
                        "user_ids", "filename", "redacts", "info"])  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = st.sampled_from(["m.room.message", "m.room.redaction", "m.room.encrypted", "m.reaction"])
CONTENT = st.dictionaries(KEYS, ANYTHING, max_size=6) | st.fixed_dictionaries(
    {"msgtype": st.sampled_from(["m.text", "m.image", "m.emote", "m.notice"]), "body": ANYTHING},
    optional={"m.relates_to": ANYTHING, "m.new_content": ANYTHING, "m.mentions": ANYTHING, "filename": ANYTHING},
)
ME, ANN, ROOM = "@judge:x", "@ann:x", "!r:x"


class Homeserver(ThreadingHTTPServer):
    """Answers one look with the events it was given."""

    events: list = []  # noqa: RUF012
    members = (ME, ANN)


class Answering(BaseHTTPRequestHandler):
    def do_GET(self):
        where = self.path.partition("?")[0].rpartition("/")[2]
        text = json.dumps({
            "whoami": {"user_id": ME},
            "sync": {"next_batch": "s2", "rooms": {"join": {ROOM: {"timeline": {"events": self.server.events}}}}},
            "state": [{"type": "m.room.create", "state_key": "", "sender": ANN}, *(
                {"type": "m.room.member", "state_key": one, "content": {"membership": "join"}}
                for one in self.server.members
            )],
        }.get(where, {})).encode()  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *args):
        pass


def test_nothing_that_is_sent_stops_the_listening():
    with serving(Homeserver(("127.0.0.1", 0), Answering)) as server:
        chat = Chat("room", "matrix", "s", url=f"http://127.0.0.1:{server.server_port}")

        @settings(max_examples=60, deadline=None)
        @given(KINDS, CONTENT, ANYTHING, st.booleans())
        def hear(kind, content, at, alone):
            odd = {"event_id": "$1", "sender": ANN, "type": kind, "content": content, "origin_server_ts": at}
            plain = {"event_id": "$2", "sender": ANN, "type": "m.room.message", "origin_server_ts": 2**40,
                     "content": {"msgtype": "m.text", "body": f"{ME}: bid 3"}}  # fmt: skip
            server.events, server.members = [odd, plain], (ME, ANN) if alone else (ME, ANN, "@bob:x")
            heard = service_of(chat, lambda seconds: None).listen("s1", 0, ()).heard
            assert "$2" in [one.key for one in heard]
            for one in heard:
                letter = read_letter(row_of("room", one, "ann@mail.example", ("club", ""), one.at)["raw"])
                assert letter.sender == "ann@mail.example"
            assert server.members == (ME, ANN) or [one.text for one in heard if one.key == "$2"] == ["bid 3"]

        hear()


@given(st.text())
def test_no_word_of_a_post_is_lost(text):
    """What is quoted stays, behind a sign."""
    kept = own_words(text)
    for line in text.split("\n"):
        if "[" not in line and "```" not in line and "~~~" not in line:
            assert line.strip() in kept


@given(st.text(), st.sampled_from(["judge", "@judge:x", "The Judge"]))
def test_who_calls_the_judge_by_name_is_heard_without_the_name(text, name):
    said = addressed(f"{name}: {text}", (name,))
    assert said is not None
    assert said == text.lstrip(" \t:,\u00a0").lstrip("\n")


def test_a_name_inside_another_word_calls_nobody():
    assert addressed("judgement day", ("judge",)) is None
    assert addressed("I judge you", ("judge",)) is None
