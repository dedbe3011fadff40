"""Seats that the program plays: assigning them, telling all, and their orders, which come in like a player's."""

from __future__ import annotations

from judge.adjudicator.mind import STRENGTHS
from judge.adjudicator.protocol import Seat
from judge.campaign import docket, seating
from judge.campaign.act import Act
from judge.campaign.docket import Said
from judge.campaign.leaving import leave
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.sitters import end_sitter
from judge.campaign.telling import note, tell
from judge.campaign.wake import set_wake
from judge.report.saying import Saying
from judge.report.words import Words
from judge.store import seats
from judge.store.docket import drop_all_kept
from judge.variants.opponents import orders_for

SOURCE = "opponent"


def put_at(act: Act, name: str, seat: str, strength: str, *, instead: bool = False) -> None:
    """Let the program play a seat; `instead`: in place of its player. All are told."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    if strength not in STRENGTHS:
        raise NotNow("no-such-strength", strength=strength, strengths=list(STRENGTHS))
    if live.step is not None and chosen not in seats_taking_part(live):
        raise NotNow("takes-no-part", seat=live.seat_name(chosen), game=live.name)
    if instead:
        for one in act.ledger.sittings(live.id):
            if one.seat == chosen and one.role == "player":
                leave(act, live, one)
        end_sitter(act, live, chosen)
        seats.remove(act.connection, live.id, chosen)
        drop_all_kept(act.connection, live.id, chosen)
    elif chosen in seats.states(act.connection, live.id):
        raise NotNow("seat-is-taken", seat=chosen, game=live.name, strength=strength)
    secret = seating.token_hash(seating.new_token(act.campaign.entropy))
    seats.add(
        act.connection,
        {"game_id": live.id, "seat": chosen, "role": "player", "token_hash": secret, "played_by": strength},
    )
    act.ledger.forget()
    note(act, live, "opponent seated", {"seat": chosen, "strength": strength})
    tell(act, live, Saying("notices/played-by-the-program", {"seat": live.seat_name(chosen), "strength": strength}))
    if live.window is not None:
        # Orders, WAIT and READY of a player before are not the program's.
        take_back(act, live, chosen)
        answer(act, live)
        set_wake(act, load_game(act.connection, live.name))


def answer(act: Act, live: Live) -> None:
    """The orders of every opponent that is asked in the open window and has none in yet: no window waits for one."""
    window = live.window
    if window is None:
        return
    for seat, strength, secret in seats.opponents(act.connection, live.id):
        asked = Seat(seat)
        if asked not in window.asks or docket.entry(act, live, asked).answered:
            continue
        # Without the secret, anybody could work out beforehand what the program will order.
        orders = orders_for(live.game, live.state, asked, strength, f"{secret}/{window.key}")
        text = "\n".join(live.game.write(live.state, asked, order) for order in orders)
        docket.receive(act, live, asked, Said(text, SOURCE, clear=True, wait=False), Words(live.game, live.state))


def take_back(act: Act, live: Live, seat: Seat) -> None:
    """Where the program takes a player's place, or a player the program's, all that is in for the open window goes, and
    it waits for theirs."""
    if live.window is not None and seat in live.window.asks and act.ledger.docket_row(live, seat) is not None:
        docket.receive(act, live, seat, Said("", SOURCE, clear=True), Words(live.game, live.state))
