"""The campaign: every act of a game master, a player or the clock is one method here and one transaction below it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from judge import shelf
from judge.adjudicator.codec import plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Outcome, Problem, Seat
from judge.campaign import chance, docket, post, reports, seating, turns
from judge.campaign.config import FILE, FIRST, Config, read_config
from judge.campaign.docket import Acknowledgement
from judge.campaign.drawing import draw_seats
from judge.campaign.live import Live, NotNow, game_on, load_game, seats_taking_part, step_at
from judge.campaign.settings import KEYS, read_settings
from judge.campaign.wake import set_wake, takes_until
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.grammar.options import complete_options
from judge.grammar.seats import find_seat
from judge.report.build import Report
from judge.report.words import Words, listed
from judge.store import Store, open_store, tables
from judge.store.base import stamp
from judge.store.queue import withdraw
from judge.variants import GAMES


class Late(Exception):
    """A letter for a window that is closed, or after deadline and grace: it is never applied to another window."""

    code = "late"


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


class Campaign:
    """An open campaign. `entropy`: where secrets come from (the operating system; tests bring their own)."""

    def __init__(self, config: Config, store: Store, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self.config = config
        self.store = store
        self.entropy = entropy

    # --- opening ----------------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, folder: Path, name: str, zone: str = "UTC") -> Config:
        """A new campaign in a folder, or an old one brought up to date (after a backup of its store)."""
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        if not path.exists():
            path.write_text(FIRST.format(name=name, zone=zone), encoding="utf-8")
        config = read_config(folder)
        open_store(config.store_url, create=True).close()
        return config

    @classmethod
    def open(cls, folder: Path, entropy: Callable[[int], bytes] = os.urandom) -> Campaign:
        """The campaign in a folder."""
        config = read_config(folder)
        return cls(config, open_store(config.store_url), entropy)

    @property
    def domain(self) -> str:
        """The right side of Message-IDs."""
        value = self.config.mail.value
        address = str(value.get("address", "")) if isinstance(value, dict) else ""
        return address.partition("@")[2] or "judge.invalid"

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    # --- games ------------------------------------------------------------------------------------------------------

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

    # --- seats ------------------------------------------------------------------------------------------------------

    def assign(self, name: str, seat: str, who: str, now: datetime, role: str = "player") -> str:
        """Seat a person; returns the token, which the person is mailed."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat) if role == "player" else Seat(seat)
            token = seating.assign(connection, live, chosen, who, self.entropy, role)
            self._note(connection, live.id, live.head, "gm", "seat assigned", {"seat": chosen, "role": role}, now)
            self.send_token(connection, live, chosen, seating.plain_address(who)[1], token, now, role)
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
            self._at_least_a_whole_window(connection, live, now)
        return token

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

    # --- orders -----------------------------------------------------------------------------------------------------

    def enter(
        self, name: str, seat: str, text: str, now: datetime, source: str = "gm", *,
        clear: bool = False, wait: bool | None = None, on_behalf: bool = False,
        window_key: str | None = None, received_at: datetime | None = None,
        within: sa.Connection | None = None,
    ) -> Acknowledgement:  # fmt: skip
        """Take orders for a seat, from a letter or from the GM on its behalf (then the player is told).

        A letter that names another window than the open one, or that came after deadline and grace, is `Late` and
        changes nothing. `within`: the caller's transaction, so that a letter and what it did are kept together.
        """
        with self.transaction(within) as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            self._in_time(live, window_key, received_at)
            done = docket.receive(
                connection, live, chosen, text, now, source, clear=clear, wait=wait,
                players=seating.players_by_seat(connection, live.id), own_templates=self.config.own_templates,
            )  # fmt: skip
            if on_behalf:
                self._note(
                    connection, live.id, live.head, "gm", "orders on behalf",
                    {"seat": chosen, "receipt": done.receipt, "hash": done.hash}, now,
                )  # fmt: skip
                for one in seating.sittings(connection, live.id):
                    if one.seat == chosen and one.role == "player" and one.addresses:
                        post.put_notice(
                            connection, self.config.name, self.domain, live, one.addresses[0], done.receipt,
                            f"Orders entered for you in {live.name}",
                            "The game master entered orders on your behalf:\n\n" + "\n".join(done.orders), now,
                            seat=chosen,
                        )  # fmt: skip
            self._wake(connection, live, now)
        return done

    @contextmanager
    def transaction(self, within: sa.Connection | None) -> Iterator[sa.Connection]:
        """The caller's transaction, or one of its own."""
        if within is not None:
            yield within
        else:
            with self.store.begin() as connection:
                yield connection

    def _in_time(self, live: Live, window_key: str | None, received_at: datetime | None) -> None:
        window = live.need_window()
        if window_key is not None and window_key != window.key:
            raise Late(f"{window_key} is closed; {window.title} is open now ({window.key})")
        until = takes_until(live)
        if received_at is not None and until is not None and received_at > until:
            said = live.settings.calendar.said(until)
            raise Late(f"orders for {window.title} were taken until {said}")

    def _wake(self, connection: sa.Connection, live: Live, now: datetime) -> None:
        """When all have answered, the clock looks at the game at once (or after the cool-off)."""
        set_wake(connection, load_game(connection, live.name), now)

    def standing(self, name: str, seat: str, kind: str, text: str) -> dict[str, str]:
        """Set (or with an empty text revoke) a standing text; returns all of the seat's."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            if kind not in live.game.kinds:
                raise NotNow(f"there is no kind of window {kind}: there are {', '.join(live.game.kinds)}")
            docket.keep_text(connection, live, chosen, kind, text, once=False)
            return docket.standing_texts(connection, live, chosen)

    def docket(self, name: str) -> tuple[Live, dict[Seat, docket.Entry]]:
        """What every asked seat has in."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            live.need_window()
            return live, docket.entries(connection, live)

    # --- turns ------------------------------------------------------------------------------------------------------

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

    def roll_back(self, name: str, to: int, now: datetime) -> Live:
        """Back to a step; the commitment of the dice for changed orders is published."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            after, commitments = turns.roll_back(connection, live, to, now, self.entropy)
            self._note(
                connection, live.id, to, "gm", "rollback",
                {"from": live.head, "to": to, "open": commitments[0], "sealed": commitments[1]}, now,
            )  # fmt: skip
            said = (
                f"The game master took the game back from step {live.head} to step {to}. Orders as they were draw the "
                f"same dice again; changed orders draw from new chains with the commitments {commitments[0]} (open) "
                f"and {commitments[1]} (sealed)."
            )
            # In the report that goes out again now, and in the one that is made next.
            self._tell(connection, after, said, None, now, to)
            self._tell(connection, after, said, None, now, to + 1)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now, rerun=True)
        return after

    def roll_forward(self, name: str, now: datetime, to: int | None = None) -> Live:
        """Forward again to a step, or as far as the game had been played, without adjudicating."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            after = turns.roll_forward(connection, live, now, to)
            self._note(connection, live.id, after.head, "gm", "rollforward", {"from": live.head, "to": after.head}, now)
            said = f"The game master took the game forward again from step {live.head} to step {after.head}."
            self._tell(connection, after, said, None, now, after.head)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now, rerun=True)
        return after

    def position(self, name: str) -> Mapping[str, object]:
        """The position as an editable document."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            if live.step is None:
                raise NotNow(f"{live.name} has not begun")
            return live.game.write_position(live.state)

    def changes(self, name: str, document: Document) -> Sequence[str]:
        """What loading a position would change; raises DocumentError when it cannot be loaded."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            if live.step is None:
                raise NotNow(f"{live.name} has not begun")
            state = live.game.read_position(document)
            return turns.differences(live.game.write_position(live.state), live.game.write_position(state))

    def edit(self, name: str, document: Document, reason: str, now: datetime) -> Sequence[str]:
        """Make the position what the document says; players are told the reason."""
        if not reason.strip():
            raise NotNow("a correction needs a reason, which the players are told: --reason")
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            after, changes = turns.edit_position(connection, live, document, reason, now)
            if changes:
                self._note(
                    connection, live.id, after.head, "gm", "edit", {"reason": reason, "changes": list(changes)}, now
                )
                self._tell(
                    connection, after, f"The game master corrected the position: {reason}", None, now, after.head
                )
                post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now)
        return changes

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

    # --- ends -------------------------------------------------------------------------------------------------------

    def vote(self, name: str, seat: str, proposal: str, now: datetime) -> tuple[str, Live]:
        """A vote for a draw or a concession; when all who must agree have, the game ends."""
        with self.store.begin() as connection:
            return self.vote_in(connection, name, seat, proposal, now)

    def vote_in(
        self, connection: sa.Connection, name: str, seat: str, proposal: str, now: datetime
    ) -> tuple[str, Live]:
        """The same in a transaction of the caller's."""
        live = load_game(connection, name, lock=True)
        window = live.need_window()
        chosen = self.seat_of(live.game, seat)
        if live.settings.draws == "no":
            raise NotNow(f"{live.name} is played without draws and concessions")
        if chosen not in seats_taking_part(live):
            raise NotNow(f"{chosen} takes no part in {live.name}")
        kind, _, rest = proposal.strip().lower().partition(" ")
        winners = tuple(
            sorted(self.seat_of(live.game, one) for one in rest.replace(",", " ").split())
            if kind == "concede"
            else self._survivors(live)
        )
        if kind not in ("draw", "concede", "no") or (kind == "concede" and not winners):
            raise NotNow("vote DRAW, CONCEDE TO seat, or NO")
        connection.execute(
            tables.votes.delete().where(tables.votes.c.game_id == live.id, tables.votes.c.seat == chosen)
        )
        if kind == "no":
            return "your vote is withdrawn", live
        said = f"{kind} {' '.join(winners)}".strip()
        connection.execute(
            tables.votes.insert().values(
                game_id=live.id, seat=chosen, proposal=said, window_key=window.key, at=stamp(now)
            )
        )
        agreed = {
            row.seat
            for row in connection.execute(
                sa.select(tables.votes.c.seat).where(tables.votes.c.game_id == live.id, tables.votes.c.proposal == said)
            )
        }
        voters = set(self._survivors(live) if live.settings.draws == "survivors" else seats_taking_part(live))
        # A seat without a player, or in civil disorder, has no vote; at a table played by hand all have.
        playing = {
            one.seat for one in seating.sittings(connection, live.id) if one.role == "player" and one.state == "active"
        }
        voters = (voters & playing) or voters
        if live.settings.votes == "open":
            self._tell(connection, live, f"{self._name_of(live, chosen)} votes: {said}.", None, now)
        if not voters <= agreed | (set(winners) if kind == "concede" else set()):
            return "your vote is counted", live
        reason = "draw" if kind == "draw" else "concession"
        after = turns.end_game(connection, live, Outcome(tuple(winners), reason), now, said)
        withdraw(connection, live.id, ("reminder",))
        self._note(connection, live.id, after.head, "players", reason, {"winners": list(winners)}, now)
        post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now)
        return "all have agreed: the game is over", after

    def _survivors(self, live: Live) -> tuple[Seat, ...]:
        """The seats still in the game: those the public standings show with anything left."""
        from judge import report

        table = report.standings(live.game, live.state)
        taking = seats_taking_part(live)
        return tuple(seat for seat in taking if table.get(seat, 1) > 0) or taking

    def end(self, name: str, winners: Sequence[str], reason: str, now: datetime) -> Live:
        """The game master ends a game."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            live.need_window()
            chosen = tuple(self.seat_of(live.game, one) for one in winners)
            after = turns.end_game(connection, live, Outcome(chosen, reason), now, reason)
            self._note(connection, live.id, after.head, "gm", "end", {"winners": list(chosen), "reason": reason}, now)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now)
        return after

    # --- the record -------------------------------------------------------------------------------------------------

    def note(self, name: str, text: str, now: datetime, told: Sequence[str] = ()) -> None:
        """An official word of the game master in the next report."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            seats = [self.seat_of(live.game, one) for one in told] or None
            self._tell(connection, live, text, seats, now)
            self._note(connection, live.id, live.head, "gm", "official note", {"text": text}, now)

    def audit(self, name: str) -> list[Mapping[str, Any]]:
        """Every act on record, oldest first."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            rows = connection.execute(
                sa.select(tables.audit).where(tables.audit.c.game_id == live.id).order_by(tables.audit.c.id)
            ).mappings()
            return [{**row, "detail": json.loads(row["detail"])} for row in rows]

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


def told_apart(
    campaign: Campaign, key: str, map_name: str | None, given: Mapping[str, object]
) -> tuple[dict[str, object], Document]:
    """`--set` pairs as rules of the game and settings of the table; the nearest of both for a key that is neither.

    `deadlines.movement=5d` sets one kind of window.
    """
    game = shelf.game(key, map_name, campaign.config.own_maps)
    known = {option.key for option in game.options}
    options: dict[str, object] = {}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        outer, _, inner = name.partition(".")
        if name in known:
            options[name] = value
        elif outer in KEYS and inner:
            chosen.setdefault(outer, {})[inner] = value
        elif outer in KEYS:
            chosen[outer] = as_setting(value)
        else:
            near = nearest(name, [*known, *KEYS])
            hint = f'did you mean "{near}"?' if near else f"`judge games show {key}` lists the rules"
            raise NotNow(f'"{name}" is neither a rule of {game.title} nor a setting of the table: {hint}')
    return options, Document(chosen, name="--set")


def as_setting(value: object) -> object:
    """A setting as it stands behind a `=`: numbers and true/false are what they look like."""
    text = str(value)
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text
