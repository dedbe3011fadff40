"""A campaign with a game of Lanterns, a daemon, and players who write to it."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import sqlalchemy as sa

from judge.campaign.clock import tick
from judge.campaign.live import load_game
from judge.grammar.document import Document
from judge.mail.accounts import Account
from judge.mail.fetch import RawMail
from judge.mail.guard import Limits
from judge.serve.daemon import Daemon
from judge.store import tables
from judge.store.base import stamp
from judge.store.mails import Outgoing
from tests.founded import founded, usual
from tests.master import Master
from tests.said import facts_in_words
from tests.toy.register import furnish, register

JUDGE = "judge@judge.localhost"
START = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)
PLENTY = Limits(
    replies_per_hour=10_000, replies_per_day=100_000, letters_per_hour=10_000, unknown_per_hour=10_000,
    unknown_per_day=100_000,
)  # fmt: skip


class Table:
    """One game, letters by hand, a clock that stands where it is put."""

    def __init__(
        self,
        folder,
        *,
        game="lanterns",
        name="g1",
        seats=3,
        settings=None,
        options=None,
        limits=PLENTY,
        more="",
        store=None,
        campaign="club",
        now=START,
        begun=None,
        entropy=None,
    ):
        register()
        text = usual(campaign).replace("# gm: gm@example.org", "gm: gm@example.org")
        line = f"store: {store}\n" if store else ""
        config = founded(folder, campaign, f"{text}\n{line}mail:\n  address: {JUDGE}\n{more}")
        furnish(folder)
        if begun:
            (folder / "judge.sqlite").write_bytes(begun.store)
        self.campaign = Master.open(config.folder, *([entropy] if entropy else []))
        self.now = now
        self.name = name
        given = {"deadlines": "3d", "grace": "6h", "zone": "UTC", "cool_off": "0h"} | (settings or {})
        if not begun:
            self.campaign.new_game(name, game, self.now, settings=Document(given), options=options)
        live = self.live()
        self.seats = tuple(seat.id for seat in live.game.seats)[: max(seats, live.game.seat_range[0])]
        self.tokens = dict(begun.tokens) if begun else {
            seat: self.campaign.assign(name, seat, f"{seat}@mail.example", self.now) for seat in self.seats
        }  # fmt: skip
        self.account = Account(JUDGE, limits=limits, server="mx.judge.localhost")
        self.daemon = Daemon(self.campaign, self.account, now=lambda: self.now, apart=False)
        self.uids = itertools.count(1)

    def start(self):
        self.campaign.start(self.name, self.now)
        return self

    def close(self):
        self.daemon.opener.close()
        self.campaign.close()

    def live(self):
        with self.campaign.store.read() as connection:
            return load_game(connection, self.name)

    def pass_time(self, **span):
        self.now += timedelta(**span)

    def mail(self, sender, text, *, subject=None, to=JUDGE, number=None, proven=True, **headers):
        """A letter as bytes. `proven`: the judge's own mail server found its sender's signature to hold."""
        message = EmailMessage()
        address = sender if "@" in sender else f"{sender}@mail.example"
        if proven:
            domain = address.rpartition("@")[2]
            message["Authentication-Results"] = f"mx.judge.localhost; dkim=pass header.d={domain}"
            words = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
            covers = "from:to:cc:subject:message-id:content-type:content-transfer-encoding"
            when = int(self.now.timestamp())
            message["DKIM-Signature"] = f"v=1; d={domain}; h={covers}; t={when}; bh={words}; b=x"
        message["From"] = address
        message["To"] = to
        message["Subject"] = subject if subject is not None else f"[club/{self.name}] orders"
        message["Message-ID"] = f"<{number or next(self.uids)}@mail.example>"
        for key, value in headers.items():
            message[key.replace("_", "-")] = value
        message.set_content(text)
        return message.as_bytes()

    def write(self, sender, text, **more):
        """A letter arrives and is dealt with; the answer's facts, or None."""
        return self.arrive(self.mail(sender, text, **more))

    def arrive(self, raw, received=None):
        """These bytes arrive and are dealt with; the newest answer's facts, or None when there was none."""
        before = self.count("receipt")
        uid = next(self.uids)
        self.daemon.store([RawMail(JUDGE, "INBOX", 1, uid, received or self.now, raw)])
        self.daemon.read_all()
        receipts = self.out("receipt")
        return receipts[-1] if len(receipts) > before else None

    def rows(self, kind=None):
        with self.campaign.store.read() as connection:
            query = sa.select(tables.outbox).order_by(tables.outbox.c.id)
            if kind:
                query = query.where(tables.outbox.c.kind == kind)
            return [dict(row) for row in connection.execute(query).mappings()]

    def out(self, kind=None):
        """The outbox's rows as they will be sent."""
        return [
            Outgoing(
                **{key: row[key] for key in ("id", "message_id", "game_id", "kind", "recipient", "in_reply_to")},
                facts=facts_in_words(json.loads(row["facts"])), tries=1,
            )
            for row in self.rows(kind)
        ]  # fmt: skip

    def count(self, kind):
        return len(self.rows(kind))

    def written(self, row):
        """The mail of a row, from what is stored of it."""
        with self.campaign.act(self.now) as act:
            return self.daemon.postroom.mail_of(act, self.stored(row), self.now)

    def stored(self, row):
        """A row with its facts as they are stored: not in words yet."""
        return next(replace(row, facts=json.loads(one["facts"])) for one in self.rows() if one["id"] == row.id)

    def sent_bytes(self, row):
        with self.campaign.act(self.now) as act:
            ready = self.daemon.postroom.ready(act, self.stored(row), self.now)
            return ready.data if ready else None

    def orders(self, seat):
        return self.campaign.docket(self.name)[1][seat].lines

    def letters(self):
        with self.campaign.store.read() as connection:
            return [
                dict(row) for row in connection.execute(sa.select(tables.inbox).order_by(tables.inbox.c.id)).mappings()
            ]

    @property
    def stamp(self):
        return stamp(self.now)


class Begun(NamedTuple):
    """What a table has that begins as another did: its store, and the seats' tokens."""

    store: bytes
    tokens: dict[str, str]


@cache
def begun():
    """Three players at Lanterns, the first window open: played once, and copied for whoever begins so."""
    with TemporaryDirectory() as place:
        table = Table(Path(place) / "club").start()
        table.close()
        return Begun((Path(place) / "club" / "judge.sqlite").read_bytes(), table.tokens)


def look(table, **later):
    """What the clock does when it looks so much later."""
    table.pass_time(**later)
    return [one.act for one in tick(table.campaign, table.now)]


def text_of(table, row):
    """The words of a mail, on one line."""
    return " ".join(table.written(row).text.split())


def ask(table, sender, words, **more):
    """A letter and its answer, as its writer reads it."""
    return text_of(table, table.write(sender, words, **more))
