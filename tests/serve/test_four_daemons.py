"""Four daemons on one PostgreSQL store and one mailbox, one of them killed (or stopped for longer than its hold lasts)
every second: every order, step, reply and report is there exactly once, or repeated with the same Message-ID."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import re
import signal
import smtplib
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from email.message import EmailMessage
from itertools import pairwise

import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller

from judge.campaign.live import load_game
from judge.campaign.record import record_of
from judge.campaign.verify import verify
from judge.grammar.document import Document
from judge.mail.headers import heading, message_of
from judge.store import tables
from judge.store.hour import hour_of
from tests.mail.dovecot import free_port
from tests.master import Master
from tests.serve.table import JUDGE
from tests.toy.register import furnish, register

WHOLE = os.environ.get("JUDGE_PROOF") == "1"
# One a second: a minute, or a quarter of it. A machine with other things to do may take longer over them.
KILLS, LONGEST = (60, 400) if WHOLE else (12, 200)
DAEMONS = 4
HOLD = 1.5
SEATS = ("amber", "blue", "copper")
# In the last game copper never writes: its windows close at their deadlines.
GAMES = ("one", "two", "three", "four", "five", "six", "seven", "slow")
USER = "judge498"


class Everybody:
    """The world's mail servers: takes every mail, and keeps each copy."""

    def __init__(self) -> None:
        self.mails: queue.Queue[tuple[str, bytes]] = queue.Queue()

    async def handle_DATA(self, server, session, envelope):
        for recipient in envelope.rcpt_tos:
            self.mails.put((recipient, envelope.original_content or envelope.content))
        return "250 2.0.0 taken"


@dataclass
class Written:
    """A letter that was sent to the Judge. `orders`: what it says, if it is good; `copies`: how often it went."""

    number: str
    game: str
    seat: str
    key: str
    orders: str | None
    copies: int


@dataclass
class World:
    """The players: each answers the report that asks it, sometimes twice, sometimes wrongly first, once too late."""

    chance: random.Random
    door: smtplib.LMTP
    written: dict[str, Written] = field(default_factory=dict)
    got: list[tuple[str, bytes]] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    keys: dict[str, str] = field(default_factory=dict)
    writing: bool = True

    def send(self, game: str, seat: str, key: str, text: str, good: bool, sender: str = "", copies: int = 1) -> None:
        number = f"<{len(self.written)}.{game}.{seat}@mail.example>"
        message = EmailMessage()
        message["From"] = sender or f"{seat}@mail.example"
        message["To"] = JUDGE
        message["Subject"] = f"Re: [club/{game}] orders {{{key}}}"
        message["Message-ID"] = number
        message.set_content(text)
        self.written[number] = Written(number, game, seat, key, text if good else None, copies)
        for _ in range(copies):
            self.door.sendmail(message["From"], [f"{USER}@localhost"], message.as_bytes())

    def read(self, recipient: str, raw: bytes) -> None:
        """A mail came: a report asks, everything else is only kept."""
        self.got.append((recipient, raw))
        mail = message_of(raw)
        number = heading(mail, "Message-ID")
        if number in self.seen or heading(mail, "X-Judge-Kind") != "report" or recipient == "gm@example.org":
            return
        self.seen.add(number)
        found = re.search(r"\[club/([a-z]+)\].*\{([^}]+)\}", heading(mail, "Subject").replace("\n", ""))
        if not found or not self.writing:
            return
        game, key = found.groups()
        seat = recipient.partition("@")[0]
        before, self.keys[game] = self.keys.get(game), key
        if game == "slow" and seat == "copper":
            return
        lot = self.chance.random()
        if lot < 0.08:
            self.send(game, seat, key, "bid the moon", good=False)
        elif lot < 0.14 and before and before != key:
            self.send(game, seat, before, "bid 1", good=False)
        elif lot < 0.20:
            self.send(game, seat, key, "bid 1", good=False, sender="stranger@elsewhere.example")
        copies = 2 if self.chance.random() < 0.15 else 1
        self.send(game, seat, key, f"bid {int(self.chance.random() < 0.4)}", good=True, copies=copies)


def club(folder, store):
    """The campaign: games of Lanterns, all but one of which go on as fast as their players write."""
    register()
    Master.create(folder, "club")
    furnish(folder)
    (folder / "campaign.yaml").write_text(
        f"name: club\ngm: gm@example.org\nstore: {store}\nmail: {{address: {JUDGE}}}\n"
    )
    Master.create(folder, "club")
    (folder / "secret").write_text("secret")
    (folder / "secret").chmod(0o600)
    campaign = Master.open(folder)
    with campaign.store.read() as connection:
        now = hour_of(connection)
    for game in GAMES:
        settings = {"deadlines": "4s" if game == "slow" else "900d", "grace": "0s", "remind": "", "zone": "UTC"}
        campaign.new_game(game, "lanterns", now, settings=Document(settings), options={"rounds": 999, "coins": 99})
        for seat in SEATS:
            campaign.assign(game, seat, f"{seat}@mail.example", now)
        campaign.start(game, now)
    return campaign


