"""Every door that takes a file takes any file: it is read, or refused in a sentence; nothing ends as a fault of ours.

A door is a command line with a file in it. Each is given files that fit nowhere, and files that fit, spoilt at random.
"""

from __future__ import annotations

import gzip
import io
import json
import shutil
import signal
import tarfile
import time
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import NamedTuple

import pysequoia
import pytest

from judge import shelf
from judge.adjudicator.protocol import Table
from judge.campaign.record import record_of
from judge.cli.main import run
from judge.grammar.document import dump
from judge.grammar.options import complete_options
from judge.interop.saved_game import write_saved
from judge.report import render
from judge.scenario.simulate import play, seats_for
from tests.campaign.conftest import START, after, entropy
from tests.cli.spoilt import WHOLE, spoil
from tests.daily import DAY, PROOF
from tests.interop.test_board_formats import FLAT, GRAPH, SVG
from tests.interop.test_dpmap import ISLE
from tests.master import Master

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("diplomacy", "range-war", "land-barons", "gold-rush", "hell-on-wheels")
MANY = 700 if PROOF else 1
"""Spoilt files a door. Thirty-three doors make 23,000."""
FEW = 1
"""Of what is no proof: so many files a door, other ones at the next door and on another day."""
HANGS = 60
"""Seconds of processor time after which a command is taken to hang; of waiting, ten times as many."""


class Door(NamedTuple):
    """`command`: what is called, `{}` being the file; `files`: what it takes, by name; `name`: what it is called."""

    command: tuple[str, ...]
    name: str
    files: dict[str, bytes]


