"""Looks that change nothing: what would come of orders, any report again, every act on record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import reports
from judge.campaign.ground import Ground
from judge.campaign.live import NotNow, load_game
from judge.report.build import Report
from judge.report.words import Words
from judge.store import tables


class Looking(Ground):
    """What if, reports, the audit."""

    def what_if(self, name: str, orders: Mapping[str, str], seat: str | None = None) -> tuple[str, Any]:
        """Resolve tentative orders with dice of their own; nothing is stored and no real key is used.

        `seat`: for a player's FORECAST: only this seat's orders count, and only what it may see comes back.
        """
        with self.store.read() as connection:
            live = load_game(connection, name)
            window = live.need_window()
            sent: dict[Seat, Sequence[Any]] = {}
            said: list[str] = []
            words = Words(live.game, live.state)
            for who, text in orders.items():
                chosen = self.seat_of(live.game, who)
                ask = window.asks.get(chosen)
                if ask is None:
                    said.append(f"{self._name_of(live, chosen)} is not asked in {window.title}.")
                    continue
                taken = take(live.game, live.state, chosen, ask.form, text)
                sent[chosen] = taken.orders
                said += [
                    f'"{line.text}": {words.problem(line.said)}'
                    for line in taken.unread
                    if isinstance(line.said, Problem)
                ]
            closed = close(live.game, live.state, sent, KeyedDice.of(f"what if: {live.name}/{window.key}"))
            audience = self.seat_of(live.game, seat) if seat else None
            from judge import report

            made = report.build(
                live.game, live.state, closed.step.state, closed.step.events, audience,
                report.Notes(game_name=live.name, form=False, own_templates=self.config.own_templates,
                             notices=("This is a forecast with dice of its own: nothing of it has happened.", *said)),
                title=f"What if: {window.title}",
            )  # fmt: skip
            return report.render(made), made

    def report(self, name: str, number: int | None = None, seat: str | None = None) -> Report:
        """Any report again."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            if live.step is None:
                raise NotNow(f"{live.name} has not begun")
            chosen = self.seat_of(live.game, seat) if seat else None
            return reports.report_of(connection, self.config, live, live.head if number is None else number, chosen)

    def audit(self, name: str) -> list[Mapping[str, Any]]:
        """Every act on record, oldest first."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            rows = connection.execute(
                sa.select(tables.audit).where(tables.audit.c.game_id == live.id).order_by(tables.audit.c.id)
            ).mappings()
            return [{**row, "detail": json.loads(row["detail"])} for row in rows]
