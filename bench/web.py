"""Pages at a deadline: two hundred players who send their orders, on one process; how long each waits for the receipt.

The players are another process, over HTTP, each on a connection of their own, with letters of their own; the pages, the
desk and the store are this one. At a deadline people send within the last seconds of it, not in the same millisecond:
both are measured. PostgreSQL is measured where it is installed.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.row import Row
from judge.campaign.live import load_game
from judge.grammar.document import Document
from judge.store import letters, seats
from judge.web.frame import had
from judge.web.slips import slip
from tests.campaign.cluster import Cluster, missing_postgresql
from tests.serve.table import Table
from tests.web.visitor import Visitor

WANTED = 0.3
GAMES, GAME = 25, "range-war"
"""Of eight seats each: two hundred players."""
SPANS = {"within ten seconds": 10.0, "at once": 0.0}
SETTINGS = {"deadlines": "3d", "grace": "6h", "zone": "UTC", "cool_off": "2h"}

PLAYERS = """
import asyncio, json, random, sys, time, urllib.parse
job = json.loads(sys.stdin.read())
chance = random.Random(1870)

async def send(port, one, at):
    await asyncio.sleep(at)
    body = urllib.parse.urlencode(one["form"]).encode()
    head = f"POST {one['path']} HTTP/1.1\\r\\nHost: play.example.org\\r\\nX-Part: page\\r\\nConnection: close\\r\\n"
    head += f"Content-Type: application/x-www-form-urlencoded\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n"
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode() + body)
    answer = await reader.read()
    took = time.perf_counter() - began
    writer.close()
    return took, b" 200 " in answer[:20] and b"Receipt " in answer

async def all_of_them():
    jobs = [send(job["port"], one, chance.uniform(0, job["span"])) for one in job["letters"]]
    return await asyncio.gather(*jobs)

print(json.dumps(asyncio.run(all_of_them())))
"""


def lines() -> list[Row]:
    """The median receipt, against three tenths of a second."""
    found = _rows("SQLite", None)
    if missing_postgresql() is None:
        cluster = Cluster()
        try:
            found += _rows("PostgreSQL", cluster.database())
        finally:
            cluster.stop()
    return found


def _rows(name: str, store: str | None) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), game=GAME, name="g0", seats=8, settings=SETTINGS, store=store).start()
        for number in range(1, GAMES):
            table.campaign.new_game(f"g{number}", GAME, table.now, settings=Document(SETTINGS))
            for seat in table.seats:
                table.campaign.assign(f"g{number}", seat, f"{seat}-{number}@mail.example", table.now)
            table.campaign.start(f"g{number}", table.now)
        visitor = Visitor(table, requests=100_000)
        try:
            return [row for said, span in SPANS.items() for row in _measured(visitor, f"{name}, {said}", span)]
        finally:
            visitor.close()
            table.close()


def _measured(visitor: Visitor, name: str, span: float) -> list[Row]:
    jobs = _letters(visitor)
    given = json.dumps({"port": visitor.pages.port, "span": span, "letters": jobs})
    done = subprocess.run(
        [sys.executable, "-c", PLAYERS], input=given, capture_output=True, text=True, check=True, timeout=600
    )
    answers = json.loads(done.stdout)
    with visitor.table.campaign.store.read() as connection:
        waiting = letters.letters_waiting(connection)
    lost = sum(not fine for _, fine in answers) + waiting
    if lost:
        raise RuntimeError(f"{lost} of {len(jobs)} letters have no receipt")
    took = sorted(one for one, _ in answers)
    median = statistics.median(took)
    against = "three tenths of a second"
    return [
        Row(f"200 players send {name}: the median receipt", "long", median / WANTED, against, median * 1000, "ms"),
        Row(f"200 players send {name}: the last receipt", "long", took[-1] / WANTED, against, took[-1] * 1000, "ms"),
    ]


def _letters(visitor: Visitor) -> list[dict[str, object]]:
    """A whole set for each seat, as its form would send it."""
    front, found = visitor.front, []
    # Each round is another moment: the same form sent twice would be the same letter.
    visitor.table.pass_time(seconds=1)
    with front.campaign.look() as look:
        for row in seats.of_everybody(look.connection):
            live = load_game(look.connection, str(row["game"]))
            window = live.need_window()
            place = visitor.place(row)
            form = {
                "slip": slip(front.secret, f"letter {row['id']}", front.now()), "window": window.key, "whole": "yes",
                "had": had(look, live, place), "letter": live.game.letter(live.state, place.seat, "bench"),
            }  # fmt: skip
            found.append({"path": f"/seat/{place.link(front.secret)}", "form": form})
    return found
