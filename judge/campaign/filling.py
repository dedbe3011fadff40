"""Seats and their players: giving a seat, passing it on, emptying it, and the mails about it."""

from __future__ import annotations

from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import ahead, chance, docket, opponents, post, seating, turns
from judge.campaign.act import Act
from judge.campaign.gone import mark_gone
from judge.campaign.leaving import leave
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.sitters import end_sitter
from judge.campaign.telling import note, tell
from judge.campaign.wake import put_it_off, set_wake
from judge.report.saying import Saying
from judge.store import club, games, notices, seats
from judge.store.base import stamp
from judge.store.docket import drop_all_kept

BESIDE = ("observer", "co-gm", "substitute")
"""The roles of people who get reports of a game without a seat or a place in it."""
SHOWN_BEFORE = 2
"""A newcomer is sent so many reports before the newest one."""


def assign(act: Act, name: str, seat: str, who: str, role: str = "player") -> str:
    """Seat a person; returns the token, which the person is mailed."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat) if role == "player" else Seat(seat)
    left = _left_behind(act, live, chosen) if role == "player" else {}
    who = _unnamed_elsewhere(act, who)
    token = seating.assign(act.connection, live, chosen, who, act.campaign.entropy, role)
    act.ledger.forget()
    if role == "player":
        club.fill(act.connection, live.id, chosen)
        _hand_on(act, live, chosen)
    note(act, live, "seat assigned", {"seat": chosen, "role": role})
    live = mark_gone(act, load_game(act.connection, name))
    address = seating.plain_address(who)[1]
    welcome(act, live, chosen, address, token, left if any(left.values()) else None, role=role)
    _show_how_it_stands(act, live, chosen, role, address)
    return token


def replace(act: Act, name: str, seat: str, who: str) -> str:
    """Another person takes a seat over; the old token ends at once, and the player before is told."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    before = [one for one in act.ledger.sittings(live.id) if one.seat == chosen and one.role == "player"]
    left = _left_behind(act, live, chosen) if before else {}
    was_program = any(one.seat == chosen and one.role == seating.OPPONENT for one in act.ledger.sittings(live.id))
    who = _unnamed_elsewhere(act, who)
    token = seating.replace(act.connection, live, chosen, who, act.campaign.entropy)
    act.ledger.forget()
    end_sitter(act, live, chosen)
    club.fill(act.connection, live.id, chosen)
    if was_program:
        opponents.take_back(act, live, chosen)
    else:
        _hand_on(act, live, chosen)
    note(act, live, "seat replaced", {"seat": chosen})
    tell(act, live, Saying("notices/new-player", {"seat": live.seat_name(chosen)}))
    address = seating.plain_address(who)[1]
    for one in before:
        leave(act, live, one, address)
        if one.addresses and address not in one.addresses:
            _say_goodbye(act, live, chosen, one)
    live = load_game(act.connection, name)
    live = live if put_it_off(act, live, "gone") else mark_gone(act, live)
    welcome(act, live, chosen, address, token, left)
    _show_how_it_stands(act, live, chosen, "player", address)
    if not put_it_off(act, live, "newcomer"):
        give_a_whole_window(act, live)
    return token


def _unnamed_elsewhere(act: Act, who: str) -> str:
    """A person as they are given, without a name if a helper for some games gives it to somebody who plays in others:
    they would have it there too."""
    _, address = seating.plain_address(who)
    master = next((one for one in act.config.masters if one.who == act.who), None)
    tables = {str(row["game"]) for row in seating.by_address(act.connection, address)}
    return who if master is None or all(map(master.is_of, tables)) else address


