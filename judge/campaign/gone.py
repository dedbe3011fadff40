"""Seats whose player is gone, in games whose rules know such seats (Hell on Wheels): a step says so, for all to see."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol, runtime_checkable

from judge.adjudicator.protocol import Seat
from judge.campaign import post, turns
from judge.campaign.act import Act
from judge.campaign.live import Live, seats_taking_part
from judge.campaign.telling import note
from judge.report.languages import ENGLISH, worded_in
from judge.report.saying import Saying, worded


@runtime_checkable
class KnowsTheGone(Protocol):
    """A game with a rule for seats without a player."""

    def without(self, state: Any, seats: Collection[Seat]) -> Any:
        """The state with these seats, and no others, without a player."""


def mark_gone(act: Act, live: Live) -> Live:
    """Mark the seats that have lost their player as without a player, and no others; a table played by hand, which
    never had players, is left as it is."""
    if live.window is None or not isinstance(live.game, KnowsTheGone):
        return live
    states = act.ledger.states(live.id)
    if not states:
        return live
    gone = [seat for seat in seats_taking_part(live) if states.get(seat, "resigned") == "resigned"]
    state = live.game.without(live.state, gone)
    if state == live.state:
        return live
    reason = Saying("titles/without-player", {"seats": [live.seat_name(seat) for seat in gone]})
    with worded_in(ENGLISH):
        why = worded(reason, act.config.own_templates)
    title, chain = turns.titled(act, "table"), turns.chain_of(live)
    made = turns.Made(before=live.state, state=state, events=(), title=title, chain=chain)
    after = turns.store_step(act, live, made, "edit", why)
    note(act, after, "without player", {"seats": gone})
    post.put_reports(act, after)
    return after


__all__ = ["mark_gone"]