@pytest.mark.long
@pytest.mark.daily(2)
def test_one_of_four_is_killed_every_second(tmp_path, dovecot, cluster, capsys, seed_of):
    seed = seed_of(1901)
    chance = random.Random(seed)
    campaign = club(tmp_path / "club", cluster.database())
    everybody = Everybody()
    sink = Controller(everybody, hostname="127.0.0.1", port=free_port())
    sink.start()
    daemons: list[subprocess.Popen[bytes]] = []
    born = Counter()
    log = (tmp_path / "log").open("ab")

    def another(place: int) -> subprocess.Popen[bytes]:
        # Each life is on a machine of its own, as far as the others can tell: nothing but time frees what it held.
        born[place] += 1
        arguments = [
            sys.executable, "-m", "tests.serve.steady", str(tmp_path / "club"), str(dovecot.imap_port),
            str(sink.port), USER, f"host{place}-{born[place]}", str(HOLD), str(tmp_path),
        ]  # fmt: skip
        return subprocess.Popen(arguments, stdout=log, stderr=log)

    def serves(place: int) -> bool:
        return (tmp_path / f"host{place}-{born[place]}").exists()

    kills, stops = 0, 0
    asleep: dict[int, float] = {}
    try:
        with smtplib.LMTP("127.0.0.1", dovecot.lmtp_port) as door:
            world = World(random.Random(seed + 1), door)
            daemons = [another(place) for place in range(DAEMONS)]
            began = time.monotonic()
            next_kill = began + 2.0
            while (now := time.monotonic()) < began + LONGEST and kills + stops < KILLS:
                with contextlib.suppress(queue.Empty):
                    world.read(*everybody.mails.get(timeout=0.05))
                for place in [place for place, wakes in asleep.items() if wakes < now]:
                    daemons[place].send_signal(signal.SIGCONT)
                    del asleep[place]
                # Half of them are left at work: to be killed before it has begun teaches nothing.
                at_work = sum(place not in asleep and serves(place) for place in range(DAEMONS))
                if now >= next_kill and at_work > DAEMONS // 2:
                    next_kill = now + 1.0
                    place = chance.randrange(DAEMONS)
                    victim = daemons[place]
                    if not asleep and chance.random() < 0.2:
                        # Not dead, but gone for longer than what it has in hand stays its own.
                        victim.send_signal(signal.SIGSTOP)
                        asleep[place] = now + HOLD + 1.0
                        stops += 1
                        continue
                    asleep.pop(place, None)
                    victim.kill()
                    victim.wait()
                    kills += 1
                    daemons[place] = another(place)
            for place in asleep:
                daemons[place].send_signal(signal.SIGCONT)
            world.writing = False
            settled(campaign, everybody, world)
    finally:
        for process in daemons:
            process.kill()
            process.wait()
        sink.stop()
        log.close()
    while not everybody.mails.empty():
        world.got.append(everybody.mails.get())
    counted = check(campaign, world)
    with campaign.store.read() as connection:
        fence = connection.execute(sa.select(sa.func.max(tables.leases.c.fence))).scalar_one()
    campaign.close()
    with capsys.disabled():
        print(f"\nseed {seed}: {kills} kills, {stops} stopped over their hold, {fence} holders of the mailbox; "
              + ", ".join(f"{count} {what}" for what, count in counted.items()))  # fmt: skip
    assert kills + stops == KILLS
    assert fence > 1
    assert "stumbled" not in (tmp_path / "log").read_text()


def settled(campaign, everybody, world):
    """Until nothing waits to be read or to be sent, and every letter that was written has come in."""
    until = time.monotonic() + 240
    calm = 0
    while time.monotonic() < until:
        while not everybody.mails.empty():
            world.got.append(everybody.mails.get())
        with campaign.store.read() as connection:
            letters = set(connection.execute(
                sa.select(tables.inbox.c.message_id).where(tables.inbox.c.state != "new")
            ).scalars())  # fmt: skip
            waiting = connection.execute(
                sa.select(sa.func.count()).select_from(tables.outbox).where(
                    tables.outbox.c.state == "queued", tables.outbox.c.kind.in_(("receipt", "report", "token"))
                )
            ).scalar_one()  # fmt: skip
        calm = calm + 1 if letters >= set(world.written) and not waiting else 0
        # The slow game goes on by itself; hold it, so that there is an end.
        if calm == 1:
            with campaign.store.begin() as connection:
                connection.execute(tables.games.update().where(tables.games.c.name == "slow").values(held="enough"))
        if calm > 5:
            return
        time.sleep(0.2)
    raise AssertionError(f"not settled: {waiting} mails wait, {set(world.written) - letters} never came in")


