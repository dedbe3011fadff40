"""The dashboard: every game's phase and deadline, who is missing, what silence would do, what wants attention."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from judge.campaign import confirming, seating
from judge.campaign.act import Look
from judge.campaign.confirming import is_asking
from judge.campaign.known import TOO_MANY
from judge.campaign.live import Live, load_game, seats_taking_part
from judge.campaign.masters import GameMaster
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.turns import deadline_of
from judge.campaign.unnamed import HIDDEN, may_name, sees_people, sees_times
from judge.campaign.wake import closing_of, is_in, waiting_for
from judge.grammar.options import house_rules
from judge.report.saying import Saying
from judge.store import games, mails, people
from judge.store.figures import counts


def overview(
    look: Look, now: datetime, name: str | None = None, put_away: bool = False, master: GameMaster | None = None
) -> dict[str, Any]:
    """Plain values for the dashboard and for --json: what needs a hand first, then by deadline.

    Shows nothing that is hidden from a playing game master. `put_away`: the games that no other list shows; `master`:
    who looks, where that is not whoever has the store, who asks for the names of an anonymous game elsewhere.
    """
    if name:
        names = [name]
    else:
        names = games.names_put_away(look.connection) if put_away else games.names_by_deadline(look.connection)
    shown = [_game(look, load_game(look.connection, one), now, master) for one in names]
    shown.sort(key=lambda one: not one["needs"])
    return {"campaign": look.config.title, "games": shown, "notices": _notices(look, master)}


def _game(look: Look, live: Live, now: datetime, master: GameMaster | None) -> dict[str, Any]:
    """The state of one game."""
    sat = seating.sittings(look.connection, live.id)
    players = {one.seat: one for one in sat if one.role in ("player", seating.OPPONENT)}
    names_people = sees_people(look, live, master) if master is not None else not seating.is_masked(live)
    taking = seats_taking_part(live) or tuple(seat.id for seat in live.game.seats)
    window = live.window
    due, closing = deadline_of(live), closing_of(live)
    found: dict[str, Any] = {
        "name": live.name,
        "game": live.row["game"],
        "title": live.game.title,
        "status": live.row["status"],
        "step": live.head,
        "window": window.key if window else None,
        "phase": window.title if window else None,
        "deadline": due.isoformat() if due else None,
        "closing": closing.isoformat() if closing else None,
        "deadline_said": live.settings.calendar.said(due, now) if due else "",
        "zone": live.settings.calendar.zone.key,
        "house_rules": {key: value for key, value, _ in house_rules(live.game, live.options)},
        "overdue": bool(closing and closing < now),
        "held": live.held,
        "in": [],
        "missing": [],
        "silent": [],
        "waiting": [],
        "silence": {},
        "outcome": json.loads(live.row["outcome"]) if live.row["outcome"] else None,
        "seats": [
            {
                "seat": seat,
                "name": live.seat_name(seat),
                "player": players[seat].name if names_people and seat in players else None,
                "taken": seat in players,
                "state": players[seat].state if seat in players else "vacant",
            }
            for seat in taking
        ],
    }
    if window is None:
        found["standing"] = _standing(look, live, sat)
    else:
        _who_is_in(look, live, found)
    found["needs"] = _needs(look, live, found, sat)
    return found


def _needs(look: Look, live: Live, found: Mapping[str, Any], sat: list[seating.Sitting]) -> list[Saying]:
    """The things that a game needs from its game master."""
    needs: list[Saying] = []
    if found["held"]:
        needs.append(Saying("status/held", {"why": found["held"]}))
    elif found["overdue"] and found["missing"]:
        needs.append(Saying("status/late", {"seats": found["missing"]}))
    taken = sum(one.role in ("player", APPLICANT) for one in sat)
    if live.step is None and not is_asking(live) and taken >= live.game.seat_range[1]:
        needs.append(Saying("status/can-begin"))
    if live.step is not None and found["status"] != "over" and any(one.role == "player" for one in sat):
        for state in ("vacant", "resigned", "disorder"):
            seats = [one["seat"] for one in found["seats"] if one["state"] == state]
            needs += [Saying(f"status/{state}", {"seats": seats})] if seats else []
    kept = len(mails.kept(look.connection, live.id))
    if kept:
        needs.append(Saying("status/mails-kept", {"mails": kept}))
    return needs


def _standing(look: Look, live: Live, sat: list[seating.Sitting]) -> Saying:
    """The status of a game without a window."""
    if live.row["status"] == confirming.CONFIRMING:
        return Saying("status/confirming", {"gone": len(confirming.missing(look, live))})
    if live.step is None:
        return Saying("status/forming", {"people": sum(one.role in ("player", APPLICANT) for one in sat)})
    if not live.row["outcome"]:
        return Saying("status/over")
    outcome = json.loads(live.row["outcome"])
    return Saying("status/won", {"winners": outcome["winners"] or [], "reason": outcome["reason"]})


def _who_is_in(look: Look, live: Live, found: dict[str, Any]) -> None:
    """The seats that are in, those that are missing, and the effect of silence."""
    waiting = waiting_for(look, live)
    found["standing"] = live.need_window().title
    if not sees_times(live) and not found["overdue"]:
        return
    found["in"] = [seat for seat, one in sorted(waiting.by_seat.items()) if is_in(live, one)]
    found["missing"] = list(waiting.missing)
    found["silent"] = list(waiting.silent)
    found["waiting"] = list(waiting.holding)
    if not live.settings.gm_plays:
        found["silence"] = {
            seat: [live.game.write(live.state, seat, order) for order in one.checked.filled]
            for seat, one in sorted(waiting.by_seat.items())
            if one.checked.filled
        }


def lines_of(one: Mapping[str, Any], whole: bool) -> list[Saying]:
    """The state of a game of the dashboard, a line each. `whole`: with the effect of silence, and the players."""
    lines: list[Saying] = []
    if one["deadline"]:
        lines.append(Saying("status/deadline", {"deadline": one["deadline_said"]}))
    if one["held"]:
        lines.append(Saying("status/held", {"why": one["held"]}))
    if one["window"] and (one["in"] or one["missing"]):
        lines.append(Saying("status/are-in", {"seats": one["in"]}))
        lines.append(Saying("status/missing", {"seats": one["missing"]}))
        if one["waiting"]:
            lines.append(Saying("status/said-wait", {"seats": one["waiting"]}))
    if whole:
        for key, value in one["house_rules"].items():
            lines.append(Saying("status/house-rule", {"key": key, "value": value, "about": ""}))
        for seat, said in one["silence"].items():
            lines.append(Saying("status/silence", {"seat": seat, "orders": said}))
        for seat in one["seats"]:
            state = "" if seat["state"] == "active" else seat["state"]
            facts = {"seat": seat["seat"], "player": seat["player"], "taken": seat["taken"], "state": state}
            lines.append(Saying("status/seat", facts))
    return lines


def _notices(look: Look, master: GameMaster | None) -> list[Saying]:
    found = counts(look.connection)
    said: list[Saying] = []
    if found["inbox"].get("bad"):
        said.append(Saying("status/letters-bad", {"letters": found["inbox"]["bad"]}))
    if found["outbox"].get("failed"):
        said.append(Saying("status/mails-failed", {"mails": found["outbox"]["failed"]}))
    for one in people.bouncing(look.connection, TOO_MANY):
        is_named = master is None or may_name(look, master, None, one)
        said.append(Saying("status/mail-comes-back", {"address": one if is_named else HIDDEN}))
    return said
