"""The draw of seats at the start: the best wish still free, in an order drawn for all to check."""

from __future__ import annotations

import json

from judge.adjudicator.dice import order_of, sha256
from judge.adjudicator.protocol import Seat
from judge.campaign import chance, seating
from judge.campaign.act import Act
from judge.campaign.filling import welcome
from judge.campaign.live import Live, NotNow
from judge.campaign.telling import note
from judge.store import games, seats

APPLICANT = "applicant"


def draw_seats(act: Act, live: Live) -> None:
    """At the start each applicant gets the best wish still free, in an order drawn from the first link and the words.

    Everybody can check the order once link 1 is shown with the first report. In an anonymous game the order would tell
    who sits where to anybody who saw people sign up: there they can check it once the sealed link is shown.
    """
    applicants = [one for one in seating.sittings(act.connection, live.id) if one.role == APPLICANT]
    if not applicants:
        return
    given: dict[str, str] = {}
    words = dict(live.words)
    for one, seat in _drawn(act, live, applicants):
        given[seat] = one.seat
        token = seating.new_token(act.campaign.entropy)
        seats.give(act.connection, live.id, (one.seat, APPLICANT), seat, seating.token_hash(token))
        if one.seat in words:
            words[seat] = words.pop(one.seat)
        welcome(act, live, seat, one.addresses[0], token)
    games.put(act.connection, live.id, words=json.dumps(words))
    act.ledger.forget()
    note(act, live, "seats drawn", given, by="dice")


def _drawn(act: Act, live: Live, applicants: list[seating.Sitting]) -> list[tuple[seating.Sitting, Seat]]:
    """The seat of each person, in the order that was drawn."""
    stored = seats.preferences(act.connection, live.id, APPLICANT)
    wishes = {seat: [Seat(one) for one in json.loads(said)] for seat, said in stored.items()}
    taken = seats.states(act.connection, live.id)
    free = [seat.id for seat in live.game.seats if seat.id not in taken]
    if len(applicants) > len(free):
        raise NotNow("wrong-number-of-seats", people=len(applicants), game=live.name, seats=len(free))
    words = (word.encode() for word in sorted(live.words.values()))
    pair = chance.pairs(act.connection, live.id)[0]
    link = pair.sealed.link(1) if live.settings.anonymous else pair.open.link(1)
    key = sha256(link, b"seats", *words)
    drawn = order_of(key, "seats", len(applicants))
    found: dict[int, Seat] = {}
    for place in drawn:
        wish = next((one for one in wishes[applicants[place].seat] if one in free), None)
        if wish is not None:
            free.remove(wish)
            found[place] = wish
    # Those with no wish, or none left, get the seats that nobody wished for, in a drawn order too.
    rest = [free[number] for number in order_of(key, "seats nobody wished for", len(free))]
    found |= dict(zip([place for place in drawn if place not in found], rest, strict=False))
    return [(applicants[place], found[place]) for place in drawn]