def check(campaign, world):
    """What must hold, from what the players wrote and got, and from what the store says."""
    with campaign.store.read() as connection:
        inbox = connection.execute(sa.select(tables.inbox)).all()
        outbox = connection.execute(sa.select(tables.outbox)).all()
        receipts = connection.execute(sa.select(tables.receipts)).all()
        steps = defaultdict(list)
        for row in connection.execute(sa.select(tables.steps).order_by(tables.steps.c.game_id, tables.steps.c.number)):
            steps[row.game_id].append(row)
        lives = {name: load_game(connection, name) for name in GAMES}
        for name in GAMES:
            assert verify(record_of(connection, name, full=True)).differences == ()
    # Every letter was read exactly once, however often it was delivered, and none was laid aside.
    assert Counter(row.message_id for row in inbox) == Counter(world.written.keys())
    bad = [row.note for row in inbox if row.state != "done"]
    assert not bad, bad[0]
    # Every order was taken exactly once.
    taken = Counter(row.source.split()[1] for row in receipts)
    assert set(taken) <= set(world.written)
    assert set(taken.values()) == {1}
    # Every letter got one answer: one Message-ID, however many copies, for each recipient.
    answers = defaultdict(set)
    verdicts = {}
    for recipient, raw in world.got:
        mail = message_of(raw)
        if heading(mail, "X-Judge-Kind") == "receipt":
            number = heading(mail, "In-Reply-To")
            answers[number, recipient].add(heading(mail, "Message-ID"))
            verdicts[number] = re.search(r"\] ([A-Z ]+):", heading(mail, "Subject").replace("\n", ""))[1]
    missing = set(world.written) - {number for number, _ in answers}
    lost = [
        (row.in_reply_to, row.kind, row.state, row.tries, row.error) for row in outbox if row.in_reply_to in missing
    ]
    notes = [(row.id, row.message_id, row.note, row.tries) for row in inbox if row.message_id in missing]
    assert not missing, f"no answer came: {notes}; in the outbox: {lost}"
    assert {len(ids) for ids in answers.values()} == {1}
    assert len(answers) == len(world.written)
    # Every step once, in order, from the one before; the game stands at the last.
    for name, live in lives.items():
        rows = steps[live.id]
        assert [row.number for row in rows] == list(range(live.head + 1)), name
        assert {row.branch for row in rows} == {0}
        for before, row in pairwise(rows):
            assert row.parent == before.id
        # And each step used what was acknowledged for its window, no more and no less.
        for row in rows[1:]:
            for seat, one in json.loads(row.orders).items():
                good = [
                    letter for letter in world.written.values()
                    if (letter.game, letter.seat, letter.key) == (name, seat, row.window_key)
                    and letter.orders and verdicts[letter.number] == "OK"
                ]  # fmt: skip
                assert one["sent"] == [letter.orders for letter in good], (name, row.window_key, seat)
                assert len(good) <= 1
                for letter in good:
                    assert sum(letter.number in source for source in one["source"]) == 1
    # Every good order that was acknowledged stands in a step or in the open window.
    for letter in world.written.values():
        if letter.game != "slow" and letter.orders:
            assert verdicts[letter.number] == "OK", letter
    # A report for everybody at the table, and the game master, of every step: once in the outbox, and it went.
    reports = Counter(
        (row.game_id, json.loads(row.facts)["step"], row.recipient) for row in outbox if row.kind == "report"
    )
    people = [*(f"{seat}@mail.example" for seat in SEATS), "gm@example.org"]
    assert reports == {
        (live.id, row.number, who): 1 for live in lives.values() for row in steps[live.id] for who in people
    }
    sent = {(row.message_id, row.recipient) for row in outbox if row.state == "sent"}
    arrived = Counter((heading(message_of(raw), "Message-ID"), recipient) for recipient, raw in world.got)
    assert set(arrived) == sent
    assert {row.state for row in outbox if row.kind in ("report", "receipt", "token")} == {"sent"}
    return {
        "letters": len(world.written), "copies of them more": sum(one.copies - 1 for one in world.written.values()),
        "orders taken": len(taken), "steps": sum(len(rows) - 1 for rows in steps.values()),
        "steps at a deadline": len(steps[lives["slow"].id]) - 1, "replies": len(answers), "reports": len(reports),
        "mails repeated": sum(count - 1 for count in arrived.values()),
    }  # fmt: skip


pytestmark = pytest.mark.server
