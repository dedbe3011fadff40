"""Who is there: HERE before a game begins, and a sitter for the days on which a player is not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from judge.campaign import confirming, sitters
from judge.campaign.live import NotNow, load_game
from judge.campaign.seating import is_masked
from judge.serve.commands.errand import Errand, SeatErrand
from judge.serve.commands.table import days_away
from judge.store.base import stamp

NOBODY = ("off", "no", "none", "nobody", "cancel")


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
            act.ledger.wake(live.id, stamp(act.now))
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
    sitters.set_sitter(errand.act, live, seat, address, days)
    if is_masked(live):
        # The same words whether somebody of that address is at the table or not.
        errand.answer.say("sitter-wished", address=address, first=days[0], last=days[1])
        return
    errand.answer.say("sitter", address=address, first=days[0], last=days[1])


__all__ = ["here", "sitter", "who_sits"]
