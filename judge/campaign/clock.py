"""The clock: one look at every game whose time has come. It closes what is ready or out of time, and reminds.

Nothing here asks what time it is. Several processes may tick at once: each game is looked at under its own lock, and
every mail has a key that it can be queued by only once.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import beacons, confirming, day, digest, docket, founding, handing_over, idle, post, sitters, turns
from judge.campaign.act import Act
from judge.campaign.campaign import Campaign
from judge.campaign.deadlines import to_the_minute
from judge.campaign.figures import LAST_LOOK
from judge.campaign.live import Live, NoGame, load_game
from judge.campaign.releasing import commit
from judge.campaign.telling import note, tell, tell_gm
from judge.campaign.wake import Waiting, closing_of, cooled_off, set_wake, waiting_for
from judge.campaign.with_the_hour import carry_out
from judge.report.saying import Saying, kept
from judge.report.words import listed
from judge.store import club, games
from judge.store.base import TROUBLE, moment, stamp
from judge.store.facts import recall, remember
from judge.store.letters import letters_waiting

log = logging.getLogger(__name__)
OUTAGE = timedelta(minutes=30)
"""A gap between two looks, over a deadline, that counts as having been down."""


@dataclass(frozen=True, kw_only=True)
class Done:
    """Something the clock did: `started`, `closed`, `reminded`, `late`, `held`, `put off`."""

    game: str
    act: str
    said: Saying | str = ""
    kind: str = ""
    """Which game is played there."""
    window: str = ""
    """The key of the open window."""
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
    with campaign.act(now, "clock") as act:
        digest.bundle(act)
        day.tell(act)
        known = recall(act.connection, LAST_LOOK)
        last = moment(known) if known else None
        if last is None or now > last:
            remember(act.connection, LAST_LOOK, stamp(now))
        names = games.due(act.connection, stamp(now))
        empty = (*club.vacant(act.connection), *club.waiting(act.connection, stamp(now)))
    done: list[Done] = []
    read = Read(last, collected, outage)
    looks = [(name, partial(_look_at, campaign, name, now, read)) for name in names]
    # The longest vacant first.
    looks += [
        (one, partial(_vacancies, campaign, one, now)) for one in dict.fromkeys(str(row["game"]) for row in empty)
    ]
    for name, look in looks:
        try:
            done += look()
        except TROUBLE:
            raise
        except Exception as error:  # a broken game must not keep the others from being looked at
            log.exception("%s is held: it broke the clock", name)
            done.append(_set_aside(campaign, name, now, error))
    return done


def _vacancies(campaign: Campaign, name: str, now: datetime) -> list[Done]:
    """Look after the vacant seats of one game, unless it broke the clock before."""
    with campaign.act(now, "clock") as act:
        row = games.by_name(act.connection, name)
        if row is None or row["hold"] == "fault":
            return []
        return [Done(game=name, act="offered", said=said) for said in handing_over.look_after(act, name)]


def _look_at(campaign: Campaign, name: str, now: datetime, read: Read) -> list[Done]:
    """What one game needs now is done."""
    # A round of a beacon is asked for outside of any transaction.
    there = beacons.ask(campaign, name, now)
    with campaign.act(now, "clock") as act:
        if not there:
            act.ledger.wake(load_game(act.connection, name).id, stamp(now + beacons.PAUSE))
            return []
        try:
            live = load_game(act.connection, name, lock=True, skip_locked=True)
        except NoGame:
            # Another process has it in hand.
            return []
        if live.row["status"] == confirming.CONFIRMING or (live.step is None and beacons.closed_for(live)):
            return _confirmed(act, live)
        if live.row["status"] != "running" or live.row["held"]:
            return []
        wake, began = live.row["wake_at"], time.perf_counter()
        asked = beacons.release_asked(live)
        found = [_released(act, live, asked)] if asked else _look(act, live, read)
        took, late = time.perf_counter() - began, (now - moment(wake)).total_seconds() if wake else 0.0
        about = {"kind": str(live.row["game"]), "window": str(live.row["window_key"] or "")}
        return [replace(one, **about, seconds=took, late=max(0.0, late)) for one in found]


def _set_aside(campaign: Campaign, name: str, now: datetime, error: Exception) -> Done:
    """Hold a game that breaks the clock, and tell the game master: of the fault no more than what kind it is, since its
    words may be somebody's orders."""
    why = Saying("held/fault", {"game": name, "error": type(error).__name__})
    with campaign.act(now, "clock") as act:
        row = games.by_name(act.connection, name, lock=True)
        if row is not None:
            games.put(act.connection, int(row["id"]), held=kept(why), hold="fault")
            act.ledger.wake(int(row["id"]), None)
            note(act, None, "game held", {"name": name, "why": str(why)})
            tell_gm(act, None, f"fault/{name}/{stamp(now)}", Saying("mails/game-held", {"game": name, "why": why}))
    return Done(game=name, act="held", said=why)


