"""The order sheet of a seat, as it is printed."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.campaign import due
from judge.campaign.act import Look
from judge.campaign.live import Live, NotNow, step_at
from judge.campaign.reports import report_of, seen
from judge.report.languages import titled
from judge.report.own import own_picture
from judge.report.printed import Sheet
from judge.report.saying import worded


def sheet_of(look: Look, live: Live, seat: Seat) -> Sheet:
    """The open window's question to a seat, with its own map and its newest report."""
    window, stored = live.need_window(), step_at(look.connection, live.id, live.head)
    assert stored is not None
    if seat not in window.asks:
        raise NotNow("seat-not-asked", seat=live.seat_name(seat), window=window.title, game=live.name)
    view, told = seen(live, stored, seat)
    at = due.stated(live)
    return Sheet(
        game=live.name,
        rules=live.game.title,
        seat=live.seat_name(seat),
        window=titled(window.title),
        deadline=worded(live.settings.calendar.said(at), look.config.own_templates) if at else "",
        picture=own_picture(live.game, view, window, seat, told, stored["window_title"]),
        lines=tuple(window.asks[seat].lines),
        report=report_of(look, live, live.head, seat).blocks,
    )


__all__ = ["sheet_of"]
