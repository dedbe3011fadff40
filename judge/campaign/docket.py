"""The docket: what each seat has in for the open window, and what comes of a further letter."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from judge.adjudicator.driver import merge, take
from judge.adjudicator.protocol import AnyGame, Checked, Problem, Seat
from judge.campaign import conditions
from judge.campaign.ledger import Ledger
from judge.campaign.live import Live, NotNow
from judge.grammar.lexicon import nearest
from judge.report.words import Words
from judge.store import tables
from judge.store.base import moment, stamp


@dataclass(frozen=True)
class Acknowledgement:
    """What a letter did: the whole set as it is now understood, and everything its sender should know."""

    game: str
    seat: Seat
    window_title: str
    window_key: str
    orders: tuple[str, ...]
    silence: tuple[str, ...]
    problems: tuple[tuple[str, str, str], ...]
    """(the line, the code, the sentence) for every line that does not stand."""
    warnings: tuple[tuple[str, str, str], ...]
    kept: tuple[tuple[str, str], ...]
    """(kind of window, text) for lines kept for later."""
    receipt: int
    hash: str
    deadline: str = ""
    answered: bool = True
    waiting: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def verdict(self) -> str:
        """The word of the subject line."""
        if self.problems:
            return "ERRORS"
        return "WARNINGS" if self.warnings else "OK"


@dataclass(frozen=True, slots=True, order=True)
class Came:
    """When a letter came into the mailbox: the server's receipt time, then its number there."""

    received: str
    uid: int = 0


@dataclass(frozen=True)
class Entry:
    """What a seat has in: its row of the docket, read as far as somebody asks. Who has answered is known at once."""

    live: Live
    seat: Seat
    row: Mapping[str, Any] | None

    @property
    def answered(self) -> bool:
        """Whether the seat has said what it had to say."""
        return bool(self.row and self.row["answered"])

    @property
    def wait(self) -> bool:
        """Whether it wants the window to stay open until its deadline."""
        return bool(self.row and self.row["wait"])

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The orders as text."""
        return tuple(json.loads(self.row["orders"])) if self.row else ()

    @cached_property
    def source(self) -> tuple[str, ...]:
        """Where they came from."""
        return tuple(json.loads(self.row["source"])) if self.row else ()

    @cached_property
    def said(self) -> tuple[Came, ...]:
        """When the letter of each order came."""
        return tuple(Came(*one) for one in json.loads(self.row["later"])) if self.row else ()

    @cached_property
    def cleared(self) -> Came | None:
        """When the letter came that last emptied the set."""
        return Came(*json.loads(self.row["cleared"])) if self.row and self.row["cleared"] else None

    @cached_property
    def orders(self) -> tuple[Any, ...]:
        """The lines as orders."""
        ask = self.live.need_window().asks.get(self.seat)
        if ask is None or not self.lines:
            return ()
        return take(self.live.game, self.live.state, self.seat, ask.form, "\n".join(self.lines)).orders

    @cached_property
    def checked(self) -> Checked[Any]:
        """The orders as they stand, and what silence means."""
        if self.seat not in self.live.need_window().asks:
            return Checked(())
        return self.live.game.check(self.live.state, self.seat, self.orders)


def entry(connection: sa.Connection, live: Live, seat: Seat, ledger: Ledger | None = None) -> Entry:
    """A seat's entry for the open window (empty when nothing has come)."""
    return Entry(live, seat, (ledger or Ledger(connection)).docket_row(live, seat))


def entries(connection: sa.Connection, live: Live, ledger: Ledger | None = None) -> dict[Seat, Entry]:
    """Every asked seat's entry for the open window."""
    book = ledger or Ledger(connection)
    return {seat: Entry(live, seat, book.docket_row(live, seat)) for seat in sorted(live.need_window().asks)}