def _confirmed(act: Act, live: Live) -> list[Done]:
    """The time in which players confirm that they are there is over."""
    if beacons.closed_for(live) is None and not confirming.time_is_over(act, live):
        return [Done(game=live.name, act="held", said=Saying("clock/not-everybody"))]
    try:
        founding.begin(act, live.name)
    except beacons.AwaitsBeacon as waits:
        comes = beacons.fix(act, live, waits)
        act.ledger.wake(live.id, stamp(comes))
        return [Done(game=live.name, act="awaits the beacon")]
    return [Done(game=live.name, act="started")]


@dataclass(frozen=True, slots=True)
class Read:
    """When the clock looked last, until when the mailbox has been read, and which gap counts as having been down."""

    last: datetime | None
    collected: datetime | None
    outage: timedelta


def _look(act: Act, live: Live, read: Read) -> list[Done]:
    if beacons.closed_for(live) is not None:
        return [_close(act, live)]
    if carry_out(act, live):
        live = load_game(act.connection, live.name)
        if live.window is None:
            return []
    if idle.answer(act, live):
        live = load_game(act.connection, live.name)
    waiting = waiting_for(act, live)
    closing = closing_of(live)
    over = closing is not None and act.now >= closing
    ready = waiting.ready_at is not None and act.now >= waiting.ready_at
    ends = [end for end, due in ((waiting.ready_at, ready), (closing, over)) if due and end is not None]
    if ends and letters_waiting(act.connection, min(ends)):
        # A letter that came in time and that nobody has read yet may change the sets: the next look comes after it.
        # Later letters hold up nothing, or a window would never close while letters keep coming.
        return []
    if ends and read.collected is not None and read.collected < min(ends):
        return []
    if over and closing is not None and waiting.missing:
        if read.last is not None and read.last < closing and act.now - read.last > read.outage:
            return [_hold_after_outage(act, live, read.last)]
    if ready:
        return [_close(act, live)]
    if over:
        late = waiting.late if live.settings.nmr == "wait" else waiting.silent
        if late:
            return [_silence(act, live, late)]
        if live.settings.nmr != "wait" or act.now >= cooled_off(act, live):
            return [_close(act, live)]
    done = _remind(act, live, waiting)
    set_wake(act, live)
    return done


def _close(act: Act, live: Live) -> Done:
    """Adjudicate, or, where the game master releases by hand, seal the window and say so."""
    if live.settings.by_hand and beacons.closed_for(live) is None:
        made = turns.work_out(act, live, own=True)
        hashes = {seat: one["hash"] for seat, one in made.orders.items()}
        _hold(act, live, "by-hand", Saying("held/window-closed"))
        note(act, live, "window closed", {"window": made.title, "sealed": hashes})
        return Done(game=live.name, act="held", said=made.title)
    try:
        made = turns.work_out(act, live)
    except beacons.AwaitsBeacon as waits:
        comes = beacons.fix(act, live, waits)
        act.ledger.wake(live.id, stamp(comes))
        return Done(game=live.name, act="awaits the beacon", said=live.need_window().title)
    commit(act, live, made)
    return Done(game=live.name, act="closed", said=made.title)


def _released(act: Act, live: Live, asked: beacons.Fixed) -> Done:
    """The round is there, and a letter asked to release with it: release, unless other orders are in by now."""
    window, to = live.need_window(), post.To(asked.by, "*gm")
    facts = {"closed": window.title}
    try:
        made = turns.work_out(act, live)
    except beacons.AwaitsBeacon:
        beacons.forget(act, live)
        _hold(act, live, "by-hand", Saying("held/orders-changed"))
        post.put_told(act, live, to, f"release/{asked.round}", "not-released", facts, "gm")
        return Done(game=live.name, act="held", said=window.title)
    master = act.config.master_at(asked.by)
    after = commit(replace(act, who=master.who if master else act.who, reason=asked.why), live, made)
    facts["open"] = after.window.title if after.window else ""
    post.put_told(act, after, to, f"release/{asked.round}", "released", facts, "gm")
    return Done(game=live.name, act="closed", said=made.title)


