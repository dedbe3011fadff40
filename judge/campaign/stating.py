"""Closing statements: one for each seat when the game is over, for the closing report."""

from __future__ import annotations

from datetime import timedelta

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.telling import note
from judge.report.saying import Saying
from judge.store import notices
from judge.store.base import moment, stamp

MOST_SIGNS = 6000


def state(act: Act, name: str, seat: str, text: str) -> Saying:
    """A statement entered by the game master, at any time after the end."""
    live = load_game(act.connection, name, lock=True)
    return state_in(act, live, seat_of(live.game, seat), text, by_gm=True)


def check(act: Act, live: Live, seat: Seat, by_gm: bool = False) -> None:
    """Raises NotNow where a seat cannot make a statement now."""
    if live.row["status"] != "over":
        raise NotNow("statement-waits", game=live.name)
    if seat not in seats_taking_part(live):
        raise NotNow("took-no-part", seat=live.seat_name(seat), game=live.name)
    days = live.settings.statements
    until = moment(live.step["made_at"]) + timedelta(days=days) if live.step else act.now
    if act.now > until and not by_gm:
        raise NotNow("statements-closed", game=live.name, days=days)


def state_in(act: Act, live: Live, seat: Seat, text: str, by_gm: bool = False) -> Saying:
    """A seat's statement: a new one replaces the old, an empty one deletes it. Returns the answer to its writer."""
    check(act, live, seat, by_gm)
    text = "\n".join(line.rstrip() for line in text.strip().splitlines())
    if len(text) > MOST_SIGNS:
        raise NotNow("statement-too-long", most=MOST_SIGNS, signs=len(text))
    had = notices.drop_statement(act.connection, live.id, seat)
    if text:
        notices.add_statement(act.connection, live.id, seat, text, stamp(act.now))
    note(act, live, "statement", {"seat": seat}, by="" if by_gm else "player")
    if not text:
        return Saying("answers/statement-taken-back", {"had": had})
    return Saying("answers/statement-stands", {"game": live.name})
