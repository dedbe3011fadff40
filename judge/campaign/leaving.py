"""Players and sitters who leave a seat: they get no more of its reports, and take no other seat of the game."""

from __future__ import annotations

import hashlib
import hmac
import json

from judge.adjudicator.protocol import Seat
from judge.campaign import offers, post
from judge.campaign.act import Act, Look
from judge.campaign.live import Live
from judge.campaign.numbers import secret_of
from judge.campaign.reliability import mark_left
from judge.campaign.seating import Sitting
from judge.store import club, notices, people
from judge.store.facts import recall, remember

ACTING = ("player", "sitter")
"""The roles that act for a seat: its player, and on their days its sitter."""


def leave(act: Act, live: Live, one: Sitting, stays: str = "") -> None:
    """Somebody's seat is another's, or nobody's. `stays`: the address that has it again."""
    post.drop_reports(act, live, one, stays)
    if one.role == "player":
        # Nobody votes, or takes a suggestion, by what somebody else wrote.
        notices.drop_vote(act.connection, live.id, one.seat)
        if live.window is not None:
            notices.drop_extend_vote(act.connection, live.id, live.window.key, one.seat)
        offers.remember(act, live, one.seat, "", "", ())
    began = one.role == "player" or one.days[0] <= act.now.astimezone(live.settings.calendar.zone).date().isoformat()
    if began and live.step is not None:
        mark_left(act, live, one.seat, one.player_id)


def held_another(look: Look, live: Live, seat: Seat, address: str) -> Seat | None:
    """The other seat of this game that somebody has or had, or for which they sit or sat: since they know its secrets,
    it keeps them from this one. None where the game allows several."""
    if live.settings.several_seats:
        return None
    player = people.of_address(look.connection, address)
    held = set(club.seats_held(look.connection, live.id, player)) if player is not None else set()
    held |= {one.seat for one in look.ledger.sittings(live.id) if one.player_id == player and one.role in ACTING}
    for own in [address] if player is None else people.addresses_of(look.connection, player):
        held.update(json.loads(recall(look.connection, _former(look, live.id, own)) or "[]"))
    return next((Seat(one) for one in sorted(held) if one != seat), None)


def remember_seats(act: Act, player: int) -> None:
    """Keep of somebody who will be forgotten which seats of running games they held, until each game is over. They are
    kept under a hash of each address that only this campaign's secret makes."""
    for game, held in club.seats_known(act.connection, player).items():
        for own in people.addresses_of(act.connection, player):
            key = _former(act, game, own)
            before = json.loads(recall(act.connection, key) or "[]")
            remember(act.connection, key, json.dumps(sorted({*before, *held})))


def _former(look: Look, game: int, address: str) -> str:
    mac = hmac.new(secret_of(look), f"former {game} {address}".encode(), hashlib.sha256)
    return f"{club.FORMER}{game}:{mac.hexdigest()[:32]}"


__all__ = ["held_another", "leave", "remember_seats"]