def renew_token(act: Act, name: str, seat: str) -> None:
    """A new token for the player of a seat; the old one ends at once."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    sits = [one for one in act.ledger.sittings(live.id) if one.seat == chosen and one.role == "player"]
    if not sits or not sits[0].addresses:
        raise NotNow("nobody-sits-at", seat=live.seat_name(chosen), game=live.name)
    token = seating.new_token(act.campaign.entropy)
    seats.give(act.connection, live.id, (chosen, "player"), chosen, seating.token_hash(token))
    act.ledger.forget()
    note(act, live, "token renewed", {"seat": chosen})
    welcome(act, live, chosen, sits[0].addresses[0], token)


def _left_behind(act: Act, live: Live, seat: Seat) -> dict[str, Any]:
    """The orders and requests that the player before left, as their successor finds them."""
    found: dict[str, Any] = {"orders": [], "kept": [], "asked": []}
    if live.window is None:
        return found
    found["kept"] = [list(one) for one in ahead.kept(act, live, seat)]
    if seat in live.window.asks:
        entry = docket.entry(act, live, seat)
        found["orders"] = list(entry.lines)
        found["asked"] += ["WAIT"] if entry.wait else []
    vote = notices.vote_of(act.connection, live.id, seat)
    found["asked"] += [f"VOTE {vote.upper()}"] if vote else []
    return found


def _hand_on(act: Act, live: Live, seat: Seat) -> None:
    """What was sent ahead counts for the player before alone; what is in waits for a word of the new one."""
    drop_all_kept(act.connection, live.id, seat)
    docket.hand_on(act, live, seat)


def _say_goodbye(act: Act, live: Live, seat: Seat, one: seating.Sitting) -> None:
    """Tell the player who is replaced, at once and kindly."""
    facts = {"seat_name": live.seat_name(seat), "game_title": live.game.title}
    to = post.To(one.addresses[0], "*former")
    post.put_told(act, live, to, f"replaced/{one.player_id}/{stamp(act.now)}", "replaced", facts)


def _show_how_it_stands(act: Act, live: Live, seat: Seat, role: str, address: str) -> None:
    """Send a new player of a game that has begun its last reports, as that seat may see them."""
    if live.step is not None and live.row["status"] != "over":
        first = max(0, live.head - SHOWN_BEFORE) if role == "player" else live.head
        for number in range(first, live.head):
            post.put_report(act, live, seat, role, address, step=number)
        post.put_report(act, live, seat, role, address)


def give_a_whole_window(act: Act, live: Live) -> None:
    """A new player has as long as the window's whole length."""
    due = turns.deadline_of(live)
    if live.window is None or due is None:
        return
    whole = live.settings.calendar.deadline(live.window.kind, act.now)
    if whole > due:
        games.put(act.connection, live.id, deadline=stamp(whole), overdue=0)
        set_wake(act, load_game(act.connection, live.name))


def unseat(act: Act, name: str, seat: str) -> None:
    """Empty a seat; with an address in its place, end what somebody without a seat has of a game."""
    live = load_game(act.connection, name, lock=True)
    if "@" in seat:
        _dismiss(act, live, seat)
        return
    chosen = seat_of(live.game, seat)
    sat = [one for one in act.ledger.sittings(live.id) if one.seat == chosen and one.role == "player"]
    if not seats.remove(act.connection, live.id, chosen):
        raise NotNow("nobody-sits-at", seat=live.seat_name(chosen), game=live.name)
    for one in sat:
        leave(act, live, one)
    act.ledger.forget()
    end_sitter(act, live, chosen)
    docket.hand_on(act, live, chosen)
    note(act, live, "seat removed", {"seat": chosen})
    if live.step is not None:
        tell(act, live, Saying("notices/no-player", {"seat": live.seat_name(chosen)}))
        mark_gone(act, load_game(act.connection, name))


def _dismiss(act: Act, live: Live, who: str) -> None:
    """An observer, a second game master or a substitute hears nothing of a game any more."""
    _, address = seating.plain_address(who)
    sat = [one for one in act.ledger.sittings(live.id) if address in one.addresses and one.role in BESIDE]
    if not sat:
        raise NotNow("not-beside-the-table", address=address, game=live.name)
    for one in sat:
        seats.remove(act.connection, live.id, one.seat, one.role, one.player_id)
        post.drop_reports(act, live, one)
    act.ledger.forget()
    note(act, live, "dismissed", {"roles": sorted({one.role for one in sat})})


def welcome(
    act: Act,
    live: Live,
    seat: Seat,
    address: str,
    token: str,
    left: dict[str, Any] | None = None,
    *,
    role: str = "player",
) -> None:
    """The first mail to a new player: who, what, how to write, the token, and what the player before left."""
    facts = {
        "seat_name": live.seat_name(seat) if role == "player" else role, "role": role, "game_title": live.game.title,
        "rules": live.game.key, "token": token, "begun": live.step is not None, "over": live.row["status"] == "over",
        "anonymous": seating.is_masked(live), "replaces": left is not None,
        "commitments": chance.promised(act.connection, live.id, live.scheme),
        "left": left or {"orders": [], "kept": [], "asked": []},
    }  # fmt: skip
    number = seating.token_hash(token)[:12]
    post.put_told(act, live, post.To(address, seat), number, "welcome", facts, kind="token")


__all__ = ["assign", "renew_token", "replace", "unseat", "welcome"]
