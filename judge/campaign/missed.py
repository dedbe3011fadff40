"""Missed turns: how many windows in a row a seat sent nothing, on the line of play that counts.

Each step keeps the count as it was then. A window that is taken back takes its count along; one that is played again
counts once.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act, Look
from judge.campaign.live import Live
from judge.store import seats


def counts(look: Look, live: Live) -> dict[Seat, int]:
    """For each seat with a player, how many windows that player has missed in a row, up to the present step."""
    if live.step is None:
        return {}
    known = json.loads(live.step["missed"])
    rows = seats.players_at(look.connection, live.id)
    return {Seat(seat): known.get(seat, 0) if int(row.since_step) < live.head else 0 for seat, row in rows.items()}


def counts_after(
    look: Look, live: Live, orders: Mapping[str, Mapping[str, Any]], silent: Collection[Seat]
) -> dict[Seat, int]:
    """The same after the open window has closed with these orders: a silent player has missed one more, one who sent
    something has missed none. A seat that the game does not wait for misses nothing."""
    found = counts(look, live)
    for seat in found:
        if seat in silent:
            found[seat] += 1
        elif seat in orders and orders[seat]["source"]:
            found[seat] = 0
    return found


def settle(act: Act, live: Live, found: Mapping[Seat, int]) -> dict[Seat, str]:
    """Put seats that missed too many into civil disorder and take others out; the seats that changed, and their new
    states."""
    limit, changed = live.settings.civil_disorder_after, {}
    for seat, row in sorted(seats.players_at(act.connection, live.id).items()):
        state = "disorder" if limit and found.get(Seat(seat), 0) >= limit else "active"
        if row.state in ("active", "disorder") and row.state != state:
            seats.put(act.connection, row.id, state=state)
            changed[Seat(seat)] = state
    if changed:
        act.ledger.forget()
    return changed