def receive(
    connection: sa.Connection,
    live: Live,
    seat: Seat,
    text: str,
    now: datetime,
    source: str,
    *,
    clear: bool = False,
    wait: bool | None = None,
    players: Mapping[Seat, str] | None = None,
    own_templates: Path | None = None,
    came: Came | None = None,
    ledger: Ledger | None = None,
) -> Acknowledgement:
    """Take a letter for the open window: only the subjects it names change; `clear` empties the set first.

    Everything happens in the caller's transaction: the set, the receipt, lines kept for later. `came`: when the mailbox
    got it. A letter that is read after one that came later (its reader was killed, or another was faster) changes
    nothing that the later one named, and nothing at all if the later one emptied the set. `ledger`: stores it later,
    with what other letters of the transaction did.
    """
    window = live.need_window()
    ask = window.asks.get(seat)
    if ask is None:
        raise NotNow(f"{seat} is not asked in {window.title} of {live.name}")
    game, state = live.game, live.state
    book = ledger or Ledger(connection)
    before = entry(connection, live, seat, book)
    taken = take(game, state, seat, ask.form, text)
    words = Words(game, state, players, own_templates)
    problems = [
        (line.text, line.said.code, words.problem(line.said)) for line in taken.unread if isinstance(line.said, Problem)
    ]
    # What was not a letter (the game master's entry, a standing text) is said when it is read.
    times = dict(zip(before.orders, before.said, strict=False)) if came else {}
    is_letter = came is not None
    came = came or Came("")
    emptied = is_letter and before.cleared is not None and came < before.cleared
    clear = clear and not emptied
    if emptied or any(came < one for one in times.values()):
        # Something that came later has been read before: READY and WAIT are the later letter's to say.
        wait = None
    earlier = tuple(order for order in before.orders if not clear or came < times.get(order, came))
    ahead = {game.subject(order) for order in earlier if came < times.get(order, came)}
    given = () if emptied else tuple(order for order in taken.orders if game.subject(order) not in ahead)
    new, refused, merged, checked = _standing_new(game, state, seat, earlier, given)
    problems += [(game.write(state, seat, order), one.code, words.problem(one)) for order, one in refused]
    texts = [game.write(state, seat, order) for order in merged]
    # An earlier order that cannot stand beside the new ones drops out, and its sender is told.
    problems += [(texts[index], one.code, words.problem(one)) for index, one in sorted(checked.refused.items())]
    warnings = [(texts[index], one.code, words.problem(one)) for index, one in sorted(checked.warned.items())]
    # What was overlooked, supplied or guessed in a line whose order stands.
    warnings += [
        (line.text, note.code, words.problem(note)) for line in taken.lines if line.said in new for note in line.notes
    ]
    kept = [text for index, text in enumerate(texts) if index not in checked.refused]
    lines = [game.write(state, seat, order) for order in checked.accepted]
    # What stands is what was accepted; the order in which it was said is kept for preference rules.
    stored = lines if sorted(lines) != sorted(kept) else kept
    kept_times = dict(zip(before.orders, before.said, strict=False))
    when = {game.write(state, seat, order): kept_times.get(order, Came("")) for order in earlier if order not in new}
    if wait is False or new:
        answered = True
    elif clear:
        answered = False
    else:
        answered = before.answered
    cleared = came if clear and is_letter else before.cleared
    digest = hashlib.sha256("\n".join(stored).encode()).hexdigest()
    number = book.receipt(
        {
            "game_id": live.id, "seat": seat, "window_key": window.key, "hash": digest, "source": source,
            "at": stamp(now),
        }
    )  # fmt: skip
    book.put_docket(
        live,
        seat,
        {
            "orders": json.dumps(stored, ensure_ascii=False),
            "answered": answered,
            "wait": before.wait if wait is None else wait,
            "source": json.dumps([*before.source, source]),
            "later": json.dumps([[one.received, one.uid] for one in (when.get(text, came) for text in stored)]),
            "receipt": number,
            "changed_at": stamp(now),
            "given_in": live.step["state_hash"] if live.step else None,
            "cleared": json.dumps([cleared.received, cleared.uid]) if cleared else None,
        },
    )
    if ledger is None:
        book.write()
    for later in taken.later:
        keep_text(connection, live, seat, later.kind, later.text, once=True)
    silence = tuple(game.write(state, seat, order) for order in checked.filled)
    due = live.row["deadline"]
    deadline = live.settings.calendar.said(moment(due), now) if due else ""
    return Acknowledgement(
        live.name,
        seat,
        window.title,
        window.key,
        tuple(stored),
        silence,
        tuple(problems),
        tuple(warnings),
        tuple((later.kind, later.text) for later in taken.later),
        number,
        digest[:12],
        deadline,
        answered,
        before.wait if wait is None else wait,
    )


def _standing_new(
    game: AnyGame, state: Any, seat: Seat, earlier: Sequence[Any], said: Sequence[Any]
) -> tuple[tuple[Any, ...], list[tuple[Any, Problem]], tuple[Any, ...], Checked[Any]]:
    """The new orders that can stand, and those that cannot: a refused line changes nothing that was in before.

    And the whole set with them, as it was checked.
    """
    new = list(said)
    refused: list[tuple[Any, Problem]] = []
    while True:
        merged = merge(game, earlier, new)
        first = len(merged) - len(new)
        checked = game.check(state, seat, merged)
        wrong = {index - first: one for index, one in checked.refused.items() if index >= first}
        if not wrong:
            return tuple(new), refused, merged, checked
        refused += [(new[index], one) for index, one in sorted(wrong.items())]
        new = [order for index, order in enumerate(new) if index not in wrong]


