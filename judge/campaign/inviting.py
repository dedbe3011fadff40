"""The facts of a game for people who may join: free and vacant seats, house rules, pace, press, and which seats are
sought."""

from __future__ import annotations

from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import people, seating, tournaments
from judge.campaign.act import Act
from judge.campaign.confirming import CONFIRMING
from judge.campaign.deadlines import DAYS, Rule
from judge.campaign.live import Live, load_game
from judge.campaign.turns import deadline_of
from judge.grammar.options import house_rules
from judge.report.saying import Saying
from judge.store import club, seats
from judge.store.base import stamp
from judge.store.games import listed


def invitation(act: Act, name: str) -> dict[str, Any]:
    """One game, as plain values. It does not tell who plays which seat."""
    live = load_game(act.connection, name)
    settings, status = live.settings, str(live.row["status"])
    is_forming = live.step is None
    taken = set(seats.states(act.connection, live.id))
    free = [seat.name for seat in live.game.seats if seat.id not in taken] if is_forming else []
    vacant = [live.seat_name(Seat(row["seat"])) for row in club.vacant(act.connection, live.id, stamp(act.now))]
    due = deadline_of(live) if status == "running" and not live.row["held"] else None
    window = live.window
    asked = sorted(window.asks) if window is not None and not seating.is_masked(live) else []
    word = act.config.club.join_word(name)
    return {
        "name": name, "title": live.game.title, "status": status,
        "places": max(0, people.places_told(act, live)) if is_forming else 0,
        "free": free, "vacant": vacant,
        "open": settings.sign_up == "open", "word": bool(word),
        "substitutes": is_forming and (status == CONFIRMING or people.places_told(act, live) <= 0),
        "least": settings.least_reliability,
        "rules": [f"{key} = {value}" for key, value, _ in house_rules(live.game, live.options)],
        "pace": _pace(live), "press": settings.press, "anonymous": settings.anonymous,
        "window": window.title if window is not None else "",
        "asked": [live.seat_name(Seat(seat)) for seat in asked],
        "deadline": settings.calendar.said(due) if due is not None else "",
    }  # fmt: skip


def open_to_all(act: Act) -> list[dict[str, Any]]:
    """The games and tournaments that take newcomers now, each with the line that asks for a place."""
    found = []
    for name, _, status in listed(act.connection):
        one = invitation(act, name) if status in ("forming", CONFIRMING, "running") else None
        if one is None or not one["open"]:
            continue
        if one["places"] or one["substitutes"] or one["vacant"]:
            verb = "TAKEOVER" if one["vacant"] else "JOIN"
            found.append({**one, "line": f"{verb} {name}" + (" WORD" if one["word"] else "")})
    for one in tournaments.invitations(act):
        if one["open"]:
            found.append({**one, "line": f"JOIN {one['name']}" + (" WORD" if one["word"] else "")})
    return found


def _pace(live: Live) -> Saying:
    """The lengths of windows, of all and of some kinds."""
    calendar = live.settings.calendar
    rules = (("", calendar.default), *calendar.rules.items())
    return Saying("status/pace", {"rules": [_rule(kind, rule) for kind, rule in rules]})


def _rule(kind: str, rule: Rule) -> dict[str, Any]:
    """The length of a kind of window, as facts; no days: on all of them."""
    return {
        "kind": kind, "seconds": int(rule.length.total_seconds()), "least": int(rule.minimum.total_seconds()),
        "at": f"{rule.at:%H:%M}" if rule.at is not None else "",
        "days": sorted(rule.days) if len(rule.days) < len(DAYS) else [],
    }  # fmt: skip


__all__ = ["invitation", "open_to_all"]
