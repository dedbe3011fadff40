"""The clock: one look at every game whose time has come. It closes what is ready or out of time, and reminds.

Nothing here asks what time it is. Several processes may tick at once: each game is looked at under its own lock, and
every mail has a key that it can be queued by only once.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import digest, post, seating
from judge.campaign.campaign import Campaign
from judge.campaign.figures import LAST_LOOK
from judge.campaign.live import Live, NoGame, load_game
from judge.campaign.turns import away, work_out
from judge.campaign.wake import Waiting, closing_of, set_wake, waiting_for
from judge.report.words import listed
from judge.store import tables
from judge.store.base import moment, stamp
from judge.store.queue import letters_waiting, recall, remember

OUTAGE = timedelta(minutes=30)
"""A gap between two looks, over a deadline, that counts as having been down."""


@dataclass(frozen=True)
class Done:
    """Something the clock did: `closed`, `reminded`, `late`, `held`, `put off`."""

    game: str
    act: str
    said: str = ""
    kind: str = ""
    """Which game is played there."""
    window: str = ""
    """The key of the window that was open."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took."""
    late: float = field(default=0.0, compare=False)
    """How many seconds after its time."""


def tick(
    campaign: Campaign, now: datetime, collected: datetime | None = None, outage: timedelta = OUTAGE
) -> list[Done]:
    """Look at every game whose time has come. `collected`: until when the mailbox has been read (None: no mailbox).

    No window closes before the mailbox was read up to its closing time and every letter in it was dealt with.
    `outage`: a gap between two looks that counts as having been down; a clock that runs fast has longer ones.
    """
    with campaign.store.begin() as connection:
        digest.bundle(connection, campaign.config.name, campaign.domain, now)
        known = recall(connection, LAST_LOOK)
        last = moment(known) if known else None
        if last is None or now > last:
            remember(connection, LAST_LOOK, stamp(now))
        names = list(
            connection.execute(
                sa.select(tables.games.c.name)
                .where(
                    tables.games.c.status == "running",
                    tables.games.c.held.is_(None),
                    tables.games.c.wake_at <= stamp(now),
                )
                .order_by(tables.games.c.wake_at)
            ).scalars()
        )
    done: list[Done] = []
    for name in names:
        with campaign.store.begin() as connection:
            try:
                live = load_game(connection, name, lock=True, skip_locked=True)
            except NoGame:
                # Another process has it in hand.
                continue
            if live.row["status"] != "running" or live.row["held"]:
                continue
            wake = live.row["wake_at"]
            began = time.perf_counter()
            for one in _look(campaign, connection, live, now, last, collected, outage):
                took, late = time.perf_counter() - began, (now - moment(wake)).total_seconds() if wake else 0.0
                done.append(
                    replace(
                        one,
                        kind=str(live.row["game"]),
                        window=str(live.row["window_key"] or ""),
                        seconds=took,
                        late=max(0.0, late),
                    )
                )
    return done


def _look(
    campaign: Campaign,
    connection: sa.Connection,
    live: Live,
    now: datetime,
    last: datetime | None,
    collected: datetime | None,
    outage: timedelta,
) -> list[Done]:
    waiting = waiting_for(connection, live)
    closing = closing_of(live)
    over = closing is not None and now >= closing
    ready = waiting.ready_at is not None and now >= waiting.ready_at
    ends = [end for end, due in ((waiting.ready_at, ready), (closing, over)) if due and end is not None]
    if ends and letters_waiting(connection, min(ends)):
        # A letter that came in time and that nobody has read yet may change the sets: the next look comes after it.
        # Those that came later wait for nothing, or where letters never cease no window would ever close.
        return []
    if over and closing is not None and waiting.missing:
        if collected is not None and collected < closing:
            return []
        if last is not None and last < closing and now - last > outage:
            return [_hold_after_outage(campaign, connection, live, last, now)]
    if ready or (over and not waiting.missing):
        return [_close(campaign, connection, live, waiting, now)]
    if over and closing is not None:
        return [_silence(campaign, connection, live, waiting, now)]
    done = _remind(campaign, connection, live, waiting, now)
    set_wake(connection, live, now)
    return done


def _close(campaign: Campaign, connection: sa.Connection, live: Live, waiting: Waiting, now: datetime) -> Done:
    """Adjudicate, or, where the game master releases by hand, seal the window and say so."""
    made = work_out(connection, live)
    if live.settings.by_hand:
        hashes = {seat: one["hash"] for seat, one in made.orders.items()}
        _hold(campaign, connection, live, "the window is closed: `judge preview`, then `judge release`", now)
        campaign.note_act(connection, live, "clock", "window closed", {"window": made.title, "sealed": hashes}, now)
        return Done(live.name, "held", made.title)
    campaign.commit(connection, live, made, now, "clock")
    return Done(live.name, "closed", made.title)