def keep_text(
    connection: sa.Connection, live: Live, seat: Seat, kind: str, text: str, *, once: bool,
    anew: bool = False, lapses: bool = True,
) -> None:  # fmt: skip
    """Keep a text for windows of a kind: the next one (`once`), or all until it is revoked. Empty text revokes.

    `anew`: nothing that was kept before stays. `lapses`: when a window of the kind opens that is open now.
    """
    window = live.window
    where = (
        tables.standing.c.game_id == live.id,
        tables.standing.c.seat == seat,
        tables.standing.c.kind == kind,
        tables.standing.c.once == once,
    )
    before = connection.execute(sa.select(tables.standing.c.text).where(*where)).scalar()
    connection.execute(tables.standing.delete().where(*where))
    whole = text
    if once and before and not anew:
        # The same once more, in a letter that was put right and sent again, is not ordered twice.
        whole = before if text in before.splitlines() else f"{before}\n{text}"
    if whole.strip():
        connection.execute(
            tables.standing.insert().values(
                game_id=live.id,
                seat=seat,
                kind=kind,
                text=whole,
                once=once,
                sent_in=window.kind if window and lapses else None,
            )
        )


def set_standing(connection: sa.Connection, live: Live, seat: Seat, said: str) -> dict[str, str]:
    """`KIND: orders` stand for every window of the kind from now on, `KIND` alone revokes them. All that stand then."""
    kind, _, text = said.partition(":")
    kind = kind.strip().lower()
    kind = conditions.kind_in(live.game.kinds, kind) or kind
    if kind not in live.game.kinds:
        near = nearest(kind, live.game.kinds) if kind else None
        hint = f'did you mean "{near}"?' if near else f"the kinds are {', '.join(live.game.kinds)}"
        wrong = f'"{kind}" is no kind of window here: ' if kind else ""
        raise NotNow(f"{wrong}STANDING, a kind of window, a colon, orders; {hint}")
    keep_text(connection, live, seat, kind, text.strip(), once=False)
    return standing_texts(connection, live, seat)


def standing_texts(connection: sa.Connection, live: Live, seat: Seat) -> dict[str, str]:
    """A seat's standing texts, by kind of window."""
    rows = connection.execute(
        sa.select(tables.standing.c.kind, tables.standing.c.text).where(
            tables.standing.c.game_id == live.id, tables.standing.c.seat == seat, tables.standing.c.once.is_(False)
        )
    )
    return {row.kind: row.text for row in rows}


def apply_kept(
    connection: sa.Connection, live: Live, now: datetime
) -> list[tuple[Acknowledgement, conditions.Stood, bool]]:
    """When a window opens: texts sent ahead for it are read like letters that have just come, else standing texts.

    What came of each, and whether it was sent ahead for this window (or stands for all of its kind).
    """
    window = live.window
    if window is None:
        return []
    rows = list(
        connection.execute(
            sa.select(tables.standing)
            .where(tables.standing.c.game_id == live.id)
            .order_by(tables.standing.c.seat, tables.standing.c.once.desc(), tables.standing.c.id)
        ).mappings()
    )
    texts: dict[tuple[Seat, bool], list[str]] = {}
    for row in rows:
        # Where a kind of window comes to one seat after the other (raids), a text waits until its own seat is asked.
        served = conditions.is_for(row["kind"], window.title, window.kind) and row["seat"] in window.asks
        if served:
            texts.setdefault((Seat(row["seat"]), bool(row["once"])), []).append(row["text"])
        if row["once"] and (served or row["sent_in"] == window.kind):
            connection.execute(tables.standing.delete().where(tables.standing.c.id == row["id"]))
    done: list[tuple[Acknowledgement, conditions.Stood, bool]] = []
    for (seat, once), said in texts.items():
        if entry(connection, live, seat).answered:
            continue
        # What was sent ahead may stand under conditions, which this seat's view of the new window decides.
        stood = conditions.stand(live, seat, conditions.as_lines("\n".join(said)))
        text = "\n".join(one.text for one in stood.lines)
        done.append((receive(connection, live, seat, text, now, "sent ahead" if once else "standing"), stood, once))
    return done


def missing(window_asks: Mapping[Seat, Any], by_seat: Mapping[Seat, Entry]) -> list[Seat]:
    """The seats that are waited for and have not answered."""
    return [seat for seat, ask in sorted(window_asks.items()) if ask.waits and not by_seat[seat].answered]


def forget_other_lines(connection: sa.Connection, live: Live, window_key: str, state_hash: str) -> None:
    """Orders given for a window of this name on another line of play, before a rollback, are not taken over."""
    connection.execute(
        tables.docket.delete().where(
            tables.docket.c.game_id == live.id,
            tables.docket.c.window_key == window_key,
            tables.docket.c.given_in.is_not(None),
            tables.docket.c.given_in != state_hash,
        )
    )
