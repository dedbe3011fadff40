"""The dashboard: every game's phase and deadline, who is missing, what silence would do, what wants attention."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from judge.campaign import seating
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live, load_game, seats_taking_part
from judge.campaign.turns import deadline_of
from judge.campaign.wake import closing_of, waiting_for
from judge.grammar.text import many
from judge.store import tables
from judge.store.queue import counts


def overview(campaign: Campaign, now: datetime, name: str | None = None) -> dict[str, Any]:
    """Plain values for the dashboard and for --json. Shows nothing that is hidden from a playing game master."""
    with campaign.store.read() as connection:
        names = (
            [name]
            if name
            else list(
                connection.execute(
                    sa.select(tables.games.c.name).order_by(
                        tables.games.c.status == "over", tables.games.c.deadline, tables.games.c.name
                    )
                ).scalars()
            )
        )
        games = [_game(campaign, connection, load_game(connection, one), now) for one in names]
        return {"campaign": campaign.config.title, "games": games, "notices": _notices(connection)}


def _game(campaign: Campaign, connection: sa.Connection, live: Live, now: datetime) -> dict[str, Any]:
    people = {one.seat: one for one in seating.sittings(connection, live.id) if one.role == "player"}
    applicants = [one for one in seating.sittings(connection, live.id) if one.role == "applicant"]
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
                "player": people[seat].name if seat in people else None,
                "state": people[seat].state if seat in people else "vacant",
            }
            for seat in taking
        ],
    }
    if window is None:
        outcome = found["outcome"]
        if live.step is None:
            found["standing"] = f"forming, {len(people) + len(applicants)} signed up"
        else:
            winners = ", ".join(outcome["winners"]) if outcome and outcome["winners"] else "nobody"
            found["standing"] = f"over, won by {winners} ({outcome['reason']})" if outcome else "over"
        return found
    waiting = waiting_for(connection, live)
    found["standing"] = window.title
    found["in"] = [seat for seat, one in sorted(waiting.by_seat.items()) if one.answered]
    found["missing"] = list(waiting.missing)
    found["waiting"] = list(waiting.holding)
    if not live.settings.gm_plays:
        found["silence"] = {
            seat: [live.game.write(live.state, seat, order) for order in one.checked.filled]
            for seat, one in sorted(waiting.by_seat.items())
            if one.checked.filled
        }
    return found


def _notices(connection: sa.Connection) -> list[str]:
    found = counts(connection)
    said = []
    if found["inbox"].get("bad"):
        said.append(f"{many(found['inbox']['bad'], 'letter')} could not be read")
    if found["outbox"].get("failed"):
        said.append(f"{many(found['outbox']['failed'], 'mail')} could not be sent: judge doctor says more")
    bad = connection.execute(
        sa.select(tables.addresses.c.address)
        .where(tables.addresses.c.bounces >= 12)
        .order_by(tables.addresses.c.address)
    ).scalars()
    said += [f"mail to {address} comes back" for address in bad]
    return said
