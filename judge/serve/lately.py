"""A letter that crossed the closing of a window: it names none, and may have been written for the one before.

It is not filed under the open window without a question. FIX ALL files it there, as it was written.
"""

from __future__ import annotations

import json
from datetime import timedelta

from judge.adjudicator.protocol import Seat
from judge.campaign.ahead import written
from judge.campaign.languages import books_for
from judge.campaign.live import Live, state_of, step_at
from judge.mail.hearing import Ear
from judge.mail.language import Section
from judge.serve.hand import Hand, NotRead
from judge.store.base import moment

READING = timedelta(minutes=10)
"""So soon after a window opened a letter that does not name it may have been written before; or after a tenth of the
window, where that is less."""


def check(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """Refuse a letter that may be for the window that has just closed."""
    window = live.need_window()
    is_named = bool(section.window or hand.envelope.window or hand.fixed)
    late = hand.arrived.received_at < moment(live.row["opened_at"]) + _time_to_read(live)
    before = _closed_window(hand, live, seat, section) if late and section.lines and not is_named else ""
    if not before:
        return
    said = [(line.number, written([line])) for line in section.lines]
    said += [(one.number, one.verb.upper()) for one in section.commands if one.verb in ("clear", "wait", "ready")]
    answer = hand.answer
    answer.offer("\n".join(text for _, text in sorted(said, key=lambda one: one[0])))
    answer.live, answer.seat, answer.title, answer.key = live, seat, window.title, window.key
    raise NotRead(
        "late",
        "just-closed",
        before=before,
        window=window.title,
    )


def _time_to_read(live: Live) -> timedelta:
    due = live.row["deadline"]
    return min(READING, (moment(due) - moment(live.row["opened_at"])) / 10) if due else READING


def _closed_window(hand: Hand, live: Live, seat: Seat, section: Section) -> str:
    """The title of the window that the newest step closed, if that one would have taken the letter as well; "" if
    not."""
    step = live.step
    if step is None or live.row["held"] or step["kind"] != "turn" or seat not in json.loads(step["orders"]):
        return ""
    before = step_at(hand.act.connection, live.id, live.head - 1)
    if before is None:
        return ""
    state = state_of(live.game, before)
    closed = live.game.window(state)
    if closed is None or seat not in closed.asks:
        return ""
    heard = Ear(live.game, state, seat, closed.asks[seat].form, books_for(hand.act, live, seat)).hear(section.lines)
    return closed.title if live.game.check(state, seat, heard.orders).accepted else ""


__all__ = ["check"]