def _silence(act: Act, live: Live, late: tuple[Seat, ...]) -> Done:
    """Deadline and grace are over and somebody is missing: apply the game's policy."""
    window = live.need_window()
    seats = [live.seat_name(seat) for seat in late]
    names = listed(seats)
    overdue = int(live.row["overdue"])
    if live.settings.nmr == "wait":
        _tell_missing(act, live, late, f"late/{window.key}")
        tell_gm(
            act,
            live,
            f"late/{window.key}",
            Saying("mails/waiting-for", {"game": live.name, "seats": seats, "names": names, "window": window.title}),
        )
        set_wake(act, live)
        return Done(game=live.name, act="late", said=names)
    if live.settings.nmr == "fill-after" and overdue < live.settings.nmr_after:
        due = live.settings.calendar.deadline(window.kind, act.now, turns.away(act, live, window))
        games.change(act.connection, live.id, deadline=stamp(due), overdue=overdue + 1)
        note(act, live, "deadline missed", {"missing": list(late), "new": stamp(due)})
        tell(act, live, Saying("notices/deadline-missed", {"window": window.title, "seats": seats, "names": names}))
        fresh = load_game(act.connection, live.name)
        _tell_missing(act, fresh, late, f"late/{window.key}/{overdue}")
        set_wake(act, fresh)
        return Done(game=live.name, act="put off", said=names)
    return _close(act, live)


def _hold_after_outage(act: Act, live: Live, last: datetime) -> Done:
    """The Judge was down across the deadline: letters that came in time are in, but nobody was reminded. The GM
    decides."""
    said = live.settings.calendar.said
    why = Saying("held/outage", {"game": live.name, "from": said(last), "to": said(act.now)})
    _hold(act, live, "outage", why)
    return Done(game=live.name, act="held", said="outage")


def _hold(act: Act, live: Live, hold: str, why: Saying) -> None:
    games.put(act.connection, live.id, held=kept(why), hold=hold)
    act.ledger.wake(live.id, None)
    window = live.need_window()
    note(act, live, "held", {"why": str(why)})
    tell_gm(
        act,
        live,
        f"held/{window.key}/{live.row['revision']}",
        Saying("mails/held", {"game": live.name, "window": window.title, "why": why}),
    )


def _remind(act: Act, live: Live, waiting: Waiting) -> list[Done]:
    """A reminder before the deadline, to those missing only; one late notice when it is past and grace runs."""
    if not live.row["deadline"] or not waiting.missing:
        return []
    deadline, opened = to_the_minute(moment(live.row["deadline"])), moment(live.row["opened_at"])
    window = live.need_window()
    mark = f"{window.key}/{live.row['deadline']}"
    if act.now >= deadline:
        _tell_missing(act, live, waiting.missing, f"grace/{mark}")
        return [Done(game=live.name, act="late", said=", ".join(waiting.missing))]
    # If several are due (after a pause, say) only the last one goes out.
    due = [one for one in live.settings.calendar.reminders_due(deadline, opened) if one <= act.now]
    if not due:
        return []
    _tell_missing(act, live, waiting.missing, f"remind/{mark}/{stamp(max(due))}")
    return [Done(game=live.name, act="reminded", said=", ".join(waiting.missing))]


def _tell_missing(act: Act, live: Live, missing: tuple[Seat, ...], key: str) -> None:
    """A mail to each missing player; the key keeps it from being queued twice."""
    for one in post.readers(act, live):
        if one.role in ("player", sitters.SITTER) and one.seat in missing:
            post.put(
                act, live, post.Piece("reminder", post.To(one.addresses[0], one.seat), key, _due(act, live, one.seat))
            )


def _due(act: Act, live: Live, seat: Seat) -> dict[str, Any]:
    """The content of a reminder: when the window closes, the errors of the seat's last letter, and the effect of
    silence."""
    window, calendar = live.need_window(), live.settings.calendar
    entry = docket.entry(act, live, seat)
    due = moment(live.row["deadline"])
    late, said = act.now >= due, calendar.said(due, act.now)
    silence = [live.game.write(live.state, seat, order) for order in entry.checked.filled]
    return {
        "game": live.name,
        "seat": seat,
        "window": window.key,
        "title": window.title,
        "deadline": said,
        "until": calendar.said(calendar.closing(due), act.now),
        "late": late,
        "silence": silence,
        "faulty": [] if entry.doubted else [list(one) for one in entry.faulty],
        "doubted": entry.doubted,
        "left": entry.left,
        "orders": list(entry.lines),
    }
