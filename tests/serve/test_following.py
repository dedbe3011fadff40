"""What follows a step: pages, posts, calls, commands, backups; tried again, done once, and no turn waits for it."""

import hashlib
import hmac
import json
import tarfile
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
import sqlalchemy as sa

from judge.campaign import tidying
from judge.campaign.config import read_config
from judge.cli.main import run
from judge.grammar.document import DocumentError
from judge.store import jobs as queue
from judge.store import tables
from tests.loopback import serving

SECRET = "a word for this test"


class Ear(HTTPServer):
    """Hears calls on loopback. `answers`: the statuses it gives first; then 200."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Hearing)
        self.heard, self.answers = [], []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}"


class Hearing(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((self.path, dict(self.headers), body))
        self.send_response(self.server.answers.pop(0) if self.server.answers else 200)
        self.end_headers()
        said = {"id": len(self.server.heard), "response": {"pid": len(self.server.heard)}}
        if self.path == "/api/post/upload":
            said["response"] = {"images": [{"url": "/assets/uploads/files/map.png"}]}
        self.wfile.write(json.dumps(said).encode())

    do_PATCH = do_PUT = do_POST

    def log_message(self, *words):
        pass


@pytest.fixture
def ear():
    with serving(Ear()) as server:
        yield server


def with_secret(table):
    (table.campaign.config.folder / "hook-key").write_text(f"{SECRET}\n")
    return table


def jobs(table, state=None):
    with table.campaign.store.read() as connection:
        rows = connection.execute(sa.select(tables.jobs).order_by(tables.jobs.c.step)).mappings()
        return [dict(row) for row in rows if state in (None, row["state"])]


def play_a_round(table):
    table.pass_time(minutes=11)
    for seat in table.seats:
        table.write(seat, "bid 1")
    table.pass_time(days=4)
    table.daemon.tick()


def test_a_call_that_fails_is_made_again_later_and_the_turn_does_not_wait(make_table, ear):
    hook = f"on_close:\n  g1:\n  - webhook: {ear.url}/hook\n    secret_file: hook-key\n"
    table = with_secret(make_table(more=hook)).start()
    ear.answers = [503, 500]
    play_a_round(table)
    assert table.live().head == 1
    reports = table.count("report")
    table.daemon.jobs.do_waiting()
    # The setup's and the round's call both failed; nothing of the turn was held back or repeated.
    assert [row["state"] for row in jobs(table)] == ["queued", "queued"]
    assert table.live().head == 1
    assert table.count("report") == reports
    table.daemon.jobs.do_waiting()
    assert len(ear.heard) == 2, "before its time nothing is tried again"
    table.pass_time(minutes=30)
    table.daemon.jobs.do_waiting()
    table.daemon.jobs.do_waiting()
    assert [row["state"] for row in jobs(table)] == ["done", "done"]
    assert len(ear.heard) == 4
    # A repeat is known by its name, and is the same word for word.
    by_name = {}
    for _, headers, body in ear.heard:
        by_name.setdefault(headers["Judge-Delivery"], set()).add((headers["Judge-Signature"], body))
    assert len(by_name) == 2


def test_a_call_is_signed_and_tells_what_everybody_may_know(make_table, ear):
    hook = f"on_close:\n- webhook: {ear.url}/hook\n  secret_file: hook-key\n"
    table = with_secret(make_table(more=hook)).start()
    table.daemon.jobs.do_waiting()
    ((path, headers, body),) = ear.heard
    assert path == "/hook"
    assert headers["Judge-Signature"] == f"sha256={hmac.new(SECRET.encode(), body, hashlib.sha256).hexdigest()}"
    said = json.loads(body)
    assert (said["game"], said["step"], said["next"]["title"]) == ("g1", 0, "Round 1, bids")
    assert "The game begins" in said["report"]


def test_what_failed_after_an_earlier_step_goes_before_the_next_steps(make_table, ear):
    hook = f"on_close:\n- webhook: {ear.url}/hook\n  secret_file: hook-key\n"
    table = with_secret(make_table(more=hook)).start()
    ear.answers = [503] * 6
    for _ in range(5):
        table.daemon.jobs.do_waiting()
        table.pass_time(hours=1)
    play_a_round(table)
    ear.answers.clear()
    ear.heard.clear()
    table.daemon.jobs.do_waiting()
    assert [json.loads(body)["step"] for _, _, body in ear.heard] == [0, 1]


def test_the_doctor_and_the_list_say_what_will_not_go_and_it_is_tried_again_when_mended(make_table, ear, capsys):
    more = f"on_close:\n- webhook: {ear.url}/hook\n  secret_file: hook-key\n- command: ./publish.sh\n"
    table = make_table(more=more)
    folder, at = table.campaign.config.folder, ("--campaign", str(table.campaign.config.folder))

    def said(*call):
        run([*call, *at])
        return "".join(capsys.readouterr())

    assert "jobs come with the next step" in said("jobs")
    told = said("doctor")
    assert "BAD   jobs" in told
    assert "hook-key" in told
    assert "./publish.sh is not there, or may not be run" in told
    table.start()
    table.daemon.jobs.do_waiting()
    assert "again at 20" in said("jobs")
    assert "2 failed and to be tried again" in said("doctor")
    with_secret(table)
    (folder / "publish.sh").write_text("#!/bin/sh\ntrue\n")
    (folder / "publish.sh").chmod(0o700)
    said("jobs", "--again")
    table.daemon.jobs.do_waiting()
    assert [row["state"] for row in jobs(table)] == ["done", "done"]


def test_what_cannot_be_done_is_given_up_and_the_game_master_told(make_table, ear):
    hook = f"on_close:\n- webhook: {ear.url}/hook\n  secret_file: hook-key\n"
    table = with_secret(make_table(more=hook)).start()
    ear.answers = [500] * 50
    for _ in range(20):
        table.daemon.jobs.do_waiting()
        table.pass_time(days=1)
    assert [row["state"] for row in jobs(table)] == ["failed"]
    (told,) = [row for row in table.out("gm") if "could not be done" in row.facts["subject"]]
    assert "answered 500" in told.facts["text"]
    assert SECRET not in told.facts["text"]


def test_the_site_is_written_and_the_report_posted_with_the_map(make_table, ear):
    """Twice done, everything stands there once."""
    more = (
        "targets:\n  chat: {kind: discord, secret_file: chat-key}\non_close:\n  all: [{site: public}, {post: chat}]\n"
    )
    table = make_table(more=more)
    folder = table.campaign.config.folder
    (folder / "chat-key").write_text(f"{ear.url}/api/webhooks/1/word")
    table.start()
    table.daemon.jobs.do_waiting()
    assert (folder / "public" / "g1" / "index.html").exists()
    assert (folder / "public" / "index.html").exists()
    pictures = [body for _, headers, body in ear.heard if b"image/png" in body]
    words = [body for _, headers, body in ear.heard if b"image/png" not in body]
    assert len(pictures) == 1
    assert b"\x89PNG" in pictures[0]
    assert any(b"The game begins" in body for body in words)
    heard = len(ear.heard)
    with table.campaign.store.begin() as connection:
        connection.execute(tables.jobs.update().values(state="queued", lease_until=None))
    table.daemon.jobs.do_waiting()
    assert len(ear.heard) == heard


NODEBB = "targets:\n  board: {{kind: nodebb, url: '{url}', topic: 7, secret_file: hook-key}}\n"
NODEBB += "on_close: {{g1: {{post: board}}}}\n"


def test_nodebb_gets_the_map_in_a_post_of_its_own_before_the_report(make_table, ear):
    table = with_secret(make_table(more=NODEBB.format(url=ear.url))).start()
    table.daemon.jobs.do_waiting()
    (way, headers, picture), (topic, _, shown), *rest = ear.heard
    assert (way, headers["Authorization"]) == ("/api/post/upload", f"Bearer {SECRET}")
    assert b'name="files[]"; filename="map.png"' in picture
    assert b"\x89PNG" in picture
    assert topic == "/api/v3/topics/7"
    assert json.loads(shown)["content"] == "![Map of club/g1: The game begins](/assets/uploads/files/map.png)"
    assert any(b"The game begins" in body for _, _, body in rest)


def test_a_board_that_refuses_the_map_gets_the_report_all_the_same(make_table, ear):
    table = with_secret(make_table(more=NODEBB.format(url=ear.url))).start()
    ear.answers = [403]
    table.daemon.jobs.do_waiting()
    assert [path for path, _, _ in ear.heard][1:] == ["/api/v3/topics/7"] * (len(ear.heard) - 1)
    assert b"The game begins" in ear.heard[1][2]
    (job,) = jobs(table)
    assert "the picture was not taken" in job["error"]
    assert "403" in job["error"]
    # Tried again the map follows, and the report is not posted twice.
    heard = len(ear.heard)
    table.pass_time(minutes=30)
    table.daemon.jobs.do_waiting()
    assert [path for path, _, _ in ear.heard[heard:]] == ["/api/post/upload", "/api/v3/topics/7"]
    assert [row["state"] for row in jobs(table)] == ["done"]


def test_a_command_is_run_in_the_campaigns_folder(make_table):
    table = make_table(more="on_close:\n  g1: {command: sh -c 'echo $JUDGE_GAME $JUDGE_STEP > told'}\n").start()
    table.daemon.jobs.do_waiting()
    assert (table.campaign.config.folder / "told").read_text() == "g1 0\n"


def test_a_command_that_fails_says_with_what_status(make_table):
    table = make_table(more="on_close:\n- command: sh -c 'exit 7'\n").start()
    table.daemon.jobs.do_waiting()
    (row,) = jobs(table)
    assert row["state"] == "queued"
    assert "status 7" in row["error"]


def test_a_backup_is_made_each_step_and_the_newest_are_kept(make_table):
    table = make_table(more="backup: {each: step, keep: 2, into: safe}\n").start()
    folder = table.campaign.config.folder / "safe"
    folder.mkdir()
    (folder / "mine.tar.gz").write_bytes(b"somebody's own")
    for _ in range(3):
        play_a_round(table)
        table.daemon.jobs.do_waiting()
    assert sorted(path.name for path in folder.iterdir()) == [
        "club-g1-0002-0.tar.gz", "club-g1-0003-0.tar.gz", "mine.tar.gz",
    ]  # fmt: skip
    with tarfile.open(folder / "club-g1-0003-0.tar.gz") as kept:
        assert "store.sqlite" in kept.getnames()


def test_a_preview_is_followed_by_nothing(make_table, ear):
    table = with_secret(make_table(more=f"on_close:\n- webhook: {ear.url}\n  secret_file: hook-key\n")).start()
    before = len(jobs(table))
    table.campaign.preview("g1", table.now)
    assert len(jobs(table)) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("on_close:\n- webhook: https://example.org/hook\n", "a webhook is signed"),
        ("on_close:\n- post: club\n", 'no target "club"'),
        ("on_close:\n- sight: public\n", "what follows a step is one of"),
        ("on_close:\n- {site: public, picture: true}\n", "means nothing beside site"),
        ("backup: {each: hour}\n", "each step or day"),
        ("backup: {keep: 0}\n", "whole number from 1"),
        ("digest: late\n", "time of day"),
    ],
)
def test_what_is_written_wrongly_is_named_before_anything_runs(tmp_path, text, said):
    (tmp_path / "campaign.yaml").write_text(f"name: club\n{text}")
    with pytest.raises(DocumentError, match=said):
        read_config(tmp_path)


def test_the_clubs_pages_are_written_anew_when_a_game_ends_and_when_somebody_is_forgotten(make_table):
    table = make_table(more="on_close:\n- site: public\n").start()
    public = table.campaign.config.folder / "public"
    table.daemon.jobs.do_waiting()
    assert "0 finished games" in (public / "club.html").read_text()
    assert "club.html" in (public / "index.html").read_text()
    table.campaign.end("g1", ["amber"], "agreed", table.now)
    table.daemon.jobs.do_waiting()
    assert "1 finished game" in (public / "club.html").read_text()
    names = [path.name for path in (public / "players").glob("*.html")]
    assert len(names) == 3
    table.campaign.forget("amber@mail.example", table.now)
    table.daemon.jobs.do_waiting()
    assert len(list((public / "players").glob("*.html"))) == 2


def test_pages_under_an_old_name_lead_to_the_new_one_and_those_of_a_deleted_game_go(make_table):
    table = make_table(more="on_close:\n- site: public\n").start()
    public = table.campaign.config.folder / "public"
    table.daemon.jobs.do_waiting()
    (public / "g1" / "photograph.jpg").write_bytes(b"somebody's own")
    pages = {path.name for path in (public / "g1").glob("*.html")}
    with table.campaign.act(table.now) as act:
        tidying.rename(act, "g1", "autumn")
    table.daemon.jobs.do_waiting()
    assert {path.name for path in (public / "g1").glob("*.html")} == pages
    for name in pages:
        assert f"url=../autumn/{name}" in (public / "g1" / name).read_text()
    assert "g1" not in (public / "index.html").read_text()
    table.campaign.end("autumn", ["amber"], "agreed", table.now)
    with table.campaign.act(table.now) as act:
        tidying.delete(act, "autumn")
    table.daemon.jobs.do_waiting()
    assert not (public / "autumn").exists()
    assert [path.name for path in (public / "g1").iterdir()] == ["photograph.jpg"]
    assert "autumn" not in (public / "index.html").read_text() + (public / "club.html").read_text()


@pytest.mark.parametrize("said", [{"command": "touch was-run"}, {"site": "../elsewhere"}, {"backup": "../elsewhere"}])
@pytest.mark.parametrize("of_game", [True, False])
def test_a_store_makes_the_judge_do_nothing_that_campaign_yaml_does_not_ask_for(make_table, said, of_game):
    """A store from somebody else, in a backup of theirs, in which such a job waits."""
    table = make_table(more="on_close:\n  all: [{site: public}]\n").start()
    live, folder = table.live(), table.campaign.config.folder
    with table.campaign.store.begin() as connection:
        values = {"game_id": live.id if of_game else None, "step": 0, "branch": 0, "due_at": table.stamp}
        queue.put(connection, {"name": "x" * 64, "said": json.dumps(said), **values})
    table.daemon.jobs.do_waiting()
    assert not (folder / "was-run").exists()
    assert not (folder.parent / "elsewhere").exists()
    assert (folder / "public").is_dir()
