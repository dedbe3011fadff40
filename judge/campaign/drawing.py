"""The draw of seats at the start: the best wish still free, in an order drawn for all to check."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from judge.adjudicator.dice import order_of, sha256
from judge.adjudicator.protocol import Seat
from judge.campaign import chance, seating
from judge.campaign.live import Live, NotNow, load_game
from judge.store import tables

if TYPE_CHECKING:
    from judge.campaign.filling import Filling

APPLICANT = "applicant"


def draw_seats(campaign: Filling, connection: sa.Connection, live: Live, now: datetime) -> dict[Seat, str]:
    """At the start each applicant gets a seat: in an order drawn from the first link, the best wish still free.

    The order can be checked by everybody once link 1 is shown with the first report.
    """
    applicants = [one for one in seating.sittings(connection, live.id) if one.role == APPLICANT]
    if not applicants:
        return {}
    wishes = {
        str(row.seat): [Seat(one) for one in json.loads(row.preferences)]
        for row in connection.execute(
            sa.select(tables.seats.c.seat, tables.seats.c.preferences).where(
                tables.seats.c.game_id == live.id, tables.seats.c.role == APPLICANT
            )
        )
    }
    taken = {one.seat for one in seating.sittings(connection, live.id) if one.role == "player"}
    free = [seat.id for seat in live.game.seats if seat.id not in taken]
    if len(applicants) > len(free):
        raise NotNow(f"{len(applicants)} have signed up for {live.name}, and {len(free)} seats are free")
    key = sha256(chance.pairs(connection, live.id)[0].open.link(1), b"seats")
    drawn = order_of(key, "seats", len(applicants))
    seats: dict[int, Seat] = {}
    for place in drawn:
        wish = next((one for one in wishes[applicants[place].seat] if one in free), None)
        if wish is not None:
            free.remove(wish)
            seats[place] = wish
    # Those with no wish, or none left, get what nobody wished for, in a drawn order too.
    rest = [free[number] for number in order_of(key, "seats nobody wished for", len(free))]
    seats |= dict(zip([place for place in drawn if place not in seats], rest, strict=False))
    given: dict[Seat, str] = {}
    for place in drawn:
        one, seat = applicants[place], seats[place]
        given[seat] = one.name
        token = seating.new_token(campaign.entropy)
        connection.execute(
            tables.seats.update()
            .where(tables.seats.c.game_id == live.id, tables.seats.c.seat == one.seat, tables.seats.c.role == APPLICANT)
            .values(seat=seat, role="player", token_hash=seating.token_hash(token))
        )
        words = dict(live.words)
        if one.seat in words:
            words[seat] = words.pop(one.seat)
            connection.execute(
                tables.games.update().where(tables.games.c.id == live.id).values(words=json.dumps(words))
            )
            live = load_game(connection, live.name)
        campaign.send_token(connection, live, seat, one.addresses[0], token, now)
    campaign.note_act(connection, live, "dice", "seats drawn", dict(given.items()), now)
    return given
