"""Who sits where: a seat given, passed on, left empty; the token its player is mailed."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import post, seating, turns
from judge.campaign.ground import Ground
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.wake import set_wake
from judge.store import tables
from judge.store.base import stamp


class Filling(Ground):
    """Seating people."""

    def assign(self, name: str, seat: str, who: str, now: datetime, role: str = "player") -> str:
        """Seat a person; returns the token, which the person is mailed."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat) if role == "player" else Seat(seat)
            token = seating.assign(connection, live, chosen, who, self.entropy, role)
            self._note(connection, live.id, live.head, "gm", "seat assigned", {"seat": chosen, "role": role}, now)
            self.send_token(connection, live, chosen, seating.plain_address(who)[1], token, now, role)
            self._show_how_it_stands(connection, live, chosen, role, who, now)
        return token

    def replace(self, name: str, seat: str, who: str, now: datetime) -> str:
        """Another person takes a seat over; the old token ends at once."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            token = seating.replace(connection, live, chosen, who, self.entropy)
            self._note(connection, live.id, live.head, "gm", "seat replaced", {"seat": chosen}, now)
            self._tell(connection, live, f"A new player sits at {self._name_of(live, chosen)}.", None, now)
            self.send_token(connection, live, chosen, seating.plain_address(who)[1], token, now)
            self._show_how_it_stands(connection, live, chosen, "player", who, now)
            self._at_least_a_whole_window(connection, live, now)
        return token

    def _show_how_it_stands(
        self, connection: sa.Connection, live: Live, seat: Seat, role: str, who: str, now: datetime
    ) -> None:
        """Who sits down at a game that has begun gets its newest report, as that seat may see it."""
        if live.step is not None and live.row["status"] != "over":
            address = seating.plain_address(who)[1]
            post.put_report(connection, self.config.name, self.domain, live, seat, role, address, now)

    def _at_least_a_whole_window(self, connection: sa.Connection, live: Live, now: datetime) -> None:
        """A new player has as long as the window's whole length."""
        due = turns.deadline_of(live)
        if live.window is None or due is None:
            return
        whole = live.settings.calendar.deadline(live.window.kind, now)
        if whole > due:
            connection.execute(
                tables.games.update().where(tables.games.c.id == live.id).values(deadline=stamp(whole), overdue=0)
            )
            set_wake(connection, load_game(connection, live.name), now)

    def unseat(self, name: str, seat: str, now: datetime) -> None:
        """A seat stands empty from now on."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            if not seating.remove(connection, live, chosen):
                raise NotNow(f"nobody sits at {chosen} of {live.name}")
            self._note(connection, live.id, live.head, "gm", "seat removed", {"seat": chosen}, now)
            if live.step is not None:
                self._tell(connection, live, f"{self._name_of(live, chosen)} has no player now.", None, now)

    def sittings(self, name: str) -> list[seating.Sitting]:
        """Everybody at a table."""
        with self.store.read() as connection:
            return seating.sittings(connection, load_game(connection, name).id)

    def send_token(
        self, connection: sa.Connection, live: Live, seat: Seat, address: str, token: str, now: datetime,
        role: str = "player",
    ) -> None:  # fmt: skip
        name = self._name_of(live, seat) if role == "player" else role
        text = (
            f"You are at the table of {live.name} ({live.game.title}) as {name}. "
            f"Your token is {token}: a line TOKEN {token} in a letter proves that it is yours, whatever address it "
            "comes from. Keep it to yourself."
        )
        post.put_notice(
            connection, self.config.name, self.domain, live, address, seating.token_hash(token)[:12],
            f"Your seat in {live.name}: {name}", text, now, "token", seat,
        )  # fmt: skip
