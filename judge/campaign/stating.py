"""What players say when the game is over: one closing statement a seat, for the closing report."""

from __future__ import annotations

from datetime import datetime, timedelta

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import closing
from judge.campaign.ground import Ground
from judge.campaign.live import Live, NotNow, load_game, seats_taking_part
from judge.report.build import Report
from judge.store import tables
from judge.store.base import moment, stamp

MOST_SIGNS = 6000


class Stating(Ground):
    """Closing statements, and the report they stand in."""

    def closing(self, name: str) -> Report:
        """The closing report as it stands now: each statement that comes in renews it."""
        with self.store.read() as connection:
            return closing.closing_report(connection, self.config, load_game(connection, name))

    def state(self, name: str, seat: str, text: str, now: datetime) -> str:
        """A statement entered by the game master, at any time after the end."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            return self.state_in(connection, live, self.seat_of(live.game, seat), text, now, by_gm=True)

    def state_in(
        self, connection: sa.Connection, live: Live, seat: Seat, text: str, now: datetime, by_gm: bool = False
    ) -> str:
        """A seat's statement in the caller's transaction: a new one takes the place of the old, an empty one takes it
        away. What its writer is told."""
        if live.row["status"] != "over":
            raise NotNow(f"{live.name} goes on: a closing statement waits for its end")
        if seat not in seats_taking_part(live):
            raise NotNow(f"{self._name_of(live, seat)} took no part in {live.name}")
        days = live.settings.statements
        until = moment(live.step["made_at"]) + timedelta(days=days) if live.step else now
        if now > until and not by_gm:
            said = f"for {days} days after the end" if days else "through the game master alone"
            raise NotNow(f"{live.name} took closing statements {said}: ask the game master to enter yours")
        text = "\n".join(line.rstrip() for line in text.strip().splitlines())
        if len(text) > MOST_SIGNS:
            raise NotNow(f"a closing statement has at most {MOST_SIGNS} signs; this one has {len(text)}")
        mine = (tables.statements.c.game_id == live.id, tables.statements.c.seat == seat)
        had = connection.execute(tables.statements.delete().where(*mine)).rowcount
        if text:
            connection.execute(tables.statements.insert().values(game_id=live.id, seat=seat, text=text, at=stamp(now)))
        self._note(connection, live.id, live.head, "gm" if by_gm else "player", "statement", {"seat": seat}, now)
        if not text:
            return "Your closing statement is taken back." if had else "There was no closing statement of yours."
        return f"Your closing statement stands in the closing report of {live.name}."
