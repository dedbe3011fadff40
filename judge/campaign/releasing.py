"""Closing a window: previewed, released, stored with its reports, told to everybody concerned."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import Seat
from judge.campaign import beacons, missed, post, reports, turns
from judge.campaign.act import Act, undone
from judge.campaign.live import Live, NotNow, load_game, seats_taking_part, step_at
from judge.campaign.telling import note, tell
from judge.report.build import Report
from judge.report.saying import Saying, Unable
from judge.store import notices
from judge.store.base import moment
from judge.store.mails import withdraw


class OrdersChanged(Unable):
    """A release would not do what the preview showed."""


@dataclass(frozen=True)
class Previewed:
    """The result of a release: its hash, every report, and the game after it."""

    hash: str
    title: str
    reports: Mapping[str, Report]
    after: Live


def preview(act: Act, name: str) -> Previewed:
    """The result of a release now: it is done, every report is written, and all of it is undone. If the real dice are
    used, the look is on record, and everybody can count it."""
    live = load_game(act.connection, name, lock=True)
    own = live.settings.previews_by_orders
    _no_peeking(act, live)
    with undone(act) as tried:
        made = turns.work_out(tried, live, own)
        # The report that is shown counts this look as well, as the one that is released will.
        note(tried, live, "preview", {"hash": made.hash[:12], "own": own})
        after = commit(tried, live, made)
        audience: list[Seat | None] = [None, *seats_taking_part(after)]
        shown = {seat or "public": reports.report_of(tried, after, after.head, seat) for seat in audience}
    note(act, live, "preview", {"hash": made.hash[:12], "own": own})
    return Previewed(made.hash, made.title, shown, after)


def _no_peeking(act: Act, live: Live) -> None:
    """A game master who plays sees no dice once orders were fixed: they could still be changed.

    They were at the deadline that everybody was told first, wherever it was put later, and when the window was closed
    once and taken back.
    """
    told = json.loads(live.step["record"] or "{}").get("closes") if live.step else None
    was_closed = step_at(act.connection, live.id, live.head + 1) is not None
    over = any(act.now >= moment(due) for due in (live.row["deadline"], told) if due)
    if live.settings.gm_plays and (over or was_closed):
        raise NotNow("no-preview-after-the-deadline", game=live.name)


def release(act: Act, name: str, expected: str | None = None, window: str | None = None) -> Live:
    """Close the open window, reports into the outbox; refuses a result that is not the preview's.

    `window`: only if this one is still open, so that two who release at once do not release two windows.
    """
    live = load_game(act.connection, name, lock=True)
    if window is not None and live.need_window().key != window:
        raise OrdersChanged("window-closed-by-another", open=live.need_window().key, window=window)
    try:
        made = turns.work_out(act, live)
    except beacons.AwaitsBeacon:
        # Before anybody waits for its dice: the preview of such a game depends only on its orders.
        _check_hash(turns.work_out(act, live, own=True), expected)
        raise
    _check_hash(made, expected)
    return commit(act, live, made)


def _check_hash(made: turns.Made, expected: str | None) -> None:
    """Raise an error if other orders are in than those previewed."""
    if expected and not made.hash.startswith(expected.lower()):
        # Not what it would be: that would be a look which nobody counts, and by which guesses at orders can be tried.
        raise OrdersChanged("orders-changed", expected=expected[:12])


def commit(act: Act, live: Live, made: turns.Made) -> Live:
    """Store a worked-out step with its reports."""
    again = step_at(act.connection, live.id, live.head + 1) is not None
    _tell_of_silence(act, live, made)
    after = turns.store_step(act, live, made)
    sealed = {seat: one["hash"] for seat, one in made.orders.items()}
    note(act, after, "release", {"hash": made.hash[:12], "sealed": sealed})
    withdraw(act.connection, live.id, ("reminder",))
    if live.settings.votes_lapse == "window":
        notices.drop_votes(act.connection, live.id)
    post.put_reports(act, after, post.Again() if again else None)
    return after


def _tell_of_silence(act: Act, live: Live, made: turns.Made) -> None:
    """Everybody is told who sent nothing; a seat silent too often is in civil disorder until its player writes again,
    or somebody takes it."""
    if made.silent:
        tell(act, live, Saying("notices/no-orders-from", {"seats": [live.seat_name(seat) for seat in made.silent]}))
    found = missed.counts_after(act, live, made.orders, made.silent)
    for seat, state in missed.settle(act, live, found).items():
        note(act, live, "civil disorder" if state == "disorder" else "civil disorder over", {"seat": seat}, by="clock")
        name = live.seat_name(seat)
        tell(
            act, live,
            Saying("notices/civil-disorder", {"begins": state == 'disorder', "seat": name, "windows": found[seat]}),
        )  # fmt: skip
