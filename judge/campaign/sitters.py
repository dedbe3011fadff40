"""Sitters: who plays a seat for some days in its player's place, with an address and a token of their own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import post, seating
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow
from judge.campaign.telling import note, tell, tell_gm
from judge.store import seats
from judge.store.base import stamp

SITTER = "sitter"


def is_on(live: Live, first: str, last: str, now: datetime) -> bool:
    """Whether today, by the game's clock, is one of these days."""
    return bool(first) and first <= now.astimezone(live.settings.calendar.zone).date().isoformat() <= last


def acts_for(live: Live, row: Mapping[str, Any], now: datetime) -> bool:
    """Whether somebody's row at the table lets them order for its seat now: a player's does, a sitter's on the days."""
    if row["role"] != SITTER:
        return str(row["role"]) == "player"
    return is_on(live, str(row["first_day"] or ""), str(row["last_day"] or ""), now)


def set_sitter(act: Act, live: Live, seat: Seat, who: str, days: tuple[date, date]) -> None:
    """A seat's player names a sitter, in place of the one before; sitter, table and game master are told."""
    first, last = days
    if live.settings.auth == "pgp":
        raise NotNow(f"{live.name} takes letters signed with its players' own keys only: nobody can sit for you")
    if last < act.now.astimezone(live.settings.calendar.zone).date():
        raise NotNow(f"{last} is past")
    name, address = seating.plain_address(who)
    masked = seating.is_masked(live)
    seated = any(address in one.addresses and one.role != SITTER for one in act.ledger.sittings(live.id))
    if seated and not masked:
        raise NotNow(f"{address} is at this table already, and can sit for nobody")
    end_sitter(act, live, seat)
    seat_name = live.seat_name(seat)
    if live.step is not None:
        verb = "asked for" if masked else "has"
        tell(act, live, f"{seat_name} {verb} a sitter from {first} to {last}.")
    if seated:
        # Who asks must not learn that somebody of this address plays here.
        note(act, live, "sitter refused", {"seat": seat}, by=seat)
        tell_gm(
            act, live, f"sitter/{seat}/{stamp(act.now)}", f"{live.name}: no sitter for {seat}",
            f"{seat_name} asked for {address} as sitter from {first} to {last}, who is at this table already and can "
            "sit for nobody. The game is anonymous: the player of the seat was not told why, and nobody sits for it.",
        )  # fmt: skip
        return
    token = seating.new_token(act.campaign.entropy)
    player = seating.player_for(act.connection, address, name)
    seats.add(
        act.connection,
        {
            "game_id": live.id, "seat": seat, "role": SITTER, "player_id": player,
            "token_hash": seating.token_hash(token), "first_day": first.isoformat(), "last_day": last.isoformat(),
        },
    )  # fmt: skip
    act.ledger.forget()
    note(act, live, "sitter named", {"seat": seat, "first": first.isoformat(), "last": last.isoformat()}, by=seat)
    tell_gm(
        act, live, f"sitter/{seat}/{stamp(act.now)}", f"{live.name}: a sitter for {seat}",
        f"{address} sits for {seat_name} from {first} to {last}, as its player asked. `judge seat remove` and `judge "
        "seat replace` end that.",
    )  # fmt: skip
    post.put_notice(
        act, live, post.To(address, f"{SITTER}:{seat}"), seating.token_hash(token)[:12],
        f"Will you sit for {seat_name} in {live.name}?",
        f"The player of {seat_name} in {live.name} ({live.game.title}) names you as sitter from {first} to {last}: on "
        "those days you get its reports, and your letters give its orders. Write from this address, or with a line "
        f"TOKEN {token}. REPORT brings the newest report, ORDERS what is in, HELP what can be said. You cannot vote, "
        "resign, or change the seat's settings. If you do not want this, do nothing, and tell its player.", "token",
    )  # fmt: skip
    if live.row["status"] == "running" and is_on(live, first.isoformat(), last.isoformat(), act.now):
        post.put_report(act, live, seat, SITTER, address)


def end_sitter(act: Act, live: Live, seat: Seat) -> bool:
    """Nobody sits for a seat any more; False when nobody did."""
    gone = seats.remove(act.connection, live.id, seat, SITTER)
    if gone:
        act.ledger.forget()
        note(act, live, "sitter gone", {"seat": seat})
    return gone