def letters_of(live):
    return {seat: live.game.letter(live.state, seat, "doors") for seat in sorted(live.window.asks)}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A campaign with a game of each kind two windows on, and every file that came out of it: folder, doors."""
    folder = tmp_path_factory.mktemp("doors") / "club"
    Master.create(folder, "club")
    text = (folder / "campaign.yaml").read_text()
    (folder / "campaign.yaml").write_text(f"{text}\nmail:\n  address: judge@judge.example\n")
    campaign = Master.open(folder, entropy())
    files: dict[str, dict[str, bytes]] = {}

    def have(kind, name, content):
        files.setdefault(kind, {})[name] = content if isinstance(content, bytes) else content.encode()

    for key in GAMES:
        game = shelf.game(key)
        low, high = game.seat_range
        seats = seats_for(game, 0, min(high, max(low, 3)))
        campaign.new_game(key, key, START, seats=seats)
        for seat in seats:
            campaign.assign(key, seat, f"{seat}@mail.example", START)
        live = campaign.start(key, START)
        for hour in range(3):
            letters = letters_of(live)
            have("orders", key, "\n\n".join(f"{seat}:\n{one}" for seat, one in letters.items()))
            have("position", key, dump(campaign.position(key)))
            if hour == 2:
                break
            for seat, one in letters.items():
                campaign.enter(key, seat, one, after(hours=hour))
            live = campaign.release(key, after(hours=hour))
        first = next(iter(letters))
        have("letter", key, letters[first])
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = (
            f"{first}@mail.example",
            "judge@judge.example",
            f"[club/{key}] orders",
        )
        mail["Message-ID"] = f"<{key}@mail.example>"
        mail.set_content(f"{letters[first]}\n\nPRESS TO all\nhello\nEND PRESS\nSTATUS\nORDERS\n")
        have("mail", key, mail.as_bytes())
        have("map", key, sorted((ROOT / "maps").glob(f"{key}*.yaml"))[0].read_bytes())
        have("seat", key, first)
        have("seats", key, dump({seat: f"{seat} <{seat}@mail.example>" for seat in seats}))
        have("scenario", key, sorted((ROOT / "tests" / key).glob("*.yaml"))[0].read_bytes())
        have("report", key, render(campaign.report(key, None)))
        with campaign.store.read() as connection:
            have("record", key, json.dumps(record_of(connection, key, full=True)))
    campaign.new_game("over", "land-barons", START)
    campaign.new_game("spring", "diplomacy", START)
    for name in ("over", "spring"):
        campaign.start(name, START)
    campaign.end("over", [], "agreed", after(hours=9))
    with campaign.store.read() as connection:
        have("public record", "over", json.dumps(record_of(connection, "over")))
    have("saved", "diplomacy", json.dumps(saved_game()))
    have("batch", "lines", BATCH)
    have("dpmap", "isle", ISLE)
    have("godip", "graph", json.dumps(GRAPH))
    have("godip", "flat", json.dumps(FLAT))
    have("svg", "board", SVG)
    have("tournament", "cup", CUP)
    have("results", "njudge", NJUDGE)
    have("thread", "forum", THREAD)
    have("statement", "words", "It was a pleasure.\n\nUntil next time.\n")
    have("campaign.yaml", "full", FULL)
    have("campaign.yaml", "plain", (folder / "campaign.yaml").read_bytes())
    have("template", "report", (ROOT / "templates" / "range-war" / "report.j2").read_bytes())
    have("template", "events", (ROOT / "templates" / "range-war" / "events.j2").read_bytes())
    key = pysequoia.Tsk.generate(user_id="France <france@mail.example>").extract_certificate()
    have("key", "armoured", str(key))
    campaign.close()
    have("backup", "club", packed(folder))
    return folder, files


def saved_game():
    game = shelf.game("diplomacy")
    phases = []
    for played in play(game, Table(tuple(s.id for s in game.seats), complete_options(game, {})), "doors"):
        if played.window is not None and len(phases) < 2:
            orders = {}
            for seat, text in played.letters.items():
                orders[seat] = [line for line in text.split("\n") if line]
            phases.append((played.window.title, game.write_position(played.state), orders, played.events))
        elif len(phases) == 2:
            break
    return write_saved(game, "doors", phases)


def packed(folder):
    out = io.BytesIO()
    scratch = folder.parent / "backup.tar.gz"
    assert run(["backup", str(scratch), "--campaign", str(folder)]) == 0
    out.write(scratch.read_bytes())
    return out.getvalue()


BATCH = "\n".join(
    json.dumps(one)
    for one in (
        {"game": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]},
         "orders": {"FRANCE": ["A PAR - BUR", "F BRE H"], "GERMANY": ["A MUN - BUR"]}},
        {"game": 2, "phase": "F1901R", "units": {"FRANCE": ["A BUR"]}, "dislodged": {"GERMANY": ["A MUN"]},
         "retreats": {"A MUN": ["BER", "KIE"]}, "orders": {"GERMANY": ["A MUN R BER"]}},
        {"game": 3, "phase": "W1901A", "units": {"FRANCE": ["A BUR"]}, "centers": {"FRANCE": ["PAR", "BRE", "MAR"]},
         "orders": {"FRANCE": ["A PAR B", "WAIVE"]}, "next_units": {"FRANCE": ["A PAR", "A BUR"]}},
    )
)  # fmt: skip
NJUDGE = """Subject: Diplomacy results: doors, S1901M

Movement results for Spring of 1901.  (doors)

Austria: Army Budapest -> Serbia.
France: Army Paris -> Burgundy.  (*bounce*)
Germany: Army Munich -> Burgundy.  (*bounce*)

The following units were dislodged:
"""
THREAD = """@rancho-grande wrote:
> G(Ran) holds

Lazy S:
G(Lzy)-Mon
[quote="mule-ridge"]G(Mul)-Ran[/quote]

Rancho Grande
G(Ran) - HiS
-- sent from a chat
"""

FULL = """name: club
gm: GM <gm@example.org>
title: The club
base_url: https://club.example
zone: Europe/Berlin
defaults: {deadlines: {all: 3d at 20:30 on mon-fri minimum 24h}, holidays: 2027-12-25, grace: 6h, remind: [24h, 6h],
  nmr: fill-after 2, press: grey, votes: open, anonymous: true, names: initials}
