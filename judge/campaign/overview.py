"""The dashboard: every game's phase and deadline, who is missing, what silence would do, what wants attention."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from judge.campaign import seating
from judge.campaign.act import Look
from judge.campaign.live import Live, load_game, seats_taking_part
from judge.campaign.turns import deadline_of
from judge.campaign.wake import closing_of, waiting_for
from judge.grammar.text import many
from judge.store import Connection, games, people
from judge.store.figures import counts


def overview(look: Look, now: datetime, name: str | None = None) -> dict[str, Any]:
    """Plain values for the dashboard and for --json. Shows nothing that is hidden from a playing game master."""
    names = [name] if name else games.names_by_deadline(look.connection)
    shown = [_game(look, load_game(look.connection, one), now) for one in names]
    return {"campaign": look.config.title, "games": shown, "notices": _notices(look.connection)}


def _game(look: Look, live: Live, now: datetime) -> dict[str, Any]:
    """How one game stands."""
    sat = seating.sittings(look.connection, live.id)
    players = {one.seat: one.state for one in sat if one.role == "player"}
    names = look.ledger.players_by_seat(live.id)
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
        "overdue": bool(closing and closing < now),
        "held": live.row["held"],
        "in": [],
        "missing": [],
        "waiting": [],
        "silence": {},
        "outcome": json.loads(live.row["outcome"]) if live.row["outcome"] else None,
        "seats": [
            {
                "seat": seat,
                "player": names.get(seat),
                "state": players.get(seat, "opponent" if seat in names else "vacant"),
            }
            for seat in taking
        ],
    }
    if window is None:
        found["standing"] = _standing(live, sat)
    else:
        _who_is_in(look, live, found)
    return found


def _standing(live: Live, sat: list[seating.Sitting]) -> str:
    """What is said of a game without a window."""
    if live.step is None:
        return f"forming, {sum(one.role in ('player', 'applicant') for one in sat)} signed up"
    if not live.row["outcome"]:
        return "over"
    outcome = json.loads(live.row["outcome"])
    winners = ", ".join(outcome["winners"]) if outcome["winners"] else "nobody"
    return f"over, won by {winners} ({outcome['reason']})"


def _who_is_in(look: Look, live: Live, found: dict[str, Any]) -> None:
    """Who is in, who is missing, what silence would do."""
    waiting = waiting_for(look, live)
    found["standing"] = live.need_window().title
    found["in"] = [seat for seat, one in sorted(waiting.by_seat.items()) if one.answered]
    found["missing"] = list(waiting.missing)
    found["waiting"] = list(waiting.holding)
    if not live.settings.gm_plays:
        found["silence"] = {
            seat: [live.game.write(live.state, seat, order) for order in one.checked.filled]
            for seat, one in sorted(waiting.by_seat.items())
            if one.checked.filled
        }


def _notices(connection: Connection) -> list[str]:
    found = counts(connection)
    said = []
    if found["inbox"].get("bad"):
        said.append(f"{many(found['inbox']['bad'], 'letter')} could not be read")
    if found["outbox"].get("failed"):
        said.append(f"{many(found['outbox']['failed'], 'mail')} could not be sent: judge doctor says more")
    said += [f"mail to {address} comes back" for address in people.bouncing(connection, 12)]
    return said
