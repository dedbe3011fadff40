"""Players and sitters who leave a seat: they get no more of its reports, and players take no other seat of the game."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.campaign import post
from judge.campaign.act import Act, Look
from judge.campaign.live import Live
from judge.campaign.reliability import mark_left
from judge.campaign.seating import Sitting
from judge.store import club


def leave(act: Act, live: Live, one: Sitting, stays: str = "") -> None:
    """Somebody's seat is another's, or nobody's. `stays`: the address that has it again."""
    post.drop_reports(act, live, one, stays)
    if one.role == "player" and live.step is not None:
        mark_left(act, live, one.seat, one.player_id)


def held_another(look: Look, live: Live, player: int | None, seat: Seat) -> Seat | None:
    """The other seat of this game whose secrets somebody knows, since they have held it, and which so keeps them from
    this one; None where the game allows several."""
    if player is None or live.settings.several_seats:
        return None
    return next((Seat(one) for one in club.seats_held(look.connection, live.id, player) if one != seat), None)


__all__ = ["held_another", "leave"]
