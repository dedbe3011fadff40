"""A window closed for good: looked at before, released, stored with its reports, told to those concerned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import post, reports, turns
from judge.campaign.ground import Ground
from judge.campaign.live import Live, load_game, seats_taking_part, step_at
from judge.report.build import Report
from judge.report.words import listed
from judge.store import tables
from judge.store.queue import withdraw


class _Undone(Exception):
    """Takes a transaction back that was only a look."""


class OrdersChanged(Exception):
    """What a release would make is not what the preview showed."""


@dataclass(frozen=True)
class Previewed:
    """What a release would make: its hash, and every report."""

    hash: str
    title: str
    reports: Mapping[str, Report]


class Releasing(Ground):
    """Preview and release."""

    def preview(self, name: str, now: datetime) -> Previewed:
        """What a release would make now: it is made, every report is written, and all of it is undone.

        The real dice are used, so the look is on record.
        """
        previewed: Previewed | None = None
        try:
            with self.store.begin() as connection:
                live = load_game(connection, name, lock=True)
                made = turns.work_out(connection, live)
                after = self.commit(connection, live, made, now, "gm")
                audience: list[Seat | None] = [None, *seats_taking_part(after)]
                shown = {
                    seat or "public": reports.report_of(connection, self.config, after, after.head, seat)
                    for seat in audience
                }
                previewed = Previewed(made.hash, made.title, shown)
                raise _Undone
        except _Undone:
            pass
        assert previewed is not None
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            self._note(connection, live.id, live.head, "gm", "preview", {"hash": previewed.hash[:12]}, now)
        return previewed

    def release(
        self, name: str, now: datetime, expected: str | None = None, actor: str = "gm", *, window: str | None = None
    ) -> Live:
        """Close the open window for good, reports into the outbox; refuses what is not what was previewed.

        `window`: only if this one is still open, so that two who release at once do not release two windows.
        """
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            if window is not None and live.need_window().key != window:
                raise OrdersChanged(f"{live.need_window().key} is open now, {window} has been closed by somebody else")
            made = turns.work_out(connection, live)
            if expected and not made.hash.startswith(expected.lower()):
                raise OrdersChanged(
                    f"what would be released now is {made.hash[:12]}, not {expected[:12]}: orders came in since the "
                    "preview; look again"
                )
            return self.commit(connection, live, made, now, actor)

    def commit(self, connection: sa.Connection, live: Live, made: turns.Made, now: datetime, actor: str) -> Live:
        """Store a worked-out step with its reports, in this transaction."""
        again = step_at(connection, live.id, live.head + 1) is not None
        self._silence(connection, live, made, now)
        after = turns.store_step(connection, live, made, now, entropy=self.entropy)
        self._note(
            connection, live.id, after.head, actor, "release",
            {"hash": made.hash[:12], "sealed": {seat: one["hash"] for seat, one in made.orders.items()}}, now,
        )  # fmt: skip
        withdraw(connection, live.id, ("reminder",))
        if live.settings.votes_lapse == "window":
            connection.execute(tables.votes.delete().where(tables.votes.c.game_id == live.id))
        post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now, rerun=again)
        return after

    def _silence(self, connection: sa.Connection, live: Live, made: turns.Made, now: datetime) -> None:
        """Everybody is told who sent nothing; a seat silent too often is in civil disorder until somebody takes it."""
        rows = {
            Seat(row.seat): row
            for row in connection.execute(
                sa.select(tables.seats).where(tables.seats.c.game_id == live.id, tables.seats.c.role == "player")
            )
        }
        if made.silent:
            names = listed([self._name_of(live, seat) for seat in made.silent])
            self._tell(connection, live, f"No orders came from {names}.", None, now)
        limit = live.settings.civil_disorder_after
        for seat in made.orders:
            row = rows.get(Seat(seat))
            if row is None:
                continue
            missed = int(row.missed) + 1 if seat in made.silent else 0
            values: dict[str, Any] = {"missed": missed}
            if limit and missed >= limit and row.state == "active":
                values["state"] = "disorder"
                self._note(connection, live.id, live.head, "clock", "civil disorder", {"seat": seat}, now)
                self._tell(
                    connection, live,
                    f"{self._name_of(live, Seat(seat))} is in civil disorder: no orders for {missed} windows in a row. "
                    "The game does not wait for it any more.", None, now,
                )  # fmt: skip
            connection.execute(tables.seats.update().where(tables.seats.c.id == row.id).values(**values))
