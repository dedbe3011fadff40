"""Presence: HERE before a game begins, and a sitter for the days on which a player is away."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from judge.campaign import confirming, sitters
from judge.campaign.live import NotNow, load_game
from judge.campaign.patience import told_at
from judge.campaign.seating import is_masked, plain_address
from judge.serve.commands.errand import Errand, SeatErrand
from judge.serve.commands.table import days_away
from judge.store.base import stamp
from judge.store.tally import SITTERS

NOBODY = ("off", "no", "none", "nobody", "cancel")
MOST_A_SEAT, MOST_AN_ADDRESS = 3, 2
"""How many sitters a seat names in a day, and how often somebody is asked to sit: once more than once, for a day that
was wrong."""


def here(errand: Errand) -> None:
    """Note that the writer is there, in every game that asks."""
    writer, act = errand.writer, errand.act
    rows = [*writer.seats, *([writer.by_token] if writer.by_token is not None else [])]
    asked = dict.fromkeys((str(row["game"]), int(row["player_id"])) for row in rows)
    waiting = [one for one in asked if load_game(act.connection, one[0]).row["status"] == confirming.CONFIRMING]
    if not waiting:
        raise NotNow("nobody-asks-you")
    for name, player in waiting:
        live = load_game(act.connection, name, lock=True)
        if confirming.say_here(act, live, player):
            # The clock begins the game at its next look.
            act.ledger.wake(live.id, min(filter(None, (stamp(told_at(live, act.now)), live.row["deadline"]))))
        errand.answer.live, errand.answer.game = live, name
        errand.answer.say("here", game=name)


def who_sits(errand: SeatErrand) -> tuple[str, tuple[date, date]]:
    """The address of a sitter, and the days."""
    words = errand.command.rest.replace(",", " ").split()
    address = next((word.strip("<>:;()") for word in words if "@" in word), "")
    rest = " ".join(word for word in words if "@" not in word).strip(" :")
    try:
        days = days_away(replace(errand, command=replace(errand.command, rest=rest)))
    except NotNow:
        days = []
    if not address or not days:
        raise NotNow("sitter-is-written", text=errand.command.rest)
    return address, (days[0], days[-1])


def sitter(errand: SeatErrand) -> None:
    """Somebody else plays the seat for some days."""
    live, seat = errand.live, errand.seat
    if errand.command.rest.strip(" :.").lower() in NOBODY:
        gone = sitters.end_sitter(errand.act, live, seat) or is_masked(live)
        errand.answer.say("sitter-gone", gone=gone)
        return
    address, days = who_sits(errand)
    _count(errand, address)
    sitters.set_sitter(errand.act, live, seat, address, days)
    if is_masked(live):
        # The same words whether somebody of that address is at the table or not.
        errand.answer.say("sitter-wished", address=address, first=days[0], last=days[1])
        return
    errand.answer.say("sitter", address=address, first=days[0], last=days[1])


def _count(errand: SeatErrand, who: str) -> None:
    """Count a sitter who is named: a mail goes to their address, which may be anybody's. It is the same for everybody,
    so that nobody learns who plays here."""
    errand.hand.take("SITTER", 1)
    tallies, now = errand.act.ledger.tallies, errand.act.now
    seat, (_, address) = f"{errand.live.id}/{errand.seat}", plain_address(who)
    if tallies.count(SITTERS, seat, now)[1] >= MOST_A_SEAT:
        raise NotNow("enough-sitters-today", most=MOST_A_SEAT)
    if tallies.count(SITTERS, address, now)[1] >= MOST_AN_ADDRESS:
        raise NotNow("sitter-has-mail", address=address)
    for one in (seat, address):
        tallies.add(SITTERS, one, now)


__all__ = ["here", "sitter", "who_sits"]
