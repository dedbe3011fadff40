"""Sitters: people who play a seat for some days in its player's place, with an address and a token of their own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import post, seating
from judge.campaign.act import Act
from judge.campaign.leaving import held_another, leave
from judge.campaign.live import Live, NotNow
from judge.campaign.telling import note, tell, tell_gm
from judge.report.saying import Saying
from judge.store import docket, seats
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


def sits_now(act: Act, live: Live, seat: Seat) -> bool:
    """Whether today is a day of the seat's sitter."""
    sitting = next((one for one in act.ledger.sittings(live.id) if one.seat == seat and one.role == SITTER), None)
    return sitting is not None and is_on(live, *sitting.days, act.now)


def set_sitter(act: Act, live: Live, seat: Seat, who: str, days: tuple[date, date]) -> None:
    """A seat's player names a sitter, in place of the one before; sitter, table and game master are told."""
    first, last = days
    if live.settings.auth == "pgp":
        raise NotNow("no-sitter-where-signed", game=live.name)
    if last < act.now.astimezone(live.settings.calendar.zone).date():
        raise NotNow("day-is-past", last=last)
    name, address = seating.plain_address(who)
    masked = seating.is_masked(live)
    at_table = [one for one in act.ledger.sittings(live.id) if address in one.addresses]
    seated = any((one.role, one.seat) != (SITTER, seat) for one in at_table)
    if seated and not masked:
        raise NotNow("sitter-at-the-table", address=address)
    other = held_another(act, live, seat, address)
    if other and not masked:
        raise NotNow("sitter-knows-another", address=address, seat=live.seat_name(other), game=live.name)
    seated = seated or other is not None
    end_sitter(act, live, seat, address)
    facts = {"game": live.name, "seat": live.seat_name(seat), "first": first, "last": last}
    if live.step is not None:
        tell(act, live, Saying("notices/sitter", {**facts, "asked": masked}))
    if seated:
        # The player must not learn that somebody with this address plays here.
        note(act, live, "sitter refused", {"seat": seat}, by=seat)
        tell_gm(
            act,
            live,
            f"sitter/{seat}/{stamp(act.now)}",
            Saying("mails/sitter-refused", {**facts, "key": seat, "address": address}),
        )
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
        act,
        live,
        f"sitter/{seat}/{stamp(act.now)}",
        Saying("mails/sitter-named", {**facts, "key": seat, "address": address}),
    )
    post.put_notice(
        act,
        live,
        post.To(address, f"{SITTER}:{seat}"),
        seating.token_hash(token)[:12],
        Saying("mails/will-you-sit", {**facts, "rules": live.game.title, "token": token}),
        "token",
    )
    if live.row["status"] == "running" and is_on(live, first.isoformat(), last.isoformat(), act.now):
        post.put_report(act, live, seat, SITTER, address)


def end_sitter(act: Act, live: Live, seat: Seat, stays: str = "") -> bool:
    """End the sitting for a seat, and what was sent ahead in it; False when there was none. `stays`: the address that
    sits again."""
    sat = [one for one in act.ledger.sittings(live.id) if one.seat == seat and one.role == SITTER]
    gone = seats.remove(act.connection, live.id, seat, SITTER)
    if gone:
        for one in sat:
            leave(act, live, one, stays)
        docket.drop_kept_by(act.connection, live.id, docket.of_sitter(seat))
        act.ledger.forget()
        note(act, live, "sitter gone", {"seat": seat})
    return gone
