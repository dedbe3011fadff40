"""Answers for seats that have nothing to choose, at a time that tells nothing of what they hold.

The time is drawn from the sealed dice for every seat whose choice is a secret, and no such window closes before it. So
nobody else can see whether a player passed or could do nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Seat
from judge.campaign import chance, docket
from judge.campaign.act import Act, Look
from judge.campaign.docket import Said
from judge.campaign.live import Live
from judge.campaign.telling import tell
from judge.report.saying import Saying
from judge.report.words import Words
from judge.store.base import moment

SOURCE = "nothing to choose"
PARTS = 1000
"""The number of parts of the length from which a time is drawn."""


def drawn_times(look: Look, live: Live, seats: Iterable[Seat]) -> dict[Seat, datetime]:
    """The time drawn for each of these seats, whatever it holds; empty where the table or the game has no such time."""
    length, window = live.settings.idle, live.window
    if not length or window is None:
        return {}
    hidden = [seat for seat in seats if live.game.may_choose(live.state, seat) is not None]
    if not hidden:
        return {}
    secret = chance.pairs(look.connection, live.id)[-1].sealed.secret.hex()
    dice = KeyedDice.of(f"{secret}/{window.key}/{live.row['opened_at']}")
    opened = moment(live.row["opened_at"])
    return {seat: opened + length * dice.roll(f"idle/{seat}", PARTS, sealed=True) / PARTS for seat in sorted(hidden)}


def answer(act: Act, live: Live) -> list[Seat]:
    """The answer that silence means, for each seat that could give no other and whose drawn time has come."""
    window, done = live.window, []
    if window is None or not live.settings.idle:
        return []
    words = Words(live.game, live.state)
    for seat, at in drawn_times(act, live, window.asks).items():
        if act.now < at or live.game.may_choose(live.state, seat) or docket.entry(act, live, seat).answered:
            continue
        filled = live.game.check(live.state, seat, ()).filled
        text = "\n".join(live.game.write(live.state, seat, order) for order in filled)
        docket.receive(act, live, seat, Said(text, SOURCE, clear=True, wait=False), words)
        tell(act, live, Saying("notices/answered-for-you", {"window": window.title, "orders": text}), [seat])
        done.append(seat)
    return done
