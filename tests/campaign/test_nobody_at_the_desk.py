"""Forty games for a month, their windows closing when all is complete, and nobody at the desk.

Players write when they get round to it: what a scripted player would order, and READY where the answer says that their
set is not complete. Now and then one makes a mistake and mends it later, and now and then one forgets.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta

import pytest
import sqlalchemy as sa

from judge.campaign.clock import tick
from judge.campaign.live import load_game
from judge.grammar.document import Document
from judge.store import tables
from judge.store.base import moment
from tests.campaign.conftest import START, make_folder
from tests.campaign.conftest import entropy as drawn
from tests.master import Master

KINDS = ("diplomacy", "gold-rush", "hell-on-wheels", "land-barons", "range-war")
DAY = timedelta(days=1)


class Month:
    """So many games of all five kinds on one campaign, and a clock that looks at them every half hour."""

    def __init__(self, folder, many):
        self.campaign = Master.open(make_folder(folder).resolve(), drawn("month"))
        self.now = START
        self.names = []
        self.early = self.late = 0
        self.seen: dict[tuple[str, str, str], timedelta] = {}
        for number in range(many):
            key = KINDS[number % len(KINDS)]
            name = f"{key}-{number}"
            given = {"deadlines": "3d", "grace": "0h", "cool_off": "30m", "remind": "24h", "early": "complete"}
            options = {"tempo": "strict"} if number % 10 in (6, 8) else None
            self.campaign.new_game(name, key, START, settings=Document(given, name="settings"), options=options)
            live = self.live(name)
            for seat in live.game.seats[: live.game.seat_range[1]]:
                self.campaign.assign(name, seat.id, f"{seat.id}.{number}@example.org", START)
            self.campaign.start(name, START)
            self.names.append(name)

    def live(self, name):
        with self.campaign.look() as look:
            return load_game(look.connection, name)

    def chance(self, *words):
        """A number from 0 to 999 that is always the same for the same words."""
        return int.from_bytes(hashlib.sha256("/".join(words).encode()).digest()[:4]) % 1000

    def write_all(self, name):
        """Whoever gets round to it by now."""
        live = self.live(name)
        if live.window is None:
            return
        window, opened = live.window, moment(live.row["opened_at"])
        for seat in sorted(window.asks):
            luck = self.chance(name, window.key, seat)
            at = opened + timedelta(minutes=30 + luck * 2)
            forgets, errs = luck % 25 == 0, luck % 10 == 1
            told = self.seen.get((name, window.key, seat))
            if forgets or told == "done" or self.now < at:
                continue
            if errs and told is None:
                done = self.campaign.enter(name, seat, "A XXX - YYY 99", self.now, f"letter {seat}")
                assert done.verdict == "ERRORS"
                self.seen[name, window.key, seat] = "erred"
            elif told is None or self.now >= at + timedelta(hours=3):
                text = live.game.letter(live.state, seat, f"{name}/{window.key}")
                done, _ = self.campaign.enter_as_said(name, seat, text or "READY", self.now)
                if done is None or done.unsaid or done.problems:
                    self.campaign.enter_as_said(name, seat, "READY", self.now)
                self.seen[name, window.key, seat] = "done"

    def run(self, days):
        end = self.now + days * DAY
        while self.now < end:
            self.now += timedelta(minutes=30)
            for name in self.names:
                self.write_all(name)
            due = {name: moment(row) for name, row in self.deadlines().items()}
            for done in tick(self.campaign, self.now, outage=timedelta(hours=2)):
                assert done.act in ("closed", "reminded", "late"), done
                if done.act == "closed":
                    self.early += self.now < due[done.game]
                    self.late += self.now >= due[done.game]

    def deadlines(self):
        with self.campaign.look() as look:
            rows = look.connection.execute(sa.select(tables.games.c.name, tables.games.c.deadline)).all()
        return {row.name: row.deadline for row in rows if row.deadline}


@pytest.mark.parametrize(
    ("many", "days"), [(5, 3), pytest.param(40, 30, marks=pytest.mark.proof)], ids=["five games", "forty games"]
)
def test_games_run_with_nobody_at_the_desk(tmp_path, many, days):
    month = Month(tmp_path / "club", many)
    try:
        month.run(days)
        stands = [month.live(name) for name in month.names]
        assert not [live.name for live in stands if live.row["held"]]
        # A window stays open for three days at most, so nobody stands still.
        assert all(live.head >= days // 3 or live.window is None for live in stands)
        assert month.early > month.late, (month.early, month.late)
        with month.campaign.look() as look:
            kinds = look.connection.execute(sa.select(tables.outbox.c.kind).distinct()).scalars().all()
            told = look.connection.execute(
                sa.select(tables.outbox.c.facts).where(tables.outbox.c.kind == "gm")
            ).scalars().all()  # fmt: skip
        assert not told, told[:3]
        assert "reminder" in kinds
        print(f"{many} games, {days} days: {month.early} windows closed early, {month.late} at their deadline")
    finally:
        month.campaign.close()
