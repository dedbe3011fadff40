"""What every act of a campaign stands on: its file, its store, one transaction, the record of who did what."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from judge.adjudicator.codec import plain
from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import post
from judge.campaign.config import Config
from judge.campaign.live import Live, NotNow
from judge.grammar.seats import find_seat
from judge.report.words import Words
from judge.store import Store, tables
from judge.store.base import stamp


class Ground:
    """An open campaign. `entropy`: where secrets come from (the operating system; tests bring their own)."""

    def __init__(self, config: Config, store: Store, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self.config = config
        self.store = store
        self.entropy = entropy

    @property
    def domain(self) -> str:
        """The right side of Message-IDs."""
        value = self.config.mail.value
        address = str(value.get("address", "")) if isinstance(value, dict) else ""
        return address.partition("@")[2] or "judge.invalid"

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    @contextmanager
    def transaction(self, within: sa.Connection | None) -> Iterator[sa.Connection]:
        """The caller's transaction, or one of its own."""
        if within is not None:
            yield within
        else:
            with self.store.begin() as connection:
                yield connection

    def _note(
        self, connection: sa.Connection, game_id: int | None, step: int, actor: str, act: str,
        detail: Mapping[str, Any], now: datetime,
    ) -> None:  # fmt: skip
        """The audit only grows."""
        connection.execute(
            tables.audit.insert().values(
                game_id=game_id, step=step, actor=actor, act=act,
                detail=json.dumps(plain(detail), ensure_ascii=False, sort_keys=True), at=stamp(now),
            )
        )  # fmt: skip

    def _tell(
        self, connection: sa.Connection, live: Live, text: str, told: Sequence[Seat] | None, now: datetime,
        step: int | None = None,
    ) -> None:  # fmt: skip
        """A notice in the report of a step (the next one unless said otherwise)."""
        connection.execute(
            tables.notices.insert().values(
                game_id=live.id, step=live.head + 1 if step is None else step,
                branch=live.step["branch"] if step is not None and live.step and step == live.head else None,
                told=json.dumps(list(told)) if told is not None else None, text=text, at=stamp(now),
            )
        )  # fmt: skip

    def note_act(
        self, connection: sa.Connection, live: Live, actor: str, act: str, detail: Mapping[str, Any], now: datetime
    ) -> None:
        """An act of the clock or of a letter, for the record."""
        self._note(connection, live.id, live.head, actor, act, detail, now)

    def tell_next(self, connection: sa.Connection, live: Live, text: str, now: datetime) -> None:
        """A notice to everybody in the next report."""
        self._tell(connection, live, text, None, now)

    def tell_gm(
        self, connection: sa.Connection, live: Live | None, key: str, subject: str, text: str, now: datetime
    ) -> None:
        """A notice to the game master; the same key is told once."""
        if self.config.gm:
            post.put_notice(
                connection, self.config.name, self.domain, live, self.config.gm, key, subject, text, now, "gm", "*gm"
            )

    def note_campaign(
        self, actor: str, act: str, detail: Mapping[str, Any], now: datetime, within: sa.Connection
    ) -> None:
        """An act that belongs to no single game."""
        self._note(within, None, -1, actor, act, detail, now)

    def seat_name(self, live: Live, seat: Seat) -> str:
        """A seat's name in prose."""
        return self._name_of(live, seat)

    @staticmethod
    def seat_of(game: Any, text: str) -> Seat:
        found = find_seat(game.seats, text)
        if isinstance(found, Problem):
            raise NotNow(Words(game).problem(found) + f" The seats are {', '.join(one.id for one in game.seats)}.")
        return found

    @staticmethod
    def _name_of(live: Live, seat: Seat) -> str:
        return next((one.name for one in live.game.seats if one.id == seat), seat)
