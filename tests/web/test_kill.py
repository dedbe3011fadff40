"""A daemon that is killed while players send on their pages: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import contextlib
import http.client
import random
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import Counter
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from judge.campaign.campaign import Campaign
from judge.campaign.live import load_game
from judge.campaign.numbers import mail_secret
from judge.grammar.document import Document
from judge.serve.secrets import link_of
from judge.store import seats, tables
from judge.web.slips import slip
from tests.master import Master

ORDERS = ("A PAR - BUR", "A PAR - GAS", "A PAR - PIC", "A PAR H")
LIMITS = "  replies_per_hour: 100000\n  replies_per_day: 100000\n"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Killed:
    """`judge serve` with pages, which is killed and started again."""

    def __init__(self, folder):
        self.port = free_port()
        more = (
            f"mail:\n  address: judge@judge.localhost\n  lmtp_listen: 127.0.0.1:{free_port()}\n{LIMITS}"
            f"web:\n  base_url: http://127.0.0.1:{self.port}\n  listen: 127.0.0.1:{self.port}\n  requests: 100000\n"
        )
        Campaign.create(folder, "club")
        path = folder / "campaign.yaml"
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{more}", encoding="utf-8")
        self.folder, self.campaign = folder, Master.open(folder)
        now = datetime.now(UTC)
        given = Document({"deadlines": "30d", "zone": "UTC", "cool_off": "24h"})
        self.campaign.new_game("west", "diplomacy", now, settings=given)
        for seat in ("austria", "england", "france", "germany", "italy", "russia", "turkey"):
            self.campaign.assign("west", seat, f"{seat}@mail.example", now)
        self.campaign.start("west", now)
        with self.campaign.store.begin() as connection:
            self.secret = mail_secret(connection)
            rows = seats.with_games(connection, "west")
            self.window = load_game(connection, "west").window.key
        row = next(row for row in rows if row["seat"] == "france")
        self.row = int(row["id"])
        self.path = f"/seat/{link_of(self.secret, self.row, row['token_hash'], row['links'])}"
        self.done = threading.Event()
        self.start()

    def start(self):
        command = [sys.executable, "-m", "judge", "serve", "--campaign", str(self.folder)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait(20)

    def send(self, form):
        """One form, as often as it takes: a player who sees no receipt presses the button again."""
        body = urllib.parse.urlencode(form)
        kind = {"Content-Type": "application/x-www-form-urlencoded", "X-Part": "page"}
        while True:
            client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
            with contextlib.suppress(OSError, http.client.HTTPException):
                client.request("POST", self.path, body, kind)
                answer = client.getresponse()
                if answer.status == 200 and b"Receipt " in answer.read():
                    client.close()
                    return
            client.close()
            time.sleep(0.05)

    def play(self, count):
        for number in range(count):
            given = slip(self.secret, f"letter {self.row}", datetime.now(UTC))
            self.send({"slip": given, "window": self.window, "letter": f"{ORDERS[number % 4]}\nWAIT\n"})
        self.done.set()


def check(folder, letters, kills, seed):
    house, chance = Killed(folder), random.Random(seed)
    player = threading.Thread(target=house.play, args=(letters,), daemon=True)
    player.start()
    try:
        for _ in range(kills):
            before = arrived(house)
            while not house.done.is_set() and len(arrived(house)) < len(before) + chance.randint(2, 6):
                time.sleep(0.02)
            time.sleep(chance.random() / 20)
            house.kill()
            house.start()
        assert house.done.wait(120)
    finally:
        house.kill()
    found = arrived(house)
    assert Counter(row["state"] for row in found) == {"done": letters}
    with house.campaign.store.read() as connection:
        sources = list(connection.execute(sa.select(tables.receipts.c.source)).scalars())
        answers = connection.execute(
            sa.select(tables.outbox.c.in_reply_to).where(tables.outbox.c.kind == "receipt")
        ).scalars()
        assert sorted(answers) == sorted(row["message_id"] for row in found)
    assert len({source.split()[1] for source in sources}) == len(sources) == letters
    assert ORDERS[(letters - 1) % 4] in house.campaign.docket("west")[1]["france"].lines
    house.campaign.close()


def arrived(house):
    with house.campaign.store.read() as connection:
        query = sa.select(tables.inbox.c.state, tables.inbox.c.message_id)
        return [dict(row) for row in connection.execute(query).mappings()]


def test_killed_while_players_send_nothing_is_lost_and_nothing_is_done_twice(tmp_path):
    check(tmp_path / "club", letters=12, kills=1, seed="once")


@pytest.mark.proof
def test_killed_again_and_again_nothing_is_lost(tmp_path):
    check(tmp_path / "club", letters=120, kills=12, seed="again")