def _silence(campaign: Campaign, connection: sa.Connection, live: Live, waiting: Waiting, now: datetime) -> Done:
    """Deadline and grace are over and somebody is missing: what the game's policy says happens."""
    window = live.need_window()
    names = listed([campaign.seat_name(live, seat) for seat in waiting.missing])
    overdue = int(live.row["overdue"])
    if live.settings.nmr == "wait":
        _tell_missing(campaign, connection, live, waiting.missing, now, f"late/{window.key}")
        campaign.tell_gm(
            connection, live, f"late/{window.key}", f"{live.name}: waiting for {names}",
            f"The deadline of {window.title} is past and nothing came from {names}. The game waits: orders are still "
            f"taken; `judge release {live.name}` goes on without them.", now,
        )  # fmt: skip
        set_wake(connection, live, now)
        return Done(live.name, "late", names)
    if live.settings.nmr == "fill-after" and overdue < live.settings.nmr_after:
        calendar = live.settings.calendar
        due = calendar.deadline(window.kind, now, away(connection, live, window))
        connection.execute(
            tables.games.update()
            .where(tables.games.c.id == live.id)
            .values(deadline=stamp(due), overdue=overdue + 1, revision=tables.games.c.revision + 1)
        )
        campaign.note_act(
            connection, live, "clock", "deadline missed", {"missing": list(waiting.missing), "new": stamp(due)}, now
        )
        campaign.tell_next(connection, live, f"The deadline of {window.title} was missed by {names} and put off.", now)
        fresh = load_game(connection, live.name)
        _tell_missing(campaign, connection, fresh, waiting.missing, now, f"late/{window.key}/{overdue}")
        set_wake(connection, fresh, now)
        return Done(live.name, "put off", names)
    return _close(campaign, connection, live, waiting, now)


def _hold_after_outage(
    campaign: Campaign, connection: sa.Connection, live: Live, last: datetime, now: datetime
) -> Done:
    """The Judge was down across the deadline: what came in time is in, but nobody was reminded. The GM decides."""
    said = live.settings.calendar.said
    _hold(
        campaign, connection, live,
        f"the Judge was not running from {said(last)} to {said(now)}, over the deadline; what came in time is in: "
        f"`judge release {live.name}` adjudicates, `judge deadline {live.name} --resume` gives a new deadline", now,
    )  # fmt: skip
    return Done(live.name, "held", "outage")


def _hold(campaign: Campaign, connection: sa.Connection, live: Live, why: str, now: datetime) -> None:
    connection.execute(tables.games.update().where(tables.games.c.id == live.id).values(held=why, wake_at=None))
    window = live.need_window()
    campaign.note_act(connection, live, "clock", "held", {"why": why}, now)
    campaign.tell_gm(
        connection, live, f"held/{window.key}/{live.row['revision']}", f"{live.name}: {window.title} is held",
        f"{live.name} is held: {why}.", now,
    )  # fmt: skip


def _remind(campaign: Campaign, connection: sa.Connection, live: Live, waiting: Waiting, now: datetime) -> list[Done]:
    """A reminder before the deadline, to those missing only; one late notice when it is past and grace runs."""
    if not live.row["deadline"] or not waiting.missing:
        return []
    deadline, opened = moment(live.row["deadline"]), moment(live.row["opened_at"])
    window = live.need_window()
    mark = f"{window.key}/{live.row['deadline']}"
    if now >= deadline:
        _tell_missing(campaign, connection, live, waiting.missing, now, f"grace/{mark}")
        return [Done(live.name, "late", ", ".join(waiting.missing))]
    # Of several that are due (after a pause, say) only the last one goes out.
    due = [one for one in live.settings.calendar.reminders_due(deadline, opened) if one <= now]
    if not due:
        return []
    _tell_missing(campaign, connection, live, waiting.missing, now, f"remind/{mark}/{stamp(max(due))}")
    return [Done(live.name, "reminded", ", ".join(waiting.missing))]


def _tell_missing(
    campaign: Campaign, connection: sa.Connection, live: Live, missing: tuple[Seat, ...], now: datetime, key: str
) -> None:
    """A mail to each missing player; the key keeps it from being queued twice."""
    window = live.need_window()
    due = moment(live.row["deadline"])
    late = now >= due
    for one in seating.sittings(connection, live.id):
        if one.role != "player" or one.seat not in missing or not one.addresses:
            continue
        silence = [
            live.game.write(live.state, one.seat, order) for order in live.game.check(live.state, one.seat, ()).filled
        ]
        post.put(
            connection,
            campaign.config.name,
            campaign.domain,
            game_id=live.id,
            game=live.name,
            step=live.head,
            revision=int(live.row["branch"]),
            seat=one.seat,
            kind="reminder",
            number=key,
            recipient=one.addresses[0],
            facts={
                "game": live.name,
                "seat": one.seat,
                "window": window.key,
                "title": window.title,
                "deadline": live.settings.calendar.said(due, now),
                "until": live.settings.calendar.said(live.settings.calendar.closing(due), now),
                "late": late,
                "silence": silence,
                "subject": f"{'Overdue' if late else 'Reminder'}: {window.title} {{{window.key}}}",
                "text": (
                    f"{live.name}: nothing has come from you for {window.title}. "
                    + (
                        f"The deadline was {live.settings.calendar.said(due, now)}. "
                        if late
                        else f"The deadline is {live.settings.calendar.said(due, now)}. "
                    )
                    + ("Without a letter this will happen:\n\n" + "\n".join(silence) if silence else "")
                ),
            },
            now=now,
        )
