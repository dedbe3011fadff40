"""A table whose daemon fetches from a real mailbox and sends to a post office that keeps every copy of each mail."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import sqlalchemy as sa

from judge.mail.accounts import Server
from judge.mail.headers import heading, message_of
from judge.serve.daemon import Daemon
from judge.store import tables
from tests.serve.table import START


def wait_for(question, seconds=30.0):
    """Until something is so; what was found."""
    until = time.monotonic() + seconds
    while not (found := question()) and time.monotonic() < until:
        time.sleep(0.05)
    return found


class House:
    """`server`: where the judge's mailbox is; `world`: the post office everybody else has a mailbox in.

    Its clock runs sixty times as fast as ours: what is tried again after a minute is tried again after a second.
    """

    def __init__(self, table, server, world, *, imap_port=0, smtp_port=0):
        self.table, self.server, self.world = table, server, world
        self.got: list[bytes] = []
        for seat in table.seats:
            world.set_user(seat, "secret")
        world.watch(lambda user, raw: self.got.append(raw))
        folder = table.campaign.config.folder
        (folder / "secret").write_text("secret")
        (folder / "secret").chmod(0o600)
        self.account = replace(
            table.account,
            imap=Server("imap", "127.0.0.1", imap_port or server.imap_port, "opportunistic", server.user),
            smtp=Server("smtp", "127.0.0.1", smtp_port or world.smtp_port, "opportunistic", ""),
            secret={"password_file": "secret"}, folder=folder, idle=2,
        )  # fmt: skip
        began = time.monotonic()
        table.daemon.opener.close()
        self.daemon = table.daemon = Daemon(
            table.campaign, self.account, now=lambda: START + timedelta(seconds=60 * (time.monotonic() - began)),
            apart=False,
        )  # fmt: skip
        self.written: list[str] = []
        self.last: dict[str, str] = {}

    def write(self, seat, number, copies=1):
        """A letter with an order; WAIT keeps the window open although all have answered."""
        name, order = f"order-{number}", f"bid {number % 90}"
        raw = self.table.mail(seat, f"{order}\nWAIT\n", number=name)
        for _ in range(copies):
            self.server.deliver(raw)
        self.written.append(f"<{name}@mail.example>")
        self.last[seat] = order

    def write_many(self, numbers, duplicate_every=10):
        for number in numbers:
            copies = 2 if number % duplicate_every == 0 else 1
            self.write(self.table.seats[number % len(self.table.seats)], number, copies)

    def is_settled(self):
        """Every letter that was written has been read, and its answer has gone."""
        self.daemon.to_send.set()
        done = sum(row["state"] == "done" for row in self.table.letters())
        return done == len(self.written) and all(row["state"] == "sent" for row in self.table.rows("receipt"))

    def check(self):
        """Every order judged exactly once, no answer missing, repeats only with the same Message-ID."""
        written, table = set(self.written), self.table
        assert Counter(row["state"] for row in table.letters()) == {"done": len(written)}
        assert {row["message_id"] for row in table.letters()} == written
        with table.campaign.store.read() as connection:
            sources = list(connection.execute(sa.select(tables.receipts.c.source)).scalars())
        judged = Counter(source.split()[1] for source in sources if source.startswith("letter"))
        assert set(judged) == written
        assert max(judged.values()) == 1
        answers = [message_of(raw) for raw in self.got if heading(message_of(raw), "X-Judge-Kind") == "receipt"]
        by_letter: dict[str, set[str]] = {}
        for mail in answers:
            by_letter.setdefault(heading(mail, "In-Reply-To"), set()).add(heading(mail, "Message-ID"))
        assert set(by_letter) == written, (sorted(written - set(by_letter)), sorted(map(str, set(by_letter) - written)))
        assert all(len(ids) == 1 for ids in by_letter.values())
        assert {seat: table.orders(seat) for seat in self.last} == {seat: (order,) for seat, order in self.last.items()}
