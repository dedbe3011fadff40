"""New games and their beginning: the row, the dice's commitments, the words mixed in, the first position."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from judge import shelf
from judge.adjudicator.protocol import Seat
from judge.campaign import chance, post, seating, turns
from judge.campaign.config import FILE
from judge.campaign.drawing import draw_seats
from judge.campaign.filling import Filling
from judge.campaign.live import Live, NotNow, game_on, load_game, seats_taking_part
from judge.campaign.settings import read_settings
from judge.grammar.document import Document
from judge.grammar.options import complete_options
from judge.report.words import Words
from judge.store import tables
from judge.store.base import stamp
from judge.variants import GAMES


class Founding(Filling):
    """Making a game and starting it."""

    def new_game(
        self,
        name: str,
        key: str,
        now: datetime,
        *,
        map_name: str | None = None,
        options: Mapping[str, object] | None = None,
        settings: Document | None = None,
        seats: Sequence[str] = (),
    ) -> tuple[str, str]:
        """A new game; returns the dice commitments, open and sealed."""
        if not name or not all(sign.isascii() and (sign.isalnum() or sign == "-") for sign in name) or len(name) > 32:
            raise NotNow(f'a game\'s name is letters, digits and dashes, at most 32 ("{name}" is not)')
        if key not in GAMES:
            raise shelf.not_known("game", key, GAMES)
        chosen = map_name or GAMES[key].default_map
        text = shelf.map_text(chosen, self.config.own_maps)
        game = game_on(key, text)
        wrong = game.lint()
        if wrong:
            words = Words(game)
            raise NotNow(f"the map {chosen} cannot be played on: " + " ".join(words.problem(one) for one in wrong[:3]))
        complete = complete_options(game, options or {})
        given = {**(self.config.defaults.value or {}), **((settings.value if settings else None) or {})}
        read_settings(Document(given, self.config.defaults.lines, FILE, self.config.defaults.at), game.kinds)
        taking = [self.seat_of(game, one) for one in seats]
        with self.store.begin() as connection:
            if connection.execute(sa.select(tables.games.c.id).where(tables.games.c.name == name.lower())).scalar():
                raise NotNow(f'there is a game "{name.lower()}" already')
            made = connection.execute(
                tables.games.insert().values(
                    name=name.lower(),
                    game=key,
                    map_name=chosen,
                    map_text=text,
                    options=json.dumps(complete, sort_keys=True),
                    settings=json.dumps(given, sort_keys=True),
                    seats=json.dumps(taking),
                    status="forming",
                    head=-1,
                    branch=0,
                    revision=0,
                    words="{}",
                    created_at=stamp(now),
                )
            ).inserted_primary_key
            assert made is not None
            pair = chance.new_pair(connection, int(made[0]), 0, self.entropy)
            self._note(connection, int(made[0]), -1, "gm", "new game", {"game": key, "map": chosen}, now)
        return pair.commitments

    def start(self, name: str, now: datetime) -> Live:
        """Deal, place, open the first window, put the first reports into the outbox."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            if live.step is not None:
                raise NotNow(f"{live.name} has begun already")
            draw_seats(self, connection, live, now)
            live = load_game(connection, name)
            taking = list(seats_taking_part(live)) or self._seats_to_play(connection, live)
            low, high = live.game.seat_range
            if not low <= len(taking) <= high:
                raise NotNow(
                    f"{live.game.title} is for {low} to {high} seats; {live.name} has {len(taking)} "
                    f"({', '.join(taking) or 'none'}): `judge seat assign {live.name} SEAT ADDRESS`"
                )
            connection.execute(
                tables.games.update().where(tables.games.c.id == live.id).values(seats=json.dumps(taking))
            )
            live = load_game(connection, name)
            live = turns.store_step(
                connection, live, turns.work_out_setup(connection, live), now, "setup", entropy=self.entropy
            )
            self._note(connection, live.id, live.head, "gm", "start", {"seats": taking}, now)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, live, now)
        return live

    def _seats_to_play(self, connection: sa.Connection, live: Live) -> list[Seat]:
        """Those with a player; all of them where every seat must be filled, or too few have players yet."""
        low, high = live.game.seat_range
        names = [seat.id for seat in live.game.seats]
        if low == high == len(names):
            return names
        sat = {one.seat for one in seating.sittings(connection, live.id) if one.role == "player"}
        return [seat for seat in names if seat in sat] if len(sat) >= low else names[:high]

    def mix_in(self, name: str, seat: str, word: str, now: datetime) -> None:
        """A player's own word for the dice, before the game begins."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            if live.step is not None:
                raise NotNow(f"{live.name} has begun: words are mixed in before the start")
            words = {**live.words, self.seat_of(live.game, seat): word[:200]}
            connection.execute(
                tables.games.update().where(tables.games.c.id == live.id).values(words=json.dumps(words))
            )
