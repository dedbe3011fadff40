"""The closing report: the result, every order ever used, the dice and decks opened, the press, the GM's acts."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from judge import report
from judge.adjudicator.protocol import Outcome, Seat
from judge.campaign.config import Config
from judge.campaign.live import Live, NotNow, line_of, state_of
from judge.campaign.seating import players_by_seat
from judge.report.blocks import parse
from judge.report.build import Report
from judge.report.words import Words
from judge.store import tables

MOST_COLUMNS = 12
SHOWN_ACTS = (
    "edit",
    "rollback",
    "rollforward",
    "orders on behalf",
    "extend",
    "pause",
    "resume",
    "end",
    "seat replaced",
)


def closing_report(connection: sa.Connection, config: Config, live: Live) -> Report:
    """Everything there was. Only of a game that is over, for it opens what was sealed."""
    if live.row["status"] != "over":
        raise NotNow(f"{live.name} goes on: the closing report opens what is sealed, so it waits for the end")
    ended = json.loads(live.row["outcome"]) if live.row["outcome"] else {"winners": [], "reason": "ended"}
    line = line_of(connection, live)
    players = players_by_seat(connection, live.id)
    words = Words(live.game, None, {}, config.own_templates)
    labels, table = _standings(live, line)
    marked = words.marked(
        "common/closing.j2",
        title=live.name.replace("-", " ").title(),
        outcome=Outcome(tuple(Seat(one) for one in ended["winners"]), str(ended["reason"])),
        steps=[_step(step) for step in line],
        measured=report.measured(live.game),
        labels=labels,
        table=table,
        seats=[(seat.id, players.get(seat.id, "")) for seat in live.game.seats],
        chains=_rows(connection, tables.chains, live),
        press=_press(connection, live),
        acts=_acts(connection, live),
    )
    return Report(live.game.key, live.name, "The whole game", None, parse(marked), None, None)


def _step(step: Any) -> dict[str, Any]:
    """A step as the template prints it."""
    orders = json.loads(step["orders"])
    return {
        "title": step["window_title"],
        "orders": [(seat, orders[seat]["text"]) for seat in sorted(orders) if orders[seat]["text"]],
        "draws": json.loads(step["draws"]),
        "chain": step["chain"],
        "link": step["link"],
    }


def _standings(live: Live, line: list[Any]) -> tuple[list[str], list[tuple[Seat, list[int]]]]:
    """The strength of each seat over the game, at no more moments than a table has room for."""
    states = [(step["window_title"].partition(",")[0], state_of(live.game, step)) for step in line]
    every = max(1, -(-len(states) // MOST_COLUMNS))
    chosen = states[::-1][::every][::-1]
    counted = [report.standings(live.game, state) for _, state in chosen]
    seats = [seat.id for seat in live.game.seats if any(seat.id in one for one in counted)]
    return [label for label, _ in chosen], [(seat, [one.get(seat, 0) for one in counted]) for seat in seats]


def _rows(connection: sa.Connection, table: sa.Table, live: Live) -> list[dict[str, Any]]:
    rows = connection.execute(sa.select(table).where(table.c.game_id == live.id).order_by(table.c.id)).mappings()
    return [dict(row) for row in rows]


def _press(connection: sa.Connection, live: Live) -> list[dict[str, Any]]:
    """All press; private press only where the game's own rule was to open it, which grey and none are not."""
    if live.settings.press in ("none", "gm-only"):
        return []
    return [
        row
        for row in _rows(connection, tables.press, live)
        if row["told"] is None or json.loads(row["told"]) is None or live.settings.press == "rulebook"
    ]


def _acts(connection: sa.Connection, live: Live) -> list[dict[str, Any]]:
    if live.settings.audit != "public":
        return []
    acts = []
    for row in _rows(connection, tables.audit, live):
        if row["act"] in SHOWN_ACTS:
            detail = json.loads(row["detail"])
            acts.append({**row, "said": str(detail.get("reason") or detail.get("seat") or "")})
    return acts