mail:
  address: judge@judge.example
  imap: imaps://judge@mail.example
  smtp: smtp://judge@mail.example
  password_env: JUDGE_PASSWORD
  limits: {replies_per_hour: 30}
retention: {keep_raw_mail: 90 days}
serve: {metrics_listen: 127.0.0.1:9100}
targets:
  club: {kind: discourse, url: 'https://forum.example.org', topic: 12, user: judge, secret_env: KEY}
"""

CUP = """name: any-cup
game: diplomacy
rounds: 2
scoring: draw-based
set: {press: none, anonymous: true}
entrants:
""" + "".join(f"  - Player {number} <p{number}@mail.example>\n" for number in range(8))

# name of the door: the command with `{}` for the file, the kind of file, how the file is called. `{game}` is the file's
# own name; where the file is a game's, the games of the campaign are called by their kind.
DOORS = {
    "new --seats": (("new", "{fresh}", "--game", "{game}", "--seats", "{}"), "seats", "seats.yaml"),
    "new --map": (("new", "{fresh}", "--game", "{game}", "--map", "{}"), "map", "map.yaml"),
    "map-check": (("map-check", "{}"), "map", "map.yaml"),
    "map-import": (("map-import", "{}"), "dpmap", "isle.map"),
    "map-import of JSON": (("map-import", "{}", "--no-picture"), "godip", "board.json"),
    "map-import --svg": (("map-import", "{godip}", "--svg", "{}", "--no-picture"), "svg", "board.svg"),
    "tournament": (("tournament", "new", "{}"), "tournament", "cup.yaml"),
    "import": (("import", "{}", "--name", "{fresh}"), "record", "record.json"),
    "import of a saved game": (("import", "{}", "--name", "{fresh}"), "saved", "saved.json"),
    "verify": (("verify", "{}"), "record", "record.json"),
    "verify of a public record": (("verify", "{}"), "public record", "record.json"),
    "verify --report": (("verify", "{game}", "--report", "{}"), "report", "report.txt"),
    "check": (("check", "{}"), "scenario", "scenario.yaml"),
    "position --load": (("position", "{game}", "--load", "{}", "--reason", "a test"), "position", "position.yaml"),
    "adjudicate a position": (("adjudicate", "{}", "{orders}"), "position", "position.yaml"),
    "adjudicate orders": (("adjudicate", "{position}", "{}"), "orders", "orders.txt"),
    "orders enter": (("orders", "enter", "{game}", "{seat}", "{}"), "letter", "orders.txt"),
    "orders paste": (("orders", "paste", "{game}", "{}"), "orders", "orders.txt"),
    "orders paste of a thread": (("orders", "paste", "range-war", "{}"), "thread", "thread.txt"),
    "orders paste of results": (("orders", "paste", "spring", "{}"), "results", "results.txt"),
    "whatif": (("whatif", "{game}", "--orders", "{}"), "orders", "orders.txt"),
    "mail read": (("mail", "read", "{}", "--game", "{game}", "--seat", "{seat}"), "mail", "letter.eml"),
    "mail read of a text": (("mail", "read", "{}", "--game", "{game}", "--seat", "{seat}"), "letter", "letter.txt"),
    "mail read --position": (("mail", "read", "{letter}", "--position", "{}", "--seat", "{seat}"), "position", "p.yml"),
    "mail ingest": (("mail", "ingest", "{}"), "mail", "letter.eml"),
    "batch": (("batch", "{}"), "batch", "phases.jsonl"),
    "batch --compare": (("batch", "--compare", "{}"), "batch", "phases.jsonl"),
    "statement": (("statement", "over", "ok-corral", "{}"), "statement", "words.txt"),
    "player key": (("player", "key", "france@mail.example", "{}"), "key", "key.asc"),
    "templates": (("templates", "check", "--folder", "{folder}", "--game", "range-war"), "template", "{game}.j2"),
    "campaign.yaml": (("status",), "campaign.yaml", "campaign.yaml"),
    "campaign.yaml, its mail": (("init", "{club}"), "campaign.yaml", "campaign.yaml"),
    "restore": (("restore", "{}", "--into", "{new}"), "backup", "club.tar.gz"),
}  # fmt: skip


SHOW = (("report", "{fresh}"), ("map", "{fresh}", "--out", "{out}"), ("status", "{fresh}"))
THEN = {
    "new --seats": (("start", "{fresh}"),),
    "new --map": (("start", "{fresh}"), *SHOW),
    "import": (*SHOW, ("verify", "{fresh}"), ("site", "{fresh}", "--out", "{new}")),
    "import of a saved game": SHOW,
    "tournament": (("tournament", "round", "{cup}"), ("tournament", "show", "{cup}")),
    "position --load": (
        ("map", "{game}", "--out", "{out}"),
        ("report", "{game}"),
        ("whatif", "{game}", "--orders", "{orders}"),
    ),
    "restore": (("status", "--campaign", "{new}"), ("doctor", "--campaign", "{new}")),
}
"""What is done with what was let in: nothing odd lies in wait behind the door."""


@contextmanager
def no_longer_than(seconds, what):
    """Nothing hangs: whoever does is told of, and with which file."""

    def late(*_):
        raise TimeoutError(f"{what} hangs")

    before = [signal.signal(one, late) for one in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(10 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for one, was in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(one, was)


class Hall:
    """A copy of the campaign, and the way through one door of it."""

    def __init__(self, world, folder, door):
        self.club, self.files = folder / "club", world[1]
        shutil.copytree(world[0], self.club)
        self.folder, self.door, self.place = folder, door, DAY + list(DOORS).index(door)
        self.command, self.kind, self.name = DOORS[door]
        self.count, self.slowest = 0, (0.0, "")

    def inputs(self):
        return self.files[self.kind]

    def some(self, files, many):
        """All of these in proof; else a few of them, so that all come up at one door or another."""
        names = list(files)
        return files if PROOF else {names[(self.place * many + one) % len(names)]: 0 for one in range(many)}

    def go(self, game, data, capsys, said):
        """Through the door with these bytes. Any answer will do but a fault of ours."""
        path = self.folder / self.name.replace("{game}", game)
        if self.kind == "template":
            path = self.folder / "own" / "range-war" / path.name
            path.parent.mkdir(parents=True, exist_ok=True)
        if self.kind == "campaign.yaml":
            path = self.club / "campaign.yaml"
        self.count += 1
        path.write_bytes(data.replace(b"any-cup", f"cup-{self.count}".encode()))
        known = game if game in GAMES else "range-war"
        words = {"{game}": known, "{}": str(path), "{folder}": str(self.folder / "own"), "{club}": str(self.club),
                 "{seat}": self.files["seat"][known].decode(), "{new}": str(self.folder / "new")}  # fmt: skip
        for kind in ("orders", "position", "letter", "godip"):
            if any(f"{{{kind}}}" in command for command in (self.command, *THEN.get(self.door, ()))):
                other = self.folder / (f"other-{kind}-{known}" if kind != "godip" else "other.json")
                other.write_bytes(self.files[kind].get(known) or self.files[kind]["graph"])
                words[f"{{{kind}}}"] = str(other)
        words["{fresh}"], words["{cup}"] = f"fresh-{self.count}", f"cup-{self.count}"
        words["{out}"] = str(self.folder / "out.svg")
        began = time.process_time()
        status = self._call(self.command, words, data, capsys, said)
        self.slowest = max(self.slowest, (time.process_time() - began, said))
        for after_it in THEN.get(self.door, ()) if status == 0 else ():
            self._call(after_it, words, data, capsys, f"{said}, then {' '.join(after_it)}")
        shutil.rmtree(self.folder / "new", ignore_errors=True)
        return status

    def _call(self, command, words, data, capsys, said):
        with no_longer_than(HANGS, said):
            status = run([words.get(word, word) for word in command])
        out = capsys.readouterr()
        assert status in (0, 1, 2), f"{said}: exit status {status}: {out.err[-300:]}"
        assert "fault in the Judge itself" not in out.err, f"{said}: {out.err[-600:]}\n{data[:3000]!r}"
        assert "Traceback" not in out.err + out.out, said
        if status == 2:
            assert "judge: " in out.err or "Usage" in out.err, f"{said}: {out.err[:300]}"
        return status


@pytest.fixture
def hall(world, tmp_path, monkeypatch, request):
    monkeypatch.setenv("JUDGE_NOW", "2027-03-02T09:00:00Z")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    made = Hall(world, tmp_path, request.param)
    monkeypatch.setenv("JUDGE_CAMPAIGN", str(made.club))
    monkeypatch.chdir(tmp_path)
    return made


EVERY = pytest.mark.parametrize("hall", DOORS, indirect=True)


@EVERY
def test_a_file_that_fits_goes_through(hall, capsys):
    """Else the others say nothing: what is spoilt was whole before."""
    for game in hall.some(hall.inputs(), 1):
        status = hall.go(game, hall.inputs()[game], capsys, f"{hall.door}, {game}, whole")
        assert status in (0, 1), f"{hall.door}, {game}"


@EVERY
def test_a_file_that_fits_nowhere_is_refused(hall, capsys):
    for what in hall.some(WHOLE, FEW):
        game = next(iter(hall.inputs()))
        hall.go(game, WHOLE[what], capsys, f"{hall.door}: {what}")


@EVERY
def test_a_spoilt_file_is_no_fault_of_ours(hall, capsys, seed_of):
    seed = seed_of(1871)
    for number in range(DAY * MANY, (DAY + 1) * MANY):
        chance = Random(f"{seed}/{hall.door}/{number}")
        game, data = chance.choice(sorted(hall.inputs().items()))
        data = spoil_packed(data, chance) if hall.kind == "backup" else spoil(data, chance)
        hall.go(game, data, capsys, f"{hall.door}, {game}, seed {seed}, number {number}")


def spoil_packed(data, chance):
    """An archive with one of its files spoilt, and at times its own bytes."""
    if chance.random() < 0.2:
        return spoil(data, chance)
    out = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(gzip.decompress(data))) as archive,
        tarfile.open(fileobj=out, mode="w:gz") as new,
    ):
        members = archive.getmembers()
        spoilt = chance.choice(members).name
        for member in members:
            content = archive.extractfile(member)
            words = content.read() if content is not None else b""
            if member.name == spoilt:
                words = spoil(words, chance)
                member.size = len(words)
                member.name = chance.choice(
                    (member.name, member.name, "../" + member.name, "/tmp/" + member.name, "x" * 300)
                )
            new.addfile(member, io.BytesIO(words) if content is not None else None)
    return out.getvalue()


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        ("links: 7", "of a `picture`, `links` are pairs of places"),
        ("[links, where]", "of a `picture`, `links` are pairs of places"),
        ("where: {PAR: [left, 7]}", "`where` gives a place two numbers"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_told_by_what_is_wrong_in_it(tmp_path, capsys, what, wrong):
    board = (Path(__file__).parents[2] / "maps/diplomacy.yaml").read_text()
    spoilt = board.partition("\npicture:")[0] + ("\npicture: " if what[0] == "[" else "\npicture:\n  ") + what + "\n"
    path = tmp_path / "board.yaml"
    path.write_text(spoilt)
    assert run(["map-draw", str(path)]) in (0, 1, 2)
    out = capsys.readouterr()
    assert "fault in the Judge" not in out.err
    assert wrong in out.err + out.out


def test_a_name_that_no_map_has_room_for_is_told_at_once(tmp_path, capsys):
    board = (Path(__file__).parents[2] / "maps/diplomacy.yaml").read_text().partition("\npicture:")[0]
    path = tmp_path / "board.yaml"
    path.write_text(board.replace("name: Paris", f"name: {'Paris ' * 1000}", 1))
    with no_longer_than(HANGS, "a long name"):
        run(["map-draw", str(path)])
    out = capsys.readouterr()
    assert "PAR has a name of more than 60 letters" in out.err + out.out
